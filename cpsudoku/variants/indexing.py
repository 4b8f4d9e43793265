"""Indexers: a digit says where in its row, column or box another one is.

Rows, columns and places are counted from 1, whatever the digits of the board begin with.

>>> from cpsudoku.rules import square
>>> RowIndexer(square(2), (0,)).holds((2, 1, 1, 2))
True
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from cpsudoku.rules import Cell
from cpsudoku.rules.primitives import Element, Primitive
from cpsudoku.variants.base import Cells, Grid, Indexing, OnCells
from cpsudoku.variants.traits import BroadLine, Tint, f_puzzles, iss, rows, sudokumaker


class _LineIndexer(Indexing, OnCells):
    """A digit says where along a column (axis 0) or a row (1) its own place there is found."""

    axis: ClassVar[int]

    def _along(self, cell: Cell, number: int) -> Cell | None:
        """Return the cell at a place, from 0, of the line; boards with holes may lack it."""
        row, column = self.board.places[cell]
        return self.board.grid_at.get((row, number) if self.axis else (number, column))

    def indexed(self) -> list[tuple[Cell, dict[int, Cell], int]]:
        length = max(self.board.height, self.board.width)
        found = []
        for cell in self.cells:
            places = ((number + 1, self._along(cell, number)) for number in range(length))
            line = {number: other for number, other in places if other is not None}
            found.append((cell, line, self.board.places[cell][self.axis] + 1))
        return found

    def holds(self, grid: Grid) -> bool:
        for cell in self.cells:
            pointed = self._along(cell, grid[cell] - 1)
            if pointed is None or grid[pointed] != self.board.places[cell][self.axis] + 1:
                return False
        return True


class RowIndexer(_LineIndexer):
    """A digit in row r says in which row of its column the digit r is."""

    axis = 0
    notations = rows(f_puzzles("rowindexer", "cells"), iss("Indexing", "cells", "R"),
                     sudokumaker(600, "cells"))  # fmt: skip
    drawn = Tint("#d03030")


class ColumnIndexer(_LineIndexer):
    """A digit in column c says in which column of its row the digit c is."""

    axis = 1
    notations = rows(f_puzzles("columnindexer", "cells"), iss("Indexing", "cells", "C"),
                     sudokumaker(601, "cells"))  # fmt: skip
    drawn = Tint("#3060d0")


@dataclass(frozen=True)
class BoxIndexer(Indexing):
    """A digit at place p of its box says at which place of the box the digit p is."""

    box: Cells
    cells: Cells

    notations = rows(f_puzzles("boxindexer", "box"))
    drawn = Tint("#c08000")

    @property
    def scope(self) -> tuple[Cell, ...]:
        return self.box

    def fault(self) -> str:
        is_inside = set(self.cells) <= set(self.box)
        return "" if is_inside else f"{self.label} has cells that are not in its box"

    def indexed(self) -> list[tuple[Cell, dict[int, Cell], int]]:
        places = dict(enumerate(self.box, start=1))
        return [(cell, places, self.box.index(cell) + 1) for cell in self.cells]

    def holds(self, grid: Grid) -> bool:
        box = dict(enumerate(self.box, start=1))
        own = ((place, grid[cell]) for place, cell in box.items() if cell in self.cells)
        return all(value in box and grid[box[value]] == place for place, value in own)


class ValueIndex(OnCells):
    """The second cell says at which place after it the digit of the first cell is.

    Args:
        cells: the cell with the digit, the cell with the place, and the cells that are counted.
    """

    notations = rows(iss("ValueIndexing", "element"))
    drawn = BroadLine("#c05050")
    least = 3

    @property
    def primitives(self) -> tuple[Primitive, ...]:
        value, index, *line = self.cells
        return (Element(tuple(line), index, value, self.name),)

    def holds(self, grid: Grid) -> bool:
        value, place, *line = self.values(grid)
        return place > 0 and [value] == line[place - 1 : place]
