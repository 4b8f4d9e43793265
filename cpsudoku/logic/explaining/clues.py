"""The steps of techniques that solve a puzzle, with those of clues and smallest reasons between."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TypeAlias

from cpsudoku import logic
from cpsudoku.ground.deadline import Deadline
from cpsudoku.logic import Order, Path, Position, Rating, Step
from cpsudoku.logic.orders import order_named, up_to
from cpsudoku.reasons import ReasonPath, ReasonStep
from cpsudoku.reasons.clues import SingleClues

Conclusion: TypeAlias = Step | ReasonStep
"""A conclusion from a position."""


class Reasoning(Iterator[Conclusion]):
    """The steps of techniques that solve a puzzle, and between them those of its clues.

    Singles come first, then clues, then the other techniques of the order; last, if asked for, the
    step with the smallest reason.

    Args:
        seconds: wall-clock limit from now on; None for no limit.
        beyond: finds a step if techniques and clues find none; None for nothing.

    Attributes:
        order: the techniques.
        position: the current position.
        end: how it ended, as for a path.
        clues: number of rated steps that are those of clues, which count nothing.
        beyond: as above; it counts its own steps, which are not rated.
    """

    def __init__(
        self,
        start: Position,
        order: Order | str = "explainer",
        seconds: float | None = None,
        beyond: ReasonPath | None = None,
    ) -> None:
        self.position, self.end = start, "open"
        self.order, self.beyond = order_named(order), beyond
        self.clues = 0
        self._singles = up_to(self.order, ["naked single", "hidden single"])
        self._deadline = Deadline(seconds)
        self._search = SingleClues(start)
        self._steps: list[Step] = []
        self._cut: Rating | None = None

    def __next__(self) -> Conclusion:
        found = self._found()
        if found is None:
            raise StopIteration
        if isinstance(found, Step):
            self._steps.append(found)
        return found

    def _found(self) -> Conclusion | None:
        """Return the next conclusion and move on, or None; `end` says why."""
        if self.end == "broken":
            return None
        found: Conclusion | None = self._named()
        if found is None and self.beyond is not None and self.end != "solved":
            self.beyond.move(self.position)
            found = next(self.beyond, None)
            self.end = self.beyond.end
        if found is not None:
            self.position = self.position.after(found)
            self.end = "broken" if isinstance(found, ReasonStep) and found.broken else "open"
        return found

    def _named(self) -> Step | ReasonStep | None:
        """Return a step of techniques or clues, or None; `end` says why."""
        found: Step | ReasonStep | None = self._step(self._singles)
        if found is None and self.end == "stuck":
            found = next(self._search.steps(self.position, self._deadline.left), None)
            if found is not None and self._cut is None:
                self.clues += 1
            elif found is None:
                if self._cut is None and not self._search.complete:
                    # A clue whose search was cut short might have saved a step: from here on steps
                    # may be harder than necessary, so that only those so far give a lower bound.
                    self._cut = replace(self.rating, end="limit")
                found = self._step(self.order)
        if found is None and self.end == "stuck" and not self._search.complete:
            self.end = "limit"
        return found

    def _step(self, order: Order) -> Step | None:
        path: Path = logic.Path(self.position, order=order, seconds=self._deadline.left)
        step = next(path, None)
        self.end = path.end
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
        """The rating of the steps so far, or of those before time cut a clue short."""
        if self._cut is not None:
            return self._cut
        numbers = [self.number(step) for step in self._steps] or [0]
        hardest = max(numbers)
        placing = next((n for n, step in enumerate(self._steps, 1) if step.placements), None)
        return Rating(
            self.order.name,
            self.end,
            hardest,
            self._steps[numbers.index(hardest)].technique if self._steps else None,
            max(numbers[:placing]),
            numbers[0],
            sum(numbers),
            len(self._steps),
            placing is not None,
        )
