"""Paths: the steps that solve a puzzle, and their rating; and all steps that are possible now.

>>> from cpsudoku.puzzle import Puzzle
>>> from cpsudoku.rules import boxes
>>> easy = Puzzle.from_digits([1, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3, 0, 0, 2, 0], boxes(2, 2))
>>> [(step.technique, step.placements) for step in Path(easy)]
[('full house', ((15, 1),)), ('full house', ((12, 4),)), ('full house', ((13, 3),))]
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, NamedTuple

from cpsudoku.errors import OptionError, UnsupportedError
from cpsudoku.ground import compiled
from cpsudoku.ground.deadline import Deadline, limit_of
from cpsudoku.logic.checking import found_in
from cpsudoku.logic.classes import class_of
from cpsudoku.logic.evidence import Position
from cpsudoku.logic.orders import FINDERS, Order, order_named, without_uniqueness
from cpsudoku.logic.steps import Step
from cpsudoku.puzzle import Puzzle
from cpsudoku.rules import AllDifferent, Board, Rules

MOST_CELLS = 640
"""The largest board that the compiled core has room for."""
MOST_DIGITS = 32


def _kind(group: AllDifferent, board: Board) -> str:
    """Return what a group is to techniques: lines by their cells, boxes by what they are called."""
    if len(group.cells) > 1:
        for axis, name in enumerate(("row", "column")):
            if len({board.places[cell][axis] for cell in group.cells}) == 1:
                return name
    return "box" if group.kind.endswith(("box", "region")) else "other"


def check_rules(rules: Rules) -> None:
    """Raise an error unless techniques can be looked for under some rules.

    A caller that searches before that asks first: a search on a huge board may take long.

    Raises:
        UnsupportedError: the board is too big.
    """
    _ = compiled.native
    if rules.cell_count > MOST_CELLS or rules.size > MOST_DIGITS:
        raise UnsupportedError(
            f"techniques work on boards of up to {MOST_CELLS} cells and {MOST_DIGITS} digits, "
            f"not {rules.cell_count} and {rules.size}"
        )


@lru_cache(maxsize=64)
def core_for(rules: Rules) -> compiled.native.Logic:
    """Return the compiled techniques for some rules, if `check_rules` allows them."""
    check_rules(rules)
    groups = [(list(group.cells), _kind(group, rules.board)) for group in rules.groups]
    return compiled.native.Logic(rules.cell_count, rules.size, groups)


def compiled_order(order: Order, rules: Rules) -> compiled.native.LogicOrder:
    """Return an order as the compiled core takes it.

    Techniques look at groups.  Whatever else the rules hold excludes more solutions, which leaves
    every step sound but those that need uniqueness: they are left out.

    Raises:
        OptionError: a search or an option has a name that the core does not know.
    """
    return _compiled_order(without_uniqueness(order) if rules.has_others else order)


@lru_cache(maxsize=64)
def _compiled_order(order: Order) -> compiled.native.LogicOrder:
    numbers, options = list(order.numbers.items()), list(order.options.items())
    for finder in order.finders:
        if finder not in FINDERS:
            raise OptionError(f"order {order.name!r}: there is no technique {finder}")
    try:
        return compiled.native.LogicOrder(list(order.finders), numbers, options)
    except ValueError as error:
        raise OptionError(f"order {order.name!r}: {error}") from error


def technique_names() -> tuple[str, ...]:
    """Return the names of all techniques that the compiled core knows, by its numbers."""
    return tuple(name for name, *_ in compiled.native.logic_techniques())


ENDS = ("open", "solved", "stuck", "broken", "limit")
"""How a path ends, the worst last; see `Rating`."""


class EndWords(NamedTuple):
    """Words for an end before the solution: for a rating, for an order, for smallest reasons."""

    rating: str
    order: str
    reasons: str


UNFINISHED = {
    "stuck": EndWords(
        "not solvable by the known techniques",
        "none of the techniques of this order finds anything more",
        "nothing more follows: there are several solutions",
    ),
    "broken": EndWords(
        "the path leads to a contradiction",
        "the path leads to a contradiction",
        "the puzzle has no solution",
    ),
    "limit": EndWords(
        "time ran out before the next step was found",
        "time ran out before the next step was found",
        "time ran out",
    ),
}
"""The ends of `ENDS` before the solution."""


def bounded(text: str, *, exact: bool) -> str:
    """Return a value as people read it: with ``≥`` before it where it is a lower bound."""
    return text if exact else f"≥ {text}"


@dataclass(frozen=True, slots=True)
class Rating:
    """The rating of a puzzle's path; numbers are in the order's unit.

    A path that was cut short or is stuck has the numbers of the path as far as it went: lower
    bounds, but for `first` once there is a step and `to_placement` once something was placed.
    Where the order's numbers ascend, the search that found nothing, or was cut short, counts,
    too: all easier steps were looked for in vain.  A broken path bounds nothing.

    Args:
        end: ``solved``; ``stuck`` where none of the techniques finds anything; ``broken`` where
            they lead to a contradiction, or fill the board against a clue that they do not look
            at; ``limit`` if time ran out.
        technique: the first technique with that number; None if no step was found.
        to_placement: the largest number up to and with the first placement.
        puzzle_class: what `cpsudoku.logic.classes.class_of` says of the path.
    """

    order: str
    end: str
    hardest: int
    technique: str | None
    to_placement: int
    first: int
    total: int
    steps: int
    placed: bool
    puzzle_class: str = ""

    @property
    def solved(self) -> bool:
        """Whether the techniques solve the puzzle."""
        return self.end == "solved"

    @property
    def text(self) -> str:
        """The largest number as people write it: ``7.2``, or ``≥ 9.0`` where the path did not end.

        Sudoku Explainer's numbers have tenths; those of other orders are whole.
        """
        number = f"{self.hardest / 10:.1f}" if self.order == "explainer" else str(self.hardest)
        return bounded(number, exact=self.solved)


class Path(Iterator[Step]):
    """A lazy iterator of the steps that solve a puzzle.

    The caller must know that the puzzle has one solution
    (`cpsudoku.logic.orders.without_uniqueness` supposes none).

    Args:
        start: the puzzle, or the position to continue from.

    Raises:
        UnsupportedError: the board is too big for the compiled core.
        OptionError: there is no such order, or it names an unknown technique or option; or seconds
            that make no sense.
    """

    def __init__(
        self,
        start: Puzzle | Position,
        order: Order | str = "explainer",
        seconds: float | None = None,
    ) -> None:
        self.order = order_named(order)
        self.position = Position.of(start) if isinstance(start, Puzzle) else start
        self._deadline = Deadline(seconds)
        self._digits = list(self.position.digits)
        self._techniques: list[str] = []
        rules = self.position.rules
        core, native = core_for(rules), compiled_order(self.order, rules)
        self._path = core.path(native, *core_start(self.position))

    def __next__(self) -> Step:
        raw = self.next_raw()
        if raw is None:
            raise StopIteration
        step = found_in(self.position, raw)
        self.position = self.position.after(step)
        return step

    def next_raw(self) -> tuple[Any, ...] | None:
        """Return the next step as the compiled core gives it; None at the end."""
        found: tuple[Any, ...] | None = self._path.next(self._deadline.left)
        if found is not None:
            self._techniques.append(found[0])
            for cell, digit in found[1]:
                self._digits[cell] = digit
        return found

    def number(self, step: Step) -> int:
        """Return the rating of a step, in the order's unit."""
        return self.order.number(step.technique) + step.surplus

    @property
    def end(self) -> str:
        """How the path ended, as `ENDS` has it; ``open`` until then."""
        return self.rating.end

    @property
    def rating(self) -> Rating:
        """The rating of the path so far; its end is ``open`` until it has ended."""
        end, hardest, technique, to_placement, first, total, steps, placed = self._path.rating
        assert end in ENDS
        rules = self.position.rules
        # Techniques know only groups: the full board may break another rule.
        if end == "solved" and rules.has_others and rules.broken(tuple(self._digits)) is not None:
            end = "broken"
        name = technique_names()[technique] if technique >= 0 else None
        return Rating(
            self.order.name, end, hardest, name, to_placement, first, total, steps, placed,
            class_of(self.order.name, self._techniques, total, end),
        )  # fmt: skip


