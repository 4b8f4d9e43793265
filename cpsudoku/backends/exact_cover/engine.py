"""The backends by exact cover, which differ in the algorithm alone.

They share the encoding (`cpsudoku.encodings.exact_cover`), what a puzzle's candidates choose and
remove of its options, and reading a grid from the options of a cover.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, ClassVar, TypeAlias, cast

from cpsudoku.backends.base import SUPPORTED, Backend, Batch, Engine, Enumeration, Size, Support
from cpsudoku.backends.exact_cover import algorithms
from cpsudoku.backends.exact_cover.algorithms import CoverAlgorithm, Covers, ExactCoverSearch
from cpsudoku.encodings.exact_cover import exact_cover, grid_of, selection
from cpsudoku.errors import OptionError, PuzzleError
from cpsudoku.ground import compiled
from cpsudoku.ground.deadline import NEVER, Deadline, OutOfTimeError
from cpsudoku.ground.processors import useful_workers
from cpsudoku.result import Count, Limits, Outcome
from cpsudoku.rules import Candidates, Rules
from cpsudoku.rules.rules import vocabulary

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

Prepare: TypeAlias = Callable[[Deadline], CoverAlgorithm]
"""Builds a problem and prepares it for searching; raises `OutOfTimeError` at the deadline."""

_SLOW = 100_000
"""From this many options on, building the problem may take longer than a search may."""

_MOST = 4_000_000
"""More options, such as those of boards beyond 158×158, would fill the memory."""


class ExactCoverBackend(Backend):
    """A backend that searches the rules' exact cover problem, by one of its `choices`."""

    knows: ClassVar[frozenset[type]] = vocabulary("And", "Pair", "Table")
    usual: ClassVar[str]
    """The algorithm taken where none is named."""
    plain: ClassVar[str] = ""
    """The one in plain Python that stands in for it where the compiled core is missing."""

    def __init__(self, algorithm: str = "") -> None:
        usual = self.usual if not self.plain or compiled.is_there() else self.plain
        self.algorithm = algorithm or usual
        algorithms.check(self.algorithm, tuple(self.choices), self.name)

    def installed(self) -> Support:
        missing = "" if self.algorithm.startswith("python") else compiled.needed()
        return Support(False, missing) if missing else SUPPORTED

    def supports(self, rules: Rules) -> Support:
        options = _options(rules)
        if options > _MOST:
            return Support(False, f"{options:,} options of digits in cells; at most {_MOST:,}")
        return super().supports(rules)

    def measure(self, rules: Rules) -> Size:
        """Return how many options there are: digits in cells, and the tuples of tables."""
        tables = sum(len(p.tuples) for p in rules.others if hasattr(p, "tuples"))
        return Size(_options(rules) + tables, "options")

    def detail(self) -> str:
        if not self.algorithm.startswith("python"):
            return "compiled"
        return "plain Python" + ("" if compiled.is_there() else ", without the compiled core")

    def compile(self, rules: Rules, **options: object) -> Engine:
        """Build the engine; that of a big board builds its problem when it is first searched."""
        algorithm = options.pop("algorithm", self.algorithm)
        if options:
            unknown = next(iter(options))
            raise OptionError(f"{self.name} has no option {unknown!r}; expected algorithm")
        algorithms.check(algorithm, tuple(self.choices), self.name)
        assert isinstance(algorithm, str)
        name = "python-links" if algorithm == "python" else algorithm

        def prepare(deadline: Deadline) -> CoverAlgorithm:
            problem = exact_cover(rules, deadline)
            deadline.check()
            return algorithms.solver(problem, name)

        # The way of many puzzles knows no other options than a digit in a cell.
        plain = algorithm.startswith("python") or rules.others
        made = (ExactCoverEngine if plain else CompiledExactCoverEngine)(rules, prepare)
        if _options(rules) < _SLOW:
            made.solver(NEVER)
        return made


def _options(rules: Rules) -> int:
    return rules.cell_count * rules.size


