"""The facade: every question about a puzzle, asked of any backend and verified here.

>>> from cpsudoku import solving
>>> result = solving.check("1......2.34....1", backend="backtrack")
>>> result.verdict.value
'none'
>>> solving.count("1.............4.", backend="backtrack").value
18
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, TypeAlias

from cpsudoku import backends, formats, verify
from cpsudoku.backends import BackendLike
from cpsudoku.backends.base import Enumeration
from cpsudoku.deadline import Deadline
from cpsudoku.errors import BackendError
from cpsudoku.formats import Cells
from cpsudoku.puzzle import Puzzle
from cpsudoku.result import Count, Limits, Outcome, Result, Stats, Verdict
from cpsudoku.rules import Grid

if TYPE_CHECKING:
    from cpsudoku.witnesses import TrueCandidates

PuzzleLike: TypeAlias = "Puzzle | str | Cells"
"""A puzzle, its text in any notation that `cpsudoku.formats` reads, or its cells as a list of
digits, a list of rows or an array, 0 for a blank."""

BY_GIVENS = Stats(decided_by="givens")
"""The statistics where two givens clash and no solver was asked."""


def _as_puzzle(puzzle: PuzzleLike) -> Puzzle:
    return puzzle if isinstance(puzzle, Puzzle) else formats.parse(puzzle)


def _verified(puzzle: Puzzle, backend: str, grid: Grid) -> Grid:
    fault = verify.fault(grid, puzzle.rules, puzzle.candidates)
    if fault is not None:
        raise BackendError(f"backend {backend!r} gave a wrong solution of {puzzle}: {fault}")
    return grid


def _search(
    puzzle: Puzzle, backend: BackendLike, limits: Limits, options: dict[str, object]
) -> Result:
    clash = verify.clash(puzzle)
    name = backends.name_of(backend, puzzle.rules)
    if clash is not None and backend == backends.AUTO:
        return Result(puzzle, Outcome((), True, BY_GIVENS), limits, name, clash)
    engine = backends.engine(backend, puzzle.rules, **options)
    try:
        outcome = engine.search(puzzle.candidates, limits)
        if outcome.stats.decided_by is None:
            outcome = backends.credited(outcome, engine)
        for grid in outcome.solutions:
            _verified(puzzle, name, grid)
    except Exception as error:
        backends.blame(name, error)
    if len(outcome.solutions) > 1 and len(set(outcome.solutions)) != len(outcome.solutions):
        raise BackendError(f"backend {name!r} gave a solution of {puzzle} twice")
    return Result(puzzle, outcome, limits, name, clash)


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
        puzzle: the puzzle or its text.
        backend: name of a backend, or an engine for the puzzle's rules.
        limit: stop after this many solutions; None for all of them.
        seconds: wall-clock limit; None for none.
        seed: for solvers that make random choices.
        options: passed on to the backend.

    Returns:
        The verdict with the solutions, each of them verified.

    Raises:
        FormatError: the text is no puzzle.
        OptionError: a limit or option that makes no sense.
        UnsupportedError: the backend does not know the puzzle's rules.
        BackendUnavailableError: its solver is not installed.
        BackendError: the solver failed or gave a wrong answer.
    """
    limits = Limits(solutions=limit, seconds=seconds, seed=seed)
    return _search(_as_puzzle(puzzle), backend, limits, options)


