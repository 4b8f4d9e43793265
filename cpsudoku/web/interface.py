"""The interface under ``/api/``: questions and their answers, described by OpenAPI."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from pydantic import BaseModel
from starlette.exceptions import HTTPException
from starlette.responses import Response

import cpsudoku
from cpsudoku import backends, formats
from cpsudoku.web import models
from cpsudoku.web.answering import QUESTIONS, REMEMBERING, SHORT
from cpsudoku.web.boards import techniques
from cpsudoku.web.guards import refusal
from cpsudoku.web.memory import Memories
from cpsudoku.web.setting.vocabulary import vocabulary
from cpsudoku.web.workers import Bounds, BrokenDownError, BusyError, Reply, Workers, WorkerTask

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


def interface(workers: Workers, bounds: Bounds) -> FastAPI:
    """Return the application that answers requests under ``/api/``."""
    app = FastAPI(
        title="cpsudoku",
        version=cpsudoku.__version__,
        description="Solve, check, rate, explain and make sudoku puzzles of any rules.",
        openapi_url="/api/openapi.json",
        # The pages that FastAPI has for it load their scripts from elsewhere.
        docs_url=None,
        redoc_url=None,
    )
    app.add_exception_handler(RequestValidationError, _invalid)
    app.add_exception_handler(HTTPException, _refused)
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
    app.add_api_route("/api/names", _names, methods=["GET"])
    app.add_api_route("/api/vocabulary", vocabulary, methods=["GET"])
    return app


def _names() -> models.NamesAnswer:
    """Return the names of notations, backends and techniques."""
    named = [backends.AUTO, *backends.names()]
    return models.NamesAnswer(
        notations=list(formats.names()), backends=named, techniques=techniques()
    )


class Tickets:
    """The work that clients wait for, by their tickets: a new question ends the last one."""

    def __init__(self) -> None:
        self.memories = Memories()
        self._running: dict[str, asyncio.Task[Any]] = {}

    def take(self, ticket: str | None, task: asyncio.Task[Any]) -> None:
        """Note that a task is run for a ticket, and cancel the one before."""
        if ticket is None:
            return
        before = self._running.get(ticket)
        if before is not None:
            before.cancel()
        self._running[ticket] = task

        def drop(done: asyncio.Task[Any]) -> None:
            if self._running.get(ticket) is done:
                del self._running[ticket]

        task.add_done_callback(drop)


def _endpoint(
    name: str, takes: type[BaseModel], workers: Workers, bounds: Bounds, tickets: Tickets
) -> Callable[..., Awaitable[Response]]:
    async def endpoint(asked: Any, request: Request) -> Response:
        seconds = min(asked.seconds or bounds.seconds, bounds.most_seconds)
        before = tickets.memories.of(asked.ticket) if name in REMEMBERING else None
        short = name in SHORT and seconds <= bounds.seconds
        work = asyncio.create_task(workers.answer(WorkerTask(name, asked, seconds, before, short)))
        tickets.take(asked.ticket, work)
        leaving = asyncio.create_task(_gone(request))
        try:
            await asyncio.wait({work, leaving}, return_when=asyncio.FIRST_COMPLETED)
            if not work.done():
                return Response(status_code=499)
            if not work.cancelled() and work.exception() is None:
                tickets.memories.keep(asked.ticket, work.result().left)
            return _response(work)
        finally:
            work.cancel()
            leaving.cancel()

    endpoint.__annotations__ = {"asked": takes, "request": Request, "return": Response}
    return endpoint


async def _gone(request: Request) -> None:
    while (await request.receive())["type"] != "http.disconnect":
        pass


def _response(work: asyncio.Task[Reply]) -> Response:
    try:
        error, content, *_ = work.result()
    except asyncio.CancelledError:
        return refusal(409, "replaced", "the same client has asked again")
    except BusyError:
        return refusal(503, "busy", "too many requests wait already; ask again in a while")
    except BrokenDownError as broken:
        return refusal(500, "broken-down", str(broken))
    if error:
        return refusal(400, error, content.decode())
    return Response(content, media_type="application/json")


async def _refused(_: Request, error: Exception) -> Response:
    """What FastAPI refuses by itself: no such question, another method, JSON nested too deep."""
    assert isinstance(error, HTTPException)
    return refusal(error.status_code, "refused", str(error.detail))


async def _invalid(_: Request, error: Exception) -> Response:
    assert isinstance(error, RequestValidationError)
    first = error.errors()[0]
    where, said = ".".join(map(str, first["loc"])), first["msg"]
    if first["loc"] == ("body", "rules") and "puzzle" in error.body:
        said = 'rules are part of `puzzle`: {"rules": …, "givens": […]}, or # rules: 9+x in it'
    return refusal(422, "invalid", f"{where}: {said}")
