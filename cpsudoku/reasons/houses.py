"""Conclusions from houses, and from houses with clues about two cells, found without a solver."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache, reduce
from itertools import combinations, product
from operator import and_, or_
from typing import NamedTuple, TypeAlias

from cpsudoku.logic import Position
from cpsudoku.reasons.elements import Catalogue
from cpsudoku.reasons.knowledge import bits
from cpsudoku.reasons.steps import Consequence
from cpsudoku.rules import AllDifferent, Board, Cell, Digit, Rules, digits_of_mask
from cpsudoku.rules.primitives import And, Primitive

_digits = lru_cache(maxsize=1 << 16)(digits_of_mask)


def naked_singles(position: Position, catalogue: Catalogue) -> Iterator[Consequence]:
    """Yield cells with one candidate or none."""
    for cell, mask in enumerate(position.candidates):
        if position.digits[cell] or mask & mask - 1:
            continue
        placed = ((cell, mask.bit_length()),) if mask else ()
        yield Consequence((catalogue.filled(cell),), placed, (), broken=not mask)


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


_Ordered: TypeAlias = list[tuple[int, Consequence]]
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
                found.append((2 * order, Consequence((place[digit],), only, (), broken=not left)))
        if (cells & placed).bit_count() > 1:
            found.append((2 * order + 1, Consequence((once[digit - 1],), (), (), broken=True)))
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
            found.append((order, Consequence(elements, (), gone)))
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


def subsets(
    position: Position, catalogue: Catalogue, source: int, count: int
) -> Iterator[Consequence]:
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
) -> Iterator[Consequence]:
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
            yield Consequence((*(once[digit - 1] for digit in digits), *elements), (), gone)


def _hidden(
    position: Position, catalogue: Catalogue, cells: list[Cell], place: dict[Digit, int], count: int
) -> Iterator[Consequence]:
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
            yield Consequence((*(place[digit] for digit in chosen), *singles), (), gone)


_MOST = 5
"""Houses and clues by which one is excluded, beside the house of the places."""


class _Choice(NamedTuple):
    """Candidates of which one is true: by an element of a house, or because they are of one cell.

    That a cell has just one digit is part of a clue by which some of its candidates exclude.
    """

    elements: tuple[int, ...]
    candidates: tuple[int, ...]


class Exclusions:
    """The candidates that each candidate excludes by each single house or clue, as bit masks.

    Of a clue this is what it says of two cells at a time.

    Attributes:
        has_clues: whether some clue says anything of this kind; only houses are looked at
            otherwise.
    """

    def __init__(self, catalogue: Catalogue) -> None:
        self._catalogue, self._size = catalogue, catalogue.rules.size
        # For each candidate the sources by which it excludes any, a bit each, and what.
        self._by: list[list[tuple[int, int]]] = [
            [] for _ in range(catalogue.rules.cell_count * self._size)
        ]
        self.has_clues = False
        for source, groups in enumerate(catalogue.groups):
            is_clue = catalogue.is_clue(source)
            by = _by_clue(catalogue, source) if is_clue else _by_groups(groups, self._size)
            self.has_clues |= is_clue and bool(by)
            for candidate, others in by.items():
                self._by[candidate].append((1 << source, others))
        self._all = [
            reduce(or_, (others for _, others in own), self._of_cell(one))
            for one, own in enumerate(self._by)
        ]

    def found(self, position: Position, allowed: int) -> list[Consequence]:
        """Return what is excluded by a few of the allowed sources, a bit mask, with all of these.

        What the same elements exclude comes together.
        """
        size = self._size
        present = sum(mask << cell * size for cell, mask in enumerate(position.candidates))
        said: defaultdict[tuple[int, ...], list[int]] = defaultdict(list)
        for choice in self._choices(position, allowed):
            common = reduce(and_, (self._all[one] for one in choice.candidates)) & present
            for gone in bits(common):
                if elements := self._elements(choice, gone, allowed):
                    said[elements].append(gone)
        return [
            Consequence(elements, (), tuple((one // size, one % size + 1) for one in gone))
            for elements, gone in said.items()
        ]

    def _choices(self, position: Position, allowed: int) -> Iterator[_Choice]:
        catalogue, size = self._catalogue, self._size
        for house in catalogue.houses():
            if not allowed >> house & 1:
                continue
            cells = catalogue.sources[house].scope
            for digit, element in catalogue.places[house].items():
                places = [cell * size + digit - 1 for cell in cells if position.has(cell, digit)]
                if len(places) > 1:
                    yield _Choice((element,), tuple(places))
        for cell, mask in enumerate(position.candidates):
            if mask & mask - 1:
                own = tuple(cell * size + number for number in bits(mask))
                yield _Choice((), own)

    def _of_cell(self, candidate: int) -> int:
        """Return the other candidates of a candidate's cell."""
        first = candidate - candidate % self._size
        return ((1 << self._size) - 1 << first) & ~(1 << candidate)

    def _elements(self, choice: _Choice, gone: int, allowed: int) -> tuple[int, ...]:
        """Return elements of the fewest sources by which a choice excludes a candidate.

        Empty if these are too many.
        """
        ways: list[tuple[int, int]] = []  # a candidate, and the sources by which it excludes
        for one in choice.candidates:
            if not self._of_cell(one) >> gone & 1:
                by = sum(source for source, others in self._by[one] if others >> gone & 1)
                ways.append((one, by & allowed))
        chosen = _fewest([by for _, by in ways])
        if chosen is None:
            return ()
        elements = set(choice.elements)
        for one, by in ways:
            used = by & chosen
            elements.add(self._element((used & -used).bit_length() - 1, one))
        return tuple(sorted(elements))

    def _element(self, source: int, candidate: int) -> int:
        own = self._catalogue.of_source[source]
        once = candidate % self._size - self._size
        return own[0] if self._catalogue.is_clue(source) else own[once]


