"""One puzzle of each class of equals, out of more puzzles than memory holds.

What is kept of a puzzle is its number and a digest of 16 bytes of its canonical form (BLAKE2; that
two different forms among 10⁹ have the same has a chance of 10⁻²¹).  The digests go to files by
their first byte, so that equals meet in the same file; each file is sorted by itself, and the first
puzzle of each class is marked in a bit map.  A hundred million puzzles take 2.4 GB of disk for a
while, and of memory 12 MB for the map and 10 MB for the file at hand.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack
from hashlib import blake2b
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import BinaryIO

from cpsudoku import files
from cpsudoku.puzzle import Puzzle
from cpsudoku.symmetry.canonical import Form, canonical_stream

_FILES = 256
_DIGEST = 16
_NUMBER = 8


class FirstOfEach:
    """Which of a sequence of puzzles are the first of their class.

    Args:
        puzzles: givens without pencil marks; read once.
        threads: how many to use; None for as many as there are processors.
        folder: where the files go; None for the system's place for temporary files.
        until: what ends the stream of canonical forms early, such as a limit of time; the puzzles
            after those it lets through are not counted.

    Attributes:
        puzzles: how many there were.
        classes: how many are different up to symmetry.
    """

    def __init__(
        self,
        puzzles: Iterable[Puzzle],
        *,
        threads: int | None = None,
        folder: Path | None = None,
        until: Callable[[Iterator[Form]], Iterator[Form]] = iter,
    ) -> None:
        self.puzzles = 0
        self.classes = 0
        with TemporaryDirectory(prefix="cpsudoku-", dir=folder) as place:
            paths = [Path(place) / f"{i:02x}" for i in range(_FILES)]
            with ExitStack() as stack:
                scattered = [stack.enter_context(files.begun(path)) for path in paths]
                self._scatter(until(canonical_stream(puzzles, threads=threads)), scattered)
            self._map = bytearray(self.puzzles // 8 + 1)
            for path in paths:
                self._mark(path)

    def __contains__(self, number: int) -> bool:
        return bool(self._map[number >> 3] >> (number & 7) & 1)

    def _scatter(self, forms: Iterator[Form], scattered: Sequence[BinaryIO]) -> None:
        for form in forms:
            key = f"{form.rules} {form.text}".encode()
            digest = blake2b(key, digest_size=_DIGEST).digest()
            scattered[digest[0]].write(digest + self.puzzles.to_bytes(_NUMBER, "little"))
            self.puzzles += 1

    def _mark(self, path: Path) -> None:
        import numpy as np

        kind = np.dtype([("high", "<u8"), ("low", "<u8"), ("number", "<u8")])
        entries = np.fromfile(path, dtype=kind)
        path.unlink()
        if not len(entries):
            return
        entries.sort(order=("high", "low", "number"))
        first = np.ones(len(entries), dtype=np.bool_)
        first[1:] = (entries["high"][1:] != entries["high"][:-1]) | (
            entries["low"][1:] != entries["low"][:-1]
        )
        for number in entries["number"][first].tolist():
            self._map[number >> 3] |= 1 << (number & 7)
        self.classes += int(first.sum())
