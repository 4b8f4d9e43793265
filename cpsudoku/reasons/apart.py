"""What cannot be seen at once, taken apart into small steps.

The opposite of a conclusion is supposed, and what single houses and clues say, or two houses of one
digit, is followed until something breaks.  Where they say nothing more, a candidate of which they
refute that is supposed in turn, and so on.  The solver then says which of the steps are needed.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from cpsudoku.logic import Position
from cpsudoku.logic.steps import Candidate
from cpsudoku.reasons.easiest import Easiest
from cpsudoku.reasons.elements import Catalogue
from cpsudoku.reasons.looking import Looks
from cpsudoku.reasons.steps import Reason, ReasonStep
from cpsudoku.reasons.trimming import after_supposing

_DEEPEST = 12
"""Suppositions that may be nested."""

_EASY = 4
"""Nodes up to which it is worth while to try whether a refutation needs no further supposition."""

_WITHIN = 4
"""Candidates refuted at a time within a supposition."""

_TRIED = 6
"""Candidates of which the first is taken that is refuted with few further suppositions."""

_PATIENCE, _LONGEST = 16, 10**6
"""How often suppositions are followed for each of these at first, and at most."""


@dataclass(slots=True)
class Chains:
    """Makes steps that lead from a supposition to a contradiction.

    Args:
        looks: finds the steps.
        easiest: says which candidate to suppose where these find none.
        most: houses and clues that a step may have.
    """

    looks: Looks
    easiest: Easiest
    most: int
    _left: int = field(default=_LONGEST, init=False)

    def refuted(
        self,
        position: Position,
        candidates: Sequence[Candidate],
        enough: int,
        depth: int | None = None,
    ) -> Iterator[ReasonStep]:
        """Yield candidates that are refuted, or the first that is with further suppositions.

        Args:
            enough: how many at most.
            depth: if something is supposed already, how deep; each step then follows the one
                before it, and otherwise they are found apart from each other.

        Raises:
            OutOfTimeError: the deadline of the solver has passed.
        """
        easiest = self.easiest.first(position, self.looks.allowed, candidates)
        found = 0
        for nodes, candidate in easiest:
            if nodes > _EASY or found == enough or not position.has(*candidate):
                continue
            parts: list[ReasonStep] = []
            if self._followed(after_supposing(position, (*candidate, True)), parts) is None:
                step, found = _refuting(position, candidate, parts), found + 1
                yield step
                position = position if depth is None else position.after(step)
        if not found and easiest and depth != _DEEPEST:
            hard = self._hardly_refuted(position, [candidate for _, candidate in easiest], depth)
            yield from () if hard is None else (hard,)

    def _hardly_refuted(
        self, position: Position, easiest: Sequence[Candidate], depth: int | None
    ) -> ReasonStep | None:
        """Return the first candidate that is refuted with few further suppositions."""
        if depth is not None:  # any will do, and the patience is that with the whole
            return self._nested(position, easiest[0], depth)
        patience = _PATIENCE
        while patience <= _LONGEST:
            for candidate in easiest[:_TRIED]:
                self._left = patience
                if step := self._nested(position, candidate, 0):
                    return step
            patience *= 4
        return None

    def _nested(self, position: Position, candidate: Candidate, depth: int) -> ReasonStep | None:
        parts = self.to_contradiction(after_supposing(position, (*candidate, True)), depth + 1)
        return None if parts is None else _refuting(position, candidate, parts)

    def to_contradiction(self, start: Position, depth: int = 0) -> list[ReasonStep] | None:
        """Return steps of which the last is a contradiction; None if none were found.

        Raises:
            OutOfTimeError: the deadline of the solver has passed.
        """
        steps: list[ReasonStep] = []
        position = self._followed(start, steps)
        while position is not None:
            if self._left < 0:
                return None
            refuted = list(self.refuted(position, _candidates(position), _WITHIN, depth))
            if not refuted:
                return None
            steps += refuted
            position = self._followed(refuted[-1].position.after(refuted[-1]), steps)
        return steps

    def _followed(self, position: Position, steps: list[ReasonStep]) -> Position | None:
        """Follow what is seen until nothing is; add the steps; return None after a contradiction.

        The steps are taken in rounds, so that the way to the contradiction is short.
        """
        self._left -= 1
        while seen := self.looks.every(position, self.most):
            for found in sorted(seen, key=lambda one: not one.broken):
                if not all(position.has(*candidate) for candidate in found.placements):
                    continue  # what was found before it in this round contradicts it, or says it
                step = self.looks.step(position, found)
                if step.broken:
                    steps.append(step)
                    return None
                after = position.after(step)
                if after.candidates != position.candidates:
                    steps.append(step)
                    position = after
        return position


def _candidates(position: Position) -> list[Candidate]:
    """Return the candidates, cells with few of them first."""
    cells = [cell for cell, digit in enumerate(position.digits) if not digit]
    cells.sort(key=lambda cell: position.candidates[cell].bit_count())
    return [(cell, digit) for cell in cells for digit in position.left(cell)]


def _refuting(position: Position, candidate: Candidate, parts: Sequence[ReasonStep]) -> ReasonStep:
    supposed = (*candidate, True)
    return ReasonStep(position, Reason(()), (), (candidate,), parts=tuple(parts), supposed=supposed)


def elements_of(step: ReasonStep, catalogue: Catalogue) -> set[int]:
    """Return what the parts of a step rest on together.

    When a digit is placed, its marks go from its peers without a step: that rests on houses, too.
    """
    every = list(_within(step))
    used = {catalogue.number(element) for part in every for element in part.reason.elements}
    cells = {cell for number in used for cell in catalogue.elements[number].scope}
    for part in every:
        placed = part.placements
        if part.supposed is not None and part.supposed[2]:
            placed = (part.supposed[:2],)
        for cell, digit in placed:
            used.add(catalogue.single(cell))
            reached = {c for c in cells if part.position.has(c, digit)} - {cell}
            known = {catalogue.source_of[number] for number in used}
            by = sorted(
                catalogue.once(cell, digit),
                key=lambda one: catalogue.source_of[one[0]] not in known,
            )
            for number, group in by:
                if not reached.isdisjoint(group):
                    used.add(number)
                    reached.difference_update(group)
    return used


def _within(step: ReasonStep) -> Iterator[ReasonStep]:
    yield step
    for part in step.parts:
        yield from _within(part)
