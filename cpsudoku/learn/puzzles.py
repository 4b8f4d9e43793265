"""Puzzles as the calls of this room take them: lots of the same rules, pools, and curricula.

>>> [len(lot.rows) for lot in lots_of(["1.............4.", "1", "......2.34....1."])]
[2, 1]
>>> pool = PuzzlePool.of([".12......21...4."])
>>> len(pool), pool.rules.size, pool.solutions[0].tolist()[:4]
(1, 4, [3, 1, 2, 4])
>>> solution = [1, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3, 4, 3, 2, 1]
>>> holds(np.array([solution, [1] * 16], np.uint8), pool.rules).tolist()
[True, False]
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cpsudoku import formats
from cpsudoku.asking.many import Answers, rate_many, solve_many
from cpsudoku.errors import FormatError, OptionError, PuzzleError
from cpsudoku.formats import parse_rules
from cpsudoku.generation import generate
from cpsudoku.generation.specs import DifficultySpec
from cpsudoku.ground.progress import AT_ONCE
from cpsudoku.puzzle import Puzzle
from cpsudoku.rows.arrays import Puzzles, are_masks, digits_of, puzzle_of, read, rows_of
from cpsudoku.rows.block import Block
from cpsudoku.rules import Rules, classic


@dataclass(frozen=True)
class PuzzleLot:
    """Puzzles of the same rules: rows (n, cells) of digits (uint8), or of masks of candidates."""

    rules: Rules
    numbers: NDArray[np.intp]
    rows: NDArray[Any]

    @property
    def has_masks(self) -> bool:
        """Whether the rows are of masks."""
        return are_masks(self.rows)

    @property
    def givens(self) -> NDArray[np.uint8]:
        """Their givens, an array (n, cells) with 0 for a blank."""
        return digits_of(self.rows) if self.has_masks else self.rows

    def puzzle(self, place: int) -> Puzzle:
        """Return one of them, by its place in the lot from 0."""
        return puzzle_of(self.rows[place].tolist(), self.rules, self.has_masks)

    def puzzles(self) -> Iterator[Puzzle]:
        """Yield them in their order."""
        return map(self.puzzle, range(len(self.rows)))

    def solved(self, threads: int | None = None) -> Answers:
        """Return the first solution of each, and whether it has none, one or several."""
        return solve_many(
            self.rows, rules=self.rules, masks=self.has_masks, limit=2, threads=threads
        )

    def part(self, which: NDArray[Any]) -> PuzzleLot:
        """Return some of them."""
        return PuzzleLot(self.rules, self.numbers[which], self.rows[which])


def lots_of(puzzles: Puzzles, rules: Rules | None = None) -> list[PuzzleLot]:
    """Return puzzles by their rules, in the order of each rules' first puzzle.

    Args:
        puzzles: as for `cpsudoku.solve_many`; those of a list may have several rules.
        rules: the rules; None for those that each puzzle says, or that a grid of its size has.

    Raises:
        CpsudokuError: something is not a puzzle.
        OSError: a file cannot be read.
    """
    if isinstance(puzzles, Puzzle | tuple):
        puzzles = [puzzles] if isinstance(puzzles, Puzzle) else list(puzzles)
    if isinstance(puzzles, list) and not _are_lines(puzzles):
        lots = _grouped({n: _puzzle(one, n + 1, rules) for n, one in enumerate(puzzles)})
        empty = rules or classic()
        nothing = np.zeros((0, empty.cell_count), np.uint8)
        return lots or [PuzzleLot(empty, np.arange(0), nothing)]
    origin = read(puzzles, rules)
    return [PuzzleLot(origin.rules, np.arange(len(origin.rows)), origin.rows)]


def _are_lines(puzzles: Sequence[object]) -> bool:
    """Return whether a list is of lines of one length, which are read together."""
    lengths = {len(one) if isinstance(one, str) and "\n" not in one else None for one in puzzles}
    return len(lengths) == 1 and None not in lengths


def _grouped(puzzles: Mapping[int, Puzzle]) -> list[PuzzleLot]:
    """Return puzzles by their rules, given by their numbers."""
    lots = []
    for its in dict.fromkeys(one.rules for one in puzzles.values()):
        numbers = [number for number, one in puzzles.items() if one.rules == its]
        rows, _ = rows_of([puzzles[number] for number in numbers], its)
        lots.append(PuzzleLot(its, np.array(numbers, np.intp), rows))
    return lots


def lots_in(block: Block) -> list[PuzzleLot]:
    """Return the puzzles of a block by their rules, in the order of each rules' first puzzle."""
    lots = _grouped(block.others)
    plain = np.setdiff1d(np.arange(len(block)), list(block.others))
    if len(plain):
        digits = np.frombuffer(block.digits, np.uint8).reshape(len(block), -1)
        lots.append(PuzzleLot(classic(), plain, digits[plain]))
    return sorted(lots, key=lambda lot: int(lot.numbers[0]))


