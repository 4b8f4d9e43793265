"""Reasons found without a search: one house or clue, or two houses for one digit."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from copy import copy
from typing import NamedTuple, TypeAlias, TypeVar

from cpsudoku.logic import Position
from cpsudoku.reasons import easy
from cpsudoku.reasons.balances import balances
from cpsudoku.reasons.closing import Alone, Conclusions
from cpsudoku.reasons.knowledge import Knowledge, bits
from cpsudoku.reasons.steps import Cost, Found, Reason, ReasonStep
from cpsudoku.rules import Cell

_Marks: TypeAlias = tuple[tuple[int, int], ...]
"""The state of a source: for each cell its candidates and its digit."""


_Asked = TypeVar("_Asked")
_Answer = TypeVar("_Answer")

_MOST_KNOWN = 50_000
"""With more answers than this, all are forgotten."""


def _kept(known: dict[_Asked, _Answer], asked: _Asked, answer: Callable[[], _Answer]) -> _Answer:
    """Return the known answer, or find it and keep it."""
    found = known.get(asked)
    if found is None:
        if len(known) >= _MOST_KNOWN:
            known.clear()
        found = known[asked] = answer()
    return found


class Noticed(NamedTuple):
    """What is seen.

    Args:
        found: the conclusion with the smallest cost; None if nothing is seen.
        at_least: proved lower bound of what is counted first, for every conclusion.
        smallest: whether a search cannot find a smaller cost.
    """

    found: Found | None
    at_least: int = 0
    smallest: bool = False


class _Level(NamedTuple):
    """All conclusions of one cost; the bound and whether it is proved, as in `Noticed`."""

    every: list[Found]
    at_least: int
    smallest: bool = True


class Looks:
    """Looks at a board to which facts are added; what clues said is kept.

    Attributes:
        allowed: the sources that are looked at, as a bit mask.
    """

    def __init__(self, knowledge: Knowledge, by: Cost) -> None:
        self._knowledge, self._by = knowledge, by
        self._catalogue = knowledge.catalogue
        self.allowed = knowledge.sources
        # What follows from single sources, for each state of their cells that was met.
        self._known_of_clues: dict[tuple[int, _Marks], Conclusions] = {}
        self._known_of_groups: dict[tuple[int, _Marks], tuple[int, list[Found]]] = {}
        self._alone: dict[int, Alone] = {}

    def of_some(self, sources: int) -> Looks:
        """Return one for some sources, which shares what is known.

        Args:
            sources: a bit mask.
        """
        some = copy(self)
        some.allowed &= sources
        return some

    def seen(self, position: Position) -> Noticed:
        """Return the conclusion with the smallest cost of all that are seen.

        Args:
            position: a board with at least the facts known when it was made.

        Raises:
            OutOfTimeError: the deadline has passed.
        """
        for level in self._levels(position):
            if level.every:
                found = min(level.every, key=lambda one: self._rank(position, one))
                return Noticed(found, level.at_least, level.smallest)
        return Noticed(None, 2)

    def every(self, position: Position, most: int) -> list[Found]:
        """Return all conclusions of the smallest size that is seen.

        Args:
            most: houses and clues that they may have.

        Raises:
            OutOfTimeError: the deadline has passed.
        """
        for level in self._levels(position, in_turn=True):
            fewest = min(map(self._size, level.every), default=most + 1)
            if fewest <= most:
                return [one for one in level.every if self._size(one) == fewest]
        return []

    def _size(self, found: Found) -> int:
        return self.sources(found.elements).bit_count()

    def _levels(self, position: Position, *, in_turn: bool = False) -> Iterator[_Level]:
        """Yield what is seen, the smallest cost first; if asked, houses before clues of one."""
        singles = self._allowed(easy.naked_singles(position, self._catalogue))
        if self._by == "houses":
            yield _Level(singles, 0)
        places = easy.DigitPlaces(position)
        alone = [*singles, *self._allowed(easy.hidden_singles(places, self._catalogue))]
        if in_turn:
            yield _Level(alone, 1)
            alone = []
        yield _Level([*alone, *self._of_clues_alone(position)], 1)
        if self._by == "houses":
            yield _Level(self._subsets(position), 1)
        yield _Level(self._allowed(easy.intersections(places, self._catalogue)), 2)
        if self._by == "elements":
            yield _Level(self._subsets(position), 2, smallest=False)
        yield _Level(self._of_balances(position), 2, smallest=False)

    def _subsets(self, position: Position) -> list[Found]:
        usable = [s for s in bits(self.allowed) if not self._catalogue.is_clue(s)]
        found = [self._subsets_of(position, source) for source in usable]
        fewest = min((count for count, every in found if every), default=0)
        return [one for count, every in found if count == fewest for one in every]

    def _subsets_of(self, position: Position, source: int) -> tuple[int, list[Found]]:
        """Return what subsets of the fewest cells rule out in a house, and how many these are."""
        scope = self._catalogue.sources[source].scope

        def asked() -> tuple[int, list[Found]]:
            for count in range(2, self._catalogue.rules.size):
                if found := list(easy.subsets(position, self._catalogue, source, count)):
                    return count, found
            return 0, []

        return _kept(self._known_of_groups, (source, self._marks(position, scope)), asked)

    def _marks(self, position: Position, scope: Sequence[Cell]) -> _Marks:
        digits, left = position.digits, position.candidates
        return tuple((left[cell], digits[cell]) for cell in scope)

    def _allowed(self, found: Iterable[Found]) -> list[Found]:
        return [one for one in found if not self.sources(one.elements) & ~self.allowed]

    def sources(self, elements: Iterable[int]) -> int:
        """Return the sources that some elements belong to, as a bit mask."""
        found = 0
        for number in elements:
            source = self._catalogue.source_of[number]
            if source >= 0:
                found |= 1 << source
        return found

    def _rank(self, position: Position, found: Found) -> tuple[object, ...]:
        """Return the order among equals: few cells first, and naked before hidden subsets."""
        singles = sum(self._catalogue.elements[n].kind == "single" for n in found.elements)
        cells = self.cells(position, found.elements)
        return not found.broken, self._size(found), cells, singles, found.elements

    def cells(self, position: Position, elements: Iterable[int]) -> int:
        """Return the number of empty cells that some elements are about."""
        cells = {cell for number in elements for cell in self._catalogue.elements[number].scope}
        return sum(not position.digits[cell] for cell in cells)

    def _of_clues_alone(self, position: Position) -> list[Found]:
        of_source, sources = self._catalogue.of_source, self._catalogue.sources
        found = []
        for clue in self._catalogue.clues():
            if self.allowed >> clue & 1:
                found += self._of_one(position, of_source[clue], sources[clue].scope, clue)
        return found

    def _of_balances(self, position: Position) -> list[Found]:
        found = []
        for number, balance in enumerate(balances(self._catalogue), start=1):
            if not self.sources(balance.elements) & ~self.allowed:
                found += self._of_one(position, balance.elements, balance.scope, -number)
        return found

    def _of_one(
        self, position: Position, elements: Sequence[int], scope: Sequence[Cell], number: int
    ) -> list[Found]:
        """Return what a clue excludes, or what a sum does if the number is negative."""

        def asked() -> Conclusions:
            alone, knowledge = self._alone, self._knowledge
            if number not in alone:
                if number < 0:
                    clauses = list(knowledge.said(balances(self._catalogue)[-number - 1].rules))
                else:
                    clauses = knowledge.of_clues[number]
                alone[number] = Alone(knowledge, scope, clauses)
            return alone[number].conclusions(position, knowledge.oracle.deadline)

        said = _kept(self._known_of_clues, (number, self._marks(position, scope)), asked)
        return [self.found(elements, said)] if said else []

    def found(self, elements: Iterable[int], said: Conclusions) -> Found:
        """Return conclusions as placements and eliminations."""
        size = self._catalogue.rules.size
        choices = [(x, divmod(abs(x) - 1, size)) for x in said.literals]
        placed = tuple((cell, digit + 1) for x, (cell, digit) in choices if x > 0)
        certain = {cell for cell, _ in placed}
        gone = tuple((c, d + 1) for x, (c, d) in choices if x < 0 and c not in certain)
        return Found(tuple(elements), placed, gone, said.broken)

    def step(
        self, position: Position, found: Found, at_least: int = 0, *, smallest: bool = False
    ) -> ReasonStep:
        """Return what was found as a step, with what is proved of its size."""
        numbers = sorted(found.elements, key=self._in_order)
        elements = tuple(self._catalogue.elements[number] for number in numbers)
        reason = Reason(elements, at_least, smallest, self._by)
        return ReasonStep(position, reason, found.placements, found.eliminations, found.broken)

    def _in_order(self, number: int) -> tuple[bool, bool, int]:
        source = self._catalogue.source_of[number]
        return source < 0, source >= 0 and self._catalogue.is_clue(source), number
