"""How hard is a puzzle for people, and what does a publisher want to know of it?"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any, ClassVar

from cpsudoku import formats
from cpsudoku.asking.outcomes import Ending, Status
from cpsudoku.asking.question import Question, Together
from cpsudoku.formats.base import Record
from cpsudoku.formats.writing import cells_of
from cpsudoku.ground.deadline import NEVER, Deadline
from cpsudoku.ground.processes import useful_workers
from cpsudoku.logic import explaining
from cpsudoku.logic.explaining.difficulty import (
    COLUMNS,
    SCALES,
    STATES,
    Difficulties,
    Difficulty,
    columns,
    document,
)
from cpsudoku.logic.explaining.rating import MINUTES_SOURCE, Report, rated, report
from cpsudoku.logic.paths import UNFINISHED
from cpsudoku.puzzle import Puzzle
from cpsudoku.result import Verdict
from cpsudoku.rows.answers import Fields, Form, RowAnswers
from cpsudoku.rows.arrays import ArrayBlock, rows_of
from cpsudoku.rows.block import Block, Row
from cpsudoku.rows.values import CELLS, Same
from cpsudoku.rules import Rules, classic

NAMES = (*(column.name for column in COLUMNS), *STATES)
"""The columns that a rating adds."""


class RateEnding(Ending):
    """Outcomes of rating."""

    RATED = "rated", Status.DONE
    NONE = "without solution", Status.NO
    MULTIPLE = "with several solutions", Status.NO
    CUT = "not rated to the end", Status.UNKNOWN


@dataclass(frozen=True)
class Rate(Question[Difficulty]):
    """The numbers and classes of a puzzle on the scales that people know.

    Args:
        seconds: limit for a puzzle on a scale; None for none.
        until: the end of the time for all puzzles of an array.
    """

    scales: tuple[str, ...] = SCALES
    seconds: float | None = None
    until: Deadline = field(default=NEVER, compare=False, repr=False)
    outcomes: ClassVar = RateEnding
    what: ClassVar = "rating"
    names: ClassVar = {Form.ROW: NAMES, Form.DOCUMENT: NAMES}
    is_slow: ClassVar = True

    @property
    def notation(self) -> str:
        return "line"

    def alone(self, puzzle: Puzzle) -> Difficulty:
        return explaining.rate(puzzle, scales=self.scales, seconds=self.seconds)

    def outcome(self, row: Row, answer: Difficulty) -> RateEnding:
        if answer.verdict in {Verdict.NONE, Verdict.MULTIPLE}:
            return RateEnding[answer.verdict.name]
        return RateEnding.RATED if answer.end == "solved" else RateEnding.CUT

    def line(self, row: Row, answer: Difficulty) -> str:
        puzzle, words = row.puzzle, str(answer.why_not or answer)
        if not puzzle.rules.board.is_square:  # which no line of cells shows
            return formats.write(Record(puzzle, comment=words), "jsonl")
        return f"{cells_of(puzzle)} # {words}\n"

    def advice(self, row: Row, answer: Difficulty) -> str:
        if answer.end != "stuck":
            return ""
        return "--scale reasons rates what the known techniques do not solve, too"

    def columns(self, row: Row, answer: Difficulty) -> Fields:
        values = columns(answer)
        return {name: values.get(name) for name in NAMES}

    def document(self, row: Row, answer: Difficulty) -> Fields:
        return document(answer)

    def together(self, block: Block, form: Form, threads: int | None) -> Together | None:
        if isinstance(block, ArrayBlock):
            ratings = rated(
                block.rows, block.rules, self.scales, self.until,
                threads=threads, seconds_each=self.seconds,
            )  # fmt: skip
            return RowAnswers(Same(None), (), {"ratings": ratings}), []
        return self.shown_together(block, self.known(block, threads), form)

    def known(self, block: Block, threads: int | None) -> dict[int, Difficulty]:
        """Return by their numbers the ratings of the rows that can be rated together."""
        found: dict[int, Difficulty] = {}
        for rows, many in self._groups(block, useful_workers(threads) if threads else 1):
            found |= zip(rows, many.of(block.puzzle(row) for row in rows), strict=True)
        return found

    def each(self, block: Block, threads: int | None) -> list[Difficulty]:
        """Return the rating of each row, those together that can be."""
        known = self.known(block, threads)
        return [known.get(row) or self.alone(block.puzzle(row)) for row in range(len(block))]

    def _groups(self, block: Block, threads: int) -> Iterator[tuple[list[int], Difficulties]]:
        """Yield rows of the same rules, and their ratings."""
        import numpy as np

        how: dict[str, Any] = {"threads": threads, "seconds_each": self.seconds}
        plain = [row for row in range(len(block)) if row not in block.others]
        if plain:
            digits = np.frombuffer(block.digits, np.uint8).reshape(-1, CELLS)
            yield plain, rated(digits[plain], classic(), self.scales, NEVER, **how)
        groups: dict[Rules, list[int]] = {}
        for row, puzzle in block.others.items():
            if not puzzle.has_pencil_marks and not puzzle.rules.has_others:
                groups.setdefault(puzzle.rules, []).append(row)
        for rules, rows in groups.items():
            digits, _ = rows_of([block.puzzle(row) for row in rows], rules)
            yield rows, rated(digits, rules, self.scales, NEVER, **how)


_MOST = 12
"""More numbers of steps than these are not listed."""


@dataclass(frozen=True)
class Reports(Question[Report]):
    """A rating with bottlenecks, steps that stand out, and how long the puzzle may take.

    Args:
        seconds: limit for a puzzle; None for none.
    """

    seconds: float | None = None
    outcomes: ClassVar = RateEnding
    what: ClassVar = "rating"
    is_slow: ClassVar = True

    def alone(self, puzzle: Puzzle) -> Report:
        return report(puzzle, seconds=self.seconds)

    def outcome(self, row: Row, answer: Report) -> RateEnding:
        found = answer.difficulty
        if found.verdict in {Verdict.NONE, Verdict.MULTIPLE}:
            return RateEnding[found.verdict.name]
        is_whole = found.end == "solved" and None not in answer.ways
        return RateEnding.RATED if is_whole else RateEnding.CUT

    def line(self, row: Row, answer: Report) -> str:
        said = _lines(answer) if answer.techniques else ()
        return "\n  ".join((str(row.puzzle), str(answer.difficulty), *said)) + "\n"

    def document(self, row: Row, answer: Report) -> Fields:
        found = document(answer.difficulty)
        if not answer.difficulty.why_not:
            found["report"] = answer.as_json()
        return found


def _lines(found: Report) -> Iterable[str]:
    if found.end in UNFINISHED:
        yield f"of the first {len(found.techniques)} steps alone:"
    counts = Counter(found.techniques)
    yield "techniques: " + ", ".join(f"{name} {times}" for name, times in counts.items())
    narrow = found.bottlenecks
    if narrow:
        yield f"only one way on at {_steps(narrow)} of {len(found.ways)}"
    else:
        yield "several ways on at every step that was counted"
    if None in found.ways:
        yield f"time ran out before the ways on were counted at {found.ways.count(None)} steps"
    for number in found.spikes[:_MOST]:
        counted = found.numbers[number - 1] / 10
        yield f"stands out: step {number}, {found.techniques[number - 1]} ({counted})"
    if found.once:
        yield f"needed just once: {', '.join(found.once)}"
    if found.minutes is not None:
        yield f"about {found.minutes:.0f} minutes ({MINUTES_SOURCE})"
    yield f"symmetry of the givens: {found.symmetry}"


def _steps(numbers: tuple[int, ...]) -> str:
    listed = ", ".join(map(str, numbers[:_MOST]))
    more = f" and {len(numbers) - _MOST} more" if len(numbers) > _MOST else ""
    return f"step{'s' if len(numbers) > 1 else ''} {listed}{more}"
