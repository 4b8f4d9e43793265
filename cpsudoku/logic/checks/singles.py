"""Checks of singles."""

from __future__ import annotations

from cpsudoku.logic.checks.cases import house_fault
from cpsudoku.logic.position import Position
from cpsudoku.logic.steps import Step


def _hidden(position: Position, step: Step) -> str | None:
    (house,), ((cell, digit),) = step.evidence.base, step.placements
    wrong = house_fault(position, house)
    if wrong is not None:
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


CHECKS = {
    "full house": _full_house,
    "hidden single in box": _hidden,
    "hidden single": _hidden,
    "naked single": _naked,
}
