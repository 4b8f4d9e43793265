"""Checks of unique rectangles: the corners are never two digits that could be swapped."""

from __future__ import annotations

from collections.abc import Iterator

from cpsudoku.logic.checks.cases import Case, choices_of, refutation_fault
from cpsudoku.logic.position import Position
from cpsudoku.logic.steps import Step
from cpsudoku.rules import Cell


def _swap_fault(position: Position, corners: tuple[Cell, ...]) -> str | None:
    """Return why swapping the digits of the corners may break the rules, or None."""
    if position.rules.others:
        return "a swap may break a constraint that is not a group"
    for group in position.rules.groups:
        inside = [corner in group.cells for corner in corners]
        if inside[0] + inside[3] != inside[1] + inside[2]:
            return f"a swap changes the digits of {group.name}"
    return None


def _deadly(position: Position, case: Case) -> bool:
    """Return whether swapping the digits of the corners gives another solution of the puzzle.

    What matters is what a corner could be in the puzzle as given: what has gone since went by
    arguments that hold for all solutions, or suppose that there is one.
    """
    a, b, c, d = (digit for _, digit in case[:4])
    swapped = zip((cell for cell, _ in case), (b, a, d, c), strict=False)
    return a == d and b == c and all(position.could_be(*one) for one in swapped)


def _all_digits_kept(position: Position, case: Case, digits: set[int]) -> bool:
    """Return whether every house with all places of a digit among the cells has it in one."""
    cells = {cell for cell, _ in case}
    for number, group in enumerate(position.rules.groups):
        if not position.rules.is_exact(group) or not cells & set(group.cells):
            continue
        for digit in digits:
            places = set(position.places(number, digit))
            if places and places <= cells and not any((c, digit) in case for c in places):
                return False
    return True


def _rectangle(position: Position, step: Step) -> str | None:
    cells = step.evidence.cells
    if len(cells) < 4 or len(set(cells)) != len(cells):
        return "not four corners"
    wrong = _swap_fault(position, cells[:4])
    if wrong is not None:
        return wrong
    digits = {digit for _, digit in step.evidence.candidates}

    def cases() -> Iterator[Case]:
        for case in choices_of(position, cells):
            if not _deadly(position, case) and _all_digits_kept(position, case, digits):
                yield case

    return refutation_fault(position, step.eliminations, cases)


CHECKS = {
    **{f"uniqueness test {number}": _rectangle for number in range(1, 7)},
    "hidden rectangle": _rectangle,
    "avoidable rectangle 1": _rectangle,
    "avoidable rectangle 2": _rectangle,
}
