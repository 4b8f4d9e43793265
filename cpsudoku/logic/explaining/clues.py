"""What a clue that is not a house leaves in its cells, without the rest of the puzzle.

Techniques use groups of different cells only, not cages, lines or clues outside.  So between their
steps come those of single clues: a candidate is ruled out if no digits for the clue's cells contain
it, obey the clue, and differ where two cells share a group.  Sums that follow from cages and whole
houses (`cpsudoku.logic.explaining.sums`) count as clues.

>>> from cpsudoku.puzzle import Puzzle
>>> from cpsudoku.rules import boxes
>>> from cpsudoku.variants import with_variants
>>> puzzle = Puzzle.empty(with_variants(boxes(2, 2), "thermo@r1c1,r1c2,r2c2"))
>>> deduction(Position.of(puzzle)).sentence
'Thermo r1c1 r1c2 r2c2 leaves r1c1 no 3 and no 4, r1c2 no 1 and no 4, r2c2 no 1 and no 2.'
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any, ClassVar, TypeAlias

from cpsudoku import logic
from cpsudoku.asking import solving
from cpsudoku.ground.deadline import Deadline
from cpsudoku.ground.notebook import Drawn
from cpsudoku.logic import Order, Path, Position, Rating, Step
from cpsudoku.logic.documents import candidates_json
from cpsudoku.logic.explaining.sums import implied_sums
from cpsudoku.logic.naming import conclusions
from cpsudoku.logic.orders import order_named, up_to
from cpsudoku.logic.steps import Candidate, Highlights
from cpsudoku.puzzle import Puzzle
from cpsudoku.reasons import ReasonPath, ReasonStep
from cpsudoku.reasons.steps import clue_named, left_after
from cpsudoku.rules import AllDifferent, Board, Constraint, Rules, digits_of_mask
from cpsudoku.rules.primitives import Pair
from cpsudoku.words import Said, rendered, say

MOST_CELLS = 16
"""For a clue on more cells, or on more than half of the board, each primitive is used alone."""


@dataclass(frozen=True, slots=True)
class Deduction(Drawn):
    """The candidates that a clue rules out."""

    _DRAWN_BY = "drawing.steps:conclusion_svg"

    position: Position
    clue: Constraint
    eliminations: tuple[Candidate, ...]
    placements: ClassVar[tuple[Candidate, ...]] = ()
    """A digit that is left alone in its cell is a step of its own."""
    name: ClassVar[str] = "Clue"

    @property
    def named(self) -> str:
        """The clue, with its cells if they are few."""
        board = self.position.rules.board
        scope = f" {board.names(self.clue.scope)}" if is_local(self.clue, board) else ""
        return f"{self.clue.label}{scope}"

    @property
    def sentence(self) -> str:
        """What the clue leaves, in a sentence."""
        return rendered(self.said)

    @property
    def said(self) -> Said:
        """The sentence as data, which `cpsudoku.words` renders in any language."""
        left = left_after(self.position, self.eliminations)
        return say("clue leaves", clue=self._said_clue(True), left=left)

    def _said_clue(self, with_cells: bool) -> Said:
        board = self.position.rules.board
        with_cells = with_cells and is_local(self.clue, board)
        return clue_named(self.clue, board, with_cells=with_cells)

    @property
    def notation(self) -> str:
        """The step in the style of HoDoKu's lines: ``Clue: thermo r1c1 r1c2 => r1c1<>9``."""
        gone = conclusions(self.eliminations, "<>", self.position.rules)
        return f"{self.name}: {self.named} => {gone}"

    @property
    def hints(self) -> tuple[str, ...]:
        """Five hints, each of which says more than the one before."""
        return tuple(map(rendered, self.said_hints))

    @property
    def said_hints(self) -> tuple[Said, ...]:
        """The hints as data."""
        board, symbols = self.position.rules.board, self.position.rules.symbols
        digits: list[Said] = [symbols[d - 1] for d in sorted({d for _, d in self.eliminations})]
        cells: list[Said] = [board.name(c) for c in sorted({c for c, _ in self.eliminations})]
        clue = self._said_clue(True)
        return (
            say("look at clue", clue=self._said_clue(False)),
            say("look at clue", clue=clue),
            say("look at clue digits", clue=clue, digits=digits),
            say("look at clue cells", clue=clue, digits=digits, cells=cells),
            self.said,
        )

    @property
    def highlights(self) -> Highlights:
        """What to highlight in a picture of it."""
        cells = self.clue.scope if is_local(self.clue, self.position.rules.board) else ()
        gone = dict.fromkeys(self.eliminations, "eliminated")
        return Highlights(gone, cells, (), (), (cells,) if cells else (), ())

    def as_json(self) -> dict[str, Any]:
        """Return the step as an object of JSON, with the keys of `cpsudoku.logic.documents`."""
        rules = self.position.rules
        return {
            "clue": self.clue.label,
            "name": self.name,
            "placements": [],
            "eliminations": candidates_json(self.eliminations, rules),
            "sentence": self.sentence,
            "notation": self.notation,
            "hints": list(self.hints),
            "cells": [rules.board.name(cell) for cell in self.highlights.cells],
        }


