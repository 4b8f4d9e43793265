"""Which givens and clues of a puzzle follow from the others?"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from cpsudoku.asking.outcomes import Ending, Status
from cpsudoku.asking.question import Question, Together
from cpsudoku.asking.search import Search
from cpsudoku.diagnosis import Redundancy, redundant
from cpsudoku.diagnosis.conflict import named
from cpsudoku.diagnosis.redundancy import needless_givens
from cpsudoku.puzzle import Puzzle
from cpsudoku.result import Verdict
from cpsudoku.rows.answers import Fields, Form
from cpsudoku.rows.block import Block, Row
from cpsudoku.rows.values import CELLS
from cpsudoku.rules import Constraint, classic


class RedundancyEnding(Ending):
    """Outcomes of the search for redundant parts."""

    MINIMAL = "minimal", Status.DONE
    NOT_MINIMAL = "not minimal", Status.DONE
    NONE = "without solution", Status.NO
    UNKNOWN = "unknown", Status.UNKNOWN


_NAMES = (
    "verdict", "puzzle_is", "redundant", "undecided", "minimal", "subset", "subset_minimal",
    "redundant_clues", "undecided_clues", "clue_subset",
)  # fmt: skip


@dataclass(frozen=True)
class Redundant(Question[Redundancy]):
    """The givens and clues that can each be left out, and a minimal puzzle."""

    search: Search = field(default_factory=Search)
    outcomes: ClassVar = RedundancyEnding
    what: ClassVar = "diagnosing"
    names: ClassVar = {Form.ROW: _NAMES, Form.DOCUMENT: _NAMES}

    def alone(self, puzzle: Puzzle) -> Redundancy:
        return redundant(puzzle, backend=self.search.backend, seconds=self.search.seconds)

    def outcome(self, row: Row, answer: Redundancy) -> RedundancyEnding:
        if answer.verdict is Verdict.NONE:
            return RedundancyEnding.NONE
        if answer.minimal is None or not answer.subset_minimal:
            return RedundancyEnding.UNKNOWN
        return RedundancyEnding.MINIMAL if answer.minimal else RedundancyEnding.NOT_MINIMAL

    def words(self, row: Row, answer: Redundancy) -> str:
        outcome = self.outcome(row, answer)
        if outcome is RedundancyEnding.NONE:
            return "no solution, so none of its givens is redundant or needed"
        needless = answer.puzzle.rules.board.names(answer.redundant)
        clues = ", ".join(_clues(answer.redundant_clues, answer))
        seen = "; ".join(filter(None, (needless, clues)))
        if outcome is RedundancyEnding.UNKNOWN:
            known = f"; can be left out: {seen}" if seen else ""
            return f"unknown: the time limit was reached{known}"
        if answer.minimal:
            what = "given and no clue" if answer.puzzle.rules.clues else "given"
            return f"minimal: no {what} can be left out"
        kept = ", ".join(_clues(answer.clue_subset, answer))
        with_clues = f" with {kept}" if kept else ""
        each = "each " * (len(answer.redundant) + len(answer.redundant_clues) > 1)
        return f"can {each}be left out: {seen}; a minimal subset: {answer.reduced}{with_clues}"

    def document(self, row: Row, answer: Redundancy) -> Fields:
        name = answer.puzzle.rules.board.name
        return {
            "verdict": self.outcome(row, answer).words,
            "puzzle_is": answer.verdict.value,
            "redundant": list(map(name, answer.redundant)),
            "undecided": list(map(name, answer.undecided)),
            "minimal": answer.minimal,
            "subset": answer.reduced,
            "subset_minimal": answer.subset_minimal,
            "redundant_clues": _clues(answer.redundant_clues, answer),
            "undecided_clues": _clues(answer.undecided_clues, answer),
            "clue_subset": _clues(answer.clue_subset, answer),
        }

    def together(self, block: Block, form: Form, threads: int | None) -> Together | None:
        found = self.search.together(block, threads)
        if found is None or self.search.seconds is not None:  # which each puzzle has to itself
            return None
        digits = np.frombuffer(block.digits, np.uint8).reshape(len(block), CELLS)
        known = np.ones(len(block), np.bool_)
        known[found[1]] = False

        def search(tried: NDArray[np.uint8]) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
            batch = self.search.of_rows(tried, classic(), threads=threads)
            return batch.counts == 1, batch.unknown

        needless, reduced = needless_givens(digits, known, search)
        answers: dict[int, Redundancy] = {}
        for number in np.flatnonzero(known).tolist():
            cells, kept = needless[number].nonzero()[0], reduced[number].nonzero()[0]
            answers[number] = Redundancy(
                block.puzzle(number), Verdict.UNIQUE, tuple(cells.tolist()), (),
                tuple(kept.tolist()), subset_minimal=True,
            )  # fmt: skip
        return self.shown_together(block, answers, form)


def _clues(clues: Iterable[Constraint], found: Redundancy) -> list[str]:
    return [named(clue, found.puzzle.rules.board) for clue in clues]
