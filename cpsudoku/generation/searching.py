"""The hardest puzzles: a search from puzzle to puzzle, each a neighbour of the one before.

Two puzzles are neighbours if one orbit of givens (a given, without a symmetry) is taken
out of the first, another put in, and whatever is then superfluous removed::

    . . 3 | . 5 .        take 5 out: 40 solutions        . . 3 | . . .
    1 . . | . . 2   →    in only one r2c5 is 8      →    1 . . | . 8 2

Neighbours of a hard puzzle are far more often hard than random ones: of those of puzzles rated 11
and more every fourth is rated at least 9.5, and one in sixteen at least 10.5.  This is how the
known lists of the hardest were made ("vicinity search", {−1+1}: coloin, eleven, champagne, Mladen
Dobrichev and others, New Sudoku Players' Forum, "The hardest sudokus").

A search begins at an image of a well-known puzzle, or at dug ones.  It goes on from the puzzle that
is nearest to the interval, with the next of its neighbours.  The first matching puzzle takes long;
then others are near.  So several puzzles, a *family*, come from one search.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from enum import Enum
from functools import partial
from heapq import heapify, heappop, heappush
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from cpsudoku.formats import parse
from cpsudoku.generation.digging import Digger
from cpsudoku.generation.making import GeneratedPuzzle
from cpsudoku.generation.specs import DifficultySpec, Spec, techniques_called
from cpsudoku.ground.deadline import NEVER, Deadline
from cpsudoku.ground.randomness import Randomness
from cpsudoku.logic.classes import HODOKU_CLASSES, hodoku_level
from cpsudoku.logic.orders import EXPLAINER, HODOKU, Order, up_to
from cpsudoku.logic.ratings import Ratings, rate_many
from cpsudoku.rules import Digit, Rules
from cpsudoku.symmetry.canonical import canonical

ANCESTORS = {
    # Red Dwarf, and Cheese: Sudoku Players' Forums, 2006 to 2008, among the hardest of their time
    "12.3....435....1....4........54..2..6...7.........8.9...31..5.......9.7.....6...8": 107,
    ".2..5.7..4..1....68....3...2....8..3.4..2.5.....6...1...2.9.....9......57.4...9..": 112,
    # Easter Monster: JPF, Sudoku Players' Forums, 2007
    "1.......2.9.4...5...6...7...5.9.3.......7.......85..4.7.....6...3...9.8...2.....1": 115,
    # Golden Nugget of the forums, and four others that Sudoku Explainer 1.2.1 (Nicolas Juillerat)
    # lists with it as the hardest
    ".......39.....1..5..3.5.8....8.9...6.7...2...1..4.......9.8..5..2....6..4..7.....": 119,
    "12.3.....4.....3....3.5......42..5......8...9.6...5.7...15..2......9..6......7..8": 118,
    "..3..6.8....1..2......7...4..9..8.6..3..4...1.7.2.....3....5.....5...6..98.....5.": 118,
    "1.......9..67...2..8....4......75.3...5..2....6.3......9....8..6...4...1..25...6.": 120,
    "..9...4...7.3...2.8...6...71..8....6....1..7.....56...3....5..1.4.....9...2...7..": 117,
}
"""Well-known puzzles row by row, with their ratings on Sudoku Explainer's scale, in tenths."""


class Fit(Enum):
    """How a puzzle compares with the difficulty that is wanted."""

    FITS = "of that difficulty"
    TOO_EASY = "too easy"
    TOO_HARD = "too hard"
    OTHER_TECHNIQUES = "other techniques"


_NEAR = 10
"""A search may begin at puzzles rated this much below the interval, in tenths."""


class Judge:
    """Compares puzzles with a difficulty.

    Rating stops as soon as the spec cannot be met any more: what is harder than the spec allows is
    not even looked for, so a puzzle that is too hard is found to be stuck.

    >>> from cpsudoku.rules import classic
    >>> text = ".......1.4.........2...........5.6.4..8...3....1.9....3..4..2...5.1........8.7..."
    >>> digits = tuple(0 if symbol == "." else int(symbol) for symbol in text)
    >>> Judge(DifficultySpec(er=(20, 26)), classic())([digits])[0].value
    'too easy'

    Args:
        deadline: when to raise `OutOfTimeError`: a single hard puzzle takes seconds.
    """

    def __init__(
        self, difficulty: DifficultySpec, rules: Rules, deadline: Deadline = NEVER
    ) -> None:
        self._wish = difficulty
        self._rules = rules
        self._deadline = deadline
        order = difficulty.order
        self._tests: list[_Test] = [
            (up_to(order, names), partial(_of_needed, names))
            for names in map(techniques_called, difficulty.needs)
        ]
        self._rated_in = EXPLAINER
        if difficulty.er is not None:
            low, high = difficulty.er
            easy = [name for name, number in EXPLAINER.numbers.items() if number <= high]
            self._rated_in = up_to(EXPLAINER, easy)
            self._tests.append((self._rated_in, partial(_of_rating, low, high)))
        without = frozenset[str]().union(*map(techniques_called, difficulty.without))
        walked_in, level = self._rated_in if order is EXPLAINER else order, None
        if difficulty.hodoku is not None:
            level = HODOKU_CLASSES.index(difficulty.hodoku)
            allowed = [name for name in HODOKU.numbers if hodoku_level(name) <= level]
            walked_in = up_to(HODOKU, allowed)
        if without or level is not None:
            self._tests.append((walked_in, partial(_of_path, without, level)))

    def __call__(self, puzzles: Sequence[tuple[Digit, ...]]) -> list[Fit]:
        """Compare puzzles, each with one solution, with the difficulty; 0 is an open cell."""
        digits = np.array(puzzles, np.uint8)
        found = [Fit.FITS] * len(digits)
        for order, fits in self._tests:
            left = [at for at, fit in enumerate(found) if fit is Fit.FITS]
            for at, fit in zip(left, fits(self._paths(digits[left], order)), strict=True):
                found[at] = fit
        return found

    def rating(self, digits: tuple[Digit, ...]) -> int:
        """Return a puzzle's rating in tenths, at most one more than is wanted."""
        assert self._wish.er is not None
        path = self._paths(np.array([digits], np.uint8), self._rated_in)
        most = self._wish.er[1] + 1
        return min(int(path.hardest[0]), most) if path.solved[0] else most

    def _paths(self, digits: NDArray[np.uint8], order: Order) -> Ratings:
        limit = self._deadline.left
        path = rate_many(digits, self._rules, order=order, threads=1, seconds=limit)
        self._deadline.check()
        return path


