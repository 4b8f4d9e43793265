"""Checks of patterns that cannot be all there is: one of the *extras*, other candidates, is true.

Unique rectangles, unique loops and bivalue universal graves would leave two solutions, a tridagon
none.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import product

from cpsudoku.logic.checking import together
from cpsudoku.logic.checks.cases import (
    Case,
    excludes,
    fillings,
    fillings_from,
    house_fault,
    refutation_fault,
)
from cpsudoku.logic.checks.proofs import shown_by_proofs
from cpsudoku.logic.position import Position
from cpsudoku.logic.steps import GroupNumber, Step
from cpsudoku.rules import Cell, Digit, cell_name


def guardians_fault(position: Position, step: Step) -> str | None:
    """Return what is wrong with eliminations that rest on one of the extras being true.

    All ways to fill the cells with extras and those of the evidence's sets are tried, in which an
    extra is true and no digit is left without a place in the evidence's houses.

    Args:
        step: the step, with the extras as candidates, and houses and sets where it needs them.
    """
    extras = set(step.evidence.candidates)
    cells = dict.fromkeys(cell for cell, _ in step.evidence.candidates)
    cells.update((cell, None) for locked in step.evidence.sets for cell in locked.cells)
    houses, digits = step.evidence.base, range(1, position.rules.size + 1)
    if wrong := house_fault(position, *houses):
        return wrong

    cases = (
        case
        for case in fillings(position, tuple(cells))
        if extras.intersection(case) and _leaves_places(position, case, houses, digits)
    )
    return refutation_fault(position, step.eliminations, cases)


def _leaves_places(
    position: Position, case: Case, houses: Iterable[GroupNumber], digits: Iterable[Digit]
) -> bool:
    """Return whether no digit loses its last place in a house."""
    filled = {cell for cell, _ in case}
    for house, digit in product(houses, digits):
        places = position.places(house, digit)
        placed = any((cell, digit) in case for cell in places)
        if places and not placed and filled.issuperset(places):
            return False
    return True


def _loop(position: Position, step: Step) -> str | None:
    """Swapping the two digits of the loop must break no rule."""
    loop, rules = step.evidence.cells, position.rules
    if rules.others:
        return "a swap may break a constraint that is not a group"
    if len(loop) < 4 or len(set(loop)) != len(loop):
        return "no loop of four cells or more"
    left = position.without(step.evidence.candidates).left
    if len(left(loop[0])) != 2 or any(left(cell) != left(loop[0]) for cell in loop):
        return "without the extras, the cells have not the same two digits"
    odd, even = set(loop[::2]), set(loop[1::2])
    for group in rules.groups:
        if len(odd.intersection(group.cells)) != len(even.intersection(group.cells)):
            return f"a swap changes what {group.name} has"
        if len(odd.intersection(group.cells)) > 1:
            return f"the loop meets {group.name} more than once"
    return guardians_fault(position, step)


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


def _rectangle(position: Position, step: Step) -> str | None:
    cells = step.evidence.cells
    if len(cells) < 4 or len(set(cells)) != len(cells):
        return "not four corners"
    if wrong := _swap_fault(position, cells[:4]):
        return wrong
    digits, rules = {digit for _, digit in step.evidence.candidates}, position.rules
    houses = [n for n, group in enumerate(rules.groups) if rules.is_exact(group)]

    cases = (
        case
        for case in fillings(position, cells)
        if not _deadly(position, case) and _leaves_places(position, case, houses, digits)
    )
    return refutation_fault(position, step.eliminations, cases)


def _bug_plus_one(position: Position, step: Step) -> str | None:
    ((cell, digit),) = step.evidence.candidates
    if {c for c, _ in step.eliminations} != {cell}:
        return "an elimination is in another cell"
    if digit in {d for _, d in step.eliminations}:
        return "the extra candidate is eliminated"
    return _grave_fault(position.without(step.evidence.candidates))


def _grave_fault(position: Position) -> str | None:
    """Return why swapping all digits of two-digit cells may break the rules, or None."""
    rules, left = position.rules, position.candidates
    if rules.others:
        return "a swap may break a constraint that is not a group"
    if any(mask and mask.bit_count() != 2 for mask in left):
        return "without the candidate, a cell has not two"
    for group in rules.groups:
        if not rules.is_exact(group):
            return f"{group.name} is not a house, where a swap may put a digit twice"
        for d in range(rules.size):
            if sum(left[c] >> d & 1 for c in group.cells) not in {0, 2}:
                return f"without the candidate, {d + 1} has not two places in {group.name}"
    return None


def _grave(position: Position, step: Step) -> str | None:
    left = position.without(step.evidence.candidates)
    return _grave_fault(left) or guardians_fault(position, step)


def _tridagon(position: Position, step: Step) -> str | None:
    cells, guardians = step.evidence.cells, step.evidence.candidates
    kept = [[(c, d) for d in position.left(c) if (c, d) not in guardians] for c in cells]
    if len(set(cells)) != 12 or len({digit for some in kept for _, digit in some}) != 3:
        return "without the guardians, not twelve cells with three digits"
    if not guardians or not {cell for cell, _ in guardians} <= set(cells):
        return "no guardians in the cells"
    if next(fillings_from(position, kept), None) is not None:
        return "the cells can be filled without a guardian"
    shown = shown_by_proofs(position, step.evidence)
    if isinstance(shown, str):
        return shown
    for gone in step.eliminations:
        for true in guardians:
            if not (excludes(position, gone, true) or gone in shown.get(true, ())):
                return f"a guardian leaves {gone[1]} in {cell_name(gone[0], position.rules.board)}"
    return "a tridagon places nothing" if step.placements else None


CHECKS = {
    "unique loops": together(_loop),
    "rectangles": _rectangle,
    "bug+1": _bug_plus_one,
    "graves": _grave,
    "impossible patterns": _tridagon,
}
