"""Engines whose search stops at each solution and can be resumed."""

from __future__ import annotations

import time
from abc import abstractmethod
from collections.abc import Callable, Iterable, Iterator
from typing import Protocol

from cpsudoku.backends.base import Engine, Enumeration
from cpsudoku.ground.deadline import Deadline
from cpsudoku.result import Count, Limits, Outcome, Stats
from cpsudoku.rules import Candidates, Digit, Grid


class ResumableSearch(Protocol):
    """One search for the solutions of a puzzle, compiled or plain; its figures are so far."""

    @property
    def exhausted(self) -> bool: ...
    @property
    def nodes(self) -> int: ...
    @property
    def conflicts(self) -> int: ...
    @property
    def propagations(self) -> int: ...

    def next(self, seconds: float | None = None) -> bytes | Grid | None:
        """Return the next solution, or None at the end or when the seconds have passed."""
        ...

    def count(self, limit: int | None = None, seconds: float | None = None) -> int:
        """Return how many more solutions there are, up to a limit."""
        ...


class ResumableEngine(Engine):
    """An engine that begins a search of its own for every call, so that threads may share it."""

    @abstractmethod
    def begin(self, candidates: Candidates, limits: Limits) -> ResumableSearch:
        """Begin a search."""

    def search(self, candidates: Candidates, limits: Limits) -> Outcome:
        start, deadline = time.perf_counter(), Deadline(limits.seconds)
        search = self.begin(candidates, limits)
        found: list[Grid] = []
        while len(found) != limits.solutions:
            digits = search.next(deadline.left)
            if digits is None:
                break
            found.append(tuple(digits))
        return Outcome(tuple(found), search.exhausted, _stats(search, start))

    def iterate(self, candidates: Candidates, limits: Limits) -> Enumeration:
        search = self.begin(candidates, limits)
        yield from one_by_one(search.next, limits)
        return search.exhausted

    def count(self, candidates: Candidates, limits: Limits) -> Count:
        start = time.perf_counter()
        search = self.begin(candidates, limits)
        value = search.count(limits.solutions, limits.seconds)
        return Count(value, search.exhausted, _stats(search, start))


def one_by_one(
    found_next: Callable[[float | None], Iterable[Digit] | None], limits: Limits
) -> Iterator[Grid]:
    """Yield what a search finds, up to the limits; it rests in between, and ends with None."""
    left, found = limits.seconds, 0
    while found != limits.solutions:
        start = time.perf_counter()
        digits = found_next(left)
        if left is not None:
            left = max(0.0, left - (time.perf_counter() - start))
        if digits is None:
            return
        found += 1
        yield tuple(digits)


def _stats(search: ResumableSearch, start: float) -> Stats:
    return Stats(
        search_seconds=time.perf_counter() - start,
        nodes=search.nodes,
        conflicts=search.conflicts,
        propagations=search.propagations,
    )
