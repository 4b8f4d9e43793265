"""Which digits does each cell have in some solution?"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import ClassVar

from cpsudoku.asking import solving
from cpsudoku.asking.outcomes import Ending, Status
from cpsudoku.asking.question import Question, Together
from cpsudoku.asking.search import Search
from cpsudoku.backends.base.witnesses import TrueCandidates
from cpsudoku.drawing import in_text
from cpsudoku.puzzle import Puzzle
from cpsudoku.rows.answers import Fields, Form, RowAnswers
from cpsudoku.rows.block import Block, Row
from cpsudoku.rows.values import Same
from cpsudoku.rules import cell_name, digits_of_mask


class CandidatesEnding(Ending):
    """Outcomes of the search for candidates."""

    KNOWN = "known", Status.DONE
    NONE = "without solution", Status.NO
    UNKNOWN = "unknown", Status.UNKNOWN


@dataclass(frozen=True)
class TrueDigits(Question[TrueCandidates]):
    """The digits of each cell that occur in some solution.

    Args:
        most: count the solutions with each digit up to this many.
    """

    search: Search = field(default_factory=Search)
    most: int = 1
    outcomes: ClassVar = CandidatesEnding
    what: ClassVar = "searching"
    names: ClassVar = {
        Form.ROW: ("candidates", "complete"), Form.DOCUMENT: ("candidates", "counts", "complete"),
    }  # fmt: skip
    is_drawn: ClassVar = True

    def alone(self, puzzle: Puzzle) -> TrueCandidates:
        return solving.candidates(puzzle, most=self.most, **self.search.given())

    def outcome(self, row: Row, answer: TrueCandidates) -> CandidatesEnding:
        if not answer.complete:
            return CandidatesEnding.UNKNOWN
        return (
            CandidatesEnding.KNOWN if answer.unique or all(answer.masks) else CandidatesEnding.NONE
        )

    def line(self, row: Row, answer: TrueCandidates) -> str:
        text = _cells(answer)
        return f"{text}\n" if answer.complete else f"{text} # there may be more\n"

    def columns(self, row: Row, answer: TrueCandidates) -> Fields:
        return {"candidates": _cells(answer), "complete": answer.complete}

    def picture(self, row: Row, answer: TrueCandidates) -> str:
        puzzle = answer.puzzle
        marks = in_text.marks(answer.masks, puzzle.rules)
        text = in_text.picture_of(marks, puzzle) + _rare(answer)
        if not answer.complete:
            return f"{text}There may be more: a limit was reached.\n"
        return text if all(answer.masks) else f"{text}There is no solution.\n"

    def document(self, row: Row, answer: TrueCandidates) -> Fields:
        rules = answer.puzzle.rules
        found: dict[str, object] = {"candidates": _witnesses(answer)}
        if answer.most > 1:
            found["counts"] = {
                rules.board.name(cell): {
                    rules.symbols[d - 1]: answer.counts[cell, d] for d in digits_of_mask(mask)
                }
                for cell, mask in enumerate(answer.masks)
            }
        return {**found, "complete": answer.complete}

    def together(self, block: Block, form: Form, threads: int | None) -> Together | None:
        found = self.search.together(block, threads) if self.most == 1 else None
        if found is None or form is Form.DOCUMENT:
            return None
        spaced = [" ".join(text) for text in found[0].listed]
        fields = {"candidates": spaced, "complete": Same(True)}
        return RowAnswers(Same(CandidatesEnding.KNOWN), (spaced, "\n"), fields), found[1]


def _cells(found: TrueCandidates) -> str:
    rules = found.puzzle.rules
    if found.most > 1:
        counted = (
            ",".join(
                f"{rules.symbols[d - 1]}:{found.counts[cell, d]}" for d in digits_of_mask(mask)
            )
            for cell, mask in enumerate(found.masks)
        )
        return " ".join(one or "-" for one in counted)
    if found.unique:  # four times as quick
        return " ".join([rules.symbols[digit - 1] for digit in found.unique])
    return " ".join(in_text.marks(found.masks, rules))


def _rare(found: TrueCandidates) -> str:
    """Return the digits that are in fewer solutions than wanted, a line for each count."""
    rules = found.puzzle.rules
    cells: dict[int, list[str]] = {}
    for (cell, digit), count in sorted(found.counts.items()):
        name = f"{cell_name(cell, rules.board)}={rules.symbols[digit - 1]}"
        cells.setdefault(count, []).append(name)
    return "".join(
        f"In {count} solution{'s' if count > 1 else ''}: {' '.join(cells[count])}\n"
        for count in sorted(cells)
        if count < found.most
    )


def _witnesses(found: TrueCandidates) -> dict[str, dict[str, str]]:
    """Return for each cell its digits, each with a solution as a line."""
    rules = found.puzzle.rules
    symbols, name = rules.symbols, rules.board.name
    if found.unique:
        line = rules.text(found.unique)
        return {name(cell): {symbols[d - 1]: line} for cell, d in enumerate(found.unique)}
    # By what they are, not by what they hold: a grid is the witness of many digits.
    grids = {id(grid): grid for grid in found.witnesses.values()}
    lines = {number: rules.text(grid) for number, grid in grids.items()}
    return {
        name(cell): {
            symbols[digit - 1]: lines[id(found.witnesses[cell, digit])]
            for digit in digits_of_mask(mask)
        }
        for cell, mask in enumerate(found.masks)
    }
