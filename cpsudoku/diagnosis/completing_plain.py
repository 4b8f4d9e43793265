"""Searching for defining sets without the compiled module; see `cpsudoku.diagnosis.completing`.

The *pool* of known solutions is a matrix, a row each, and a column for each choice:

::

                r1c2=3  r1c2=7  r1c5=3  …
    solution 1     1       0       0
    solution 2     0       1       0         columns of a set, multiplied: the solutions that have
    solution 3     1       0       1         all its choices; two or more of them rule the set out

For all sets that extend a set by two choices the numbers of such rows come from one matrix product.
Only the sets with fewer than two rows go to a solver, whose solutions become rows in turn, so the
pool soon rules out nearly all.  If the pool holds *all* solutions, no solver is needed.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from contextlib import suppress
from itertools import combinations, islice
from typing import TYPE_CHECKING

from cpsudoku import solving
from cpsudoku.bulk.arrays import solve_many
from cpsudoku.deadline import Deadline, OutOfTimeError
from cpsudoku.diagnosis.choices import Choice, choices_of
from cpsudoku.puzzle import Puzzle
from cpsudoku.result import Result, Verdict
from cpsudoku.rules import Cell, Grid

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_ALL = 2000
"""Up to this many solutions, the pool simply holds them all."""

_SAMPLES = 4000
"""Else so many different solutions are looked for at first, fewer where there are many choices."""

_WORK = 2_000_000_000
"""Most multiplications in one matrix product: some tenths of a second between looks at the clock"""

_CHUNK = 1024
"""Sets that go to a solver in one call."""

_GREEDY_ROUNDS = 30
"""Solutions for which a greedy choice is tried before the exact search."""


class PlainDefiningSetSearch:
    """Searches for defining sets of a puzzle, with NumPy alone.

    Args:
        solutions: some of its solutions.
        deadline: when to give up.

    Raises:
        OutOfTimeError: the deadline has passed before the search could begin.
    """

    def __init__(self, puzzle: Puzzle, solutions: Sequence[Grid], deadline: Deadline) -> None:
        self._pool = _Pool(puzzle, deadline)
        self._pool.fill(solutions)

    def guess(self, seconds: float | None) -> list[Choice] | None:
        """Return a minimal defining set, found quickly, or None."""
        return _greedy(self._pool, Deadline(seconds))

    def find(self, size: int) -> list[Choice] | None:
        """Return a defining set of this size, or None; smaller ones were looked for in vain.

        Raises:
            OutOfTimeError: the deadline has passed.
        """
        found = self._pool.unique_set(size)
        return None if found is None else found[0]


class _Pool:
    """Known solutions of a puzzle, and which choices they have."""

    def __init__(self, puzzle: Puzzle, deadline: Deadline) -> None:
        import numpy as np

        self.puzzle = puzzle
        self.deadline = deadline
        self.grids: list[Grid] = []
        self.choices = choices_of(puzzle)
        self._seen: set[Grid] = set()
        self._complete = False
        self._cells = np.array([cell for cell, _ in self.choices])
        self._digits = np.array([digit for _, digit in self.choices])
        self._clashing = self._cells[:, None] == self._cells
        for place, (cell, digit) in enumerate(self.choices):
            peers = np.isin(self._cells, puzzle.rules.peers[cell])
            self._clashing[place] |= peers & (self._digits == digit)
        self._rows: NDArray[np.float32] = np.zeros((1024, len(self.choices)), np.float32)

    def fill(self, solutions: Sequence[Grid]) -> None:
        """Add all solutions if they are few, else many that differ much."""
        result = self._solve(self.puzzle, _ALL)
        for grid in (*solutions, *result.solutions):
            self.add(grid)
        self._complete = result.outcome.exhausted
        if self._complete:
            return
        chance = random.Random(0)
        samples = min(_SAMPLES, _WORK // max(1, len(self.choices)) ** 2)
        for _ in range(samples):
            asked = self.puzzle
            for cell, digit in chance.sample(self.choices, min(3, len(self.choices))):
                asked = asked.with_given(cell, digit)
            for grid in self._solve(asked, 1).solutions:
                self.add(grid)

    def _solve(self, puzzle: Puzzle, limit: int) -> Result:
        self.deadline.check()
        return solving.solve(puzzle, limit=limit, seconds=self.deadline.left)

    def add(self, grid: Grid) -> None:
        """Add a solution, if it is new."""
        import numpy as np

        if grid in self._seen:
            return
        self._seen.add(grid)
        if len(self.grids) == len(self._rows):
            self._rows = np.concatenate([self._rows, np.zeros_like(self._rows)])
        self._rows[len(self.grids)] = np.array(grid)[self._cells] == self._digits
        self.grids.append(grid)

    def only(self, choices: Sequence[Choice]) -> Grid | None:
        """Return the only solution with some choices, or None if there are several or none.

        Raises:
            OutOfTimeError: the deadline has passed.
        """
        if self._complete:
            agreeing = [g for g in self.grids if all(g[c] == d for c, d in choices)]
            return agreeing[0] if len(agreeing) == 1 else None
        asked = self.puzzle
        for cell, digit in choices:
            asked = asked.with_given(cell, digit)
        result = self._solve(asked, 2)
        for grid in result.solutions:
            self.add(grid)
        if result.verdict is Verdict.UNKNOWN:
            raise OutOfTimeError
        return result.solution if result.verdict is Verdict.UNIQUE else None

    def unique_set(self, size: int) -> tuple[list[Choice], Grid] | None:
        """Return a set of so many choices that just one solution has, with it, or None.

        No smaller set does.
        """
        suspects = self._suspects(size)
        known = len(self.grids)
        while chunk := list(islice(suspects, _CHUNK)):
            found = self._unique_among(chunk, known)
            if found is not None:
                return found
        return None

    def _unique_among(
        self, suspects: list[tuple[int, ...]], known: int
    ) -> tuple[list[Choice], Grid] | None:
        """Return the first of some sets that just one solution has.

        Args:
            suspects: sets that fewer than two of the first ``known`` grids of the pool have.
            known: see there.
        """
        import numpy as np

        places = np.array(suspects)
        fine = np.ones(len(places), np.bool_)
        for one, other in combinations(range(places.shape[1]), 2):
            fine &= ~self._clashing[places[:, one], places[:, other]]
        later = self._rows[known : len(self.grids)]
        fine &= later[:, places].all(axis=2).sum(axis=0) < 2
        places = places[fine]
        for row in self._worth_asking(places):
            choices = [self.choices[place] for place in row]
            solution = self.only(choices)
            if solution is not None:
                return choices, solution
        return None

    def _worth_asking(self, places: NDArray[np.intp]) -> NDArray[np.intp]:
        """Return the sets that some solution has; most have none, and one bulk call tells which."""
        import numpy as np

        if self._complete or self.puzzle.has_pencil_marks or not len(places):
            return places
        digits = np.repeat(np.array([self.puzzle.digits], np.uint8), len(places), axis=0)
        rows = np.arange(len(places))[:, None]
        digits[rows, self._cells[places]] = self._digits[places]
        self.deadline.check()
        batch = solve_many(digits, rules=self.puzzle.rules, limit=1, seconds=self.deadline.left)
        if batch.unknown.any():
            raise OutOfTimeError
        return places[batch.counts > 0]

    def _suspects(self, size: int) -> Iterator[tuple[int, ...]]:
        """Yield the sets of so many choices, as ascending places, with fewer than two rows."""
        import numpy as np

        if size == 1:
            counts = self._rows[: len(self.grids)].sum(axis=0)
            yield from ((int(place),) for place in np.flatnonzero(counts < 2))
            return
        yield from self._extended((), np.arange(len(self.grids)), size)

    def _extended(
        self, places: tuple[int, ...], rows: NDArray[np.intp], size: int
    ) -> Iterator[tuple[int, ...]]:
        import numpy as np

        self.deadline.check()
        first = places[-1] + 1 if places else 0
        if size - len(places) == 2:
            block = self._rows[rows, first:]
            together = block.T @ block
            few = np.argwhere(np.triu(together < 2, 1))
            yield from ((*places, first + int(i), first + int(j)) for i, j in few)
            return
        for place in range(first, len(self.choices)):
            kept = rows[self._rows[rows, place] > 0]
            # With fewer than two rows nothing new can come of it: smaller sets were looked at,
            # and each of them is in two solutions of the pool, or in no solution at all.
            if len(kept) > 1:
                yield from self._extended((*places, place), kept, size)


def _greedy(pool: _Pool, until: Deadline) -> list[Choice] | None:
    """Return the smallest of the minimal sets for some solutions, or None if time was short."""
    best: list[Choice] | None = None
    with suppress(OutOfTimeError):
        for solution in pool.grids[:: max(1, len(pool.grids) // _GREEDY_ROUNDS)]:
            until.check()
            cells = _greedy_for(pool, solution)
            if best is None or len(cells) < len(best):
                best = [(cell, solution[cell]) for cell in cells]
    return best


def _greedy_for(pool: _Pool, solution: Grid) -> tuple[Cell, ...]:
    """Choose the cells that tell the most others apart, then leave out what is not needed."""
    cells: list[Cell] = []
    blanks = sorted({cell for cell, _ in pool.choices})
    while True:
        others = [
            g for g in pool.grids if g != solution and all(g[c] == solution[c] for c in cells)
        ]
        if others:
            differing = [sum(g[c] != solution[c] for g in others) for c in blanks]
            cells.append(blanks[differing.index(max(differing))])
        elif pool.only([(c, solution[c]) for c in cells]) is not None:
            break
    for cell in list(cells):
        rest = [c for c in cells if c != cell]
        if pool.only([(c, solution[c]) for c in rest]) is not None:
            cells = rest
    return tuple(sorted(cells))
