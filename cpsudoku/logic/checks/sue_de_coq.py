"""Check of Sue de Coq."""

from __future__ import annotations

from cpsudoku.logic.checks.cases import fillings, refutation_fault
from cpsudoku.logic.position import Position
from cpsudoku.logic.steps import Step


def _sue_de_coq(position: Position, step: Step) -> str | None:
    parts = [set(part.cells) for part in step.evidence.sets]
    if len(parts) != 3 or set().union(*parts) != set(step.evidence.cells):
        return "not three parts that have all the cells"
    return refutation_fault(
        position, step.eliminations, lambda: fillings(position, step.evidence.cells)
    )


CHECKS = {"sue de coq": _sue_de_coq}