def check(
    puzzle: PuzzleLike,
    *,
    backend: BackendLike = backends.AUTO,
    seconds: float | None = None,
    seed: int = 0,
    **options: object,
) -> Result:
    """Return whether a puzzle has exactly one solution.

    Args:
        puzzle: the puzzle or its text.
        backend: name of a backend, or an engine for the puzzle's rules.
        seconds: wall-clock limit; None for none.
        seed: for solvers that make random choices.
        options: passed on to the backend.

    Returns:
        ``UNIQUE`` with the solution, ``MULTIPLE`` with two, ``NONE``, or ``UNKNOWN`` when time ran
        out first.

    Raises:
        FormatError: the text is no puzzle.
        UnsupportedError: the backend does not know the puzzle's rules.
        BackendError: the solver failed or gave a wrong answer.
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
    """Find a solution that the seed chooses, whatever the rules and the backend.

    In a random order each cell takes the first of its digits, in a random order too, with which
    the puzzle still has a solution.  So every solution can come, though not all are equally likely,
    and the same seed gives the same one with every backend.

    Args:
        puzzle: the puzzle, its text or its cells.
        backend: name of a backend, or an engine for the puzzle's rules.
        seconds: wall-clock limit for all searches together; None for none.
        seed: chooses the solution.
        options: passed on to the backend.

    Returns:
        The solution, verified; or that there is none, or that time ran out before it was chosen.

    Raises:
        CpsudokuError: what `solve` raises.

    >>> [random_solution("." * 16, seed=seed).solutions[0][0] for seed in range(4)]
    [4, 3, 1, 4]
    """
    import random

    puzzle = _as_puzzle(puzzle)
    deadline = Deadline(seconds)
    limits = Limits(solutions=1, seconds=seconds, seed=seed)
    name = backends.name_of(backend, puzzle.rules)

    def left(masks: list[int]) -> Result:
        trial = Puzzle(puzzle.rules, tuple(masks))
        rest = deadline.left
        return solve(trial, backend=backend, limit=2, seconds=rest, seed=seed, **options)

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
        return Result(puzzle, Outcome((), False), limits, name)
    if found.verdict is Verdict.NONE:
        return solve(puzzle, backend=backend, limit=1, seconds=seconds, seed=seed, **options)
    return Result(puzzle, Outcome(found.solutions, False), limits, name)


class Solutions(Iterator[Grid]):
    """A lazy iterator over a puzzle's solutions.

    Attributes:
        found: number of solutions given so far.
        exhausted: None while there may be more to give; at the end True if it is proved that there
            are no others, False if a limit was hit first.
    """

    def __init__(self, puzzle: Puzzle, backend: str, enumeration: Enumeration) -> None:
        self.found = 0
        self.exhausted: bool | None = None
        self._puzzle = puzzle
        self._backend = backend
        self._enumeration = enumeration

    def __next__(self) -> Grid:
        with backends.blaming(self._backend):
            try:
                grid = _verified(self._puzzle, self._backend, next(self._enumeration))
            except StopIteration as stop:
                if self.exhausted is None:
                    self.exhausted = bool(stop.value)
                grid = None
        if grid is None:
            raise StopIteration
        self.found += 1
        return grid


def _no_solutions() -> Enumeration:
    yield from ()
    return True


def solutions(
    puzzle: PuzzleLike,
    *,
    backend: BackendLike = backends.AUTO,
    limit: int | None = None,
    seconds: float | None = None,
    seed: int = 0,
    **options: object,
) -> Solutions:
    """Enumerate the solutions one by one, each found when it is asked for.

    Args:
        puzzle: the puzzle or its text.
        backend: name of a backend, or an engine for the puzzle's rules.
        limit: stop after this many; None for all.
        seconds: limit on the time spent searching; None for none.
        seed: for solvers that make random choices.
        options: passed on to the backend.

    Returns:
        An iterator of verified grids; that none comes twice is the engine's promise, as there may
        be too many to remember.  Its ``exhausted`` tells at the end whether they were all.

    Raises:
        FormatError: the text is no puzzle.
        UnsupportedError: the backend does not know the puzzle's rules.
        BackendError: the solver failed or gave a wrong answer.
    """
    puzzle = _as_puzzle(puzzle)
    limits = Limits(solutions=limit, seconds=seconds, seed=seed)
    name = backends.name_of(backend, puzzle.rules)
    if backend == backends.AUTO and verify.clash(puzzle) is not None:
        return Solutions(puzzle, name, _no_solutions())
    engine = backends.engine(backend, puzzle.rules, **options)
    return Solutions(puzzle, name, engine.iterate(puzzle.candidates, limits))


def count(
    puzzle: PuzzleLike,
    *,
    backend: BackendLike = backends.AUTO,
    limit: int | None = None,
    seconds: float | None = None,
    seed: int = 0,
    **options: object,
) -> Count:
    """Count the solutions.

    Args:
        puzzle: the puzzle or its text.
        backend: name of a backend, or an engine for the puzzle's rules.
        limit: stop after this many; None for all.
        seconds: wall-clock limit; None for none.
        seed: for solvers that make random choices.
        options: passed on to the backend.

    Returns:
        An exact count, or a lower bound that says so.

    Raises:
        FormatError: the text is no puzzle.
        UnsupportedError: the backend does not know the puzzle's rules.
        BackendError: the solver failed or gave a wrong answer.
    """
    puzzle = _as_puzzle(puzzle)
    limits = Limits(solutions=limit, seconds=seconds, seed=seed)
    if backend == backends.AUTO and verify.clash(puzzle) is not None:
        return Count(0, True, BY_GIVENS)
    engine = backends.engine(backend, puzzle.rules, **options)
    with backends.blaming(backends.name_of(backend, puzzle.rules)):
        return backends.credited(engine.count(puzzle.candidates, limits), engine)


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
        puzzle: the puzzle, its text or its cells.
        backend: name of a backend, or an engine for the puzzle's rules.
        most: find up to so many solutions with each digit of each cell.
        previous: an answer to this question about the puzzle as it was before, or about another one
            on the same board; also one that time ran out for, which is then gone on with.
        seconds: wall-clock limit for all of it; None for none.
        seed: for solvers that make random choices.
        options: passed on to the backend.

    Returns:
        The digits, a witness for each, in how many solutions each was found, and whether the answer
        is complete.

    Raises:
        FormatError: the text is no puzzle.
        OptionError: a limit that makes no sense.
        UnsupportedError: the backend does not know the puzzle's rules.
        BackendError: the solver failed or gave a wrong answer.

    >>> found = candidates("1.............4.", most=5)
    >>> [found.counts.get((3, digit), 0) for digit in (1, 2, 3, 4)]
    [0, 3, 3, 5]
    """
    from cpsudoku.witnesses import Sample, TrueCandidates, still_known

    puzzle = _as_puzzle(puzzle)
    limits = Limits(solutions=most, seconds=seconds, seed=seed)
    if 0 in puzzle.candidates or (backend == backends.AUTO and verify.clash(puzzle) is not None):
        return TrueCandidates(puzzle, Sample((), puzzle.candidates), most)
    known = still_known(previous, puzzle)
    name = backends.name_of(backend, puzzle.rules)
    engine = backends.engine(backend, puzzle.rules, **options)
    with backends.blaming(name):
        sample = engine.sample(puzzle.candidates, known, limits)
        for grid in sample.solutions[len(known.solutions) :]:
            _verified(puzzle, name, grid)
    return TrueCandidates(puzzle, sample, most)
