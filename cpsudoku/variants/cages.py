"""Cages: sums and counts over some cells.

>>> from cpsudoku.rules import square
>>> cage = Killer(square(4), (0, 1), 5)
>>> cage.label, cage.holds((1, 4, 2, 3)), cage.holds((1, 2, 2, 3))
('killer 5', True, False)
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import ClassVar

from cpsudoku.errors import RulesError
from cpsudoku.rules import AllDifferent, Board, Cell
from cpsudoku.rules.primitives import And, Count, Linear, Or, Primitive, Regular
from cpsudoku.variants.base import Grid, Number, Numbers, OnCells, OptionalNumber


@dataclass(frozen=True)
class Killer(OnCells):
    """The digits of a cage are different, and add up to a total where one is given.

    Args:
        cells: the cage.
        total: the sum; None where the cage says none.
    """

    total: OptionalNumber = None

    name: ClassVar[str] = "killer"

    @property
    def label(self) -> str:
        """``killer`` with its total."""
        return self.name if self.total is None else f"{self.name} {self.total}"

    @property
    def primitives(self) -> tuple[Primitive, ...]:
        """A group, and a sum."""
        group = AllDifferent(self.cells, self.label)
        if self.total is None:
            return (group,)
        ones = (1,) * len(self.cells)
        return group, Linear(self.cells, ones, "=", (self.total,), self.label)

    def holds(self, grid: Grid) -> bool:
        """Return whether no digit is repeated and the sum is right."""
        values = self.values(grid)
        repeated = len(set(values)) < len(values)
        return not repeated and self.total in (None, sum(values))

    def check(self, board: Board) -> None:
        """Raise unless the digits can all be different."""
        super().check(board)
        if len(self.cells) > board.size:
            raise RulesError(
                f"{self.label} has {len(self.cells)} cells for {board.size} different digits"
            )


@dataclass(frozen=True)
class Sum(OnCells):
    """The digits add up to one of some totals, each times a coefficient; they may be repeated.

    Args:
        totals: the sums that are allowed.
        coefficients: for each cell what its digit is multiplied with; empty for 1 each.
    """

    totals: Numbers
    coefficients: Numbers = ()

    name: ClassVar[str] = "sum"

    @property
    def label(self) -> str:
        """``sum`` with its totals."""
        return f"{self.name} {' or '.join(map(str, self.totals))}"

    @property
    def primitives(self) -> tuple[Primitive, ...]:
        """One sum."""
        factors = self.coefficients or (1,) * len(self.cells)
        return (Linear(self.cells, factors, "=", self.totals, self.label),)

    def holds(self, grid: Grid) -> bool:
        """Return whether the sum is one of the totals."""
        total = 0
        for number, cell in enumerate(self.cells):
            total += grid[cell] * (self.coefficients[number] if self.coefficients else 1)
        return total in self.totals

    def check(self, board: Board) -> None:
        """Raise unless there is a coefficient for each cell, or none at all."""
        super().check(board)
        if self.coefficients and len(self.coefficients) != len(self.cells):
            raise RulesError(
                f"{self.label} has {len(self.coefficients)} coefficients for "
                f"{len(self.cells)} cells"
            )


@dataclass(frozen=True)
class EqualityCage(OnCells):
    """As many odd as even digits, and as many low as high ones; the middle one is neither.

    Args:
        cells: the cage.
    """

    name: ClassVar[str] = "equality"

    @property
    def primitives(self) -> tuple[Primitive, ...]:
        """Counts, where the cage is even; where it is not, one digit at most is the middle one."""
        middle2 = self.board.first + self.board.last
        low = frozenset(d for d in self.digits if 2 * d < middle2)
        high = frozenset(d for d in self.digits if 2 * d > middle2)
        odd = frozenset(d for d in self.digits if d % 2)
        half, rest = divmod(len(self.cells), 2)
        if rest:  # odd and even cannot be as many
            return (Count(self.cells, odd, ">=", len(self.cells) + 1, self.name),)
        return (
            Count(self.cells, odd, "=", half, self.name),
            _as_many(self.name, (self.cells, low), (self.cells, high)),
        )

    def holds(self, grid: Grid) -> bool:
        """Return whether the counts are equal."""
        values = self.values(grid)
        middle = (self.board.first + self.board.last) / 2
        odd = sum(value % 2 for value in values)
        low = sum(value < middle for value in values)
        high = sum(value > middle for value in values)
        return 2 * odd == len(values) and low == high


def _as_many(
    label: str,
    one: tuple[tuple[Cell, ...], frozenset[int]],
    other: tuple[tuple[Cell, ...], frozenset[int]],
) -> Or:
    """Return that as many of some cells have some digits as of others others."""
    ways = (
        tuple(Count(cells, digits, "=", number, label) for cells, digits in (one, other))
        for number in range(min(len(one[0]), len(other[0])) + 1)
    )
    return Or(tuple(And(way, label) for way in ways), label)


@dataclass(frozen=True)
class Contains(OnCells):
    """Some digits are among the cells, each at least as often as it is listed.

    Args:
        wanted: the digits, one as often as it is to be there.
    """

    wanted: Numbers

    name: ClassVar[str] = "contains"

    @property
    def label(self) -> str:
        """Its name with the digits."""
        return f"{self.name} {' '.join(map(str, self.wanted))}"

    @property
    def primitives(self) -> tuple[Primitive, ...]:
        """A count for each digit."""
        return tuple(
            Count(self.cells, frozenset({digit}), ">=", number, self.label)
            for digit, number in sorted(Counter(self.wanted).items())
        )

    def holds(self, grid: Grid) -> bool:
        """Return whether each is found often enough."""
        left = list(self.values(grid))
        for digit in self.wanted:
            if digit not in left:
                return False
            left.remove(digit)
        return True


@dataclass(frozen=True)
class Quad(Contains):
    """A circle between four cells: its digits are among them.

    Args:
        cells: the four cells.
        wanted: the digits.
    """

    name: ClassVar[str] = "quad"
    least: ClassVar[int] = 4


@dataclass(frozen=True)
class SameValues(OnCells):
    """Two lists of as many cells have the same digits, each as often.

    Args:
        cells: the first list, then the second.
    """

    name: ClassVar[str] = "same"
    least: ClassVar[int] = 2

    @property
    def primitives(self) -> tuple[Primitive, ...]:
        """For each digit: as often in one as in the other."""
        half = len(self.cells) // 2
        one, other = self.cells[:half], self.cells[half:]
        return tuple(
            _as_many(self.name, (one, frozenset({digit})), (other, frozenset({digit})))
            for digit in self.digits
        )

    def holds(self, grid: Grid) -> bool:
        """Return whether the digits are the same, in whatever order."""
        values = self.values(grid)
        half = len(values) // 2
        return sorted(values[:half]) == sorted(values[half:])

    def check(self, board: Board) -> None:
        """Raise unless the lists are of one length."""
        super().check(board)
        if len(self.cells) % 2:
            raise RulesError(f"{self.label} has {len(self.cells)} cells; expected two equal lists")


@dataclass(frozen=True)
class Distinct(OnCells):
    """There are so many different digits among the cells.

    Args:
        number: how many.
    """

    number: Number

    name: ClassVar[str] = "distinct"

    @property
    def label(self) -> str:
        """Its name with the number."""
        return f"{self.name} {self.number}"

    @property
    def primitives(self) -> tuple[Primitive, ...]:
        """An automaton that remembers which digits were met; small cages alone can have it."""
        numbers = {frozenset[int](): 0}
        steps, waiting = set(), [frozenset[int]()]
        while waiting:
            met = waiting.pop()
            for digit in self.digits:
                after = met | {digit}
                if len(after) > self.number:
                    continue
                if after not in numbers:
                    numbers[after] = len(numbers)
                    waiting.append(after)
                steps.add((numbers[met], digit, numbers[after]))
        accepting = frozenset(n for met, n in numbers.items() if len(met) == self.number)
        return (Regular(self.cells, 0, frozenset(steps), accepting, self.label),)

    def holds(self, grid: Grid) -> bool:
        """Return whether there are so many."""
        return len(set(self.values(grid))) == self.number
