"""The path that solves a puzzle, for people, by an order and a way of looking.

>>> path = explain("1234341221430...")
>>> [step.technique for step in path]
['full house', 'full house', 'full house', 'full house']
>>> next(explain("1234341221430..."))
<Step Full House: r4c1=4>
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TypeAlias

from cpsudoku import logic
from cpsudoku.asking import solving
from cpsudoku.formats import PuzzleLike, as_puzzle
from cpsudoku.ground.deadline import Deadline
from cpsudoku.logic.classes import class_of
from cpsudoku.logic.orders import REASONS, Order, order_for, order_named, up_to, without_uniqueness
from cpsudoku.logic.paths import Rating
from cpsudoku.logic.steps import Step
from cpsudoku.puzzle import Puzzle
from cpsudoku.reasons import ReasonPath, ReasonStep
from cpsudoku.reasons.clues import SingleClues
from cpsudoku.result import Verdict


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


Conclusion: TypeAlias = Step | ReasonStep
"""A conclusion from a position."""


class Walk(Iterator[Conclusion]):
    """The steps that solve a puzzle: of techniques, of single clues, and with smallest reasons.

    Under rules with clues, and where smallest reasons may follow, singles come first, then clues,
    then the other techniques of the order; last, if the order has them, the step with the smallest
    reason.

    Args:
        start: where it begins; the caller must know that the puzzle has one solution
            (`cpsudoku.logic.orders.without_uniqueness` supposes none).
        order: the techniques; the order `REASONS` for none.
        seconds: wall-clock limit for techniques and clues, from now on; None for no limit.
        reasons: finds the steps with smallest reasons; None for no such steps.
        clues: whether to look at single clues.

    Attributes:
        position: the current position.
        clues: number of rated steps that are those of clues, which count nothing.
    """

    def __init__(
        self,
        start: logic.Position,
        order: Order | str = "explainer",
        seconds: float | None = None,
        reasons: ReasonPath | None = None,
        *,
        clues: bool = True,
    ) -> None:
        self.position, self.order, self.reasons = start, order_named(order), reasons
        self.clues, self._end = 0, "open"
        self._deadline = Deadline(seconds)
        self._steps: list[Step] = []
        self._cut: Rating | None = None
        self._only: logic.Path | ReasonPath | None = None
        if self.order.name == REASONS.name:
            self._only = reasons
        elif reasons is None and not (clues and start.rules.has_others):
            self._only = logic.Path(start, self.order, seconds)
        else:
            self._singles = up_to(self.order, ["naked single", "hidden single"])
            self._clues = SingleClues(start)

    def __repr__(self) -> str:
        at = self.position.rules.text(self.position.digits)
        return f"<Walk at {at}; next() gives a step>"

    def __next__(self) -> Conclusion:
        if self._only is not None:
            found: Conclusion | None = next(self._only, None)
            self.position = self._only.position
        else:
            found = self._found()
        if found is None:
            raise StopIteration
        if isinstance(found, Step):
            self._steps.append(found)
        return found

    @property
    def end(self) -> str:
        """How the walk ended, as `cpsudoku.logic.paths.ENDS` has it; ``open`` until then."""
        return self._end if self._only is None else self._only.end

    def _found(self) -> Conclusion | None:
        """Return the next conclusion and move on, or None; `end` says why."""
        if self._end == "broken":
            return None
        found = self._named()
        if found is None and self.reasons is not None and self._end != "solved":
            self.reasons.move(self.position)
            found = next(self.reasons, None)
            self._end = self.reasons.end
        if found is not None:
            self.position = self.position.after(found)
            self._end = "broken" if isinstance(found, ReasonStep) and found.broken else "open"
        return found

    def _named(self) -> Conclusion | None:
        """Return a step of techniques or clues, or None; `end` says why."""
        found: Conclusion | None = self._step(self._singles)
        if found is None and self._end == "stuck":
            found = next(self._clues.steps(self.position, self._deadline.left), None)
            if found is not None and self._cut is None:
                self.clues += 1
            elif found is None:
                if self._cut is None and not self._clues.complete:
                    # A clue whose search was cut short might have saved a step: from here on steps
                    # may be harder than necessary, so that only those so far give a lower bound.
                    self._cut = replace(self.rating, end="limit")
                found = self._step(self.order)
        if found is None and self._end == "stuck" and not self._clues.complete:
            self._end = "limit"
        return found

    def _step(self, order: Order) -> Step | None:
        path = logic.Path(self.position, order, self._deadline.left)
        step = next(path, None)
        self._end = path.end
        return step

    @property
    def techniques(self) -> list[str]:
        """The techniques of the steps so far, those of clues and reasons left out."""
        return [step.technique for step in self._steps]

    def number(self, step: Step) -> int:
        """Return the rating of a step, in the order's unit."""
        return self.order.number(step.technique) + step.surplus

    @property
    def rating(self) -> Rating:
        """Rating so far; after a timeout within a clue, of the steps before it."""
        if isinstance(self._only, logic.Path):
            return self._only.rating
        if self._cut is not None:
            return self._cut
        numbers = [self.number(step) for step in self._steps] or [0]
        hardest = max(numbers)
        placing = next((n for n, step in enumerate(self._steps, 1) if step.placements), None)
        return Rating(
            self.order.name,
            self._end,
            hardest,
            self._steps[numbers.index(hardest)].technique if self._steps else None,
            max(numbers[:placing]),
            numbers[0],
            sum(numbers),
            len(self._steps),
            placing is not None,
            class_of(self.order.name, self.techniques, sum(numbers), self._end),
        )


def explain(
    puzzle: PuzzleLike,
    *,
    order: Order | str = "explainer",
    mode: str = "candidates",
    seconds: float | None = None,
    cost: str = "houses",
) -> Walk:
    """Return the path that solves a puzzle: a lazy iterator of steps.

    Under rules with clues it also has steps of single clues, each a `ReasonStep`.

    Whether it has just one solution is found out first; if not, or if that takes too long, no
    technique is looked for that supposes it.

    Each step knows the position that it was found in, so that ``step.sentence``, ``step.notation``
    and ``step.as_json()`` need nothing else.  Once the path has ended, ``path.end`` says whether
    the puzzle was solved.

    Args:
        puzzle: the puzzle or its text; pencil marks count.
        order: the techniques, in the order of looking, or the name of an order: ``explainer``,
            ``hodoku``, ``teaching`` or ``qqwing``; ``reasons`` for steps with the smallest reasons,
            under any rules, techniques or not; ``teaching+reasons`` for these where the order,
            whichever it is, and single clues find nothing more.  Of both `Walk.reasons` is the
            `ReasonPath`.
        mode: ``candidates``, or ``direct`` for what can be seen without pencil marks.
        cost: what a smallest reason has the fewest of: ``houses`` (and clues), or ``elements``.

    Raises:
        FormatError: the text is not a puzzle.
        OptionError: there is no such order, mode or cost, or a limit that makes no sense.
        UnsupportedError: the board is too big for the techniques.
    """
    puzzle, deadline = as_puzzle(puzzle), Deadline(seconds)
    looked_for = order_for(order, mode, reasons=True)
    if looked_for is not REASONS:
        looked_for = order_on(puzzle, looked_for, deadline.left)
    start = logic.Position.of(puzzle)
    reasons = ReasonPath(start, seconds=deadline.left, by=cost) if looked_for.reasons else None
    return Walk(start, looked_for, deadline.left, reasons, clues=mode == "candidates")
