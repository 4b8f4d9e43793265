"""Counts what commands do with many puzzles, for shards of a job."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

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
