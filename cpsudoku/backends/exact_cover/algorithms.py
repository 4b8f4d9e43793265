"""The ways to search an exact cover problem, and its covers one by one or their number."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from typing import TypeAlias

from cpsudoku.backends.exact_cover.cells import CellsSearch
from cpsudoku.backends.exact_cover.links import LinksSearch
from cpsudoku.backends.exact_cover.plain import ItemSearch, PlainSolver
from cpsudoku.encodings.exact_cover import ExactCover
from cpsudoku.errors import OptionError
from cpsudoku.ground import compiled
from cpsudoku.result import Count, Limits, Stats

OptionSet: TypeAlias = tuple[int, ...]
"""The options of an exact cover, ascending."""

CoverAlgorithm: TypeAlias = "compiled.native.CoverSolver | PlainSolver"
"""A problem prepared for searching; never changed, shared by its searches."""

ExactCoverSearch: TypeAlias = "compiled.native.CoverSearch | ItemSearch"
"""One search, which can be left after any solution or limit and be resumed."""

PLAIN: dict[str, type[ItemSearch]] = {one.algorithm: one for one in (LinksSearch, CellsSearch)}
COMPILED = ("links", "cells", "packed", "packed128", "packed256", "packed512", "sparse")
ALGORITHMS = ("auto", *COMPILED, *PLAIN)
"""Their names.  ``links`` are dancing links and ``cells`` dancing cells, for problems of any size.
``packed`` (bit sets in vector registers, the widest that the processor has or of the width named)
is for small problems, ``sparse`` (bit sets) for problems of any size.  ``links`` and ``cells`` have
a twin in plain Python that walks the same tree: ``python-links`` and ``python-cells``.  ``auto`` is
the faster of the bit sets."""


def check(algorithm: object, known: Sequence[str], owner: str) -> None:
    """Raise `OptionError` unless an algorithm is among those that its owner knows."""
    if algorithm not in known:
        expected = ", ".join(known)
        raise OptionError(f"{owner} has no algorithm {algorithm!r}; expected one of {expected}")


def solver(problem: ExactCover, algorithm: str) -> CoverAlgorithm:
    """Prepare a problem.

    Raises:
        OptionError: there is no such algorithm here, or the problem is too big for it.
    """
    check(algorithm, ALGORITHMS, "exact cover")
    if algorithm in PLAIN:
        return PlainSolver(problem, PLAIN[algorithm])
    try:
        return compiled.native.CoverSolver(
            problem.primary, problem.secondary, problem.options, problem.colours, algorithm
        )
    except ValueError as error:
        raise OptionError(str(error)) from None


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
    return Covers(_search(problem, chosen, removed, algorithm), limits or Limits(solutions=None))


def count_covers(
    problem: ExactCover,
    *,
    chosen: Sequence[int] = (),
    removed: Sequence[int] = (),
    limits: Limits | None = None,
    algorithm: str = "auto",
) -> Count:
    """Count the exact covers of a problem; the arguments and errors are those of `covers`."""
    search = _search(problem, chosen, removed, algorithm)
    return count_with(search, limits or Limits(solutions=None))


def _search(
    problem: ExactCover, chosen: Sequence[int], removed: Sequence[int], algorithm: str
) -> ExactCoverSearch:
    if algorithm == "auto" and not compiled.is_there():
        algorithm = "python-links"
    prepared = solver(problem, algorithm)
    try:
        return prepared.search(chosen, removed)
    except ValueError as error:
        raise OptionError(str(error)) from None


def count_with(search: ExactCoverSearch, limits: Limits, build: float | None = None) -> Count:
    """Count the covers that a search still finds, up to the limits."""
    start = time.perf_counter()
    value, step = search.count(limits.solutions, limits.seconds)
    return Count(value, step is False, stats_of(search, time.perf_counter() - start, build))
