"""Connections that cannot be held open for nothing.

uvicorn ends a connection that is idle after an answer, but waits for ever for a first request, for
the end of its headers, and for a client to take in an answer.  Five hundred such connections would
keep everybody else out.
"""

from __future__ import annotations

import asyncio
import math

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

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
        """When the waiting ends; never, where nothing is waited for."""
        return math.inf if self._late is None else self._late.when()

    def _wait(self) -> None:
        self._stop_waiting()
        self._late = self.loop.call_later(self.timeout_keep_alive, self.transport.abort)

    def _stop_waiting(self) -> None:
        if self._late is not None:
            self._late.cancel()
            self._late = None
