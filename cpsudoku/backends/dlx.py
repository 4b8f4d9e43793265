"""Exact cover with colours, compiled: for any rules, for counting, and for problems of your own.

The sudoku side is the backend `Dlx`.  The general side takes any `ExactCover` problem:

    >>> from cpsudoku.encodings.exact_cover import ExactCover
    >>> toy = ExactCover.from_names(
    ...     ["c e", "a d g", "b c f", "a d f", "b g", "d e g"], primary="abcdefg")
    >>> list(covers(toy))  # Knuth's first example: options 0, 3 and 4
    [(0, 3, 4)]

Queens on a chessboard: ranks and files are primary, diagonals secondary.

    >>> def queens(n: int) -> ExactCover:
    ...     return ExactCover(
    ...         primary=2 * n, secondary=4 * n,
    ...         options=tuple((r, n + f, 2 * n + r + f, 5 * n + r - f)
    ...                       for r in range(n) for f in range(n)))
    >>> count_covers(queens(8)).value
    92
    >>> len(next(covers(queens(20))))
    20

Sources: D. E. Knuth, *The Art of Computer Programming* 7.2.2.1 (Algorithms X and C, dancing links)
and 7.2.2.3 (dancing cells).  What takes the links' place here is described in
``native/exact_cover_sparse.cpp`` and ``native/exact_cover_packed.cpp``.
"""

from __future__ import annotations

import os
import time
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, ClassVar, Protocol, TypeAlias

from cpsudoku.backends import dlx_python
from cpsudoku.backends.base import Backend, Batch, Engine, Enumeration
from cpsudoku.encodings.exact_cover import ExactCover, exact_cover, selection
from cpsudoku.errors import BackendUnavailableError, OptionError, PuzzleError
from cpsudoku.result import Count, Limits, Outcome, Stats
from cpsudoku.rules import Candidates, Grid, Rules

try:
    from cpsudoku import _native
except ImportError:  # installed without a compiler
    _HAS_NATIVE = False
else:
    _HAS_NATIVE = True

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

Cover: TypeAlias = tuple[int, ...]
"""The options of an exact cover, ascending."""

ALGORITHMS = ("auto", "packed", "packed128", "packed256", "packed512", "sparse", "python")
"""All walk the same tree.  ``packed`` is for small problems, with the widest vectors that the
processor has, or of the width named; ``sparse`` is for problems of any size; both are compiled.
``auto`` takes the faster of them, or ``python`` where the compiled module is missing."""


class _Search(Protocol):
    @property
    def nodes(self) -> int: ...
    @property
    def dead_ends(self) -> int: ...
    @property
    def forced(self) -> int: ...
    def next(self, seconds: float | None) -> bool | None: ...
    def solution(self) -> Cover: ...
    def find(self, limit: int | None, seconds: float | None) -> tuple[list[Cover], bool | None]: ...
    def count(self, limit: int | None, seconds: float | None) -> tuple[int, bool | None]: ...


class _Solver(Protocol):
    @property
    def algorithm(self) -> str: ...
    def search(self, chosen: Sequence[int], removed: Sequence[int]) -> _Search: ...


def _native_solver(problem: ExactCover, algorithm: str) -> _native.CoverSolver:
    try:
        return _native.CoverSolver(
            problem.primary, problem.secondary, problem.options, problem.colours, algorithm
        )
    except ValueError as error:
        raise OptionError(str(error)) from None


def _solver(problem: ExactCover, algorithm: str) -> _Solver:
    _check_algorithm(algorithm)
    if algorithm == "python" or (algorithm == "auto" and not _HAS_NATIVE):
        return dlx_python.CoverSolver(problem)
    return _native_solver(problem, algorithm)


def _check_algorithm(algorithm: object) -> None:
    if algorithm not in ALGORITHMS:
        raise OptionError(
            f"dlx has no algorithm {algorithm!r}; expected one of {', '.join(ALGORITHMS)}"
        )
    if algorithm not in ("auto", "python") and not _HAS_NATIVE:
        raise BackendUnavailableError(
            f"dlx:{algorithm} needs the compiled module: install cpsudoku again with a C++ compiler"
        )


def _stats(search: _Search, seconds: float, build: float | None = None) -> Stats:
    return Stats(
        build_seconds=build,
        search_seconds=seconds,
        nodes=search.nodes,
        conflicts=search.dead_ends,
        propagations=search.forced,
    )


