"""The path that solves a puzzle, for people: by an order and a way of looking.

>>> path = explain("1234341221430...")
>>> [step.technique for step in path]
['full house', 'full house', 'full house', 'full house']
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, overload

from cpsudoku import logic, solving
from cpsudoku.coaching.clues import Reasoning
from cpsudoku.deadline import Deadline
from cpsudoku.errors import OptionError
from cpsudoku.formats import as_puzzle
from cpsudoku.logic.orders import Order, direct, order_named, without_uniqueness
from cpsudoku.puzzle import Puzzle
from cpsudoku.reasons import ReasonPath, smallest_reasons
from cpsudoku.result import Verdict

if TYPE_CHECKING:
    from cpsudoku.solving import PuzzleLike

REASONS = "reasons"
"""The order in which the step with the smallest reason comes next, whatever the rules are."""

_AFTER = f"+{REASONS}"
"""What follows the name of an order after whose techniques, all of them, such steps come."""

HINTED = f"teaching{_AFTER}"
"""What hints look for: techniques that people learn, and smallest reasons where these end."""

WITH_REASONS = (HINTED, REASONS)
"""Orders with smallest reasons, by their names in help; any order may come before them."""


def before_reasons(order: Order | str) -> Order | str | None:
    """Return the order that comes before smallest reasons, None where these are not asked for.

    >>> before_reasons("teaching+reasons"), before_reasons("teaching")
    ('teaching', None)
    """
    is_asked = isinstance(order, str) and order.endswith(_AFTER)
    return str(order).removesuffix(_AFTER) if is_asked else None


MODES = ("candidates", "direct")
"""Ways of looking: with pencil marks, or without."""


def order_for(order: Order | str, mode: str = "candidates") -> Order:
    """Return an order as a way of looking allows it.

    Args:
        mode: ``candidates``, or ``direct`` for what can be seen without pencil marks.

    Raises:
        OptionError: there is no such order or mode.
    """
    if mode not in MODES:
        raise OptionError(f"there is no mode {mode!r}; expected {' or '.join(MODES)}")
    found = order_named(order)
    return direct(found) if mode == "direct" else found


def order_on(puzzle: Puzzle, order: Order | str, seconds: float | None = None) -> Order:
    """Return an order as a puzzle allows it: whether it has one solution is found out first.

    Args:
        seconds: wall-clock limit; None for none.  Where it ends the search, nothing supposes one
            solution either.

    Raises:
        OptionError: there is no such order.
        UnsupportedError: the board is too big for the techniques.
    """
    found = order_named(order)
    logic.check_rules(puzzle.rules)
    if puzzle.rules.has_others:  # nothing supposes one solution there
        return found
    verdict = solving.check(puzzle, seconds=seconds).verdict
    return found if verdict is Verdict.UNIQUE else without_uniqueness(found)


@overload
def explain(  # type: ignore[overload-overlap]
    puzzle: PuzzleLike,
    *,
    order: Literal["reasons"],
    seconds: float | None = None,
    cost: str = "houses",
) -> ReasonPath: ...


@overload
def explain(
    puzzle: PuzzleLike,
    *,
    order: Literal["teaching+reasons", "explainer+reasons", "hodoku+reasons", "qqwing+reasons"],
    mode: str = "candidates",
    seconds: float | None = None,
    cost: str = "houses",
) -> Reasoning: ...


@overload
def explain(
    puzzle: PuzzleLike,
    *,
    order: Order | str = "explainer",
    mode: str = "candidates",
    seconds: float | None = None,
) -> logic.Path | Reasoning: ...


def explain(
    puzzle: PuzzleLike,
    *,
    order: Order | str = "explainer",
    mode: str = "candidates",
    seconds: float | None = None,
    cost: str = "houses",
) -> logic.Path | Reasoning | ReasonPath:
    """Return the path that solves a puzzle: a lazy iterator of steps.

    Under rules with clues it also has steps at which one clue alone leaves something, each a
    `Deduction`.

    Whether it has just one solution is found out first; if not, or if that takes too long, no
    technique is looked for that supposes it.

    Each step knows the position that it was found in, so that ``step.sentence``, ``step.notation``
    and ``step.as_json()`` need nothing else.  Once the path has ended, ``path.end`` says whether
    the puzzle was solved.

    Args:
        puzzle: the puzzle or its text; pencil marks count.
        order: what is looked for, one after the other, or the name of an order: ``explainer``,
            ``hodoku``, ``teaching`` or ``qqwing``; ``reasons`` for steps with the smallest reasons,
            under any rules, techniques or not; ``teaching+reasons`` for these where the order,
            whichever it is, and single clues find nothing more.
        mode: ``candidates``, or ``direct`` for what can be seen without pencil marks.
        cost: what a smallest reason has the fewest of: ``houses`` (and clues), or ``elements``.

    Raises:
        FormatError: the text is not a puzzle.
        OptionError: there is no such order, mode or cost, or a limit that makes no sense.
        UnsupportedError: the board is too big for the techniques.
        BackendUnavailableError: the compiled module is missing, or PySAT for reasons.
    """
    puzzle = as_puzzle(puzzle)
    if (order == REASONS and mode == "candidates") or before_reasons(order) is not None:
        return reasoning(puzzle, order, mode, seconds, cost)
    deadline, looked_for = Deadline(seconds), order_for(order, mode)
    looked_for = order_on(puzzle, looked_for, deadline.left)
    if puzzle.rules.has_others and mode == "candidates":
        return Reasoning(logic.Position.of(puzzle), looked_for, deadline.left)
    return logic.Path(puzzle, order=looked_for, seconds=deadline.left)


def reasoning(
    puzzle: Puzzle,
    order: Order | str,
    mode: str = "candidates",
    seconds: float | None = None,
    cost: str = "houses",
) -> Reasoning | ReasonPath:
    """Return steps of techniques with what clues say between them, or with smallest reasons.

    It takes the same arguments, and raises the same errors, as `explain`.
    """
    if order == REASONS:
        return smallest_reasons(puzzle, seconds=seconds, by=cost)
    named = before_reasons(order)
    deadline, looked_for = Deadline(seconds), order_for(order if named is None else named, mode)
    looked_for = order_on(puzzle, looked_for, deadline.left)
    start = logic.Position.of(puzzle)
    beyond = None if named is None else ReasonPath(start, seconds=deadline.left, by=cost)
    return Reasoning(start, looked_for, deadline.left, beyond)
