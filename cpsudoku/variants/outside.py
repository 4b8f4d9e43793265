"""Clues outside of the board: what is seen of a row, a column or a diagonal.

Their cells are in the order in which the clue looks at them.

>>> from cpsudoku.rules import square
>>> Skyscraper(square(4), (0, 1, 2, 3), 3).holds((1, 3, 2, 4))
True
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import accumulate

from cpsudoku.rules import Board, Cell
from cpsudoku.rules.primitives import And, Linear, Or, Primitive, Table
from cpsudoku.variants.automata import Acceptor, from_function
from cpsudoku.variants.base import Grid, Indexing, Number, OnCells
from cpsudoku.variants.cages import between_outer, sets_of
from cpsudoku.variants.traits import (
    LaidShape,
    Mark,
    RandomLayout,
    Way,
    Ways,
    f_puzzles,
    iss,
    rows,
    sudokumaker,
    up_to,
)


@dataclass(frozen=True)
class _Clue(OnCells):
    number: Number

    shown = ("number",)
    drawn = Mark.CLUE


class LittleKiller(_Clue):
    """The digits along a diagonal add up to a number; they may be repeated."""

    notations = rows(f_puzzles("littlekillersum", "diagonal"), iss("LittleKiller", "diagonal"),
                     sudokumaker(500, "diagonal"))  # fmt: skip
    drawn = Mark.DIAGONAL
    laid = RandomLayout(LaidShape.DIAGONAL, lambda values, _: [(sum(values),)])

    @property
    def primitives(self) -> tuple[Primitive, ...]:
        return (Linear(self.cells, (1,) * len(self.cells), "=", (self.number,), self.label),)

    def holds(self, grid: Grid) -> bool:
        return sum(self.values(grid)) == self.number


class Sandwich(_Clue):
    """The digits between the lowest and the highest digit of a line add up to a number."""

    fault = _Clue.fault_of_negatives
    notations = rows(f_puzzles("sandwichsum", "clue"), iss("Sandwich", "sandwich"),
                     sudokumaker(501, "clue"))  # fmt: skip
    laid = RandomLayout(LaidShape.ROW, up_to(sum))

    @property
    def primitives(self) -> tuple[Primitive, ...]:
        """An automaton: before the first crust, the sum since it, after the second."""
        if not 0 <= self.number <= len(self.cells) * self.board.last:
            return (Or((), self.label),)
        automaton = between_outer(self.board.first, self.board.last, self.number)
        return (automaton.of(self.cells, self.label),)

    @property
    def implied(self) -> Ways:
        return Ways(self.cells, sandwiches, self.number)

    def holds(self, grid: Grid) -> bool:
        values = self.values(grid)
        crusts = [i for i, v in enumerate(values) if v in (self.board.first, self.board.last)]
        return len(crusts) == 2 and sum(values[crusts[0] + 1 : crusts[1]]) == self.number


class XSum(_Clue):
    """The first X digits of a line add up to a number; X, at least 1, is the first of them."""

    notations = rows(f_puzzles("xsum", "clue"), iss("XSum", "ends"), sudokumaker(502, "clue"))
    laid = RandomLayout(LaidShape.ROW, up_to(sum))

    @property
    def primitives(self) -> tuple[Primitive, ...]:
        """One of the numbers that X may be."""
        ways = []
        for x in self.digits:
            if 1 <= x <= len(self.cells):
                is_x = Table(self.cells[:1], frozenset({(x,)}), self.label)
                total = Linear(self.cells[:x], (1,) * x, "=", (self.number,), self.label)
                ways.append(And((is_x, total), self.label))
        return (Or(tuple(ways), self.label),)

    @property
    def implied(self) -> Ways:
        return Ways(self.cells, x_sums, self.number)

    def holds(self, grid: Grid) -> bool:
        values = self.values(grid)
        x = values[0]
        return 1 <= x <= len(values) and sum(values[:x]) == self.number


class Skyscraper(_Clue):
    """This many digits are seen: those that are greater than all before them, and than 0."""

    notations = rows(f_puzzles("skyscraper", "clue"), iss("Skyscraper", "ends"),
                     sudokumaker(503, "clue"))  # fmt: skip
    laid = RandomLayout(LaidShape.ROW, up_to(len))

    @property
    def primitives(self) -> tuple[Primitive, ...]:
        """An automaton of the highest so far and how many were seen."""
        if not 0 <= self.number <= len(self.cells):
            return (Or((), self.label),)
        return (_seen(self.board, self.number).of(self.cells, self.label),)

    def holds(self, grid: Grid) -> bool:
        return len(set(accumulate(self.values(grid), max, initial=0)) - {0}) == self.number


@lru_cache(maxsize=128)
def _seen(board: Board, number: int) -> Acceptor:
    """Return an automaton whose states are the highest digit so far, and how many were seen."""

    def step(state: tuple[int, int], digit: int) -> tuple[int, int] | None:
        highest, seen = state
        if digit <= highest:
            return state
        return (digit, seen + 1) if seen < number else None

    return from_function((0, 0), step, lambda state: state[1] == number, board)


class HiddenSkyscraper(_Clue):
    """The first digit hidden by a greater one before it is the clue's number."""

    notations = rows(iss("HiddenSkyscraper", "ends"))
    laid = RandomLayout(LaidShape.ROW, up_to(max))

    @property
    def primitives(self) -> tuple[Primitive, ...]:
        """An automaton of the highest so far, until one is hidden."""
        hidden = self.board.last + 1

        def step(highest: int, digit: int) -> int | None:
            if highest == hidden or digit >= highest:
                return max(highest, digit)
            return hidden if digit == self.number else None

        made = from_function(self.board.first, step, hidden.__eq__, self.board)
        return (made.of(self.cells, self.label),)

    def holds(self, grid: Grid) -> bool:
        values = self.values(grid)
        hidden = [v for i, v in enumerate(values) if v < max(values[: i + 1])]
        return hidden[:1] == [self.number]


