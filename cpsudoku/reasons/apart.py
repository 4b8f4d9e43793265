"""A reason that is too large to be seen at once, taken apart into small steps.

The opposite of its conclusion is supposed.  Each step from there has a smallest reason of its own,
chosen from the houses and clues of the whole, until something breaks.  Where no small reason is
found, what is refuted most easily is supposed in turn, within the first supposition.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from cpsudoku.deadline import Deadline, OutOfTimeError
from cpsudoku.logic import Position
from cpsudoku.reasons.finding import Finder
from cpsudoku.reasons.steps import Reason, ReasonStep
from cpsudoku.reasons.trimming import Trimming, after_supposing
from cpsudoku.rules import Cell

_DEEPEST = 12
"""Suppositions that may be nested."""

_EFFORT = 150
"""Questions for a part; half as many within each further supposition, since there are many."""


def taken_apart(step: ReasonStep, most: int, deadline: Deadline, before: Finder) -> ReasonStep:
    """Return a step with small parts if its reason is too large; the step itself if time runs out.

    Args:
        most: houses and clues that are not too many.
        before: what found the step.
    """
    if step.size <= most or step.broken:
        return step
    supposed = before.refuted or _opposite(step)
    catalogue = before.catalogue
    sources = 0
    for element in step.reason.elements:
        source = catalogue.source_of[catalogue.number(element)]
        sources |= 1 << source if source >= 0 else 0
    start = after_supposing(step.position, supposed)
    oracle = before.knowledge.oracle
    oracle.deadline = deadline
    try:
        found = _Chain(sources, most, deadline).to_contradiction(start, before)
        if found is None:
            return step
        parts = Trimming(before.knowledge).trimmed(start, found)
    except OutOfTimeError:
        return step
    cell, digit, truth = supposed
    conclusion = ((cell, digit),)
    placed, gone = ((), conclusion) if truth else (conclusion, ())
    return replace(
        step, placements=placed, eliminations=gone, parts=tuple(parts), supposed=supposed
    )


def _opposite(step: ReasonStep) -> tuple[Cell, int, bool]:
    if step.eliminations:
        return (*step.eliminations[0], True)
    return (*step.placements[0], False)


@dataclass(frozen=True, slots=True)
class _Chain:
    """Makes steps that lead to a contradiction.

    Args:
        sources: the sources that they may rest on, as a bit mask.
        most: houses and clues that each may have.
    """

    sources: int
    most: int
    deadline: Deadline

    def to_contradiction(
        self, start: Position, before: Finder, depth: int = 0
    ) -> list[ReasonStep] | None:
        """Return steps of which the last is a contradiction; None if none were found.

        Args:
            start: the position, which has no solution.
            before: the finder of the position before the last supposition.

        Raises:
            OutOfTimeError: the deadline has passed.
        """
        finder = Finder(
            start, self.deadline, sources=self.sources, contradictory=True, most=self.most,
            effort=_EFFORT >> depth, for_parts=True, before=before,
        )  # fmt: skip
        found: list[ReasonStep] = []
        with finder.knowledge:
            while finder.end != "broken":
                part = finder.next(self.deadline)
                if part is None:
                    self.deadline.check()
                    part = self._supposing(finder, depth)
                    if part is None:
                        return None
                found.append(part)
                finder.take(part)
        return found

    def _supposing(self, finder: Finder, depth: int) -> ReasonStep | None:
        """Return the step that removes a candidate because it leads to a contradiction."""
        easiest = finder.easiest(self.deadline) if finder.end == "large" else None
        if easiest is None or depth == _DEEPEST:
            return None
        supposed = (*easiest, True)
        start = after_supposing(finder.position, supposed)
        parts = self.to_contradiction(start, finder, depth + 1)
        if parts is None:
            return None
        return ReasonStep(
            finder.position, Reason(()), (), (easiest,), parts=tuple(parts), supposed=supposed
        )
