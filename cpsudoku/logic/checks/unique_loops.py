"""Checks of unique rectangles and loops."""

from __future__ import annotations

from cpsudoku.logic.checking import together
from cpsudoku.logic.checks.guardians import guardians_fault
from cpsudoku.logic.position import Position
from cpsudoku.logic.steps import Step


def _loop(position: Position, step: Step) -> str | None:
    return _loop_fault(position, step) or guardians_fault(position, step)


def _loop_fault(position: Position, step: Step) -> str | None:
    """Return why swapping the two digits of the loop may break the rules, or None."""
    loop, rules = step.evidence.cells, position.rules
    if rules.others:
        return "a swap may break a constraint that is not a group"
    if len(loop) < 4 or len(set(loop)) != len(loop):
        return "no loop of four cells or more"
    kept = [
        {d for d in position.left(cell) if (cell, d) not in step.evidence.candidates}
        for cell in loop
    ]
    if any(digits != kept[0] or len(digits) != 2 for digits in kept):
        return "without the extras, the cells have not the same two digits"
    odd, even = set(loop[::2]), set(loop[1::2])
    for group in rules.groups:
        if len(odd.intersection(group.cells)) != len(even.intersection(group.cells)):
            return f"a swap changes what {group.name} has"
        if len(odd.intersection(group.cells)) > 1:
            return f"the loop meets {group.name} more than once"
    return None


CHECKS = {f"unique loop type {number}": together(_loop) for number in (1, 2, 3, 4)}
