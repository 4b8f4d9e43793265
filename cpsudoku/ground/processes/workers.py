"""Worker processes that answer many tasks, in the order of the tasks.

    >>> def squares():
    ...     return lambda number: number * number
    >>> list(answered_in_order(range(5), squares, jobs=2)) if CAN_FORK else [0, 1, 4, 9, 16]
    [0, 1, 4, 9, 16]

A worker gets a task only when it has answered the last one, so neither side ever waits for the
other to read; and nothing here needs a thread, so workers can be killed at any moment.
"""

from __future__ import annotations

import pickle
import signal
from collections.abc import Callable, Generator, Iterable
from typing import TYPE_CHECKING, Any, TypeVar

from cpsudoku.errors import BackendError
from cpsudoku.ground.deadline import NEVER, Deadline, OutOfTimeError
from cpsudoku.ground.processes import useful_workers
from cpsudoku.ground.processes.child import CAN_FORK, bound_to_parent, forking, keep_garbage
from cpsudoku.ground.processes.starting import started

if TYPE_CHECKING:
    from multiprocessing.connection import Connection

Task = TypeVar("Task")
Answer = TypeVar("Answer")

AHEAD = 4
"""Tasks for each worker that are begun before the answer to the first is taken, a free number."""


def answered_in_order(
    tasks: Iterable[Task],
    prepare: Callable[[], Callable[[Task], Answer]],
    *,
    jobs: int,
    deadline: Deadline = NEVER,
) -> Generator[Answer, None, None]:
    """Yield the answers to tasks, in the order of the tasks.

    Args:
        tasks: taken only a little ahead of the answers.
        prepare: called once in each worker; returns what answers a task.  Where processes cannot
            be forked it has to be picklable.
        jobs: how many workers at most; no more are started than there are tasks at a time, or
            processors.
        deadline: when to end the workers, whatever they are at.

    Raises:
        BackendError: a worker was killed, or the system has no room for one.
        Exception: what answering a task raised, after the answers to all tasks before it.
    """
    source, most = iter(tasks), useful_workers(jobs)
    idle: list[_Worker] = []
    busy: dict[Connection, _Worker] = {}
    answers: dict[int, tuple[bool, Any]] = {}
    begun = given = 0
    are_more = True
    try:
        while are_more or busy:
            while are_more and begun - given < AHEAD * most and (idle or len(busy) < most):
                try:
                    task = next(source)
                except StopIteration:
                    are_more = False
                    break
                worker = idle.pop() if idle else _Worker(prepare)
                busy[worker.pipe] = worker
                worker.take(begun, task)
                begun += 1
            for worker in _ready(busy, deadline):
                answers[worker.number] = worker.answer()
                idle.append(busy.pop(worker.pipe))
            while given in answers:
                succeeded, answer = answers.pop(given)
                if not succeeded:
                    raise answer
                yield answer
                given += 1
    finally:
        for worker in (*idle, *busy.values()):
            worker.end()


def _ready(busy: dict[Connection, _Worker], deadline: Deadline) -> list[_Worker]:
    """Wait until workers have answered, or have died."""
    from multiprocessing.connection import wait

    ready = wait(list(busy), deadline.left) if busy else []
    if busy and not ready:
        raise OutOfTimeError
    return [busy[pipe] for pipe in ready]  # type: ignore[index]


class _Worker:
    """A process, the end of its pipe that is ours, and the number of the task that it is at."""

    def __init__(self, prepare: Callable[[], Callable[[Any], Any]]) -> None:
        from multiprocessing import get_context

        context, bound = get_context("fork" if CAN_FORK else "spawn"), bound_to_parent()
        self.number = -1
        try:
            with forking():
                self.process, self.pipe = started(context, _work, prepare, bound, daemon=True)
        except OSError as error:
            raise BackendError(f"no process can be started: {error}") from error

    def take(self, number: int, task: Any) -> None:
        self.number = number
        try:
            self.pipe.send(task)
        except (BrokenPipeError, ConnectionResetError):
            raise self._death() from None

    def answer(self) -> tuple[bool, Any]:
        """Return whether its task succeeded, and the answer or what was raised."""
        try:
            found: tuple[bool, Any] = self.pipe.recv()
        except (EOFError, ConnectionResetError):
            raise self._death() from None
        return found

    def _death(self) -> BackendError:
        self.process.join(1)
        code = self.process.exitcode
        if code is not None and code < 0:
            how = f"was killed by {signal.Signals(-code).name}"
        else:
            how = f"ended with exit status {code}"
        return BackendError(f"a worker process {how}")

    def end(self) -> None:
        """End it at once, whatever it is doing."""
        self.process.kill()
        self.process.join()
        self.process.close()
        self.pipe.close()


def _work(
    pipe: Connection, prepare: Callable[[], Callable[[Any], Any]], bound: Callable[[], bool]
) -> None:
    keep_garbage()
    # Ctrl-C reaches every process of the terminal; only the parent decides what it means.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    if not bound():
        return
    answer = prepare()
    while True:
        try:
            task = pipe.recv()
        except EOFError:
            return
        pipe.send_bytes(_reply(answer, task))


def _reply(answer: Callable[[Any], Any], task: Any) -> bytes:
    try:
        return pickle.dumps((True, answer(task)))
    except Exception as error:
        try:
            data = pickle.dumps((False, error))
            pickle.loads(data)  # some exceptions can be pickled, and not read again
            return data
        except Exception:
            words = f"{type(error).__name__}: {error}"
            return pickle.dumps((False, BackendError(f"a worker process failed: {words}")))
