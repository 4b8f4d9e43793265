"""Exact cover with colours: the backends `dlx` and `cover`, and a tool of its own.

The backends differ in the algorithm; they share the encoding, what a puzzle's candidates choose and
remove of its options, and reading a grid from the options of a cover.

Any `ExactCover` problem can be searched, by links, by cells or over bit sets (`ALGORITHMS`):

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
and 7.2.2.3 (dancing cells).  The compiled searches are in ``native/exact_cover/``, each with a
drawing of how it keeps a problem.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, ClassVar, TypeAlias, cast

from cpsudoku.backends.base import (
    SUPPORTED,
    Backend,
    Batch,
    Engine,
    ResumableEngine,
    ResumableSearch,
    Size,
    Support,
    counted,
    one_by_one,
)
from cpsudoku.backends.exact_cover.links import LinksSearch, PlainSolver
from cpsudoku.encodings.exact_cover import ExactCover, exact_cover, grid_of, selection
from cpsudoku.errors import OptionError, PuzzleError
from cpsudoku.ground import compiled
from cpsudoku.ground.deadline import NEVER, Deadline, OutOfTimeError
from cpsudoku.ground.processes import useful_workers
from cpsudoku.result import Count, Limits
from cpsudoku.rules import Candidates, Rules
from cpsudoku.rules.primitives import GROUPS_ALONE, And, Pair, Table

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

OptionSet: TypeAlias = tuple[int, ...]
"""The options of an exact cover, ascending."""

CoverAlgorithm: TypeAlias = "compiled.native.CoverSolver | PlainSolver"
"""A problem prepared for searching; never changed, shared by its searches."""

ExactCoverSearch: TypeAlias = "compiled.native.CoverSearch | LinksSearch"
"""One search, which can be left after any solution or limit and be resumed."""

LINKS = {
    "links": "dancing links: doubly linked lists, unlinked and relinked; compiled",
    "cells": "dancing cells: sparse sets in place of the lists; compiled",
    "python": "dancing links in plain Python; the same tree as links",
}
"""The algorithms for problems of any size that Knuth describes, each with a line about it."""

BIT_SETS = {
    "auto": "packed where the problem fits, else sparse",
    "packed": "the whole state in vector registers, for small problems",
    "sparse": "a bit set an item and a trail, for problems of any size",
}
"""Those over bit sets."""

PACKED = ("packed128", "packed256", "packed512")
"""``packed`` with vectors of this many bits, in place of the widest that the processor has."""

ALGORITHMS = (*BIT_SETS, *PACKED, *LINKS)
"""The names of all of them."""


NO_LIMITS = Limits(solutions=None)


def solver(problem: ExactCover, algorithm: str) -> CoverAlgorithm:
    """Prepare a problem.

    Raises:
        OptionError: the algorithm is not known here, or the problem is too big for it.
    """
    if algorithm not in ALGORITHMS:
        expected = ", ".join(ALGORITHMS)
        raise OptionError(f"exact cover has no algorithm {algorithm!r}; expected one of {expected}")
    if algorithm == PlainSolver.algorithm:
        return PlainSolver(problem)
    try:
        return compiled.native.CoverSolver(
            problem.primary, problem.secondary, problem.options, problem.colours, algorithm
        )
    except ValueError as error:
        raise OptionError(str(error)) from None


class CoverSearch:
    """One search for exact covers, as `ResumableSearch`; it can be left at any cover or limit.

    Args:
        made: what is given for each cover.
    """

    def __init__(
        self, search: ExactCoverSearch, made: Callable[[OptionSet], OptionSet] = tuple
    ) -> None:
        self.exhausted = False
        self._search, self._made = search, made

    @property
    def nodes(self) -> int:
        return self._search.nodes

    @property
    def conflicts(self) -> int:
        return self._search.dead_ends

    @property
    def propagations(self) -> int:
        return self._search.forced

    def next(self, seconds: float | None = None) -> OptionSet | None:
        step = self._search.next(seconds)
        self.exhausted = step is False
        return self._made(self._search.solution()) if step else None

    def count(self, limit: int | None = None, seconds: float | None = None) -> int:
        value, step = self._search.count(limit, seconds)
        self.exhausted = step is False
        return value


class _NotBegun:
    """A search for which there was no time to prepare the problem."""

    exhausted = False
    nodes = conflicts = propagations = 0

    def next(self, seconds: float | None = None) -> None:
        return None

    def count(self, limit: int | None = None, seconds: float | None = None) -> int:
        return 0


def cover_search(
    problem: ExactCover,
    *,
    chosen: Sequence[int] = (),
    removed: Sequence[int] = (),
    algorithm: str = "auto",
) -> CoverSearch:
    """Begin a search for the exact covers of a problem.

    Args:
        algorithm: one of `ALGORITHMS`; all of them give the same covers, twins in the same order.
            Without the compiled core ``auto`` is ``python``.

    Raises:
        OptionError: there is no such option or algorithm, the problem is too big for ``packed``,
            or the processor has no vectors of that width.
    """
    if algorithm == "auto" and not compiled.is_there():
        algorithm = PlainSolver.algorithm
    prepared = solver(problem, algorithm)
    try:
        return CoverSearch(prepared.search(chosen, removed))
    except ValueError as error:
        raise OptionError(str(error)) from None


def covers(
    problem: ExactCover, *, limits: Limits = NO_LIMITS, **options: Any
) -> Iterator[OptionSet]:
    """Yield the exact covers of a problem, each found on demand.

    Args:
        limits: how far to go; seconds count only searching.
        options: those of `cover_search`, with its errors.
    """
    return one_by_one(cover_search(problem, **options).next, limits)


def count_covers(problem: ExactCover, *, limits: Limits = NO_LIMITS, **options: Any) -> Count:
    """Count the exact covers of a problem; the arguments and errors are those of `covers`."""
    return counted(cover_search(problem, **options), limits)


_SLOW = 100_000
"""From this many options on, building the problem may take longer than a search may."""

_MOST = 4_000_000
"""More options, such as those of boards beyond 158×158, would fill the memory."""


class ExactCoverBackend(Backend):
    """A backend that searches the rules' exact cover problem.

    Args:
        algorithm: one of those of the option ``algorithm`` of `compile`; empty for the usual one.
    """

    knows: ClassVar[frozenset[type]] = GROUPS_ALONE | {And, Pair, Table}

    def __init__(self, algorithm: str = "") -> None:
        self.algorithm: str = self.chosen({"algorithm": algorithm} if algorithm else {})[
            "algorithm"
        ]

    def installed(self) -> Support:
        missing = "" if self.algorithm == PlainSolver.algorithm else compiled.needed()
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
        if self.algorithm != PlainSolver.algorithm:
            return "compiled"
        return "plain Python" + ("" if compiled.is_there() else ", without the compiled core")

    def compile(self, rules: Rules, **options: object) -> Engine:
        chosen = self.chosen({"algorithm": self.algorithm, **options})
        return ExactCoverEngine(rules, chosen["algorithm"])


def _options(rules: Rules) -> int:
    return rules.cell_count * rules.size


class ExactCoverEngine(ResumableEngine):
    """The engine of `ExactCoverBackend`; each call has its own state, so threads may share it.

    That of a big board builds its problem when it is first searched.
    """

    def __init__(self, rules: Rules, algorithm: str) -> None:
        super().__init__(rules)
        self._wanted = algorithm
        self._prepared: CoverAlgorithm | None = None
        self._preparing = threading.Lock()
        # The way of many puzzles knows no other options than a digit in a cell.
        self.takes_arrays = algorithm != PlainSolver.algorithm and not rules.others
        if _options(rules) < _SLOW:
            self.solver(NEVER)

    def solver(self, deadline: Deadline) -> CoverAlgorithm:
        """Return the problem of the rules, which is built on first use.

        Raises:
            OutOfTimeError: the deadline has passed before it was.
        """
        if self._prepared is None:
            left = deadline.left
            if not self._preparing.acquire(timeout=-1 if left is None else left):
                raise OutOfTimeError
            try:
                if self._prepared is None:
                    problem = exact_cover(self.rules, deadline)
                    deadline.check()
                    self._prepared = solver(problem, self._wanted)
            finally:
                self._preparing.release()
        return self._prepared

    @property
    def algorithm(self) -> str:
        """Which algorithm searches: one of `ALGORITHMS`, but not ``auto`` nor ``packed``."""
        return self.solver(NEVER).algorithm

    def begin(self, candidates: Candidates, limits: Limits) -> ResumableSearch:
        try:
            prepared = self.solver(Deadline(limits.seconds))
        except OutOfTimeError:
            return _NotBegun()
        search = prepared.search(*selection(candidates, self.rules))
        return CoverSearch(search, partial(grid_of, rules=self.rules))

    def search_many(
        self,
        puzzles: NDArray[np.unsignedinteger[Any]],
        limits: Limits,
        threads: int | None = None,
    ) -> Batch:
        if not self.takes_arrays or puzzles.dtype.itemsize > 1:
            return super().search_many(puzzles, limits, threads)
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
    choices: ClassVar[Mapping[str, str]] = LINKS
    options: ClassVar[Mapping[str, tuple[str, ...]]] = {"algorithm": tuple(LINKS)}

    def __init__(self, algorithm: str = "") -> None:
        is_plain = not algorithm and not compiled.is_there()
        super().__init__(PlainSolver.algorithm if is_plain else algorithm)


class Cover(ExactCoverBackend):
    """Exact cover over bit sets, for any rules: the fastest at counting and enumerating.

    How the sets lie is described in ``native/exact_cover/packed.cpp`` and ``…/sparse.cpp``.
    """

    name: ClassVar[str] = "cover"
    summary: ClassVar[str] = "exact cover over bit sets, for any rules, and for counting"
    choices: ClassVar[Mapping[str, str]] = BIT_SETS
    options: ClassVar[Mapping[str, tuple[str, ...]]] = {"algorithm": (*BIT_SETS, *PACKED)}
