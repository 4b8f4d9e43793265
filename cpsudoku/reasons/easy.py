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


Places: TypeAlias = tuple[int, int]
"""Where a digit is, and the empty cells where it can be, as bit masks of cells."""


def places_of_digits(position: Position) -> list[Places]:
    """Return for each digit where it is and can be."""
    size = position.rules.size
    placed, can_be = [0] * size, [0] * size
    for cell, (digit, mask) in enumerate(zip(position.digits, position.candidates, strict=True)):
        if digit:
            placed[digit - 1] |= 1 << cell
        for one in _digits(mask):
            can_be[one - 1] |= 1 << cell
    return list(zip(placed, can_be, strict=True))


_Ordered: TypeAlias = list[tuple[int, Found]]
"""What is found, each with its place in the order of houses."""


def hidden_singles(catalogue: Catalogue, digit: Digit, places: Places) -> _Ordered:
    """Return houses where a digit has one place or none, or is there twice."""
    found: _Ordered = []
    placed, can_be = places
    for order, (cells, place, once) in enumerate(_houses(catalogue)):
        if digit in place:
            left = cells & can_be
            if not left & left - 1 and not cells & placed:
                only = ((left.bit_length() - 1, digit),) if left else ()
                found.append((2 * order, Found((place[digit],), only, (), broken=not left)))
        if (cells & placed).bit_count() > 1:
            found.append((2 * order + 1, Found((once[digit - 1],), (), (), broken=True)))
    return found


_House: TypeAlias = tuple[int, dict[Digit, int], tuple[int, ...]]
"""A house or group: its cells as a bit mask, the elements that digits have a place, by digit, and
for each digit the element that it is there only once."""


@lru_cache(maxsize=32)
def _houses(catalogue: Catalogue) -> tuple[_House, ...]:
    size = catalogue.rules.size
    return tuple(
        (sum(1 << cell for cell in source.scope), places, numbers[-size:])
        for source, places, numbers in zip(
            catalogue.sources, catalogue.places, catalogue.of_source, strict=True
        )
        if catalogue.elements[numbers[0]].kind != "clue"
    )


def intersections(catalogue: Catalogue, digit: Digit, places: Places) -> _Ordered:
    """Return houses in which all places of a digit lie in another group."""
    found: _Ordered = []
    _, wide = places
    for order, ((cells, place, _), others, once) in enumerate(_crossings(catalogue)):
        gone_from = wide & others & ~cells
        if gone_from and digit in place and wide & cells and not wide & cells & ~others:
            gone = tuple((cell, digit) for cell in bits(gone_from))
            elements = tuple(sorted((place[digit], once[digit - 1])))
            found.append((order, Found(elements, (), gone)))
    return found


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
    place = catalogue.places[source]
    if place and 2 * count > len(cells):
        return  # naked ones are what the other digits exclude as a smaller hidden one, or reversed
    yield from _naked(position, catalogue, cells, numbers[-size:], count)
    if place:
        yield from _hidden(position, catalogue, cells, place, count)


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
    position: Position, catalogue: Catalogue, cells: list[Cell], place: dict[Digit, int], count: int
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
            yield Found((*(place[digit] for digit in chosen), *singles), (), gone)
