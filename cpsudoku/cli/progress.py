"""A progress bar on stderr for long work at a terminal.

rich is imported only when the work has taken `PATIENCE` seconds, so that short work never pays for
it.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from typing import TYPE_CHECKING, TypeAlias

from cpsudoku.ground.deadline import Stopwatch

if TYPE_CHECKING:
    from rich.progress import Progress, TaskID

PATIENCE = 1.0
"""Seconds of work before a bar appears."""

REDRAW = 0.1
"""Seconds between two drawings."""

Total: TypeAlias = int | Callable[[], int | None] | None
"""How many puzzles there are, or what returns how many there seem to be; None if nobody knows."""

Advance = Callable[..., None]
"""Called with how many puzzles were done since the last time, perhaps with a word on it."""


def bar(what: str, *, total: Total = None, quiet: bool = False) -> AbstractContextManager[Advance]:
    """Show how many puzzles are done of all, and how long the others take."""
    if quiet or not sys.stderr.isatty():
        return nullcontext(lambda number, note="": None)
    return _Bar(what, total)


class _Bar(AbstractContextManager[Advance]):
    def __init__(self, what: str, total: Total) -> None:
        self._what, self._total = what, total
        self._taken, self._reported = Stopwatch(), Stopwatch()
        self._done = 0
        self._shown: tuple[Progress, TaskID] | None = None

    def __enter__(self) -> Advance:
        return self._advance

    def _advance(self, number: int, note: str = "") -> None:
        self._done += number
        if self._reported.seconds < REDRAW:
            return
        self._reported = Stopwatch()
        if self._shown is None and self._taken.seconds >= PATIENCE:
            self._shown = self._start()
        if self._shown is not None:
            progress, task = self._shown
            rate = self._done / self._taken.seconds
            total = self._total() if callable(self._total) else self._total
            said = f"{rate:,.0f}/s {note}"
            progress.update(task, completed=self._done, total=total, rate=said)
            progress.refresh()

    def _start(self) -> tuple[Progress, TaskID]:
        from rich.console import Console
        from rich.progress import (
            BarColumn,
            MofNCompleteColumn,
            Progress,
            TextColumn,
            TimeRemainingColumn,
        )

        progress = Progress(
            TextColumn("{task.description}"),
            BarColumn(),
            MofNCompleteColumn(),
            TextColumn("{task.fields[rate]}"),
            TimeRemainingColumn(),
            console=Console(stderr=True),
            transient=True,
            auto_refresh=False,
            redirect_stdout=False,  # answers go there, perhaps to a file or pipe
        )
        progress.start()
        return progress, progress.add_task(self._what, total=None, rate="")

    def __exit__(self, *ended: object) -> None:
        if self._shown is not None:
            self._shown[0].stop()