@dataclass(frozen=True, slots=True)
class Findings:
    """All steps of some techniques in a position; where time was up, some of them."""

    steps: tuple[Step, ...]
    complete: bool


def find_all(
    puzzle: Puzzle | Position, *, order: Order | str = "explainer", seconds: float | None = None
) -> Findings:
    """Return all steps that follow now, in the order's order.

    Raises:
        UnsupportedError: the board is too big for the compiled core.
        OptionError: there is no such order, or it names an unknown technique or option.
    """
    order = order_named(order)
    position = Position.of(puzzle) if isinstance(puzzle, Puzzle) else puzzle
    core, native = core_for(position.rules), compiled_order(order, position.rules)
    steps, cut_short = core.find_all(native, *core_start(position), limit_of(seconds))
    return Findings(tuple(found_in(position, raw) for raw in steps), not cut_short)


def walked(
    start: Puzzle, order: Order | str = "explainer", seconds: float | None = None
) -> tuple[list[tuple[Any, ...]], Rating]:
    """Walk a path to its end without making its steps, which takes six times as long as finding.

    Returns:
        The steps as the compiled core gives them, for `steps_of`, and what the path came to.
    """
    path = Path(start, order, seconds)
    return list(iter(path.next_raw, None)), path.rating


def steps_of(start: Puzzle, found: Iterable[tuple[Any, ...]]) -> Iterator[Step]:
    """Yield the steps of a path that was walked."""
    position = Position.of(start)
    for raw in found:
        step = found_in(position, raw)
        yield step
        position = position.after(step)


def core_start(position: Position) -> tuple[list[int], list[int], list[int]]:
    """Return digits, candidates and what cells could be at first, as the core takes them."""
    full = position.rules.all_digits
    # The core takes what peers lose from the candidates of open cells itself.
    masks = [
        full if digit else mask
        for digit, mask in zip(position.digits, position.candidates, strict=True)
    ]
    return list(position.digits), masks, list(position.at_first)
