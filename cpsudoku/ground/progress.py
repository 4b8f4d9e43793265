"""Says how far a call about many puzzles has come: to a function, or as a line on stderr."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TypeAlias

Progress: TypeAlias = Callable[[int, int | None], object] | bool | None
"""A function that is called with how many puzzles are done and how many there are, None where
nobody knows; True for a line on stderr; None or False for nothing."""

AT_ONCE = 2048
"""Rows that are read, made, moved or checked together, a free number: few enough to stay in the
processor's cache and to say soon how far one has come."""

PATIENCE = 0.5
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
    line = _Line()
    try:
        yield line.show
    finally:
        line.end()


class _Line:
    """A line that is written over: ``12,288 of 100,000 (12 %), 41,000/s``."""

    def __init__(self) -> None:
        self._begun = self._drawn = time.monotonic()
        self._width = 0

    def show(self, done: int, total: int | None) -> None:
        """Write the line anew, if it is time to."""
        now = time.monotonic()
        if now - self._begun < PATIENCE or (now - self._drawn < REDRAW and done != total):
            return
        self._drawn = now
        whole = f" of {total:,} ({100 * done // total} %)" if total else ""
        text = f"{done:,}{whole}, {done / (now - self._begun):,.0f}/s"
        sys.stderr.write(f"\r{text:{self._width}}")
        sys.stderr.flush()
        self._width = len(text)

    def end(self) -> None:
        """Leave the line as it is, and go to the next."""
        if self._width:
            sys.stderr.write("\n")
