"""Checks of naked, locked and hidden subsets."""

from __future__ import annotations

from cpsudoku.logic.checks.cases import fillings, house_fault, refutation_fault
from cpsudoku.logic.position import Position
from cpsudoku.logic.steps import Step

_SIZES = {"pair": 2, "triple": 3, "triplet": 3, "quad": 4}


def _size(step: Step) -> int:
    return _SIZES[step.technique.split()[-1]]


def _digits(step: Step) -> set[int]:
    return {digit for _, digit in step.evidence.candidates}


def _form_fault(position: Position, step: Step) -> str | None:
    cells = set(step.evidence.cells)
    if len(cells) != _size(step) or len(_digits(step)) != _size(step):
        return "another number of cells or digits"
    for group in step.evidence.base:
        if not cells <= set(position.rules.groups[group].cells):
            return f"a cell is outside of {position.rules.groups[group].name}"
    return None


def _naked(position: Position, step: Step) -> str | None:
    for cell in step.evidence.cells:
        if not set(position.left(cell)) <= _digits(step):
            return "a cell has another candidate"
    return _form_fault(position, step) or refutation_fault(
        position, step.eliminations, lambda: fillings(position, step.evidence.cells)
    )


def hidden_fault(position: Position, step: Step) -> str | None:
    """Return what is wrong with the eliminations of a hidden subset.

    Args:
        step: the step; its placements are not looked at.
    """
    (house,), cells, digits = step.evidence.base, set(step.evidence.cells), _digits(step)
    for digit in digits:
        places = set(position.places(house, digit))
        if not places or not places <= cells:
            return f"{digit} has other places"
    for cell, digit in step.eliminations:
        if cell not in cells or digit in digits:
            return "an elimination is not one of the subset's cells"
    return house_fault(position, house) or _form_fault(position, step)


CHECKS = {
    "locked pair": _naked,
    "locked triple": _naked,
    "naked pair": _naked,
    "naked triple": _naked,
    "naked quad": _naked,
    "hidden pair": hidden_fault,
    "hidden triple": hidden_fault,
    "hidden quad": hidden_fault,
}
