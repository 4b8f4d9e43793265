"""All cases of a pattern: every way to fill some cells, or to put a digit into some groups.

What is false in every case is false.  A pattern has few cells, so that going through them all is
cheap, and the proof needs nothing but which cells see each other.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from cpsudoku.logic.position import Position
from cpsudoku.logic.steps import Candidate, GroupNumber, Step
from cpsudoku.rules import Cell, Digit, cell_name

Case = tuple[Candidate, ...]
"""Candidates that are true together."""


def fillings(position: Position, cells: Sequence[Cell]) -> Iterator[Case]:
    """Yield every way to fill some cells in which no two peers are the same.

    A placed cell has its digit alone; without it there would be no case, and all be said to follow.
    """
    left = ((cell, position.left(cell) or (position.digits[cell],)) for cell in cells)
    return fillings_from(position, [[(cell, d) for d in digits] for cell, digits in left])


def placings(position: Position, groups: Sequence[GroupNumber], digit: Digit) -> Iterator[Case]:
    """Yield every way to put a digit into some houses; one cell may serve several of them.

    Where it is placed already it stays, for the same reason.
    """
    choices = []
    for group in groups:
        cells = position.rules.groups[group].cells
        placed = [cell for cell in cells if position.digits[cell] == digit]
        choices.append([(cell, digit) for cell in placed or position.places(group, digit)])
    return fillings_from(position, choices)


def fillings_from(
    position: Position, choices: list[list[Candidate]], chosen: Case = ()
) -> Iterator[Case]:
    """Yield every choice of a candidate of each list, none excluding another, beyond the chosen."""
    if len(chosen) == len(choices):
        yield chosen
        return
    for candidate in choices[len(chosen)]:
        if not any(excludes(position, candidate, other) for other in chosen):
            yield from fillings_from(position, choices, (*chosen, candidate))


def excludes(position: Position, one: Candidate, other: Candidate) -> bool:
    """Return whether two candidates cannot both be true."""
    (cell, digit), (cell2, digit2) = one, other
    if cell == cell2:
        return digit != digit2
    return digit == digit2 and cell2 in position.rules.peers[cell]


def refutation_fault(
    position: Position, eliminations: Sequence[Candidate], cases: Iterable[Case]
) -> str | None:
    """Return which elimination some case allows, or None if every case excludes all."""
    for case in cases:
        for gone in eliminations:
            if not any(excludes(position, gone, true) for true in case):
                name = cell_name(gone[0], position.rules.board)
                return f"{name} may be {gone[1]} in a case of the pattern"
    return None


def filling_fault(position: Position, step: Step) -> str | None:
    """Return which elimination some way to fill the cells of a step allows, or None."""
    return refutation_fault(position, step.eliminations, fillings(position, step.evidence.cells))


def house_fault(position: Position, *groups: GroupNumber) -> str | None:
    """Return which of some groups is not a house, or None."""
    rules = position.rules
    for group in groups:
        if not rules.is_exact(rules.groups[group]):
            return f"{rules.groups[group].name} is not a house"
    return None
