"""Engines of huge boards and big encodings: under a limit they work apart.

On a board of 150×150 cells building a formula, looking for singles or reading an answer takes
seconds each, and few of these steps look at a clock; nor does the encoding of clues that become
millions of clauses.  So with a limit of time all of it is done in a process that can be ended, anew
for each search; without one, in this process and built once.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TypeVar

from cpsudoku.backends.base import Engine, Support
from cpsudoku.ground.deadline import Deadline, OutOfTimeError
from cpsudoku.result import Count, Limits, Outcome
from cpsudoku.rules import Candidates, Rules

_HUGE = 1_000_000
"""With more choices of a digit in a cell, such as those of 100×100, a board is huge."""

_BIG = 200_000
"""This many clauses or options take about a second to write."""

Answer = TypeVar("Answer", Outcome, Count)


def works_apart(rules: Rules, support: Support) -> bool:
    """Return whether an engine of rules had better work apart, and can: they are or become huge."""
    is_huge = rules.cell_count * rules.size > _HUGE
    if not is_huge and rules.has_others:
        size = support.size
        is_huge = size is not None and size.number > _BIG
    if not is_huge:  # as most are, which do without the import
        return False
    from cpsudoku.ground.processes.child import CAN_FORK

    return CAN_FORK


class ApartEngine(Engine):
    """An engine that is built, and works, in a process of its own wherever there is a limit."""

    def __init__(self, rules: Rules, make: Callable[[], Engine]) -> None:
        super().__init__(rules)
        self._make = make
        self._made: Engine | None = None

    def search(self, candidates: Candidates, limits: Limits) -> Outcome:
        return self._ask(lambda e, left: e.search(candidates, left), limits, Outcome((), False))

    def count(self, candidates: Candidates, limits: Limits) -> Count:
        return self._ask(lambda e, left: e.count(candidates, left), limits, Count(0, False))

    def _ask(
        self, work: Callable[[Engine, Limits], Answer], limits: Limits, unknown: Answer
    ) -> Answer:
        deadline = Deadline(limits.seconds)
        if deadline.left is None:
            return work(self.inner(), limits)
        from cpsudoku.ground.processes.limiting import within

        try:
            return within(
                deadline, lambda: work(self.inner(), replace(limits, seconds=deadline.left))
            )
        except OutOfTimeError:
            return unknown

    def inner(self) -> Engine:
        """Return the engine itself, for callers that keep the limit themselves."""
        if self._made is None:
            self._made = self._make()
        return self._made
