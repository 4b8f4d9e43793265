"""Rates puzzles on several scales, once they are known to have one solution, and reports on them.

>>> rate("12..34...1..3...").verdict.value
'none'
>>> easy = rate("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
>>> easy.er, easy.hodoku_class, easy.qqwing, easy.hardest
(1.2, 'easy', 'simple', 'hidden single in box')
>>> found = report("1.3..4...1....2.")
>>> found.difficulty.er, found.symmetry, found.bottlenecks
(1.2, 'none', (2, 4, 6, 7, 11))
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from math import exp
from typing import TYPE_CHECKING, Any

from cpsudoku import logic
from cpsudoku.asking import solving
from cpsudoku.asking.search import VERDICTS, Search, verdicts_of
from cpsudoku.errors import OptionError
from cpsudoku.formats import PuzzleLike, as_puzzle
from cpsudoku.ground.deadline import Deadline
from cpsudoku.logic import EXPLAINER, Position, Step
from cpsudoku.logic.explaining.difficulty import SCALES, Difficulties, Difficulty
from cpsudoku.logic.explaining.explanations import Walk
from cpsudoku.logic.orders import up_to
from cpsudoku.logic.paths import walked
from cpsudoku.puzzle import Puzzle
from cpsudoku.result import Verdict
from cpsudoku.rows.arrays import Rows
from cpsudoku.rules import Rules
from cpsudoku.symmetry.orbits import ALL, NAMES, NONE, orbits

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


def rate(
    puzzle: PuzzleLike, *, scales: Sequence[str] = SCALES, seconds: float | None = None
) -> Difficulty:
    """Return how hard a puzzle is for people, on several scales.

    Whether it has just one solution is found out first; if not, it is not rated.  What cages, lines
    and clues outside leave counts nothing on these scales, so a puzzle with some has the numbers of
    the other steps, and none where these do not solve it.

    Args:
        puzzle: the puzzle or its text; pencil marks count.
        scales: ``explainer``, ``hodoku`` and ``qqwing``, or some of them.
        seconds: wall-clock limit for all of it; None for none.  What it cuts short is a lower bound
            or unknown: see `Difficulty.lower_bounds` and `Difficulty.end`.

    Raises:
        FormatError: the text is not a puzzle.
        OptionError: there is no such scale, or a limit that makes no sense.
        UnsupportedError: the board is too big for the techniques.
    """
    puzzle = as_puzzle(puzzle)
    check_scales(scales)
    logic.check_rules(puzzle.rules)
    deadline = Deadline(seconds)
    verdict = solving.check(puzzle, seconds=deadline.left).verdict
    found = Difficulty(puzzle, verdict)
    if verdict is not Verdict.UNIQUE:
        return found
    paths: dict[str, logic.Rating] = {}
    for scale in sorted(scales, key=SCALES.index, reverse=True):  # the quickest first
        if puzzle.rules.has_others:
            walk = Walk(Position.of(puzzle), scale, deadline.left)
            for _ in walk:
                pass
            paths[scale] = walk.rating
            if scale == scales[0]:
                found = replace(found, clue_steps=walk.clues)
        else:
            _, paths[scale] = walked(puzzle, scale, deadline.left)
    return replace(found, paths=tuple(paths[scale] for scale in dict.fromkeys(scales)))


def check_scales(scales: Sequence[str]) -> None:
    """Raise an error unless there are such scales.

    Raises:
        OptionError: there is no scale of a name, or no name is given.
    """
    for scale in scales:
        if scale not in SCALES:
            raise OptionError(f"there is no scale {scale!r}; expected {', '.join(SCALES)}")
    if not scales:
        raise OptionError(f"no scale; expected some of {', '.join(SCALES)}")


def rated(
    rows: Rows, rules: Rules, scales: Sequence[str], deadline: Deadline, **how: Any
) -> Difficulties:
    """Return how hard the puzzles of an array are, as `rate` says of one.

    Args:
        rows: digits (uint8) of puzzles under rules with nothing but houses.
        deadline: the end of the time for all of them; what it cuts short is a lower bound.
        how: the number of threads, and the seconds for each puzzle on each scale.

    Raises:
        UnsupportedError: the board is too big for the techniques.
    """
    import numpy as np

    logic.check_rules(rules)
    verdicts = _all_verdicts(rows, rules, deadline, **how)

    unique = np.flatnonzero(verdicts == 0)
    paths: dict[str, logic.Ratings] = {}
    for scale in sorted(scales, key=SCALES.index):
        path = logic.rate_many(rows[unique], rules, order=scale, seconds=deadline.left, **how)
        paths[scale] = path.spread(unique, len(verdicts))
    return Difficulties(verdicts, tuple(paths[scale] for scale in dict.fromkeys(scales)))


def _all_verdicts(
    rows: Rows, rules: Rules, deadline: Deadline, threads: int | None, seconds_each: float | None
) -> NDArray[np.int8]:
    """Return how many solutions puzzles have.

    All are searched together, with the time of one; those left open, since another of them may have
    taken it all, get the same time each.
    """
    import numpy as np

    def searched(some: Rows) -> NDArray[np.int8]:
        limits = (limit for limit in (deadline.left, seconds_each) if limit is not None)
        found = Search(seconds=min(limits, default=None)).of_rows(some, rules, threads=threads)
        return verdicts_of(found.counts, found.unknown)

    found = searched(rows)
    if seconds_each is not None and len(rows) > 1:
        for row in np.flatnonzero(found == VERDICTS.index(Verdict.UNKNOWN)):
            found[row] = searched(rows[row : row + 1])[0]
    return found


COUNTED_TO = 50
"""Steps up to this number are cheap to find all; of a harder one, the ways are not counted."""

SPIKE = 10
"""A step stands out if it counts this many tenths more than all that come before and after it."""


@dataclass(frozen=True, slots=True)
class Report:
    """A report about a puzzle; numbers are tenths of Sudoku Explainer's scale.

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
            "minutes_source": MINUTES_SOURCE,
        }


