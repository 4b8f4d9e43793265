"""Processes that answer requests, which can be ended at any moment whatever they are at.

A request that its client no longer waits for costs nothing more: its process is killed, and
another one takes its place.  So does one that breaks down; nobody else notices.
"""

from __future__ import annotations

import asyncio
import signal
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from multiprocessing import get_all_start_methods, get_context
from multiprocessing.connection import Connection
from typing import Any

from cpsudoku.errors import CpsudokuError
from cpsudoku.web.bounds import Bounds

_GRACE = 1.0
"""Seconds beyond its time after which a process that should have given up is killed."""

Task = tuple[str, Any, float]
"""A question's name, its request, and seconds for the answer."""

Reply = tuple[str, bytes]
"""The kind of error, empty for none, and the answer as JSON or the error's words."""


class BusyError(Exception):
    """Too many requests wait already."""


class BrokenDownError(Exception):
    """A process ended without an answer, or did not keep its time."""


class Workers:
    """As many processes as answers are worked on at a time.

    Args:
        bounds: how many, how many requests may wait for one, and what each may take.
    """

    def __init__(self, bounds: Bounds) -> None:
        self._bounds = bounds
        methods = get_all_start_methods()
        # Not forked from here: a server has threads, whose locks a child would inherit.
        self._context: Any = get_context("forkserver" if "forkserver" in methods else "spawn")
        if "forkserver" in methods:
            self._context.set_forkserver_preload(["cpsudoku.web.answering", "cpsudoku._native"])
        self._idle: asyncio.Queue[_Worker | None] = asyncio.Queue()
        self._waiting = 0

    async def start(self) -> None:
        """Start the processes."""
        workers = await asyncio.gather(*(self._new() for _ in range(self._bounds.at_once)))
        for worker in workers:
            self._idle.put_nowait(worker)

    async def _new(self) -> _Worker:
        return await asyncio.to_thread(_Worker, self._context, self._bounds.cells)

    async def stop(self) -> None:
        """End the processes at once."""
        while not self._idle.empty():
            worker = self._idle.get_nowait()
            if worker is not None:
                worker.end()

    @asynccontextmanager
    async def _one(self) -> AsyncIterator[_Worker]:
        """Lend a worker; one that is not whole afterwards is replaced."""
        if self._waiting >= self._bounds.waiting:
            raise BusyError
        self._waiting += 1
        try:
            worker = await self._idle.get()
        finally:
            self._waiting -= 1
        try:
            if worker is None:
                worker = await self._new()
            yield worker
        finally:
            if worker is not None and not worker.whole:
                worker.end()
                worker = None
            # The place of a lost worker is kept; whoever takes it starts a new one.
            self._idle.put_nowait(worker)

    async def answer(self, task: Task) -> Reply:
        """Return the reply to a task; if this is cancelled, so is the work.

        Args:
            task: what to do.

        Raises:
            BusyError: too many wait already.
            BrokenDownError: the process that was at it ended.
        """
        async with self._one() as worker:
            return await worker.ask(task, task[2] + _GRACE)


class _Worker:
    def __init__(self, context: Any, cells: int) -> None:
        self._pipe, theirs = context.Pipe()
        self._process = context.Process(target=_work, args=(theirs, cells))
        self._process.start()
        theirs.close()
        self._pipe.recv()  # it has loaded what it needs
        self.whole = True

    async def ask(self, task: Task, seconds: float) -> Reply:
        self.whole = False
        waiting = asyncio.ensure_future(asyncio.to_thread(self._ask, task))
        try:
            reply = await asyncio.wait_for(asyncio.shield(waiting), seconds)
        except TimeoutError:
            raise BrokenDownError("the answer did not come in time") from None
        except (EOFError, OSError):
            raise BrokenDownError("a process ended without an answer") from None
        finally:
            if not waiting.done():
                # Whoever lent this worker ends it, as it is not whole; then the thread returns.
                waiting.add_done_callback(_forget)
        self.whole = True
        return reply

    def _ask(self, task: Task) -> Reply:
        self._pipe.send(task)
        reply: Reply = self._pipe.recv()
        return reply

    def end(self) -> None:
        """Kill the process; its thread, if one waits for it, reads the end of the pipe."""
        self._process.kill()
        self._process.join()


def _forget(waiting: asyncio.Future[Reply]) -> None:
    waiting.cancelled() or waiting.exception()


def _work(pipe: Connection, cells: int) -> None:
    from cpsudoku.web.answering import answer

    # Ctrl-C reaches every process of the terminal; the server alone decides what it means.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    reply: Reply | None = None  # at first: that all is loaded
    while True:
        try:
            pipe.send(reply)
            name, request, seconds = pipe.recv()
        except (EOFError, OSError):  # the server has ended, perhaps without a word
            return
        try:
            reply = "", answer(name, request, cells=cells, seconds=seconds)
        except CpsudokuError as error:
            reply = type(error).__name__, str(error).encode("utf-8", "replace")
