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
from collections.abc import Callable, Generator, Iterable, Iterator
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from cpsudoku.errors import BackendError
from cpsudoku.ground.deadline import NEVER, Deadline, OutOfTimeError
from cpsudoku.ground.processes import useful_workers
from cpsudoku.ground.processes.child import CAN_FORK, bound_to_parent, forking, keep_garbage
from cpsudoku.ground.processes.starting import safe_path, without_ctrl_c

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
        Exception: what answering a task raised.
    """
    team = _Team(prepare, jobs)
    try:
        source = iter(tasks)
        while team.hand_out(source) or team.busy:
            team.collect(deadline)
            yield from team.ready()
        yield from team.ready()
    finally:
        team.end()


class _Worker:
    """A process, the end of its pipe that is ours, and the number of the task that it is at."""

    def __init__(self, prepare: Callable[[], Callable[[Any], Any]]) -> None:
        from multiprocessing import get_context

        context = get_context("fork" if CAN_FORK else "spawn")
        self.pipe, other = context.Pipe()
        self.number = -1
        self.process = context.Process(  # type: ignore[attr-defined]
            target=_work, args=(other, prepare, bound_to_parent()), daemon=True
        )
        try:
            with forking(), safe_path(), without_ctrl_c():
                self.process.start()
        except OSError as error:
            raise BackendError(f"no process can be started: {error}") from error
        other.close()

    def end(self) -> None:
        self.process.kill()
        self.process.join()
        self.process.close()
        self.pipe.close()


class _Team(Generic[Task, Answer]):
    def __init__(self, prepare: Callable[[], Callable[[Task], Answer]], jobs: int) -> None:
        self._prepare = prepare
        self._jobs = useful_workers(jobs)
        self._idle: list[_Worker] = []
        self._answers: dict[int, Answer] = {}
        self._begun = self._given = 0
        self._dry = False
        self.busy: dict[Connection, _Worker] = {}

    def hand_out(self, source: Iterator[Task]) -> bool:
        """Give tasks to idle workers; return whether there may be more tasks."""
        while not self._dry and self._begun - self._given < AHEAD * self._jobs:
            if not self._idle and len(self.busy) == self._jobs:
                break
            try:
                task = next(source)
            except StopIteration:
                self._dry = True
                break
            worker = self._idle.pop() if self._idle else _Worker(self._prepare)
            self.busy[worker.pipe] = worker
            worker.number = self._begun
            self._begun += 1
            try:
                worker.pipe.send(task)
            except (BrokenPipeError, ConnectionResetError):
                raise self._death_of(worker) from None
        return not self._dry

    def collect(self, deadline: Deadline) -> None:
        """Wait until a worker has answered, and keep the answers that are there."""
        from multiprocessing.connection import wait

        if not self.busy:
            return
        ready = wait(list(self.busy), deadline.left)
        if not ready:
            raise OutOfTimeError
        for pipe in ready:
            worker = self.busy[pipe]  # type: ignore[index]
            try:
                succeeded, answer = worker.pipe.recv()
            except (EOFError, ConnectionResetError):
                raise self._death_of(worker) from None
            del self.busy[worker.pipe]
            self._idle.append(worker)
            if not succeeded:
                raise answer
            self._answers[worker.number] = answer

    @staticmethod
    def _death_of(worker: _Worker) -> BackendError:
        worker.process.join(1)
        code = worker.process.exitcode
        if code is not None and code < 0:
            how = f"was killed by {signal.Signals(-code).name}"
        else:
            how = f"ended with exit status {code}"
        return BackendError(f"a worker process {how}")

    def ready(self) -> Iterator[Answer]:
        """Yield the answers whose turn it is."""
        while self._given in self._answers:
            answer = self._answers.pop(self._given)
            self._given += 1
            yield answer

    def end(self) -> None:
        """End the workers at once, whatever they are at."""
        for worker in (*self._idle, *self.busy.values()):
            worker.end()


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
