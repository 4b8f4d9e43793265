"""One puzzle of each class of equals, out of more puzzles than memory holds.

What is kept of a puzzle is its number and a digest of 16 bytes of its canonical form.  A digest is
four numbers of 32 bits: each is the upper half of a sum of 64 bits, of the form's words times
factors that are drawn for the run (Lemire and Kaser, "Strongly Universal String Hashing is Fast",
2014).  Two different forms, whatever they are, have the same digest with a chance of 2⁻¹²⁸; that
any two among 10⁹ have the same has a chance of 10⁻²¹.

What a million puzzles need stays in memory.  The digests of more go to files by their first byte,
so that equals meet in the same file; each file is sorted by itself, and the first puzzle of each
class is marked in a bit map.  A hundred million puzzles take 2.4 GB of disk for a while, and of
memory 12 MB for the map and 10 MB for the file at hand.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import ExitStack
from functools import cache
from hashlib import blake2b, shake_256
from itertools import chain
from pathlib import Path
from secrets import token_bytes
from tempfile import TemporaryDirectory
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from cpsudoku.formats import rules_text
from cpsudoku.ground import files
from cpsudoku.rules import Rules

Entries: TypeAlias = "NDArray[np.uint64]"
"""For each puzzle the two words of its digest, and its number."""

_HELD = 1 << 20
_FILES = 256
_WORD, _WORDS = 4, 21  # words of a form: 81 cells; larger grids have none


class FirstOfEach:
    """Which of a sequence of puzzles are the first of their class.

    Args:
        forms: canonical forms, arrays (n, cells) one after the other, and the rules of each array.
        folder: where the files go; None for the system's place for temporary files.

    Attributes:
        puzzles: how many there were.
        classes: how many are different up to symmetry.
    """

    def __init__(
        self, forms: Iterable[tuple[NDArray[np.uint8], Rules]], *, folder: Path | None = None
    ) -> None:
        self.puzzles = self.classes = 0
        self._map = np.zeros(1, np.uint8)
        entries = self._numbered(forms)
        held: list[Entries] = []
        for some in entries:
            held.append(some)
            if self.puzzles > _HELD:
                parts = _scattered(chain(held, entries), folder)
                break
        else:
            parts = iter([np.concatenate(held)] if held else [])
        for number, part in enumerate(parts):
            if not number:  # only now all of them are counted
                self._map = np.zeros(self.puzzles // 8 + 1, np.uint8)
            self._mark(part)

    def are_first(self, begin: int, count: int) -> NDArray[np.bool_]:
        """Return which of some puzzles are the first of their class."""
        start = begin >> 3
        bits = np.unpackbits(self._map[start : (begin + count >> 3) + 1], bitorder="little")
        return bits[begin - 8 * start :][:count].astype(np.bool_)

    def _numbered(self, forms: Iterable[tuple[NDArray[np.uint8], Rules]]) -> Iterator[Entries]:
        digests = Digests()
        for some, rules in forms:
            numbers = np.arange(self.puzzles, self.puzzles + len(some), dtype=np.uint64)
            self.puzzles += len(some)
            yield np.column_stack([digests.of(some, rules), numbers])

    def _mark(self, entries: Entries) -> None:
        kept = entries[firsts(entries), 2] if len(entries) else entries[:, 2]
        bits = np.left_shift(1, kept & np.uint64(7)).astype(np.uint8)
        np.bitwise_or.at(self._map, (kept >> np.uint64(3)).astype(np.int64), bits)
        self.classes += len(kept)


def firsts(entries: Entries) -> NDArray[np.intp]:
    """Return the rows of the first entry of each digest; numbers ascend among equal ones."""
    high, low, _ = entries.T
    order = np.lexsort((low, high))  # equal ones stay in their order
    first = np.ones(len(order), np.bool_)
    first[1:] = (np.diff(high[order]) != 0) | (np.diff(low[order]) != 0)
    return order[first]


def _scattered(blocks: Iterable[Entries], folder: Path | None) -> Iterator[Entries]:
    """Yield entries again, equal ones in the same array, after all have gone to files."""
    with TemporaryDirectory(prefix="cpsudoku-", dir=folder) as place:
        paths = [Path(place) / f"{i:02x}" for i in range(_FILES)]
        with ExitStack() as stack:
            scattered = [stack.enter_context(files.begun(path)) for path in paths]
            for entries in blocks:
                places = (entries[:, 0] >> np.uint64(56)).astype(np.int64)
                ordered = entries[np.argsort(places, kind="stable")]
                ends = np.cumsum(np.bincount(places, minlength=_FILES)).tolist()
                for file, begin, end in zip(scattered, (0, *ends), ends, strict=False):
                    file.write(ordered[begin:end].tobytes())
        for path in paths:
            yield np.fromfile(path, np.uint64).reshape(-1, 3)
            path.unlink()


class Digests:
    """Digests of canonical forms, by factors that depend on a key, or are of this run alone."""

    def __init__(self, key: bytes | None = None) -> None:
        shape = 1 + 4 + _WORDS, 4
        key = token_bytes(16) if key is None else key
        drawn = np.frombuffer(shake_256(key).digest(8 * shape[0] * shape[1]), "<u8").reshape(shape)
        self._first, self._of_rules, self._of_forms = drawn[0], drawn[1:5], drawn[5:]

    def of(self, forms: NDArray[np.uint8], rules: Rules) -> NDArray[np.uint64]:
        """Return the digests of forms, an array (n, 2); those of other rules are different."""
        words = np.zeros((len(forms), _WORD * _WORDS), np.uint8)
        words[:, : forms.shape[1]] = forms
        sums = words.view(np.uint32).astype(np.uint64) @ self._of_forms
        sums += self._first + _name(rules) @ self._of_rules
        half = np.uint64(32)
        sums >>= half
        found: NDArray[np.uint64] = sums[:, :2] << half | sums[:, 2:]
        return found


@cache
def _name(rules: Rules) -> NDArray[np.uint64]:
    """Return four words that stand for rules."""
    digest = blake2b(rules_text(rules).encode(), digest_size=16).digest()
    return np.frombuffer(digest, np.uint32).astype(np.uint64)
