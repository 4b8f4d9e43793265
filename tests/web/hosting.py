"""A host of files alone, below a path of its own, for tests of the page without a server."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any


class _Quiet(SimpleHTTPRequestHandler):
    extensions_map = SimpleHTTPRequestHandler.extensions_map | {".wasm": "application/wasm"}

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002
        pass


class _Host(ThreadingHTTPServer):
    # A page asks for all its files at once, and a connection for which the queue is too short is
    # tried again only after a second, then two, then four.
    request_queue_size = 128


@contextmanager
def hosted(folder: Path) -> Iterator[str]:
    """Serve the files of a folder and give its address."""
    host = _Host(("127.0.0.1", 0), partial(_Quiet, directory=str(folder)))
    thread = threading.Thread(target=host.serve_forever)
    thread.start()
    try:
        yield f"http://127.0.0.1:{host.server_port}/"
    finally:
        host.shutdown()
        thread.join()
        host.server_close()