class Covers(Iterator[Cover]):
    """A lazy iterator over the exact covers of a problem, each found when it is asked for.

    Attributes:
        found: number of covers given so far.
        exhausted: None while there may be more to give; at the end True if it is proved that there
            are no others, False if a limit was hit first.
    """

    def __init__(self, search: _Search, limits: Limits) -> None:
        self.found = 0
        self.exhausted: bool | None = None
        self._search = search
        self._limits = limits
        self._seconds = 0.0

    def __next__(self) -> Cover:
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
        return _stats(self._search, self._seconds)


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
        problem: the problem.
        chosen: options that must be chosen.
        removed: options that may not be.
        limits: how far to go; None for all covers.  Seconds count searching alone.
        algorithm: one of `ALGORITHMS`; all of them give the same covers in the same order.

    Raises:
        OptionError: there is no such option or algorithm, the problem is too big for ``packed``,
            or the processor has no vectors of that width.
        BackendUnavailableError: the algorithm is compiled, and the compiled module is missing.
    """
    search = _start(_solver(problem, algorithm), chosen, removed)
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
    search = _start(_solver(problem, algorithm), chosen, removed)
    return _count(search, limits or Limits(solutions=None))


def _start(solver: _Solver, chosen: Sequence[int], removed: Sequence[int]) -> _Search:
    try:
        return solver.search(chosen, removed)
    except ValueError as error:
        raise OptionError(str(error)) from None


def _count(search: _Search, limits: Limits, build: float | None = None) -> Count:
    start = time.perf_counter()
    value, step = search.count(limits.solutions, limits.seconds)
    return Count(value, step is False, _stats(search, time.perf_counter() - start, build))


class Dlx(Backend):
    """Exact cover: any rules of any size, best at enumerating and counting.

    Args:
        algorithm: one of `ALGORITHMS`.
    """

    name: ClassVar[str] = "dlx"
    summary: ClassVar[str] = "exact cover (Knuth), compiled; for any rules, and for counting"

    def __init__(self, algorithm: str = "auto") -> None:
        _check_algorithm(algorithm)
        self.algorithm = algorithm

    def detail(self) -> str:
        """Return whether the search is compiled."""
        return "compiled" if _HAS_NATIVE else "plain Python, for want of the compiled core"

    def compile(self, rules: Rules, **options: object) -> Engine:
        """Build the engine.

        Args:
            rules: the rules.
            options: ``algorithm``, one of `ALGORITHMS`.

        Raises:
            OptionError: another option, the rules are too big for ``packed``, or the processor has
                no vectors of that width.
            BackendUnavailableError: the algorithm is compiled, and the compiled module is missing.
        """
        algorithm = options.pop("algorithm", self.algorithm)
        if options:
            raise OptionError(f"dlx has no option {next(iter(options))!r}; expected algorithm")
        _check_algorithm(algorithm)
        assert isinstance(algorithm, str)
        if algorithm == "python" or (algorithm == "auto" and not _HAS_NATIVE):
            return DlxEngine(rules, dlx_python.CoverSolver(exact_cover(rules)))
        return CompiledDlxEngine(rules, _native_solver(exact_cover(rules), algorithm))


class DlxEngine(Engine):
    """The engine of `Dlx`; each call has its own state, so it may be used from several threads.

    Args:
        rules: the rules.
        solver: their exact cover problem, prepared.
    """

    def __init__(self, rules: Rules, solver: _Solver) -> None:
        super().__init__(rules)
        self._solver = solver

    @property
    def algorithm(self) -> str:
        """Which algorithm searches: one of `ALGORITHMS`, but not ``auto`` nor ``packed``."""
        return self._solver.algorithm

    def _begin(self, candidates: Candidates) -> tuple[_Search, float]:
        start = time.perf_counter()
        search = self._solver.search(*selection(candidates, self.rules))
        return search, time.perf_counter() - start

    def _grid(self, cover: Cover) -> Grid:
        size = self.rules.size
        return tuple([option % size + 1 for option in cover])

    def search(self, candidates: Candidates, limits: Limits) -> Outcome:
        """Search for solutions."""
        search, build = self._begin(candidates)
        start = time.perf_counter()
        found, step = search.find(limits.solutions, limits.seconds)
        stats = _stats(search, time.perf_counter() - start, build)
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
        return _count(search, limits, build)


class CompiledDlxEngine(DlxEngine):
    """The engine of `Dlx` with compiled search, which takes many puzzles in one call."""

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
                threads or os.cpu_count() or 1,
                counts,
                solutions,
                unknown,
            )
        except ValueError as error:
            raise PuzzleError(str(error)) from None
        return Batch(counts, solutions, unknown)
