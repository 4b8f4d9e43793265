"""Ranks: rows and columns read as numbers from all four sides, and put in order.

On a board of N rows and columns there are 4·N such numbers; the lowest has rank 1.  As each side
has every digit once, four numbers begin with each digit, and a rank says with which digit a line
begins, and how many of the three others with that digit are below it.

>>> from cpsudoku.rules import square
>>> grid = (1, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3, 4, 3, 2, 1)
>>> FullRank(square(4), (0, 1, 2, 3), 1, ties=1).holds(grid)
True
"""

from __future__ import annotations

import operator
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import combinations, product
from typing import TypeAlias

from cpsudoku.rules import Board, Cell
from cpsudoku.rules.primitives import And, Or, Pair, Primitive, Table
from cpsudoku.variants.base import Everywhere, Grid, Number, OnCells, OptionalNumber, Variant
from cpsudoku.variants.traits import LaidShape, Mark, RandomLayout, Rank, iss, rows, up_to

_Line: TypeAlias = tuple[Cell, ...]
_Relation: TypeAlias = frozenset[tuple[int, int]]


@lru_cache(maxsize=16)
def _lines(board: Board) -> tuple[_Line, ...]:
    return tuple(line for side in sides(board) for line in side)


def sides(board: Board) -> list[list[_Line]]:
    """Return the lines as they are read from the left, the right, above and below."""
    n, at = board.size, board.grid_at
    rows = [tuple(at[row, column] for column in range(n)) for row in range(n)]
    columns = [tuple(at[row, column] for row in range(n)) for column in range(n)]
    return [rows, [line[::-1] for line in rows], columns, [line[::-1] for line in columns]]


@cache
def _related(digits: range, relation: Callable[[int, int], bool]) -> _Relation:
    """Return the pairs of digits that have a relation, which many primitives share."""
    return frozenset((a, b) for a, b in product(digits, repeat=2) if relation(a, b))


def _fault_of_shape(variant: Variant) -> str:
    n = variant.board.size
    if set(variant.board.grid_at) != set(product(range(n), repeat=2)):
        return f"{variant.label} needs as many rows and columns as there are digits"
    return f"{variant.label} needs two rows and columns at least" if n == 1 else ""


@dataclass(frozen=True)
class FullRank(Everywhere, OnCells):
    """The number that is read along a line from a clue has this rank among all of the board.

    Rows and columns have to be houses.

    Args:
        number: the rank, from 1 for the lowest.
        ties: 1 where other lines may have the same number and stand above or below; None or 0
            where none may.
    """

    number: Number
    ties: OptionalNumber = None

    shown = ("number",)
    notations = rows(iss("FullRank", "ranks"))
    drawn = Mark.CLUE
    laid = RandomLayout(LaidShape.ROW, up_to(lambda values: 4 * len(values)))
    without_groups = True
    needs_houses = True

    @property
    def _digit(self) -> int:
        return self.board.first + (self.number - 1) // 4

    @property
    def primitives(self) -> tuple[Primitive, ...]:
        """The first digit; and which of the others with that digit are below."""
        first = Table(self.cells[:1], frozenset({(self._digit,)}), self.label)
        others = [[line for line in side if line != self.cells] for side in sides(self.board)
                  if self.cells not in side]  # fmt: skip
        below = [self._one(side, lower=True) for side in others]
        above = [self._one(side, lower=False) for side in others]
        wanted = (self.number - 1) % 4
        some = combinations(range(3), wanted)
        each = (tuple(below[i] if i in those else above[i] for i in range(3)) for those in some)
        ways = (And(way, self.label) for way in each)
        return first, Or(tuple(ways), self.label)

    def _one(self, side: list[_Line], *, lower: bool) -> Primitive:
        """Return that the line of a side that begins with the digit is below, or above."""
        ways = []
        for line in side:
            way = self._compared(line[1:], self.cells[1:], lower=lower)
            if line[0] != self.cells[0]:
                is_it = Table(line[:1], frozenset({(self._digit,)}), self.label)
                way = And((is_it, way), self.label)
            ways.append(way)
        return Or(tuple(ways), self.label)

    def _compared(self, one: _Line, other: _Line, *, lower: bool) -> Primitive:
        """Return that a line is below another, or above it, cell by cell from the first on."""
        if not one:
            return And((), self.label) if self.ties else Or((), self.label)
        rest = self._compared(one[1:], other[1:], lower=lower)
        if one[0] == other[0]:
            return rest
        label, pair = self.label, (one[0], other[0])
        stands = Pair(*pair, _related(self.digits, operator.lt if lower else operator.gt), label)
        equal = Pair(*pair, _related(self.digits, operator.eq), label)
        return Or((stands, And((equal, rest), label)), label)

    def holds(self, grid: Grid) -> bool:
        others = (line for line in _lines(self.board) if line != self.cells)
        numbers = [tuple(map(grid.__getitem__, line)) for line in others]
        own = self.values(grid)
        below, same = sum(number < own for number in numbers), numbers.count(own)
        return below < self.number <= below + same + 1 and (not same or bool(self.ties))

    @property
    def implied(self) -> Rank:
        return Rank(self.cells, self.number, bool(self.ties))

    def fault(self) -> str:
        if said := _fault_of_shape(self):
            return said
        if not any(self.cells in side for side in sides(self.board)):
            return f"{self.label} needs a whole row or column, read from one end"
        most = 4 * self.board.size
        fits = 1 <= self.number <= most
        return "" if fits else f"{self.label}; expected a rank from 1 to {most}"


class NoTies(Everywhere):
    """No two rows or columns read as the same number, from whichever side."""

    fault = _fault_of_shape
    notations = rows(iss("FullRankTies", "everywhere", "none"))

    @property
    def primitives(self) -> tuple[Primitive, ...]:
        """For each two of them: in some place they are different."""
        lines = _lines(self.board)
        unequal = self.pairs_where(operator.ne)
        pairs = (zip(one, other, strict=True) for one, other in combinations(lines, 2))
        ways = (tuple(Pair(a, b, unequal, self.name) for a, b in two if a != b) for two in pairs)
        return tuple(Or(way, self.name) for way in ways)

    def holds(self, grid: Grid) -> bool:
        numbers = [tuple(map(grid.__getitem__, line)) for line in _lines(self.board)]
        return len(set(numbers)) == len(numbers)
