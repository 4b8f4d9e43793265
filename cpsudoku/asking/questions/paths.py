"""Which steps solve a puzzle?"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from cpsudoku.asking.outcomes import Ending, Status
from cpsudoku.asking.question import Question
from cpsudoku.ground.deadline import Deadline
from cpsudoku.logic.explaining.explanations import order_on
from cpsudoku.logic.orders import Order
from cpsudoku.logic.paths import Rating, walked
from cpsudoku.puzzle import Puzzle
from cpsudoku.rows.answers import Fields, Form
from cpsudoku.rows.block import Row


class Walked(Ending):
    """What comes of looking for a path: there always is one, however it ends."""

    WALKED = "explained", Status.DONE


@dataclass(frozen=True)
class Paths(Question[tuple[list[Any], Rating]]):
    """The path that solves a puzzle, as the core returns it, with its rating.

    Args:
        seconds: limit for a puzzle; None for none.
        has_steps: whether the steps are wanted; else their techniques, a fiftieth of the bytes for
            a process to send.
    """

    order: Order
    seconds: float | None
    has_steps: bool
    outcomes: ClassVar = Walked
    what: ClassVar = "explaining"
    names: ClassVar = {Form.ROW: ("path", "rating")}
    is_slow: ClassVar = True

    def alone(self, puzzle: Puzzle) -> tuple[list[Any], Rating]:
        deadline = Deadline(self.seconds)
        order = order_on(puzzle, self.order, deadline.left)
        found, rating = walked(puzzle, order, deadline.left)
        return found if self.has_steps else [raw[0] for raw in found], rating

    def outcome(self, row: Row, answer: tuple[list[Any], Rating]) -> Walked:
        return Walked.WALKED

    def line(self, row: Row, answer: tuple[list[Any], Rating]) -> str:
        return f"{answer[1].text}\n"

    def document(self, row: Row, answer: tuple[list[Any], Rating]) -> Fields:
        return dict(zip(("path", "rating"), answer, strict=True))

    def columns(self, row: Row, answer: tuple[list[Any], Rating]) -> Fields:
        return self.document(row, answer)
