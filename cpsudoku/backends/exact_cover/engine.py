"""What the backends by exact cover share: they differ in the algorithm alone.

Shared are the encoding (`cpsudoku.encodings.exact_cover`), what a puzzle's candidates choose and
remove of its options, and reading a grid from the options of a cover.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from dataclasses import replace
from typing import ClassVar, TypeAlias, cast

from cpsudoku import compiled
from cpsudoku.backends.base import SUPPORTED, Backend, Batch, Engine, Enumeration, Size, Support
from cpsudoku.backends.exact_cover import algorithms
from cpsudoku.backends.exact_cover.algorithms import CoverAlgorithm, ExactCoverSearch, OptionSet
from cpsudoku.backends.exact_cover.covers import Covers, count_with, stats_of
from cpsudoku.deadline import NEVER, Deadline, OutOfTimeError
from cpsudoku.deferred import NDArray, np
from cpsudoku.encodings.exact_cover import exact_cover, grid_of, selection
from cpsudoku.errors import OptionError, PuzzleError
from cpsudoku.processors import useful_workers
from cpsudoku.result import Count, Limits, Outcome
from cpsudoku.rules import Candidates, Grid, Rules
from cpsudoku.rules.needs import vocabulary

Prepare: TypeAlias = Callable[[Deadline], CoverAlgorithm]
"""Builds a problem and prepares it for searching; raises `OutOfTimeError` at the deadline."""

_SLOW = 100_000
"""From this many options on, building the problem may take longer than a search may."""

_MOST = 4_000_000
"""More options, such as those of boards beyond 158×158, would fill the memory."""


class ExactCoverBackend(Backend):
    """A backend that searches the rules' exact cover problem.

    Args:
        algorithm: one of `choices`, those in plain Python beginning with ``python``; empty for
            the usual one that is installed.
    """

    knows: ClassVar[frozenset[type]] = vocabulary("And", "Pair", "Table")
    usual: ClassVar[str]
    """The algorithm taken where none is named."""
    plain: ClassVar[str] = ""
    """The one in plain Python that stands in for it where the compiled core is missing."""

    def __init__(self, algorithm: str = "") -> None:
        usual = self.usual if not self.plain or compiled.is_there() else self.plain
        self.algorithm = algorithm or usual
        self._check(self.algorithm)

    def installed(self) -> Support:
        """Return whether the algorithm is there: the compiled core, unless it is plain Python."""
        missing = "" if self.algorithm.startswith("python") else compiled.needed()
        return Support(False, missing) if missing else SUPPORTED

    def supports(self, rules: Rules) -> Support:
        """Return whether the rules are known and not too big, or why not."""
        options = _options(rules)
        if options > _MOST:
            return Support(False, f"{options:,} options of digits in cells; at most {_MOST:,}")
        return super().supports(rules)

    def measure(self, rules: Rules) -> Size:
        """Return how many options there are: digits in cells, and the tuples of tables."""
        tables = sum(len(p.tuples) for p in rules.others if hasattr(p, "tuples"))
        return Size(_options(rules) + tables, "options")

    def _check(self, algorithm: object) -> None:
        algorithms.check(algorithm, tuple(self.choices), self.name)

    def detail(self) -> str:
        """Return whether the search is compiled."""
        if not self.algorithm.startswith("python"):
            return "compiled"
        return "plain Python" + ("" if compiled.is_there() else ", without the compiled core")

    def compile(self, rules: Rules, **options: object) -> Engine:
        """Build the engine; that of a big board builds its problem when it is first searched.

        Raises:
            OptionError: another option, the rules are too big for ``packed``, or the processor has
                no vectors of that width.
        """
        algorithm = options.pop("algorithm", self.algorithm)
        if options:
            unknown = next(iter(options))
            raise OptionError(f"{self.name} has no option {unknown!r}; expected algorithm")
        self._check(algorithm)
        assert isinstance(algorithm, str)
        name = self._full_name(algorithm)

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

    def _full_name(self, choice: str) -> str:
        """Return the name in `algorithms.ALGORITHMS` of one of `choices`."""
        return choice


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
        """Return the problem of the rules, which is built when it is first asked for.

        Raises:
            OptionError: the algorithm cannot have the problem.
        """
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

    def _grid(self, cover: OptionSet) -> Grid:
        return grid_of(cover, self.rules)

    def search(self, candidates: Candidates, limits: Limits) -> Outcome:
        deadline = Deadline(limits.seconds)
        try:
            search, build = self._begin(candidates, deadline)
        except OutOfTimeError:
            return Outcome((), False)
        start = time.perf_counter()
        found, step = search.find(limits.solutions, deadline.left)
        stats = stats_of(search, time.perf_counter() - start, build)
        return Outcome(tuple(map(self._grid, found)), step is False, stats)

    def iterate(self, candidates: Candidates, limits: Limits) -> Enumeration:
        deadline = Deadline(limits.seconds)
        try:
            search, _ = self._begin(candidates, deadline)
        except OutOfTimeError:
            return False
        run = Covers(search, replace(limits, seconds=deadline.left))
        for cover in run:
            yield self._grid(cover)
        return bool(run.exhausted)

    def count(self, candidates: Candidates, limits: Limits) -> Count:
        deadline = Deadline(limits.seconds)
        try:
            search, build = self._begin(candidates, deadline)
        except OutOfTimeError:
            return Count(0, False)
        return count_with(search, replace(limits, seconds=deadline.left), build)


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