def report(puzzle: PuzzleLike, *, seconds: float | None = None) -> Report:
    """Return the report about a puzzle that publishers want.

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
        minutes_expected(difficulty),
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


MINUTES_SOURCE = "a fit on S.-W. Wang's records of players, IEEE Access 2024"
"""Where the minutes come from, in a few words."""

_CONSTANT, _PER_ER, _PER_BLANK = 3.02, 0.1965, 0.0491
_BLANKS = range(48, 59)
_HARDEST = 8.5


def minutes_expected(difficulty: Difficulty) -> float | None:
    """Return the minutes that a player takes on average, or None where the model does not reach.

    The average times of players of one Android application, for 1533 classic puzzles that ten
    players or more have finished (median 13), were fitted by least squares on their logarithm, each
    puzzle weighted by the number of its players:

        minutes = exp(3.02 + 0.1965 ER + 0.0491 blanks) / 60

    Over ten folds the correlation of the logarithms is 0.48 and the median error 23 %: the rest is
    what ratings do not know.  Most of these puzzles are easy (half of them ER 1.5, 95 % up to 4.2),
    and all have 48 to 58 blanks, so that nothing is said of others.

    Source: S.-W. Wang, *A Dataset of Sudoku Puzzles With Difficulty Metrics Experienced by Human
    Players*, IEEE Access 12 (2024), 104254-104262; the records of 2025-04-07, which are in the
    public domain (CC0).
    """
    puzzle, er = difficulty.puzzle, difficulty.er
    blanks = puzzle.rules.cell_count - puzzle.clues
    if er is None or "er" in difficulty.lower_bounds or er > _HARDEST or blanks not in _BLANKS:
        return None
    if not puzzle.rules.is_classic or puzzle.has_pencil_marks:
        return None
    return exp(_CONSTANT + _PER_ER * er + _PER_BLANK * blanks) / 60
