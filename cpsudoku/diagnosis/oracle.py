"""A SAT solver that is asked under assumptions, until a deadline; and an alarm that interrupts one.

Python answers a signal when it is back from a solver that computes outside of Python, which may
take minutes.  But the signal's number is written to a socket at once, and there another thread
listens (`alarm`).
"""

from __future__ import annotations

import os
import select
import signal
import socket
import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from itertools import islice
from typing import Any

from cpsudoku.encodings.cnf import Clause, Literal
from cpsudoku.ground.deadline import Deadline, OutOfTimeError
from cpsudoku.ground.extras import needing
from cpsudoku.ground.processes.child import interrupting
from cpsudoku.ground.progress import AT_ONCE

_STOP = b"\0"  # no signal has this number
_ENDING = tuple(getattr(signal, n) for n in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, n))


@contextmanager
def alarm(ring: Callable[[], None], seconds: float | None) -> Iterator[None]:
    """Call a function once, from another thread, when time is up or at Ctrl-C or SIGTERM.

    Signals are heard where signals are handled at all, in the main thread.

    Args:
        ring: what to call; interrupts what the body of the ``with`` statement does.
        seconds: when time is up; None for never.
    """
    ear, mouth = socket.socketpair()
    mouth.setblocking(False)
    before = -1
    handles_signals = threading.current_thread() is threading.main_thread()
    if handles_signals:
        before = signal.set_wakeup_fd(mouth.fileno(), warn_on_full_buffer=False)
    listener = threading.Thread(target=_listen, args=(ear, ring, seconds, before), daemon=True)
    listener.start()
    try:
        yield
    finally:
        if handles_signals:
            signal.set_wakeup_fd(before)
        mouth.send(_STOP)
        listener.join()
        ear.close()
        mouth.close()


def _listen(
    ear: socket.socket, ring: Callable[[], None], seconds: float | None, other: int
) -> None:
    deadline = Deadline(seconds)
    while True:
        if not select.select([ear], [], [], deadline.left)[0]:
            ring()
            return
        heard = ear.recv(1024)
        if other >= 0 and (signals := heard.replace(_STOP, b"")):
            # Something else listens for signals too, such as an event loop.
            with suppress(OSError):
                os.write(other, signals)
        if any(number in heard for number in _ENDING):
            ring()
            return
        if _STOP in heard:
            return


_SOLVER = "glucose4"
# Its learnt clauses stay between questions, and it takes a budget of conflicts.

_SLICE = 1000
"""Conflicts between two looks at the clock, at first: some ten milliseconds on 9×9."""

_PATIENCE = 1_000_000
"""Propagations between two looks at the clock, roughly: a tenth of a second."""


class Oracle:
    """Answers whether a formula has a model under assumptions.

    Args:
        deadline: when to give up; it may be set again between questions.
        find_model: another way to find the true literals of a model under assumptions, asked where
            the first slice of conflicts has not decided; None from it decides nothing.
        solver: which one, as PySAT calls it; it takes a budget of conflicts.

    Raises:
        OutOfTimeError: the deadline has passed while the clauses were taken in.
    """

    def __init__(
        self,
        clauses: Iterable[Clause],
        deadline: Deadline,
        find_model: Callable[[Sequence[Literal]], Iterable[Literal] | None] | None = None,
        *,
        solver: str = _SOLVER,
    ) -> None:
        with needing("this needs", "python-sat"):
            from pysat.solvers import Solver
        self._solver: Any = Solver(name=solver)
        self.deadline = deadline
        self._find_model = find_model
        self._slice = _SLICE
        self._last: int | None = None  # the work at which it gives up
        self._elsewhere = 0
        self._true: set[Literal] | None = None
        try:
            # Writing the clauses of a single rank may take longer than all the time there is.
            with interrupting(deadline):
                self._take(clauses)
        except BaseException:
            self._solver.delete()
            raise

    def _take(self, clauses: Iterable[Clause]) -> None:
        source = iter(clauses)
        while part := list(islice(source, AT_ONCE)):
            self.deadline.check()
            self._solver.append_formula(part)

    def __enter__(self) -> Oracle:
        return self

    def __exit__(self, *_: object) -> None:
        self._solver.delete()

    @contextmanager
    def at_most(self, work: int) -> Iterator[None]:
        """Give up after this many propagations, the same on every machine, at the next question.

        A question that has begun goes on to the end of its slice.
        """
        whole, last = self._last, self._work + work
        self._last = last if whole is None else min(whole, last)
        try:
            yield
        finally:
            self._last = whole

    @property
    def _work(self) -> int:
        found: int = self._solver.accum_stats()["propagations"]
        return found + self._elsewhere

    @property
    def left(self) -> int | None:
        """The work left of what it may do `at_most`; None where there is no limit."""
        return None if self._last is None else max(0, self._last - self._work)

    def spend(self, work: int) -> None:
        """Add the work of another engine on the same question."""
        self._elsewhere += work

    def check(self) -> None:
        """Raise `OutOfTimeError` if the deadline has passed or the work is done."""
        self.deadline.check()
        if self.left == 0:
            raise OutOfTimeError

    def add(self, clause: Sequence[Literal]) -> None:
        """Add a clause to the formula."""
        self._solver.add_clause(clause)

    def satisfiable(self, assumptions: Iterable[Literal] = ()) -> bool:
        """Return whether the formula has a model in which the assumptions are true."""
        assumed = list(assumptions)
        self._true = None
        find_model = self._find_model
        while True:
            self.check()
            patience = self._work + _PATIENCE
            self._solver.conf_budget(self._slice)
            # So the library leaves Ctrl-C alone, which is raised here after the slice; its own
            # handler jumps out of the solver and raises an error of its own.
            answer = self._solver.solve_limited(assumptions=assumed, expect_interrupt=True)
            if answer is not None:
                return bool(answer)
            if find_model is not None:
                self.deadline.check()
                model, find_model = find_model(assumed), None
                if model is not None:
                    self._true = set(model)
                    return True
            if self._work > patience:
                self._slice = max(1, self._slice // 2)

    def satisfiable_within(
        self, conflicts: int, assumptions: Iterable[Literal] = ()
    ) -> bool | None:
        """Return what `satisfiable` does, or None where it takes more conflicts than these."""
        self.check()
        self._true = None
        self._solver.conf_budget(conflicts)
        answer = self._solver.solve_limited(assumptions=list(assumptions), expect_interrupt=True)
        return None if answer is None else bool(answer)

    @property
    def model(self) -> set[Literal]:
        """The literals of the model that the last question found."""
        if self._true is None:
            self._true = set(self._solver.get_model())
        return self._true

    @property
    def assignment(self) -> list[Literal]:
        """The solver's last model: for each variable from 1 on, itself or its negation."""
        found: list[Literal] = self._solver.get_model()
        return found

    @property
    def core(self) -> list[Literal]:
        """Assumptions that contradicted the formula together, after the last question."""
        return list(self._solver.get_core() or ())
