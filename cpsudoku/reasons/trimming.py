"""The steps to a contradiction without those that no later step needs.

The solver is asked about each conclusion again, with the earlier conclusions as assumptions: its
core says which facts and elements it rests on.  So one pass from the end is enough.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace

from cpsudoku.encodings.cnf import Literal
from cpsudoku.errors import BackendError
from cpsudoku.ground.deadline import Deadline, OutOfTimeError
from cpsudoku.logic import Position
from cpsudoku.logic.steps import Candidate
from cpsudoku.reasons.checking import confirmed
from cpsudoku.reasons.elements import ReasonElement
from cpsudoku.reasons.knowledge import Knowledge
from cpsudoku.reasons.steps import Found, Reason, ReasonStep, Supposed

_IN_TURN = ((10.0, 20.0), (60.0, 60.0))
"""Seconds for CP-SAT, and for the solver after it, where that took too long.  CP-SAT decides soon
what takes the solver minutes, but of circles with sixteen digits nothing in two minutes, where the
solver takes twenty seconds."""


class Trimming:
    """Leaves out what is not needed.

    Args:
        knowledge: that of the board before anything was supposed.

    Attributes:
        free: the parts with suppositions of their own that rest on no other, and no step before.
    """

    def __init__(self, knowledge: Knowledge) -> None:
        self._knowledge = knowledge
        self.free: list[ReasonStep] = []

    def trimmed(self, start: Position, steps: Sequence[ReasonStep]) -> list[ReasonStep]:
        """Return the steps that lead to a contradiction, each with only the conclusions needed.

        Args:
            start: the position at which they begin.
            steps: in their order; the last one is the contradiction.

        Raises:
            OutOfTimeError: the deadline of the solver has passed.
            BackendError: something does not follow.
        """
        return list(moved(start, self._needed(steps)[0]))

    def _needed(self, steps: Sequence[ReasonStep]) -> tuple[list[ReasonStep], set[Literal]]:
        """Return steps, with the positions where they were found, and the facts they rest on."""
        kept: list[ReasonStep] = []
        facts: set[Literal] = set()
        for step in reversed(steps):
            placed = tuple(c for c in step.placements if self._led_to(step, (c,), ()) & facts)
            gone = tuple(c for c in step.eliminations if self._led_to(step, (), (c,)) & facts)
            if not (placed or gone or step.broken):
                continue
            shorter = replace(step, placements=placed, eliminations=gone)
            facts -= self._led_to(step, placed, gone)
            shorter, own = self._apart(shorter) if step.parts else self.alone(shorter)
            if shorter.broken:  # already here, so that nothing after it is needed
                kept, facts = [], set()
            facts |= own
            kept.append(shorter)
        return kept[::-1], facts

    def _led_to(
        self, step: ReasonStep, placed: tuple[Candidate, ...], gone: tuple[Candidate, ...]
    ) -> set[Literal]:
        """Return the facts that conclusions of a step added to the board."""
        return self._added(step.position, step.position.after(Found((), placed, gone)))

    def _added(self, before: Position, after: Position) -> set[Literal]:
        cells = range(len(before.digits))
        marks = zip(before.candidates, after.candidates, strict=True)
        changed = [cell for cell, (old, new) in zip(cells, marks, strict=True) if old != new]
        return set(self._knowledge.facts(after, changed)) - set(
            self._knowledge.facts(before, changed)
        )

    def alone(self, step: ReasonStep) -> tuple[ReasonStep, set[Literal]]:
        """Return a step with only the elements that its conclusions need, and the facts.

        Where the solver takes too long, CP-SAT is asked whether all elements suffice.

        Raises:
            OutOfTimeError: the deadline of the solver has passed, or neither has found it.
            BackendError: something does not follow.
        """
        try:
            return self.shorter(step)
        except OutOfTimeError:
            return self._in_turn(step)

    def _in_turn(self, step: ReasonStep) -> tuple[ReasonStep, set[Literal]]:
        """Ask CP-SAT and the solver in turn, each for longer than before."""
        deadline = self._knowledge.oracle.deadline
        for seconds, longer in _IN_TURN:
            deadline.check()
            if confirmed(step, Deadline(deadline.within(seconds))):
                return step, set(self._facts(step))
            with suppress(OutOfTimeError):
                found = self.shorter(step, longer)
                self._knowledge.patience = longer  # because CP-SAT does not help with these clues
                return found
        raise OutOfTimeError

    def shorter(
        self, step: ReasonStep, seconds: float | None = None
    ) -> tuple[ReasonStep, set[Literal]]:
        """Return what `alone` does, or give up after a while: these seconds, or the usual ones.

        If the elements contradict the board by themselves, which gives any conclusion, the step is
        that.

        Raises:
            OutOfTimeError: the solver takes too long.
            BackendError: something does not follow.
        """
        knowledge, catalogue = self._knowledge, self._knowledge.catalogue
        first = knowledge.switches.element
        elements = {first + catalogue.number(one): one for one in step.reason.elements}
        if any(catalogue.source_of[number - first] in knowledge.too_big for number in elements):
            raise OutOfTimeError  # all may be needed by a clue that the solver does not have
        try:
            with knowledge.oracle.within(seconds or knowledge.patience):
                step, core = self._core(step, [*elements, *self._facts(step)])
        except OutOfTimeError:
            knowledge.tire()
            raise
        used = [one for switch, one in elements.items() if switch in core]
        return _resting_on(step, used), core.difference(elements)

    def _facts(self, step: ReasonStep) -> list[Literal]:
        cells = {cell for one in step.reason.elements for cell in one.scope}
        cells.update(cell for cell, _ in (*step.placements, *step.eliminations))
        return list(self._knowledge.facts(step.position, sorted(cells)))

    def _core(
        self, step: ReasonStep, assumed: Sequence[Literal]
    ) -> tuple[ReasonStep, set[Literal]]:
        """Return a step, and what its conclusions need of what is assumed."""
        oracle, core = self._knowledge.oracle, set[Literal]()
        for supposed in step.opposites:
            opposite = () if supposed is None else (self._knowledge.literal(*supposed),)
            if oracle.satisfiable([*assumed, *opposite]):
                raise BackendError(f"what a step concludes does not follow: {step.notation}")
            own = set(oracle.core)
            if own.isdisjoint(opposite):
                return replace(step, placements=(), eliminations=(), broken=True), own
            core |= own.difference(opposite)
        return step, core

    def _apart(self, step: ReasonStep) -> tuple[ReasonStep, set[Literal]]:
        """Return the same for a step with parts, which rests on what its parts rest on."""
        assert step.supposed is not None
        parts, facts = self._needed(step.parts)
        supposed = self._added(step.position, after_supposing(step.position, step.supposed))
        used = dict.fromkeys(
            self._knowledge.catalogue.number(one) for part in parts for one in part.reason.elements
        )
        elements = [self._knowledge.catalogue.elements[number] for number in sorted(used)]
        apart, facts = replace(_resting_on(step, elements), parts=tuple(parts)), facts - supposed
        if not facts:
            self.free.append(apart)
        return apart, facts


def _resting_on(step: ReasonStep, elements: Sequence[ReasonElement]) -> ReasonStep:
    reason: Reason = replace(step.reason, elements=tuple(elements))
    return replace(step, reason=reason)


def moved(position: Position, steps: Iterable[ReasonStep]) -> Iterator[ReasonStep]:
    """Yield steps and their parts, with the positions that the steps before lead to.

    A step was perhaps found where less was known: what the board says already is left out, and with
    the first step that the board contradicts there is an end.
    """
    for step in steps:
        placed = tuple(one for one in step.placements if position.has(*one))
        gone = tuple(one for one in step.eliminations if position.has(*one))
        contradicts = any(position.digits[cell] == digit for cell, digit in step.eliminations)
        contradicts |= any(not position.masks[c] >> d - 1 & 1 for c, d in step.placements)
        if contradicts and step.parts:  # what is supposed is known, and the parts are steps
            yield from moved(position, step.parts)
            return
        if not (placed or gone or step.broken or contradicts):
            continue
        parts = step.parts
        if step.supposed is not None:
            parts = tuple(moved(after_supposing(position, step.supposed), parts))
        there = replace(step, position=position, parts=parts, placements=placed, eliminations=gone)
        if step.broken or contradicts:
            yield replace(there, placements=(), eliminations=(), broken=True)
            return
        yield there
        position = position.after(there)


def after_supposing(position: Position, supposed: Supposed) -> Position:
    """Return the position after a supposition: a candidate, and whether it is true."""
    cell, digit, truth = supposed
    candidate = ((cell, digit),)
    return position.after(Found((), *((candidate, ()) if truth else ((), candidate))))
