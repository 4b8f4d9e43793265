"""How many solutions has a puzzle?"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import ClassVar

from cpsudoku.asking import solving
from cpsudoku.asking.outcomes import Ending, Status
from cpsudoku.asking.question import Question, Together
from cpsudoku.asking.questions import results
from cpsudoku.asking.search import Search
from cpsudoku.backends import Session
from cpsudoku.puzzle import Puzzle
from cpsudoku.result import Count
from cpsudoku.rows.answers import Fields, Form
from cpsudoku.rows.arrays import ArrayBlock
from cpsudoku.rows.block import Block, Row


class CountEnding(Ending):
    """Outcomes of counting."""

    COUNTED = "counted", Status.DONE
    NONE = "without solution", Status.NO
    UNKNOWN = "unknown", Status.UNKNOWN


@dataclass(frozen=True)
class CountSolutions(Question[Count]):
    """The number of solutions.

    Args:
        limit: stop at this many; None to count all.
    """

    search: Search = field(default_factory=Search)
    limit: int | None = None
    outcomes: ClassVar = CountEnding
    what: ClassVar = "counting"
    names: ClassVar = {Form.ROW: ("count", "exact"), Form.DOCUMENT: ("count", "exact", "stats")}

    def alone(self, puzzle: Puzzle) -> Count:
        return solving.count(puzzle, limit=self.limit, **self.search.given())

    def outcome(self, row: Row, answer: Count) -> CountEnding:
        if not answer.exact and answer.value != self.limit:
            return CountEnding.UNKNOWN
        return CountEnding.COUNTED if answer.value else CountEnding.NONE

    def words(self, row: Row, answer: Count) -> str:
        return str(answer)

    def columns(self, row: Row, answer: Count) -> Fields:
        return {"count": answer.value, "exact": answer.exact}

    def document(self, row: Row, answer: Count) -> Fields:
        return {**self.columns(row, answer), "stats": results.figures(answer.stats)}

    def together(self, block: Block, form: Form, threads: int | None) -> Together | None:
        if isinstance(block, ArrayBlock):
            session = Session.of(block.rules, self.search.backend, self.search.options)
            is_array = session.engine.takes_arrays  # others count faster than they enumerate
            return self.search.arrays(block, self.limit, threads) if is_array else None
        if self.limit == 1 or (form is Form.DOCUMENT and len(block) <= results.FEW):
            return None
        found = self.search.together(block, threads)
        return found and self.alike(block, form, found[1], Count(1, exact=True))
