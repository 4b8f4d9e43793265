"""The application: the interface under ``/api``, and the files of the page."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from pydantic import BaseModel
from starlette.responses import Response
from starlette.staticfiles import StaticFiles

import cpsudoku
from cpsudoku import backends, formats
from cpsudoku.web import models
from cpsudoku.web.answering import QUESTIONS
from cpsudoku.web.bounds import Bounds
from cpsudoku.web.guards import Guard, refusal
from cpsudoku.web.workers import BrokenDownError, BusyError, Workers

PAGE = Path(__file__).parent / "page"
"""The files of the page."""

_ERRORS: dict[int | str, dict[str, Any]] = {
    status: {"model": models.ErrorAnswer, "description": words}
    for status, words in {
        400: "the request makes no sense, or cannot be answered",
        409: "the same client has asked again with the same ticket",
        413: "the body is too big",
        422: "a field is missing, unknown or of the wrong type",
        500: "the process that worked on the answer broke down",
        503: "too many requests wait already",
    }.items()
}


def application(
    bounds: Bounds | None = None,
    *,
    hosts: frozenset[str] | None = frozenset({"127.0.0.1", "localhost", "::1"}),
    token: str | None = None,
) -> Guard:
    """Return the server's application.

    Args:
        bounds: what a request may take; None for the usual.
        hosts: names under which it may be addressed; None for any.
        token: what a client must know; None for nothing.
    """
    bounds = bounds or Bounds()
    workers = Workers(bounds)

    @asynccontextmanager
    async def working(_: FastAPI) -> AsyncIterator[None]:
        await workers.start()
        try:
            yield
        finally:
            await workers.stop()

    app = FastAPI(
        title="cpsudoku",
        version=cpsudoku.__version__,
        description="Solve, check, rate, explain and make sudoku puzzles of any rules.",
        openapi_url="/api/openapi.json",
        # The pages that FastAPI has for it load their scripts from elsewhere.
        docs_url=None,
        redoc_url=None,
        lifespan=working,
    )
    app.add_exception_handler(RequestValidationError, _invalid)
    tickets = Tickets()
    for name, (takes, function, gives) in QUESTIONS.items():
        app.add_api_route(
            f"/api/{name}",
            _endpoint(name, takes, workers, bounds, tickets),
            methods=["POST"],
            response_model=gives,
            summary=(function.__doc__ or "").strip().partition("\n")[0],
            operation_id=name,
            responses=_ERRORS,
        )
    app.add_api_route("/api/names", _names, methods=["GET"], response_model=models.NamesAnswer)
    app.mount("/", StaticFiles(directory=PAGE, html=True))
    return Guard(app, hosts=hosts, token=token, bounds=bounds)


def _names() -> models.NamesAnswer:
    """Return the names of what can be asked for."""
    return models.NamesAnswer(
        notations=list(formats.names()), backends=[backends.AUTO, *backends.names()]
    )


class Tickets:
    """The work that clients wait for, by their tickets: who asks again ends what was asked."""

    def __init__(self) -> None:
        self._running: dict[str, asyncio.Task[Any]] = {}

    def take(self, ticket: str | None, task: asyncio.Task[Any]) -> None:
        """Note that a task is run for a ticket, and cancel the one before.

        Args:
            ticket: the client's; None for none.
            task: the work.
        """
        if ticket is None:
            return
        before = self._running.get(ticket)
        if before is not None:
            before.cancel()
        self._running[ticket] = task
        task.add_done_callback(lambda done: self._drop(ticket, done))

    def _drop(self, ticket: str, done: asyncio.Task[Any]) -> None:
        if self._running.get(ticket) is done:
            del self._running[ticket]


def _endpoint(
    name: str, takes: type[BaseModel], workers: Workers, bounds: Bounds, tickets: Tickets
) -> Callable[..., Awaitable[Response]]:
    async def endpoint(asked: Any, request: Request) -> Response:
        seconds = min(asked.seconds or bounds.seconds, bounds.most_seconds)
        work = asyncio.create_task(workers.answer((name, asked, seconds)))
        tickets.take(asked.ticket, work)
        leaving = asyncio.create_task(_gone(request))
        try:
            await asyncio.wait({work, leaving}, return_when=asyncio.FIRST_COMPLETED)
            if not work.done():
                return Response(status_code=499)
            return _response(work)
        finally:
            work.cancel()
            leaving.cancel()

    endpoint.__annotations__ = {"asked": takes, "request": Request, "return": Response}
    return endpoint


async def _gone(request: Request) -> None:
    """Return when the client has gone."""
    while (await request.receive())["type"] != "http.disconnect":
        pass


def _response(work: asyncio.Task[tuple[str, bytes]]) -> Response:
    try:
        error, content = work.result()
    except asyncio.CancelledError:
        return refusal(409, "replaced", "the same client has asked again")
    except BusyError:
        return refusal(503, "busy", "too many requests wait already; ask again in a while")
    except BrokenDownError as broken:
        return refusal(500, "broken-down", str(broken))
    if error:
        return refusal(400, error, content.decode())
    return Response(content, media_type="application/json")


async def _invalid(_: Request, error: Exception) -> Response:
    assert isinstance(error, RequestValidationError)
    first = error.errors()[0]
    where = ".".join(map(str, first["loc"]))
    return refusal(422, "invalid", f"{where}: {first['msg']}")
