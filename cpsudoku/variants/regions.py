"""Further regions: cells that are all different, copies of one another, or balanced.

>>> from cpsudoku.rules import square
>>> Clone(square(4), (0, 1, 14, 15)).holds((1, 2, *(0,) * 12, 1, 2))
True
"""

from __future__ import annotations

from abc import abstractmethod
from itertools import product

from cpsudoku.rules import AllDifferent
from cpsudoku.rules.primitives import Count, Or, Primitive, Table
from cpsudoku.variants.base import Everywhere, Grid, OnCells, related, squares
from cpsudoku.variants.cages import sets_of
from cpsudoku.variants.lines import thirds
from cpsudoku.variants.traits import (
    LaidShape,
    Mark,
    RandomLayout,
    Tint,
    f_puzzles,
    iss,
    lisudoku,
    rows,
    sudokumaker,
)


class ExtraRegion(OnCells):
    """Some cells have different digits."""

    name = "region"
    notations = rows(f_puzzles("extraregion", "cells"), iss("AllDifferent"),
                     lisudoku("extraRegions"), sudokumaker(305, "cells"))  # fmt: skip
    drawn = Tint("#5a5a96")
    laid = RandomLayout(LaidShape.REGION)

    @property
    def primitives(self) -> tuple[Primitive, ...]:
        return (AllDifferent(self.cells, "extra region"),)

    def holds(self, grid: Grid) -> bool:
        values = self.values(grid)
        return not any(values.count(value) > 1 for value in values)


class Clone(OnCells):
    """One part of the board is a copy of another: cell by cell the same digits.

    Args:
        cells: the cells of one part, then in the same order those of the other.
    """

    least = 2
    notations = rows(f_puzzles("clone", "halves"), sudokumaker(302, "halves"))
    drawn = Tint("#2f9050")

    @property
    def primitives(self) -> tuple[Primitive, ...]:
        equal = frozenset((d, d) for d in self.digits)
        return related(list(zip(*self.halves(), strict=True)), equal, self.name)

    def holds(self, grid: Grid) -> bool:
        values = self.values(grid)
        return values == values[: len(values) // 2] * 2

    def fault(self) -> str:
        count = len(self.cells)
        return f"{self.label} needs two equal parts; it has {count} cells" if count % 2 else ""


class _EverySquare(Everywhere):
    """Every square of two by two cells has a digit of each of some classes."""

    @abstractmethod
    def classes(self) -> list[frozenset[int]]:
        """Return the classes."""

    @abstractmethod
    def rank(self, digit: int) -> int:
        """Return a number that only digits of one class share."""

    @property
    def primitives(self) -> tuple[Primitive, ...]:
        every = product(squares(self.board, self.scope), self.classes())
        return tuple(Count(square, part, ">=", 1, self.name) for square, part in every)

    def holds(self, grid: Grid) -> bool:
        wanted = {self.rank(digit) for digit in self.digits}
        at = self.board.grid_at
        for row, column in at:
            places = [(row + i, column + j) for i in (0, 1) for j in (0, 1)]
            met = {self.rank(grid[at[place]]) for place in places if place in at}
            if met != wanted and all(place in at for place in places):
                return False
        return True


class GlobalEntropy(_EverySquare):
    """Every square of two by two cells has a low, a middle and a high digit."""

    notations = rows(iss("GlobalEntropy", "everywhere"), sudokumaker(16, "groups", "thirds"))

    def classes(self) -> list[frozenset[int]]:
        return thirds(self.board)

    def rank(self, digit: int) -> int:
        outer = (self.board.size + 1) // 3
        return (digit >= self.board.first + outer) + (digit > self.board.last - outer)


class GlobalMod(_EverySquare):
    """Every square of two by two cells has digits of each remainder by 3."""

    notations = rows(iss("GlobalMod", "everywhere"), sudokumaker(16, "groups", "rests"))

    def classes(self) -> list[frozenset[int]]:
        rests = {digit % 3 for digit in self.digits}
        return [frozenset(d for d in self.digits if d % 3 == rest) for rest in sorted(rests)]

    def rank(self, digit: int) -> int:
        return digit % 3


_MOST_DIGITS = 12
"""Of more digits the sets that add up are too many to be listed."""


class CountingCircles(OnCells):
    """A digit in a circle says in how many circles it is."""

    name = "circles"
    together = True
    notations = rows(iss("CountingCircles"))
    drawn = Mark.RINGS

    @property
    def primitives(self) -> tuple[Primitive, ...]:
        """For each digit: in none, or in as many, where sets of digits leave a choice."""
        sets = self._sets() if self.board.size <= _MOST_DIGITS else None
        found: list[Primitive] = []
        for digit in self.digits:
            numbers = {0, digit} if sets is None else {digit * (digit in one) for one in sets}
            ways = tuple(
                Count(self.cells, frozenset({digit}), "=", number, self.name)
                for number in sorted(numbers)
            )
            found.append(ways[0] if len(ways) == 1 else Or(ways, self.name))
        return tuple(found)

    def _sets(self) -> list[tuple[int, ...]]:
        """Return the sets of digits that add up to the number of circles."""
        digits, total = list(filter(None, self.digits)), len(self.cells)
        return [one for count in range(len(digits) + 1) for one in sets_of(digits, count, total)]

    def holds(self, grid: Grid) -> bool:
        values = self.values(grid)
        return all(values.count(value) == value for value in values)


class Flatmates(Everywhere):
    """Every middle digit has the lowest digit just above it or the highest just below it."""

    notations = rows(iss("DutchFlatmates", "everywhere"))

    @property
    def _middle(self) -> int:
        return self.board.first + (self.board.size - 1) // 2

    @property
    def primitives(self) -> tuple[Primitive, ...]:
        """A choice for each cell, of which those at the upper and lower edge have less."""
        at, found = self.board.grid_at, []
        others = frozenset((digit,) for digit in self.digits if digit != self._middle)
        for (row, column), cell in at.items():
            ways: list[Primitive] = [Table((cell,), others, self.name)]
            for place, mate in ((row - 1, self.board.first), (row + 1, self.board.last)):
                if (place, column) in at:
                    ways.append(Table((at[place, column],), frozenset({(mate,)}), self.name))
            found.append(Or(tuple(ways), self.name))
        return tuple(found)

    def holds(self, grid: Grid) -> bool:
        at = self.board.grid_at
        for (row, column), cell in at.items():
            above, below = at.get((row - 1, column)), at.get((row + 1, column))
            has_mate = above is not None and grid[above] == self.board.first
            has_mate |= below is not None and grid[below] == self.board.last
            if grid[cell] == self._middle and not has_mate:
                return False
        return True
