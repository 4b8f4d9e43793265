"""Checks of aligned pair and triplet exclusion."""

from __future__ import annotations

from cpsudoku.logic.checks.cases import Case, fillings
from cpsudoku.logic.position import Position
from cpsudoku.logic.steps import Step
from cpsudoku.rules import Cell, cell_name


def _exclusion(position: Position, step: Step) -> str | None:
    base = step.evidence.cells
    if len(base) != (2 if "pair" in step.technique else 3):
        return "another number of base cells"
    others = [cell for locked in step.evidence.sets for cell in locked.cells]
    if step.placements or not {cell for cell, _ in step.eliminations} <= set(base):
        return "an elimination is outside of the base"
    for case in fillings(position, base):
        if any(_empties(position, case, cell) for cell in others):
            continue
        for cell, digit in step.eliminations:
            if (cell, digit) in case:
                return f"{cell_name(cell, position.rules.board)} may be {digit} in a choice"
    return None


def _empties(position: Position, case: Case, cell: Cell) -> bool:
    """Return whether a choice for the base leaves a cell without a candidate."""
    taken = {digit for base, digit in case if cell in position.rules.peers[base]}
    return bool(position.left(cell)) and set(position.left(cell)) <= taken


CHECKS = {"aligned pair exclusion": _exclusion, "aligned triplet exclusion": _exclusion}
