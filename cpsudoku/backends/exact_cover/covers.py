"""Covers of a problem one by one, or their number."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence

from cpsudoku import compiled
from cpsudoku.backends.exact_cover.algorithms import (
    CoverAlgorithm,
    ExactCoverSearch,
    OptionSet,
    solver,
)
from cpsudoku.encodings.exact_cover import ExactCover
from cpsudoku.errors import OptionError
from cpsudoku.result import Count, Limits, Stats


def stats_of(search: ExactCoverSearch, seconds: float, build: float | None = None) -> Stats:
    """Return what a search cost."""
    return Stats(
        build_seconds=build,
        search_seconds=seconds,
        nodes=search.nodes,
        conflicts=search.dead_ends,
        propagations=search.forced,
    )


class Covers(Iterator[OptionSet]):
    """A lazy iterator over the exact covers of a problem, each found when it is asked for.

    Attributes:
        found: number of covers given so far.
        exhausted: None while there may be more to give; at the end True if it is proved that there
            are no others, False if a limit was hit first.
    """

    def __init__(self, search: ExactCoverSearch, limits: Limits) -> None:
        self.found = 0
        self.exhausted: bool | None = None
        self._search = search
        self._limits = limits
        self._seconds = 0.0

    def __next__(self) -> OptionSet:
        if self.exhausted is not None:
            raise StopIteration
        if self.found == self._limits.solutions:
            self.exhausted = False
            raise StopIteration
        limit = self._limits.seconds
        start = time.perf_counter()
        step = self._search.next(None if limit is None else max(0.0, limit - self._seconds))
        self._seconds += time.perf_counter() - start
        if not step:
            self.exhausted = step is False
            raise StopIteration
        self.found += 1
        return self._search.solution()

    @property
    def stats(self) -> Stats:
        """What the search has cost so far; time between the covers is not counted."""
        return stats_of(self._search, self._seconds)


def covers(
    problem: ExactCover,
    *,
    chosen: Sequence[int] = (),
    removed: Sequence[int] = (),
    limits: Limits | None = None,
    algorithm: str = "auto",
) -> Covers:
    """Enumerate the exact covers of a problem.

    Args:
        limits: how far to go; None for all covers.  Seconds count searching alone.
        algorithm: one of `ALGORITHMS`; all of them give the same covers, twins in the same order.
            Without the compiled core ``auto`` is ``python-links``.

    Raises:
        OptionError: there is no such option or algorithm, the problem is too big for ``packed``,
            or the processor has no vectors of that width.
    """
    search = start(_solver(problem, algorithm), chosen, removed)
    return Covers(search, limits or Limits(solutions=None))


def count_covers(
    problem: ExactCover,
    *,
    chosen: Sequence[int] = (),
    removed: Sequence[int] = (),
    limits: Limits | None = None,
    algorithm: str = "auto",
) -> Count:
    """Count the exact covers of a problem; the arguments and errors are those of `covers`."""
    search = start(_solver(problem, algorithm), chosen, removed)
    return count_with(search, limits or Limits(solutions=None))


def _solver(problem: ExactCover, algorithm: str) -> CoverAlgorithm:
    plain = algorithm == "auto" and not compiled.is_there()
    return solver(problem, "python-links" if plain else algorithm)


def start(
    prepared: CoverAlgorithm, chosen: Sequence[int], removed: Sequence[int]
) -> ExactCoverSearch:
    """Begin a search; the arguments and errors are those of `covers`."""
    try:
        return prepared.search(chosen, removed)
    except ValueError as error:
        raise OptionError(str(error)) from None


def count_with(search: ExactCoverSearch, limits: Limits, build: float | None = None) -> Count:
    """Count the covers that a search still finds, up to the limits."""
    start = time.perf_counter()
    value, step = search.count(limits.solutions, limits.seconds)
    return Count(value, step is False, stats_of(search, time.perf_counter() - start, build))
