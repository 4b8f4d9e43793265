"""Checks of pointing and claiming."""

from __future__ import annotations

from cpsudoku.logic.checks.cases import house_fault, placings, refutation_fault
from cpsudoku.logic.position import Position
from cpsudoku.logic.steps import Step


def locked_fault(position: Position, step: Step) -> str | None:
    """Return what is wrong with a step whose digit is locked from its base into its cover.

    Args:
        step: the step; only its eliminations are looked at.
    """
    (base,), cover = step.evidence.base, step.evidence.cover[0]
    digits = {digit for _, digit in step.eliminations}
    if len(digits) != 1:
        return "several digits"
    (digit,) = digits
    shared = set(position.rules.groups[cover].cells)
    if not set(position.places(base, digit)) <= shared:
        return "the digit has places in the base outside of the cover"
    if not {cell for cell, _ in step.eliminations} <= shared:
        return "an elimination is outside of the cover"
    return house_fault(position, base) or refutation_fault(
        position, step.eliminations, lambda: placings(position, (base,), digit)
    )


CHECKS = {"pointing": locked_fault, "claiming": locked_fault}
