"""The work of ``cpsudoku rate``: takes puzzles by the hundred, rates them, and writes their rows.

Puzzles of the same rules are rated together, as many as take about half a second: answers come
steadily, and a file of any length needs no more memory than a short one.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import NamedTuple

from cpsudoku import coaching
from cpsudoku.cli.status import Status
from cpsudoku.coaching.difficulty import Difficulties, Difficulty
from cpsudoku.coaching.rating import rate_many
from cpsudoku.formats import Record
from cpsudoku.formats.base import locating_errors
from cpsudoku.processors import useful_workers
from cpsudoku.puzzle import Puzzle
from cpsudoku.result import Verdict
from cpsudoku.rules import classic
from cpsudoku.tables.blocks import Block

STATUSES = {
    "rated": Status.DONE,
    "without solution": Status.NO,
    "with several solutions": Status.NO,
    "not rated to the end": Status.UNKNOWN,
}
"""The outcomes of a rating, and their exit statuses."""

_WHY_NOT = {Verdict.NONE: "without solution", Verdict.MULTIPLE: "with several solutions"}


def outcome(verdict: Verdict, is_whole: bool) -> str:
    """Return the outcome of a rating, one of `STATUSES`."""
    return _WHY_NOT.get(verdict, "rated" if is_whole else "not rated to the end")


WHOLE = 0.5
"""Seconds that puzzles rated together should take."""

MOST = 4096
"""How many are rated together at most; at first one for each thread."""


class RatingRow(NamedTuple):
    """What is written of one puzzle."""

    record: Record
    found: Difficulty


@dataclass(frozen=True)
class RatingRows:
    """What is written of classic puzzles that never became objects."""

    block: Block
    found: Difficulties

    def __len__(self) -> int:
        return len(self.block)

    def one(self, number: int) -> RatingRow:
        record = self.block.record(number)
        (found,) = self.found.take([number]).of([record.puzzle])
        return RatingRow(record, found)


def rated(
    parts: Iterator[Block | Record],
    *,
    scales: Sequence[str],
    jobs: int | None,
    seconds: float | None,
) -> Iterator[list[RatingRow] | RatingRows]:
    """Yield the rows of puzzles in their order, some at a time."""
    threads = useful_workers(jobs) if jobs else 1
    size, pending = threads, _Pending(parts)
    while (chunk := pending.take(size)) is not None:
        begun = time.monotonic()
        yield _rated(chunk, tuple(scales), threads, seconds)
        spent = max(time.monotonic() - begun, 1e-3)
        size = max(1, min(MOST, int(size * min(4.0, WHOLE / spent))))


class _Pending:
    """Hands records out in runs of the same rules, what is rated alone by itself, and blocks."""

    def __init__(self, parts: Iterator[Block | Record]) -> None:
        self._parts = parts
        self._next: Block | Record | None = None

    def take(self, size: int) -> list[Record] | Block | None:
        first = self._next if self._next is not None else next(self._parts, None)
        self._next = None
        if not isinstance(first, Record):
            if first is not None and len(first) > size:
                self._next = first.taken(size, len(first))
                return first.taken(0, size)
            return first
        chunk = [first]
        if _is_rated_alone(first.puzzle):
            return chunk
        rules = first.puzzle.rules
        for part in islice(self._parts, size - 1):
            if (
                not isinstance(part, Record)
                or not (part.puzzle.rules is rules or part.puzzle.rules == rules)
                or _is_rated_alone(part.puzzle)
            ):
                self._next = part
                break
            chunk.append(part)
        return chunk


def _is_rated_alone(puzzle: Puzzle) -> bool:
    return puzzle.has_pencil_marks or puzzle.rules.has_others


def _rated(
    chunk: list[Record] | Block, scales: tuple[str, ...], jobs: int, seconds: float | None
) -> list[RatingRow] | RatingRows:
    if not isinstance(chunk, list):
        found = rate_many(
            chunk.digits, classic(), scales=scales, threads=jobs, seconds_each=seconds
        )
        return RatingRows(chunk, found)
    puzzles = [record.puzzle for record in chunk]
    with locating_errors(chunk[0]):
        if _is_rated_alone(puzzles[0]):
            return [RatingRow(chunk[0], coaching.rate(puzzles[0], scales=scales, seconds=seconds))]
        many = rate_many(
            puzzles, puzzles[0].rules, scales=scales, threads=jobs, seconds_each=seconds
        )
    return list(map(RatingRow, chunk, many.of(puzzles)))
