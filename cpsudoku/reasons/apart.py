"""A reason that is too large to be seen at once, taken apart into small steps.

The opposite of what it concludes is supposed; then each step has a smallest reason of its own, out
of the houses and clues of the whole, until something breaks.
"""

from __future__ import annotations

from dataclasses import replace

from cpsudoku.deadline import Deadline, OutOfTimeError
from cpsudoku.logic import Position
from cpsudoku.reasons.checking import follows
from cpsudoku.reasons.elements import catalogue_of
from cpsudoku.reasons.finding import Finder
from cpsudoku.reasons.steps import ReasonStep
from cpsudoku.rules import Cell

_DEEPEST = 3
"""How many suppositions there may be within one another."""


def taken_apart(
    step: ReasonStep, most: int, deadline: Deadline, before: Finder | None = None, depth: int = 0
) -> ReasonStep:
    """Return a step with small parts, where its reason is too large.

    Args:
        most: how many houses and clues are not too large.
        before: what found the step.
    """
    if step.size <= most or step.broken or depth == _DEEPEST:
        return step
    supposed = _opposite(step)
    start = after_supposing(step.position, supposed)
    try:
        parts = _parts(start, step, most, deadline, before=before, depth=depth)
    except OutOfTimeError:
        return step
    if parts is None:
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


def after_supposing(position: Position, supposed: tuple[Cell, int, bool]) -> Position:
    """Return where a board stands once something is supposed.

    Args:
        supposed: a candidate, and whether it is true.
    """
    cell, digit, truth = supposed
    if truth:
        return position.after(_Supposed(((cell, digit),), ()))
    return position.after(_Supposed((), ((cell, digit),)))


class _Supposed:
    """What is supposed, as a position takes it."""

    def __init__(
        self, placements: tuple[tuple[Cell, int], ...], eliminations: tuple[tuple[Cell, int], ...]
    ) -> None:
        self.placements, self.eliminations = placements, eliminations


def _parts(
    start: Position,
    step: ReasonStep,
    most: int,
    deadline: Deadline,
    *,
    before: Finder | None,
    depth: int,
) -> list[ReasonStep] | None:
    catalogue = catalogue_of(start.rules)
    own = {id(source) for source in step.reason.sources}
    sources = sum(1 << n for n, source in enumerate(catalogue.sources) if id(source) in own)
    finder = Finder(
        start, deadline, sources=sources, contradictory=True, most=most, effort=_EFFORT,
        in_any_case=False, before=before,
    )  # fmt: skip
    found: list[ReasonStep] = []
    with finder.knowledge:
        while (part := finder.next(deadline)) is not None:
            found.append(taken_apart(part, most, deadline, finder, depth + 1))
            finder.take(found[-1])
    if finder.end != "broken":
        return None
    return trimmed(start, found, deadline)


_EFFORT = 150


def trimmed(start: Position, steps: list[ReasonStep], deadline: Deadline) -> list[ReasonStep]:
    """Return the steps to a contradiction without those that no later one needs.

    Args:
        start: where they begin.
        steps: one after the other.
    """
    kept = list(steps)
    for place in range(len(kept) - 2, -1, -1):
        if deadline.has_passed:
            break
        shorter = _replayed(start, kept[:place] + kept[place + 1 :], place, deadline)
        if shorter is not None:
            kept = shorter
    return kept


def _replayed(
    start: Position, steps: list[ReasonStep], unchanged: int, deadline: Deadline
) -> list[ReasonStep] | None:
    """Return steps made anew one after the other, None where one does not follow any more."""
    found = steps[:unchanged]
    position = start
    for step in found:
        position = position.after(step)
    for step in steps[unchanged:]:
        if step.parts:
            return None
        moved = replace(step, position=position)
        if not follows(moved, deadline):
            return None
        found.append(moved)
        position = position.after(moved)
    return found
