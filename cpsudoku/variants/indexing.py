"""Indexers: a digit says where in its row, column or box another one is.

>>> from cpsudoku.rules import square
>>> RowIndexer(square(2), (0,)).holds((2, 1, 1, 2))
True
"""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import dataclass
from typing import ClassVar

from cpsudoku.rules import Cell
from cpsudoku.rules.primitives import Pair, Primitive, Table
from cpsudoku.variants.base import Cells, Grid, OnCells, Variant


class _Indexing(Variant):
    """A digit v in a cell says that some digit is in the v-th cell of a line."""

    @property
    def scope(self) -> tuple[Cell, ...]:
        """The cells, and the lines that they point into."""
        found = ((cell, *line) for cell, line, _ in self.indexed())
        return tuple(dict.fromkeys(cell for cells in found for cell in cells))

    @abstractmethod
    def indexed(self) -> list[tuple[Cell, tuple[Cell, ...], int]]:
        """Return for each cell the line that it points into, and the digit that is there."""

    @property
    def primitives(self) -> tuple[Primitive, ...]:
        """For each digit that the cell may have: if it does, the other one is there."""
        found: list[Primitive] = []
        for cell, line, wanted in self.indexed():
            places = {self.board.first + i: other for i, other in enumerate(line)}
            found.append(Table((cell,), frozenset((v,) for v in places), self.label))
            for value, other in places.items():
                if other == cell:
                    fitting = frozenset((v,) for v in places if v != value or v == wanted)
                    found.append(Table((cell,), fitting, self.label))
                else:
                    allowed = self.pairs_implied(value, wanted)
                    found.append(Pair(cell, other, allowed, self.label))
        return tuple(found)


@dataclass(frozen=True)
class RowIndexer(_Indexing, OnCells):
    """A digit in row r says in which row of its column the digit r is.

    Args:
        cells: the cells that do.
    """

    name: ClassVar[str] = "rowindexer"

    def indexed(self) -> list[tuple[Cell, tuple[Cell, ...], int]]:
        """Return the columns."""
        at, height = self.board.cells_at, self.board.height
        found = []
        for cell in self.cells:
            row, column = self.board.places[cell]
            line = tuple(at[r, column] for r in range(height) if (r, column) in at)
            found.append((cell, line, self.board.first + row))
        return found

    def holds(self, grid: Grid) -> bool:
        """Return whether each is right."""
        at, first = self.board.cells_at, self.board.first
        for cell in self.cells:
            row, column = self.board.places[cell]
            place = (grid[cell] - first, column)
            if place not in at or grid[at[place]] != first + row:
                return False
        return True


@dataclass(frozen=True)
class ColumnIndexer(_Indexing, OnCells):
    """A digit in column c says in which column of its row the digit c is.

    Args:
        cells: the cells that do.
    """

    name: ClassVar[str] = "columnindexer"

    def indexed(self) -> list[tuple[Cell, tuple[Cell, ...], int]]:
        """Return the rows."""
        at, width = self.board.cells_at, self.board.width
        found = []
        for cell in self.cells:
            row, column = self.board.places[cell]
            line = tuple(at[row, c] for c in range(width) if (row, c) in at)
            found.append((cell, line, self.board.first + column))
        return found

    def holds(self, grid: Grid) -> bool:
        """Return whether each is right."""
        at, first = self.board.cells_at, self.board.first
        for cell in self.cells:
            row, column = self.board.places[cell]
            place = (row, grid[cell] - first)
            if place not in at or grid[at[place]] != first + column:
                return False
        return True


@dataclass(frozen=True)
class BoxIndexer(_Indexing):
    """A digit at place p of its box says at which place of the box the digit p is.

    Args:
        box: the cells of the box in the order of reading.
        cells: the cells of it that do.
    """

    box: Cells
    cells: Cells

    name: ClassVar[str] = "boxindexer"

    @property
    def scope(self) -> tuple[Cell, ...]:
        """The box."""
        return self.box

    def indexed(self) -> list[tuple[Cell, tuple[Cell, ...], int]]:
        """Return the box."""
        first = self.board.first
        return [(cell, self.box, first + self.box.index(cell)) for cell in self.cells]

    def holds(self, grid: Grid) -> bool:
        """Return whether each is right."""
        values = [grid[cell] - self.board.first for cell in self.box]
        for place, cell in enumerate(self.box):
            if cell in self.cells:
                pointed = values[place]
                if pointed >= len(values) or values[pointed] != place:
                    return False
        return True
