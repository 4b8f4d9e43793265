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

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import partial
from typing import Protocol

from cpsudoku.errors import GenerationError
from cpsudoku.generation.specs import span
from cpsudoku.ground.deadline import NEVER, Deadline, OutOfTimeError
from cpsudoku.ground.processes import useful_workers
from cpsudoku.ground.processes.workers import answered_in_order
from cpsudoku.puzzle import Puzzle
from cpsudoku.rules import Digit, Grid, Rules


@dataclass(frozen=True, slots=True, repr=False)
class Made:
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

    def take(self, other: Rejections) -> None:
        """Add what others were rejected for, which is then forgotten there."""
        self.clues += other.clues
        self.reasons += other.reasons
        other.clues.clear()
        other.reasons.clear()

    def describe(self) -> str:
        """Return it in words; empty if there is nothing to say."""
        parts = []
        if self.clues:
            givens = span(min(self.clues), max(self.clues))
            parts.append(f"{self.clues.total()} ended with {givens} givens")
        parts += [f"{count} had {reason}" for reason, count in self.reasons.items() if count]
        return ", ".join(parts)


class Maker(Protocol):
    """Makes puzzles, each of which depends on the spec, the seed and its number alone."""

    attempts: int
    """Grids, or searches, for one puzzle at most."""

    @property
    def tried(self) -> int:
        """How many attempts have ended, also of puzzles that are not finished, if that is known."""

    @property
    def rejections(self) -> Rejections:
        """Why attempts were rejected."""

    def make(self, index: int, first_attempt: int = 0) -> Made:
        """Return the puzzle of a number, or the next one after some attempts.

        Raises:
            GenerationError: none was found within the attempts; says what was reached.
            OutOfTimeError: the time ran out.
        """

    def all(self, numbers: range) -> Iterator[Made | None]:
        """Yield the puzzles of some numbers in order, and None now and then while none is ready."""


def not_met(attempts: int, rejections: Rejections) -> GenerationError:
    """Return the error for a spec that was not met, with what was reached."""
    return GenerationError(f"no matching puzzle in {attempts} attempts; {rejections.describe()}")


def in_processes(
    maker: Maker, numbers: range, *, jobs: int, deadline: Deadline = NEVER, most: int = 64
) -> Iterator[Made]:
    """Yield the puzzles of some numbers, made by copies of a maker in several processes.

    Args:
        deadline: when to end the processes, whatever they are at.
        most: puzzles that a process makes at a time.
    """
    parts, prepare = _parts(numbers, useful_workers(jobs), most), partial(partial, _made, maker)
    for found in answered_in_order(parts, prepare, jobs=jobs, deadline=deadline):
        if found is None:
            raise OutOfTimeError
        made, rejections = found
        maker.rejections.take(rejections)
        yield from made


def _parts(numbers: range, jobs: int, most: int) -> Iterator[range]:
    """Yield small parts at first, so that the first puzzles come soon, and larger ones later."""
    at, length = 0, 1
    while at < len(numbers):
        yield numbers[at : at + length]
        at, length = at + length, min(2 * length, most, max(1, len(numbers) // (4 * jobs)))


def _made(maker: Maker, numbers: range) -> tuple[list[Made], Rejections] | None:
    """Return the puzzles of these numbers and why others were rejected; None if time ran out."""
    rejections = Rejections()
    try:
        made = [maker.make(number) for number in numbers]
    except OutOfTimeError:
        return None
    rejections.take(maker.rejections)
    return made, rejections
