"""A reason that is too large to be seen at once, taken apart into small steps.

The opposite of what it concludes is supposed; then each step has a smallest reason of its own, out
of the houses and clues of the whole, until something breaks.  Where no small reason is found, what
is refuted most easily is supposed in turn, within what is supposed already.
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
"""How many suppositions there may be within one another."""

_EFFORT = 150
"""Questions for a part; within each further supposition half as many, for these are many."""


def taken_apart(step: ReasonStep, most: int, deadline: Deadline, before: Finder) -> ReasonStep:
    """Return a step with small parts, where its reason is too large; itself where time runs out.

    Args:
        most: how many houses and clues are not too large.
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
        sources: what they may rest on, as a bit mask.
        most: how many houses and clues each may have.
    """

    sources: int
    most: int
    deadline: Deadline

    def to_contradiction(
        self, start: Position, before: Finder, depth: int = 0
    ) -> list[ReasonStep] | None:
        """Return steps one after the other, of which the last one breaks; None where it fails.

        Args:
            start: what has no solution.
            before: what stands before the last supposition.

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
        """Return that a candidate goes, since what follows from it breaks."""
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
