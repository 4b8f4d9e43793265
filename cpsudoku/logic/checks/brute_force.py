"""The check of brute force: the other digits of the cell are tried, and none leads to a solution.

The search here is slow and plain: the cell with the fewest digits left, each of them in turn.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count

from cpsudoku.logic.position import Position
from cpsudoku.logic.steps import Candidate, Step

MOST_TRIALS = 20_000
"""Digits tried before the check gives up, which is a fault, too."""


def _brute_force(position: Position, step: Step) -> str | None:
    ((cell, digit),) = step.placements
    if step.eliminations or step.evidence.cells != (cell,):
        return "not one cell"
    trials = count(1)
    try:
        for other in position.left(cell):
            if other != digit and _solves(_placed(position, (cell, other)), trials):
                return "the cell may have another digit"
    except _TooLongError:
        return "a search for another digit of the cell takes too long"
    return None


class _TooLongError(Exception):
    pass


def _solves(position: Position, trials: Iterator[int]) -> bool:
    """Return whether a solution is left; each position that is looked at takes a number."""
    if next(trials) > MOST_TRIALS:
        raise _TooLongError
    cells = [cell for cell, digit in enumerate(position.digits) if not digit]
    if not cells:
        return True
    cell = min(cells, key=lambda c: len(position.left(c)))
    return any(_solves(_placed(position, (cell, d)), trials) for d in position.left(cell))


def _placed(position: Position, candidate: Candidate) -> Position:
    return position.after(Step("brute force", (candidate,), ()))


CHECKS = {"brute force": _brute_force}
