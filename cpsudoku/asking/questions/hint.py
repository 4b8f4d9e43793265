"""What follows now, from a player's entries and pencil marks?"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from cpsudoku.asking.outcomes import Ending, Status
from cpsudoku.asking.question import Question
from cpsudoku.logic import explaining
from cpsudoku.logic.explaining.hinting import Hint
from cpsudoku.puzzle import Puzzle
from cpsudoku.rows.answers import Fields, Form
from cpsudoku.rows.block import Row


class HintEnding(Ending):
    """Outcomes of the search for a hint."""

    HINT = "with a hint", Status.DONE
    WRONG = "wrong already", Status.NO
    UNKNOWN = "without a certain hint", Status.UNKNOWN


_NAMES = ("wrong", "checked", "mistakes", "level", "text", "step")


@dataclass(frozen=True)
class Hints(Question[Hint]):
    """The next step, as much of it as the level says.

    Args:
        givens: the puzzle as it was given, which shows wrong entries; None if that is not known.
        level: 1 for the technique, up to 4 for the whole step.
        order: the order in which techniques are tried.
        mode: which of the smallest reasons come first.
        cost: what smallest reasons have the fewest of.
        seconds: limit for a puzzle; None for none.
        language: of the texts.
    """

    givens: Puzzle | None
    level: int
    order: str
    mode: str
    cost: str
    seconds: float | None
    language: str
    outcomes: ClassVar = HintEnding
    what: ClassVar = "looking"
    names: ClassVar = {Form.ROW: _NAMES, Form.DOCUMENT: _NAMES}
    is_drawn: ClassVar = True

    def alone(self, puzzle: Puzzle) -> Hint:
        return explaining.hint(
            puzzle, givens=self.givens, level=self.level, order=self.order, mode=self.mode,
            cost=self.cost, seconds=self.seconds,
        )  # fmt: skip

    def outcome(self, row: Row, answer: Hint) -> HintEnding:
        if answer.wrong:
            return HintEnding.WRONG
        has_any = answer.step is not None or answer.clue is not None or answer.position.solved
        return HintEnding.HINT if has_any and answer.checked else HintEnding.UNKNOWN

    def words(self, row: Row, answer: Hint) -> str:
        return answer.text(self.language)

    def picture(self, row: Row, answer: Hint) -> str:
        return f"{self.words(row, answer)}\n"

    def document(self, row: Row, answer: Hint) -> Fields:
        return answer.as_json(self.language)
