"""Processes on this machine that do shards: one that dies loses its shard, and nothing else.

The pools of `concurrent.futures` break when a process of theirs is killed.  Here each thread has a
process, and starts another when that has died::

    thread ──pickle──▶ stdin of cpsudoku.jobs.local
           ◀──pickle── its stdout

A process ends with its parent: it sees the end of its standard input, whatever it is at.
"""

from __future__ import annotations

import os
import pickle
import queue
import signal
import sys
import threading
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from typing import Any, BinaryIO

from cpsudoku.errors import BackendError
from cpsudoku.ground.processes.starting import ModuleProcess, start_module


class LocalWorkers(ThreadPoolExecutor):
    """Processes that do shards."""

    def __init__(self, number: int) -> None:
        super().__init__(max(1, number), "cpsudoku-job")
        self._own = threading.local()
        self._all: list[ModuleProcess] = []

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        """Let a process call a function of a module."""
        return super().submit(self._call, pickle.dumps((fn, args, kwargs)))

    def __exit__(self, *_: object) -> None:
        """End the processes at once, whatever they are doing."""
        self.shutdown(wait=False, cancel_futures=True)
        for process in self._all:
            process.kill()
            process.wait()
            for pipe in (process.stdin, process.stdout):
                if pipe is not None:
                    with suppress(OSError):
                        pipe.close()
        self.shutdown(wait=True)

    def _call(self, message: bytes) -> Any:
        process: ModuleProcess | None = getattr(self._own, "process", None)
        if process is None:
            process = self._own.process = start_module("cpsudoku.jobs.local")
            self._all.append(process)
        try:
            assert process.stdin is not None and process.stdout is not None
            process.stdin.write(message)
            process.stdin.flush()
            return pickle.load(process.stdout)
        except (OSError, EOFError, ValueError, pickle.UnpicklingError):
            self._own.process = None
            process.kill()
            code = process.wait()
            ending = f"signal {-code}" if code < 0 else f"exit status {code}"
            raise BackendError(f"its process ended with {ending}") from None


def main() -> None:
    """Answer calls from standard input until there are no more."""
    # Ctrl-C reaches every process of the terminal; only the parent decides what it means.
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
    """Put calls into the queue; at the end of the stream end the process, whatever it is doing."""
    while True:
        try:
            calls.put(pickle.load(stream))
        except EOFError:
            os._exit(0)
