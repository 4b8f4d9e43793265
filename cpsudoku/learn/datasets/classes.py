"""Which puzzles are the same up to symmetry, and what split a class belongs to.

Two keys stand for a puzzle: that of its own class, by which puzzles are distinct, and that of its
solution's, by which they are split.  Images of one puzzle have the same solution up to symmetry,
and so have puzzles dug out of the same grid: none of them lies in two splits.
"""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING, Any

from cpsudoku.errors import UnsupportedError
from cpsudoku.puzzle import Puzzle
from cpsudoku.rules import Rules
from cpsudoku.symmetry.canonical import canonical, canonical_many

if TYPE_CHECKING:
    from numpy.typing import NDArray

KEY = 16
"""Bytes of a key: of 10^9 classes two share one with a chance of 10^−21."""


def keys_of(grids: NDArray[Any], rules: Rules, threads: int | None = None) -> list[bytes]:
    """Return a key for the class of each puzzle or final grid.

    Where the symmetries of rules are not known, or too many to try, images are not recognised: each
    grid is a class of its own; see `has_classes`.

    Args:
        grids: uint8 array (n, cells), 0 for a blank.
    """
    if rules.is_classic:
        forms = canonical_many(grids, threads=threads).forms
        return [_key(rules, bytes(row)) for row in forms]
    found = []
    for row in grids.tolist():
        puzzle = Puzzle.from_digits(row, rules)
        if has_classes(rules):
            puzzle = canonical(puzzle).puzzle
        found.append(_key(rules, bytes(puzzle.digits)))
    return found


def has_classes(rules: Rules) -> bool:
    """Return whether images of puzzles with some rules are recognised."""
    try:
        canonical(Puzzle.from_digits([1, *[0] * (rules.cell_count - 1)], rules))
    except UnsupportedError:
        return False
    return True


def _key(rules: Rules, digits: bytes) -> bytes:
    told = f"{rules.cell_count} {rules.size} {len(rules.constraints)} ".encode()
    return hashlib.sha256(told + digits).digest()[:KEY]


def split_of(key: bytes, shares: tuple[tuple[str, float], ...]) -> str:
    """Return the split that a class belongs to: by its key alone, whatever else is in the set."""
    at, below = int.from_bytes(key[:7], "big") / (1 << 56), 0.0
    for name, share in shares:
        below += share
        if at < below:
            return name
    return shares[-1][0]
