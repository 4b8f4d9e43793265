"""Few houses and clues that contradict a position together, found by the core of a solver.

What each says alone may leave everything open where four of them together leave nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from cpsudoku.encodings.cnf import Literal
from cpsudoku.logic import Position
from cpsudoku.reasons.knowledge import Knowledge
from cpsudoku.reasons.steps import Found

_PATIENCE = 5000
"""Conflicts for a question, divided by its weight; what takes more is not looked at."""

_HEAVIEST = 100
"""Where a question weighs more, it takes up to seconds even without conflicts."""

_WIDE = 4
"""A first core is made smaller only if it has at most this times the sources that are wanted."""


class Together:
    """Looks for sources that contradict positions after suppositions.

    Args:
        knowledge: that of the board before anything was supposed.
        most: the most sources.
    """

    def __init__(self, knowledge: Knowledge, most: int) -> None:
        self._knowledge, self._most = knowledge, most
        self._patience = max(1, _PATIENCE // knowledge.weight)

    def contradicting(self, position: Position, sources: int) -> Found | None:
        """Return a contradiction of a few of some sources, a bit mask; None if none was found.

        None of its sources can be left out, as far as the solver says so at once.

        Raises:
            OutOfTimeError: the deadline of the solver has passed.
        """
        knowledge = self._knowledge
        if knowledge.weight > _HEAVIEST:
            return None
        facts = list(knowledge.facts(position, range(len(position.digits))))
        left = self._core([*knowledge.switches_of(sources), *facts])
        if left is None or len(left) > _WIDE * self._most:
            return None
        needed: list[Literal] = []
        while left:
            last = left.pop()
            core = self._core([knowledge.switches.cells, *needed, *left, *facts])
            if core is None:
                needed.append(last)
                if len(needed) > self._most:
                    return None
            else:
                kept = set(core)
                left = [one for one in left if one in kept]
        first = knowledge.switches.source
        return Found(tuple(self._elements([one - first for one in needed])), (), (), broken=True)

    def _core(self, assumed: Sequence[Literal]) -> list[Literal] | None:
        """Return switches of sources that a contradiction needs, or None if none was found."""
        oracle, switches = self._knowledge.oracle, self._knowledge.switches
        if oracle.satisfiable_within(self._patience, assumed) is not False:
            return None
        return [one for one in oracle.core if switches.source <= one < switches.cells]

    def _elements(self, sources: Sequence[int]) -> Iterator[int]:
        catalogue = self._knowledge.catalogue
        for source in sources:
            yield from catalogue.of_source[source]
        cells = {cell for source in sources for cell in catalogue.sources[source].scope}
        yield from catalogue.of_cells(sorted(cells))
