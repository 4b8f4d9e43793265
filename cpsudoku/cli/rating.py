"""The work of ``cpsudoku rate``: takes puzzles by the hundred, rates them, and writes their rows.

Puzzles of the same rules are rated together, so many at a time as take about half a second: the
answers come steadily, and a file of any length needs no more memory than a short one.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING

from cpsudoku import coaching
from cpsudoku.coaching.difficulty import NOT_RATED, VERDICTS, Difficulties, Difficulty
from cpsudoku.coaching.rating import rate_many
from cpsudoku.formats import Record
from cpsudoku.formats.base import locating_errors
from cpsudoku.logic.classes import HODOKU_CLASSES, QQWING_CLASSES
from cpsudoku.processors import useful_workers
from cpsudoku.puzzle import Puzzle
from cpsudoku.rules import Rules, classic

if TYPE_CHECKING:
    from cpsudoku.bulk.digits import Part
    from cpsudoku.bulk.rows import Digits

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
        clues: how many besides say what clues leave; None where houses are all there is.
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
    clues: int | None = None


@dataclass(frozen=True, slots=True)
class Table:
    """What is written of classic puzzles that never became objects.

    Args:
        digits: the puzzles, an array of shape (n, 81).
        found: their ratings.
        scales: the scales that they are on.
    """

    digits: Digits
    found: Difficulties
    scales: tuple[str, ...]

    def __len__(self) -> int:
        return len(self.digits)

    def texts(self) -> list[str]:
        """Return the puzzles, each as a line."""
        import numpy as np

        line = np.frombuffer(b".123456789", np.uint8)[self.digits].tobytes().decode("ascii")
        return [line[at : at + 81] for at in range(0, len(line), 81)]

    def rows(self, numbers: Sequence[int]) -> list[Row]:
        """Return some of the rows.

        Args:
            numbers: which, ascending.
        """
        records = [Record(Puzzle.from_digits(self.digits[i].tolist(), classic())) for i in numbers]
        return list(_rows_of(records, self.found.take(numbers), self.scales))


def rated(
    parts: Iterator[Part],
    *,
    scales: Sequence[str],
    jobs: int | None,
    seconds: float | None,
) -> Iterator[list[Row] | Table]:
    """Yield the rows of puzzles in their order, some at a time.

    Args:
        parts: the puzzles, as records or as arrays; read only as they are rated.
        scales: on which scales.
        jobs: how many threads; None for one.
        seconds: wall-clock limit for each puzzle on each scale; None for none.
    """
    threads = useful_workers(jobs) if jobs else 1
    size, pending = threads, _Pending(parts)
    while (chunk := pending.take(size)) is not None:
        begun = time.monotonic()
        yield _rated(chunk, tuple(scales), threads, seconds)
        spent = max(time.monotonic() - begun, 1e-3)
        size = max(1, min(MOST, int(size * min(4.0, WHOLE / spent))))


class _Pending:
    """Hands records out in runs of the same rules, what is rated alone by itself, and arrays."""

    def __init__(self, parts: Iterator[Part]) -> None:
        self._parts = parts
        self._next: Part | None = None

    def take(self, size: int) -> list[Record] | Digits | None:
        """Return the next puzzles, as many as asked for or fewer; None at the end."""
        first = self._next if self._next is not None else next(self._parts, None)
        self._next = None
        if not isinstance(first, Record):
            if first is not None and len(first) > size:
                self._next = first[size:]
                return first[:size]
            return first
        chunk = [first]
        if _is_rated_alone(first.puzzle):
            return chunk
        rules = first.puzzle.rules
        for part in islice(self._parts, size - 1):
            if not (isinstance(part, Record) and _goes_with(part.puzzle, rules)):
                self._next = part
                break
            chunk.append(part)
        return chunk


def _goes_with(puzzle: Puzzle, rules: Rules) -> bool:
    same = puzzle.rules is rules or puzzle.rules == rules
    return same and not _is_rated_alone(puzzle)


def _is_rated_alone(puzzle: Puzzle) -> bool:
    return puzzle.has_pencil_marks or puzzle.rules.has_others


def _rated(
    chunk: list[Record] | Digits, scales: tuple[str, ...], jobs: int, seconds: float | None
) -> list[Row] | Table:
    if isinstance(chunk, list):
        return list(_rows(chunk, scales, jobs, seconds))
    found = rate_many(chunk, classic(), scales=scales, threads=jobs, seconds_each=seconds)
    return Table(chunk, found, scales)


def _rows(
    chunk: Sequence[Record], scales: Sequence[str], jobs: int, seconds: float | None
) -> Iterable[Row]:
    with locating_errors(chunk[0]):
        if _is_rated_alone(chunk[0].puzzle):
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
    if found.why_not:
        return Row(record, found.why_not)
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
        found.clues,
    )
