"""Marks on single cells.

>>> from cpsudoku.rules import square
>>> Even(square(4), (0,)).holds((3,))
False
"""

from __future__ import annotations

import operator
from collections.abc import Iterable
from dataclasses import dataclass
from typing import ClassVar

from cpsudoku.rules import Cell
from cpsudoku.rules.primitives import Primitive, Table
from cpsudoku.variants.base import Grid, Numbers, OnCells, related


@dataclass(frozen=True)
class Among(OnCells):
    """Each of some cells has one of some digits.

    Args:
        allowed: the digits.
    """

    allowed: Numbers

    name: ClassVar[str] = "among"

    @property
    def label(self) -> str:
        """Its name with the digits."""
        return f"{self.name} {' '.join(map(str, self.allowed))}"

    @property
    def primitives(self) -> tuple[Primitive, ...]:
        """Tables of one cell."""
        return _tables(self, self.allowed)

    def holds(self, grid: Grid) -> bool:
        """Return whether they do."""
        return set(self.values(grid)) <= set(self.allowed)


@dataclass(frozen=True)
class Odd(OnCells):
    """Cells with odd digits."""

    name: ClassVar[str] = "odd"

    @property
    def primitives(self) -> tuple[Primitive, ...]:
        """Tables of one cell."""
        return _tables(self, [digit for digit in self.digits if digit % 2])

    def holds(self, grid: Grid) -> bool:
        """Return whether all are odd."""
        return all(value & 1 for value in self.values(grid))


@dataclass(frozen=True)
class Even(OnCells):
    """Cells with even digits."""

    name: ClassVar[str] = "even"

    @property
    def primitives(self) -> tuple[Primitive, ...]:
        """Tables of one cell."""
        return _tables(self, [digit for digit in self.digits if digit % 2 == 0])

    def holds(self, grid: Grid) -> bool:
        """Return whether all are even."""
        return not any(value & 1 for value in self.values(grid))


def _tables(mark: OnCells, allowed: Iterable[int]) -> tuple[Table, ...]:
    tuples = frozenset((digit,) for digit in allowed)
    return tuple(Table((cell,), tuples, mark.label) for cell in mark.cells)


@dataclass(frozen=True)
class _Extreme(OnCells):
    """A cell whose digit is below, or above, those of all that share an edge with it."""

    @property
    def scope(self) -> tuple[Cell, ...]:
        """The cells, and those that share an edge with them."""
        around = (other for cell in self.cells for other in self._around(cell))
        return tuple(dict.fromkeys((*self.cells, *around)))

    def _rivals(self) -> list[tuple[Cell, Cell]]:
        """Return its cells, each with every other cell that it is compared with."""
        return [
            (cell, other)
            for cell in self.cells
            for other in self._around(cell)
            if other not in self.cells
        ]

    def _around(self, cell: Cell) -> list[Cell]:
        row, column = self.board.places[cell]
        places = ((row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1))
        return [self.board.grid_at[place] for place in places if place in self.board.grid_at]


@dataclass(frozen=True)
class Minimum(_Extreme):
    """Cells whose digits are smaller than all that share an edge with them.

    Args:
        cells: the cells; two that share an edge do not count for one another.
    """

    name: ClassVar[str] = "minimum"

    @property
    def primitives(self) -> tuple[Primitive, ...]:
        """Pairs."""
        return related(self._rivals(), self.pairs_where(operator.lt), self.name)

    def holds(self, grid: Grid) -> bool:
        """Return whether all are."""
        return all(grid[cell] < grid[other] for cell, other in self._rivals())


@dataclass(frozen=True)
class Maximum(_Extreme):
    """Cells whose digits are greater than all that share an edge with them.

    Args:
        cells: the cells; two that share an edge do not count for one another.
    """

    name: ClassVar[str] = "maximum"

    @property
    def primitives(self) -> tuple[Primitive, ...]:
        """Pairs."""
        return related(self._rivals(), self.pairs_where(operator.gt), self.name)

    def holds(self, grid: Grid) -> bool:
        """Return whether all are."""
        return all(grid[cell] > grid[other] for cell, other in self._rivals())
