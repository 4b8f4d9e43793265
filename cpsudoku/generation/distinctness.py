"""No two puzzles equal up to symmetry: remembers the canonical forms of those that were made."""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import blake2b

from cpsudoku.generation.making import Made
from cpsudoku.rules import Rules
from cpsudoku.symmetry.canonical import canonical


class Seen:
    """The puzzles made so far, up to symmetry.

    A puzzle is remembered by 16 bytes of a hash of its canonical form: among a hundred million
    puzzles the chance that two different ones are taken for equal is one in 10²².

    Raises:
        UnsupportedError: the symmetries of these rules are not known, or too many to try.
    """

    def __init__(self, rules: Rules, before: Iterable[Made] | None = None) -> None:
        self._seen: set[bytes] = set()
        for made in before or ():
            self.add(made)

    def add(self, made: Made) -> bool:
        """Remember a puzzle; false if one equal to it is remembered already."""
        form = canonical(made.puzzle).puzzle.digits
        key = blake2b(bytes(form), digest_size=16).digest()
        if key in self._seen:
            return False
        self._seen.add(key)
        return True
