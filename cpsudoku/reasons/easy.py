"""Reasons of one element, of subsets in one house, and of two houses for one digit.

These are found by looking, without a solver.  By Hall's theorem nothing else follows in one house
than what n cells with only n digits between them exclude (each cell has a digit, each digit is
there once), and what n digits with only n places between them exclude.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations
from typing import TypeAlias

from cpsudoku.logic import Position
from cpsudoku.reasons.elements import Catalogue
from cpsudoku.reasons.knowledge import bits
from cpsudoku.reasons.steps import Found
from cpsudoku.rules import Cell, Digit, digits_of_mask

_digits = lru_cache(maxsize=1 << 16)(digits_of_mask)


def naked_singles(position: Position, catalogue: Catalogue) -> Iterator[Found]:
    """Yield cells with one candidate or none."""
    for cell, mask in enumerate(position.candidates):
        if position.digits[cell] or mask & mask - 1:
            continue
        placed = ((cell, mask.bit_length()),) if mask else ()
        yield Found((catalogue.filled(cell),), placed, (), broken=not mask)


class DigitPlaces:
    """Where each digit is, and where it can go, as bit masks of cells.

    Attributes:
        placed: for each digit, from 0, the cells that have it.
        open: for each digit, from 0, the empty cells that can have it.
    """

    def __init__(self, position: Position) -> None:
        size = position.rules.size
        self.placed, self.open = [0] * size, [0] * size
        for cell, (digit, mask) in enumerate(
            zip(position.digits, position.candidates, strict=True)
        ):
            if digit:
                self.placed[digit - 1] |= 1 << cell
            else:
                for one in _digits(mask):
                    self.open[one - 1] |= 1 << cell

    def choices(self, cells: int, digit: Digit) -> tuple[tuple[Cell, Digit], ...]:
        """Return a digit as a candidate of each cell where it can go."""
        return tuple((cell, digit) for cell in bits(cells & self.open[digit - 1]))


def hidden_singles(places: DigitPlaces, catalogue: Catalogue) -> Iterator[Found]:
    """Yield digits that have one place or none in a house, or are there twice."""
    for cells, place, once in _houses(catalogue):
        for digit, number in enumerate(place):
            left = cells & places.open[digit]
            if not left & left - 1 and not cells & places.placed[digit]:
                yield Found((number,), places.choices(left, digit + 1), (), broken=not left)
        for digit, number in enumerate(once):
            if (cells & places.placed[digit]).bit_count() > 1:
                yield Found((number,), (), (), broken=True)


_House: TypeAlias = tuple[int, tuple[int, ...], tuple[int, ...]]
"""A house or group: its cells as a bit mask, and for each digit the element that it is there only
once and, in a house, the element that it has a place."""


@lru_cache(maxsize=32)
def _houses(catalogue: Catalogue) -> tuple[_House, ...]:
    size = catalogue.rules.size
    return tuple(
        (sum(1 << cell for cell in source.scope), numbers[:-size], numbers[-size:])
        for source, numbers in zip(catalogue.sources, catalogue.of_source, strict=True)
        if catalogue.elements[numbers[0]].kind != "clue"
    )


def intersections(places: DigitPlaces, catalogue: Catalogue) -> Iterator[Found]:
    """Yield digits whose places in one house all lie in another group."""
    for (cells, place, _), others, once in _crossings(catalogue):
        for digit, number in enumerate(place):
            wide = places.open[digit]
            if not wide & cells & ~others and wide & others & ~cells and wide & cells:
                gone = places.choices(others & ~cells, digit + 1)
                yield Found(tuple(sorted((number, once[digit]))), (), gone)


@lru_cache(maxsize=32)
def _crossings(catalogue: Catalogue) -> tuple[tuple[_House, int, tuple[int, ...]], ...]:
    """Return houses, each with the cells of a group that shares some with it, and its elements."""
    every = _houses(catalogue)
    return tuple(
        (house, others, once)
        for house in every
        for others, _, once in every
        if others != house[0] and (others & house[0]).bit_count() > 1
    )


def subsets(position: Position, catalogue: Catalogue, source: int, count: int) -> Iterator[Found]:
    """Yield what n cells with n digits, or n digits with n places, rule out in one house."""
    size, numbers = catalogue.rules.size, catalogue.of_source[source]
    cells = [cell for cell in catalogue.sources[source].scope if not position.digits[cell]]
    is_house = len(numbers) == 2 * size
    if is_house and 2 * count > len(cells):
        return  # naked ones are what the other digits exclude as a smaller hidden one, or reversed
    yield from _naked(position, catalogue, cells, numbers[-size:], count)
    if is_house:
        yield from _hidden(position, catalogue, cells, numbers[:size], count)


def _naked(
    position: Position, catalogue: Catalogue, cells: list[Cell], once: tuple[int, ...], count: int
) -> Iterator[Found]:
    small = [cell for cell in cells if position.candidates[cell].bit_count() <= count]
    for chosen in combinations(small, count):
        mask = 0
        for cell in chosen:
            mask |= position.candidates[cell]
        if mask.bit_count() != count:
            continue
        digits = _digits(mask)
        gone = tuple(
            (cell, digit)
            for cell in cells
            if cell not in chosen
            for digit in _digits(position.candidates[cell] & mask)
        )
        if gone:
            elements = [catalogue.filled(cell) for cell in chosen]
            yield Found((*(once[digit - 1] for digit in digits), *elements), (), gone)


def _hidden(
    position: Position, catalogue: Catalogue, cells: list[Cell], place: tuple[int, ...], count: int
) -> Iterator[Found]:
    where: dict[Digit, int] = {}
    for number, cell in enumerate(cells):
        for digit in _digits(position.candidates[cell]):
            where[digit] = where.get(digit, 0) | 1 << number
    small = sorted(digit for digit, places in where.items() if places.bit_count() <= count)
    for chosen in combinations(small, count):
        places = mask = 0
        for digit in chosen:
            places |= where[digit]
            mask |= 1 << digit - 1
        if places.bit_count() != count:
            continue
        inside = [cell for number, cell in enumerate(cells) if places >> number & 1]
        gone = tuple(
            (cell, digit) for cell in inside for digit in _digits(position.candidates[cell] & ~mask)
        )
        if gone:
            singles = [catalogue.single(cell) for cell in inside]
            yield Found((*(place[digit - 1] for digit in chosen), *singles), (), gone)
