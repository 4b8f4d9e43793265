"""In which cells do the solutions of a puzzle differ, and how much?"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import ClassVar

from cpsudoku.asking.outcomes import Ending, Status
from cpsudoku.asking.question import Question, Together
from cpsudoku.asking.search import Search
from cpsudoku.backends.base.witnesses import Sample, TrueCandidates
from cpsudoku.diagnosis import Ambiguity, ambiguity
from cpsudoku.drawing import in_text
from cpsudoku.puzzle import Puzzle
from cpsudoku.rows.answers import Fields, Form
from cpsudoku.rows.block import Block, Row
from cpsudoku.rows.values import CELLS
from cpsudoku.rules import cell_name, classic


class AmbiguityEnding(Ending):
    """Outcomes of comparing all solutions."""

    SAME = "the same everywhere", Status.DONE
    AMBIGUOUS = "ambiguous", Status.DONE
    NONE = "without solution", Status.NO
    UNKNOWN = "unknown", Status.UNKNOWN


_NAMES = ("verdict", "counts", "complete", "witnesses")


@dataclass(frozen=True)
class Differences(Question[Ambiguity]):
    """How many digits each cell takes over all solutions."""

    search: Search = field(default_factory=Search)
    outcomes: ClassVar = AmbiguityEnding
    what: ClassVar = "diagnosing"
    names: ClassVar = {Form.ROW: _NAMES, Form.DOCUMENT: _NAMES}
    is_drawn: ClassVar = True

    def alone(self, puzzle: Puzzle) -> Ambiguity:
        return ambiguity(puzzle, backend=self.search.backend, seconds=self.search.seconds)

    def outcome(self, row: Row, answer: Ambiguity) -> AmbiguityEnding:
        if answer.found.unique:
            return AmbiguityEnding.SAME
        if not answer.found.complete:
            return AmbiguityEnding.UNKNOWN
        if not all(answer.counts):
            return AmbiguityEnding.NONE
        return AmbiguityEnding.AMBIGUOUS if answer.cells else AmbiguityEnding.SAME

    def words(self, row: Row, answer: Ambiguity) -> str:
        return f"{self.outcome(row, answer).words}: {' '.join(map(str, answer.counts))}"

    def picture(self, row: Row, answer: Ambiguity) -> str:
        outcome = self.outcome(row, answer)
        drawn = in_text.picture_of(list(map(str, answer.counts)), answer.puzzle).rstrip("\n")
        texts = {
            AmbiguityEnding.AMBIGUOUS: (
                f"solutions differ in {len(answer.cells)} cells; digits that each takes:\n{drawn}"
            ),
            AmbiguityEnding.UNKNOWN: (
                f"unknown: the time limit was reached; at least this many digits each:\n{drawn}"
            ),
            AmbiguityEnding.NONE: "no solution",
            AmbiguityEnding.SAME: "one solution: no cell differs",
        }
        return row.placed(f"{texts[outcome]}\n")

    def document(self, row: Row, answer: Ambiguity) -> Fields:
        rules = answer.puzzle.rules
        witnesses: dict[str, dict[str, str]] = {}
        shown = sorted(answer.found.witnesses.items()) if answer.cells else []
        for (cell, digit), grid in shown:
            if answer.counts[cell] > 1:
                name = cell_name(cell, rules.board)
                witnesses.setdefault(name, {})[rules.symbols[digit - 1]] = rules.text(grid)
        return {
            "verdict": self.outcome(row, answer).words,
            "counts": list(answer.counts),
            "complete": answer.found.complete,
            "witnesses": witnesses,
        }

    def together(self, block: Block, form: Form, threads: int | None) -> Together | None:
        found = self.search.together(block, threads)
        if found is None:
            return None
        some = Puzzle.empty(classic())
        known = TrueCandidates(some, Sample(((1,) * CELLS,), some.candidates))
        return self.alike(block, form, found[1], Ambiguity(some, known))
