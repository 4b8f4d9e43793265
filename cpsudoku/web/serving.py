"""Run the server, and show where it is."""

from __future__ import annotations

import secrets
import socket
import webbrowser
from collections.abc import Callable

import uvicorn

from cpsudoku.errors import OptionError
from cpsudoku.processors import useful_workers
from cpsudoku.web.application import application
from cpsudoku.web.bounds import Bounds

LOCAL = "127.0.0.1"


def listening(host: str, port: int) -> socket.socket:
    """Return a socket that listens.

    Args:
        host: name or address of this machine.
        port: 0 for any that is free.

    Raises:
        OptionError: that is not possible, because the port is taken or the address is not ours.
    """
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # Said to be TCP: asyncio sends at once, without waiting 40 ms for more, on such sockets alone.
    listener = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((host, port))
        listener.listen(128)
    except (OSError, OverflowError) as error:
        listener.close()
        raise OptionError(f"cannot listen at {host}, port {port}: {error}") from error
    return listener


def serve(
    *,
    host: str = LOCAL,
    port: int = 0,
    jobs: int | None = None,
    seconds: float = 5.0,
    path: str = "/",
    open_browser: bool = False,
    announce: Callable[[str], None],
) -> None:
    """Serve the page and the interface until this process is asked to end.

    Args:
        host: where to listen; other than on this machine alone, clients need a token.
        port: 0 for any that is free.
        jobs: how many answers are worked on at a time; None for the number of processors.
        seconds: time for an answer, unless a request asks for another.
        path: what to open.
        open_browser: whether to open it in a browser.
        announce: told the address, once it is answered there.

    Raises:
        OptionError: nobody can listen there.
    """
    listener = listening(host, port)
    local = host in (LOCAL, "localhost", "::1")
    token = None if local else secrets.token_urlsafe(16)
    hosts = frozenset({LOCAL, "localhost", "::1"}) if local else None
    shown = f"[{host}]" if ":" in host else host
    address = f"http://{shown}:{listener.getsockname()[1]}{path}"
    if token is not None:
        address += f"{'&' if '?' in path else '?'}token={token}"
    bounds = Bounds(seconds=seconds, at_once=useful_workers(jobs))
    server = _Server(
        uvicorn.Config(
            application(bounds, hosts=hosts, token=token),
            log_level="warning",
            access_log=False,
            lifespan="on",
            ws="none",
            timeout_keep_alive=30,
            timeout_graceful_shutdown=1,
            limit_concurrency=512,
            server_header=False,
        ),
        lambda: _begin(address, open_browser, announce),
    )
    with listener:
        server.run(sockets=[listener])


def _begin(address: str, open_browser: bool, announce: Callable[[str], None]) -> None:
    announce(address)
    if open_browser:
        webbrowser.open(address)


class _Server(uvicorn.Server):
    """A server that says when it answers."""

    def __init__(self, config: uvicorn.Config, ready: Callable[[], None]) -> None:
        super().__init__(config)
        self._ready = ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Begin to answer."""
        await super().startup(sockets)
        if self.started:
            self._ready()
