"""Dig givens out of a final grid, each only while the solution stays the only one.

What is dug is defined without any solver: the orbits of cells (single cells, where no symmetry is
asked for) are taken in a given order, and each is removed if the puzzle without it still has one
solution.  That order alone decides the puzzle; the solver that judges uniqueness does not matter.

A puzzle with one solution keeps it when a cell's given is removed, unless there is now a solution
with *another digit in that very cell*.  So that is the question, and it is much easier than a
search for two solutions of the whole puzzle: mostly it has no answer, and propagation shows it.
Where naked and hidden singles fill the cell in from the other givens, it need not even be asked.

Of an orbit the cells are asked about one after the other with all of them removed; a cell whose
digit is settled needs no further look, so no second solution can hide in their combination.

(Asking for two solutions with many orbits removed at once takes fewer questions, but each of a
loose puzzle: some solvers needed seconds for those.)
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias

from cpsudoku.generation.filling import followed
from cpsudoku.rules import Cell, Grid, Rules
from cpsudoku.symmetry.orbits import Orbit

Judge: TypeAlias = Callable[[Grid, frozenset[Cell], Cell], bool]
"""Whether a grid that agrees with the first in these cells has another digit in that cell."""

Keep: TypeAlias = Callable[[frozenset[Cell], Orbit], bool]
"""Whether an orbit must stay, whatever the solutions, when these cells are given."""


class CannotGoError(Exception):
    """A cell that is to be blank has to stay given; never leaves this package."""


def dig(
    rules: Rules,
    grid: Grid,
    order: Sequence[Orbit],
    *,
    keep: Keep,
    judge: Judge,
    must_go: int = 0,
    givens: frozenset[Cell] | None = None,
) -> frozenset[Cell]:
    """Return the cells that stay given.

    Args:
        order: the orbits that may go, in the order in which they are tried; cells in none stay.
        keep: which orbits must stay for another reason than uniqueness.
        must_go: how many orbits, the first of the order, have to be blank.
        givens: the cells that are given at first, by which the solution is unique; None for all.

    Raises:
        CannotGoError: one of the orbits that have to be blank cannot be.
    """
    if givens is None:
        givens = frozenset(range(len(grid)))
    for place, orbit in enumerate(order):
        left = givens.difference(orbit)
        if not keep(givens, orbit) and _stays_unique(rules, grid, left, orbit, judge):
            givens = left
        elif place < must_go:
            raise CannotGoError
    return givens


def _stays_unique(
    rules: Rules, grid: Grid, givens: frozenset[Cell], orbit: Orbit, judge: Judge
) -> bool:
    full = rules.all_digits
    masks = followed(
        rules, tuple(1 << digit >> 1 if cell in givens else full for cell, digit in enumerate(grid))
    )
    return not any(judge(grid, givens, cell) for cell in orbit if masks[cell] & (masks[cell] - 1))