def is_local(clue: Constraint, board: Board) -> bool:
    """Return whether a clue has few enough cells for people to look at all of them together."""
    return len(clue.scope) <= min(MOST_CELLS, board.cell_count // 2)


_SECONDS = 1.0
"""The time for a single clue; a candidate that is not ruled out by then stays."""


@dataclass(slots=True)
class ClueSearch:
    """What is known about clues that were searched without result.

    Args:
        barren: clues that rule out nothing, each with the candidates of its cells, and whether that
            is certain: otherwise its time ran out.
        complete: whether the last search found everything that a clue rules out.
    """

    barren: dict[Constraint, tuple[tuple[int, ...], bool]] = field(default_factory=dict)
    complete: bool = True


def deduction(
    position: Position, seconds: float | None = None, search: ClueSearch | None = None
) -> Deduction | None:
    """Return the first of `deductions`, or None if no clue was found to rule anything out."""
    return next(deductions(position, seconds, search), None)


def deductions(
    position: Position, seconds: float | None = None, search: ClueSearch | None = None
) -> Iterator[Deduction]:
    """Yield the candidates that each clue rules out: given clues, those on few cells first.

    Args:
        search: the previous searches, whose barren clues are skipped; afterwards it says whether
            this one was complete.
    """
    deadline = Deadline(seconds)
    search = ClueSearch() if search is None else search
    search.complete = True
    for clue in (*_clues(position.rules), *implied_sums(position.rules)):
        if deadline.has_passed:
            search.complete = False
            return
        left = tuple(position.masks[cell] for cell in clue.scope)
        before, certain = search.barren.get(clue, ((), True))
        if before != left:
            gone, certain = _refuted(clue, position, deadline)
            if gone:
                yield Deduction(position, clue, tuple(gone))
            else:
                search.barren[clue] = left, certain
        search.complete = search.complete and certain


Conclusion: TypeAlias = Step | Deduction | ReasonStep
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
        self._search = ClueSearch()
        self._steps: list[Step] = []
        self._cut: Rating | None = None

    def __next__(self) -> Conclusion:
        found = self._found()
        if found is None:
            raise StopIteration
        if isinstance(found, Step):
            self._steps.append(found)
        elif isinstance(found, Deduction) and self._cut is None:
            self.clues += 1
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

    def _named(self) -> Step | Deduction | None:
        """Return a step of techniques or clues, or None; `end` says why."""
        found: Step | Deduction | None = self._step(self._singles)
        if found is None and self.end == "stuck":
            found = deduction(self.position, self._deadline.left, self._search)
            if found is None:
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


@lru_cache(maxsize=16)
def _clues(rules: Rules) -> tuple[Constraint, ...]:
    """Return the constraints that are more than groups of different cells, small ones first."""
    found = [c for c in rules.constraints if any(type(p) is not AllDifferent for p in c.primitives)]
    return tuple(sorted(found, key=lambda clue: len(clue.scope)))


Refuted: TypeAlias = tuple[list[Candidate], bool]
"""Candidates that are ruled out, and whether these are all."""


def _refuted(clue: Constraint, position: Position, deadline: Deadline) -> Refuted:
    if not any(position.candidates[cell] for cell in clue.scope):
        return [], True
    board = position.rules.board
    if is_local(clue, board):
        return _without_support(clue, position, deadline)
    gone: dict[Candidate, None] = {}
    complete = True
    for primitive in clue.primitives:
        if deadline.has_passed:
            return list(gone), False
        if isinstance(primitive, Pair):
            gone.update(dict.fromkeys(_unpaired(primitive, position)))
        elif is_local(primitive, board):
            more, certain = _without_support(primitive, position, deadline)
            gone.update(dict.fromkeys(more))
            complete = complete and certain
    return list(gone), complete


def _unpaired(pair: Pair, position: Position) -> Iterator[Candidate]:
    """Yield the candidates of two cells that fit with no candidate of the other."""
    first = position.rules.board.first - 1
    one, other = (digits_of_mask(position.masks[cell]) for cell in pair.scope)
    both = [(a, b) for a in one for b in other if (a + first, b + first) in pair.allowed]
    for place, cell in enumerate(pair.scope):
        kept = {digits[place] for digits in both}
        yield from ((cell, digit) for digit in position.left(cell) if digit not in kept)


def _without_support(clue: Constraint, position: Position, deadline: Deadline) -> Refuted:
    """Return the candidates that are in no digits for a clue's cells that obey it."""
    own = set(clue.scope)
    # The other cells get one candidate, and no constraint is about them.
    masks = tuple(mask if c in own else 1 for c, mask in enumerate(position.masks))
    found = solving.candidates(
        Puzzle.trusted(_alone(position.rules, clue), masks), seconds=deadline.within(_SECONDS)
    )
    refuted = (
        (cell, position.candidates[cell] & found.settled[cell] & ~found.masks[cell])
        for cell in clue.scope
    )
    gone = [(cell, digit) for cell, mask in refuted for digit in digits_of_mask(mask)]
    return gone, found.complete


@lru_cache(maxsize=512)
def _alone(rules: Rules, clue: Constraint) -> Rules:
    """Return the rules of a clue, and groups as far as its cells are in them."""
    own = set(clue.scope)
    shared = {tuple(c for c in group.cells if c in own) for group in rules.groups}
    groups = [AllDifferent(cells) for cells in sorted(shared) if len(cells) > 1]
    return Rules(rules.board, (clue, *groups))
