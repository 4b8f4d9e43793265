"""Positions to practise a technique on: where it is the next thing to find.

Random puzzles are walked along, in the order that hints are given in, until a path takes a step of
the technique; the position before that step is the exercise.  Nothing easier is left to be found
there.  How long it takes to come upon one depends on how rare the technique is.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import compress

from cpsudoku import generation, logic
from cpsudoku.errors import GenerationError, OptionError
from cpsudoku.ground.deadline import Deadline
from cpsudoku.logic import Order, Position, Step
from cpsudoku.logic.orders import order_named, up_to
from cpsudoku.logic.techniques import TECHNIQUES, technique_named
from cpsudoku.puzzle import Puzzle
from cpsudoku.rules import Rules

_BATCHES = (8, 32, 128)
"""Puzzles made and rated at a time: few at first, since most techniques are common."""


@dataclass(frozen=True, slots=True)
class Exercise:
    """A position, of a puzzle with one solution, in which a technique is the next thing to find."""

    puzzle: Puzzle
    position: Position
    step: Step


def techniques_of(order: Order | str = "teaching") -> tuple[str, ...]:
    """Return the techniques of an order, which can be practised, easiest first.

    >>> techniques_of()[:3]
    ('full house', 'hidden single in box', 'hidden single')
    """
    return tuple(order_named(order).numbers)


def exercise(
    technique: str,
    *,
    rules: Rules | None = None,
    order: Order | str = "teaching",
    seed: int | None = None,
    seconds: float | None = None,
) -> Exercise:
    """Return a position in which a technique is the next thing to find.

    Args:
        technique: its name; see `techniques_of`.
        rules: the rules; None for the classic ones.
        order: in which everything easier is looked for before, or the name of an order.
        seed: the same seed gives the same exercise; None for a random one.

    Raises:
        OptionError: the order does not have the technique.
        GenerationError: none was found in time, which does not mean that there is none.
        UnsupportedError: the board is too big for the techniques.

    >>> found = exercise("naked pair", seed=1)
    >>> found.step.technique, len(found.step.evidence.cells)
    ('naked pair', 2)
    """
    whole = order_named(order)
    technique = technique_named(technique)
    if technique not in whole.numbers:
        known = ", ".join(whole.numbers)
        raise OptionError(f"no technique {technique!r} in this order; expected one of {known}")
    deadline = Deadline(seconds)
    seed = generation.random_seed() if seed is None else seed
    # A path that is cut off before anything harder ends early, which saves time for what is rare.
    # Singles alone hardly ever begin a path: they come when it is nearly at its end.
    single = TECHNIQUES[technique].family == "singles"
    looked_for = whole if single else up_to(whole, [technique])
    first = 0
    while not deadline.has_passed:
        count = _BATCHES[min(first.bit_length() // 3, len(_BATCHES) - 1)]
        made = generation.generate(
            count, rules=rules, seed=seed, first=first, seconds=deadline.left
        )
        puzzles = [one.puzzle for one in made]
        ratings = logic.rate_many(
            puzzles, rules, order=looked_for, threads=1, seconds=deadline.left
        )
        for puzzle in compress(puzzles, ratings.uses({technique})):
            for step in logic.Path(puzzle, order=looked_for, seconds=deadline.left):
                if step.technique == technique:
                    assert step.position is not None
                    return Exercise(puzzle, step.position, step)
        first += count
    raise GenerationError(
        f"no position in which the next thing to find is {technique!r} was found "
        f"in {seconds:g} s; there may be some all the same"
    )
