"""True candidates with any engine: a search for each digit that no solution has shown."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING

from cpsudoku.backends.base.witnesses import Candidate, Grids, Sample, packed
from cpsudoku.ground.deadline import Deadline
from cpsudoku.result import Limits
from cpsudoku.rules import Candidates, Cell, Digit, Grid, digits_of_mask

if TYPE_CHECKING:
    from cpsudoku.backends.base import Engine


def sampled(engine: Engine, candidates: Candidates, known: Sample, limits: Limits) -> Sample:
    """Return solutions with each digit of each cell; see `Engine.sample`.

    One search is made for each cell with digits that no solution found so far has shown, with the
    cell restricted to them, so that their number is usually near the number of cells.  Only then
    are solutions counted, digit by digit.
    """
    sampling = _Sampling(engine, candidates, known, limits)
    if sampling.show_each() and limits.solutions != 1:
        sampling.count_each()
    return Sample(Grids(sampling.pool), tuple(sampling.settled))


class _Sampling:
    def __init__(
        self, engine: Engine, candidates: Candidates, known: Sample, limits: Limits
    ) -> None:
        self.pool: dict[Sequence[Digit], None] = {}
        self.settled = list(known.settled)
        self._counts: Counter[Candidate] = Counter()
        self._engine = engine
        self._candidates = candidates
        self._most = limits.solutions
        self._seed = limits.seed
        self._deadline = Deadline(limits.seconds)
        for grid in known.solutions:
            self._keep(grid)

    def show_each(self) -> bool:
        """Find a solution with each digit that has one; return whether there was time for it."""
        for cell, mask in enumerate(self._candidates):
            while unseen := self._open(cell, mask, 1):
                is_over = self._ask(cell, unseen, 1)
                if is_over is None:
                    return False
                if is_over and not self.pool:  # nothing was ruled out yet: this was all of it
                    self.settled = list(self._candidates)
        return True

    def count_each(self) -> None:
        """Find as many solutions with each digit as were asked for."""
        for cell, mask in enumerate(self._candidates):
            for digit in digits_of_mask(self._open(cell, mask, self._most)):
                only = 1 << (digit - 1)
                if not self._open(cell, only, self._most):  # shown by others meanwhile
                    continue
                if self._ask(cell, only, self._most) is None:
                    return

    def _open(self, cell: Cell, mask: int, wanted: int | None) -> int:
        return sum(
            1 << (digit - 1)
            for digit in digits_of_mask(mask & ~self.settled[cell])
            if wanted is None or self._counts[cell, digit] < wanted
        )

    def _ask(self, cell: Cell, mask: int, wanted: int | None) -> bool | None:
        """Search with a cell restricted; return whether that was all, None if time ran out."""
        masks = (*self._candidates[:cell], mask, *self._candidates[cell + 1 :])
        limits = Limits(solutions=wanted, seconds=self._deadline.left, seed=self._seed)
        outcome = self._engine.search(masks, limits)
        for grid in outcome.solutions:
            self._keep(grid)
        if outcome.exhausted:
            self.settled[cell] |= mask
        elif len(outcome.solutions) != wanted:
            return None
        return outcome.exhausted

    def _keep(self, grid: Grid) -> None:
        kept = packed(grid)
        if kept not in self.pool:
            self.pool[kept] = None
            self._counts.update(enumerate(grid))
