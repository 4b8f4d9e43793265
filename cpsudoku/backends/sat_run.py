"""One search with SAT solvers: its clock, its figures, and the processes that it takes place in.

A search is cut into slices by conflict limits, with a look at the clock in between.  What takes
longer goes on in a forked child, which can be killed; there nothing cuts it into slices.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from contextlib import ExitStack
from functools import partial
from typing import ParamSpec, TypeVar

from cpsudoku.backends.base import Enumeration
from cpsudoku.backends.sat_puzzle import LARGEST_SMALL, Loaded, Settings
from cpsudoku.backends.sat_solver import CADICALS, Work
from cpsudoku.encodings.propagation import probe
from cpsudoku.errors import BackendError
from cpsudoku.processes import (
    CAN_FORK,
    Child,
    Send,
    TimeIsUp,
    available_processors,
    wait_for,
)
from cpsudoku.result import Limits, Stats
from cpsudoku.rules import Candidates, Rules

P = ParamSpec("P")
T = TypeVar("T")

_SECOND_AFTER = 1.0
# Boards beyond `LARGEST_SMALL` are encoded and solved in child processes from the start, for
# handing over their formula takes a while as well; after so many seconds a second one joins.

_PATIENCE = 0.3
# A search moves into a child after so many seconds.


class Run:
    """One search.

    Args:
        rules: the rules.
        settings: which solver and encoding, without any ``auto``.
        candidates: for each cell the digits that it may have.
        limits: how far to go.
    """

    def __init__(
        self, rules: Rules, settings: Settings, candidates: Candidates, limits: Limits
    ) -> None:
        self._rules = rules
        self._settings = settings
        self._candidates = candidates
        self._limits = limits
        self._build = 0.0
        self._searched = 0.0
        self._work = Work(0, 0, 0)

    def stats(self) -> Stats:
        """Return what it has cost so far."""
        conflicts, decisions, propagations = self._work
        return Stats(
            build_seconds=self._build,
            search_seconds=self._searched,
            nodes=decisions,
            conflicts=conflicts,
            propagations=propagations,
        )

    def solutions(self) -> Enumeration:
        """Yield the solutions."""
        left = self._build_with(probe, self._rules, self._candidates)
        if left is None:
            return True
        if sum(map(int.bit_count, left)) == len(left):
            yield tuple(map(int.bit_length, left))
            return True
        if CAN_FORK and self._rules.size > LARGEST_SMALL:
            return (yield from self._solutions_of_children(left))
        return (yield from self._own_solutions(left))

    def _own_solutions(self, left: Candidates) -> Enumeration:
        loaded = self._build_with(self._load, left)
        limit = self._limits.solutions
        found = 0
        while found != limit:
            answer = self._step(loaded)
            if answer is None:
                if self._time_left() == 0 or not CAN_FORK:
                    return False
                loaded.work_since()
                rest = None if limit is None else limit - found
                with Child(_enumerating(lambda: loaded, rest)) as child:
                    return (yield from self._follow(child))
            if not answer:
                return True
            found += 1
            yield loaded.pop_solution()
        return False

    def _solutions_of_children(self, left: Candidates) -> Enumeration:
        """Let one or two children build and search; the first with something to say goes on."""
        has_variants = self._settings.solver in CADICALS and available_processors() > 1
        with ExitStack() as stack:
            children: list[Child] = []
            for variant in range(2 if has_variants else 1):
                work = _enumerating(partial(self._load, left, variant), self._limits.solutions)
                children.append(stack.enter_context(Child(work)))
                last = variant == 1 or not has_variants
                ready = self._wait(children, None if last else _SECOND_AFTER)
                if ready or self._time_left() == 0:
                    break
            if not ready:
                return False
            for child in children:
                if child is not ready[0]:
                    child.close()
            return (yield from self._follow(ready[0]))

    def _load(self, left: Candidates, variant: int = 0) -> Loaded:
        return Loaded(self._rules, self._settings, left, self._limits.seed, variant)

    def _wait(self, children: list[Child], seconds: float | None) -> list[Child]:
        left = self._time_left()
        if left is not None:
            seconds = left if seconds is None else min(left, seconds)
        start = time.perf_counter()
        ready = wait_for(children, seconds)
        self._searched += time.perf_counter() - start
        return ready

    def _follow(self, child: Child) -> Enumeration:
        """Yield what a child finds, within the limit of time."""
        earlier = self._work
        while True:
            start = time.perf_counter()
            try:
                done, message = child.receive(self._time_left())
            except TimeIsUp:
                return False
            except EOFError:
                raise BackendError("the solver's process ended before its answer") from None
            finally:
                self._searched += time.perf_counter() - start
            self._work = earlier.plus(done)
            if isinstance(message, bool):
                return message
            yield message

    def _time_left(self) -> float | None:
        seconds = self._limits.seconds
        return None if seconds is None else max(0.0, seconds - self._searched)

    def _build_with(self, make: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        start = time.perf_counter()
        made = make(*args, **kwargs)
        self._build += time.perf_counter() - start
        return made

    def _step(self, loaded: Loaded) -> bool | None:
        """Search for one solution until the time or, where that makes sense, patience is over."""
        start = now = time.perf_counter()
        left = self._time_left()
        patience = _PATIENCE if CAN_FORK else math.inf
        if left is not None:
            patience = min(patience, left)
        answer = None
        while answer is None and now - start < patience:
            # Always as many conflicts, so that the machine's speed does not change the search.
            answer = loaded.solve(loaded.slice)
            now = time.perf_counter()
        self._searched += now - start
        self._work = self._work.plus(loaded.work_since())
        return answer


def _enumerating(make: Callable[[], Loaded], limit: int | None) -> Callable[[Send], None]:
    """Return work for a child: it sends solutions, and at the end whether they are all.

    Args:
        make: gives the solver.
        limit: stop after this many solutions; None for all of them.
    """

    def work(send: Send) -> None:
        loaded = make()
        total = Work(0, 0, 0)
        count = 0
        answer: bool | None = True
        while answer and count != limit:
            answer = loaded.solve(-1)
            total = total.plus(loaded.work_since())
            if answer:
                count += 1
                send((total, loaded.pop_solution()))
        send((total, not answer))

    return work
