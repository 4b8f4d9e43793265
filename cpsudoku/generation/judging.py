"""How puzzles stand to the difficulty that is wished for.

Rating stops as soon as the spec cannot be met any more: what is harder than the spec allows is not
even looked for, so a puzzle that is too hard is found to be stuck.

>>> from cpsudoku.rules import classic
>>> text = ".......1.4.........2...........5.6.4..8...3....1.9....3..4..2...5.1........8.7..."
>>> digits = tuple(0 if symbol == "." else int(symbol) for symbol in text)
>>> Judge(DifficultySpec(er=(20, 26)), classic())([digits])[0].fit.value
'too easy'
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from enum import Enum
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from cpsudoku.generation.difficulty import DifficultySpec, techniques_called
from cpsudoku.ground.deadline import NEVER, Deadline
from cpsudoku.logic.orders import EXPLAINER, HODOKU, Order, up_to
from cpsudoku.logic.ratings import HODOKU_CLASSES, Ratings, hodoku_level, hodoku_levels, rate_many
from cpsudoku.logic.techniques import TECHNIQUES
from cpsudoku.rules import Digit, Rules


class Fit(Enum):
    """How a puzzle stands to the difficulty that is wished for."""

    FITS = "as wished for"
    TOO_EASY = "too easy"
    TOO_HARD = "too hard"
    OTHER_TECHNIQUES = "other techniques"


NEAR = 10
"""Ratings so far outside of the interval, in tenths, are near misses; classes, one beside."""


class Judgement(NamedTuple):
    """How a puzzle stands to a difficulty, and whether it misses it by little."""

    fit: Fit
    near: bool = False


class Judge:
    """Says of puzzles how they stand to a difficulty.

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
        self._needs = [
            (names, up_to(order, names)) for names in map(techniques_called, difficulty.needs)
        ]
        self._rated_in = EXPLAINER
        if difficulty.er is not None:
            most = difficulty.er[1]
            easy = [name for name, number in EXPLAINER.numbers.items() if number <= most]
            self._rated_in = _only(EXPLAINER, easy)
        self._without = frozenset[str]().union(*map(techniques_called, difficulty.without))
        self._walked_in = self._rated_in if order is EXPLAINER else order
        if difficulty.hodoku is not None:
            level = HODOKU_CLASSES.index(difficulty.hodoku)
            allowed = [name for name in HODOKU.numbers if hodoku_level(name) <= level]
            self._walked_in = up_to(HODOKU, allowed)

    def __call__(self, puzzles: Sequence[tuple[Digit, ...]]) -> list[Judgement]:
        """Return how puzzles with one solution each stand to the difficulty; 0 is an open cell."""
        digits = np.array(puzzles, np.uint8)
        self._found = [Judgement(Fit.FITS)] * len(digits)
        left = np.arange(len(digits))
        for names, order in self._needs:
            path = self._paths(digits[left], order)
            left = self._keep(left, path.uses(names), path, self._lacking)
        if self._wish.er is not None and len(left):
            path = self._paths(digits[left], self._rated_in)
            low, high = self._wish.er
            fits = path.solved & (path.hardest >= low) & (path.hardest <= high)
            left = self._keep(left, fits, path, self._rated)
        if (self._without or self._wish.hodoku is not None) and len(left):
            path = self._paths(digits[left], self._walked_in)
            fits = ~path.uses(self._without) & path.solved
            if self._wish.hodoku is not None:
                fits &= hodoku_levels(path) == HODOKU_CLASSES.index(self._wish.hodoku)
            self._keep(left, fits, path, self._walked)
        return self._found

    def rating(self, digits: tuple[Digit, ...]) -> int:
        """Return a puzzle's rating in tenths; one more than is wished for where it is harder."""
        assert self._wish.er is not None
        path = self._paths(np.array([digits], np.uint8), self._rated_in)
        most = self._wish.er[1] + 1
        return min(int(path.hardest[0]), most) if path.solved[0] else most

    def _paths(self, digits: NDArray[np.uint8], order: Order) -> Ratings:
        limit = self._deadline.left
        path = rate_many(digits, self._rules, order=order, threads=1, seconds=limit)
        self._deadline.check()
        return path

    def _keep(
        self,
        left: NDArray[np.intp],
        fits: NDArray[np.bool_],
        path: Ratings,
        why: Callable[[Ratings, int], Judgement],
    ) -> NDArray[np.intp]:
        """Return those that fit, and note of the others why they do not."""
        for at in (~fits).nonzero()[0]:
            self._found[left[at]] = why(path, int(at))
        return left[fits]

    def _lacking(self, path: Ratings, at: int) -> Judgement:
        return Judgement(Fit.TOO_EASY if path.solved[at] else Fit.OTHER_TECHNIQUES)

    def _rated(self, path: Ratings, at: int) -> Judgement:
        assert self._wish.er is not None
        low, high = self._wish.er
        hard = not path.solved[at] or path.hardest[at] > high
        return Judgement(Fit.TOO_HARD if hard else Fit.TOO_EASY, path.hardest[at] >= low - NEAR)

    def _walked(self, path: Ratings, at: int) -> Judgement:
        if self._without and (not path.solved[at] or path.uses(self._without)[at]):
            return Judgement(Fit.OTHER_TECHNIQUES)
        assert self._wish.hodoku is not None
        found, wanted = int(hodoku_levels(path)[at]), HODOKU_CLASSES.index(self._wish.hodoku)
        return Judgement(Fit.TOO_EASY if found < wanted else Fit.TOO_HARD, abs(found - wanted) == 1)


def _finders(names: Iterable[str]) -> set[str]:
    return {TECHNIQUES[name].finder for name in names}


def _only(order: Order, names: Iterable[str]) -> Order:
    """Return an order without the searches that find none of some techniques."""
    # Searches that are named after no technique find what others find, sooner.
    keep, known = _finders(names), _finders(order.numbers)
    finders = tuple(f for f in order.finders if f in keep or f not in known)
    return Order(f"{order.name}: {', '.join(finders)}", finders, order.numbers, order.options)
