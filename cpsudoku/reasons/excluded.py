"""What all places of a digit in a house exclude, or all candidates of a cell: one of them is true.

Each may exclude it by another house or clue.  By the clue that neighbours are not consecutive, both
places of the 2 leave the cell between them no 1 and no 3:

    row 5 ⇒ 2 in r5c1 or in r5c3      r5c1 = 2 ⇒ r5c2 ≠ 1, 3      r5c3 = 2 ⇒ r5c2 ≠ 1, 3

A candidate is a bit here: its cell times the size, plus its digit from 0.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache, reduce
from itertools import product
from operator import and_, or_
from typing import NamedTuple

from cpsudoku.logic import Position
from cpsudoku.reasons.elements import Catalogue
from cpsudoku.reasons.knowledge import bits
from cpsudoku.reasons.steps import Found
from cpsudoku.rules import AllDifferent, Board, Rules
from cpsudoku.rules.primitives import And, Primitive

_MOST = 5
"""Houses and clues by which one is excluded, beside the house of the places."""


class _Choice(NamedTuple):
    """Candidates of which one is true: by an element of a house, or because they are of one cell.

    That a cell has just one digit is part of a clue by which some of its candidates exclude.
    """

    elements: tuple[int, ...]
    candidates: tuple[int, ...]


class Exclusions:
    """What each candidate excludes by each house or clue alone, as bit masks.

    Of a clue this is what it says of two cells at a time.

    Attributes:
        has_clues: whether some clue says anything of this kind; houses alone are looked at
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

    def found(self, position: Position, allowed: int) -> list[Found]:
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
            Found(elements, (), tuple((one // size, one % size + 1) for one in gone))
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
