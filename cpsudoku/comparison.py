"""Backends side by side: do they agree, and how fast is each on the same puzzles?

>>> from cpsudoku.comparison import compare
>>> from cpsudoku.formats import parse
>>> found = compare([parse("1.............4.")], ["backtrack"], rounds=2)
>>> found.figures[0].solved, len(found.runs)
(1, 2)
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from statistics import median

from cpsudoku import backends, verify
from cpsudoku.backends.base import Engine
from cpsudoku.bulk.asking import Question
from cpsudoku.errors import BackendError, DisagreementError, OptionError, UnsupportedError
from cpsudoku.puzzle import Puzzle
from cpsudoku.result import Limits, Outcome, Result, Stats, Verdict
from cpsudoku.rules import Rules


def disagreement(results: Sequence[Result]) -> str | None:
    """Return how answers to the same puzzle contradict each other, in words, or None.

    A limit that one backend reached is no contradiction: what it has found by then is compared.

    Args:
        results: answers to the same question about the same puzzle.
    """
    for one, other in combinations(results, 2):
        if not _agree(one, other):
            return f"{_statement(one)}, but {_statement(other)}"
    return None


def _agree(one: Result, other: Result) -> bool:
    """Tell whether one number of solutions, and one set of them, fits both answers."""
    known = set(one.solutions) | set(other.solutions)
    return all(
        len(known) == len(result.solutions) for result in (one, other) if result.outcome.exhausted
    )


def _statement(result: Result) -> str:
    number = len(result.solutions)
    what = "no solution" if number == 0 else f"{number} solution" + "s" * (number > 1)
    if result.outcome.exhausted:
        return (
            f"{result.backend} says {what} and no more"
            if number
            else f"{result.backend} says {what}"
        )
    return f"{result.backend} found {what}"


def ask_several(puzzle: Puzzle, *, names: Sequence[str], limits: Limits) -> Result:
    """Search for a puzzle's solutions with several backends, which have to agree.

    Args:
        puzzle: the puzzle.
        names: the backends; those that do not support the puzzle's rules are left out.
        limits: how far each search may go.

    Returns:
        The first certain answer, or the first of all if there is none.

    Raises:
        DisagreementError: two answers contradict each other.
        UnsupportedError: none of the backends supports the rules.
    """
    rules = puzzle.rules
    able = [name for name in names if name == backends.AUTO or backends.get(name).supports(rules)]
    if not able:
        raise UnsupportedError(f"none of {', '.join(names)} supports these rules")
    results = [Question(limits, name)(puzzle) for name in able]
    words = disagreement(results)
    if words is not None:
        raise DisagreementError(f"{words}: {puzzle}")
    return next((r for r in results if r.verdict is not Verdict.UNKNOWN), results[0])


@dataclass(frozen=True, slots=True)
class Run:
    """One search of one puzzle by one backend.

    Args:
        backend: name of the backend.
        puzzle: index of the puzzle, from 0.
        round: number of the round, from 0.
        seconds: wall-clock time of the search, without compiling the rules and verifying.
        verdict: what the backend said.
        stats: what it counted.
    """

    backend: str
    puzzle: int
    round: int
    seconds: float
    verdict: Verdict
    stats: Stats


@dataclass(frozen=True, slots=True)
class Figures:
    """What a backend needed for the puzzles that it supports.

    The time of a puzzle is the median over the rounds.

    Args:
        backend: name of the backend.
        puzzles: how many puzzles it was given; those whose rules it does not support are left out.
        solved: how many got a certain verdict within the limits.
        median_seconds: median time of a puzzle.
        p95_seconds: 95th percentile of the time of a puzzle.
        per_second: puzzles in a second, one at a time.
        bulk_per_second: puzzles in a second as one array, with one thread; None where the engine
            does not take arrays.
        nodes: mean number of nodes for a puzzle; None where the solver has no such figure.
        conflicts: mean number of conflicts for a puzzle; None where the solver has no such figure.
        speed: how many times as fast as the first backend on the puzzles that both were given;
            None where there are none.
        decided_by: what gave the verdicts, and of how many puzzles.
    """

    backend: str
    puzzles: int
    solved: int
    median_seconds: float | None
    p95_seconds: float | None
    per_second: float | None
    bulk_per_second: float | None
    nodes: float | None
    conflicts: float | None
    speed: float | None
    decided_by: dict[str, int]


@dataclass(frozen=True, slots=True)
class Comparison:
    """The outcome of a comparison: a line of figures for each backend, and all runs behind them."""

    figures: tuple[Figures, ...]
    runs: tuple[Run, ...]


def compare(
    puzzles: Sequence[Puzzle],
    names: Sequence[str],
    *,
    rounds: int = 3,
    limit: int | None = 2,
    seconds: float | None = None,
    seed: int = 0,
    name_puzzle: Callable[[int], str] | None = None,
    progress: Callable[[int], None] | None = None,
) -> Comparison:
    """Run backends over the same puzzles, in rounds that take turns.

    In every round each backend searches all puzzles, and the next round begins with the next
    backend, so that a machine that grows slow or warm favours none.  All verdicts, and solutions
    of puzzles with just one, have to agree.

    Args:
        puzzles: the puzzles, of any rules; a backend gets those that it supports.
        names: names of backends; the speed of each is compared with the first.
        rounds: how many rounds, at least 1.
        limit: stop at this many solutions of a puzzle; 2 proves uniqueness.
        seconds: wall-clock limit for each puzzle; None for none.
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
    for number in range(rounds):
        first = number % len(names)
        for name in (*names[first:], *names[:first]):
            searched = contest.turn(name, number)
            if progress is not None:
                progress(searched)
    return Comparison(tuple(contest.figures()), tuple(contest.runs))


