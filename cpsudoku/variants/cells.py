"""Marks on single cells.

>>> from cpsudoku.rules import square
>>> Even(square(4), (0,)).holds((3,))
False
"""

from __future__ import annotations

import operator
from abc import abstractmethod
from dataclasses import dataclass

from cpsudoku.rules import Cell
from cpsudoku.rules.primitives import Primitive, Table
from cpsudoku.variants.base import Grid, Numbers, OnCells, related
from cpsudoku.variants.traits import (
    LaidShape,
    Mark,
    RandomLayout,
    Wedges,
    f_puzzles,
    lisudoku,
    rows,
    sudokumaker,
)


class _Marks(OnCells):
    @abstractmethod
    def fits(self, digit: int) -> bool:
        """Return whether a cell may have a digit."""

    @property
    def primitives(self) -> tuple[Primitive, ...]:
        tuples = frozenset((digit,) for digit in self.digits if self.fits(digit))
        return tuple(Table((cell,), tuples, self.label) for cell in self.cells)


@dataclass(frozen=True)
class Among(_Marks):
    """Each of some cells has one of some digits."""

    allowed: Numbers

    shown = ("allowed",)

    def fits(self, digit: int) -> bool:
        return digit in self.allowed

    def holds(self, grid: Grid) -> bool:
        return set(self.values(grid)) <= set(self.allowed)


class Odd(_Marks):
    """Cells with odd digits."""

    notations = rows(f_puzzles("odd", "each"), lisudoku("oddCells", "each"),
                     sudokumaker(101, "cells"))  # fmt: skip
    drawn = Mark.DISC
    laid = RandomLayout(LaidShape.CELL)

    def fits(self, digit: int) -> bool:
        return digit % 2 == 1

    def holds(self, grid: Grid) -> bool:
        return all(value & 1 for value in self.values(grid))


class Even(_Marks):
    """Cells with even digits."""

    notations = rows(f_puzzles("even", "each"), lisudoku("evenCells", "each"),
                     sudokumaker(100, "cells"))  # fmt: skip
    drawn = Mark.SQUARE
    laid = RandomLayout(LaidShape.CELL)

    def fits(self, digit: int) -> bool:
        return digit % 2 == 0

    def holds(self, grid: Grid) -> bool:
        return not any(value & 1 for value in self.values(grid))


class _Extreme(OnCells):
    """Cells whose digits are below, or above, those of all that share an edge with them.

    Two of its cells that share an edge do not count for one another.
    """

    together = True
    laid = RandomLayout(LaidShape.CELL)

    @property
    def scope(self) -> tuple[Cell, ...]:
        around = (other for cell in self.cells for other in self._around(cell))
        return tuple(dict.fromkeys((*self.cells, *around)))

    @property
    def primitives(self) -> tuple[Primitive, ...]:
        allowed = self.pairs_where(operator.lt if self.name == "minimum" else operator.gt)
        return related(self._rivals(), allowed, self.name)

    def _rivals(self) -> list[tuple[Cell, Cell]]:
        """Return its cells, each with every other cell that it is compared with."""
        every = ((cell, other) for cell in self.cells for other in self._around(cell))
        return [(cell, other) for cell, other in every if other not in self.cells]

    def _around(self, cell: Cell) -> list[Cell]:
        row, column = self.board.places[cell]
        places = ((row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1))
        return [self.board.grid_at[place] for place in places if place in self.board.grid_at]


class Minimum(_Extreme):
    """Cells whose digits are smaller than all that share an edge with them."""

    notations = rows(f_puzzles("minimum", "together"), sudokumaker(103, "cells"))
    drawn = Wedges(inwards=True)

    def holds(self, grid: Grid) -> bool:
        return all(grid[cell] < grid[other] for cell, other in self._rivals())


class Maximum(_Extreme):
    """Cells whose digits are greater than all that share an edge with them."""

    notations = rows(f_puzzles("maximum", "together"), sudokumaker(102, "cells"))
    drawn = Wedges(inwards=False)

    def holds(self, grid: Grid) -> bool:
        return all(grid[cell] > grid[other] for cell, other in self._rivals())
