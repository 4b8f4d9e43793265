"""Run the server, and show where it is."""

from __future__ import annotations

import contextlib
import secrets
import socket
import threading
import webbrowser
from collections.abc import Callable

import segno  # noqa: F401 - answers need it, in processes that cannot say that it is missing
import uvicorn

from cpsudoku.errors import OptionError
from cpsudoku.ground.processes import useful_workers
from cpsudoku.web.guards import Connection, Guard
from cpsudoku.web.site import MOST_BYTES, Site
from cpsudoku.web.workers import Bounds

LOCAL = "127.0.0.1"

PORT = 8765
"""Where the page is unless asked otherwise: what a browser keeps, it keeps by this number."""

SCRIPT_PORT = 4545
"""Where f-puzzles' solver script looks for its solver."""

_TRIED = 20
"""How many ports from the usual one on are tried."""

_ANYWHERE = {"0.0.0.0": "192.0.2.1", "::": "2001:db8::1"}
"""Hosts that mean every address of this machine, each with an address somewhere else."""

_NAMES = frozenset({LOCAL, "localhost", "::1"})


def listening(host: str, port: int) -> socket.socket:
    """Return a socket that listens.

    Raises:
        OptionError: that is not possible, because the port is taken or the address is not ours.
    """
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # Declared as TCP: asyncio sends at once, without waiting 40 ms for more, only on such sockets.
    listener = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((host, port))
        listener.listen(128)
    except (OSError, OverflowError) as error:
        listener.close()
        raise OptionError(f"cannot listen at {host}, port {port}: {error}") from error
    return listener


def listening_usually(host: str, usual: int = PORT) -> socket.socket:
    """Return a socket that listens at the usual port, or the next one that is free."""
    for port in range(usual, usual + _TRIED):
        with contextlib.suppress(OptionError):
            return listening(host, port)
    return listening(host, 0)


def addresses(host: str) -> list[str]:
    """Return under which addresses others reach a server that listens at a host.

    >>> addresses("192.0.2.7"), addresses("::1")
    (['192.0.2.7'], ['[::1]'])
    """
    if host not in _ANYWHERE:
        return [f"[{host}]" if ":" in host else host]
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    found: dict[str, None] = {}
    # No packet is sent: the system only says from which address one would be.
    with socket.socket(family, socket.SOCK_DGRAM) as asked, contextlib.suppress(OSError):
        asked.connect((_ANYWHERE[host], 9))
        found[str(asked.getsockname()[0])] = None
    with contextlib.suppress(OSError):
        named = socket.getaddrinfo(socket.gethostname(), None, family)
        found |= {str(place[0]): None for *_, place in named}
    outside = [name for name in found if not name.startswith(("127.", "::1", "fe80:"))]
    usable = outside or ["::1" if family == socket.AF_INET6 else LOCAL]
    return [f"[{name}]" if ":" in name else name for name in usable]


def serve(
    *,
    host: str = LOCAL,
    port: int | None = None,
    jobs: int | None = None,
    seconds: float = 5.0,
    path: str = "/",
    open_browser: bool = False,
    fpuzzles: bool = False,
    announce: Callable[[str], None],
) -> None:
    """Serve the page and the interface until this process is asked to end.

    Args:
        host: where to listen; beyond this machine, clients need a token.
        port: 0 for any that is free; None for the usual one, or the next that is free.
        jobs: how many answers are worked on at a time; None for the number of processors.
        seconds: time for an answer, unless a request asks for another.
        announce: called with each address, once it can be connected to, and then with whatever
            else there is to know.

    Raises:
        OptionError: nobody can listen there.
    """
    if fpuzzles:
        import websockets  # noqa: F401 - uvicorn says in a traceback that it is missing
    usual = SCRIPT_PORT if fpuzzles else PORT
    # The script knows only one port.
    asked = SCRIPT_PORT if fpuzzles and port is None else port
    listener = listening_usually(host) if asked is None else listening(host, asked)
    local = host in _NAMES
    token = None if local else secrets.token_urlsafe(16)
    taken = listener.getsockname()[1]
    ways = [_address(name, taken, path, token) for name in addresses(host)]
    # A client that connects from now on waits until the server is there.
    for way in ways:
        announce(f"{way}  (Ctrl-C ends it)")
    if port is None and taken != usual:
        announce(
            f"Port {usual} is in use, so this is port {taken}: a browser keeps its games by the "
            f"port, and those of {usual} are not seen here."
        )
    if open_browser:
        threading.Thread(target=webbrowser.open, args=[ways[0]], daemon=True).start()
    bounds = Bounds(seconds=seconds, at_once=useful_workers(jobs))
    # Ctrl-C is how a server ends, and no failure.
    with listener, contextlib.suppress(KeyboardInterrupt):
        _run(listener, bounds, _NAMES if local else None, token, fpuzzles=fpuzzles)


def _address(name: str, port: int, path: str, token: str | None) -> str:
    before, hash_sign, fragment = path.partition("#")
    if token is not None:
        before += f"{'&' if '?' in before else '?'}token={token}"
    return f"http://{name}:{port}{before}{hash_sign}{fragment}"


def _run(
    listener: socket.socket,
    bounds: Bounds,
    hosts: frozenset[str] | None,
    token: str | None,
    *,
    fpuzzles: bool,
) -> None:
    config = uvicorn.Config(
        Guard(Site(bounds, fpuzzles=fpuzzles), hosts=hosts, token=token, bounds=bounds),
        log_level="warning",
        access_log=False,
        lifespan="on",
        http=Connection,
        ws="websockets-sansio" if fpuzzles else "none",
        ws_max_size=MOST_BYTES,
        ws_per_message_deflate=False,  # a small message must not unpack to a big one
        timeout_keep_alive=15,
        timeout_graceful_shutdown=1,
        limit_concurrency=512,
        server_header=False,
    )
    uvicorn.Server(config).run(sockets=[listener])
