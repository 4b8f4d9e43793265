"""Work that is ended at a deadline, whatever it is at.

`within` does it in a process of its own, which ends even inside a library that never looks up.
`interrupting` stays in this process, so that what was made until then is there.

>>> from cpsudoku.ground.deadline import NEVER
>>> within(NEVER, lambda: 6 * 7)
42
"""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from types import FrameType
from typing import TypeVar
from weakref import ref

from cpsudoku.errors import BackendError
from cpsudoku.ground.deadline import Deadline, OutOfTimeError
from cpsudoku.ground.processes.child import CAN_FORK, Child, Send, TimeIsUp

T = TypeVar("T")

GRACE = 0.1
"""Seconds in which a process that is ended may end what it has started itself."""


def within(deadline: Deadline, work: Callable[[], T]) -> T:
    """Return what some work returns, or raise what it raises.

    It is done in a process of its own where that is possible.  On a big board every step of pure
    computation may be the long one, and most SAT solvers hear neither of a limit nor of Ctrl-C.

    Args:
        work: what to do; where no process can be forked it keeps the limit itself.

    Raises:
        BackendError: the process ended without an answer.
    """
    if not CAN_FORK:
        return work()
    child = Child(partial(_send_outcome, work))
    try:
        done, outcome = child.receive(deadline.left)
    except TimeIsUp:
        raise OutOfTimeError from None
    except EOFError:
        raise BackendError("a process ended without an answer; was memory short?") from None
    finally:
        child.close(GRACE)
    if not done:
        raise outcome
    answer: T = outcome
    return answer


def _send_outcome(work: Callable[[], T], send: Send) -> None:
    try:
        message: tuple[bool, T | Exception] = (True, work())
    except Exception as error:
        message = (False, error)
    send(message)


_LEAST = 1e-6
"""Seconds that an alarm is set to at least; 0 would switch it off."""

_AGAIN = 0.05
"""Seconds after which an interruption that other code caught is raised again."""


@contextmanager
def interrupting(deadline: Deadline) -> Iterator[None]:
    """Raise `OutOfTimeError` in the middle of a block when time runs out.

    The alarm reaches Python code between any two of its instructions, and compiled code of ours
    where that looks for Ctrl-C.  Without an alarm (Windows, threads other than the main one)
    the block has to keep the limit itself.

    Raises:
        OutOfTimeError: time ran out, perhaps before the block began.
    """
    deadline.check()
    left = deadline.left
    in_main = threading.current_thread() is threading.main_thread()
    if left is None or not (in_main and hasattr(signal, "setitimer")):
        yield
        return
    before = signal.getsignal(signal.SIGALRM)
    raised: ref[OutOfTimeError] | None = None

    def ring(number: int, frame: FrameType | None) -> None:
        nonlocal raised
        if callable(before):
            before(number, frame)
        if deadline.has_passed and (raised is None or raised() is None):
            error = OutOfTimeError()
            raised = ref(error)
            try:
                raise error
            finally:
                del error  # or this frame would keep it alive

    # A block around this one may wait for an alarm of its own, which goes on afterwards.  One
    # without a handler in Python is of a library (PySAT's MapleCM sets one), and would end the
    # process.
    left_outside = signal.getitimer(signal.ITIMER_REAL)[0] if callable(before) else 0
    outer = Deadline(left_outside or None)
    signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, max(outer.within(left), _LEAST), _AGAIN)
    try:
        yield
    finally:
        try:
            signal.setitimer(signal.ITIMER_REAL, 0)
        finally:  # the alarm may ring until here; what it raised is on its way and not raised again
            signal.setitimer(signal.ITIMER_REAL, 0)
            signal.signal(signal.SIGALRM, before)
            if (rest := outer.left) is not None:
                signal.setitimer(signal.ITIMER_REAL, max(rest, _LEAST), _AGAIN)