class ExactCoverEngine(Engine):
    """The engine of `ExactCoverBackend`; each call has its own state, so threads may share it."""

    def __init__(self, rules: Rules, prepare: Prepare) -> None:
        super().__init__(rules)
        self._prepare = prepare
        self._prepared: CoverAlgorithm | None = None
        self._preparing = threading.Lock()

    def solver(self, deadline: Deadline) -> CoverAlgorithm:
        """Return the problem of the rules, which is built when it is first asked for."""
        if self._prepared is None:
            left = deadline.left
            if not self._preparing.acquire(timeout=-1 if left is None else left):
                raise OutOfTimeError
            try:
                self._prepared = self._prepared or self._prepare(deadline)
            finally:
                self._preparing.release()
        return self._prepared

    @property
    def algorithm(self) -> str:
        """Which algorithm searches: one of `ALGORITHMS`, but not ``auto`` nor ``packed``."""
        return self.solver(NEVER).algorithm

    def _begin(self, candidates: Candidates, deadline: Deadline) -> tuple[ExactCoverSearch, float]:
        start = time.perf_counter()
        search = self.solver(deadline).search(*selection(candidates, self.rules))
        return search, time.perf_counter() - start

    def search(self, candidates: Candidates, limits: Limits) -> Outcome:
        deadline = Deadline(limits.seconds)
        try:
            search, build = self._begin(candidates, deadline)
        except OutOfTimeError:
            return Outcome((), False)
        start = time.perf_counter()
        found, step = search.find(limits.solutions, deadline.left)
        stats = algorithms.stats_of(search, time.perf_counter() - start, build)
        grids = tuple([grid_of(cover, self.rules) for cover in found])
        return Outcome(grids, step is False, stats)

    def iterate(self, candidates: Candidates, limits: Limits) -> Enumeration:
        deadline = Deadline(limits.seconds)
        try:
            search, _ = self._begin(candidates, deadline)
        except OutOfTimeError:
            return False
        run = Covers(search, replace(limits, seconds=deadline.left))
        for cover in run:
            yield grid_of(cover, self.rules)
        return bool(run.exhausted)

    def count(self, candidates: Candidates, limits: Limits) -> Count:
        deadline = Deadline(limits.seconds)
        try:
            search, build = self._begin(candidates, deadline)
        except OutOfTimeError:
            return Count(0, False)
        return algorithms.count_with(search, replace(limits, seconds=deadline.left), build)


class CompiledExactCoverEngine(ExactCoverEngine):
    """The engine with compiled search, which takes many puzzles in one call."""

    takes_arrays: ClassVar[bool] = True

    def search_many(
        self, puzzles: NDArray[np.uint8], limits: Limits, threads: int | None = None
    ) -> Batch:
        batch, deadline = Batch.of_nothing(puzzles.shape), Deadline(limits.seconds)
        try:
            solver = cast("compiled.native.CoverSolver", self.solver(deadline))
        except OutOfTimeError:
            return batch._replace(unknown=~batch.unknown)
        try:
            solver.solve_many(
                puzzles,
                self.rules.size,
                limits.solutions,
                deadline.left,
                useful_workers(threads),
                *batch,
            )
        except ValueError as error:
            raise PuzzleError(str(error)) from None
        return batch


class Dlx(ExactCoverBackend):
    """Dancing links and dancing cells: Knuth's searches as he describes them, for any rules."""

    name: ClassVar[str] = "dlx"
    summary: ClassVar[str] = "dancing links (Knuth's Algorithm C), for any rules"
    usual: ClassVar[str] = "links"
    plain: ClassVar[str] = "python"
    choices: ClassVar[Mapping[str, str]] = {
        "links": "dancing links: doubly linked lists, unlinked and relinked; compiled",
        "cells": "dancing cells: sparse sets in place of the lists; compiled",
        "python": "dancing links in plain Python; the same tree as links",
        "python-cells": "dancing cells in plain Python; the same tree as cells",
    }


class Cover(ExactCoverBackend):
    """Exact cover over bit sets, for any rules: the fastest at counting and enumerating.

    How the sets lie is described in ``native/exact_cover/packed.cpp`` and ``…/sparse.cpp``.
    """

    name: ClassVar[str] = "cover"
    summary: ClassVar[str] = "exact cover over bit sets, for any rules, and for counting"
    usual: ClassVar[str] = "auto"
    choices: ClassVar[Mapping[str, str]] = {
        "auto": "packed where the problem fits, else sparse",
        "packed": "the whole state in vector registers, for small problems",
        "packed128": "the same with vectors of 128 bits",
        "packed256": "the same with vectors of 256 bits",
        "packed512": "the same with vectors of 512 bits",
        "sparse": "a bit set an item and a trail, for problems of any size",
    }

    def installed(self) -> Support:
        found = super().installed()
        if found and self.algorithm.startswith("packed") and self.algorithm != "packed":
            here = compiled.native.packed_algorithms()
            if self.algorithm not in here:
                return Support(
                    False, f"this machine has no {self.algorithm}, only {', '.join(here)}"
                )
        return found
