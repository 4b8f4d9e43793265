"""A line on stderr for long work at a terminal, which shows how far it is."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, redirect_stderr
from typing import Any, TypeAlias

from cpsudoku.ground.progress import ProgressLine

Total: TypeAlias = int | Callable[[], int | None] | None
"""How many puzzles there are, or what returns how many there seem to be; None if nobody knows."""

Advance = Callable[..., None]
"""Called with how many puzzles were done since the last time, perhaps with a word on it."""


@contextmanager
def bar(what: str, *, total: Total = None, quiet: bool = False) -> Iterator[Advance]:
    """Show how many puzzles are done of all, and how long the others take."""
    if quiet or not sys.stderr.isatty():
        yield lambda number, note="": None
        return
    line, done = ProgressLine(what), 0

    def advance(number: int, note: str = "") -> None:
        nonlocal done
        done += number
        line.show(done, total() if callable(total) else total, note)

    above: Any = _Above(line)
    try:
        with redirect_stderr(above):
            yield advance
    finally:
        line.erase()


class _Above:
    """The stream of messages, which are written where the line stands; that comes again below."""

    def __init__(self, line: ProgressLine) -> None:
        self._line, self._stream = line, sys.stderr

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)

    def write(self, text: str) -> int:
        self._line.erase()
        return self._stream.write(text)
