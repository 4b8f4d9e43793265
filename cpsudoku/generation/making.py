"""Make one puzzle: draw a grid, dig it, and try again where the wish is not met."""

from __future__ import annotations

import time
from collections import Counter
from dataclasses import dataclass, field

from cpsudoku import backends, solving
from cpsudoku.backends import BackendLike
from cpsudoku.errors import BackendError, GenerationError
from cpsudoku.generation.digging import Dig, Judge
from cpsudoku.generation.filling import random_grid
from cpsudoku.generation.randomness import Randomness
from cpsudoku.generation.symmetry import Orbit
from cpsudoku.generation.wishes import Wish
from cpsudoku.puzzle import Puzzle
from cpsudoku.result import Verdict
from cpsudoku.rules import Cell, Grid, Rules


class OutOfTimeError(Exception):
    """Time ran out before a puzzle was finished; never leaves this package."""


@dataclass(frozen=True, slots=True)
class Made:
    """A generated puzzle.

    Args:
        index: its number; the same seed, index and wish give the same puzzle.
        puzzle: the puzzle, proved to have one solution.
        solution: that solution.
        attempts: how many grids were dug until one met the wish.
    """

    index: int
    puzzle: Puzzle
    solution: Grid
    attempts: int = 1

    @property
    def clues(self) -> int:
        """Number of givens."""
        return self.puzzle.clues


def judge_by(backend: BackendLike, rules: Rules, deadline: float | None = None) -> Judge:
    """Return a judge of uniqueness that asks a backend.

    Args:
        backend: a name, a backend or an engine.
        rules: the rules.
        deadline: time of the monotonic clock at which to give up; None for never.

    Raises:
        UnsupportedError: the backend does not know these rules.
    """
    engine = backends.engine(backend, rules)

    def other(grid: Grid, givens: frozenset[Cell]) -> Grid | None:
        digits = [digit if cell in givens else 0 for cell, digit in enumerate(grid)]
        puzzle = Puzzle.from_digits(digits, rules)
        seconds = None if deadline is None else max(0.0, deadline - time.monotonic())
        result = solving.check(puzzle, backend=engine, seconds=seconds)
        if result.verdict is Verdict.UNKNOWN:
            raise OutOfTimeError
        others = [found for found in result.solutions if found != grid]
        if len(others) == len(result.solutions) and result.verdict is not Verdict.MULTIPLE:
            name = backends.name_of(backend, rules)
            raise BackendError(f"backend {name!r} missed a solution of {puzzle}")
        return others[0] if others else None

    return other


@dataclass
class Maker:
    """Makes puzzles to one wish.

    Args:
        wish: what the puzzles are to be like.
        seed: the seed.
        judge: who answers questions about uniqueness.
        attempts: how many grids to dig at most for one puzzle.
        deadline: time of the monotonic clock at which to give up; None for never.
    """

    wish: Wish
    seed: int
    judge: Judge
    attempts: int
    deadline: float | None = None
    reached: Counter[int] = field(default_factory=Counter)

    def make(self, index: int) -> Made:
        """Return the puzzle of an index.

        Args:
            index: its number.

        Raises:
            GenerationError: the wish was not met within the attempts; says what was reached.
            OutOfTimeError: the deadline came first.
        """
        reached: Counter[int] = Counter()
        for attempt in range(self.attempts):
            if self.deadline is not None and time.monotonic() >= self.deadline:
                raise OutOfTimeError
            grid, givens = self._dig(Randomness(self.seed, index, attempt))
            if self.wish.accepts(givens):
                digits = [digit if cell in givens else 0 for cell, digit in enumerate(grid)]
                puzzle = Puzzle.from_digits(digits, self.wish.rules)
                return Made(index, puzzle, grid, attempt + 1)
            reached[len(givens)] += 1
        raise GenerationError(
            f"no puzzle as wished for in {self.attempts} attempts; "
            f"they ended with {min(reached)} to {max(reached)} givens"
        )

    def _dig(self, chance: Randomness) -> tuple[Grid, frozenset[Cell]]:
        wish = self.wish
        grid = random_grid(wish.rules, chance)
        order = list(wish.orbits)
        chance.shuffle(order)
        # A minimal puzzle is dug to its end, and taken if it has as many givens as wished for.
        whole = wish.minimal or wish.clues is None
        least = 0 if whole else wish.reachable[chance.below(len(wish.reachable))]

        def keep(givens: frozenset[Cell], orbit: Orbit) -> bool:
            return len(givens) - len(orbit) < least

        return grid, Dig(grid, order, keep, self.judge).run()
