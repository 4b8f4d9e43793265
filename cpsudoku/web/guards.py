"""Checks before every request: which clients may ask, from where, and how much they may send.

A page of another site, open in the same browser, can send requests to 127.0.0.1 too.  So a
request must name a host that is ours (against rebound names), come from no foreign origin, and
carry the token where there is one.

uvicorn ends a connection that is idle after an answer, but waits for ever for a first request, for
the end of its headers, and for a client to take in an answer.  Five hundred such connections would
keep everybody else out.
"""

from __future__ import annotations

import asyncio
import hmac
import math
import re
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from urllib.parse import parse_qs, parse_qsl, quote, urlencode

import h11
from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import HTTPConnection
from starlette.responses import JSONResponse, RedirectResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from uvicorn.protocols.http.h11_impl import H11Protocol

from cpsudoku.web.workers import Bounds

COOKIE = "cpsudoku"

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; "
    "connect-src 'self'; manifest-src 'self'; worker-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
"""Content-Security-Policy: nothing from elsewhere, and no script within a page."""

SCRIPTED = frozenset({"f-puzzles.com", "www.f-puzzles.com", "localhost", "127.0.0.1", "::1"})
"""Where pages with f-puzzles' solver script are from; others may not connect."""

_HEADERS = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
}


def refusal(status: int, error: str, message: str) -> Response:
    """Return the answer to a request that is refused."""
    headers = {"retry-after": "1"} if status == 503 else None
    return JSONResponse({"error": error, "message": message}, status, headers)


@dataclass
class Guard:
    """Lets through what may be answered, and adds the headers that keep a browser safe.

    Args:
        hosts: names under which this server may be addressed, without ports; None for any.
        token: what a client must know; None where everybody on this machine may ask.
    """

    app: ASGIApp
    hosts: frozenset[str] | None
    token: str | None
    bounds: Bounds

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
            return
        if scope["type"] == "websocket":
            await self._websocket(scope, receive, send)
            return
        send = _with_headers(send)
        found = self._refusal(scope) or await self._body(receive)
        if isinstance(found, Response):
            await found(scope, receive, send)
        elif found is not None:
            await self.app(scope, _replaying(found, receive), send)

    async def _websocket(self, scope: Scope, receive: Receive, send: Send) -> None:
        if self._refusal(scope, others=SCRIPTED) is None:
            await self.app(scope, receive, send)
        else:
            await receive()
            await send({"type": "websocket.close", "code": 1008})

    def _refusal(self, scope: Scope, others: frozenset[str] = frozenset()) -> Response | None:
        """Return why a request is refused; None where it is not."""
        headers = Headers(scope=scope)
        host = headers.get("host", "")
        if self.hosts is not None and _name(host) not in self.hosts:
            return refusal(421, "host", f"this server does not answer to the name {host[:80]!r}")
        place = (headers.get("origin") or f"://{host}").partition("://")[2]
        if place != host and _name(place) not in others:
            return refusal(403, "origin", "requests from other pages are not answered")
        if self.token is None:
            return None
        return self._without_token(scope, headers, self.token)

    @staticmethod
    def _without_token(scope: Scope, headers: Headers, token: str) -> Response | None:
        shown = parse_qs(scope["query_string"].decode("latin-1")).get("token", [""])[0]
        if shown and _same(shown, token):
            # From here on the cookie is the token, so that it stands in no address.
            answer = RedirectResponse(_without(scope, "token"), 303)
            answer.set_cookie(COOKIE, token, httponly=True, samesite="strict")
            return answer
        bearer = headers.get("authorization", "").removeprefix("Bearer ")
        cookie = HTTPConnection(scope).cookies.get(COOKIE, "")
        if _same(bearer, token) or _same(cookie, token):
            return None
        return refusal(401, "token", "open the address that the server has shown, with its token")

    async def _body(self, receive: Receive) -> bytes | Response | None:
        """Return the whole body, or why it is not read; None where the client has gone."""
        bounds = self.bounds
        body: bytes = b""
        try:
            async with asyncio.timeout(bounds.body_seconds):
                while True:
                    message = await receive()
                    if message["type"] == "http.disconnect":
                        return None
                    body += message.get("body", b"")
                    if len(body) > bounds.body:
                        words = f"a body of more than {bounds.body} bytes is not read"
                        return refusal(413, "too-big", words)
                    if not message.get("more_body", False):
                        return body
        except TimeoutError:
            words = f"the body did not come within {bounds.body_seconds:g} s"
            return refusal(408, "too-slow", words)


def _without(scope: Scope, name: str) -> str:
    """Return a request's address on this server, without one part of its query."""
    query = parse_qsl(scope["query_string"].decode("latin-1"), keep_blank_values=True)
    rest = urlencode([(key, value) for key, value in query if key != name])
    # An address that begins with two slashes would be another server's.
    path = "/" + quote(scope["path"].lstrip("/"))
    return f"{path}?{rest}" if rest else path


_HOST = re.compile(r"(?:\[([0-9a-fA-F:.]+)\]|([A-Za-z0-9.-]+))(?::[0-9]{1,5})?")


def _name(host: str) -> str:
    """Return the name that a header says without its port; empty where it says none."""
    found = _HOST.fullmatch(host)
    return "" if found is None else (found[1] or found[2]).lower()


def _same(one: str, other: str) -> bool:
    return hmac.compare_digest(one.encode(), other.encode())


def _replaying(body: bytes, receive: Receive) -> Receive:
    first: list[Message] = [{"type": "http.request", "body": body, "more_body": False}]

    async def again() -> Message:
        return first.pop() if first else await receive()

    return again


def _with_headers(send: Send) -> Callable[[Message], Awaitable[None]]:
    async def sending(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            for name, value in _HEADERS.items():
                headers.setdefault(name, value)
        await send(message)

    return sending


MOST_WAITING = 256
"""Connections that may wait for a request, or have one take its answer in."""


class Connection(H11Protocol):
    """A connection that is cut when no whole head of a request has come for too long.

    How long is `timeout_keep_alive` of the server's configuration, in seconds.  The time begins
    with the connection and again with each answer, and what is still unsent at its end is lost.

    Of more than `MOST_WAITING` that wait, the one that has waited longest is cut, so that they
    keep nobody out.
    """

    _late: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._wait()
        waiting = [c for c in self.connections if isinstance(c, Connection) and c._late is not None]
        if len(waiting) > MOST_WAITING:
            oldest = min(waiting, key=Connection._end)
            # It is lost only later; of many that come together, each must cut another one.
            oldest._stop_waiting()
            oldest.transport.abort()

    def data_received(self, data: bytes) -> None:
        """Take what has come; a request that begins with it ends the waiting."""
        before = self.cycle
        super().data_received(data)
        if self.cycle is not before:
            self._stop_waiting()

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        """Hand the connection over to a websocket, which may be silent as long as it likes."""
        self._stop_waiting()
        super().handle_websocket_upgrade(event)

    def on_response_complete(self) -> None:
        """Wait for the next request, unless it has come already."""
        before = self.cycle
        super().on_response_complete()
        if self.cycle is before:
            self._wait()

    def connection_lost(self, exc: Exception | None) -> None:
        self._stop_waiting()
        super().connection_lost(exc)

    def _end(self) -> float:
        """The end of the waiting; never, if nothing is awaited."""
        return math.inf if self._late is None else self._late.when()

    def _wait(self) -> None:
        self._stop_waiting()
        self._late = self.loop.call_later(self.timeout_keep_alive, self.transport.abort)

    def _stop_waiting(self) -> None:
        if self._late is not None:
            self._late.cancel()
            self._late = None
