"""The numbers of packed strings.

>>> KINDS["L"].width, KINDS["L"].pack(Cell(content=529, total=24))
(4, '0jdd')
>>> KINDS["J"].unpack("175")
Cell(content=529, region=1, total=0, colour=0)
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from cpsudoku.errors import FormatError

SIZE = 9
LAST_PLACED = 2 * SIZE
MOST = LAST_PLACED + (1 << SIZE) - 1
"""The number of a cell with all candidates."""

COLOURS = 5
"""Cages have no more colours than these."""

_DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"
_CONTENT, _TOTAL, _COLOUR = 10, 6, 3


class Cell(NamedTuple):
    """What the number of a cell says.

    Args:
        region: the number of its region, from 0.
        total: that of the cage that begins here, 0 for none.
    """

    content: int
    region: int = 0
    total: int = 0
    colour: int = 0


@dataclass(frozen=True)
class PuzzleKind:
    """A kind of puzzle."""

    name: str
    rules: str = "9"
    has_regions: bool = False
    has_cages: bool = False

    @property
    def width(self) -> int:
        """Characters of the number of a cell."""
        return 2 + self.has_regions + 2 * self.has_cages

    @property
    def _before_region(self) -> int:
        return _CONTENT + (_TOTAL + _COLOUR) * self.has_cages

    def unpack(self, text: str) -> Cell:
        """Return what a number says."""
        number = int(text, 36)
        content, rest = number % (1 << _CONTENT), number >> _CONTENT
        region = number >> self._before_region
        total, colour = rest % (1 << _TOTAL), rest >> _TOTAL & (1 << _COLOUR) - 1
        if content > MOST or region >= (SIZE if self.has_regions else 1):
            raise FormatError(f"number {number}; expected a given, a digit or candidates")
        if not self.has_cages:
            return Cell(content, region)
        return Cell(content, region, total, colour)

    def pack(self, cell: Cell) -> str:
        """Return the number of a cell."""
        number = cell.content | cell.region << self._before_region
        if self.has_cages:
            number |= (cell.total | cell.colour << _TOTAL) << _CONTENT
        digits = ""
        for _ in range(self.width):
            number, digit = divmod(number, 36)
            digits = _DIGITS[digit] + digits
        return digits


KINDS = {
    "S": PuzzleKind("sudoku"),
    "X": PuzzleKind("sudoku with diagonals", "9+diagonals"),
    "W": PuzzleKind("windoku", "9+windows"),
    "J": PuzzleKind("jigsaw", has_regions=True),
    "L": PuzzleKind("killer sudoku", has_cages=True),
    "M": PuzzleKind("killer jigsaw", has_regions=True, has_cages=True),
}
"""By the letter that the string begins with."""

OTHERS = {"K": "KenKen", "D": "KenDoku", **dict.fromkeys("TBUV", "Str8ts")}
"""Kinds of other puzzles, which are refused by their names."""


def pieces(labels: Sequence[int]) -> list[tuple[int, ...]]:
    """Return the cells of one label that hang together over shared edges, in their order."""
    left = set(range(len(labels)))
    found = []
    for start in range(len(labels)):
        if start not in left:
            continue
        piece, waiting = [], {start}
        while waiting:
            cell = waiting.pop()
            left.remove(cell)
            piece.append(cell)
            waiting |= {c for c in beside(cell) & left if labels[c] == labels[start]}
        found.append(tuple(sorted(piece)))
    return found


def beside(cell: int) -> set[int]:
    """Return the cells that share an edge with a cell."""
    row, column = divmod(cell, SIZE)
    near = ((row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1))
    return {r * SIZE + c for r, c in near if 0 <= r < SIZE and 0 <= c < SIZE}