_Test: TypeAlias = tuple[Order, Callable[[Ratings], Iterator[Fit]]]
"""An order, and how puzzles stand to a part of the difficulty by their paths in it."""


def _of_needed(names: frozenset[str], path: Ratings) -> Iterator[Fit]:
    for is_used, solved in zip(path.uses(names), path.solved, strict=True):
        yield Fit.FITS if is_used else Fit.TOO_EASY if solved else Fit.OTHER_TECHNIQUES


def _of_rating(least: int, most: int, path: Ratings) -> Iterator[Fit]:
    for number, solved in zip(path.hardest, path.solved, strict=True):
        is_hard = not solved or number > most
        yield Fit.TOO_HARD if is_hard else Fit.TOO_EASY if number < least else Fit.FITS


def _of_path(without: frozenset[str], level: int | None, path: Ratings) -> Iterator[Fit]:
    fits = path.solved & ~path.uses(without)
    levels = map(HODOKU_CLASSES.index, path.classes(HODOKU.name))
    for is_fit, found in zip(fits, levels, strict=True):
        if (without or level is None) and not is_fit:
            yield Fit.OTHER_TECHNIQUES
        elif level is None or (is_fit and found == level):
            yield Fit.FITS
        else:
            yield Fit.TOO_EASY if found < level else Fit.TOO_HARD


LEAST_MOVES = 3
"""Moves to neighbours, at least, between two puzzles that are given."""


@dataclass(order=True)
class _Place:
    """A puzzle that was reached; the search goes on from the least."""

    missing: int
    """Tenths from its rating to the interval."""
    moves_left: int
    """Until another one is given."""
    chance: int
    neighbours: Iterator[GeneratedPuzzle] = field(compare=False)


class NeighbourSearch:
    """Walks from puzzle to puzzle, always from the hardest so far to the next of its neighbours.

    Attributes:
        judged: how many puzzles were rated.
    """

    def __init__(self, maker: Digger, judge: Judge, deadline: Deadline) -> None:
        assert maker.spec.difficulty is not None
        assert maker.spec.difficulty.er is not None
        self._maker = maker
        self._judge = judge
        self._deadline = deadline
        self._low, self._high = maker.spec.difficulty.er
        self.judged = 0
        self._forms: set[tuple[Digit, ...]] = set()

    def all(
        self, starts: Iterable[GeneratedPuzzle], chance: Randomness, most: int
    ) -> Iterator[GeneratedPuzzle]:
        """Yield matching puzzles, pairwise inequivalent, each some moves from those before it.

        Args:
            most: puzzles rated for the next one, at which the search ends.
        """
        heap: list[_Place] = []
        seen: set[tuple[Digit, ...]] = set()
        before = self.judged

        def come_to(made: GeneratedPuzzle, moves_left: int) -> bool:
            """Let the search go on from a puzzle too; return whether to yield it."""
            self._deadline.check()
            rating = self._judge.rating(made.digits)
            seen.add(made.digits)
            self.judged += 1
            given = moves_left <= 0 and self._fits(made, rating)
            left = LEAST_MOVES if given else max(0, moves_left)
            neighbours = self._maker.around(made, chance)
            place = _Place(max(0, self._low - rating), left, chance.word(), neighbours)
            heappush(heap, place)
            return given

        for made in starts:
            come_to(made, LEAST_MOVES)
        while heap and self.judged - before < most:
            place = heap[0]
            found = next(place.neighbours, None)
            if found is None:
                heappop(heap)
            elif found.digits not in seen and come_to(found, place.moves_left - 1):
                for other in heap:
                    other.moves_left = LEAST_MOVES
                heapify(heap)
                before = self.judged
                yield found

    def _fits(self, made: GeneratedPuzzle, rating: int) -> bool:
        if not self._low <= rating <= self._high:
            return False
        form = canonical(made.puzzle).puzzle.digits if made.rules.is_classic else made.digits
        if form in self._forms:
            return False
        self._forms.add(form)
        self._maker.judge.confirm(made)
        return self._judge([made.digits])[0] is Fit.FITS


def ancestors(spec: Spec) -> list[tuple[Digit, ...]]:
    """Return the well-known puzzles from which a spec's can be reached; none for most specs."""
    wish = spec.difficulty
    bound = spec.symmetry != "none" or spec.mask is not None or spec.givens is not None
    if wish is None or wish.er is None or wish.from_scratch or bound or not spec.rules.is_classic:
        return []
    least, most = spec.clues or (0, spec.rules.cell_count)
    hard = [text for text, er in ANCESTORS.items() if er >= wish.er[0] - _NEAR]
    return [parse(text).digits for text in hard if least <= len(text) - text.count(".") <= most]
