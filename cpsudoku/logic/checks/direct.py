"""Checks of direct rules: eliminations, not part of the step, and the hidden single they make."""

from __future__ import annotations

from dataclasses import replace

from cpsudoku.logic.checks import singles
from cpsudoku.logic.checks.locked_candidates import locked_fault
from cpsudoku.logic.checks.subsets import hidden_fault
from cpsudoku.logic.position import Position
from cpsudoku.logic.steps import Evidence, Step


def _single_fault(position: Position, step: Step, house: int) -> str | None:
    """Return what is wrong with the placement once the eliminations are made."""
    after = position.after(replace(step, placements=()))
    single = Step("hidden single", step.placements, (), 0, Evidence(base=(house,)))
    return singles.CHECKS["hidden single"](after, single)


def _locked(position: Position, step: Step) -> str | None:
    """The digit placed is locked in the first cover; the second is the house of the single."""
    cover, house = step.evidence.cover
    ((_, digit),) = step.placements
    base = set(position.rules.groups[step.evidence.base[0]].cells)
    gone = tuple((cell, digit) for cell in position.places(cover, digit) if cell not in base)
    implied = replace(step, eliminations=gone)
    return locked_fault(position, implied) or _single_fault(position, implied, house)


def _hidden(position: Position, step: Step) -> str | None:
    """The other digits leave the subset's cells."""
    digits = {digit for _, digit in step.evidence.candidates}
    gone = tuple((c, d) for c in step.evidence.cells for d in position.left(c) if d not in digits)
    implied = replace(step, eliminations=gone)
    return hidden_fault(position, implied) or _single_fault(
        position, implied, step.evidence.base[0]
    )


CHECKS = {
    "direct pointing": _locked,
    "direct claiming": _locked,
    "direct hidden pair": _hidden,
    "direct hidden triplet": _hidden,
}