class _Contest:
    def __init__(
        self,
        puzzles: Sequence[Puzzle],
        names: Sequence[str],
        limits: Limits,
        called: Callable[[int], str],
    ) -> None:
        self._puzzles = puzzles
        self._names = names
        self._limits = limits
        self._called = called
        self._engines: dict[tuple[str, Rules], Engine | None] = {}
        self._answers: dict[int, list[Result]] = {i: [] for i in range(len(puzzles))}
        self._bulk: dict[str, list[float]] = {name: [] for name in names}
        self.runs: list[Run] = []

    def _engine(self, name: str, rules: Rules) -> Engine | None:
        key = name, rules
        if key not in self._engines:
            supported = name == backends.AUTO or backends.get(name).supports(rules)
            self._engines[key] = backends.engine(name, rules) if supported else None
        return self._engines[key]

    def turn(self, name: str, number: int) -> int:
        """Let a backend search every puzzle that it supports; return how many."""
        given = [
            (index, puzzle, engine)
            for index, puzzle in enumerate(self._puzzles)
            if (engine := self._engine(name, puzzle.rules)) is not None
        ]
        for index, puzzle, engine in given:
            start = time.perf_counter()
            outcome = engine.search(puzzle.candidates, self._limits)
            seconds = time.perf_counter() - start
            outcome = backends.credited(outcome, engine)
            result = self._checked(name, index, outcome)
            self.runs.append(Run(name, index, number, seconds, result.verdict, outcome.stats))
        self._bulk[name] += self._bulk_turn(name, given)
        return len(given)

    def _checked(self, name: str, index: int, outcome: Outcome) -> Result:
        puzzle = self._puzzles[index]
        for grid in outcome.solutions:
            fault = verify.fault(grid, puzzle.rules, puzzle.candidates)
            if fault is not None:
                what = f"backend {name!r} gave a wrong solution of {puzzle}: {fault}"
                raise BackendError(f"{self._called(index)}: {what}")
        result = Result(puzzle, outcome, self._limits, name)
        answers = self._answers[index]
        words = disagreement([*answers, result])
        if words is not None:
            raise DisagreementError(f"{self._called(index)}: {words}: {puzzle}")
        # Later answers have to agree with one of each backend; more would say nothing new.
        if all(answer.backend != name for answer in answers):
            answers.append(result)
        return result

    def _bulk_turn(self, name: str, given: list[tuple[int, Puzzle, Engine]]) -> Iterator[float]:
        """Yield the rate at which an engine searches the puzzles as one array, if it can."""
        engines = {id(engine): engine for _, _, engine in given}
        if len(engines) != 1 or any(puzzle.has_pencil_marks for _, puzzle, _ in given):
            return
        (engine,) = engines.values()
        if not engine.takes_arrays:
            return
        import numpy as np

        digits = np.array([puzzle.digits for _, puzzle, _ in given], dtype=np.uint8)
        start = time.perf_counter()
        batch = engine.search_many(digits, self._limits, threads=1)
        seconds = time.perf_counter() - start
        counts, unknown = batch.counts.tolist(), batch.unknown.tolist()
        for (index, puzzle, _), count, gave_up in zip(given, counts, unknown, strict=True):
            answer = next(a for a in self._answers[index] if a.backend == name)
            certain = not gave_up and answer.verdict is not Verdict.UNKNOWN
            if certain and count != len(answer.solutions):
                words = f"{name} finds {count} in bulk and {len(answer.solutions)} alone"
                raise DisagreementError(f"{self._called(index)}: {words}: {puzzle}")
        yield len(given) / seconds

    def figures(self) -> Iterator[Figures]:
        """Yield each backend's line of the table."""
        times = {name: self._times(name) for name in self._names}
        for name in self._names:
            mine = times[name]
            ordered = sorted(mine.values())
            last = [run for run in self.runs if run.backend == name and run.round == 0]
            yield Figures(
                backend=name,
                puzzles=len(mine),
                solved=sum(run.verdict is not Verdict.UNKNOWN for run in last),
                median_seconds=median(ordered) if ordered else None,
                p95_seconds=_percentile(ordered, 95),
                per_second=_rate(len(ordered), sum(ordered)),
                bulk_per_second=median(self._bulk[name]) if self._bulk[name] else None,
                nodes=_mean(run.stats.nodes for run in last),
                conflicts=_mean(run.stats.conflicts for run in last),
                speed=_speed(times[self._names[0]], mine),
                decided_by=dict(Counter(b for run in last if (b := run.stats.decided_by))),
            )

    def _times(self, name: str) -> dict[int, float]:
        """For each puzzle the median time over the rounds."""
        found: dict[int, list[float]] = {}
        for run in self.runs:
            if run.backend == name:
                found.setdefault(run.puzzle, []).append(run.seconds)
        return {index: median(seconds) for index, seconds in found.items()}


def _percentile(ordered: Sequence[float], percent: int) -> float | None:
    """Return the smallest value that at least so many percent of the values do not exceed."""
    if not ordered:
        return None
    return ordered[-(-len(ordered) * percent // 100) - 1]


def _rate(number: int, seconds: float) -> float | None:
    return number / seconds if seconds else None


def _mean(values: Iterable[int | None]) -> float | None:
    known = [value for value in values if value is not None]
    return sum(known) / len(known) if known else None


def _speed(first: dict[int, float], mine: dict[int, float]) -> float | None:
    common = first.keys() & mine.keys()
    own = sum(mine[index] for index in common)
    return sum(first[index] for index in common) / own if own else None
