"""Checks of bivalue universal graves."""

from __future__ import annotations

from cpsudoku.logic.checks.guardians import guardians_fault
from cpsudoku.logic.position import Position
from cpsudoku.logic.steps import Step
from cpsudoku.rules import Rules


def _bug_plus_one(position: Position, step: Step) -> str | None:
    ((cell, digit),) = step.evidence.candidates
    if {c for c, _ in step.eliminations} != {cell}:
        return "an elimination is in another cell"
    if digit in {d for _, d in step.eliminations}:
        return "the extra candidate is eliminated"
    left = list(position.candidates)
    left[cell] &= ~(1 << (digit - 1))
    return _grave_fault(position.rules, left)


def _grave_fault(rules: Rules, left: list[int]) -> str | None:
    """Return why swapping all digits of two-digit cells may break the rules, or None."""
    if rules.others:
        return "a swap may break a constraint that is not a group"
    if any(mask and mask.bit_count() != 2 for mask in left):
        return "without the candidate, a cell has not two"
    for group in rules.groups:
        if not rules.is_exact(group):
            return f"{group.name} is not a house, where a swap may put a digit twice"
        for d in range(rules.size):
            if sum(left[c] >> d & 1 for c in group.cells) not in {0, 2}:
                return f"without the candidate, {d + 1} has not two places in {group.name}"
    return None


def _grave(position: Position, step: Step) -> str | None:
    left = list(position.candidates)
    for cell, digit in step.evidence.candidates:
        left[cell] &= ~(1 << (digit - 1))
    return _grave_fault(position.rules, left) or guardians_fault(position, step)


CHECKS = {
    "bug+1": _bug_plus_one,
    "bug type 1": _grave,
    "bug type 2": _grave,
    "bug type 3": _grave,
    "bug type 4": _grave,
}
