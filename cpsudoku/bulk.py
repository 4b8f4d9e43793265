"""Many puzzles in one call, as arrays.

>>> from cpsudoku.bulk import solve_many
>>> batch = solve_many(["1.............4.", "1......2.34....1"], limit=5)
>>> batch.counts.tolist()
[5, 0]
"""

from __future__ import annotations

import time
from collections.abc import Iterable
from math import isqrt
from os import cpu_count
from typing import TYPE_CHECKING, Any, TypeAlias

from cpsudoku import backends, formats, verify
from cpsudoku.backends import BackendLike
from cpsudoku.backends.base import Batch, BulkEngine, Engine
from cpsudoku.errors import BackendError, FormatError, PuzzleError
from cpsudoku.puzzle import Puzzle
from cpsudoku.result import Limits
from cpsudoku.rules import Rules, usual

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Digits: TypeAlias = NDArray[np.uint8]


def solve_many(
    puzzles: Digits | bytes | Iterable[str],
    *,
    backend: BackendLike = backends.AUTO,
    rules: Rules | None = None,
    limit: int | None = 2,
    seconds: float | None = None,
    threads: int | None = None,
    seed: int = 0,
    **options: object,
) -> Batch:
    """Search many puzzles of the same rules.

    Args:
        puzzles: a uint8 array (n, cells) with 0 for a blank; or bytes or strings in the one-line
            notation, a puzzle a line.
        backend: name of a backend, or an engine for the rules.
        rules: the rules; None for those that a grid of this size usually has.
        limit: stop at this many solutions of each puzzle; None to count them all.
        seconds: wall-clock limit for the whole call; None for none.
        threads: for engines that can use several; None for as many as there are processors.
        seed: for solvers that make random choices.
        options: passed on to the backend.

    Returns:
        Counts, first solutions (verified) and which answers are unknown for want of time.  With
        the default limit a count of 1 means that the solution is unique.

    Raises:
        FormatError: a line is no puzzle; ``line`` is its number.
        PuzzleError: the array has a wrong shape, type or digit.
        UnsupportedError: the backend does not know the rules.
        BackendError: the solver failed or gave a wrong answer.
    """
    digits, rules = _as_array(puzzles, rules)
    limits = Limits(solutions=limit, seconds=seconds, seed=seed)
    engine = backends.engine(backend, rules, **options)
    if isinstance(engine, BulkEngine):
        batch = engine.search_many(digits, limits, threads)
    else:
        batch = _search_each(engine, digits, rules, limits)
    fault = first_fault(digits, batch, rules, threads)
    if fault is not None:
        name = backends.name_of(backend, rules)
        raise BackendError(f"backend {name!r} gave a wrong solution of puzzle {fault + 1}")
    return batch


def _as_array(puzzles: Digits | bytes | Iterable[str], rules: Rules | None) -> tuple[Digits, Rules]:
    import numpy as np

    if isinstance(puzzles, np.ndarray):
        return _checked(puzzles, rules)
    if isinstance(puzzles, bytes):
        puzzles = puzzles.decode("ascii", errors="replace").splitlines()
    rows = []
    for number, text in enumerate(puzzles, start=1):
        try:
            puzzle = formats.parse(text, rules)
        except FormatError as error:
            raise FormatError(error.message, line=number, column=error.column) from None
        except PuzzleError as error:
            raise FormatError(str(error), line=number) from None
        rules = rules or puzzle.rules
        rows.append(puzzle.digits)
    rules = rules or usual(9)
    return np.array(rows, dtype=np.uint8).reshape(len(rows), rules.cell_count), rules


def _checked(puzzles: NDArray[Any], rules: Rules | None) -> tuple[Digits, Rules]:
    import numpy as np

    if puzzles.ndim != 2 or puzzles.dtype != np.uint8:
        raise PuzzleError(
            f"an array of shape {puzzles.shape} and type {puzzles.dtype}; "
            "expected uint8 of shape (n, cells)"
        )
    cells = puzzles.shape[1]
    rules = rules or usual(max(1, isqrt(cells)))
    if cells != rules.cell_count:
        raise PuzzleError(f"puzzles of {cells} cells; expected {rules.cell_count}")
    if puzzles.size and int(puzzles.max()) > rules.size:
        row, cell = np.argwhere(puzzles > rules.size)[0]
        raise PuzzleError(
            f"puzzle {row + 1} has digit {puzzles[row, cell]}; expected 0 to {rules.size}"
        )
    return np.ascontiguousarray(puzzles), rules


def _search_each(engine: Engine, digits: Digits, rules: Rules, limits: Limits) -> Batch:
    import numpy as np

    n, cells = digits.shape
    counts = np.zeros(n, dtype=np.int64)
    solutions = np.zeros((n, cells), dtype=np.uint8)
    unknown = np.zeros(n, dtype=np.bool_)
    deadline = None if limits.seconds is None else time.monotonic() + limits.seconds
    for i, row in enumerate(digits.tolist()):
        puzzle = Puzzle.from_digits(row, rules)
        if puzzle.clash() is not None:
            continue
        left = None if deadline is None else max(0.0, deadline - time.monotonic())
        part = Limits(solutions=limits.solutions, seconds=left, seed=limits.seed)
        outcome = engine.search(puzzle.candidates, part)
        counts[i] = len(outcome.solutions)
        if outcome.solutions:
            solutions[i] = outcome.solutions[0]
        unknown[i] = not outcome.exhausted and counts[i] != limits.solutions
    return Batch(counts, solutions, unknown)


def first_fault(
    digits: Digits, batch: Batch, rules: Rules, threads: int | None = None
) -> int | None:
    """Return the index of the first wrong solution of a batch, or None.

    Args:
        digits: uint8 array (n, cells): the puzzles, 0 for a blank.
        batch: what an engine said of them.
        rules: the rules.
        threads: how many may be used; None for as many as there are processors.
    """
    groups = verify.compiled(rules)
    if groups is not None:
        found = groups.first_fault(
            digits, batch.solutions, batch.counts, threads or cpu_count() or 1
        )
        return None if found < 0 else int(found)
    for i, (row, solution) in enumerate(
        zip(digits.tolist(), batch.solutions.tolist(), strict=True)
    ):
        if batch.counts[i] == 0:
            if any(solution):
                return i
            continue
        candidates = Puzzle.from_digits(row, rules).candidates
        if not verify.is_solution(tuple(solution), rules, candidates):
            return i
    return None
