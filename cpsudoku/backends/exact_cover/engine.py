"""What the backends by exact cover share: they differ in the algorithm alone.

Shared are the encoding (`cpsudoku.encodings.exact_cover`), what a puzzle's candidates choose and
remove of its options, and reading a grid from the options of a cover.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, ClassVar, cast

from cpsudoku.backends.base import Backend, Batch, Engine, Enumeration
from cpsudoku.backends.exact_cover import algorithms
from cpsudoku.backends.exact_cover.algorithms import OptionSet, Search, Solver
from cpsudoku.backends.exact_cover.covers import Covers, count_with, stats_of
from cpsudoku.encodings.exact_cover import exact_cover, grid_of, selection
from cpsudoku.errors import OptionError, PuzzleError
from cpsudoku.processors import useful_workers
from cpsudoku.result import Count, Limits, Outcome
from cpsudoku.rules import Candidates, Grid, Rules
from cpsudoku.rules.needs import vocabulary

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from cpsudoku import _native


class ExactCoverBackend(Backend):
    """A backend that searches the rules' exact cover problem.

    Args:
        algorithm: one of `choices`, those in plain Python beginning with ``python``; empty for
            the usual one that is installed.
    """

    knows: ClassVar[frozenset[type]] = vocabulary("And", "Pair", "Table")
    usual: ClassVar[tuple[str, str]]
    """The algorithm taken where none is named: with the compiled module, and without."""

    def __init__(self, algorithm: str = "") -> None:
        self.algorithm = algorithm or self.usual[not algorithms.HAS_NATIVE]
        self._check(self.algorithm)

    def _check(self, algorithm: object) -> None:
        algorithms.check(algorithm, tuple(self.choices), self.name)

    def detail(self) -> str:
        """Return whether the search is compiled."""
        if not self.algorithm.startswith("python"):
            return "compiled"
        return "plain Python" + ("" if algorithms.HAS_NATIVE else ", for want of the compiled core")

    def compile(self, rules: Rules, **options: object) -> Engine:
        """Build the engine.

        Args:
            rules: the rules.
            options: ``algorithm``, one of `choices`.

        Raises:
            OptionError: another option, the rules are too big for ``packed``, or the processor has
                no vectors of that width.
            BackendUnavailableError: the algorithm is compiled, and the compiled module is missing.
        """
        algorithm = options.pop("algorithm", self.algorithm)
        if options:
            unknown = next(iter(options))
            raise OptionError(f"{self.name} has no option {unknown!r}; expected algorithm")
        self._check(algorithm)
        assert isinstance(algorithm, str)
        solver = algorithms.solver(exact_cover(rules), self._full_name(algorithm))
        # The way of many puzzles knows no other options than a digit in a cell.
        if algorithm.startswith("python") or rules.others:
            return ExactCoverEngine(rules, solver)
        return CompiledExactCoverEngine(rules, cast("_native.CoverSolver", solver))

    def _full_name(self, choice: str) -> str:
        """Return the name in `algorithms.ALGORITHMS` of one of `choices`."""
        return choice


class ExactCoverEngine(Engine):
    """The engine of `ExactCoverBackend`; each call has its own state, so threads may share it.

    Args:
        rules: the rules.
        solver: their exact cover problem, prepared.
    """

    def __init__(self, rules: Rules, solver: Solver) -> None:
        super().__init__(rules)
        self._solver = solver

    @property
    def algorithm(self) -> str:
        """Which algorithm searches: one of `ALGORITHMS`, but not ``auto`` nor ``packed``."""
        return self._solver.algorithm

    def _begin(self, candidates: Candidates) -> tuple[Search, float]:
        start = time.perf_counter()
        search = self._solver.search(*selection(candidates, self.rules))
        return search, time.perf_counter() - start

    def _grid(self, cover: OptionSet) -> Grid:
        return grid_of(cover, self.rules)

    def search(self, candidates: Candidates, limits: Limits) -> Outcome:
        """Search for solutions."""
        search, build = self._begin(candidates)
        start = time.perf_counter()
        found, step = search.find(limits.solutions, limits.seconds)
        stats = stats_of(search, time.perf_counter() - start, build)
        return Outcome(tuple(map(self._grid, found)), step is False, stats)

    def iterate(self, candidates: Candidates, limits: Limits) -> Enumeration:
        """Yield solutions one by one."""
        run = Covers(self._begin(candidates)[0], limits)
        for cover in run:
            yield self._grid(cover)
        return bool(run.exhausted)

    def count(self, candidates: Candidates, limits: Limits) -> Count:
        """Count solutions without keeping them."""
        search, build = self._begin(candidates)
        return count_with(search, limits, build)


class CompiledExactCoverEngine(ExactCoverEngine):
    """The engine with compiled search, which takes many puzzles in one call."""

    takes_arrays: ClassVar[bool] = True
    _solver: _native.CoverSolver

    def __init__(self, rules: Rules, solver: _native.CoverSolver) -> None:
        super().__init__(rules, solver)

    def search_many(
        self, puzzles: NDArray[np.uint8], limits: Limits, threads: int | None = None
    ) -> Batch:
        """Search many puzzles.

        Args:
            puzzles: uint8 array (n, cells), 0 for a blank; C-contiguous.
            limits: solutions are per puzzle, seconds for the whole call.
            threads: how many threads to use; None for as many as there are processors.

        Raises:
            PuzzleError: a digit that the rules do not have.
        """
        import numpy as np

        counts = np.zeros(len(puzzles), dtype=np.int64)
        solutions = np.zeros(puzzles.shape, dtype=np.uint8)
        unknown = np.zeros(len(puzzles), dtype=np.bool_)
        try:
            self._solver.solve_many(
                puzzles,
                self.rules.size,
                limits.solutions,
                limits.seconds,
                useful_workers(threads),
                counts,
                solutions,
                unknown,
            )
        except ValueError as error:
            raise PuzzleError(str(error)) from None
        return Batch(counts, solutions, unknown)
