"""Many puzzles in one call, as arrays.

>>> from cpsudoku.bulk import solve_many
>>> batch = solve_many(["1.............4.", "1......2.34....1"], limit=5)
>>> batch.counts.tolist()
[5, 0]
"""

from __future__ import annotations

import io
import time
from collections.abc import Iterable, Iterator
from itertools import islice
from math import isqrt
from os import cpu_count
from typing import TYPE_CHECKING, Any, TypeAlias

from cpsudoku import backends, formats, verify
from cpsudoku.backends import BackendLike
from cpsudoku.backends.base import Batch, BulkEngine, Engine
from cpsudoku.errors import BackendError, FormatError, OptionError, PuzzleError
from cpsudoku.puzzle import Puzzle
from cpsudoku.result import Limits
from cpsudoku.rules import Rules, classic, usual

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
    digits, rules = _as_array(puzzles, rules, threads)
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


def solve_stream(
    puzzles: Digits | bytes | Iterable[str],
    *,
    chunk: int = 1 << 16,
    backend: BackendLike = backends.AUTO,
    rules: Rules | None = None,
    limit: int | None = 2,
    seconds: float | None = None,
    threads: int | None = None,
    seed: int = 0,
    **options: object,
) -> Iterator[Batch]:
    """Search many puzzles of the same rules, and yield the answers in order as they are ready.

    Strings are read only as far as the answers, so that there may be any number of them.

    Args:
        puzzles: as for `solve_many`.
        chunk: number of puzzles searched together, each answer a batch; the last may be smaller.
        backend: as for `solve_many`, and so are the others.
        rules: the rules.
        limit: stop at this many solutions of each puzzle.
        seconds: wall-clock limit for each chunk.
        threads: how many an engine may use.
        seed: for solvers that make random choices.
        options: passed on to the backend.

    Raises:
        OptionError: chunks of less than one puzzle.
        CpsudokuError: what `solve_many` raises, when the answers of the chunk are asked for.

    >>> stream = solve_stream(["1.............4."] * 3, chunk=2)
    >>> [batch.counts.tolist() for batch in stream]
    [[2, 2], [2]]
    """
    if chunk < 1:
        raise OptionError(f"chunks of {chunk} puzzles; expected at least 1")
    before = 0
    for part in _chunks(puzzles, chunk):
        try:
            digits, rules = _as_array(part, rules, threads)
            yield solve_many(
                digits,
                backend=backend,
                rules=rules,
                limit=limit,
                seconds=seconds,
                threads=threads,
                seed=seed,
                **options,
            )
        except FormatError as error:
            line = None if error.line is None else before + error.line
            raise FormatError(error.message, line=line, column=error.column) from None
        before += len(digits)


def _chunks(
    puzzles: Digits | bytes | Iterable[str], size: int
) -> Iterator[Digits | bytes | list[str]]:
    import numpy as np

    if isinstance(puzzles, np.ndarray):
        for first in range(0, len(puzzles), size):
            yield puzzles[first : first + size]
    elif isinstance(puzzles, bytes):
        text = io.BytesIO(puzzles)
        while lines := b"".join(islice(text, size)):
            yield lines
    else:
        source = iter(puzzles)
        while texts := list(islice(source, size)):
            yield texts


def _as_array(
    puzzles: Digits | bytes | Iterable[str], rules: Rules | None, threads: int | None
) -> tuple[Digits, Rules]:
    import numpy as np

    if isinstance(puzzles, np.ndarray):
        return _checked(puzzles, rules)
    if not isinstance(puzzles, bytes):
        puzzles = list(puzzles)
    if rules is None or rules is classic():
        digits = _lines(puzzles, threads)
        if digits is not None:
            return digits, classic()
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


def _lines(puzzles: bytes | list[str], threads: int | None) -> Digits | None:
    """Read classic puzzles, a line each, in compiled code; None where there is anything else."""
    import numpy as np

    try:
        from cpsudoku import _native
    except ImportError:
        return None
    if isinstance(puzzles, bytes):
        text = puzzles
    else:
        try:
            text = "\n".join(puzzles).encode("ascii")
        except UnicodeEncodeError:
            return None
        if text.count(b"\n") != len(puzzles) - 1:
            return None
    digits = np.empty((len(text) // 81 + 1, 81), dtype=np.uint8)
    number, end = _native.line_digits(text, 0, digits, threads=threads or cpu_count() or 1)
    wanted = len(puzzles) if isinstance(puzzles, list) else max(1, number)
    return digits[:number] if end == len(text) and number == wanted else None


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
