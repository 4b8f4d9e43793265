"""Many puzzles in one call, as arrays.

>>> from cpsudoku.bulk.arrays import solve_many
>>> batch = solve_many(["1.............4.", "1......2.34....1"], limit=5)
>>> batch.counts.tolist()
[5, 0]
"""

from __future__ import annotations

import io
from collections.abc import Iterator
from itertools import islice
from typing import TYPE_CHECKING

from cpsudoku import backends, verify
from cpsudoku.backends import BackendLike
from cpsudoku.backends.base import Batch, Engine
from cpsudoku.bulk.rows import Texts, are_masks, as_givens, digits_of, rows_of
from cpsudoku.errors import BackendError, OptionError
from cpsudoku.formats import Cells
from cpsudoku.processors import useful_workers
from cpsudoku.puzzle import Puzzle
from cpsudoku.result import Limits
from cpsudoku.rules import Rules

if TYPE_CHECKING:
    from cpsudoku.bulk.rows import Rows


def solve_many(
    puzzles: Rows | bytes | Texts,
    *,
    backend: BackendLike = backends.AUTO,
    rules: Rules | None = None,
    limit: int | None = 2,
    seconds: float | None = None,
    threads: int | None = None,
    seed: int = 0,
    masks: bool = False,
    **options: object,
) -> Batch:
    """Search many puzzles of the same rules.

    Args:
        puzzles: an array of whole numbers (n, cells) or (n, rows, columns) with 0 for a blank;
            bytes, a puzzle a line; or strings, lists of cells or puzzles, which may have pencil
            marks.
        backend: name of a backend, or an engine for the rules.
        rules: the rules; None for those of the first puzzle, or that a grid of this size usually
            has.
        limit: stop at this many solutions of each puzzle; None to count them all.
        seconds: wall-clock limit for the whole call; None for none.
        threads: for engines that can use several; None for as many as there are processors.
        seed: for solvers that make random choices.
        masks: whether the puzzles are a uint16, uint32 or uint64 array of candidates, with bit
            d−1 for digit d.
        options: passed on to the backend.

    Returns:
        Counts, first solutions (verified) and which answers are unknown for want of time.  With
        the default limit a count of 1 means that the solution is unique.  Of several solutions,
        which one is the first depends neither on the number of threads nor on that of puzzles;
        but it may be another than `cpsudoku.solve` comes upon first.

    Raises:
        FormatError: a line is no puzzle; ``line`` is its number.
        PuzzleError: the array has a wrong shape, type, digit or mask, or a puzzle has other rules.
        UnsupportedError: the backend does not know the rules.
        BackendError: the solver failed or gave a wrong answer.

    >>> import numpy as np
    >>> masks = np.full((1, 16), 0b1111, dtype=np.uint16)
    >>> masks[0, :4] = 0b0011, 0b0011, 0b0100, 0b1000
    >>> solve_many(masks, masks=True, limit=None).counts.tolist()
    [24]
    """
    rows, rules = rows_of(puzzles, rules, threads, masks=masks)
    limits = Limits(solutions=limit, seconds=seconds, seed=seed)
    engine = backends.engine(backend, rules, **options)
    return _search(engine, rows, rules, limits, threads=threads, backend=backend)


def solve_stream(
    puzzles: Rows | bytes | Texts,
    *,
    chunk: int = 1 << 16,
    backend: BackendLike = backends.AUTO,
    rules: Rules | None = None,
    limit: int | None = 2,
    seconds: float | None = None,
    threads: int | None = None,
    seed: int = 0,
    masks: bool = False,
    **options: object,
) -> Iterator[Batch]:
    """Search many puzzles of the same rules, and yield the answers in order as they are ready.

    Strings are read only as far as the answers, so that there may be any number of them.

    Args:
        puzzles: as for `solve_many`.
        chunk: number of puzzles searched together, each answer a batch; the last may be smaller.
        backend: as for `solve_many`, and so are the others.
        rules: those of all puzzles; None for the first one's, or the usual ones of its size.
        limit: stop at this many solutions of each puzzle.
        seconds: wall-clock limit for each chunk.
        threads: how many an engine may use.
        seed: for solvers that make random choices.
        masks: whether the puzzles are an array of candidates.
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
    engine: Engine | None = None
    limits = Limits(solutions=limit, seconds=seconds, seed=seed)
    for part in _chunks(puzzles, chunk):
        rows, rules = rows_of(part, rules, threads, before, masks=masks)
        engine = engine or backends.engine(backend, rules, **options)
        yield _search(engine, rows, rules, limits, threads=threads, backend=backend, before=before)
        before += len(rows)


def _chunks(
    puzzles: Rows | bytes | Texts, size: int
) -> Iterator[Rows | bytes | list[str | Puzzle | Cells]]:
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


def _search(
    engine: Engine,
    rows: Rows,
    rules: Rules,
    limits: Limits,
    *,
    threads: int | None,
    backend: BackendLike,
    before: int = 0,
) -> Batch:
    digits = as_givens(rows, rules) if are_masks(rows) else rows
    name = backends.name_of(backend, rules)
    with backends.blaming(name):
        if digits is not None:
            batch = engine.search_many(digits, limits, threads)
        else:
            batch = engine.search_many_candidates(rows, limits, threads)
        fault = first_fault(rows, batch, rules, threads)
    if fault is not None:
        raise BackendError(f"backend {name!r} gave a wrong solution of puzzle {before + fault + 1}")
    return batch


def _puzzle(row: list[int], rules: Rules, masks: bool) -> Puzzle:
    return Puzzle.trusted(rules, tuple(row)) if masks else Puzzle.from_digits(row, rules)


def first_fault(rows: Rows, batch: Batch, rules: Rules, threads: int | None = None) -> int | None:
    """Return the index of the first wrong solution of a batch, or None.

    Args:
        rows: the puzzles, an array (n, cells): uint8 for digits, wider for masks of candidates.
        batch: what an engine said of them.
        threads: how many may be used; None for as many as there are processors.
    """
    groups = verify.compiled(rules)
    if groups is None:
        return _first_fault_in_python(rows, batch, rules)
    digits = digits_of(rows) if are_masks(rows) else rows
    threads = useful_workers(threads)
    found = groups.first_fault(digits, batch.solutions, batch.counts, threads)
    faults = [] if found < 0 else [int(found)]
    if are_masks(rows):
        faults += _disallowed(rows, batch)
    return min(faults, default=None)


def _disallowed(masks: Rows, batch: Batch) -> list[int]:
    """Return the first puzzle with a digit that its candidates do not allow, if there is one."""
    import numpy as np

    # A digit that is out of range has no bit, and so is not allowed either.
    bits = np.zeros(256, dtype=masks.dtype)
    digits = 8 * masks.dtype.itemsize
    bits[1 : digits + 1] = np.uint64(1) << np.arange(digits, dtype=np.uint64)
    disallowed = (masks & bits[batch.solutions]) == 0
    wrong = np.flatnonzero(disallowed.any(axis=1) & (batch.counts > 0))
    return [int(i) for i in wrong[:1]]


def _first_fault_in_python(rows: Rows, batch: Batch, rules: Rules) -> int | None:
    for i, (row, solution) in enumerate(zip(rows.tolist(), batch.solutions.tolist(), strict=True)):
        if batch.counts[i] == 0:
            if any(solution):
                return i
            continue
        candidates = _puzzle(row, rules, are_masks(rows)).candidates
        if not verify.is_solution(tuple(solution), rules, candidates):
            return i
    return None
