"""Generated puzzles, and the protocol of their makers.

A `Maker` makes the puzzles of one spec by their numbers.  There are four of them:

==================  ================================================================================
`Digger`            digs givens out of random grids, under any rules and with any backend
`CompiledDigger`    makes the very same classic puzzles in compiled code, thousands at a time
`DifficultyMaker`   looks among dug puzzles for those of some difficulty, or searches for them
`VariantMaker`      lays out variants that hold in a hidden grid
==================  ================================================================================
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import partial
from typing import ClassVar

from cpsudoku.backends import AUTO, BackendLike
from cpsudoku.errors import GenerationError
from cpsudoku.generation.specs import span
from cpsudoku.ground.deadline import NEVER, Deadline
from cpsudoku.ground.processes import useful_workers
from cpsudoku.ground.processes.workers import answered_in_order
from cpsudoku.puzzle import Puzzle
from cpsudoku.rules import Digit, Grid, Rules


@dataclass(frozen=True, slots=True, repr=False)
class GeneratedPuzzle:
    """A generated puzzle, proved to have one solution.

    Args:
        index: its number; the same seed, index and spec give the same puzzle.
        digits: for each cell its given, 0 for none.
        effort: how many choices a search with singles makes; None if it was not measured.
        note: what a user may like to know of how it was made; empty for nothing.
    """

    index: int
    rules: Rules
    digits: tuple[Digit, ...]
    solution: Grid
    attempts: int = 1
    effort: int | None = None
    note: str = ""

    def __repr__(self) -> str:
        return f"<Made {self.puzzle}, {self.clues} clues>"

    @property
    def puzzle(self) -> Puzzle:
        """The puzzle."""
        return Puzzle.from_digits(self.digits, self.rules)

    @property
    def clues(self) -> int:
        """Number of givens."""
        return len(self.digits) - self.digits.count(0)


@dataclass
class Rejections:
    """Why attempts were rejected: their numbers of givens, and how many had which other reason."""

    clues: Counter[int] = field(default_factory=Counter)
    reasons: Counter[str] = field(default_factory=Counter)

    def add(self, other: Rejections) -> None:
        """Add the rejections of another."""
        self.clues += other.clues
        self.reasons += other.reasons

    def describe(self) -> str:
        """Return it in words; empty if there is nothing to say."""
        parts = []
        if self.clues:
            givens = span(min(self.clues), max(self.clues))
            parts.append(f"{self.clues.total()} ended with {givens} givens")
        parts += [f"{count} had {reason}" for reason, count in self.reasons.items() if count]
        return ", ".join(parts)


@dataclass(kw_only=True)
class Maker(ABC):
    """Makes puzzles, each of which depends on the spec, the seed and its number only.

    Args:
        backend: the judge of uniqueness: its name, or an engine for the rules.
        attempts: grids, or searches, for one puzzle at most.
        jobs: how many processes, or threads of compiled code, may work at a time.
        rejections: why attempts were rejected.
        tried: how many attempts have ended, also of puzzles that are not finished, if that is
            known.
    """

    seed: int = 0
    backend: BackendLike = AUTO
    attempts: int = 1000
    jobs: int = 1
    deadline: Deadline = NEVER
    rejections: Rejections = field(default_factory=Rejections)
    tried: int = 0
    is_waited_for: ClassVar[bool] = False
    """Whether a process finishes what it is at when the time is over."""

    at_once: ClassVar[int] = 64
    """Puzzles that a process makes at a time, at most."""

    @property
    def needs_processes(self) -> bool:
        """Whether puzzles are made in processes even one by one, so that they can be ended."""
        return False

    @abstractmethod
    def make(self, index: int, first_attempt: int = 0) -> GeneratedPuzzle:
        """Return the puzzle of a number, or the next one after some attempts.

        Raises:
            GenerationError: none was found within the attempts; says what was reached.
            OutOfTimeError: the time ran out.
        """

    def in_turn(self, numbers: range) -> Iterator[GeneratedPuzzle]:
        """Yield the puzzles of some numbers in turn."""
        return map(self.make, numbers)

    def all(self, numbers: range) -> Iterator[GeneratedPuzzle | None]:
        """Yield the puzzles of some numbers in order, and None now and then while none is ready."""
        jobs = max(1, min(useful_workers(self.jobs), len(numbers)))
        if jobs == 1 and not self.needs_processes:
            yield from self.in_turn(numbers)
            return
        parts, prepare = self.parts(numbers, jobs), partial(partial, _made, self)
        deadline = NEVER if self.is_waited_for else self.deadline
        answers = answered_in_order(parts, prepare, jobs=jobs, deadline=deadline)
        for made, rejections, tried in answers:
            self.rejections.add(rejections)
            self.tried += tried
            yield from made

    def parts(self, numbers: range, jobs: int) -> Iterator[range]:
        """Yield the numbers that a process makes at a time, few at first so that some come soon."""
        at, length, most = 0, 1, min(self.at_once, max(1, len(numbers) // (4 * jobs)))
        while at < len(numbers):
            yield numbers[at : at + length]
            at, length = at + length, min(2 * length, most)


def not_met(attempts: int, rejections: Rejections) -> GenerationError:
    """Return the error for a spec that was not met, with what was reached."""
    return GenerationError(f"no matching puzzle in {attempts} attempts; {rejections.describe()}")


def _made(maker: Maker, numbers: range) -> tuple[list[GeneratedPuzzle], Rejections, int]:
    """Return the puzzles of these numbers, and what was tried for them."""
    maker.rejections, before = Rejections(), maker.tried
    made = list(maker.in_turn(numbers))
    return made, maker.rejections, maker.tried - before
