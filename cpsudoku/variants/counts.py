"""Counts: which digits are among some cells, and how often.

>>> from cpsudoku.rules import square
>>> ContainsExactly(square(4), (0, 1, 2), (2, 2)).holds((2, 4, 2))
True
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import cache, lru_cache
from math import comb
from typing import ClassVar, TypeAlias

from cpsudoku.ground.randomness import Randomness
from cpsudoku.rules import Board
from cpsudoku.rules.primitives import And, Count, Or, Primitive, Relation
from cpsudoku.variants.automata import Acceptor, from_function
from cpsudoku.variants.base import Grid, Number, Numbers, OnCells
from cpsudoku.variants.traits import (
    LaidShape,
    Mark,
    OfRegions,
    RandomLayout,
    SameDigits,
    f_puzzles,
    iss,
    rows,
    sudokumaker,
)

MOST_SETS = 65_536  # more sets of digits to be distinguished are refused; 16 digits have this many


@dataclass(frozen=True)
class Contains(OnCells):
    """Some digits are among the cells, each at least as often as it is listed.

    Args:
        wanted: the digits, one as often as it is to be there.
    """

    wanted: Numbers

    relation: ClassVar[Relation] = ">="

    shown = ("wanted",)
    notations = rows(iss("ContainAtLeast", "set"))

    @property
    def primitives(self) -> tuple[Primitive, ...]:
        cells, relation, label = self.cells, self.relation, self.label
        wanted = sorted(Counter(self.wanted).items())
        return tuple(Count(cells, frozenset({d}), relation, n, label) for d, n in wanted)

    def holds(self, grid: Grid) -> bool:
        return Counter(self.wanted) <= Counter(self.values(grid))


def _some_digits(values: list[int], chance: Randomness) -> list[tuple[tuple[int, ...]]]:
    some = list(values)
    chance.shuffle(some)
    return [(tuple(sorted(some[: 1 + chance.below(4)])),)]


class Quad(Contains):
    """A circle between four cells: its digits are among them."""

    least = 4
    notations = rows(f_puzzles("quadruple", "quad"), iss("Quad", "quad"), sudokumaker(303, "quad"))
    drawn = Mark.QUAD
    laid = RandomLayout(LaidShape.SQUARE, _some_digits)


class ContainsExactly(Contains):
    """Some digits are among the cells, each just as often as it is listed; others are free."""

    name = "exactly"
    relation = "="
    notations = rows(iss("ContainExact", "set"))

    def holds(self, grid: Grid) -> bool:
        values = self.values(grid)
        return all(values.count(digit) == self.wanted.count(digit) for digit in self.wanted)


@dataclass(frozen=True)
class LookAndSay(OnCells):
    """How often digits are among the cells, written as ``23`` for two threes; others are free.

    Args:
        said: a number and a digit, again and again.
    """

    said: Numbers

    shown = ("said",)
    notations = rows(iss("LookAndSay", "digits"), sudokumaker(304, "look"))

    @property
    def primitives(self) -> tuple[Primitive, ...]:
        pairs = zip(self.said[::2], self.said[1::2], strict=False)
        return tuple(Count(self.cells, frozenset({d}), "=", n, self.label) for n, d in pairs)

    def holds(self, grid: Grid) -> bool:
        values = self.values(grid)
        places = range(0, len(self.said), 2)
        return all(values.count(self.said[i + 1]) == self.said[i] for i in places)

    def fault(self) -> str:
        if not self.said:
            return f"{self.label} says nothing; expected a number and a digit, once or more"
        return f"{self.label} ends with a number of no digit" if len(self.said) % 2 else ""


class SameValues(OnCells):
    """Two lists of as many cells have the same digits, each as often.

    Args:
        cells: the first list, then the second.
    """

    name = "same"
    notations = rows(iss("SameValues", "same", "2"))
    without_groups = True
    least = 2

    @property
    def primitives(self) -> tuple[Primitive, ...]:
        """For each digit: as often in one as in the other."""
        found, label = [], self.name
        for digits in (frozenset({digit}) for digit in self.digits):
            ways = (
                tuple(Count(half, digits, "=", number, label) for half in self.halves())
                for number in range(len(self.cells) // 2 + 1)
            )
            found.append(Or(tuple(And(way, label) for way in ways), label))
        return tuple(found)

    def holds(self, grid: Grid) -> bool:
        values = self.values(grid)
        half = len(values) // 2
        return sorted(values[:half]) == sorted(values[half:])

    @property
    def implied(self) -> SameDigits:
        return SameDigits(*self.halves())

    def fault(self) -> str:
        count = len(self.cells)
        return f"{self.label} needs two equal lists; it has {count} cells" if count % 2 else ""


@dataclass(frozen=True)
class Distinct(OnCells):
    """There are this many different digits among the cells."""

    number: Number

    shown = ("number",)

    @property
    def primitives(self) -> tuple[Primitive, ...]:
        """An automaton that remembers which digits were met; only small cages can have it."""
        if self.number > min(len(self.cells), self.board.size):
            return (Or((), self.label),)
        return (_meeting(self.digits, self.number).of(self.cells, self.label),)

    def holds(self, grid: Grid) -> bool:
        return len(set(self.values(grid))) == self.number

    def fault(self) -> str:
        size = self.board.size
        most = min(self.number, len(self.cells), size)
        is_big = sum(comb(size, met) for met in range(most + 1)) > MOST_SETS
        return f"{self.label} of {size} digits; expected fewer of either" if is_big else ""


@lru_cache(maxsize=64)
def _meeting(digits: range, number: int) -> Acceptor:
    """Return an automaton that counts different digits."""
    numbers = {0: 0}
    steps, waiting = [], [0]
    while waiting:
        met = waiting.pop()
        for place, digit in enumerate(digits):
            after = met | 1 << place
            if after.bit_count() > number:
                continue
            if after not in numbers:
                numbers[after] = len(numbers)
                waiting.append(after)
            steps.append((numbers[met], digit, numbers[after]))
    accepting = frozenset(n for met, n in numbers.items() if met.bit_count() == number)
    return Acceptor(frozenset(steps), accepting)


_Met: TypeAlias = tuple[int, int]
"""How many different digits there are to be, and a mask of those that were met."""


@cache
def _counting(board: Board, most: int) -> Acceptor:
    """Return an automaton for a count and this many cells at most after it."""

    def step(state: _Met | None, digit: int) -> _Met | None:
        if state is None:
            return (digit, 0) if 1 <= digit <= most else None
        number, met = state[0], state[1] | 1 << digit - board.first
        return (number, met) if met.bit_count() <= number else None

    return from_function(None, step, lambda s: s is not None and s[1].bit_count() == s[0], board)


class CountedDistinct(OnCells):
    """The first cell says how many different digits are in the others."""

    name = "countdistinct"
    notations = rows(iss("CountDistinct"))
    least = 2
    without_groups = True

    @property
    def primitives(self) -> tuple[Primitive, ...]:
        """An automaton that remembers the number and which digits were met."""
        return (_counting(self.board, len(self.cells) - 1).of(self.cells, self.name),)

    def holds(self, grid: Grid) -> bool:
        first, *others = self.values(grid)
        return len(set(others)) == first

    @property
    def implied(self) -> OfRegions:
        return OfRegions("distinct", self.cells[0], (self.cells[1:],))
