"""The path of steps with smallest reasons, from a puzzle to its solution.

>>> path = smallest_reasons("1234341221430...")
>>> [step.sentence for step in path]
['r4c1 has only 4 left.', 'r4c2 has only 3 left.', 'r4c3 has only 2 left.', 'r4c4 has only 1 left.']
>>> path.end, path.largest
('solved', 0)
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple

from cpsudoku.asking import solving
from cpsudoku.backends.fd import Fd
from cpsudoku.errors import BackendUnavailableError
from cpsudoku.formats import PuzzleLike, as_puzzle
from cpsudoku.ground.deadline import Deadline, OutOfTimeError
from cpsudoku.logic import Position
from cpsudoku.puzzle import Puzzle
from cpsudoku.reasons.checking import Trimming, check
from cpsudoku.reasons.finding import EFFORT, GRACE, MOST, SHARE, Finder
from cpsudoku.reasons.knowledge import Knowledge
from cpsudoku.reasons.steps import ReasonStep, cost_named
from cpsudoku.result import Verdict
from cpsudoku.rules import Constraint


@dataclass(frozen=True, slots=True)
class Sizes:
    """A simple measure of how hard a puzzle is, for any rules.

    Args:
        largest: houses and clues of the largest reason.
        largest_part: houses and clues that have to be seen at once.
        total: houses and clues of all steps together; of a step taken apart, those of its parts.
        smallest: number of steps that are proved smallest.
    """

    end: str
    steps: int
    largest: int
    largest_part: int
    total: int
    smallest: int

    def as_json(self) -> dict[str, Any]:
        """Return the sizes as an object of JSON."""
        return {name: getattr(self, name) for name in self.__slots__}


class ReasonPath(Iterator[ReasonStep]):
    """Steps, each with the smallest reason there is, found on demand.

    Args:
        start: where it begins.
        most: a reason of more houses and clues than this is taken apart.
        effort: questions to the solver after which a step is taken that is perhaps not smallest.
        by: what a smallest reason has the fewest of: ``houses`` (and clues), or ``elements``.

    Attributes:
        position: where it stands.
        end: ``solved``; ``stuck`` if nothing more follows, because the puzzle has several solutions
            or a clue is too big; ``broken`` after a contradiction; ``limit`` if time ran out;
            ``open`` otherwise.
        largest: houses and clues of the largest reason so far.
        largest_part: houses and clues that had to be seen at once so far.
        too_big: labels of clues that are too big for clauses and so in no reason.

    Raises:
        BackendUnavailableError: the compiled module is missing.
        OptionError: there is no such cost.
    """

    def __init__(
        self,
        start: Position,
        *,
        seconds: float | None = None,
        most: int = MOST,
        effort: int = EFFORT,
        by: str = "houses",
    ) -> None:
        if not (checker := Fd().installed()):
            raise BackendUnavailableError(f"fd checks smallest reasons, and {checker.reason}")
        self.position, self.end = start, "open"
        self.steps = self.largest = self.largest_part = self.total = self.smallest = 0
        self.too_big: tuple[str, ...] = ()
        self._most, self._effort, self._by = most, effort, cost_named(by)
        self._deadline = Deadline(seconds)
        self._finder: Finder | None = None

    def __next__(self) -> ReasonStep:
        if self.end == "open" and self.steps and self._deadline.has_passed:
            self.end = "limit"
        if self.end != "open":
            raise StopIteration
        try:
            finder = self._begun()
        except OutOfTimeError:
            self.end = "limit"
            raise StopIteration from None
        found = finder.next(self._deadline)
        if found is None:
            self.end = finder.end
            raise StopIteration
        step = finder.taken_apart(found, self._deadline.part(SHARE))
        grace = self._deadline.at_least(GRACE)
        if not (finder.confirmed(step, grace) and check(step, grace)):
            self.end = "limit"
            raise StopIteration
        finder.take(step)
        self.position, self.end = finder.position, finder.end
        self._count(step)
        return step

    def move(self, position: Position) -> None:
        """Continue from a later position of the same board, reached from here by other steps."""
        self.position, self.end = position, "open"
        if self._finder is not None:
            self._finder.move(position)

    def _begun(self) -> Finder:
        if self._finder is None:
            true, none = _solutions(self.position, self._deadline)
            self._finder = Finder(
                self.position, self._deadline, true=true, contradictory=none,
                most=self._most, effort=self._effort, by=self._by,
            )  # fmt: skip
            knowledge = self._finder.knowledge
            sources = knowledge.catalogue.sources
            self.too_big = tuple(sources[number].label for number in sorted(knowledge.too_big))
        return self._finder

    def _count(self, step: ReasonStep) -> None:
        self.steps += 1
        self.largest = max(self.largest, step.size)
        self.largest_part = max(self.largest_part, step.largest_part)
        self.total += step.total
        self.smallest += step.reason.smallest

    def to_contradiction(self) -> list[ReasonStep]:
        """Return the steps of a puzzle without a solution that lead to a contradiction.

        Steps that no later one needs are left out.  If `end` is not ``broken`` afterwards, no
        contradiction was found.
        """
        start, steps = self.position, list(self)
        if self.end != "broken":
            return steps
        try:
            with Knowledge(start, self._deadline) as knowledge:
                return Trimming(knowledge).trimmed(start, steps)
        except OutOfTimeError:
            return steps

    @property
    def sizes(self) -> Sizes:
        """The sizes of the steps so far."""
        return Sizes(
            self.end, self.steps, self.largest, self.largest_part, self.total, self.smallest
        )


def _solutions(position: Position, deadline: Deadline) -> tuple[list[int] | None, bool]:
    """Return for each cell digits of some solution, and whether the board is known to have none.

    The digits are a bit mask; None if no solution is known.
    """
    puzzle = Puzzle.trusted(position.rules, position.masks)
    found = solving.check(puzzle, seconds=deadline.part(_SHARE_BEFORE).left)
    if not found.solutions:
        return None, found.verdict is Verdict.NONE
    true = [0] * len(puzzle.candidates)
    for grid in found.solutions:
        for cell, digit in enumerate(grid):
            true[cell] |= 1 << digit - 1
    return true, False


_SHARE_BEFORE = 0.25
"""The share of the time of a path for finding out which candidates are true."""


def smallest_reasons(
    puzzle: PuzzleLike,
    *,
    seconds: float | None = None,
    most: int = MOST,
    effort: int = EFFORT,
    by: str = "houses",
) -> ReasonPath:
    """Return the path on which each step has the smallest reason that there is, for any rules.

    A reason is a set of houses, clues and cells that force its conclusion, given what is on the
    board.  A second engine checks each step before it is returned.

    Args:
        puzzle: the puzzle or its text; its pencil marks are used.
        most: a reason of more houses and clues than this is taken apart into smaller ones.
        effort: questions to the solver after which a step is taken that is perhaps not smallest.
        by: what a smallest reason has the fewest of: ``houses`` (and clues), or ``elements``.

    Raises:
        FormatError: the text is not a puzzle.
        OptionError: there is no such cost.
        BackendUnavailableError: PySAT or the compiled module is missing.
        BackendError: the second engine does not confirm a step.
    """
    puzzle = as_puzzle(puzzle)
    return ReasonPath(Position.of(puzzle), seconds=seconds, most=most, effort=effort, by=by)


class ClueNeeds(NamedTuple):
    """How a path ended, and for each clue the number of the first step whose reason has it.

    Args:
        clues: in the order of the rules; None where no step has it.
    """

    end: str
    steps: int
    clues: dict[Constraint, int | None]


def clue_needs(puzzle: PuzzleLike, *, seconds: float | None = None) -> ClueNeeds:
    """Return at which step of the path of smallest reasons each clue is needed first.

    A clue that no step needs may be needed on another path, and one that a step needs may be
    redundant, which `cpsudoku.redundant` finds out.

    Raises:
        FormatError: the text is not a puzzle.
        BackendUnavailableError: PySAT or the compiled module is missing.
    """
    puzzle = as_puzzle(puzzle)
    path = smallest_reasons(puzzle, seconds=seconds)
    first: dict[Constraint, int] = {}
    for number, step in enumerate(path, start=1):
        for clue in _used(step):
            first.setdefault(clue, number)
    needs = {clue: first.get(clue) for clue in puzzle.rules.clues}
    return ClueNeeds(path.end, path.steps, needs)


def _used(step: ReasonStep) -> Iterator[Constraint]:
    for part in step.parts:
        yield from _used(part)
    if not step.parts:
        yield from (e.source for e in step.reason.elements if e.source is not None)
