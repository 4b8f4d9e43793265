"""Clues on a row or column that is a house, as the ways in which it can be filled.

A sandwich says where the crusts may be and which digits lie between them.  Its primitive, an
automaton, does not know that the digits of a row are different; the ways do, and there are few.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import islice
from typing import TYPE_CHECKING

from cpsudoku.rules import AllDifferent, Rules
from cpsudoku.variants.outside import NumberedRoom, Sandwich, XSum

if TYPE_CHECKING:
    from cpsudoku import _native

MOST_WAYS = 1024
"""A clue with more ways is left to its primitives."""

Clue = Sandwich | XSum | NumberedRoom
Way = list[int]
"""For each cell a mask of digits, bit 0 for the lowest."""


def arranged(rules: Rules) -> tuple[list[Clue], list[_native.FdFormula]]:
    """Return the clues that are told as ways, and a formula for each.

    >>> from cpsudoku.rules import boxes
    >>> arranged(boxes(2, 2))
    ([], [])
    """
    clues = [c for c in rules.constraints if isinstance(c, Clue)]
    if not clues:
        return [], []
    from cpsudoku import _native

    houses = {
        frozenset(c.cells)
        for c in rules.constraints
        if type(c) is AllDifferent and len(c.cells) == rules.size
    }
    told: list[Clue] = []
    found = []
    for clue in clues:
        ways = _ways_of(type(clue), rules.board.first, rules.size, clue.number)
        if frozenset(clue.cells) in houses and len(ways) <= MOST_WAYS:
            told.append(clue)
            found.append(_native.FdFormula.arrangements(list(clue.cells), ways))
    return told, found


@lru_cache(maxsize=256)
def _ways_of(kind: type[Clue], first: int, size: int, number: int) -> list[Way]:
    makers = {Sandwich: sandwiches, XSum: x_sums, NumberedRoom: numbered_rooms}
    return list(islice(makers[kind](first, size, number), MOST_WAYS + 1))


def sandwiches(first: int, size: int, number: int) -> Iterator[Way]:
    """Yield the ways of a sandwich in a house.

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
        for inside in _sets(fillings, length, number):
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
        for more in _sets(others, x - 1, number - x):
            mask = sum(1 << (value - first) for value in more)
            one = 1 << (x - first)
            yield [one, *[mask] * (x - 1), *[everything & ~mask & ~one] * (size - x)]


def numbered_rooms(first: int, size: int, number: int) -> Iterator[Way]:
    """Yield the ways of a numbered room in a house; the arguments are those of `sandwiches`."""
    everything = (1 << size) - 1
    is_digit = first <= number < first + size
    for place in range(1, size + 1):
        if not is_digit or not first <= place < first + size:
            continue
        if (place == 1) != (number == place):  # the first cell is at place 1 and no other
            continue
        named, there = 1 << (place - first), 1 << (number - first)
        way = [everything & ~there & ~named] * size
        way[place - 1] = there
        way[0] = named
        yield way


def _sets(values: Iterable[int], length: int, total: int) -> Iterator[tuple[int, ...]]:
    """Yield the sets of so many of some ascending values that add up to a total."""
    rest = list(values)
    if length == 0:
        if total == 0:
            yield ()
        return
    for place, value in enumerate(rest[: len(rest) - length + 1]):
        after = rest[place + 1 :]
        least, most = sum(after[: length - 1]), sum(after[len(after) - length + 1 :])
        if least <= total - value <= most:
            for more in _sets(after, length - 1, total - value):
                yield (value, *more)
