"""Checks of what is said of one digit: named chains, and templates.

With templates a candidate is true if without it the digit has no way, and false if with it.
"""

from __future__ import annotations

from cpsudoku.logic.checking import together
from cpsudoku.logic.checks.proofs import ends_fault
from cpsudoku.logic.position import Position
from cpsudoku.logic.steps import Step
from cpsudoku.rules import Cell


def _pair_of_links(position: Position, step: Step) -> str | None:
    if len(step.evidence.base) != 2 or len(step.evidence.cells) < 4:
        return "not two houses with two places each"
    digits = {digit for _, digit in (*step.eliminations, *step.evidence.candidates)}
    if len(digits) != 1:
        return "several digits"
    if len(step.evidence.proofs) != 1:
        return "not one chain"
    return ends_fault(position, step.evidence, step.eliminations)


def _has_template(position: Position, digit: int, cells: frozenset[Cell]) -> bool:
    """Return whether a digit can be put into every house that wants it, on these cells."""
    rules = position.rules
    wanting = [
        frozenset(group.cells) & cells
        for group in rules.groups
        if rules.is_exact(group) and all(position.digits[c] != digit for c in group.cells)
    ]
    return _fill(position, wanting, cells)


def _fill(position: Position, wanting: list[frozenset[Cell]], cells: frozenset[Cell]) -> bool:
    if not wanting:
        return True
    for cell in min(wanting, key=len):
        left = cells - {cell, *position.rules.peers[cell]}
        if _fill(position, [house & left for house in wanting if cell not in house], left):
            return True
    return False


def _templates(position: Position, step: Step) -> str | None:
    """What is placed in other digits' templates first is checked likewise, one after the other."""
    digits = {digit for _, digit in (*step.placements, *step.eliminations)}
    if len(digits) != 1 or digits != {digit for _, digit in step.evidence.candidates}:
        return "not the digit of the evidence"
    for inner in step.evidence.inner:
        if inner.eliminations:
            return "an inner step eliminates"
        if wrong := _conclusions(position, inner):
            return wrong
        position = position.after(inner)
    return _conclusions(position, step)


def _conclusions(position: Position, step: Step) -> str | None:
    for cell, digit in step.placements:
        places = _places(position, digit)
        if position.digits[cell] != digit and _has_template(position, digit, places - {cell}):
            return "there is a template without a placement"
    for cell, digit in step.eliminations:
        left = _places(position, digit) - set(position.rules.peers[cell])
        if cell in left and _has_template(position, digit, left):
            return "there is a template with an elimination"
        if position.digits[cell] == digit:
            return "an elimination is placed"
    return None


def _places(position: Position, digit: int) -> frozenset[Cell]:
    return frozenset(c for c in range(position.rules.cell_count) if position.has(c, digit))


CHECKS = {
    "single digit": together(_pair_of_links),
    "templates": _templates,
}
