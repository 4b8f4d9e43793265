"""Many puzzles in one call, as arrays.

>>> from cpsudoku.bulk.arrays import solve_many
>>> answers = solve_many(["1.............4.", "1......2.34....1"], limit=5)
>>> answers.counts.tolist(), answers.texts()[1]
([5, 0], None)
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import replace

from cpsudoku import backends, formats, verify
from cpsudoku.backends import BackendLike, Session, registry
from cpsudoku.backends.base import Batch
from cpsudoku.bulk import frames
from cpsudoku.bulk.inputs import Given, Puzzles, given, given_in_parts
from cpsudoku.bulk.progress import Progress, reporting
from cpsudoku.bulk.results import Answers, Origin
from cpsudoku.bulk.rows import Rows, are_masks, digits_of, givens_of_masks, is_null, rows_of
from cpsudoku.errors import BackendError, FormatError, OptionError
from cpsudoku.formats.columns import roles
from cpsudoku.ground.deadline import Deadline
from cpsudoku.ground.processors import useful_workers
from cpsudoku.puzzle import Puzzle
from cpsudoku.result import Limits
from cpsudoku.rules import Rules

MOST = 1 << 16
"""Puzzles searched together at most, so that Ctrl-C is heard between."""

PIECE = 64
WHOLE = 0.25
"""Where progress is reported, pieces begin with this many puzzles and aim at this many seconds."""


def solve_many(
    puzzles: Puzzles,
    *,
    backend: BackendLike = backends.AUTO,
    rules: Rules | None = None,
    limit: int | None = 2,
    seconds: float | None = None,
    threads: int | None = None,
    seed: int = 0,
    masks: bool = False,
    column: str | None = None,
    progress: Progress = None,
    **options: object,
) -> Answers:
    """Search many puzzles of the same rules.

    Args:
        puzzles: a list of texts, puzzles or lists of cells, which may have pencil marks; an array
            of NumPy's, of texts or of digits (n, cells) or (n, rows, columns) with 0 for a blank;
            bytes or a text, a puzzle a line; a column or a table of pandas', Polars', Arrow's or
            DuckDB's; a `pathlib.Path` of a file in any notation.
        backend: name of a backend, or an engine for the rules.
        rules: the rules; None for those of the first puzzle, or that a grid of this size usually
            has.
        limit: stop at this many solutions of each puzzle; None to count them all.
        seconds: wall-clock limit for the whole call; None for none.
        threads: for engines that can use several; None for as many as there are processors.
        seed: for solvers that make random choices.
        masks: whether the puzzles are a uint16, uint32 or uint64 array of candidates, with bit
            d−1 for digit d.
        column: the name of the column of puzzles in a table; None to find it by its name.
        progress: called with how many puzzles are done and how many there are; True for a line on
            stderr.
        options: passed on to the backend.

    Returns:
        Counts, first solutions (verified), and which answers are unknown because time ran out;
        tables get the columns ``solution`` and ``verdict``.  With the default limit a count of 1
        means that the solution is unique.  Of several solutions, which one is the first depends
        neither on the number of threads nor on that of puzzles; but it can differ from the one that
        `cpsudoku.solve` finds first.

    Raises:
        FormatError: a line is not a puzzle; ``line`` is its number.
        OptionError: a table has no such column, or a text is a path.
        PuzzleError: the array has a wrong shape, type, digit or mask, a row of a table is empty, or
            a puzzle has other rules.
        UnsupportedError: the backend does not know the rules.
        BackendError: the solver failed or gave a wrong answer.

    >>> import numpy as np
    >>> masks = np.full((1, 16), 0b1111, dtype=np.uint16)
    >>> masks[0, :4] = 0b0011, 0b0011, 0b0100, 0b1000
    >>> solve_many(masks, masks=True, limit=None).counts.tolist()
    [24]
    """
    origin = read(puzzles, rules, threads, masks=masks, column=column)
    session = Session.of(origin.rules, backend, options)
    limits = Limits(solutions=limit, seconds=seconds, seed=seed)
    batch = _search(session, origin.rows, limits, threads, progress=progress)
    return _answers(batch, limit, origin, "solution", "verdict")


def count_many(
    puzzles: Puzzles,
    *,
    backend: BackendLike = backends.AUTO,
    rules: Rules | None = None,
    limit: int | None = None,
    seconds: float | None = None,
    threads: int | None = None,
    seed: int = 0,
    masks: bool = False,
    column: str | None = None,
    progress: Progress = None,
    **options: object,
) -> Answers:
    """Count the solutions of many puzzles of the same rules.

    The arguments are those of `solve_many`; without a limit all solutions are counted.

    Returns:
        Counts, and in ``exact`` whether each is proved to be all; else it is a lower bound.  Tables
        get the columns ``count`` and ``exact``.

    Raises:
        CpsudokuError: what `solve_many` raises.

    >>> count_many(["1.............4.", "1......2.34....1"], limit=5).exact.tolist()
    [False, True]
    """
    origin = read(puzzles, rules, threads, masks=masks, column=column)
    session = Session.of(origin.rules, backend, options)
    limits = Limits(solutions=limit, seconds=seconds, seed=seed)
    count = _search if session.engine.takes_arrays else _count_each
    batch = count(session, origin.rows, limits, threads, progress=progress)
    return _answers(batch, limit, origin, "count", "exact")


def check_many(
    puzzles: Puzzles,
    *,
    backend: BackendLike = backends.AUTO,
    rules: Rules | None = None,
    seconds: float | None = None,
    threads: int | None = None,
    seed: int = 0,
    masks: bool = False,
    column: str | None = None,
    progress: Progress = None,
    **options: object,
) -> Answers:
    """Return which of many puzzles of the same rules have exactly one solution.

    Where a table has a column of solutions, these are checked as well.
    The arguments are those of `solve_many`.

    Returns:
        For each the verdict, ``verdicts`` as indices into ``names``: ``unique``, ``none``,
        ``multiple`` or ``unknown``; and in ``faults`` what is wrong with a given solution.  Tables
        get the column ``verdict``, and ``given_fault`` if they have solutions.

    Raises:
        CpsudokuError: what `solve_many` raises.

    >>> checked = check_many({"puzzle": ["1234341221434..."], "solution": ["1234341221434322"]})
    >>> checked.names[checked.verdicts[0]], checked.faults
    ('unique', ['row 4 has a digit twice'])
    """
    origin = read(puzzles, rules, threads, masks=masks, column=column)
    session = Session.of(origin.rules, backend, options)
    limits = Limits(solutions=2, seconds=seconds, seed=seed)
    batch = _search(session, origin.rows, limits, threads, progress=progress)
    checked = _answers(batch, 2, origin, "verdict")
    faults = _faults(checked)
    if faults is None:
        return checked
    return replace(checked, faults=faults, shown=("verdict", "given_fault"))


def solve_stream(
    puzzles: Puzzles,
    *,
    chunk: int = 1 << 16,
    backend: BackendLike = backends.AUTO,
    rules: Rules | None = None,
    limit: int | None = 2,
    seconds: float | None = None,
    threads: int | None = None,
    seed: int = 0,
    masks: bool = False,
    column: str | None = None,
    progress: Progress = None,
    **options: object,
) -> Iterator[Answers]:
    """Search many puzzles of the same rules, and yield the answers in order as they are ready.

    Strings, files and batches of Arrow's are read only as far as the answers, so that there may be
    any number of them.  The other arguments are those of `solve_many`.

    Args:
        chunk: number of puzzles searched together, each answer a batch; the last may be smaller.
        seconds: wall-clock limit for each chunk.
        progress: called with how many puzzles are done, and None; or True.

    Raises:
        OptionError: chunks of less than one puzzle.
        CpsudokuError: what `solve_many` raises, when the answers of the chunk are asked for.

    >>> stream = solve_stream(["1.............4."] * 3, chunk=2)
    >>> [answers.counts.tolist() for answers in stream]
    [[2, 2], [2]]
    """
    if chunk < 1:
        raise OptionError(f"chunks of {chunk} puzzles; expected at least 1")
    before = 0
    session: Session | None = None
    limits = Limits(solutions=limit, seconds=seconds, seed=seed)
    with reporting(progress) as report:
        for part in given_in_parts(puzzles, chunk, column, rules):
            origin = _read(part, rules, threads, before, masks=masks)
            rules = origin.rules
            session = session or Session.of(rules, backend, options)
            batch = _search(session, origin.rows, limits, threads, before=before)
            before += len(origin.rows)
            report(before, None)
            yield _answers(batch, limit, origin, "solution", "verdict")


def read(
    puzzles: Puzzles,
    rules: Rules | None,
    threads: int | None,
    *,
    masks: bool = False,
    column: str | None = None,
) -> Origin:
    """Return many puzzles, given as for `solve_many`, with the rows of one array.

    Raises:
        CpsudokuError: what `solve_many` raises of what it is given.
    """
    return _read(given(puzzles, column, rules), rules, threads, masks=masks)


def _read(
    part: Given, rules: Rules | None, threads: int | None, before: int = 0, *, masks: bool
) -> Origin:
    rows, found = rows_of(
        part.cells, part.rules or rules, threads, before, masks=masks, column=part.column
    )
    return Origin(part, rows, found)


def _answers(batch: Batch, limit: int | None, origin: Origin, *shown: str) -> Answers:
    return Answers(batch.counts, batch.solutions, batch.unknown, limit, origin, shown)


def paced(count: int, *, is_reported: bool) -> Iterator[tuple[int, int]]:
    """Yield the beginnings and ends of pieces of work, which is done between them; at least one.

    Args:
        count: how many puzzles there are.
        is_reported: whether progress is reported after each piece, so that pieces should be short.
    """
    first, size = 0, PIECE if is_reported else MOST
    while True:
        begun, end = time.monotonic(), min(first + size, count)
        yield first, end
        if end == count:
            return
        spent = max(time.monotonic() - begun, 1e-3)
        if is_reported:
            size = max(1, min(MOST, int(size * min(4.0, WHOLE / spent))))
        first = end


def _search(
    session: Session,
    rows: Rows,
    limits: Limits,
    threads: int | None,
    *,
    progress: Progress = None,
    before: int = 0,
) -> Batch:
    import numpy as np

    rules, deadline = session.rules, Deadline(limits.seconds)
    if are_masks(rows):
        givens, plain = givens_of_masks(rows, rules)
        rows = givens if plain.all() else rows
    engine = session.engine
    search = engine.search_many_candidates if are_masks(rows) else engine.search_many
    parts = []
    with reporting(progress) as report:
        for first, end in paced(len(rows), is_reported=bool(progress)):
            part = rows[first:end]
            try:
                parts.append(search(part, replace(limits, seconds=deadline.left), threads))
                fault = first_fault(part, parts[-1], rules, threads)
            except Exception as error:
                registry.blame(session.name, error)
            if fault is not None:
                raise BackendError(
                    f"backend {session.name!r} gave a wrong solution of puzzle "
                    f"{before + first + fault + 1}"
                )
            report(end, len(rows))
    return parts[0] if len(parts) == 1 else Batch(*map(np.concatenate, zip(*parts, strict=True)))


def _count_each(
    session: Session, rows: Rows, limits: Limits, threads: int | None, *, progress: Progress
) -> Batch:
    """Count for each puzzle by itself, which keeps no solutions."""
    import numpy as np

    rules, deadline = session.rules, Deadline(limits.seconds)
    found = np.zeros(len(rows), np.int64)
    unknown = np.zeros(len(rows), np.bool_)
    with reporting(progress) as report:
        for number, row in enumerate(rows.tolist()):
            puzzle = puzzle_of(row, rules, are_masks(rows))
            count = session.count(puzzle, replace(limits, seconds=deadline.left))
            found[number] = count.value
            unknown[number] = not count.exact and count.value != limits.solutions
            report(number + 1, len(rows))
    return Batch(found, np.zeros(rows.shape, np.uint8), unknown)


def _faults(checked: Answers) -> list[str | None] | None:
    """Return what is wrong with the solutions that stand beside puzzles; None with no column."""
    frame = checked.origin.given.frame
    names = [] if frame is None else frames.names_of(frame)
    place = roles(tuple(names)).solution
    if place is None:
        return None
    values = frames.listed_in(frame, names[place])
    rows = zip(values, checked.texts(), strict=True)
    return [
        None if is_null(value) or value in ("", text) else _fault(value, number, checked.origin)
        for number, (value, text) in enumerate(rows)
    ]


def _fault(value: object, number: int, origin: Origin) -> str | None:
    rows, rules = origin.rows, origin.rules
    try:
        grid = formats.parse(value, rules).digits  # type: ignore[arg-type]
    except FormatError as error:
        return error.message
    puzzle = puzzle_of(rows[number].tolist(), rules, are_masks(rows))
    return verify.fault(grid, rules, puzzle.candidates)


def puzzle_of(row: list[int], rules: Rules, masks: bool) -> Puzzle:
    """Return the puzzle of a row of digits, or of masks of candidates."""
    return Puzzle.trusted(rules, tuple(row)) if masks else Puzzle.from_digits(row, rules)


def first_fault(rows: Rows, batch: Batch, rules: Rules, threads: int | None = None) -> int | None:
    """Return the index of the first wrong solution of a batch, or None.

    Args:
        rows: the puzzles, an array (n, cells): uint8 for digits, wider for masks of candidates.
    """
    groups = verify.verifier(rules)
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
        candidates = puzzle_of(row, rules, are_masks(rows)).candidates
        if not verify.is_solution(tuple(solution), rules, candidates):
            return i
    return None
