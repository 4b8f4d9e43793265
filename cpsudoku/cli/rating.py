"""The work of ``cpsudoku rate``: takes puzzles by the hundred, rates them, and writes their rows.

Puzzles of the same rules are rated together, so many at a time as take about half a second: the
answers come steadily, and a file of any length needs no more memory than a short one.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

from cpsudoku import coaching
from cpsudoku.coaching.difficulty import NOT_RATED, VERDICTS, Difficulties, Difficulty
from cpsudoku.coaching.rating import rate_many
from cpsudoku.formats import Record
from cpsudoku.formats.base import locating_errors
from cpsudoku.logic.classes import HODOKU_CLASSES, QQWING_CLASSES

WHOLE = 0.5
"""Seconds that puzzles rated together should take."""

MOST = 4096
"""How many are rated together at most; at first one for each thread."""


@dataclass(frozen=True, slots=True)
class Row:
    """What is written of one puzzle.

    Args:
        record: the puzzle.
        why_not: why it is not rated; empty where it is.
        er: its number in tenths on Sudoku Explainer's scale, and so are the next two; None where
            it is not rated on that scale.
        ep: up to the first placement.
        ed: of the first step.
        at_least: whether these are lower bounds.
        hodoku_class: HoDoKu's class; empty for none.
        hodoku_score: HoDoKu's score.
        score_at_least: whether it is a lower bound.
        qqwing: qqwing's class; empty for none.
        hardest: the hardest technique.
        steps: how many steps there are.
    """

    record: Record
    why_not: str = ""
    er: int | None = None
    ep: int | None = None
    ed: int | None = None
    at_least: bool = False
    hodoku_class: str = ""
    hodoku_score: int | None = None
    score_at_least: bool = False
    qqwing: str = ""
    hardest: str = ""
    steps: int | None = None


def rated(
    records: Iterator[Record],
    *,
    scales: Sequence[str],
    jobs: int | None,
    seconds: float | None,
) -> Iterator[list[Row]]:
    """Yield the rows of puzzles in their order, some at a time.

    Args:
        records: the puzzles; read only as they are rated.
        scales: on which scales.
        jobs: how many threads; None for one.
        seconds: wall-clock limit for each puzzle on each scale; None for none.
    """
    size, pending = jobs or 1, _Pending(records)
    while chunk := pending.take(size):
        begun = time.monotonic()
        yield list(_rows(chunk, scales, jobs or 1, seconds))
        spent = max(time.monotonic() - begun, 1e-3)
        size = max(1, min(MOST, int(size * min(4.0, WHOLE / spent))))


class _Pending:
    """Hands records out in runs of the same rules; one with pencil marks by itself."""

    def __init__(self, records: Iterator[Record]) -> None:
        self._records = records
        self._next: Record | None = None

    def take(self, size: int) -> list[Record]:
        """Return the next records, as many as asked for or fewer; none at the end."""
        first = self._next if self._next is not None else next(self._records, None)
        self._next = None
        if first is None:
            return []
        chunk = [first]
        if first.puzzle.has_pencil_marks:
            return chunk
        rules = first.puzzle.rules
        for record in islice(self._records, size - 1):
            puzzle = record.puzzle
            if (puzzle.rules is not rules and puzzle.rules != rules) or puzzle.has_pencil_marks:
                self._next = record
                break
            chunk.append(record)
        return chunk


def _rows(
    chunk: Sequence[Record], scales: Sequence[str], jobs: int, seconds: float | None
) -> Iterable[Row]:
    with locating_errors(chunk[0]):
        if chunk[0].puzzle.has_pencil_marks:
            found = coaching.rate(chunk[0].puzzle, scales=scales, seconds=seconds)
            return [_row_of(chunk[0], found)]
        many = rate_many(
            [record.puzzle for record in chunk],
            chunk[0].puzzle.rules,
            scales=scales,
            threads=jobs,
            seconds_each=seconds,
        )
    return _rows_of(chunk, many, scales)


def _rows_of(chunk: Sequence[Record], found: Difficulties, scales: Sequence[str]) -> Iterator[Row]:
    columns = zip(
        chunk,
        found.verdicts.tolist(),
        found.er.tolist(),
        found.ep.tolist(),
        found.ed.tolist(),
        found.at_least.tolist(),
        found.hodoku_class.tolist(),
        found.hodoku_score.tolist(),
        found.hodoku_at_least.tolist(),
        found.qqwing.tolist(),
        found.hardest.tolist(),
        found.steps.tolist(),
        strict=True,
    )
    explainer, hodoku = "explainer" in scales, "hodoku" in scales
    for record, verdict, er, ep, ed, least, level, score, bound, qqwing, hardest, steps in columns:
        if verdict:
            yield Row(record, NOT_RATED[VERDICTS[verdict]])
            continue
        yield Row(
            record,
            "",
            er if explainer else None,
            ep if explainer else None,
            ed if explainer else None,
            least,
            HODOKU_CLASSES[level] if level >= 0 else "",
            score if hodoku else None,
            bound,
            QQWING_CLASSES[qqwing] if qqwing >= 0 else "",
            found.names[hardest] if hardest >= 0 else "",
            steps,
        )


def _row_of(record: Record, found: Difficulty) -> Row:
    if found.verdict in NOT_RATED:
        return Row(record, NOT_RATED[found.verdict])
    explainer, hodoku = found.explainer, found.hodoku
    return Row(
        record,
        "",
        explainer.hardest if explainer else None,
        explainer.to_placement if explainer else None,
        explainer.first if explainer else None,
        found.at_least,
        found.hodoku_class,
        hodoku.total if hodoku else None,
        hodoku is not None and not hodoku.solved,
        found.qqwing,
        found.hardest or "",
        found.steps,
    )
