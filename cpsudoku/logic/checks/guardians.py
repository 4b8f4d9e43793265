"""What follows where one of some candidates, the *extras*, must be true."""

from __future__ import annotations

from collections.abc import Iterator

from cpsudoku.logic.checks.cases import Case, fillings, house_fault, refutation_fault
from cpsudoku.logic.position import Position
from cpsudoku.logic.steps import Step


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
    for group in step.evidence.base:
        wrong = house_fault(position, group)
        if wrong is not None:
            return wrong

    def cases() -> Iterator[Case]:
        for case in fillings(position, tuple(cells)):
            if extras.intersection(case) and _houses_have_all(position, step, case):
                yield case

    return refutation_fault(position, step.eliminations, cases)


def _houses_have_all(position: Position, step: Step, case: Case) -> bool:
    """Return whether no digit loses its last place in a house of the evidence."""
    filled = {cell for cell, _ in case}
    for group in step.evidence.base:
        for digit in range(1, position.rules.size + 1):
            places = position.places(group, digit)
            placed = any((cell, digit) in case for cell in places)
            if places and not placed and filled.issuperset(places):
                return False
    return True
