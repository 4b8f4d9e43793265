"""Processes that answer requests, which can be ended at any moment, whatever they are doing.

A request that its client no longer waits for costs nothing more: its process is killed, and
another one takes its place.  So does one that breaks down; nobody else notices.  What an answer
leaves for the next one of its client is therefore kept by the server.
"""

from __future__ import annotations

import asyncio
import signal
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

from cpsudoku.errors import CpsudokuError
from cpsudoku.ground.processes.starting import Fresh

if TYPE_CHECKING:
    from multiprocessing.connection import Connection


@dataclass(frozen=True, slots=True)
class Bounds:
    """Limits of a server.

    Args:
        body: largest body of a request, in bytes.
        body_seconds: seconds in which a body must have come in.
        seconds: time for an answer, unless the request asks for another.
        most_seconds: the longest time that a request may ask for.
        at_once: how many answers are worked on at a time, each by a process of its own.
        waiting: how many requests may wait for their turn; the next are refused.
    """

    body: int = 1 << 18
    body_seconds: float = 10.0
    cells: int = 1024
    seconds: float = 5.0
    most_seconds: float = 60.0
    at_once: int = 2
    waiting: int = 64


_GRACE = 5.0
"""Seconds beyond its time after which a process that should have given up is killed.

On a busy machine one that is about to answer may need some.
"""


class WorkerTask(NamedTuple):
    """A task for a process.

    Args:
        before: what the answer before it has left to continue from (`Reply.left`).
    """

    name: str
    request: Any
    seconds: float
    before: bytes | None = None
    short: bool = False


class Reply(NamedTuple):
    """The answer of a process.

    Args:
        error: the kind of error; empty for none.
        content: the answer as JSON, or the error's words.
        left: what the next answer to the same client may continue from; None for nothing.
        more: whether this only says how far it is, and more will come.
    """

    error: str
    content: bytes
    left: bytes | None = None
    more: bool = False


Progress = Callable[[bytes], None]
"""Told how far an answer is, as JSON."""


class BusyError(Exception):
    """Too many requests wait already."""


class BrokenDownError(Exception):
    """A process ended without an answer, or did not keep its time."""


class Workers:
    """As many processes as answers are worked on at a time, and one more for short ones.

    A player who wants a hint does not wait for another's minute to pass.
    """

    def __init__(self, bounds: Bounds) -> None:
        self._bounds = bounds
        # Of each process its place first: whoever takes that starts the process.
        self._idle: asyncio.Queue[_Worker | None] = asyncio.Queue()
        self._spare: asyncio.Queue[_Worker | None] = asyncio.Queue()
        for _ in range(bounds.at_once):
            self._idle.put_nowait(None)
        self._spare.put_nowait(None)
        self._waiting = 0

    @cached_property
    def _processes(self) -> Fresh:
        return Fresh(["cpsudoku.web.answering", "cpsudoku._native"])

    async def start(self) -> None:
        """Start all but the spare process, so that the first questions need not wait for it."""
        await asyncio.gather(*(self._one_started() for _ in range(self._bounds.at_once)))

    async def _one_started(self) -> None:
        async with self._one(short=False):
            pass

    def stop(self) -> None:
        """End the processes at once."""
        for lane in (self._idle, self._spare):
            while not lane.empty():
                worker = lane.get_nowait()
                if worker is not None:
                    worker.end()

    @asynccontextmanager
    async def _one(self, *, short: bool) -> AsyncIterator[_Worker]:
        """Lend a worker; one that is not whole afterwards is replaced."""
        if self._waiting >= self._bounds.waiting:
            raise BusyError
        lane = self._spare if short and self._idle.empty() else self._idle
        self._waiting += 1
        try:
            worker = await lane.get()
        finally:
            self._waiting -= 1
        try:
            if worker is None:
                worker = await asyncio.to_thread(_Worker, self._processes, self._bounds.cells)
            yield worker
        finally:
            if worker is not None and not worker.whole:
                worker.end()
                worker = None
            # The place of a lost worker is kept; the next to take it starts a new one.
            lane.put_nowait(worker)

    async def answer(self, task: WorkerTask, progress: Progress | None = None) -> Reply:
        """Return the reply to a task; if this is cancelled, so is the work.

        Raises:
            BusyError: too many wait already.
            BrokenDownError: the process that was at it ended.
        """
        async with self._one(short=task.short) as worker:
            return await worker.ask(task, task.seconds + _GRACE, progress)


class _Worker:
    def __init__(self, processes: Fresh, cells: int) -> None:
        self._process, self._pipe = processes.start(_work, cells)
        try:
            self._pipe.recv()  # it has loaded what it needs
        except EOFError:
            raise BrokenDownError("a process ended without an answer") from None
        self.whole = True

    async def ask(self, task: WorkerTask, seconds: float, progress: Progress | None) -> Reply:
        self.whole = False
        loop = asyncio.get_running_loop()

        def report(content: bytes) -> None:
            if progress is not None:
                loop.call_soon_threadsafe(progress, content)

        waiting = asyncio.ensure_future(asyncio.to_thread(self._ask, task, report))
        try:
            reply = await asyncio.wait_for(asyncio.shield(waiting), seconds)
        except TimeoutError:
            raise BrokenDownError("the answer did not come in time") from None
        except (EOFError, OSError):
            raise BrokenDownError("a process ended without an answer") from None
        finally:
            if not waiting.done():
                # The lender of this worker ends it, since it is not whole; then the thread returns.
                waiting.add_done_callback(_forget)
        self.whole = True
        return reply

    def _ask(self, task: WorkerTask, report: Progress) -> Reply:
        self._pipe.send(task)
        reply: Reply = self._pipe.recv()
        while reply.more:
            report(reply.content)
            reply = self._pipe.recv()
        return reply

    def end(self) -> None:
        """Kill the process; its thread, if one waits for it, reads the end of the pipe."""
        self._process.kill()
        self._process.join()


def _forget(waiting: asyncio.Future[Reply]) -> None:
    waiting.cancelled() or waiting.exception()


def _work(pipe: Connection, cells: int) -> None:
    from cpsudoku.web.answering import answer
    from cpsudoku.web.memory import Memory

    # Ctrl-C reaches every process of the terminal; only the server decides what it means.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    reply: Reply | None = None  # at first: that all is loaded
    while True:
        try:
            pipe.send(reply)
            task: WorkerTask = pipe.recv()
        except (EOFError, OSError):  # the server has ended, perhaps without a word
            return
        memory = Memory(task.before, lambda content: pipe.send(Reply("", content, more=True)))
        try:
            content = answer(
                task.name, task.request, cells=cells, seconds=task.seconds, memory=memory
            )
            reply = Reply("", content, memory.left)
        except CpsudokuError as error:
            reply = Reply(type(error).__name__, str(error).encode("utf-8", "replace"))
        except OSError:  # the server has ended during a report
            return
