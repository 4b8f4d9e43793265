"""Counts what came of many puzzles, and says it in a line at the end."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import reduce

from cpsudoku.cli import failures
from cpsudoku.cli.reading import SHOWN_BAD
from cpsudoku.cli.status import Status
from cpsudoku.result import Result, Verdict

_COUNTS: ContextVar[Counter[str] | None] = ContextVar("counts", default=None)


def count(words: str, number: int) -> None:
    """Count puzzles, if anybody listens."""
    counts = _COUNTS.get()
    if counts is not None:
        counts[words] += number


def is_kept() -> bool:
    """Return whether a command runs for a shard."""
    return _COUNTS.get() is not None


@contextmanager
def kept() -> Iterator[Counter[str]]:
    """Count what commands do in the block: all ``puzzles``, and each by its verdict."""
    counts: Counter[str] = Counter()
    token = _COUNTS.set(counts)
    try:
        yield counts
    finally:
        _COUNTS.reset(token)


class Summary:
    """How many puzzles had which verdict, and the exit status that follows."""

    def __init__(self, statuses: dict[str, Status]) -> None:
        self._statuses = statuses
        self._counts: Counter[str] = Counter()
        self._advice: dict[str, None] = {}

    def advise(self, words: str) -> None:
        """Say at the end what helps further, once for all puzzles."""
        self._advice[words] = None

    def note(self, result: Result) -> None:
        """Name what says why a puzzle has no solution, where its givens alone do not show it."""
        if result.verdict is Verdict.NONE and not result.reason:
            self.advise("explain-conflict says which givens and clues contradict one another")

    def add(self, words: str, number: int = 1) -> None:
        """Count a puzzle, or several with the same verdict."""
        self._counts[words] += number
        count(words, number)

    def report(self, *, bad: int = 0, quiet: bool = False) -> Status:
        """Report it on stderr: that there was no puzzle, or what came of several.

        Returns:
            The exit status; that of an empty input is an error.
        """
        total = sum(self._counts.values())
        if total == 0:
            failures.report("there was no puzzle to read")
        if quiet or total + bad < 2:
            if bad > SHOWN_BAD:
                failures.report(f"{bad} skipped")
        else:
            counts = {words: self._counts[words] for words in self._statuses} | {"skipped": bad}
            parts = [f"{number} {words}" for words, number in counts.items() if number]
            failures.report(f"{total} puzzles: {', '.join(parts)}")
        for words in () if quiet else self._advice:
            failures.report(words)
        statuses = (self._statuses[words] for words in self._counts)
        return reduce(Status.worst, statuses, Status.DONE) if self._counts else Status.ERROR
