"""Ctrl-C, pressed while a test is at something."""

import os
import signal
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def ctrl_c_after(seconds: float) -> Iterator[list[float]]:
    """Press Ctrl-C once, unless the block ends before: it would hit another test.

    Yields:
        when it was pressed, by the monotonic clock; empty before.
    """
    pressed: list[float] = []

    def press() -> None:
        pressed.append(time.monotonic())
        os.kill(os.getpid(), signal.SIGINT)

    timer = threading.Timer(seconds, press)
    timer.start()
    try:
        yield pressed
    finally:
        timer.cancel()
        timer.join()
