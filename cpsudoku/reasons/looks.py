"""Reasons found without a search: one house or clue, or a few of them together."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from copy import copy
from functools import partial
from operator import itemgetter
from typing import Any, NamedTuple, TypeAlias, TypeVar

from cpsudoku.backends.fd import Fd
from cpsudoku.logic import Position
from cpsudoku.reasons.clues import Conclusions, OneClue
from cpsudoku.reasons.elements import Catalogue
from cpsudoku.reasons.houses import (
    Places,
    exclusions,
    hidden_singles,
    intersections,
    naked_singles,
    places_of_digits,
    subsets,
)
from cpsudoku.reasons.knowledge import Knowledge, bits
from cpsudoku.reasons.steps import Consequence, Cost, Reason, ReasonStep
from cpsudoku.reasons.sums import Joint, balances, crowds, pairs, single_clues
from cpsudoku.rules import Digit

_OfDigit: TypeAlias = Callable[[Catalogue, Digit, Places], list[tuple[int, Consequence]]]

_Answer = TypeVar("_Answer")

_MOST_KNOWN = 50_000
"""With more answers than this, all are forgotten."""


def _kept(known: dict[object, Any], asked: object, answer: Callable[[], _Answer]) -> _Answer:
    """Return the known answer, or find it and keep it."""
    if asked not in known:
        if len(known) >= _MOST_KNOWN:
            known.clear()
        known[asked] = answer()
    found: _Answer = known[asked]
    return found


def _marks(position: Position) -> tuple[int, ...]:
    """Return for each cell its candidates, or its digit as a negative number."""
    every = zip(position.digits, position.candidates, strict=True)
    return tuple(-digit or mask for digit, mask in every)


class Glance(NamedTuple):
    """Conclusions that are seen at one cost.

    Args:
        at_least: proved lower bound of what is counted first, for every conclusion.
        smallest: whether a search cannot find a smaller cost.
    """

    every: list[Consequence]
    at_least: int = 0
    smallest: bool = True


class Looks:
    """Looks at a board to which facts are added; what clues said is kept.

    Attributes:
        allowed: the sources that are looked at, as a bit mask.
    """

    def __init__(self, knowledge: Knowledge, by: Cost) -> None:
        self._knowledge, self._by = knowledge, by
        self._catalogue = knowledge.catalogue
        # What follows from single sources, for each state of their cells that was met, and from all
        # houses for one digit, for each state of its places.
        self._known: dict[object, Any] = {}
        self._alone: dict[Joint, OneClue] = {}
        self._allow(knowledge.known)

    def _allow(self, sources: int) -> None:
        self.allowed, catalogue = sources, self._catalogue
        self._groups = [
            (number, itemgetter(*catalogue.sources[number].scope))
            for number in bits(sources)
            if not catalogue.is_clue(number)
        ]
        self._clues, self._pairs, self._sums, self._crowds = (
            [one for one in every(catalogue) if not self._forbidden(one.elements)]
            for every in (single_clues, pairs, balances, crowds)
        )

    def of_some(self, sources: int) -> Looks:
        """Return one for some sources, a bit mask, which shares what is known."""
        some = copy(self)
        some._allow(self.allowed & sources)
        return some

    def seen(self, position: Position) -> Glance:
        """Return the conclusion with the smallest cost of all that are seen, if anything is.

        Args:
            position: a board with at least the facts known when it was made.
        """
        level = Glance([])
        for level in self._levels(position):
            if level.every:
                found = min(level.every, key=lambda one: self._rank(position, one))
                return level._replace(every=[found])
        return level

    def every(self, position: Position, most: int) -> list[Consequence]:
        """Return all conclusions of the smallest size that is seen.

        Args:
            most: houses and clues that they may have.
        """
        for level in self._levels(position, in_turn=True):
            fewest = min(map(self._size, level.every), default=most + 1)
            if fewest <= most:
                return [one for one in level.every if self._size(one) == fewest]
        return []

    @property
    def has_crowds(self) -> bool:
        """Whether `in_a_crowd` may find something."""
        return bool(self._crowds)

    def in_a_crowd(self, position: Position) -> Consequence | None:
        """Return what a clue all over the board says with all rows, or columns, or boxes.

        More houses than people see at once, so only for where nothing else is found.
        """
        found = self._said(position, self._crowds)[0]
        return min(found, key=lambda one: self._rank(position, one), default=None)

    def _size(self, found: Consequence) -> int:
        return self.sources(found.elements).bit_count()

    def _levels(self, position: Position, *, in_turn: bool = False) -> Iterator[Glance]:
        """Yield what is seen, the smallest cost first; if asked, houses before clues of one."""
        singles = self._allowed(naked_singles(position, self._catalogue))
        if self._by == "houses":
            yield Glance(singles, 0)
        places = places_of_digits(position)
        alone = [*singles, *self._allowed(self._of_digits(places, hidden_singles))]
        if in_turn:
            yield Glance(alone, 1)
            alone = []
        said, complete = self._said(position, self._clues)
        yield Glance([*alone, *said], 1)
        if self._by == "houses":
            yield Glance(self._subsets(position), 1, complete)
        least = 2 if complete else 1
        yield Glance(self._allowed(self._of_digits(places, intersections)), least, complete)
        if self._by == "elements":
            yield Glance(self._subsets(position), least, smallest=False)
        excluded = self._excluded(position)
        # A house or clue beside another, each with one element: less than that was looked at.
        yield Glance([one for one in excluded if len(one.elements) <= 2], least, complete)
        yield Glance(self._said(position, self._pairs)[0], least, smallest=False)
        yield Glance(excluded, least, smallest=False)
        yield Glance(self._said(position, self._sums)[0], least, smallest=False)

    def _excluded(self, position: Position) -> list[Consequence]:
        """Return what all places of a digit, or candidates of a cell, exclude by clues as well."""
        by = exclusions(self._catalogue)
        return by.found(position, self.allowed) if by.has_clues else []

    def _of_digits(self, places: Sequence[Places], find: _OfDigit) -> list[Consequence]:
        """Return what houses say of single digits, in the order of houses."""
        found: list[tuple[int, Consequence]] = []
        for digit, own in enumerate(places, start=1):
            asked = partial(find, self._catalogue, digit, own)
            found += _kept(self._known, (find, digit, own), asked)
        return [one for _, one in sorted(found, key=itemgetter(0))]

    def _subsets(self, position: Position) -> list[Consequence]:
        marks, found = _marks(position), []
        for number, own_marks in self._groups:
            asked = partial(self._fewest_of, position, number)
            found.append(_kept(self._known, (number, own_marks(marks)), asked))
        fewest = min((count for count, every in found if every), default=0)
        return [one for count, every in found if count == fewest for one in every]

    def _fewest_of(self, position: Position, source: int) -> tuple[int, list[Consequence]]:
        """Return what subsets of the fewest cells rule out in a house, and how many these are."""
        for count in range(2, self._catalogue.rules.size):
            if found := list(subsets(position, self._catalogue, source, count)):
                return count, found
        return 0, []

    def _allowed(self, found: Iterable[Consequence]) -> list[Consequence]:
        if self.allowed == self._knowledge.known:
            return list(found)
        return [one for one in found if not self._forbidden(one.elements)]

    def _forbidden(self, elements: Iterable[int]) -> int:
        return self.sources(elements) & ~self.allowed

    def sources(self, elements: Iterable[int]) -> int:
        """Return the sources that some elements belong to, as a bit mask."""
        found = 0
        for number in elements:
            source = self._catalogue.source_of[number]
            if source >= 0:
                found |= 1 << source
        return found

    def _rank(self, position: Position, found: Consequence) -> tuple[object, ...]:
        """Return the order among equals: few cells first, and naked before hidden subsets."""
        singles = sum(self._catalogue.elements[n].kind == "single" for n in found.elements)
        cells = self.cells(position, found.elements)
        return not found.broken, self._size(found), cells, singles, found.elements

    def cells(self, position: Position, elements: Iterable[int]) -> int:
        """Return the number of empty cells that some elements are about."""
        cells = {cell for number in elements for cell in self._catalogue.elements[number].scope}
        return sum(not position.digits[cell] for cell in cells)

    def _said(self, position: Position, askers: Iterable[Joint]) -> tuple[list[Consequence], bool]:
        """Return what clues or sums exclude, each by itself, and whether nothing else follows."""
        found, complete, marks = [], True, _marks(position)
        for one in askers:
            key = one, one.marks(marks)
            said = _kept(self._known, key, partial(self._asked, position, one))
            complete &= said.complete
            if said:
                found.append(self.found(one.elements, said))
        return found, complete

    def _asked(self, position: Position, one: Joint) -> Conclusions:
        if one not in self._alone:
            self._alone[one] = OneClue(position, one.scope, Fd().compile(one.rules))
        return self._alone[one].conclusions(position, self._knowledge.oracle.deadline)

    def found(self, elements: Iterable[int], said: Conclusions) -> Consequence:
        """Return conclusions as placements and eliminations."""
        size = self._catalogue.rules.size
        choices = [(x, divmod(abs(x) - 1, size)) for x in said.literals]
        placed = tuple((cell, digit + 1) for x, (cell, digit) in choices if x > 0)
        certain = {cell for cell, _ in placed}
        gone = tuple((c, d + 1) for x, (c, d) in choices if x < 0 and c not in certain)
        return Consequence(tuple(elements), placed, gone, said.broken)

    def step(
        self, position: Position, found: Consequence, at_least: int = 0, *, smallest: bool = False
    ) -> ReasonStep:
        """Return what was found as a step, with what is proved of its size."""
        numbers = sorted(found.elements, key=self._in_order)
        elements = tuple(self._catalogue.elements[number] for number in numbers)
        reason = Reason(elements, at_least, smallest, self._by)
        return ReasonStep(position, reason, found.placements, found.eliminations, found.broken)

    def _in_order(self, number: int) -> tuple[bool, bool, int]:
        source = self._catalogue.source_of[number]
        return source < 0, source >= 0 and self._catalogue.is_clue(source), number
