"""Several backends in processes of their own; the first definite answer counts."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import replace
from functools import partial
from typing import ClassVar

from cpsudoku.backends import registry
from cpsudoku.backends.base import SUPPORTED, Backend, Engine, Support
from cpsudoku.backends.session import Session
from cpsudoku.errors import BackendError, BackendUnavailableError
from cpsudoku.ground.deadline import Deadline, Stopwatch
from cpsudoku.ground.processes.child import CAN_FORK, GRACE, Child, Send, wait_for
from cpsudoku.result import Limits, Outcome, Stats
from cpsudoku.rules import Candidates, Rules
from cpsudoku.rules.primitives import VOCABULARY


class Race(Backend):
    """Backends that race, named between commas, as in ``race:dlx,sat:glucose4,cpsat``."""

    name: ClassVar[str] = "race"
    summary: ClassVar[str] = "several backends at once, the first answer counts: race:dlx,sat"
    knows: ClassVar[frozenset[type]] = VOCABULARY

    def __init__(self, names: str = "") -> None:
        self._names = [name.strip() for name in names.split(",") if name.strip()]

    def supports(self, rules: Rules) -> Support:
        if not self._names:
            return Support(False, "it needs the names of backends, as in race:dlx,sat")
        if not CAN_FORK:
            return Support(False, "this system cannot fork processes safely")
        answers = {name: registry.get(name).supports(rules) for name in self._names}
        if any(answers.values()):
            return SUPPORTED
        return Support(False, "; ".join(f"{name}: {no.reason}" for name, no in answers.items()))

    def compile(self, rules: Rules, **options: object) -> Engine:
        self.chosen(options)
        support = self.supports(rules)
        if not support:
            raise BackendUnavailableError(f"race: {support.reason}")
        able = [name for name in self._names if registry.get(name).supports(rules)]
        return RaceEngine(rules, [Session.of(rules, name) for name in able])


class _Failure(str):
    """Why a backend has no answer."""


class RaceEngine(Engine):
    """The engine of `Race`."""

    def __init__(self, rules: Rules, sessions: Sequence[Session]) -> None:
        super().__init__(rules)
        self._sessions = [session.ready() for session in sessions]

    def search(self, candidates: Candidates, limits: Limits) -> Outcome:
        """Run all backends; return the first complete outcome.

        Out of time, the answer with the most solutions counts.

        Raises:
            BackendError: every one of them failed.
        """
        taken, deadline = Stopwatch(), Deadline(limits.seconds)
        best = Outcome((), False)
        running: dict[Child, str] = {}
        failures: list[str] = []
        with ExitStack() as stack:
            for session in self._sessions:
                child = Child(partial(_search_and_send, session, candidates, limits))
                stack.callback(child.close, GRACE)
                running[child] = session.name
            while running:
                # They keep the limit themselves; this is for one that does not.
                left = deadline.left
                ready = wait_for(list(running), None if left is None else left + 0.25)
                if not ready:
                    break
                for child in ready:
                    name, answer = running.pop(child), _answer(child)
                    if isinstance(answer, _Failure):
                        failures.append(f"{name}: {answer}")
                    elif answer.exhausted or len(answer.solutions) == limits.solutions:
                        return answer
                    else:
                        best = max(best, answer, key=lambda outcome: len(outcome.solutions))
        if len(failures) == len(self._sessions):
            raise BackendError("all of them failed: " + "; ".join(failures))
        spent = taken.seconds
        return replace(best, stats=Stats(search_seconds=spent, decided_by=best.stats.decided_by))


def _answer(child: Child) -> Outcome | _Failure:
    """Return what a child that is ready says, and end it."""
    try:
        answer: Outcome | _Failure = child.receive()
    except EOFError:
        return _Failure("its process ended without an answer")
    finally:
        child.close()
    return answer


def _search_and_send(session: Session, candidates: Candidates, limits: Limits, send: Send) -> None:
    try:
        send(session.outcome(candidates, limits))
    except Exception as error:
        send(_Failure(f"{type(error).__name__}: {error}"))
