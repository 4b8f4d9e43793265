"""What is the canonical form of a puzzle?"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np

from cpsudoku.asking.outcomes import Ending, Status
from cpsudoku.asking.question import Question, Together
from cpsudoku.puzzle import Puzzle
from cpsudoku.rows.answers import Fields, Form, RowAnswers
from cpsudoku.rows.block import Block, Row
from cpsudoku.rows.values import CELLS, Same
from cpsudoku.rules import classic
from cpsudoku.symmetry.canonical import Canonical, CanonicalForms, canonical, canonical_many


class CanonEnding(Ending):
    """Outcomes of the search for a canonical form."""

    DONE = "canonized", Status.DONE


_MOVES = ("transpose", "rows", "columns", "digits")
_NAMES = ("canonical", "automorphisms", *_MOVES)


@dataclass(frozen=True)
class Canon(Question[Canonical]):
    """The form that a puzzle shares with all that are the same up to symmetry.

    Args:
        counts_in_lines: add the number of automorphisms to each line.
        with_moves: add the transformation to the form, which takes lists, to columns.
    """

    counts_in_lines: bool = False
    with_moves: bool = False
    outcomes: ClassVar = CanonEnding
    what: ClassVar = "canonizing"
    names: ClassVar = {Form.ROW: _NAMES, Form.DOCUMENT: _NAMES}

    @property
    def notation(self) -> str:
        return "line"

    def alone(self, puzzle: Puzzle) -> Canonical:
        return canonical(puzzle)

    def outcome(self, row: Row, answer: Canonical) -> CanonEnding:
        return CanonEnding.DONE

    def line(self, row: Row, answer: Canonical) -> str:
        text = str(answer.puzzle)
        return f"{text} {answer.automorphisms}\n" if self.counts_in_lines else f"{text}\n"

    def columns(self, row: Row, answer: Canonical) -> Fields:
        return self.document(row, answer)  # its lists are for JSON

    def document(self, row: Row, answer: Canonical) -> Fields:
        found: dict[str, Any] = {
            "canonical": str(answer.puzzle), "automorphisms": answer.automorphisms,
        }  # fmt: skip
        if self.with_moves:
            move = answer.transformation
            found |= {"transpose": bool(move.transpose), "rows": [row + 1 for row in move.rows]}
            found |= {"columns": [one + 1 for one in move.columns], "digits": [*move.digits[1:]]}
        return found

    def together(self, block: Block, form: Form, threads: int | None) -> Together | None:
        if len(block.others) == len(block):
            return None
        digits = np.frombuffer(block.digits, np.uint8).reshape(len(block), CELLS)
        if block.others:  # where the digits are blanks, whose symmetries take long to go through
            digits = digits.copy()
            plain = next(row for row in range(len(block)) if row not in block.others)
            digits[[*block.others]] = digits[plain]
        found = canonical_many(digits, threads=threads)
        texts = list(map(classic().text, found.forms.tolist()))
        numbers = found.automorphisms.tolist()
        lines = (texts, " ", numbers, "\n") if self.counts_in_lines else (texts, "\n")
        fields: dict[str, Any] = {"canonical": texts, "automorphisms": numbers}
        if self.with_moves:
            fields |= _moves(found)
        return RowAnswers(Same(CanonEnding.DONE), lines, fields), sorted(block.others)


def _moves(found: CanonicalForms) -> dict[str, list[Any]]:
    """Return the columns of the transformations; rows and columns are numbered from 1."""
    size = found.moves.shape[1] // 3
    rows, columns, digits = (found.moves[:, 1 + k * size :][:, :size] for k in range(3))
    lists = ((rows + 1).tolist(), (columns + 1).tolist(), digits.tolist())
    values = (found.moves[:, 0].astype(bool).tolist(), *lists)
    return dict(zip(_MOVES, values, strict=True))
