"""Further regions: cells that are all different, copies of one another, or balanced.

>>> from cpsudoku.rules import square
>>> Clone(square(4), (0, 1, 14, 15)).holds((1, 2, *(0,) * 12, 1, 2))
True
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from cpsudoku.errors import RulesError
from cpsudoku.rules import AllDifferent, Board, Cell
from cpsudoku.rules.primitives import Count, Or, Primitive
from cpsudoku.variants.base import Grid, OnCells, Variant, related
from cpsudoku.variants.lines import check_thirds, thirds


@dataclass(frozen=True)
class ExtraRegion(OnCells):
    """Some cells have different digits."""

    name: ClassVar[str] = "region"

    @property
    def primitives(self) -> tuple[Primitive, ...]:
        """A group."""
        return (AllDifferent(self.cells, "extra region"),)

    def holds(self, grid: Grid) -> bool:
        """Return whether no digit is there twice."""
        values = self.values(grid)
        return not any(values.count(value) > 1 for value in values)


@dataclass(frozen=True)
class Clone(OnCells):
    """One part of the board is a copy of another: cell by cell the same digits.

    Args:
        cells: the cells of one part, then in the same order those of the other.
    """

    name: ClassVar[str] = "clone"
    least: ClassVar[int] = 2

    @property
    def primitives(self) -> tuple[Primitive, ...]:
        """Pairs."""
        half = len(self.cells) // 2
        equal = frozenset((d, d) for d in self.digits)
        return related(
            list(zip(self.cells[:half], self.cells[half:], strict=True)), equal, self.name
        )

    def holds(self, grid: Grid) -> bool:
        """Return whether it is."""
        values = self.values(grid)
        return values == values[: len(values) // 2] * 2

    def check(self, board: Board) -> None:
        """Raise unless both parts have as many cells."""
        super().check(board)
        if len(self.cells) % 2:
            raise RulesError(f"{self.label} has {len(self.cells)} cells; expected two equal parts")


@dataclass(frozen=True)
class GlobalEntropy(Variant):
    """Every square of two by two cells has a low, a middle and a high digit.

    Args:
        board: the board; its digits are split into three classes of one size.
    """

    name: ClassVar[str] = "globalentropy"

    @property
    def scope(self) -> tuple[Cell, ...]:
        """All cells."""
        return tuple(range(self.board.cell_count))

    def _squares(self) -> list[tuple[Cell, ...]]:
        at = self.board.cells_at
        squares = [
            [(row, column), (row, column + 1), (row + 1, column), (row + 1, column + 1)]
            for row, column in self.board.places
        ]
        return [tuple(at[p] for p in places) for places in squares if all(p in at for p in places)]

    @property
    def primitives(self) -> tuple[Primitive, ...]:
        """Counts."""
        return tuple(
            Count(square, part, ">=", 1, self.name)
            for square in self._squares()
            for part in thirds(self.board)
        )

    def holds(self, grid: Grid) -> bool:
        """Return whether each has all three."""
        third = self.board.size // 3
        at = self.board.cells_at
        for row, column in self.board.places:
            places = [(row + i, column + j) for i in (0, 1) for j in (0, 1)]
            if all(place in at for place in places):
                ranks = {(grid[at[place]] - self.board.first) // third for place in places}
                if len(ranks) < 3:
                    return False
        return True

    def check(self, board: Board) -> None:
        """Raise unless the digits can be split into three classes."""
        super().check(board)
        check_thirds(self, board)


@dataclass(frozen=True)
class CountingCircles(OnCells):
    """A digit in a circle says in how many circles it is.

    Args:
        cells: the cells with circles.
    """

    name: ClassVar[str] = "circles"

    @property
    def primitives(self) -> tuple[Primitive, ...]:
        """For each digit: in none, or in as many."""
        return tuple(
            Or(
                (
                    Count(self.cells, frozenset({digit}), "=", 0, self.name),
                    Count(self.cells, frozenset({digit}), "=", digit, self.name),
                ),
                self.name,
            )
            for digit in self.digits
        )

    def holds(self, grid: Grid) -> bool:
        """Return whether all that are in circles are right."""
        values = self.values(grid)
        return all(values.count(value) == value for value in values)
