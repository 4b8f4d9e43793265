"""Checks of colours: each pair of classes is alternately true, whatever the others are."""

from __future__ import annotations

from itertools import chain, product

from cpsudoku.logic.checking import first
from cpsudoku.logic.checks.cases import Case, excludes, refutation_fault
from cpsudoku.logic.position import Position
from cpsudoku.logic.steps import Candidate, Step


def _strong(position: Position, one: Candidate, other: Candidate) -> bool:
    """Return whether one of two candidates must be true, because a cell or house has no other."""
    (cell, digit), (cell2, digit2) = one, other
    if cell == cell2:
        return set(position.left(cell)) == {digit, digit2}
    if digit != digit2:
        return False
    for number, group in enumerate(position.rules.groups):
        if position.rules.is_exact(group) and set(position.places(number, digit)) == {cell, cell2}:
            return True
    return False


def _pair_fault(position: Position, one: Case, other: Case) -> str | None:
    """Return why two classes are not the colours of one connected component, or None."""
    if not one or set(one) & set(other):
        return "a component has not two colours"
    colours = dict.fromkeys(one, 0) | dict.fromkeys(other, 1)
    reached, left = {one[0]}, [one[0]]
    while left:
        here = left.pop()
        for there in colours.keys() - reached:
            if colours[there] != colours[here] and _strong(position, here, there):
                reached.add(there)
                left.append(there)
    return None if reached == colours.keys() else "the colours are not joined by strong links"


def _possible(position: Position, true: Case) -> bool:
    """Return whether candidates may be true together and leave every cell one."""
    for index, one in enumerate(true):
        if any(excludes(position, one, other) for other in true[:index]):
            return False
    for cell in range(position.rules.cell_count):
        left = position.left(cell)
        if left and all(any(excludes(position, (cell, d), t) for t in true) for d in left):
            return False
    return True


def _colours(position: Position, step: Step) -> str | None:
    classes = step.evidence.colours
    pairs = list(zip(classes[::2], classes[1::2], strict=True))
    if not pairs:
        return "no colours"
    if wrong := first(_pair_fault(position, one, other) for one, other in pairs):
        return wrong

    if len({digit for c in classes for _, digit in c}) > 1 and step.technique != "3d medusa":
        return "several digits"
    every = (tuple(chain(*chosen)) for chosen in product(*pairs))
    cases = (true for true in every if _possible(position, true))
    return refutation_fault(position, step.eliminations, cases)


CHECKS = {"colours": _colours}
