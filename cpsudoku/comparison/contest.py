"""The contest itself: rounds that take turns, every answer verified and held against the others."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from cpsudoku import backends, verify
from cpsudoku.backends.base import Engine
from cpsudoku.comparison.agreement import disagreement
from cpsudoku.comparison.figures import Comparison, Run, figures_of
from cpsudoku.deadline import Deadline
from cpsudoku.errors import BackendError, DisagreementError, OptionError, UnsupportedError
from cpsudoku.puzzle import Puzzle
from cpsudoku.result import Limits, Outcome, Result, Stats, Verdict
from cpsudoku.rules import Grid, Rules

_NO_STATS = Stats()


def compare(
    puzzles: Sequence[Puzzle],
    names: Sequence[str],
    *,
    rounds: int = 3,
    limit: int | None = 2,
    seconds: float | None = None,
    total: float | None = None,
    seed: int = 0,
    name_puzzle: Callable[[int], str] | None = None,
    progress: Callable[[int], None] | None = None,
) -> Comparison:
    """Run backends over the same puzzles, in rounds that take turns.

    In every round each backend searches all puzzles, and the next round begins with the next
    backend, so that a machine that grows slow or warm favours none.  All verdicts, and solutions
    of puzzles with just one, have to agree, and so have a backend's answers to all puzzles as one
    array, where it takes that.

    Args:
        puzzles: the puzzles, of any rules; a backend gets those that it supports.
        names: names of backends; the speed of each is compared with the first.
        rounds: how many rounds, at least 1.
        limit: stop at this many solutions of a puzzle; 2 proves uniqueness.
        seconds: wall-clock limit for each search of a puzzle; None for none.
        total: wall-clock limit for all of it; None for none.  Of what is left of it each turn of a
            backend has an equal share, and puzzles that a turn does not come to are left out.
        seed: for solvers that make random choices.
        name_puzzle: what to call the puzzle of an index in messages.
        progress: called after each backend's turn with the number of searches made in it.

    Raises:
        OptionError: no backend, a backend twice, or no round.
        BackendError: a solver failed or gave a wrong solution.
        DisagreementError: two backends contradict each other.
    """
    if not names or len(set(names)) != len(names):
        raise OptionError("a comparison needs at least one backend, and each only once")
    if rounds < 1:
        raise OptionError(f"{rounds} rounds; expected at least 1")
    called = name_puzzle or (lambda index: f"puzzle {index + 1}")
    limits = Limits(solutions=limit, seconds=seconds, seed=seed)
    contest = _Contest(puzzles, names, limits, called)
    deadline = Deadline(total)
    turns = [(name, number) for number in range(rounds) for name in _rotated(names, number)]
    for done, (name, number) in enumerate(turns):
        searched = contest.turn(name, number, deadline.part(1 / (len(turns) - done)))
        if progress is not None:
            progress(searched)
    figures = figures_of(contest.runs, names, contest.bulk_rates)
    return Comparison(tuple(figures), tuple(contest.runs), contest.is_complete)


def _rotated(names: Sequence[str], number: int) -> Sequence[str]:
    """Return the names with another one first in each round."""
    first = number % len(names)
    return (*names[first:], *names[:first])


class _Contest:
    def __init__(
        self,
        puzzles: Sequence[Puzzle],
        names: Sequence[str],
        limits: Limits,
        called: Callable[[int], str],
    ) -> None:
        self._puzzles = puzzles
        self._limits = limits
        self._called = called
        self._engines: dict[tuple[str, Rules], Engine | None] = {}
        self._answers: dict[int, list[Result]] = {i: [] for i in range(len(puzzles))}
        self.bulk_rates: dict[str, list[float]] = {name: [] for name in names}
        self.runs: list[Run] = []
        self._counts: dict[Stats, Stats] = {}
        self.is_complete = True

    def _engine(self, name: str, rules: Rules) -> Engine | None:
        key = name, rules
        if key not in self._engines:
            supported = name == backends.AUTO or backends.get(name).supports(rules)
            self._engines[key] = backends.engine(name, rules) if supported else None
        return self._engines[key]

    def turn(self, name: str, number: int, deadline: Deadline) -> int:
        """Let a backend search every puzzle that it supports; return how many."""
        given: list[tuple[int, Engine]] = []
        start = time.monotonic()
        for index, puzzle in enumerate(self._puzzles):
            engine = self._engine(name, puzzle.rules)
            if engine is not None and deadline.has_passed:
                self.is_complete = False
                break
            if engine is not None and self._search(name, index, engine, number, deadline):
                given.append((index, engine))
        left = deadline.left
        if left is None or left > time.monotonic() - start:  # all at once is not slower
            self.bulk_rates[name] += self._bulk_turn(name, given)
        return len(given)

    def _search(
        self, name: str, index: int, engine: Engine, number: int, deadline: Deadline
    ) -> bool:
        """Search one puzzle; return whether the engine takes it."""
        left = [s for s in (self._limits.seconds, deadline.left) if s is not None]
        limits = replace(self._limits, seconds=min(left, default=None))
        start = time.perf_counter()
        try:
            outcome = engine.search(self._puzzles[index].candidates, limits)
        except UnsupportedError:
            return False
        seconds = time.perf_counter() - start
        outcome = backends.credited(outcome, engine)
        result = self._checked(name, index, outcome)
        # Of three quarters of all searches the counts are the same, so they are kept once.
        counts = replace(outcome.stats, build_seconds=None, search_seconds=None)
        counts = self._counts.setdefault(counts, counts)
        self.runs.append(Run(name, index, number, seconds, result.verdict, counts))
        return True

    def _checked(self, name: str, index: int, outcome: Outcome) -> Result:
        puzzle = self._puzzles[index]
        for grid in outcome.solutions:
            self._verify(name, index, grid)
        result = Result(puzzle, outcome, self._limits, name)
        answers = self._answers[index]
        words = disagreement([*answers, result])
        if words is not None:
            raise DisagreementError(f"{self._called(index)}: {words}: {puzzle}")
        # Later answers have to agree with one of each backend; more would say nothing new.
        if all(answer.backend != name for answer in answers):
            known = {grid: grid for answer in answers for grid in answer.solutions}
            shared = tuple(known.get(grid, grid) for grid in outcome.solutions)
            kept = replace(outcome, solutions=shared, stats=_NO_STATS)
            answers.append(replace(result, outcome=kept))
        return result

    def _verify(self, name: str, index: int, grid: Grid) -> None:
        puzzle = self._puzzles[index]
        fault = verify.fault(grid, puzzle.rules, puzzle.candidates)
        if fault is not None:
            what = f"backend {name!r} gave a wrong solution of {puzzle}: {fault}"
            raise BackendError(f"{self._called(index)}: {what}")

    def _bulk_turn(self, name: str, given: list[tuple[int, Engine]]) -> Iterator[float]:
        """Yield the rate at which an engine searches the puzzles as one array, if it can."""
        engines = {id(engine): engine for _, engine in given}
        puzzles = [self._puzzles[index] for index, _ in given]
        if len(engines) != 1 or any(puzzle.has_pencil_marks for puzzle in puzzles):
            return
        (engine,) = engines.values()
        if not engine.takes_arrays:
            return
        import numpy as np

        digits = np.empty((len(puzzles), puzzles[0].rules.cell_count), dtype=np.uint8)
        for row, puzzle in zip(digits, puzzles, strict=True):
            # Of a copy, for a puzzle keeps its digits once they were asked for.
            row[:] = Puzzle.trusted(puzzle.rules, puzzle.candidates).digits
        start = time.perf_counter()
        batch = engine.search_many(digits, self._limits, threads=1)
        seconds = time.perf_counter() - start
        for (index, _), count, grid, gave_up in zip(
            given,
            batch.counts.tolist(),
            batch.solutions,
            batch.unknown.tolist(),
            strict=True,
        ):
            self._check_in_bulk(name, index, count, tuple(grid.tolist()), gave_up=gave_up)
        yield len(given) / seconds

    def _check_in_bulk(
        self, name: str, index: int, count: int, grid: Grid, *, gave_up: bool
    ) -> None:
        """Hold an answer in bulk against the puzzle, and against all answers one by one."""
        if count:
            self._verify(name, index, grid)
        for answer in self._answers[index]:
            alone = len(answer.solutions)
            words = ""
            if (alone > count and not gave_up) or (count > alone and _is_certain(answer)):
                words = f"{name} finds {count} in bulk and {answer.backend} {alone} alone"
            elif count == 1 and answer.verdict is Verdict.UNIQUE and grid != answer.solution:
                words = f"{name} finds another solution in bulk than {answer.backend} alone"
            if words:
                raise DisagreementError(f"{self._called(index)}: {words}: {self._puzzles[index]}")


def _is_certain(answer: Result) -> bool:
    return answer.outcome.exhausted or len(answer.solutions) == answer.limits.solutions
