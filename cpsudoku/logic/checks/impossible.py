"""Checks of patterns that have no filling, so that one of their other candidates is true."""

from __future__ import annotations

from cpsudoku.logic.checks.cases import excludes, fillings_from
from cpsudoku.logic.checks.proofs import shown_by_proofs
from cpsudoku.logic.position import Position
from cpsudoku.logic.steps import Step
from cpsudoku.rules import cell_name


def _tridagon(position: Position, step: Step) -> str | None:
    cells, guardians = step.evidence.cells, step.evidence.candidates
    kept = [[(c, d) for d in position.left(c) if (c, d) not in guardians] for c in cells]
    if len(set(cells)) != 12 or len({digit for some in kept for _, digit in some}) != 3:
        return "without the guardians, not twelve cells with three digits"
    if not guardians or not {cell for cell, _ in guardians} <= set(cells):
        return "no guardians in the cells"
    if next(fillings_from(position, kept), None) is not None:
        return "the cells can be filled without a guardian"
    shown = shown_by_proofs(position, step.evidence)
    if isinstance(shown, str):
        return shown
    for gone in step.eliminations:
        for true in guardians:
            if not (excludes(position, gone, true) or gone in shown.get(true, ())):
                return f"a guardian leaves {gone[1]} in {cell_name(gone[0], position.rules.board)}"
    return "a tridagon places nothing" if step.placements else None


CHECKS = {"tridagon": _tridagon}
