"""Where environments and data get their puzzles from: pools by rating, and a curriculum of them.

>>> pool = PuzzlePool.of([".12......21...4."])
>>> len(pool), pool.rules.size, pool.solutions[0].tolist()[:4]
(1, 4, [3, 1, 2, 4])
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cpsudoku.bulk.arrays import solve_many
from cpsudoku.bulk.inputs import Puzzles
from cpsudoku.bulk.rows import are_masks
from cpsudoku.errors import OptionError, PuzzleError
from cpsudoku.formats import parse_rules
from cpsudoku.generation import generate
from cpsudoku.generation.difficulty import DifficultySpec
from cpsudoku.learn.puzzles import PuzzleLot, lots_of
from cpsudoku.logic.explaining.rating import rate_many
from cpsudoku.rules import Rules, classic

Interval = tuple[float, float]
"""The least and the largest rating of Sudoku Explainer (ER), as 1.0 and 2.3."""


def tenths(interval: Interval) -> tuple[int, int]:
    """Return an interval of ratings in tenths, as the generator expects it."""
    return round(10 * interval[0]), round(10 * interval[1])


@dataclass(frozen=True)
class PuzzlePool:
    """Puzzles of the same rules, each with what is known of it.

    Args:
        solutions: array (n, cells): for each its solution, or 0s where it has not just one.
        ratings: float array (n,): Sudoku Explainer's rating; NaN where it was not asked for.
    """

    lot: PuzzleLot
    solutions: NDArray[Any]
    ratings: NDArray[np.float64]

    def __len__(self) -> int:
        return len(self.solutions)

    @property
    def rules(self) -> Rules:
        """The rules of all of them."""
        return self.lot.rules

    @property
    def has_single_solutions(self) -> bool:
        """Whether each puzzle has just one solution."""
        return bool(self.solutions.all())

    @classmethod
    def of(cls, puzzles: Puzzles, rules: Rules | None = None, *, rated: bool = False) -> PuzzlePool:
        """Return a pool of given puzzles.

        Args:
            rated: whether to rate them, which takes about a millisecond each, hard ones far longer.

        Raises:
            CpsudokuError: something is not a puzzle, or there are several rules or none at all.
        """
        lots = lots_of(puzzles, rules)
        if len(lots) != 1 or not len(lots[0].rows):
            raise PuzzleError("puzzles of several rules, or none; expected some of the same rules")
        lot = lots[0]
        found = solve_many(lot.rows, rules=lot.rules, masks=are_masks(lot.rows), limit=2)
        solutions = np.where((found.counts == 1)[:, None], found.solutions, 0)
        ratings = np.full(len(lot.rows), np.nan)
        if rated:
            path = rate_many(lot.rows, lot.rules, scales=("explainer",)).paths[0]
            ratings = np.where(path.ends == 1, path.hardest / 10, np.nan)
        return cls(lot, solutions, ratings)

    @classmethod
    def generated(
        cls,
        count: int,
        *,
        er: Interval | None = None,
        blanks: tuple[int, int] | None = None,
        rules: Rules | str | None = None,
        seed: int = 0,
    ) -> PuzzlePool:
        """Return a pool of new puzzles, each with one solution.

        Args:
            er: the least and the largest rating; None for any.
            blanks: fewest and most blank cells; None for as many as digging gives.
            rules: the rules, or their text, such as ``4`` or ``9+diagonals``.

        Raises:
            CpsudokuError: no puzzle can be like that, or none was found.
        """
        key = rules.strip() if isinstance(rules, str) else rules
        return _generated(count, er, blanks, key, seed)

    def drawn(self, chance: np.random.Generator, count: int) -> NDArray[np.int64]:
        """Return the places of random puzzles."""
        return chance.integers(len(self), size=count)


@lru_cache(maxsize=32)
def _generated(
    count: int,
    er: Interval | None,
    blanks: tuple[int, int] | None,
    rules: Rules | str | None,
    seed: int,
) -> PuzzlePool:
    known = parse_rules(rules).rules() if isinstance(rules, str) else rules or classic()
    clues = None if blanks is None else (known.cell_count - blanks[1], known.cell_count - blanks[0])
    made = list(
        generate(
            count,
            rules=known,
            clues=clues,
            difficulty=None if er is None else DifficultySpec(er=tenths(er)),
            seed=seed,
        )
    )
    digits = np.array([one.digits for one in made], np.uint8)
    solutions = np.array([one.solution for one in made], np.uint8)
    ratings = np.full(count, np.nan)
    if er is not None:
        ratings = rate_many(digits, known, scales=("explainer",)).paths[0].hardest / 10
    return PuzzlePool(PuzzleLot(known, np.arange(count), digits), solutions, ratings)


@dataclass
class Curriculum:
    """Pools from easy to hard, of which the level rises as puzzles are solved.

    Args:
        pools: the levels, the easiest first, all of the same rules.
        promote: share of the last puzzles of a level that must be solved for the next level.
        review: chance that a puzzle is from an earlier level.

    Raises:
        OptionError: there is no level, or a share makes no sense.
    """

    pools: Sequence[PuzzlePool]
    promote: float = 0.8
    window: int = 100
    review: float = 0.1
    level: int = field(default=0, init=False)
    """The level that puzzles are drawn from, from 0."""

    def __post_init__(self) -> None:
        if not self.pools or len({pool.rules for pool in self.pools}) != 1:
            raise OptionError("a curriculum of no pools, or of several rules")
        if not 0 < self.promote <= 1 or not 0 <= self.review < 1 or self.window < 1:
            raise OptionError("a curriculum's shares are 0 to 1, and its window at least 1")
        self._last: deque[bool] = deque(maxlen=self.window)

    @classmethod
    def by_rating(
        cls, levels: Sequence[Interval], count: int = 256, *, seed: int = 0, **options: Any
    ) -> Curriculum:
        """Return a curriculum of new puzzles, given the least and largest rating of each level.

        Raises:
            CpsudokuError: no puzzle can be like that.
        """
        return cls([PuzzlePool.generated(count, er=er, seed=seed) for er in levels], **options)

    @property
    def rules(self) -> Rules:
        """The rules of all puzzles."""
        return self.pools[0].rules

    def draw(self, chance: np.random.Generator, count: int) -> list[tuple[int, int]]:
        """Return random puzzles, each as its level and its place in the level's pool."""
        found = []
        for _ in range(count):
            level = self.level
            if level and chance.random() < self.review:
                level = int(chance.integers(level))
            found.append((level, int(chance.integers(len(self.pools[level])))))
        return found

    def record(self, level: int, *, solved: bool) -> None:
        """Say how a puzzle ended; enough of the present level that are solved raise it."""
        if level != self.level:
            return
        self._last.append(solved)
        full = len(self._last) == self.window
        if full and sum(self._last) >= self.promote * self.window and level + 1 < len(self.pools):
            self.level += 1
            self._last.clear()
