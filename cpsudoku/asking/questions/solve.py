"""Which solutions has a puzzle?"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from itertools import chain
from typing import ClassVar

from cpsudoku import formats
from cpsudoku.asking import solving
from cpsudoku.asking.outcomes import Ending, Status
from cpsudoku.asking.question import Question, Together
from cpsudoku.asking.questions import results
from cpsudoku.asking.search import Search
from cpsudoku.drawing import in_text
from cpsudoku.ground.deadline import Deadline
from cpsudoku.puzzle import Puzzle
from cpsudoku.result import Outcome, Result, Verdict
from cpsudoku.rows.answers import Fields, Form, RowAnswers
from cpsudoku.rows.arrays import ArrayBlock
from cpsudoku.rows.block import Block, Row
from cpsudoku.rows.values import Same
from cpsudoku.rules import Grid, Rules

KEPT = 1000
"""More solutions of a puzzle than these are written while they are found, not collected."""

PACE = 0.2
"""Seconds after which solutions are written while others are looked for."""

WITHOUT_COMMENTS = frozenset({"sdk"})
"""Notations that cannot say why there is no solution."""


class SolveEnding(Ending):
    """Outcomes of solving."""

    SOLVED = "solved", Status.DONE
    NONE = "without solution", Status.NO
    CUT = "with perhaps more solutions: a limit was reached", Status.UNKNOWN
    UNKNOWN = "unknown", Status.UNKNOWN


@dataclass(frozen=True)
class Solve(Question[Result]):
    """A solution of a puzzle, or several.

    Args:
        wanted: how many solutions; None for all.
        is_random: let the seed choose which solution.
        is_row: whether a row of a table is wanted, which says whether there are other solutions.
        with_stats: give the cost of each search, so that each is made by itself.
        writes: the notation of lines.
        for_boards: that of a board which is not square, where `writes` cannot show it.
    """

    search: Search = field(default_factory=Search)
    wanted: int | None = 1
    is_random: bool = False
    is_row: bool = False
    with_stats: bool = False
    writes: str = "line"
    for_boards: str = "drawn"
    outcomes: ClassVar = SolveEnding
    what: ClassVar = "solving"
    names: ClassVar = {Form.ROW: ("solution", "verdict"), Form.DOCUMENT: results.NAMES}

    @property
    def notation(self) -> str:
        return self.writes

    @property
    def _limit(self) -> int | None:
        return 2 if self.is_row and self.wanted == 1 else self.wanted

    def alone(self, puzzle: Puzzle) -> Result:
        if self.is_random:
            return solving.random_solution(puzzle, **self.search.given())
        if self.is_long:
            return _joined(list(self.pieces(puzzle)))
        return solving.solve(puzzle, limit=self._limit, **self.search.given())

    @property
    def is_long(self) -> bool:
        return not self.is_random and (self.wanted is None or self.wanted > KEPT)

    def pieces(self, puzzle: Puzzle) -> Iterator[Result]:
        """Yield results with some of the solutions each; only the last says how it ended."""
        limits = self.search.limits(self.wanted)
        found = solving.solutions(puzzle, limit=self.wanted, **self.search.given())
        kept: list[Grid] = []
        pause = Deadline(PACE)
        for grid in found:
            kept.append(grid)
            if len(kept) > KEPT or (len(kept) > 2 and pause.has_passed):
                # The last piece has two at least, so that its verdict is that of all.
                yield Result(puzzle, Outcome(tuple(kept[:-2]), False), limits, found.backend)
                kept, pause = kept[-2:], Deadline(PACE)
        if found.found == limits.solutions:  # as many as wanted, though few are kept
            limits = replace(limits, solutions=len(kept))
        outcome = Outcome(tuple(kept), bool(found.exhausted))
        yield Result(puzzle, outcome, limits, found.backend, puzzle.clash())

    def outcome(self, row: Row, answer: Result) -> SolveEnding:
        if answer.solutions:
            return SolveEnding.CUT if answer.is_cut and self.wanted != 1 else SolveEnding.SOLVED
        return SolveEnding.UNKNOWN if answer.verdict is Verdict.UNKNOWN else SolveEnding.NONE

    def line(self, row: Row, answer: Result) -> str:
        texts = [self._text(row, answer.puzzle.rules, g) for g in answer.solutions[: self.wanted]]
        if texts or self.writes in WITHOUT_COMMENTS:
            return formats.notation(self.writes).between.join(texts)
        return f"# {answer.puzzle} {in_text.verdict(answer)}\n"

    def _text(self, row: Row, rules: Rules, grid: Grid) -> str:
        """Return a solution in the notation of lines."""
        name, is_square = self.writes, rules.board.is_square
        if not is_square and not formats.notation(name).keeps_boards:
            name = self.for_boards
        if name in {"line", "sdm"} and is_square:
            return f"{rules.text(grid)}\n"
        return formats.write(grid, name, rules=rules, bare=True, label=row.full_record.label)

    def remark(self, row: Row, answer: Result) -> str:
        said = [in_text.stats(answer.stats)] if self.with_stats else []
        if not answer.solutions and self.writes in WITHOUT_COMMENTS:
            said.append("cpsudoku: " + row.placed(f"{row.puzzle} {in_text.verdict(answer)}"))
        return "\n".join(said)

    def advice(self, row: Row, answer: Result) -> str:
        if self.outcome(row, answer) is SolveEnding.CUT:
            return "there may be more solutions: a limit was reached"
        return results.advice(answer)

    def picture(self, row: Row, answer: Result) -> str:
        puzzle, grids = answer.puzzle, answer.solutions[: self.wanted]
        if grids:
            return "".join([in_text.picture(grid, puzzle) for grid in grids])
        return f"{in_text.picture(puzzle.digits, puzzle)}{in_text.verdict(answer)}\n"

    def columns(self, row: Row, answer: Result) -> list[Fields]:
        grids = answer.solutions[: self.wanted]
        verdicts = [Verdict.MULTIPLE.value] * (len(grids) - 1) + [answer.verdict.value]
        texts: list[str | None] = [answer.puzzle.rules.text(grid) for grid in grids]
        texts = texts or [None]
        return [{"solution": t, "verdict": v} for t, v in zip(texts, verdicts, strict=True)]

    def document(self, row: Row, answer: Result) -> Fields:
        texts = [answer.puzzle.rules.text(grid) for grid in answer.solutions[: self.wanted]]
        return results.document(answer) | {"solutions": texts}

    def together(self, block: Block, form: Form, threads: int | None) -> Together | None:
        if isinstance(block, ArrayBlock):
            return self.search.arrays(block, self._limit, threads)
        is_few = form is Form.DOCUMENT and len(block) <= results.FEW
        is_line = form is not Form.LINE or self.writes in {"line", "sdm"}
        if self.wanted != 1 or self.is_random or self.with_stats or is_few or not is_line:
            return None
        # Of several solutions lanes find another one first than the search for one puzzle does.
        found = self.search.together(block, threads)
        if found is None:
            return None
        solutions, left = found
        fields = {"solution": solutions, "verdict": Same(Verdict.UNIQUE.value)}
        if form is Form.DOCUMENT:
            fields = results.documents(solutions, self.search)
        return RowAnswers(Same(SolveEnding.SOLVED), (solutions, "\n"), fields), left


def _joined(pieces: list[Result]) -> Result:
    """Return a result with the solutions of all its pieces."""
    last = pieces[-1]
    solutions = tuple(chain.from_iterable(piece.solutions for piece in pieces))
    asked = last.limits.solutions and last.limits.solutions + len(solutions) - len(last.solutions)
    outcome = Outcome(solutions, last.outcome.exhausted)
    limits = replace(last.limits, solutions=asked)
    return Result(last.puzzle, outcome, limits, last.backend, last.clash)
