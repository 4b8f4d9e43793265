"""Which are the fewest changes that give a puzzle one solution?"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from cpsudoku.asking.outcomes import Ending, Status
from cpsudoku.asking.question import Question, Together
from cpsudoku.asking.search import Search
from cpsudoku.diagnosis import Repair, repair
from cpsudoku.puzzle import Puzzle
from cpsudoku.result import Verdict
from cpsudoku.rows.answers import Fields, Form
from cpsudoku.rows.block import Block, Row
from cpsudoku.rows.values import listed
from cpsudoku.rules import cell_name, classic


class RepairEnding(Ending):
    """Outcomes of a search for repairs."""

    REPAIRED = "repaired", Status.DONE
    GOOD = "good", Status.DONE
    PERHAPS = "repaired, perhaps not with the fewest changes", Status.UNKNOWN
    BEYOND = "beyond repair", Status.NO
    UNKNOWN = "unknown", Status.UNKNOWN


_NAMES = ("verdict", "puzzle_is", "changes", "smallest", "at_least", "repaired")


@dataclass(frozen=True)
class Repairs(Question[Repair]):
    """The fewest changes that make a puzzle a good one.

    Args:
        seconds: limit for a puzzle; None for none.
    """

    seconds: float | None = None
    outcomes: ClassVar = RepairEnding
    what: ClassVar = "diagnosing"
    names: ClassVar = {Form.ROW: _NAMES, Form.DOCUMENT: _NAMES}

    def alone(self, puzzle: Puzzle) -> Repair:
        return repair(puzzle, seconds=self.seconds)

    def outcome(self, row: Row, answer: Repair) -> RepairEnding:
        if answer.verdict is Verdict.UNIQUE:
            return RepairEnding.GOOD
        if answer.impossible:
            return RepairEnding.BEYOND
        if answer.changes is None:
            return RepairEnding.UNKNOWN
        return RepairEnding.REPAIRED if answer.smallest else RepairEnding.PERHAPS

    def words(self, row: Row, answer: Repair) -> str:
        if answer.verdict is Verdict.UNIQUE:
            return "nothing to repair: one solution"
        if answer.impossible:
            return "beyond repair: no solution whatever the givens"
        if answer.changes is None:
            return "unknown: the time limit was reached"
        what = "change or remove" if answer.verdict is Verdict.NONE else "give"
        proved = "proved smallest"
        if not answer.smallest:
            proved = f"not proved smallest; at least {answer.at_least} are needed"
        return (
            f"{what} {len(answer.changes)}: {answer.describe()} ({proved}); then {answer.repaired}"
        )

    def document(self, row: Row, answer: Repair) -> Fields:
        board, symbols = answer.puzzle.rules.board, (".", *answer.puzzle.rules.symbols)
        changes = [
            {
                "cell": cell_name(change.cell, board),
                "was": symbols[change.was],
                "becomes": symbols[change.becomes],
            }
            for change in answer.changes or ()
        ]
        return {
            "verdict": self.outcome(row, answer).words,
            "puzzle_is": answer.verdict.value,
            "changes": None if answer.changes is None else changes,
            "smallest": answer.smallest,
            "at_least": answer.at_least,
            "repaired": answer.repaired,
        }

    def together(self, block: Block, form: Form, threads: int | None) -> Together | None:
        found = Search(seconds=self.seconds).together(block, threads)
        if found is None:
            return None
        good = Repair(Puzzle.empty(classic()), Verdict.UNIQUE, ())
        answers, left = self.alike(block, form, found[1], good)
        pairs = zip(listed(block.texts(), len(block)), block.blanks, strict=True)
        own = [text.replace(".", blank) for text, blank in pairs]
        return answers._replace(fields={**answers.fields, "repaired": own}), left
