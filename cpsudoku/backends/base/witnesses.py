"""True candidates: the digits that occur in solutions, and the solutions that show it.

What is known of a puzzle's candidates is a `Sample`: some solutions, and which digits have no
others.  All that people ask is derived from it, and much of it outlives a change of the puzzle.

>>> from cpsudoku.rules import boxes
>>> puzzle = Puzzle.from_digits([1, 2, 3, 0, 3, 4, 1, 0] + [2, 1, 4, 3, 4, 3, 2, 1], boxes(2, 2))
>>> grid = (1, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3, 4, 3, 2, 1)
>>> found = TrueCandidates(puzzle, Sample((grid,), puzzle.candidates))
>>> found.complete, found.masks == tuple(1 << digit - 1 for digit in grid)
(True, True)
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TypeAlias

from cpsudoku import verify
from cpsudoku.ground.deadline import Deadline
from cpsudoku.puzzle import Puzzle
from cpsudoku.result import Limits, Outcome
from cpsudoku.rules import Candidates, Cell, Digit, Grid, digits_of_mask

Candidate = tuple[Cell, Digit]

Search: TypeAlias = Callable[[Candidates, Limits], Outcome]
"""What `cpsudoku.backends.base.Engine.search` does."""


@dataclass(frozen=True, slots=True)
class Sample:
    """Some solutions of a puzzle, and the digits that have no others.

    Args:
        settled: for each cell a mask of digits of which no solution is missing; those that none of
            the solutions has are refuted.
    """

    solutions: Sequence[Grid]
    settled: Candidates


@dataclass(frozen=True)
class TrueCandidates:
    """For each cell the digits in some solution, with up to `most` solutions of each."""

    puzzle: Puzzle
    sample: Sample
    most: int = 1

    @cached_property
    def unique(self) -> Grid | None:
        """The only solution, if it is known that there is no other."""
        is_only = len(self.solutions) == 1 and self.settled == self.puzzle.candidates
        return self.solutions[0] if is_only else None

    @property
    def solutions(self) -> Sequence[Grid]:
        """The solutions found, each verified."""
        return self.sample.solutions

    @property
    def settled(self) -> Candidates:
        """For each cell a mask of the digits that no other solution has."""
        return self.sample.settled

    @cached_property
    def masks(self) -> Candidates:
        """For each cell a mask of the digits that were found; bit d−1 stands for digit d."""
        masks = [0] * self.puzzle.rules.cell_count
        for grid in self.solutions:
            masks = [mask | 1 << digit - 1 for mask, digit in zip(masks, grid, strict=True)]
        return tuple(masks)

    @cached_property
    def witnesses(self) -> dict[Candidate, Grid]:
        """For each (cell, digit) that was found a verified solution that has it."""
        found: dict[Candidate, Grid] = {}
        for grid in self.solutions:
            for candidate in enumerate(grid):
                found.setdefault(candidate, grid)
        return found

    @cached_property
    def counts(self) -> dict[Candidate, int]:
        """For each (cell, digit) that was found in how many solutions, counted up to `most`."""
        counted = Counter(candidate for grid in self.solutions for candidate in enumerate(grid))
        return {candidate: min(n, self.most) for candidate, n in counted.items()}

    @cached_property
    def complete(self) -> bool:
        """Whether no other digit occurs, and every count below `most` is exact."""
        return self.unique is not None or not any(
            self.counts.get((cell, digit), 0) < self.most
            for cell, mask in enumerate(self.puzzle.candidates)
            for digit in digits_of_mask(mask & ~self.settled[cell])
        )


def still_known(previous: TrueCandidates | None, puzzle: Puzzle) -> Sample:
    """Return what the answer for another puzzle shows about this one.

    A solution stays one where the new constraints and candidates allow it.  Where nothing was taken
    away, no solution can have come, and what was settled stays settled.  Of a puzzle on another
    board nothing is known.
    """
    nothing = Sample((), (0,) * puzzle.rules.cell_count)
    if previous is None or previous.puzzle.rules.board != puzzle.rules.board:
        return nothing
    before = Counter(previous.puzzle.rules.constraints)
    now = Counter(puzzle.rules.constraints)
    added = tuple(now - before)
    board = puzzle.rules.board
    solutions = tuple(
        grid
        for grid in previous.solutions
        if verify.agrees(grid, puzzle.candidates)
        and all(constraint.holds(board.values(grid)) for constraint in added)
    )
    pairs = zip(puzzle.candidates, previous.puzzle.candidates, strict=True)
    if before - now or any(new & ~old for new, old in pairs):
        return _useful(Sample(solutions, nothing.settled), previous.most)
    return _useful(Sample(solutions, previous.settled), previous.most)


def _useful(sample: Sample, most: int) -> Sample:
    """Return a sample without solutions whose every digit is in enough others.

    Else a puzzle that is changed a hundred times would carry the solutions of them all.
    """
    kept: list[Grid] = []
    counts: Counter[Candidate] = Counter()
    settled = list(sample.settled)
    for grid in sample.solutions:
        candidates = tuple(enumerate(grid))
        if any(counts[candidate] < most for candidate in candidates):
            kept.append(grid)
        else:
            for cell, digit in candidates:
                settled[cell] &= ~(1 << (digit - 1))
        counts.update(candidates)
    return Sample(tuple(kept), tuple(settled))


def sampled(search: Search, candidates: Candidates, known: Sample, limits: Limits) -> Sample:
    """Return solutions with each digit of each cell; see `Engine.sample`.

    One search is made for each cell with digits that no solution found so far has shown, with the
    cell restricted to them, so that their number is usually near the number of cells.  Only then
    are solutions counted, digit by digit.
    """
    sampling = _Sampling(search, candidates, known, limits)
    if sampling.show_each() and limits.solutions != 1:
        sampling.count_each()
    return Sample(tuple(sampling.pool), tuple(sampling.settled))


_TRIED = 0.2
"""The share of the time for finding out whether there is one solution at most."""


class _Sampling:
    def __init__(
        self, search: Search, candidates: Candidates, known: Sample, limits: Limits
    ) -> None:
        self.pool: dict[Grid, None] = {}
        self.settled = list(known.settled)
        self._counts: Counter[Candidate] = Counter()
        self._search = search
        self._candidates = candidates
        self._most = limits.solutions
        self._seed = limits.seed
        self._deadline = Deadline(limits.seconds)
        for grid in known.solutions:
            self._keep(grid)

    def show_each(self) -> bool:
        """Find a solution with each digit that has one; return whether there was time for it."""
        if not self.pool and self._are_few():
            return True
        for cell, mask in enumerate(self._candidates):
            while unseen := self._open(cell, mask, 1):
                is_over = self._ask(cell, unseen, 1)
                if is_over is None:
                    return False
                if is_over and not self.pool:  # nothing was ruled out yet: this was all of it
                    self.settled = list(self._candidates)
        return True

    def _are_few(self) -> bool:
        """Return whether one search finds that there is one solution at most, as it mostly does.

        Others that it finds are not kept: which solution shows a digit does not depend on them.
        """
        seconds = self._deadline.part(_TRIED).left
        limits = Limits(solutions=2, seconds=seconds, seed=self._seed)
        outcome = self._search(self._candidates, limits)
        if not outcome.exhausted:
            return False
        for grid in outcome.solutions:
            self._keep(grid)
        self.settled = list(self._candidates)
        return True

    def count_each(self) -> None:
        """Find up to the wanted number of solutions with each digit."""
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
        outcome = self._search(masks, limits)
        for grid in outcome.solutions:
            self._keep(grid)
        if outcome.exhausted:
            self.settled[cell] |= mask
        elif len(outcome.solutions) != wanted:
            return None
        return outcome.exhausted

    def _keep(self, grid: Grid) -> None:
        if grid not in self.pool:
            self.pool[grid] = None
            self._counts.update(enumerate(grid))
