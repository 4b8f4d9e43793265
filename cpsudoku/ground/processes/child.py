"""Child processes that take over a computation and can be ended at any moment.

A library that keeps the interpreter's lock while it computes can be neither timed out nor
interrupted from Python.  A forked child can: it continues where its parent stood, sends what it
finds as messages, and is killed when nothing waits for it any more.

    >>> def count_to(limit):
    ...     def work(send):
    ...         for number in range(limit):
    ...             send(number)
    ...     return work
    >>> if CAN_FORK:
    ...     with Child(count_to(3)) as child:
    ...         print(child.receive(), child.receive())
    ... else:
    ...     print(0, 1)
    0 1

Work is ended at a deadline, whatever it is at, in a child (`within`), or in this process so that
what was made until then is there (`interrupting`).

    >>> from cpsudoku.ground.deadline import NEVER
    >>> within(NEVER, lambda: 6 * 7)
    42
"""

from __future__ import annotations

import gc
import os
import signal
import sys
import threading
import time
import warnings
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from functools import partial
from types import FrameType
from typing import Any, NoReturn, TypeAlias, TypeVar
from weakref import ref

from cpsudoku.errors import BackendError
from cpsudoku.ground.deadline import Deadline, OutOfTimeError
from cpsudoku.ground.processes.insisting import SOON, hush

CAN_FORK = hasattr(os, "fork") and sys.platform != "darwin"
"""Whether children can be made; on macOS forking is not safe once system libraries are in use."""

Send: TypeAlias = Callable[[object], None]
"""What a child's work sends its messages with; they are pickled."""


class TimeIsUp(Exception):  # noqa: N818
    """No message came in time."""


@contextmanager
def forking() -> Iterator[None]:
    """Let a process be forked safely in the body of the ``with`` statement, or in what it calls.

    What was garbage in the parent stays so in the child, from the fork on: to destroy a pool of
    threads that only the parent has would wait for them for ever.  A child that does not come back
    from the body calls `keep_garbage` itself.
    """
    parent, collects = os.getpid(), gc.isenabled()
    gc.disable()  # Python's own callbacks after a fork may collect
    try:
        with warnings.catch_warnings():
            # Python 3.12 and later warn of forks where there are threads: the child might wait for
            # a lock that another thread holds.  Ours only computes and writes.
            warnings.simplefilter("ignore", DeprecationWarning)
            yield
    finally:
        if os.getpid() != parent:
            gc.freeze()
        if collects:
            gc.enable()


def keep_garbage() -> None:
    """Collect garbage in a forked child again, but not what its parent left."""
    gc.freeze()
    gc.enable()


class Child(AbstractContextManager["Child"]):
    """A forked child that works on its own; use it in a ``with`` statement, which ends it.

    Args:
        work: what the child does.  It runs on a copy of everything there is at this moment, gets
            a function to send messages with, and must not start threads.

    Raises:
        BackendError: the system has no room for another process.
    """

    def __init__(self, work: Callable[[Send], None]) -> None:
        from multiprocessing import Pipe  # which loads far more than this module does

        bound = bound_to_parent()
        self._pid = 0
        self._pipe, writer = Pipe(duplex=False)
        try:
            with _putting_off_signals(), forking():
                self._pid = os.fork()
                if not self._pid:
                    _run_child(work, writer.send, bound)
        except OSError as error:
            self._pipe.close()
            raise BackendError(f"no process can be started: {error}") from error
        except BaseException:  # Ctrl-C, which is answered now
            self.close()
            raise
        finally:
            writer.close()

    def fileno(self) -> int:
        """Return the descriptor that becomes readable when there is a message or an end."""
        return self._pipe.fileno()

    def receive(self, seconds: float | None = None) -> Any:
        """Return the child's next message.

        Raises:
            TimeIsUp: no message came in time.
            EOFError: the child has ended without one.
        """
        if not self._pipe.poll(seconds):
            raise TimeIsUp
        try:
            return self._pipe.recv()
        except OSError:  # it ended within a message
            raise EOFError from None

    def close(self, seconds: float = 0.0) -> None:
        """End the child and wait for its end; does nothing if that has been done.

        Args:
            seconds: how long it may take to clean up, such as to end processes of its own; work
                that does not return to Python by then is killed.
        """
        if self._pid:
            pid, self._pid = self._pid, 0
            self._pipe.close()
            if seconds:
                os.kill(pid, signal.SIGTERM)
                deadline = Deadline(seconds)
                while not deadline.has_passed:
                    if os.waitpid(pid, os.WNOHANG)[0]:
                        return
                    time.sleep(0.001)
            os.kill(pid, signal.SIGKILL)
            os.waitpid(pid, 0)

    def __exit__(self, *_: object) -> None:
        self.close()


@contextmanager
def _putting_off_signals() -> Iterator[None]:
    """Answer Ctrl-C and SIGTERM after a fork.

    What is raised in a callback of it is lost; and what a child raises before it has handlers of
    its own would unwind its copy of our stack, and end its siblings.  To block the signals would
    not do, since other threads still hear them for this one.
    """
    is_main = threading.current_thread() is threading.main_thread()
    found = {number: signal.getsignal(number) for number in _ENDING if is_main}
    handlers = {number: one for number, one in found.items() if callable(one)}
    pressed: list[tuple[int, FrameType | None]] = []
    for number in handlers:
        signal.signal(number, lambda *what: pressed.append(what))
    try:
        yield
    finally:
        for number, handler in handlers.items():
            signal.signal(number, handler)
        for what in pressed[-1:]:
            handlers[signal.Signals(what[0])](*what)


_ENDING = (signal.SIGINT, signal.SIGTERM)


def wait_for(children: Sequence[Child], seconds: float | None = None) -> list[Child]:
    """Return the children that have a message or have ended; none if time is up."""
    from multiprocessing.connection import wait

    ready = wait([child.fileno() for child in children], seconds)
    return [child for child in children if child.fileno() in ready]


def _run_child(work: Callable[[Send], None], send: Send, bound: Callable[[], bool]) -> NoReturn:
    status = 1
    try:
        keep_garbage()
        # Ctrl-C reaches the whole group of processes; the parent answers it and ends this one.
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
        hush()
        if bound():
            work(send)
            status = 0
    finally:
        # Neither the parent's open files nor its exit handlers are ours to run.
        os._exit(status)


def bound_to_parent() -> Callable[[], bool]:
    """Return a function for a child to call first, so that Linux kills it when this process ends.

    It says whether this process has not ended before.  All is looked up before the fork: a forked
    child should not import anything.
    """
    if sys.platform != "linux":
        return partial(_is_child_of, os.getpid())
    import ctypes

    parent, prctl = os.getpid(), ctypes.CDLL(None, use_errno=True).prctl
    set_parent_death_signal = 1

    def bound() -> bool:
        prctl(set_parent_death_signal, signal.SIGKILL, 0, 0, 0)
        return _is_child_of(parent)

    return bound


def _is_child_of(parent: int) -> bool:
    return os.getppid() == parent


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
    signal.setitimer(signal.ITIMER_REAL, max(outer.within(left), _LEAST), SOON)
    try:
        yield
    finally:
        try:
            signal.setitimer(signal.ITIMER_REAL, 0)
        finally:  # the alarm may ring until here; what it raised is on its way and not raised again
            signal.setitimer(signal.ITIMER_REAL, 0)
            signal.signal(signal.SIGALRM, before)
            if (rest := outer.left) is not None:
                signal.setitimer(signal.ITIMER_REAL, max(rest, _LEAST), SOON)
