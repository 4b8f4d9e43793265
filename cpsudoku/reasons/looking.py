"""Reasons found without a search: one house or clue, or two houses for one digit."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple, TypeAlias, TypeVar

from cpsudoku.logic import Position
from cpsudoku.reasons import easy
from cpsudoku.reasons.closing import Conclusions, conclusions
from cpsudoku.reasons.knowledge import Knowledge
from cpsudoku.reasons.steps import Cost, Found
from cpsudoku.rules import Cell

_Marks: TypeAlias = tuple[tuple[int, bool], ...]
"""The state of a source: for each cell its candidates, and whether it is empty."""


_Asked = TypeVar("_Asked")
_Answer = TypeVar("_Answer")

_MOST_KNOWN = 50_000
"""With more answers than this, all are forgotten."""


@dataclass(slots=True)
class _Known:
    """What follows from single sources, for each state of their cells that was met."""

    of_clues: dict[tuple[int, _Marks], Conclusions] = field(default_factory=dict)
    of_groups: dict[tuple[int, int, _Marks], list[Found]] = field(default_factory=dict)


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


class Looks:
    """Looks at a board to which facts are added; what clues said is kept.

    Args:
        before: another one for the same board, with which this is shared.
    """

    def __init__(self, knowledge: Knowledge, by: Cost, before: Looks | None = None) -> None:
        self._knowledge, self._by = knowledge, by
        self._catalogue = knowledge.catalogue
        self._known: _Known = _Known() if before is None else before._known

    def seen(self, position: Position) -> Noticed:
        """Return the conclusion with the smallest cost of all that are seen.

        Args:
            position: the board with its facts.

        Raises:
            OutOfTimeError: the deadline has passed.
        """
        singles = self._allowed(easy.naked_singles(position, self._catalogue))
        if self._by == "houses" and singles:
            return self._least(singles, 0)
        places = easy.DigitPlaces(position)
        alone = [*singles, *self._allowed(easy.hidden_singles(places, self._catalogue))]
        alone += self._of_clues_alone()
        if alone:
            return self._least(alone, 1)
        if self._by == "houses":
            return self._of_houses(position, places)
        return self._of_few(position, places)

    def _least(self, found: list[Found], at_least: int, *, smallest: bool = True) -> Noticed:
        return Noticed(min(found, key=self._rank), at_least, smallest)

    def _of_houses(self, position: Position, places: easy.DigitPlaces) -> Noticed:
        if subsets := self._subsets(position):
            return self._least(subsets, 1)
        crossed = self._allowed(easy.intersections(places, self._catalogue))
        return self._least(crossed, 2) if crossed else Noticed(None, 2)

    def _of_few(self, position: Position, places: easy.DigitPlaces) -> Noticed:
        if crossed := self._allowed(easy.intersections(places, self._catalogue)):
            return self._least(crossed, 2)
        subsets = self._subsets(position)
        return self._least(subsets, 2, smallest=False) if subsets else Noticed(None, 2)

    def _subsets(self, position: Position) -> list[Found]:
        usable = [
            source
            for source in range(len(self._catalogue.sources))
            if self._knowledge.sources >> source & 1 and not self._catalogue.is_clue(source)
        ]
        for count in range(2, self._catalogue.rules.size):
            found = [one for source in usable for one in self._subsets_of(position, source, count)]
            if found:
                return found
        return []

    def _subsets_of(self, position: Position, source: int, count: int) -> list[Found]:
        return _kept(
            self._known.of_groups,
            (source, count, self._marks(source)),
            lambda: list(easy.subsets(position, self._catalogue, source, count)),
        )

    def _marks(self, source: int) -> _Marks:
        knowledge = self._knowledge
        scope = self._catalogue.sources[source].scope
        return tuple((knowledge.masks[cell], knowledge.open[cell]) for cell in scope)

    def _allowed(self, found: Iterable[Found]) -> list[Found]:
        return [one for one in found if not self.sources(one.elements) & ~self._knowledge.sources]

    def sources(self, elements: Iterable[int]) -> int:
        """Return the sources that some elements belong to, as a bit mask."""
        found = 0
        for number in elements:
            source = self._catalogue.source_of[number]
            if source >= 0:
                found |= 1 << source
        return found

    def _rank(self, found: Found) -> tuple[bool, int, int, tuple[int, ...]]:
        """Return the order among equals: few cells first, and naked before hidden subsets."""
        singles = sum(self._catalogue.elements[n].kind == "single" for n in found.elements)
        return not found.broken, self.cells(found.elements), singles, found.elements

    def cells(self, elements: Iterable[int]) -> int:
        """Return the number of empty cells that some elements are about."""
        cells = {cell for number in elements for cell in self._catalogue.elements[number].scope}
        return sum(self._knowledge.open[cell] for cell in cells)

    def _of_clues_alone(self) -> list[Found]:
        found = []
        for source in self._catalogue.clues():
            if self._knowledge.sources >> source & 1:
                said = self._of_clue(source)
                if said:
                    found.append(self.found(self._catalogue.of_source[source], said))
        return found

    def _of_clue(self, source: int) -> Conclusions:
        elements, scope = self._catalogue.of_source[source], self._catalogue.sources[source].scope
        return _kept(
            self._known.of_clues,
            (source, self._marks(source)),
            lambda: self.follows(elements, scope),
        )

    def follows(self, elements: Sequence[int], cells: Iterable[Cell]) -> Conclusions:
        """Return everything that follows from elements for some cells.

        Raises:
            OutOfTimeError: the deadline has passed.
        """
        first = self._knowledge.switches.element
        return conclusions(self._knowledge, [first + number for number in elements], cells)

    def found(self, elements: Sequence[int], said: Conclusions) -> Found:
        """Return conclusions as placements and eliminations."""
        size = self._catalogue.rules.size
        choices = [(x, divmod(abs(x) - 1, size)) for x in said.literals]
        placed = tuple((cell, digit + 1) for x, (cell, digit) in choices if x > 0)
        certain = {cell for cell, _ in placed}
        gone = tuple((c, d + 1) for x, (c, d) in choices if x < 0 and c not in certain)
        return Found(tuple(elements), placed, gone, said.broken)
