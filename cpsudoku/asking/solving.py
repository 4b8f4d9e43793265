"""The facade: every question about a puzzle, asked of any backend and verified here.

What `solve` says of its arguments and errors holds for all.

>>> from cpsudoku.asking import solving
>>> result = solving.check("1......2.34....1", backend="backtrack")
>>> result.verdict.value
'none'
>>> solving.count("1.............4.", backend="backtrack").value
18
"""

from __future__ import annotations

import random
from collections.abc import Iterator

from cpsudoku import backends
from cpsudoku.backends import BackendLike, Session
from cpsudoku.backends.base.witnesses import Sample, TrueCandidates, still_known
from cpsudoku.formats import PuzzleLike, as_puzzle
from cpsudoku.ground.deadline import Deadline
from cpsudoku.puzzle import Puzzle
from cpsudoku.result import Count, Limits, Outcome, Result, Verdict
from cpsudoku.rules import Grid


def solve(
    puzzle: PuzzleLike,
    *,
    backend: BackendLike = backends.AUTO,
    limit: int | None = 1,
    seconds: float | None = None,
    seed: int = 0,
    **options: object,
) -> Result:
    """Find a solution, or some.

    Args:
        puzzle: the puzzle, its text or its cells.
        backend: name of a backend, or an engine for the puzzle's rules.
        limit: stop after this many solutions; None for all of them.
        seconds: wall-clock limit; None for none.
        seed: for solvers that make random choices.
        options: passed on to the backend.

    Returns:
        The verdict with the solutions, each of them verified.

    Raises:
        FormatError: the text is not a puzzle.
        OptionError: a limit or option that makes no sense.
        UnsupportedError: the backend does not know the puzzle's rules.
        BackendUnavailableError: its solver is not installed.
        BackendError: the solver failed or gave a wrong answer.
    """
    limits = Limits(solutions=limit, seconds=seconds, seed=seed)
    asked = as_puzzle(puzzle)
    return Session.of(asked.rules, backend, options).search(asked, limits)


def check(
    puzzle: PuzzleLike,
    *,
    backend: BackendLike = backends.AUTO,
    seconds: float | None = None,
    seed: int = 0,
    **options: object,
) -> Result:
    """Return whether a puzzle has exactly one solution.

    Returns:
        ``UNIQUE`` with the solution, ``MULTIPLE`` with two, ``NONE``, or ``UNKNOWN`` when time ran
        out first.
    """
    return solve(puzzle, backend=backend, limit=2, seconds=seconds, seed=seed, **options)


def random_solution(
    puzzle: PuzzleLike,
    *,
    backend: BackendLike = backends.AUTO,
    seconds: float | None = None,
    seed: int = 0,
    **options: object,
) -> Result:
    """Find a random solution, chosen by the seed, with any rules and any backend.

    In a random order each cell takes the first of its digits, in a random order too, with which
    the puzzle still has a solution.  So every solution can come, though not all are equally likely,
    and the same seed gives the same one with every backend.  Seconds are for all searches together.

    >>> [random_solution("." * 16, seed=seed).solutions[0][0] for seed in range(4)]
    [4, 3, 1, 4]
    """
    puzzle = as_puzzle(puzzle)
    deadline = Deadline(seconds)
    limits = Limits(solutions=1, seconds=seconds, seed=seed)
    session = Session.of(puzzle.rules, backend, options)

    def left(masks: list[int]) -> Result:
        trial = Puzzle(puzzle.rules, tuple(masks))
        return session.search(trial, Limits(solutions=2, seconds=deadline.left, seed=seed))

    chance = random.Random(seed)
    masks = list(puzzle.candidates)
    found = left(masks)
    for cell in chance.sample(range(len(masks)), len(masks)):
        if found.verdict is not Verdict.MULTIPLE:
            break
        digits = [d for d in range(puzzle.rules.size) if masks[cell] >> d & 1]
        for digit in chance.sample(digits, len(digits)):
            masks[cell] = 1 << digit
            trial = left(masks)
            if trial.verdict is not Verdict.NONE:
                found = trial
                break
    if found.verdict is Verdict.UNKNOWN:
        return Result(puzzle, Outcome((), False), limits, session.name)
    if found.verdict is Verdict.NONE:
        return session.search(puzzle, limits)
    return Result(puzzle, Outcome(found.solutions, False), limits, session.name)


class Solutions(Iterator[Grid]):
    """A lazy iterator over a puzzle's solutions.

    Attributes:
        found: number of solutions given so far.
        exhausted: None while there may be more to give; at the end True if it is proved that there
            are no others, False if a limit was hit first.
        backend: name of the backend that searches.
    """

    def __init__(self, session: Session, puzzle: Puzzle, limits: Limits) -> None:
        self.found = 0
        self.exhausted: bool | None = None
        self.backend = session.name
        if not session.is_settled(puzzle):
            session.ready()
        self._found = session.solutions(puzzle, limits)

    def __next__(self) -> Grid:
        try:
            grid = next(self._found)
        except StopIteration as stop:
            if self.exhausted is None:
                self.exhausted = bool(stop.value)
            raise
        self.found += 1
        return grid


def solutions(
    puzzle: PuzzleLike,
    *,
    backend: BackendLike = backends.AUTO,
    limit: int | None = None,
    seconds: float | None = None,
    seed: int = 0,
    **options: object,
) -> Solutions:
    """Enumerate the solutions one by one, each found on demand, up to the limits.

    Returns:
        An iterator of verified grids; that none comes twice is the engine's promise, since they may
        be too many to remember.  Its ``exhausted`` says at the end whether they were all.
    """
    puzzle = as_puzzle(puzzle)
    limits = Limits(solutions=limit, seconds=seconds, seed=seed)
    return Solutions(Session.of(puzzle.rules, backend, options), puzzle, limits)


def count(
    puzzle: PuzzleLike,
    *,
    backend: BackendLike = backends.AUTO,
    limit: int | None = None,
    seconds: float | None = None,
    seed: int = 0,
    **options: object,
) -> Count:
    """Count the solutions: return an exact count, or a lower bound that says so."""
    puzzle = as_puzzle(puzzle)
    limits = Limits(solutions=limit, seconds=seconds, seed=seed)
    return Session.of(puzzle.rules, backend, options).count(puzzle, limits)


def candidates(
    puzzle: PuzzleLike,
    *,
    backend: BackendLike = backends.AUTO,
    most: int = 1,
    previous: TrueCandidates | None = None,
    seconds: float | None = None,
    seed: int = 0,
    **options: object,
) -> TrueCandidates:
    """Find for each cell the digits that occur in some solution.

    What was found out about the puzzle before it was changed may be handed in, and is used as far
    as it is still true: solutions that the new puzzle has as well need not be found again, and
    where nothing was taken from the puzzle, a digit that was refuted stays refuted.

    Args:
        most: find up to this many solutions with each digit of each cell.
        previous: an answer to this question about the puzzle as it was before, or about another one
            on the same board; also one that time ran out for, which is then resumed.

    >>> found = candidates("1.............4.", most=5)
    >>> [found.counts.get((3, digit), 0) for digit in (1, 2, 3, 4)]
    [0, 3, 3, 5]
    """
    puzzle = as_puzzle(puzzle)
    limits = Limits(solutions=most, seconds=seconds, seed=seed)
    session = Session.of(puzzle.rules, backend, options)
    if 0 in puzzle.candidates or session.is_settled(puzzle):
        return TrueCandidates(puzzle, Sample((), puzzle.candidates), most)
    known = still_known(previous, puzzle)
    return TrueCandidates(puzzle, session.sample(puzzle, known, limits), most)
