"""Shows how far long work has come: to a function, or as a line on stderr."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from shutil import get_terminal_size
from typing import TypeAlias

Progress: TypeAlias = Callable[[int, int | None], object] | bool | None
"""A function that is called with how many puzzles are done and how many there are, None where
nobody knows; True for a line on stderr; None or False for nothing."""

AT_ONCE = 2048
"""Rows that are read, made, moved or checked together, a free number: few enough to stay in the
processor's cache and to say soon how far one has come."""

PATIENCE = 1.0
"""Seconds of work before a line appears."""

REDRAW = 0.1
"""Seconds between two lines."""


@contextmanager
def reporting(progress: Progress) -> Iterator[Callable[[int, int | None], object]]:
    """Return a context whose value is called with the numbers of puzzles, done and in all."""
    if callable(progress):
        yield progress
        return
    if not progress:
        yield lambda done, total: None
        return
    line = ProgressLine()
    try:
        yield line.show
    finally:
        line.end()


class ProgressLine:
    """A line that is written over: ``rating 12,288 of 100,000 (12 %), 41,000/s, 0:00:02 left``."""

    def __init__(self, what: str = "") -> None:
        self._what, self._stream = what, sys.stderr
        self._begun = self._drawn = time.monotonic()
        self._width = 0

    def show(self, done: int, total: int | None, note: str = "") -> None:
        """Write the line again, if it is time to."""
        now = time.monotonic()
        taken = now - self._begun
        if taken < PATIENCE or (now - self._drawn < REDRAW and done != total):
            return
        self._drawn = now
        rate = done / max(taken, 1e-3)
        whole = left = ""
        if total:
            whole = f" of {total:,} ({100 * done // total} %)"
            seconds = round((total - done) / max(rate, 1e-3))
            left = f", {timedelta(seconds=seconds)} left" if seconds > 0 else ""
        parts = (self._what, f"{done:,}{whole}, {rate:,.0f}/s{left}", note)
        self._write(" ".join(filter(None, parts))[: get_terminal_size().columns - 1])

    def _write(self, text: str) -> None:
        self._stream.write(f"\r{text:{self._width}}")
        self._stream.flush()
        self._width = len(text)

    def end(self) -> None:
        """Leave the line as it is, and go to the next."""
        if self._width:
            self._stream.write("\n")

    def erase(self) -> None:
        """Take the line away; the next is written where it stood."""
        if self._width:
            self._write("")
            self._stream.write("\r")
