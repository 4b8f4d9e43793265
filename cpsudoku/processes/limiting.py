"""Work that is ended at a deadline, whatever it is at.

>>> from cpsudoku.deadline import NEVER
>>> within(NEVER, lambda: 6 * 7)
42
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from cpsudoku.deadline import Deadline, OutOfTimeError
from cpsudoku.errors import BackendError
from cpsudoku.processes.child import CAN_FORK, Child, Send, TimeIsUp

T = TypeVar("T")

_GRACE = 0.1
"""Seconds in which a process that is ended may end what it has started itself."""


def within(deadline: Deadline, work: Callable[[], T]) -> T:
    """Return what some work returns, or raise what it raises.

    It is done in a process of its own where that is possible.  On a big board every step of pure
    computation may be the long one, and most SAT solvers hear neither of a limit nor of Ctrl-C.

    Args:
        deadline: when to give up.
        work: what to do; where no process can be forked it keeps the limit itself.

    Raises:
        OutOfTimeError: the time is up.
        BackendError: the process ended without an answer.
    """
    if not CAN_FORK:
        return work()
    child = Child(_sending(work))
    try:
        done, outcome = child.receive(deadline.left)
    except TimeIsUp:
        raise OutOfTimeError from None
    except EOFError:
        raise BackendError("a process ended without an answer; was memory short?") from None
    finally:
        child.close(_GRACE)
    if not done:
        raise outcome
    answer: T = outcome
    return answer


def _sending(work: Callable[[], T]) -> Callable[[Send], None]:
    def send_outcome(send: Send) -> None:
        try:
            message: tuple[bool, T | Exception] = (True, work())
        except Exception as error:
            message = (False, error)
        send(message)

    return send_outcome
