"""Steps in which a single clue rules out candidates."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from cpsudoku.logic import Position
from cpsudoku.logic.documents import candidates_json
from cpsudoku.logic.highlights import Highlights
from cpsudoku.logic.naming import conclusions
from cpsudoku.logic.steps import Candidate
from cpsudoku.notebook import Drawn
from cpsudoku.reasons.sentences import clue_named
from cpsudoku.rules import Board, Cell, Constraint, Digit
from cpsudoku.words import Said, rendered, say

MOST_CELLS = 16
"""For a clue on more cells, or on more than half of the board, each primitive is used alone."""

NAME = "Clue"
"""The name of such a step."""


@dataclass(frozen=True, slots=True)
class Deduction(Drawn):
    """The candidates that a clue rules out."""

    _DRAWN_BY = "drawing.steps:conclusion_svg"

    position: Position
    clue: Constraint
    eliminations: tuple[Candidate, ...]

    @property
    def placements(self) -> tuple[Candidate, ...]:
        """Empty: a digit that is left alone in its cell is a step of its own."""
        return ()

    @property
    def name(self) -> str:
        """The name of such a step."""
        return NAME

    @property
    def named(self) -> str:
        """The clue, with its cells if they are few."""
        board = self.position.rules.board
        scope = f" {board.names(self.clue.scope)}" if is_local(self.clue, board) else ""
        return f"{self.clue.label}{scope}"

    @property
    def sentence(self) -> str:
        """What the clue leaves, in a sentence."""
        return rendered(self.said)

    @property
    def said(self) -> Said:
        """The sentence as data, which `cpsudoku.words` renders in any language."""
        gone: dict[Cell, set[Digit]] = {}
        for cell, digit in self.eliminations:
            gone.setdefault(cell, set()).add(digit)
        left = [self._left(*one) for one in gone.items()]
        return say("clue leaves", clue=self._said_clue(True), left=left)

    def _left(self, cell: Cell, gone: set[Digit]) -> Said:
        """Return what is left in a cell or what it cannot be, whichever is shorter."""
        name, symbols = self.position.rules.board.name(cell), self.position.rules.symbols
        left = [digit for digit in self.position.left(cell) if digit not in gone]
        only = 0 < len(left) < len(gone)
        digits: list[Said] = [symbols[digit - 1] for digit in (left if only else sorted(gone))]
        return say("clue leaves only" if only else "clue leaves no", cell=name, digits=digits)

    def _said_clue(self, with_cells: bool) -> Said:
        board = self.position.rules.board
        with_cells = with_cells and is_local(self.clue, board)
        return clue_named(self.clue, board, with_cells=with_cells)

    @property
    def notation(self) -> str:
        """The step in the style of HoDoKu's lines: ``Clue: thermo r1c1 r1c2 => r1c1<>9``."""
        gone = conclusions(self.eliminations, "<>", self.position.rules)
        return f"{NAME}: {self.named} => {gone}"

    @property
    def hints(self) -> tuple[str, ...]:
        """Five hints, each of which says more than the one before."""
        return tuple(map(rendered, self.said_hints))

    @property
    def said_hints(self) -> tuple[Said, ...]:
        """The hints as data."""
        board, symbols = self.position.rules.board, self.position.rules.symbols
        digits: list[Said] = [symbols[d - 1] for d in sorted({d for _, d in self.eliminations})]
        cells: list[Said] = [board.name(c) for c in sorted({c for c, _ in self.eliminations})]
        clue = self._said_clue(True)
        return (
            say("look at clue", clue=self._said_clue(False)),
            say("look at clue", clue=clue),
            say("look at clue digits", clue=clue, digits=digits),
            say("look at clue cells", clue=clue, digits=digits, cells=cells),
            self.said,
        )

    @property
    def highlights(self) -> Highlights:
        """What to highlight in a picture of it."""
        scope = self.clue.scope
        cells = scope if is_local(self.clue, self.position.rules.board) else ()
        gone = dict.fromkeys(self.eliminations, "eliminated")
        return Highlights(gone, cells, (), (), (cells,) if cells else (), ())

    def as_json(self) -> dict[str, Any]:
        """Return the step as an object of JSON, with the keys of `cpsudoku.logic.documents`."""
        rules = self.position.rules
        return {
            "clue": self.clue.label,
            "name": NAME,
            "placements": [],
            "eliminations": candidates_json(self.eliminations, rules),
            "sentence": self.sentence,
            "notation": self.notation,
            "hints": list(self.hints),
            "cells": [rules.board.name(cell) for cell in self.highlights.cells],
        }


def is_local(clue: Constraint, board: Board) -> bool:
    """Return whether a clue has few enough cells for people to look at all of them together."""
    return len(clue.scope) <= min(MOST_CELLS, board.cell_count // 2)
