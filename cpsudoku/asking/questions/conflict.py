"""Which givens and constraints of a puzzle without solution already conflict?"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from cpsudoku.asking.outcomes import Ending, Status
from cpsudoku.asking.question import Question, Together
from cpsudoku.asking.search import Search
from cpsudoku.diagnosis import Conflict, explain_conflict
from cpsudoku.diagnosis.conflict import QUICK, named
from cpsudoku.puzzle import Puzzle
from cpsudoku.result import Verdict
from cpsudoku.rows.answers import Fields, Form
from cpsudoku.rows.block import Block, Row
from cpsudoku.rules import AllDifferent, classic


class ConflictEnding(Ending):
    """Outcomes of a search for conflicts."""

    CONFLICT = "conflict", Status.DONE
    PERHAPS = "conflict, perhaps not the least", Status.UNKNOWN
    SOLVED = "with a solution", Status.NO
    UNKNOWN = "unknown", Status.UNKNOWN


_NAMES = ("verdict", "givens", "houses", "constraints", "minimal", "smallest", "at_least")


@dataclass(frozen=True)
class Conflicts(Question[Conflict]):
    """Givens and constraints that leave no solution, none of which can be left out.

    Args:
        smallest: look for the fewest givens, then constraints.
        seconds: limit for a puzzle; None for none.
    """

    smallest: bool = False
    seconds: float | None = None
    outcomes: ClassVar = ConflictEnding
    what: ClassVar = "diagnosing"
    names: ClassVar = {Form.ROW: _NAMES, Form.DOCUMENT: _NAMES}

    def alone(self, puzzle: Puzzle) -> Conflict:
        return explain_conflict(puzzle, smallest=self.smallest, seconds=self.seconds)

    def outcome(self, row: Row, answer: Conflict) -> ConflictEnding:
        if answer.verdict is Verdict.UNKNOWN:
            return ConflictEnding.UNKNOWN
        if answer.verdict is Verdict.SOLVED:
            return ConflictEnding.SOLVED
        is_proved = answer.smallest if self.smallest else answer.minimal
        return ConflictEnding.CONFLICT if is_proved else ConflictEnding.PERHAPS

    def words(self, row: Row, answer: Conflict) -> str:
        if answer.verdict is Verdict.UNKNOWN:
            return "unknown: the time limit was reached"
        if answer.verdict is Verdict.SOLVED:
            return "no conflict: there is a solution"
        if answer.smallest:
            proved = "proved smallest"
        elif answer.minimal:
            least = f"; no fewer than {answer.at_least} givens can conflict"
            proved = f"proved minimal{least if self.smallest else ''}"
        else:
            has_rank = any(one.needs_houses for one in answer.constraints)
            why = "its rank is of rows and columns" if has_rank else "the time limit was reached"
            proved = f"not proved minimal: {why}"
        return f"{answer.describe()} ({proved})"

    def document(self, row: Row, answer: Conflict) -> Fields:
        board = answer.puzzle.rules.board
        houses = [one.label for one in answer.constraints if isinstance(one, AllDifferent)]
        others = [one for one in answer.constraints if not isinstance(one, AllDifferent)]
        return {
            "verdict": self.outcome(row, answer).words,
            "givens": list(map(board.name, answer.givens)),
            "houses": houses,
            "constraints": [named(one, board) for one in others],
            "minimal": answer.minimal,
            "smallest": answer.smallest,
            "at_least": answer.at_least,
        }

    def together(self, block: Block, form: Form, threads: int | None) -> Together | None:
        found = Search(QUICK, seconds=self.seconds).together(block, threads, limit=1)
        solved = Conflict(Puzzle.empty(classic()), Verdict.SOLVED)
        return found and self.alike(block, form, found[1], solved)
