"""Checks of wings."""

from __future__ import annotations

from cpsudoku.logic.checks.cases import fillings, refutation_fault
from cpsudoku.logic.position import Position
from cpsudoku.logic.steps import Step


def _wing(position: Position, step: Step) -> str | None:
    pivot, *pincers = step.evidence.cells
    sizes = [len(position.left(cell)) for cell in step.evidence.cells]
    if sizes != [3 if step.technique == "xyz-wing" else 2, 2, 2]:
        return "a cell has another number of candidates"
    if not all(cell in position.rules.peers[pivot] for cell in pincers):
        return "the pivot does not see both pincers"
    return refutation_fault(
        position, step.eliminations, lambda: fillings(position, step.evidence.cells)
    )


def _wxyz_wing(position: Position, step: Step) -> str | None:
    hinge, *others = step.evidence.cells
    digits = {digit for cell in step.evidence.cells for digit in position.left(cell)}
    if not len({hinge, *others}) == len(digits) == 4:
        return "not four cells with four digits"
    if not all(cell in position.rules.peers[hinge] for cell in others):
        return "the hinge does not see the three others"
    return refutation_fault(
        position, step.eliminations, lambda: fillings(position, step.evidence.cells)
    )


CHECKS = {"xy-wing": _wing, "xyz-wing": _wing, "wxyz-wing": _wxyz_wing}