def _puzzle(one: Any, number: int, rules: Rules | None) -> Puzzle:
    if isinstance(one, Puzzle):
        if rules is not None and one.rules != rules:
            raise PuzzleError(f"puzzle {number} has other rules")
        return one
    try:
        return formats.parse(one, rules)
    except FormatError as error:
        raise FormatError(error.message, line=number) from None


_MOST_DIGITS = 32
"""Sums of bits, one for each digit, stay below 2^63 up to here."""


def holds(grids: NDArray[Any], rules: Rules) -> NDArray[np.bool_]:
    """Return which grids obey the rules; the givens of no puzzle are looked at.

    Args:
        grids: an array (n, cells); of bytes, where there are up to 254 digits.  What is not a digit
            1 … N makes its grid wrong.
    """
    found = np.zeros(len(grids), np.bool_)
    for first in range(0, len(grids), AT_ONCE):
        found[first : first + AT_ONCE] = _in_groups(grids[first : first + AT_ONCE], rules)
    if rules.clues or rules.size > _MOST_DIGITS:
        for row in np.flatnonzero(found).tolist():
            found[row] = rules.broken(tuple(grids[row].tolist())) is None
    return found


def _in_groups(part: NDArray[Any], rules: Rules) -> NDArray[np.bool_]:
    """Return which grids have only digits, and none twice in a group where these are few."""
    if rules.size > _MOST_DIGITS:
        return np.asarray(((part > 0) & (part <= rules.size)).all(axis=1))
    # A column for each grid, so that each operation is about many grids side by side.
    columns = _bits(rules.size)[np.ascontiguousarray(part.T)]
    good: NDArray[np.bool_] = (columns != 0).all(axis=0)
    for cells in group_cells(rules):
        digits = columns[cells]
        union = np.bitwise_or.reduce(digits, axis=0)
        if len(cells) == rules.size:
            good &= union == rules.all_digits
        else:  # different powers of two have their union as their sum; with one twice it is larger
            good &= union == digits.sum(axis=0, dtype=digits.dtype)
    return good


@lru_cache(maxsize=8)
def _bits(size: int) -> NDArray[Any]:
    """Return for each byte the bit of its digit; none for what is not a digit."""
    bits = np.zeros(256, np.uint16 if size <= 9 else np.int64)
    bits[1 : size + 1] = 1 << np.arange(size)
    return bits


@lru_cache(maxsize=64)
def group_cells(rules: Rules) -> tuple[NDArray[np.intp], ...]:
    """Return for each group its cells as an array."""
    return tuple(np.array(group.cells, np.intp) for group in rules.groups)


@lru_cache(maxsize=64)
def peers(rules: Rules) -> NDArray[np.intp]:
    """Return an array (cells, most peers) of the peers of each cell.

    A cell with fewer peers than others has the number of cells in the places that are left.
    """
    most, none = max(map(len, rules.peers)), rules.cell_count
    return np.array([[*row, *[none] * (most - len(row))] for row in rules.peers], np.intp)


Interval = tuple[float, float]
"""The least and the largest rating of Sudoku Explainer (ER), as 1.0 and 2.3."""


def tenths(interval: Interval) -> tuple[int, int]:
    """Return an interval of ratings in tenths, as the generator expects it."""
    return round(10 * interval[0]), round(10 * interval[1])


@dataclass(frozen=True)
class PuzzlePool:
    """Puzzles of the same rules, each with its solution and ratings where known.

    Args:
        solutions: array (n, cells): for each its solution, or 0s where it has not just one.
        ratings: float array (n,): Sudoku Explainer's rating; NaN if unknown.
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
    def of(cls, puzzles: Puzzles, rules: Rules | None = None) -> PuzzlePool:
        """Return a pool of given puzzles, whose ratings are not known.

        Raises:
            CpsudokuError: something is not a puzzle, or there are several rules or none at all.
        """
        lots = lots_of(puzzles, rules)
        if len(lots) != 1 or not len(lots[0].rows):
            raise PuzzleError("puzzles of several rules, or none; expected some of the same rules")
        lot = lots[0]
        found = lot.solved()
        solutions = np.where((found.counts == 1)[:, None], found.solutions, 0)
        return cls(lot, solutions, np.full(len(lot.rows), np.nan))

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
            raise OptionError("a curriculum needs pools, all of the same rules")
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
