"""Checks of singles, and of direct rules: a single that unsaid eliminations make."""

from __future__ import annotations

from dataclasses import replace

from cpsudoku.logic.checks.cases import house_fault
from cpsudoku.logic.checks.sets import hidden_fault, locked_fault
from cpsudoku.logic.position import Position
from cpsudoku.logic.steps import Evidence, Step


def _hidden(position: Position, step: Step) -> str | None:
    (house,), ((cell, digit),) = step.evidence.base, step.placements
    if wrong := house_fault(position, house):
        return wrong
    if position.places(house, digit) != (cell,):
        return f"{digit} has another place in {position.rules.groups[house].name}"
    return None


def _full_house(position: Position, step: Step) -> str | None:
    (house,) = step.evidence.base
    constraint = position.rules.groups[house]
    if sum(not position.digits[cell] for cell in constraint.cells) != 1:
        return f"{constraint.name} has several open cells"
    return _hidden(position, step)


def _naked(position: Position, step: Step) -> str | None:
    ((cell, digit),) = step.placements
    if position.left(cell) != (digit,):
        return "the cell has other candidates"
    return None


def _single_fault(position: Position, step: Step, house: int) -> str | None:
    """Return what is wrong with the placement once the eliminations are made."""
    after = position.without(step.eliminations)
    single = Step("hidden single", step.placements, (), 0, Evidence(base=(house,)))
    return _hidden(after, single)


def _direct_locked(position: Position, step: Step) -> str | None:
    """The digit placed is locked in the first cover; the second is the house of the single."""
    cover, house = step.evidence.cover
    ((_, digit),) = step.placements
    base = set(position.rules.groups[step.evidence.base[0]].cells)
    gone = tuple((cell, digit) for cell in position.places(cover, digit) if cell not in base)
    implied = replace(step, eliminations=gone)
    return locked_fault(position, implied) or _single_fault(position, implied, house)


def _direct_subset(position: Position, step: Step) -> str | None:
    """The other digits leave the subset's cells."""
    digits = {digit for _, digit in step.evidence.candidates}
    gone = tuple((c, d) for c in step.evidence.cells for d in position.left(c) if d not in digits)
    implied = replace(step, eliminations=gone)
    return hidden_fault(position, implied) or _single_fault(
        position, implied, step.evidence.base[0]
    )


CHECKS = {
    "full house": _full_house,
    "hidden single in box": _hidden,
    "hidden single": _hidden,
    "naked single": _naked,
    "direct pointing": _direct_locked,
    "direct claiming": _direct_locked,
    "direct hidden pair": _direct_subset,
    "direct hidden triplet": _direct_subset,
}
