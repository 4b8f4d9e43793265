"""Dig givens out of a final grid, each only while the solution stays the only one.

What is dug is defined without any solver: the orbits of cells (single cells, where no symmetry is
asked for) are taken in a given order, and each is removed if the puzzle without it still has one
solution.  That order alone decides the puzzle; whoever judges uniqueness, the outcome is the same.

It would cost one question for each orbit.  Fewer do, by *unavoidable sets*: cells whose digits can
be exchanged among themselves, so that a puzzle with none of them given has a second solution.  Two
solutions of one puzzle differ in such a set.  So we remove many orbits at a time and ask once:

    order          a  b  c  d  e  f  g  h  i  …
    removed        -  -  -  -  -  -                 asked: is the solution still the only one?
    no: differs          *     *                    {c, e} is unavoidable
    learnt                     +                    so e, its last orbit, has to stay
    next           -  -  -  -  +  -  -              and we go on from there, asking later

Without the second answer the removals before are all proved at once, for what stays the only
solution when more is removed was the only one before.  With it, the last orbit of the set was the
removal that went too far: when its turn came, the rest of the set had already gone.  Sets that are
known keep their last orbit without any question if no other orbit of them stayed.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias

from cpsudoku.generation.symmetry import Orbit
from cpsudoku.rules import Cell, Grid

Judge: TypeAlias = Callable[[Grid, frozenset[Cell]], Grid | None]
"""Tells a grid other than the first that agrees with it in these cells; None if there is none."""

Keep: TypeAlias = Callable[[frozenset[Cell], Orbit], bool]
"""Tells whether an orbit must stay, whatever the solutions, when these cells are given."""


class CannotGoError(Exception):
    """A cell that is to be blank has to stay given; never leaves this package."""


class Dig:
    """One puzzle being dug.

    Args:
        grid: the final grid.
        order: the orbits that may go, in the order in which they are tried; cells in none stay.
        keep: which orbits must stay for another reason than uniqueness.
        judge: who answers questions about uniqueness.
        must_go: how many orbits, the first of the order, have to be blank.
    """

    def __init__(
        self, grid: Grid, order: Sequence[Orbit], keep: Keep, judge: Judge, must_go: int = 0
    ) -> None:
        self._grid = grid
        self._order = order
        self._keep = keep
        self._judge = judge
        self._must_go = must_go
        self._position_of = {cell: p for p, orbit in enumerate(order) for cell in orbit}
        # Sets of positions are bit masks; the unavoidable sets are listed by their last position.
        self._unavoidable: list[list[int]] = [[] for _ in order]
        self._kept = 0
        self._unproved: list[int] = []
        # Givens before each position's turn: givens[p + 1] is what is left after it.
        self._givens = [frozenset(range(len(grid)))]

    def run(self) -> frozenset[Cell]:
        """Return the cells that stay given.

        Raises:
            CannotGoError: one of the orbits that have to be blank cannot be.
        """
        # Half of the cells of a grid can nearly always go; later every second removal fails.  Too
        # many at a time would ask about puzzles so loose that some solvers are lost in them.
        at_a_time = max(1, len(self._order) // 2)
        most = max(1, len(self._order) // 16)
        while True:
            self._remove(at_a_time)
            if not self._unproved:
                return self._givens[-1]
            other = self._judge(self._grid, self._givens[-1])
            if other is None:
                self._unproved.clear()
                at_a_time = min(2 * at_a_time, most)
            else:
                self._learn(other)
                at_a_time = max(1, at_a_time // 2)

    def _remove(self, at_a_time: int) -> None:
        """Go on until there are that many removals that no question has proved."""
        while len(self._givens) <= len(self._order) and len(self._unproved) < at_a_time:
            position = len(self._givens) - 1
            givens, orbit = self._givens[-1], self._order[position]
            known = any(not cells & self._kept for cells in self._unavoidable[position])
            if known or self._keep(givens, orbit):
                if position < self._must_go:
                    # Either it stays indeed, or one before it does.
                    raise CannotGoError
                self._kept |= 1 << position
                self._givens.append(givens)
            else:
                self._unproved.append(position)
                self._givens.append(givens.difference(orbit))

    def _learn(self, other: Grid) -> None:
        """Note the unavoidable set that a second solution shows, and go back to its last orbit."""
        cells = 0
        for cell, (one, two) in enumerate(zip(self._grid, other, strict=True)):
            if one != two:
                cells |= 1 << self._position_of[cell]
        last = cells.bit_length() - 1
        self._unavoidable[last].append(cells)
        self._kept &= (1 << last) - 1
        self._unproved = [position for position in self._unproved if position < last]
        del self._givens[last + 1 :]
