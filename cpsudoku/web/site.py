"""The site: its pages from the first moment on, and the interface as soon as it has been loaded.

Loading what answers questions takes several times as long as the server itself needs to start.  It
waits until the page is there, or until the first question comes.
"""

from __future__ import annotations

import asyncio
import contextlib

from starlette.types import ASGIApp, Receive, Scope, Send

from cpsudoku.ground.deadline import Deadline
from cpsudoku.web.fpuzzles import Endpoint
from cpsudoku.web.pages import Pages
from cpsudoku.web.workers import Bounds, Workers

_QUIET = 0.25
"""Seconds without a request after which the interface is loaded: a page asks for all its files in
less, and what is loaded meanwhile would slow it."""

_LATEST = 2.0
"""Seconds after which it is loaded in any case."""


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
