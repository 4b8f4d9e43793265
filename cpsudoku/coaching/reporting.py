"""What a publisher asks about a puzzle: where it is narrow, what stands out, how long it takes.

>>> found = report("1.3..4...1....2.")
>>> found.difficulty.er, found.symmetry, found.bottlenecks
(1.2, 'none', (2, 4, 6, 7, 11))
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any

from cpsudoku import logic
from cpsudoku.asking.solving import PuzzleLike
from cpsudoku.coaching import minutes
from cpsudoku.coaching.difficulty import SCALES, Difficulty
from cpsudoku.coaching.rating import rate
from cpsudoku.formats import as_puzzle
from cpsudoku.ground.deadline import Deadline
from cpsudoku.logic import EXPLAINER, Step
from cpsudoku.logic.orders import up_to
from cpsudoku.puzzle import Puzzle
from cpsudoku.result import Verdict
from cpsudoku.symmetry.orbits import ALL, NAMES, NONE, orbits

COUNTED_TO = 50
"""Steps up to this number are cheap to find all; of a harder one, the ways are not counted."""

SPIKE = 10
"""A step stands out if it counts this many tenths more than all that come before and after it."""


@dataclass(frozen=True, slots=True)
class Report:
    """What there is to say about a puzzle; numbers are tenths of Sudoku Explainer's scale.

    Args:
        ways: for each step of Sudoku Explainer's path how many steps that are no harder could have
    been taken instead, itself included; 0 where it is too hard to count them, None where
    time ran out.
        symmetry: of the pattern of givens; one of `cpsudoku.symmetry.orbits.NAMES`.
        minutes: how long a person may take; None where the model does not know such puzzles.
    """

    difficulty: Difficulty
    ways: tuple[int | None, ...]
    numbers: tuple[int, ...]
    techniques: tuple[str, ...]
    symmetry: str
    minutes: float | None

    @property
    def end(self) -> str:
        """How Sudoku Explainer's path ended; unless it is ``solved``, its beginning is known."""
        path = self.difficulty.explainer
        return "open" if path is None else path.end

    @property
    def once(self) -> tuple[str, ...]:
        """Techniques that the path needs just once; none where it is not known to its end."""
        counts = Counter(self.techniques)
        return tuple(name for name, n in counts.items() if n == 1 and self.end == "solved")

    @property
    def bottlenecks(self) -> tuple[int, ...]:
        """The steps, from 1, at which there is only one way on."""
        return tuple(number for number, ways in enumerate(self.ways, start=1) if ways == 1)

    @property
    def spikes(self) -> tuple[int, ...]:
        """Numbers of the steps, from 1, whose rating exceeds every other step's by 1.0 or more.

        None where the path is not known to its end: what follows may be as hard.
        """
        if self.end != "solved":
            return ()
        found: list[int] = []
        for number, below in pairwise(sorted(set(self.numbers), reverse=True)):
            found += [i for i, n in enumerate(self.numbers, start=1) if n == number]
            if number - below >= SPIKE:
                return tuple(sorted(found)) if 2 * len(found) < len(self.numbers) else ()
        return ()

    def as_json(self) -> dict[str, Any]:
        """Return the report as JSON can hold it."""
        return {
            "end": self.end,
            "ways": list(self.ways),
            "bottlenecks": list(self.bottlenecks),
            "numbers": [number / 10 for number in self.numbers],
            "spikes": list(self.spikes),
            "techniques": dict(Counter(self.techniques)),
            "once": list(self.once),
            "symmetry": self.symmetry,
            "minutes": self.minutes,
            "minutes_source": minutes.SOURCE,
        }


def report(puzzle: PuzzleLike, *, seconds: float | None = None) -> Report:
    """Return what a publisher asks about a puzzle.

    Raises:
        FormatError: the text is not a puzzle.
        UnsupportedError: the board is too big for the techniques.
    """
    deadline = Deadline(seconds)
    puzzle = as_puzzle(puzzle)
    with_clues = puzzle.rules.has_others
    difficulty = rate(puzzle, scales=SCALES if with_clues else SCALES[1:], seconds=deadline.left)
    if difficulty.verdict is not Verdict.UNIQUE or with_clues:
        return Report(difficulty, (), (), (), symmetry_of(puzzle), None)
    path = logic.Path(puzzle, seconds=deadline.left)
    steps = list(path)
    numbers = tuple(map(path.number, steps))
    difficulty = replace(difficulty, paths=(path.rating, *difficulty.paths))
    return Report(
        difficulty,
        tuple(_ways(step, number, deadline) for step, number in zip(steps, numbers, strict=True)),
        numbers,
        tuple(step.technique for step in steps),
        symmetry_of(puzzle),
        minutes.expected(difficulty),
    )


def _ways(step: Step, number: int, deadline: Deadline) -> int | None:
    """Return how many conclusions steps no harder than one would give; see `Report`."""
    if number > COUNTED_TO:
        return 0
    assert step.position is not None
    order = up_to(EXPLAINER, [step.technique])
    found = logic.find_all(step.position, order=order, seconds=deadline.left)
    if not found.complete:
        return None
    return len({(frozenset(s.placements), frozenset(s.eliminations)) for s in found.steps})


def symmetry_of(puzzle: Puzzle) -> str:
    """Return the greatest symmetry of the pattern of givens; ``none`` on other boards."""
    if not puzzle.rules.board.is_square:
        return NONE
    size, digits = puzzle.rules.size, puzzle.digits
    names = [ALL, *(name for name in reversed(NAMES) if name not in {ALL, NONE}), NONE]
    return next(
        name
        for name in sorted(names, key=lambda name: len(orbits(name, size)))
        if all(len({bool(digits[cell]) for cell in orbit}) == 1 for orbit in orbits(name, size))
    )
