"""Reasons of one element, of subsets in one house, and of two houses for one digit.

These are found by looking, without a solver.  In one house nothing else follows (Hall's theorem):
of n cells that have n digits between them, which are n cells with a digit and n digits only once;
or of n digits that have n places between them.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from cpsudoku.logic import Position
from cpsudoku.reasons.elements import Catalogue, ReasonElement
from cpsudoku.reasons.steps import Found
from cpsudoku.rules import AllDifferent, Cell, Digit, digits_of_mask


def naked_singles(position: Position, catalogue: Catalogue) -> Iterator[Found]:
    """Yield cells with one candidate, or none."""
    for cell, mask in enumerate(position.candidates):
        if position.digits[cell] or mask & mask - 1:
            continue
        placed = ((cell, mask.bit_length()),) if mask else ()
        yield Found((catalogue.filled(cell),), placed, (), broken=not mask)


def hidden_singles(position: Position, catalogue: Catalogue) -> Iterator[Found]:
    """Yield digits with one place in a house, or none, and such as are there twice."""
    for numbers in catalogue.of_source:
        for number in numbers:
            element = catalogue.elements[number]
            if element.kind == "place":
                places = _places(position, element.scope, element.digit)
                if places is not None and len(places) < 2:
                    placed = tuple((cell, element.digit) for cell in places)
                    yield Found((number,), placed, (), broken=not places)
            elif element.kind == "once" and _times(position, element) > 1:
                yield Found((number,), (), (), broken=True)


def _times(position: Position, element: ReasonElement) -> int:
    return sum(position.digits[cell] == element.digit for cell in element.scope)


def _places(position: Position, cells: tuple[Cell, ...], digit: Digit) -> tuple[Cell, ...] | None:
    """Return where a digit may go, None where it is placed."""
    if any(position.digits[cell] == digit for cell in cells):
        return None
    return tuple(cell for cell in cells if position.has(cell, digit))


def intersections(position: Position, catalogue: Catalogue) -> Iterator[Found]:
    """Yield digits whose places in one house are all in another group."""
    size = catalogue.rules.size
    groups = [
        (set(source.scope), numbers)
        for source, numbers in zip(catalogue.sources, catalogue.of_source, strict=True)
        if isinstance(source, AllDifferent) and catalogue.elements[numbers[0]].kind != "clue"
    ]
    for cells, numbers in groups:
        if len(numbers) < 2 * size:
            continue
        for digit in range(1, size + 1):
            places = _places(position, tuple(cells), digit)
            if places is None:
                continue
            for others, of_other in groups:
                if others is cells or not others.issuperset(places):
                    continue
                gone = tuple((c, digit) for c in others - cells if position.has(c, digit))
                if gone:
                    once = of_other[digit - 1 - size]  # the last elements, whatever comes before
                    yield Found(tuple(sorted((numbers[digit - 1], once))), (), gone)


def subsets(position: Position, catalogue: Catalogue, count: int) -> Iterator[Found]:
    """Yield what n cells with n digits, or n digits with n places, exclude in one house."""
    size = catalogue.rules.size
    for source, numbers in zip(catalogue.sources, catalogue.of_source, strict=True):
        if catalogue.elements[numbers[0]].kind == "clue":
            continue
        cells = [cell for cell in source.scope if not position.digits[cell]]
        once = numbers[-size:]
        yield from _naked(position, catalogue, cells, once, count)
        if len(numbers) == 2 * size:
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
        digits = digits_of_mask(mask)
        gone = tuple(
            (cell, digit)
            for cell in cells
            if cell not in chosen
            for digit in digits_of_mask(position.candidates[cell] & mask)
        )
        if gone:
            elements = [catalogue.filled(cell) for cell in chosen]
            yield Found((*(once[digit - 1] for digit in digits), *elements), (), gone)


def _hidden(
    position: Position, catalogue: Catalogue, cells: list[Cell], place: tuple[int, ...], count: int
) -> Iterator[Found]:
    where: dict[Digit, int] = {}
    for number, cell in enumerate(cells):
        for digit in digits_of_mask(position.candidates[cell]):
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
            (cell, digit)
            for cell in inside
            for digit in digits_of_mask(position.candidates[cell] & ~mask)
        )
        if gone:
            singles = [catalogue.single(cell) for cell in inside]
            yield Found((*(place[digit - 1] for digit in chosen), *singles), (), gone)
