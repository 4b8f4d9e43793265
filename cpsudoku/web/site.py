"""The site: its pages from the first moment on, and the interface as soon as it has been loaded.

Loading what answers questions takes several times as long as the server itself needs to start.  It
waits until the page is there, or until the first question comes.  A connection of f-puzzles' script
has one job at a time, the last that was asked for.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
from typing import Any

from starlette.types import ASGIApp, Receive, Scope, Send

from cpsudoku.ground.deadline import Deadline
from cpsudoku.web.fpuzzles import Asked, invalid, read
from cpsudoku.web.pages import Pages
from cpsudoku.web.workers import Bounds, BrokenDownError, BusyError, Workers, WorkerTask

_QUIET = 0.25
"""Seconds without a request after which the interface is loaded: a page asks for all its files in
less, and what is loaded meanwhile would slow it."""

_LATEST = 2.0
"""Seconds after which it is loaded in any case."""


MOST_BYTES = 1 << 20
"""Longest message that is taken."""

SECONDS = 3600.0
"""Time for a job, unless a new one ends it before."""

_MOST_CONNECTIONS = 32

_PAUSE = 0.01
"""Seconds before a job begins, so that of a burst of messages the last alone costs anything."""

_REST = 0.001
"""Seconds after each message, so that a client that sends without pause keeps no other waiting:
of two such clients a third one had its answer after 28 s without it, after 2 s with it."""


class Endpoint:
    """Answers the script's messages.

    Args:
        workers: what works on them; None for processes of its own.
    """

    def __init__(self, bounds: Bounds, workers: Workers | None = None) -> None:
        self._workers = workers or Workers(bounds)
        self._starting: asyncio.Task[None] | None = None
        self._connections = 0

    async def stop(self) -> None:
        if self._starting is not None:
            with contextlib.suppress(Exception):
                await self._starting
            await self._workers.stop()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if self._connections >= _MOST_CONNECTIONS:
            await receive()
            await send({"type": "websocket.close", "code": 1013})
            return
        if self._starting is None:
            self._starting = asyncio.create_task(self._workers.start())
        self._connections += 1
        client = _Client(self._workers, self._starting, send)
        try:
            await client.serve(receive)
        finally:
            self._connections -= 1
            client.cancel()


class _Client:
    def __init__(self, workers: Workers, started: asyncio.Task[None], send: Send) -> None:
        self._workers = workers
        self._started = started
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
        if isinstance(asked, Asked):
            self._job = asyncio.create_task(self._work(nonce, asked))
        else:
            await self._answer(nonce, asked)

    async def _work(self, nonce: int, asked: Asked) -> None:
        try:
            await self._answer(nonce, await self._obeyed(nonce, asked))
        except asyncio.CancelledError:
            with contextlib.suppress(Exception):  # it may have gone meanwhile
                await self._answer(nonce, {"type": "canceled"})

    async def _obeyed(self, nonce: int, asked: Asked) -> dict[str, Any]:
        """Return the answer to a command; what it reports meanwhile is sent at once."""
        await asyncio.sleep(_PAUSE)
        await asyncio.shield(self._started)
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
        script: answers the messages of f-puzzles' solver script; None where it is not served.
    """

    def __init__(self, bounds: Bounds, script: Endpoint | None = None) -> None:
        self._script = script
        self._bounds = bounds
        self._pages = Pages()
        self._workers = Workers(bounds)
        self._loading: asyncio.Task[ASGIApp] | None = None
        self._quiet = Deadline(_QUIET)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self._live(receive, send)
            return
        if scope["type"] == "websocket":
            assert self._script is not None
            await self._script(scope, receive, send)
            return
        self._quiet = Deadline(_QUIET)
        if scope["path"].startswith("/api/"):
            interface = await asyncio.shield(self._interface())
            await interface(scope, receive, send)
        else:
            await self._pages(scope, receive, send)

    def _interface(self) -> asyncio.Task[ASGIApp]:
        if self._loading is None:
            self._loading = asyncio.create_task(self._load())
        return self._loading

    async def _load(self) -> ASGIApp:
        starting = asyncio.create_task(self._workers.start())
        interface = await asyncio.to_thread(_loaded, self._workers, self._bounds)
        await starting
        return interface

    async def _live(self, receive: Receive, send: Send) -> None:
        assert (await receive())["type"] == "lifespan.startup"
        waiting = asyncio.create_task(self._load_once_quiet())
        await send({"type": "lifespan.startup.complete"})
        await receive()
        waiting.cancel()
        if self._loading is not None:
            with contextlib.suppress(Exception):
                await self._loading
        await self._workers.stop()
        if self._script is not None:
            await self._script.stop()
        await send({"type": "lifespan.shutdown.complete"})

    async def _load_once_quiet(self) -> None:
        latest = Deadline(_LATEST)
        while left := latest.within(self._quiet.within(_QUIET)):
            await asyncio.sleep(left)
        self._interface()


def _loaded(workers: Workers, bounds: Bounds) -> ASGIApp:
    from cpsudoku.web.interface import interface

    return interface(workers, bounds)
