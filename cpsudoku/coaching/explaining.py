"""The path that solves a puzzle, for people: by an order and a way of looking.

>>> path = explain("1234341221430...")
>>> [step.technique for step in path]
['full house', 'full house', 'full house', 'full house']
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from cpsudoku import logic
from cpsudoku.errors import OptionError
from cpsudoku.formats import parse
from cpsudoku.logic.orders import Order, direct, order_named
from cpsudoku.puzzle import Puzzle

if TYPE_CHECKING:
    from cpsudoku.solving import PuzzleLike

MODES = ("candidates", "direct")
"""Ways of looking: with pencil marks, or without."""


def order_for(order: Order | str, mode: str = "candidates") -> Order:
    """Return an order as a way of looking allows it.

    Args:
        order: the order or its name.
        mode: ``candidates``, or ``direct`` for what can be seen without pencil marks.

    Raises:
        OptionError: there is no such order or mode.
    """
    if mode not in MODES:
        raise OptionError(f"there is no mode {mode!r}; expected {' or '.join(MODES)}")
    found = order_named(order)
    return direct(found) if mode == "direct" else found


def explain(
    puzzle: PuzzleLike,
    *,
    order: Order | str = "explainer",
    mode: str = "candidates",
    seconds: float | None = None,
) -> logic.Path:
    """Return the path that solves a puzzle: a lazy iterator of steps.

    Each step knows the position that it was found in, so that ``step.sentence``, ``step.notation``
    and ``step.as_json()`` need nothing else.  Once the path has ended, ``path.rating.end`` says
    whether the puzzle was solved.

    Args:
        puzzle: the puzzle or its text; that it has one solution is the caller's to know.
        order: what is looked for, one after the other, or the name of an order: ``explainer``,
            ``hodoku``, ``teaching`` or ``qqwing``.
        mode: ``candidates``, or ``direct`` for what can be seen without pencil marks.
        seconds: wall-clock limit; None for none.

    Raises:
        FormatError: the text is no puzzle.
        OptionError: there is no such order or mode, or a limit that makes no sense.
        UnsupportedError: the board is too big for the techniques.
        BackendUnavailableError: the compiled module is missing.
    """
    puzzle = puzzle if isinstance(puzzle, Puzzle) else parse(puzzle)
    return logic.explain(puzzle, order=order_for(order, mode), seconds=seconds)
