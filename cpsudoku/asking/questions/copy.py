"""No question: puzzles are written with everything that came with them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from cpsudoku.asking.outcomes import Ending, Status
from cpsudoku.asking.question import Question, Together
from cpsudoku.drawing import in_text
from cpsudoku.puzzle import Puzzle
from cpsudoku.rows.answers import Fields, Form, RowAnswers
from cpsudoku.rows.block import Block, Row
from cpsudoku.rows.values import Same


class CopyEnding(Ending):
    """Outcomes of copying."""

    COPIED = "copied", Status.DONE


@dataclass(frozen=True)
class Copy(Question[None]):
    """The puzzle itself, for sinks that write puzzles."""

    outcomes: ClassVar = CopyEnding
    what: ClassVar = "writing"

    def alone(self, puzzle: Puzzle) -> None:
        return None

    def outcome(self, row: Row, answer: None) -> CopyEnding:
        return CopyEnding.COPIED

    def line(self, row: Row, answer: None) -> str:
        return ""

    def picture(self, row: Row, answer: None) -> str:
        return f"{in_text.picture(row.puzzle.digits, row.puzzle)}\n"

    def document(self, row: Row, answer: None) -> Fields:
        return {}

    def together(self, block: Block, form: Form, threads: int | None) -> Together:
        return RowAnswers(Same(CopyEnding.COPIED)), []
