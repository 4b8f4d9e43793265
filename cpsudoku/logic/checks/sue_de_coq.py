"""Check of Sue de Coq."""

from __future__ import annotations

from cpsudoku.logic.checks.cases import fillings, refutation_fault
from cpsudoku.logic.position import Position
from cpsudoku.logic.steps import Step


def _sue_de_coq(position: Position, step: Step) -> str | None:
    cells = set(step.evidence.cells)
    digits = {digit for cell in cells for digit in position.left(cell)}
    if len(step.evidence.sets) != 3 or len(digits) != len(cells):
        return "not as many digits as cells"
    return refutation_fault(
        position, step.eliminations, lambda: fillings(position, step.evidence.cells)
    )


CHECKS = {"sue de coq": _sue_de_coq}
