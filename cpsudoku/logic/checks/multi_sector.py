"""Checks of cells that take all pairs of a house and a digit that their candidates belong to."""

from __future__ import annotations

from collections import Counter

from cpsudoku.logic.position import Position
from cpsudoku.logic.steps import Step
from cpsudoku.rules import cell_name, digits_of_mask


def _multi_sector(position: Position, step: Step) -> str | None:
    cells, groups = set(step.evidence.cells), position.rules.groups
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


def _loop(position: Position, step: Step) -> str | None:
    if len(set(step.evidence.cells)) != 16:
        return "not sixteen cells"
    return _multi_sector(position, step)


CHECKS = {"sk-loop": _loop, "multi-sector locked set": _multi_sector}
