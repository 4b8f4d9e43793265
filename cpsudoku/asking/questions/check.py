"""Has a puzzle just one solution, and is the one beside it right?"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, ClassVar

from cpsudoku import verify
from cpsudoku.asking import solving
from cpsudoku.asking.outcomes import Ending, Status
from cpsudoku.asking.question import Question, Together
from cpsudoku.asking.questions import results
from cpsudoku.asking.search import Search
from cpsudoku.drawing import in_text
from cpsudoku.errors import FormatError
from cpsudoku.formats.base import Context
from cpsudoku.formats.documents import puzzle_of_cells
from cpsudoku.formats.line import parse_line
from cpsudoku.puzzle import Puzzle
from cpsudoku.result import Result, Verdict
from cpsudoku.rows.answers import Fields, Form, RowAnswers, placed
from cpsudoku.rows.arrays import ArrayBlock
from cpsudoku.rows.block import Block, Row
from cpsudoku.rows.frames import of_grids
from cpsudoku.rows.values import Same
from cpsudoku.rules import Grid


class CheckEnding(Ending):
    """Outcomes of a check."""

    UNIQUE = "unique", Status.DONE
    MULTIPLE = "multiple", Status.NO
    NONE = "none", Status.NO
    UNKNOWN = "unknown", Status.UNKNOWN
    WRONG = "with a wrong solution given", Status.NO


@dataclass(frozen=True)
class Check(Question[Result]):
    """Whether a puzzle has just one solution.

    Args:
        backends: instead of one search, those of several backends, which have to agree.
    """

    search: Search = field(default_factory=Search)
    backends: tuple[str, ...] = ()
    outcomes: ClassVar = CheckEnding
    what: ClassVar = "checking"
    names: ClassVar = {
        Form.ROW: ("verdict", "reason", "given_fault"), Form.DOCUMENT: results.NAMES,
    }  # fmt: skip

    def alone(self, puzzle: Puzzle) -> Result:
        if self.backends:
            from cpsudoku.comparison import ask_several

            return ask_several(puzzle, names=list(self.backends), limits=self.search.limits(2))
        return solving.check(puzzle, **self.search.given())

    def outcome(self, row: Row, answer: Result) -> CheckEnding:
        return CheckEnding.WRONG if fault(row, answer) else CheckEnding[answer.verdict.name]

    def words(self, row: Row, answer: Result) -> str:
        verdict = answer.verdict.value + _by_proposals(row)
        parts = [verdict, _detail(answer), _given(row, answer)]
        return ": ".join(filter(None, parts))

    def advice(self, row: Row, answer: Result) -> str:
        return results.advice(answer)

    def picture(self, row: Row, answer: Result) -> str:
        text = in_text.verdict(answer) + _by_proposals(row)
        if answer.verdict is Verdict.MULTIPLE:
            one, other = (in_text.picture(grid, answer.puzzle) for grid in answer.solutions[:2])
            where = answer.puzzle.rules.board.names(answer.differences)
            text = f"{text}; two of them:\n{one}{other}They differ in {where}."
        return "\n".join(filter(None, [text, _given(row, answer).capitalize()])) + "\n"

    def columns(self, row: Row, answer: Result) -> Fields:
        reason, wrong = _detail(answer), fault(row, answer) or ""
        return {"verdict": answer.verdict.value, "reason": reason, "given_fault": wrong}

    def document(self, row: Row, answer: Result) -> Fields:
        return results.document(answer, fault(row, answer))

    def together(self, block: Block, form: Form, threads: int | None) -> Together | None:
        if isinstance(block, ArrayBlock):
            return self._of_array(block, threads)
        if self.backends or (form is Form.DOCUMENT and len(block) <= results.FEW):
            return None
        found = self.search.together(block, threads)
        if found is None:
            return None
        solutions, left = found
        if block.given is not None:
            pairs = enumerate(zip(block.given, solutions.listed, strict=True))
            wrong = {row for row, (given, solution) in pairs if given and given != solution}
            left = sorted({*left, *wrong})
        unique, nothing = Verdict.UNIQUE.value, Same("")
        fields: dict[str, Any] = {
            "verdict": Same(unique), "reason": nothing, "given_fault": nothing,
        }  # fmt: skip
        if form is Form.DOCUMENT:
            fields = results.documents(solutions, self.search)
        return RowAnswers(Same(CheckEnding.UNIQUE), placed(block, unique), fields), left

    def _of_array(self, block: ArrayBlock, threads: int | None) -> tuple[RowAnswers, list[int]]:
        answers, left = self.search.arrays(block, 2, threads)
        if block.given is None:
            return answers, left
        solutions: Any = answers.fields["solutions"]
        texts = of_grids(solutions, block.rules)
        pairs = enumerate(zip(block.given, texts, strict=True))
        faults = [_fault(block.row(n)) if given != text else None for n, (given, text) in pairs]
        return answers._replace(fields={**answers.fields, "given_fault": faults}), left


def _by_proposals(row: Row) -> str:
    """Return the note on a verdict that rests on clues read from drawings and words."""
    count = 0 if row.record is None else row.record.proposed
    many = "clue" if count == 1 else "clues"
    return f" with {count} {many} read from drawings and words" if count else ""


def fault(row: Row, result: Result) -> str | None:
    """Return the fault of the solution beside a puzzle; None if it is right."""
    if row.known is not None:
        return _partial_fault(row.known, result)
    return _fault(row)


def _fault(row: Row) -> str | None:
    given = row.given
    if not given:
        return None
    rules = row.puzzle.rules
    try:
        if isinstance(given, tuple):
            grid = given
        elif isinstance(given, str) and rules.board.is_square:
            grid = parse_line(given.strip(), Context(rules)).puzzle.digits
        else:
            grid = puzzle_of_cells(given, Context(rules)).digits
    except FormatError:
        return "not a full grid"
    if 0 in grid or len(grid) != rules.cell_count:
        return "not a full grid"
    return verify.fault(grid, rules, row.puzzle.candidates)


def _partial_fault(known: Grid, result: Result) -> str | None:
    """Return the fault of a solution known in part: a digit that its cell cannot have."""
    puzzle = result.puzzle
    masks = puzzle.candidates
    if result.verdict is Verdict.UNIQUE:
        masks = tuple(1 << digit - 1 for digit in result.solutions[0])
    wrong = (c for c, digit in enumerate(known) if digit and not masks[c] >> digit - 1 & 1)
    cell = next(wrong, None)
    return None if cell is None else f"{puzzle.rules.board.name(cell)} cannot be {known[cell]}"


def _given(row: Row, result: Result) -> str:
    wrong = fault(row, result)
    return f"the solution given is wrong: {wrong}" if wrong else ""


def _detail(result: Result) -> str:
    if result.verdict is not Verdict.MULTIPLE:
        return result.reason
    rules = result.puzzle.rules
    one, other = (rules.text(grid) for grid in result.solutions[:2])
    return f"{one} and {other} differ in {rules.board.names(result.differences)}"
