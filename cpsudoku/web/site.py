"""The site: its pages, the interface that answers them, and f-puzzles' script where it is served.

A connection of the script has one job at a time, the last one sent.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
from typing import Any

from starlette.types import Receive, Scope, Send

from cpsudoku.web.fpuzzles import Command, invalid, read
from cpsudoku.web.interface import interface
from cpsudoku.web.pages import Pages
from cpsudoku.web.workers import Bounds, BrokenDownError, BusyError, Workers, WorkerTask

MOST_BYTES = 1 << 20
"""Longest message that is taken."""

SECONDS = 3600.0
"""Time for a job, unless a new one ends it before."""

_MOST_CONNECTIONS = 32

_PAUSE = 0.01
"""Seconds before a job begins, so that of a burst of messages only the last costs anything."""

_REST = 0.001
"""Seconds after each message, so that a client that sends without pause keeps no other waiting:
of two such clients a third one had its answer after 28 s without it, after 2 s with it."""


class Endpoint:
    """Answers the script's messages."""

    def __init__(self, workers: Workers) -> None:
        self._workers = workers
        self._connections = 0

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if self._connections >= _MOST_CONNECTIONS:
            await receive()
            await send({"type": "websocket.close", "code": 1013})
            return
        self._connections += 1
        client = _Client(self._workers, send)
        try:
            await client.serve(receive)
        finally:
            self._connections -= 1
            client.cancel()


class _Client:
    def __init__(self, workers: Workers, send: Send) -> None:
        self._workers = workers
        self._send = send
        self._job: asyncio.Task[None] | None = None
        self._left: bytes | None = None

    async def serve(self, receive: Receive) -> None:
        while (event := await receive())["type"] != "websocket.disconnect":
            if event["type"] == "websocket.connect":
                await self._send({"type": "websocket.accept"})
            else:
                await self._take(event.get("text") or event.get("bytes") or "")
                await asyncio.sleep(_REST)

    def cancel(self) -> None:
        if self._job is not None:
            self._job.cancel()

    async def _take(self, text: str | bytes) -> None:
        nonce, asked = read(text)
        self.cancel()
        if isinstance(asked, Command):
            self._job = asyncio.create_task(self._work(nonce, asked))
        else:
            await self._answer(nonce, asked)

    async def _work(self, nonce: int, asked: Command) -> None:
        try:
            await self._answer(nonce, await self._obeyed(nonce, asked))
        except asyncio.CancelledError:
            with contextlib.suppress(Exception):  # it may have gone meanwhile
                await self._answer(nonce, {"type": "canceled"})

    async def _obeyed(self, nonce: int, asked: Command) -> dict[str, Any]:
        """Return the answer to a command; what it reports meanwhile is sent at once."""
        await asyncio.sleep(_PAUSE)
        reports: asyncio.Queue[bytes] = asyncio.Queue()
        sending = asyncio.create_task(self._send_reports(nonce, reports))
        try:
            task = WorkerTask("fpuzzles", asked, SECONDS, self._left)
            reply = await self._workers.answer(task, reports.put_nowait)
        except BusyError:
            return invalid("too many jobs wait already")
        except BrokenDownError as broken:
            return invalid(str(broken))
        finally:
            sending.cancel()
        if reply.error:
            return invalid(reply.content.decode())
        self._left = reply.left or self._left
        answer: dict[str, Any] = json.loads(reply.content)
        return answer

    async def _send_reports(self, nonce: int, reports: asyncio.Queue[bytes]) -> None:
        while True:
            await self._answer(nonce, json.loads(await reports.get()))

    async def _answer(self, nonce: int, answer: dict[str, Any]) -> None:
        await self._send({"type": "websocket.send", "text": json.dumps({"nonce": nonce} | answer)})


class Site:
    """The pages, the interface under ``/api/``, and websockets for f-puzzles where it is served.

    Args:
        fpuzzles: whether f-puzzles' solver script is answered, by processes of its own.
    """

    def __init__(self, bounds: Bounds, *, fpuzzles: bool) -> None:
        self._workers, self._scripted = Workers(bounds), Workers(bounds)
        self._script = Endpoint(self._scripted) if fpuzzles else None
        self._interface = interface(self._workers, bounds)
        self._pages = Pages()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self._live(receive, send)
        elif scope["type"] == "websocket":
            assert self._script is not None
            await self._script(scope, receive, send)
        elif scope["path"].startswith("/api/"):
            await self._interface(scope, receive, send)
        else:
            await self._pages(scope, receive, send)

    async def _live(self, receive: Receive, send: Send) -> None:
        assert (await receive())["type"] == "lifespan.startup"
        starting = asyncio.create_task(self._workers.start())
        await send({"type": "lifespan.startup.complete"})
        await receive()
        with contextlib.suppress(Exception):
            await starting
        self._workers.stop()
        self._scripted.stop()
        await send({"type": "lifespan.shutdown.complete"})
