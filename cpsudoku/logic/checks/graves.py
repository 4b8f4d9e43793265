"""Checks of bivalue universal graves."""

from __future__ import annotations

from cpsudoku.logic.position import Position
from cpsudoku.logic.steps import Step


def _bug_plus_one(position: Position, step: Step) -> str | None:
    ((cell, digit),) = step.evidence.candidates
    if {c for c, _ in step.eliminations} != {cell}:
        return "an elimination is in another cell"
    if digit in {d for _, d in step.eliminations}:
        return "the extra candidate is eliminated"
    left = list(position.candidates)
    left[cell] &= ~(1 << (digit - 1))
    if any(mask and mask.bit_count() != 2 for mask in left):
        return "without the candidate, a cell has not two"
    for constraint in position.rules.constraints:
        if not position.rules.is_exact(constraint):
            return f"{constraint.name} is no house, where a swap may put a digit twice"
        for d in range(position.rules.size):
            count = sum(left[c] >> d & 1 for c in constraint.cells)
            if count not in {0, 2}:
                return f"without the candidate, {d + 1} has not two places in {constraint.name}"
    return None


CHECKS = {"bug+1": _bug_plus_one}
