"""The path that solves a puzzle, step by step, and all that follows now.

>>> from cpsudoku.puzzle import Puzzle
>>> from cpsudoku.rules import boxes
>>> easy = Puzzle.from_digits([1, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3, 0, 0, 2, 0], boxes(2, 2))
>>> [(step.technique, step.placements) for step in explain(easy)]
[('full house', ((15, 1),)), ('full house', ((12, 4),)), ('full house', ((13, 3),))]
"""

from __future__ import annotations

from dataclasses import dataclass

from cpsudoku.deadline import limit_of
from cpsudoku.errors import OptionError
from cpsudoku.logic.checking import found_in
from cpsudoku.logic.compiled import compiled_order, logic
from cpsudoku.logic.orders import Order, order_named
from cpsudoku.logic.paths import Path, core_start
from cpsudoku.logic.position import Position
from cpsudoku.logic.steps import Step
from cpsudoku.puzzle import Puzzle


@dataclass(frozen=True, slots=True)
class Findings:
    """All steps of some techniques in a position.

    Args:
        steps: the steps, each as often as it was found.
        complete: whether the search came to its end; else time was up and some may be missing.
    """

    steps: tuple[Step, ...]
    complete: bool


def explain(
    puzzle: Puzzle | Position, *, order: Order | str = "explainer", seconds: float | None = None
) -> Path:
    """Return the path that solves a puzzle: a lazy iterator of steps.

    Once it has ended, ``path.rating.end`` says whether the puzzle was solved.

    Args:
        puzzle: the puzzle, or a position; that it has one solution is the caller's to know
            (`cpsudoku.logic.orders.without_uniqueness` supposes none).

    Raises:
        BackendUnavailableError: the compiled module is missing.
        UnsupportedError: the board is too big for the compiled core.
        OptionError: there is no such order, or it names an unknown technique or option.
    """
    return Path(puzzle, order, seconds)


def find_all(
    puzzle: Puzzle | Position, *, order: Order | str = "explainer", seconds: float | None = None
) -> Findings:
    """Return all steps that follow now, in the order's order.

    Args:
        order: whose techniques are looked for, or the name of an order.

    Raises:
        UnsupportedError: the board is too big for the compiled core.
        OptionError: there is no such order, or it names an unknown technique or option.
    """
    order = order_named(order)
    position = Position.of(puzzle) if isinstance(puzzle, Puzzle) else puzzle
    core, native = logic(position.rules), compiled_order(order, position.rules)
    try:
        steps, cut_short = core.find_all(native, *core_start(position), limit_of(seconds))
    except ValueError as error:
        raise OptionError(f"order {order.name!r}: {error}") from error
    return Findings(tuple(found_in(position, raw) for raw in steps), not cut_short)
