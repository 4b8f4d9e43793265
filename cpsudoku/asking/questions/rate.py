"""How hard is a puzzle for people?"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, ClassVar

from cpsudoku import formats
from cpsudoku.asking.outcomes import Ending, Status
from cpsudoku.asking.question import Question
from cpsudoku.formats.base import Record
from cpsudoku.formats.writing import cells_of
from cpsudoku.ground.processors import useful_workers
from cpsudoku.logic import explaining
from cpsudoku.logic.explaining.difficulty import (
    COLUMNS,
    SCALES,
    STATES,
    Difficulties,
    Difficulty,
    document,
)
from cpsudoku.logic.explaining.rating import rate_many
from cpsudoku.puzzle import Puzzle
from cpsudoku.result import Verdict
from cpsudoku.rows.answers import Alone, Fields, Form, RowAnswers, merged
from cpsudoku.rows.block import CELLS, Block, Row
from cpsudoku.rules import Rules, classic

NAMES = (*(column.name for column in COLUMNS), *STATES)
"""The columns that a rating adds."""


class Rated(Ending):
    """What rating comes to."""

    RATED = "rated", Status.DONE
    NONE = "without solution", Status.NO
    MULTIPLE = "with several solutions", Status.NO
    CUT = "not rated to the end", Status.UNKNOWN


@dataclass(frozen=True)
class Rate(Question[Difficulty]):
    """The numbers and classes of a puzzle on the scales that people know.

    Args:
        seconds: limit for a puzzle on a scale; None for none.
    """

    scales: tuple[str, ...] = SCALES
    seconds: float | None = None
    outcomes: ClassVar = Rated
    what: ClassVar = "rating"
    names: ClassVar = {Form.ROW: NAMES, Form.DOCUMENT: NAMES}
    is_slow: ClassVar = True

    @property
    def notation(self) -> str:
        return "line"

    def alone(self, puzzle: Puzzle) -> Difficulty:
        return explaining.rate(puzzle, scales=self.scales, seconds=self.seconds)

    def outcome(self, row: Row, answer: Difficulty) -> Rated:
        if answer.verdict in {Verdict.NONE, Verdict.MULTIPLE}:
            return Rated[answer.verdict.name]
        return Rated.RATED if answer.end == "solved" else Rated.CUT

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
        values: dict[str, Any] = document(answer)
        if "lower_bounds" in values:
            values["lower_bounds"] = " ".join(values["lower_bounds"])
        return {name: values.get(name) for name in NAMES}

    def document(self, row: Row, answer: Difficulty) -> Fields:
        return document(answer)

    def together(
        self, block: Block, form: Form, threads: int | None
    ) -> tuple[RowAnswers, list[int]] | None:
        known = self.known(block, threads)
        if not known:
            return None
        alone: dict[int, Alone] = {}
        for number, answer in known.items():
            row = block.row(number)
            alone[number] = Alone(self.outcome(row, answer), self.shown(row, answer, form))
        answers, _ = merged(None, alone, len(block), NAMES)
        return answers, [row for row in range(len(block)) if row not in known]

    def known(self, block: Block, threads: int | None) -> dict[int, Difficulty]:
        """Return by their numbers the ratings of the rows that can be rated together."""
        found: dict[int, Difficulty] = {}
        for rows, many in self._groups(block, useful_workers(threads) if threads else 1):
            found |= zip(rows, many.of(block.puzzle(row) for row in rows), strict=True)
        return found

    def _groups(self, block: Block, threads: int) -> Iterator[tuple[list[int], Difficulties]]:
        """Yield rows of the same rules, and their ratings."""
        import numpy as np

        how: dict[str, Any] = {
            "scales": self.scales, "threads": threads, "seconds_each": self.seconds,
        }  # fmt: skip
        plain = [row for row in range(len(block)) if row not in block.others]
        if plain:
            digits = np.frombuffer(block.digits, np.uint8).reshape(-1, CELLS)
            yield plain, rate_many(digits[plain], classic(), **how)
        groups: dict[Rules, list[int]] = {}
        for row, puzzle in block.others.items():
            if not puzzle.has_pencil_marks and not puzzle.rules.has_others:
                groups.setdefault(puzzle.rules, []).append(row)
        for rules, rows in groups.items():
            yield rows, rate_many([block.puzzle(row) for row in rows], rules, **how)
