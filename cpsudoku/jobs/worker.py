"""A process that does shards: reads calls from standard input, writes what they return."""

from __future__ import annotations

import os
import pickle
import queue
import signal
import sys
import threading
from typing import Any, BinaryIO


def main() -> None:
    """Answer calls until there are no more."""
    # Ctrl-C reaches every process of the terminal; the parent alone decides what it means.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    out = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # whatever is printed is not an answer
    calls: queue.SimpleQueue[tuple[Any, tuple[Any, ...], dict[str, Any]]] = queue.SimpleQueue()
    threading.Thread(target=_read, args=(sys.stdin.buffer, calls), daemon=True).start()
    while True:
        function, arguments, options = calls.get()
        pickle.dump(function(*arguments, **options), out)
        out.flush()


def _read(stream: BinaryIO, calls: queue.SimpleQueue[Any]) -> None:
    """Put calls into the queue; with the end of the stream ends the process, whatever it is at."""
    while True:
        try:
            calls.put(pickle.load(stream))
        except EOFError:
            os._exit(0)
