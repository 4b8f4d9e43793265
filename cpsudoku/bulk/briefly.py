"""Long files of classic puzzles, of which those with one solution never become Python objects.

Where such a puzzle is answered by the same words as all others, or by its solution, the answers to
a block of lines are written at once.  Each other puzzle is asked about alone, in its place.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain, groupby
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from cpsudoku import backends
from cpsudoku.bulk.answers import can_be_compiled
from cpsudoku.bulk.asking import Lot, Question, Shared, ask_together
from cpsudoku.bulk.block import HEAD_LINES
from cpsudoku.bulk.digits import Rows, rows_or_records
from cpsudoku.bulk.each import ask
from cpsudoku.deadline import Deadline
from cpsudoku.formats.base import Record
from cpsudoku.puzzle import Puzzle
from cpsudoku.result import Limits
from cpsudoku.rules import classic

if TYPE_CHECKING:
    from cpsudoku.bulk.answers import Records
    from cpsudoku.bulk.rows import Digits

Answer = TypeVar("Answer")


class Settled(NamedTuple):
    """Lines of a file, one after the other, with puzzles that have one solution.

    Args:
        source: name of the file.
        line: the first line.
        solutions: an array of shape (n, 81).
    """

    source: str
    line: int
    solutions: Digits


def parts_of(source: Records, shared: Shared[Answer]) -> Iterator[Rows | Record]:
    """Return the puzzles of a source: as rows where the question can be answered briefly."""
    question = Question(Limits(solutions=2), shared.backend, shared.options)
    if can_be_compiled(source, question):
        return rows_or_records(source, HEAD_LINES)
    return iter(source)


def just_one(parts: Iterator[Rows | Record]) -> tuple[bool, Iterator[Rows | Record]]:
    """Return whether there is one puzzle, and all of them; that one is a record then."""
    ahead: list[Rows | Record] = []
    number = 0
    for part in parts:
        ahead.append(part)
        number += len(part.digits) if isinstance(part, Rows) else 1
        if number > 1:
            break
    if number == 1 and isinstance(ahead[0], Rows):
        ahead = [_record(ahead[0], 0)]
    return number == 1, chain(ahead, parts)


def answered(
    parts: Iterable[Rows | Record], shared: Shared[Answer], limit: int, jobs: int | None
) -> Iterator[Settled | tuple[Record, Answer]]:
    """Yield the answers to a question in the order of the puzzles, many at once where it is brief.

    Args:
        parts: the puzzles, as `parts_of` gives them.
        shared: the question.
        limit: how many solutions are looked for; with 1 a settled puzzle may have more of them.
        jobs: as for `ask_together`.

    Raises:
        CpsudokuError: what the question raises, with the puzzle's place before it.
    """
    for is_rows, group in groupby(parts, key=lambda part: isinstance(part, Rows)):
        if not is_rows:
            yield from ask_together(
                (part for part in group if isinstance(part, Record)), shared, jobs
            )
            continue
        for part in group:
            if isinstance(part, Rows):
                yield from _of_rows(part, shared, limit, jobs)


def _of_rows(
    rows: Rows, shared: Shared[Answer], limit: int, jobs: int | None
) -> Iterator[Settled | tuple[Record, Answer]]:
    import numpy as np

    engine = backends.engine(shared.backend, classic())
    batch = Lot([], rows.digits, engine, Deadline(shared.seconds), jobs, shared.seed).search(limit)
    left = np.flatnonzero((batch.counts != 1) | batch.unknown).tolist()
    alone = ask(
        (_record(rows, number) for number in left), shared.alone, jobs if len(left) > 1 else None
    )
    begin = 0
    for end in (*left, len(rows.digits)):
        if begin < end:
            yield Settled(rows.source, rows.line + begin, batch.solutions[begin:end])
        if end < len(rows.digits):
            yield next(alone)
        begin = end + 1


def _record(rows: Rows, number: int) -> Record:
    puzzle = Puzzle.from_digits(rows.digits[number].tolist(), classic())
    return Record(puzzle, rows.source, rows.line + number)
