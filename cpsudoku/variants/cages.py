"""Cages: sums over some cells.

>>> from cpsudoku.rules import square
>>> cage = Killer(square(4), (0, 1), 5)
>>> cage.label, cage.holds((1, 4, 2, 3)), cage.holds((1, 2, 2, 3))
('killer 5', True, False)
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations, islice
from math import isqrt, prod
from operator import mul

from cpsudoku.errors import RulesError
from cpsudoku.ground.randomness import Randomness
from cpsudoku.rules import AllDifferent, Cell
from cpsudoku.rules.primitives import Count, Linear, Or, Primitive
from cpsudoku.variants.automata import Acceptor, from_function
from cpsudoku.variants.base import (
    CellLists,
    Grid,
    Numbers,
    OfTotal,
    OnCells,
    OptionalNumber,
    Variant,
    coefficients_of,
    each,
    weighed,
)
from cpsudoku.variants.traits import (
    LaidShape,
    Mark,
    RandomLayout,
    f_puzzles,
    iss,
    lisudoku,
    rows,
    sudokumaker,
    up_to,
)

MOST_SETS = 20_000  # more sets of digits with one sum are refused


@dataclass(frozen=True)
class Killer(OnCells):
    """The digits of a cage are different, and add up to the total in its corner, if it has one."""

    total: OptionalNumber = None

    shown = ("total",)
    notations = rows(f_puzzles("killercage", "cage"), iss("Cage", "cage"),
                     lisudoku("killerCages", "cage"), sudokumaker(301, "cage"))  # fmt: skip
    drawn = Mark.CAGE
    laid = RandomLayout(LaidShape.CAGE, lambda values, _: [(sum(values),)])

    @property
    def primitives(self) -> tuple[Primitive, ...]:
        group = AllDifferent(self.cells, self.label)
        if self.total is None:
            return (group,)
        return group, Linear(self.cells, (1,) * len(self.cells), "=", (self.total,), self.label)

    def holds(self, grid: Grid) -> bool:
        values = self.values(grid)
        return len(set(values)) == len(values) and self.total in (None, sum(values))

    def fault(self) -> str:
        count, size = len(self.cells), self.board.size
        return f"{self.label} has {count} cells for {size} different digits" if count > size else ""


@dataclass(frozen=True)
class Sum(OnCells):
    """The digits add up to one of some totals, each times a coefficient; they may be repeated.

    Args:
        coefficients: for each cell what its digit is multiplied with; empty for 1 each.
    """

    totals: Numbers
    coefficients: Numbers = ()

    shown = ("totals",)
    joint = " or "
    notations = rows(iss("Sum", "sum"))
    laid = RandomLayout(LaidShape.SUM, lambda values, _: [((sum(values),),)])

    @property
    def primitives(self) -> tuple[Primitive, ...]:
        factors = self.coefficients or (1,) * len(self.cells)
        return (Linear(self.cells, factors, "=", self.totals, self.label),)

    def holds(self, grid: Grid) -> bool:
        values = self.values(grid)
        return sum(map(mul, values, self.coefficients or (1,) * len(values))) in self.totals

    def fault(self) -> str:
        count = len(self.coefficients)
        if count not in (0, len(self.cells)):
            return f"{self.label} has {count} coefficients for {len(self.cells)} cells"
        has_zero = 0 in self.coefficients
        return f"{self.label} has a coefficient 0; leave the cell out" if has_zero else ""


class EqualityCage(OnCells):
    """As many odd as even digits, and as many low as high ones; the middle one is neither."""

    name = "equality"
    notations = rows(iss("EqualityCage", "different"))
    laid = RandomLayout(LaidShape.CAGE)

    @property
    def primitives(self) -> tuple[Primitive, ...]:
        """An automaton that counts the odd digits, and how many more are high than low."""
        middle2 = self.board.first + self.board.last
        half = len(self.cells) / 2

        def step(state: tuple[int, int], digit: int) -> tuple[int, int] | None:
            odd, higher = state
            odd += digit % 2
            higher += (2 * digit > middle2) - (2 * digit < middle2)
            return (odd, higher) if odd <= half and abs(higher) <= half else None

        counting = from_function((0, 0), step, (half, 0).__eq__, self.board)
        return (counting.of(self.cells, self.name),)

    def holds(self, grid: Grid) -> bool:
        values = self.values(grid)
        middle = (self.board.first + self.board.last) / 2
        odd = sum(value % 2 for value in values)
        low = sum(value < middle for value in values)
        high = sum(value > middle for value in values)
        return 2 * odd == len(values) and low == high


def _some_totals(values: list[int], chance: Randomness) -> Iterator[tuple[int]]:
    """Yield some numbers at random, of which most hold."""
    for _ in range(8):
        yield (2 + chance.below(max(1, sum(values) - 2)),)


def sets_of(values: Iterable[int], length: int, total: int) -> Iterator[tuple[int, ...]]:
    """Yield the sets of this many of some ascending values that add up to a total."""
    rest = list(values)
    if length == 0:
        if total == 0:
            yield ()
        return
    for place, value in enumerate(rest[: len(rest) - length + 1]):
        after = rest[place + 1 :]
        least, most = sum(after[: length - 1]), sum(after[len(after) - length + 1 :])
        if least <= total - value <= most:
            for more in sets_of(after, length - 1, total - value):
                yield (value, *more)


class Rellik(OfTotal):
    """The digits of a cage are different, and no one or more of them add up to a number."""

    notations = rows(iss("RellikCage", "number"))
    laid = RandomLayout(LaidShape.CAGE, _some_totals)

    @property
    def primitives(self) -> tuple[Primitive, ...]:
        """A group; and of each set of digits with that sum, one is missing."""
        cells, label = self.cells, self.label
        missing = {d: Count(cells, frozenset({d}), "=", 0, label) for d in self.digits}
        lengths = range(1, len(cells) + 1)
        every = (one for length in lengths for one in sets_of(self.digits, length, self.total))
        sets = sorted(islice(every, MOST_SETS + 1))
        if len(sets) > MOST_SETS:
            raise RulesError(f"{self.label}: more than {MOST_SETS} sets of digits have that sum")
        ways = (Or(tuple(missing[digit] for digit in some), label) for some in sets)
        return AllDifferent(cells, label), *ways

    def holds(self, grid: Grid) -> bool:
        values = self.values(grid)
        sums: set[int] = set()
        for value in values:
            sums |= {value} | {total + value for total in sums}
        return len(set(values)) == len(values) and self.total not in sums


@lru_cache(maxsize=512)
def between_outer(low: int, high: int, sum_between: int) -> Acceptor:
    """Return an automaton: digits between the outer two have a sum."""
    before, after, first_sum = 0, 1, 2
    steps = {(first_sum + sum_between, outer, after) for outer in (low, high)}
    steps |= {(before, outer, first_sum) for outer in (low, high)}
    for digit in range(low + 1, high):
        steps |= {(before, digit, before), (after, digit, after)}
        sums = range(first_sum, first_sum + sum_between - digit + 1)
        steps |= {(total, digit, total + digit) for total in sums}
    return Acceptor(frozenset(steps), frozenset({after}), before)


class Lunchbox(OfTotal):
    """The digits are different, and those between the lowest and the highest have a sum."""

    least = 2
    fault = OfTotal.fault_of_negatives
    notations = rows(iss("Lunchbox", "number"))
    laid = RandomLayout(LaidShape.CAGE, up_to(sum))

    @property
    def primitives(self) -> tuple[Primitive, ...]:
        """A group, and an automaton for each pair of digits that may be the outer ones."""
        ways = (
            between_outer(low, high, self.total).of(self.cells, self.label)
            for low in self.digits
            for high in range(low + len(self.cells) - 1, self.digits[-1] + 1)
            if 0 <= self.total <= len(self.cells) * high
        )
        return AllDifferent(self.cells, self.label), Or(tuple(ways), self.label)

    def holds(self, grid: Grid) -> bool:
        values = self.values(grid)
        one, other = sorted((values.index(min(values)), values.index(max(values))))
        return len(set(values)) == len(values) and sum(values[one + 1 : other]) == self.total


class Product(OfTotal):
    """The digits multiply to a number; they may be repeated."""

    without_groups = True
    laid = RandomLayout(LaidShape.SUM, lambda values, _: [(prod(values),)])

    @property
    def primitives(self) -> tuple[Primitive, ...]:
        """An automaton that multiplies; the product so far divides the number, or is 1 or 0."""

        def step(product: int, digit: int) -> int | None:
            if self.total == 0:
                return product if digit else 0
            after = product * digit
            return after if after and self.total % after == 0 else None

        multiplying = from_function(1, step, self.total.__eq__, self.board, label=self.label)
        return (multiplying.of(self.cells, self.label),)

    def holds(self, grid: Grid) -> bool:
        return prod(self.values(grid)) == self.total


class Mean(OfTotal):
    """The digits have this average; they may be repeated."""

    without_groups = True
    laid = RandomLayout(LaidShape.SUM, lambda values, _: [(sum(values) // len(values),)])

    @property
    def primitives(self) -> tuple[Primitive, ...]:
        return weighed(each(self.cells), (self.total * len(self.cells),), self.label)

    def holds(self, grid: Grid) -> bool:
        values = self.values(grid)
        return sum(values) / len(values) == self.total


class PrimeSum(OnCells):
    """The digits add up to a prime number; they may be repeated."""

    without_groups = True
    laid = RandomLayout(LaidShape.SUM)

    @property
    def primitives(self) -> tuple[Primitive, ...]:
        most = len(self.cells) * self.board.last
        primes = (n for n in range(2, most + 1) if all(n % d for d in range(2, isqrt(n) + 1)))
        return weighed(each(self.cells), tuple(primes), self.label)

    def holds(self, grid: Grid) -> bool:
        total = sum(self.values(grid))
        return [d for d in range(1, total + 1) if total % d == 0] == [1, total]


class SquareSum(OnCells):
    """The digits add up to the square of a whole number; they may be repeated."""

    without_groups = True
    laid = RandomLayout(LaidShape.SUM)

    @property
    def primitives(self) -> tuple[Primitive, ...]:
        most = isqrt(max(0, len(self.cells) * self.board.last))
        squares = tuple(root * root for root in range(most + 1))
        return weighed(each(self.cells), squares, self.label)

    def holds(self, grid: Grid) -> bool:
        total = sum(self.values(grid))
        return total >= 0 and isqrt(total) ** 2 == total


@dataclass(frozen=True)
class EqualCages(Variant):
    """Cages of different digits that have the same total, or one total for each letter.

    Args:
        letters: for each cage a number that stands for its total, 1 for A and so on; cages with
            different numbers have different totals.  Empty for one total of all.
    """

    parts: CellLists
    letters: Numbers = ()

    drawn = Mark.CAGES

    @property
    def names(self) -> tuple[int, ...]:
        """For each cage the number of its letter."""
        return self.letters or (1,) * len(self.parts)

    @property
    def primitives(self) -> tuple[Primitive, ...]:
        """Different digits; a cage has the sum of the first of its letter, and no other's."""
        found: list[Primitive] = [AllDifferent(part, self.name) for part in self.parts]
        firsts: dict[int, tuple[Cell, ...]] = {}
        for name, part in zip(self.names, self.parts, strict=True):
            if (first := firsts.setdefault(name, part)) is not part:
                found += weighed([*each(first), *each(part, -1)], (0,), self.name)
        for one, other in combinations(firsts.values(), 2):
            used = coefficients_of([*each(one), *each(other, -1)])
            unequal = Linear(tuple(used), tuple(used.values()), "!=", (0,), self.name)
            found.append(unequal if used else Or((), self.name))
        return tuple(found)

    def holds(self, grid: Grid) -> bool:
        totals: dict[int, set[int]] = {}
        for name, part in zip(self.names, self.parts, strict=True):
            digits = [grid[cell] for cell in part]
            if len(set(digits)) < len(digits):
                return False
            totals.setdefault(name, set()).add(sum(digits))
        every = [total for some in totals.values() for total in some]
        return len(set(every)) == len(every) == len(totals)

    def fault(self) -> str:
        if any(len(set(part)) < len(part) for part in self.parts):
            return f"{self.name} has a cell twice in a cage"
        if len(self.names) != len(self.parts):
            return f"{self.name} has {len(self.letters)} letters for {len(self.parts)} cages"
        most, size = max(map(len, self.parts)), self.board.size
        return f"{self.name} has {most} cells for {size} different digits" if most > size else ""