class NumberedRoom(Indexing, _Clue):
    """The first digit of a line says at which place of it the clue's number is."""

    notations = rows(iss("NumberedRoom", "ends"), sudokumaker(504, "clue"))
    laid = RandomLayout(LaidShape.ROW, up_to(max))

    def indexed(self) -> list[tuple[Cell, dict[int, Cell], int]]:
        return [(self.cells[0], dict(enumerate(self.cells, start=1)), self.number)]

    @property
    def implied(self) -> Ways:
        return Ways(self.cells, numbered_rooms, self.number)

    def holds(self, grid: Grid) -> bool:
        values = self.values(grid)
        return 1 <= values[0] <= len(values) and values[values[0] - 1] == self.number


def sandwiches(first: int, size: int, number: int) -> Iterator[Way]:
    """Yield the ways of a sandwich in a house.

    The automaton of its primitives does not know that the digits of a row differ; the ways do, and
    there are few of them.

    Args:
        first: what the lowest digit is worth.
        size: how many digits there are, and cells.
        number: the sum between the crusts.

    >>> len(list(sandwiches(1, 9, 8)))
    38
    """
    if size < 2:
        return
    low, high = 1, 1 << (size - 1)
    fillings = range(first + 1, first + size - 1)
    everything = (1 << size) - 1
    for length in range(size - 1):
        for inside in sets_of(fillings, length, number):
            mask = sum(1 << (value - first) for value in inside)
            rest = everything & ~mask & ~low & ~high
            for start in range(size - 1 - length):
                for one, other in ((low, high), (high, low)):
                    after = size - 2 - length - start
                    yield [*[rest] * start, one, *[mask] * length, other, *[rest] * after]


def x_sums(first: int, size: int, number: int) -> Iterator[Way]:
    """Yield the ways of an X-sum in a house; the arguments are those of `sandwiches`."""
    values = range(first, first + size)
    everything = (1 << size) - 1
    for x in values:
        if not 1 <= x <= size:
            continue
        others = [value for value in values if value != x]
        for more in sets_of(others, x - 1, number - x):
            mask = sum(1 << (value - first) for value in more)
            one = 1 << (x - first)
            yield [one, *[mask] * (x - 1), *[everything & ~mask & ~one] * (size - x)]


def numbered_rooms(first: int, size: int, number: int) -> Iterator[Way]:
    """Yield the ways of a numbered room in a house; the arguments are those of `sandwiches`."""
    everything, digits = (1 << size) - 1, range(first, first + size)
    for place in digits if number in digits else ():
        # The first cell is at place 1 and no other.
        if not 1 <= place <= size or (place == 1) != (number == place):
            continue
        named, there = 1 << (place - first), 1 << (number - first)
        way = [everything & ~there & ~named] * size
        way[place - 1] = there
        way[0] = named
        yield way
