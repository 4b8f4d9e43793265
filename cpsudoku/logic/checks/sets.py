"""Checks of sets of cells: locked candidates, subsets, wings, exclusion and their relatives."""

from __future__ import annotations

from collections import Counter

from cpsudoku.logic.checks.cases import (
    Case,
    filling_fault,
    fillings,
    house_fault,
    placings,
    refutation_fault,
)
from cpsudoku.logic.position import Position
from cpsudoku.logic.steps import Step
from cpsudoku.rules import Cell, cell_name, digits_of_mask


def locked_fault(position: Position, step: Step) -> str | None:
    """Return what is wrong with eliminations whose digit is locked from the base into the cover."""
    (base,), cover = step.evidence.base, step.evidence.cover[0]
    (digit,) = {digit for _, digit in step.eliminations}
    shared = set(position.rules.groups[cover].cells)
    if not set(position.places(base, digit)) <= shared:
        return "the digit has places in the base outside of the cover"
    if not {cell for cell, _ in step.eliminations} <= shared:
        return "an elimination is outside of the cover"
    return house_fault(position, base) or refutation_fault(
        position, step.eliminations, placings(position, (base,), digit)
    )


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
    if any(not set(position.left(cell)) <= _digits(step) for cell in step.evidence.cells):
        return "a cell has another candidate"
    return _form_fault(position, step) or filling_fault(position, step)


def hidden_fault(position: Position, step: Step) -> str | None:
    """Return what is wrong with the eliminations of a hidden subset."""
    (house,), cells, digits = step.evidence.base, set(step.evidence.cells), _digits(step)
    for digit in digits:
        places = set(position.places(house, digit))
        if not places or not places <= cells:
            return f"{digit} has other places"
    for cell, digit in step.eliminations:
        if cell not in cells or digit in digits:
            return "an elimination is not one of the subset's cells"
    return house_fault(position, house) or _form_fault(position, step)


def _wing(position: Position, step: Step) -> str | None:
    pivot, *pincers = step.evidence.cells
    sizes = [len(position.left(cell)) for cell in step.evidence.cells]
    if sizes != [3 if step.technique == "xyz-wing" else 2, 2, 2]:
        return "a cell has another number of candidates"
    if not all(cell in position.rules.peers[pivot] for cell in pincers):
        return "the pivot does not see both pincers"
    return filling_fault(position, step)


def _wxyz_wing(position: Position, step: Step) -> str | None:
    hinge, *others = step.evidence.cells
    digits = {digit for cell in step.evidence.cells for digit in position.left(cell)}
    if not len({hinge, *others}) == len(digits) == 4:
        return "not four cells with four digits"
    if not all(cell in position.rules.peers[hinge] for cell in others):
        return "the hinge does not see the three others"
    return filling_fault(position, step)


def _sue_de_coq(position: Position, step: Step) -> str | None:
    parts = [set(part.cells) for part in step.evidence.sets]
    if len(parts) != 3 or set().union(*parts) != set(step.evidence.cells):
        return "not three parts that have all the cells"
    return filling_fault(position, step)


def _exclusion(position: Position, step: Step) -> str | None:
    base = step.evidence.cells
    if len(base) != (2 if "pair" in step.technique else 3):
        return "another number of base cells"
    others = [cell for locked in step.evidence.sets for cell in locked.cells]
    if step.placements or not {cell for cell, _ in step.eliminations} <= set(base):
        return "an elimination is outside of the base"
    for case in fillings(position, base):
        if any(_empties(position, case, cell) for cell in others):
            continue
        for cell, digit in step.eliminations:
            if (cell, digit) in case:
                return f"{cell_name(cell, position.rules.board)} may be {digit} in a choice"
    return None


def _empties(position: Position, case: Case, cell: Cell) -> bool:
    """Return whether a choice for the base leaves a cell without a candidate."""
    taken = {digit for base, digit in case if cell in position.rules.peers[base]}
    return bool(position.left(cell)) and set(position.left(cell)) <= taken


def _multi_sector(position: Position, step: Step) -> str | None:
    cells, groups = set(step.evidence.cells), position.rules.groups
    if step.technique == "sk-loop" and len(cells) != 16:
        return "not sixteen cells"
    pairs = {
        (house, digit)
        for house, counted in zip(step.evidence.cover, step.evidence.sets, strict=False)
        for digit in digits_of_mask(counted.digits)
    }
    if not cells or len(pairs) != len(cells):
        return f"{len(cells)} cells, but {len(pairs)} pairs of a house and a digit"
    taken = Counter((cell, digit) for house, digit in pairs for cell in groups[house].cells)
    for cell in cells:
        if not position.left(cell) or not all(taken[cell, d] for d in position.left(cell)):
            return f"{cell_name(cell, position.rules.board)} is solved, or may take no pair"
    for cell, digit in step.eliminations:
        if taken[cell, digit] < (2 if cell in cells else 1):
            return f"{digit} in {cell_name(cell, position.rules.board)} takes no pair from another"
    return "such a set places nothing" if step.placements else None


CHECKS = {
    "locked candidates": locked_fault,
    "subsets": _naked,
    "hidden pair": hidden_fault,
    "hidden triple": hidden_fault,
    "hidden quad": hidden_fault,
    "xy-wing": _wing,
    "xyz-wing": _wing,
    "wxyz-wing": _wxyz_wing,
    "sue de coq": _sue_de_coq,
    "aligned exclusion": _exclusion,
    "multi-sector sets": _multi_sector,
}