@lru_cache(maxsize=32)
def exclusions(catalogue: Catalogue) -> Exclusions:
    """Return what candidates exclude, which is found out once."""
    return Exclusions(catalogue)


def _fewest(sets: Sequence[int]) -> int | None:
    """Return the fewest members that meet all sets, as a bit mask; None if they are too many."""
    every = (_meeting(sets, count) for count in range(_MOST + 1))
    return next((one for one in every if one is not None), None)


def _meeting(sets: Sequence[int], most: int) -> int | None:
    """Return members that meet all sets, not more than `most`; None if there are none such."""
    if not sets or not most:
        return None if sets else 0
    smallest = min(sets, key=int.bit_count)
    for number in bits(smallest):
        others = _meeting([one for one in sets if not one >> number & 1], most - 1)
        if others is not None:
            return others | 1 << number
    return None


def _by_groups(groups: Iterable[AllDifferent], size: int) -> dict[int, int]:
    """Return for each candidate the same digit in the other cells of its groups."""
    found: defaultdict[int, int] = defaultdict(int)
    for group in groups:
        of_cells = sum(1 << cell * size for cell in group.cells)
        for cell, digit in product(group.cells, range(size)):
            found[cell * size + digit] |= (of_cells ^ 1 << cell * size) << digit
    return dict(found)


def _by_clue(catalogue: Catalogue, number: int) -> dict[int, int]:
    """Return what candidates exclude by what a clue says of two cells."""
    clue, board = catalogue.sources[number], catalogue.rules.board
    found: defaultdict[int, int] = defaultdict(int)
    for primitive in _parts(Rules.trusted(board, (clue,)).expanded(0)):
        if isinstance(primitive, AllDifferent):
            for candidate, others in _by_groups([primitive], board.size).items():
                found[candidate] |= others
        elif len(primitive.scope) == 2:
            for one, other in _broken(primitive, board):
                found[one] |= 1 << other
                found[other] |= 1 << one
    return dict(found)


def _parts(primitives: Iterable[Primitive]) -> Iterator[Primitive]:
    for one in primitives:
        if isinstance(one, And):
            yield from _parts(one.parts)
        else:
            yield one


def _broken(primitive: Primitive, board: Board) -> Iterator[tuple[int, int]]:
    """Yield pairs of candidates with which a statement about two cells does not hold."""
    grid = [board.first] * board.cell_count
    one, other = primitive.scope
    for a, b in product(range(board.size), repeat=2):
        grid[one], grid[other] = board.first + a, board.first + b
        if not primitive.holds(grid):
            yield one * board.size + a, other * board.size + b
