"""The fewest elements of some sources that refute something, by implicit hitting sets."""

from __future__ import annotations

from collections.abc import Sequence

from cpsudoku.encodings.cnf import Literal
from cpsudoku.reasons.hitting import SmallHittingSets
from cpsudoku.reasons.knowledge import Knowledge, bits

_PATIENCE = 2000
"""Conflicts for the question whether an element can be left out."""


class Fine:
    """The elements of some sources and of their cells, from which a reason is chosen.

    Args:
        sources: the sources, as a bit mask.
        opposite: the opposite of the conclusion; empty if the sources contradict one another.
    """

    def __init__(
        self, knowledge: Knowledge, sources: int, opposite: Sequence[Literal] = ()
    ) -> None:
        catalogue = knowledge.catalogue
        self._knowledge, self._opposite = knowledge, list(opposite)
        cells: set[int] = {knowledge.cell_of(x) for x in opposite}
        self._numbers: list[int] = []
        for source in bits(sources):
            self._numbers += catalogue.of_source[source]
            cells.update(catalogue.sources[source].scope)
        self._numbers += catalogue.of_cells(cell for cell in sorted(cells) if knowledge.open[cell])
        first = knowledge.switches.element
        self._switches = [first + number for number in self._numbers]
        self._place = {switch: place for place, switch in enumerate(self._switches)}
        self._to_meet = SmallHittingSets(len(self._switches))
        self._least = 1
        self.questions = 0

    def _refuted(self, switched: list[Literal]) -> bool:
        self.questions += 1
        return not self._knowledge.oracle.satisfiable(self._opposite + switched)

    def _refuted_at_once(self, switched: list[Literal]) -> bool:
        asked = self._opposite + switched
        return self._knowledge.oracle.satisfiable_within(_PATIENCE, asked) is False

    def _core(self) -> list[Literal]:
        """Return the switches that the last contradiction needed."""
        return [one for one in self._knowledge.oracle.core if one in self._place]

    def some(self) -> int:
        """Return a set of elements that refute, as a bit mask for `numbers`.

        It is minimal, as far as the solver says at once what can be left out.

        Raises:
            OutOfTimeError: the deadline has passed.
        """
        self._refuted(self._switches)
        core = self._core()
        needed: list[Literal] = []
        while core:
            last = core.pop()
            if self._refuted_at_once(needed + core):
                left = set(self._core())
                core = [switch for switch in core if switch in left]
            else:
                needed.append(last)
        return sum(1 << self._place[switch] for switch in needed)

    def numbers(self, chosen: int) -> tuple[int, ...]:
        """Return the numbers of elements."""
        return tuple(self._numbers[place] for place in bits(chosen))

    def fewer(self, most: int, questions: int) -> tuple[int | None, bool]:
        """Look for up to `most` elements that refute; return them, and whether that is certain.

        Raises:
            OutOfTimeError: the deadline has passed.
        """
        end = self.questions + questions
        while self._least <= most:
            chosen = self._to_meet.first(self._least, self._knowledge.oracle.deadline)
            if self._to_meet.gave_up:
                self.questions = end + 1
            elif chosen is None:
                self._least += 1
                continue
            if chosen is None or self.questions > end:
                return None, False
            if self._refuted([self._switches[place] for place in bits(chosen)]):
                return chosen, True
            self._to_meet.add(self._missing())
        return None, True

    def _missing(self) -> int:
        """Extend the model just found as far as possible; return the elements that then fail."""
        values = self._knowledge.oracle.assignment
        held = [one for one in self._switches if values[one - 1] > 0]
        left = [one for one in self._switches if values[one - 1] < 0]
        missing = 0
        while left:
            one = left.pop()
            held.append(one)
            if self._refuted(held):
                held.pop()
                missing |= 1 << self._place[one]
            elif left:
                values = self._knowledge.oracle.assignment
                held += [other for other in left if values[other - 1] > 0]
                left = [other for other in left if values[other - 1] < 0]
        return missing
