"""The contest itself: rounds that take turns, every answer verified and held against the others."""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import replace

from cpsudoku import backends, verify
from cpsudoku.backends import Session
from cpsudoku.comparison.agreement import disagreement
from cpsudoku.comparison.figures import Comparison, Run, figures_of
from cpsudoku.comparison.keeping import KeptAnswers, Runs
from cpsudoku.errors import BackendError, DisagreementError, OptionError, UnsupportedError
from cpsudoku.ground.deadline import Deadline
from cpsudoku.puzzle import Puzzle
from cpsudoku.result import Limits, Outcome, Result, Verdict
from cpsudoku.rules import Grid, Rules


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
    limits = Limits(solutions=limit, seconds=seconds, seed=seed)
    called = name_puzzle or (lambda index: f"puzzle {index + 1}")
    contest = _Contest(puzzles, names, limits, called)
    deadline = Deadline(total)
    turns = [
        (names[(place + number) % len(names)], number)
        for number in range(rounds)
        for place in range(len(names))
    ]
    for done, (name, number) in enumerate(turns):
        searched = contest.turn(name, number, deadline.part(1 / (len(turns) - done)))
        if progress is not None:
            progress(searched)
    figures = figures_of(contest.runs, names, contest.bulk_rates)
    return Comparison(tuple(figures), contest.runs, contest.is_complete)


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
        self._sessions: dict[tuple[str, Rules], Session | None] = {}
        self._answers = KeptAnswers(len(puzzles), limits)
        self.bulk_rates: dict[str, list[float]] = {name: [] for name in names}
        self.runs = Runs()
        self.is_complete = True

    def _session(self, name: str, rules: Rules) -> Session | None:
        key = name, rules
        if key not in self._sessions:
            supported = name == backends.AUTO or backends.get(name).supports(rules)
            self._sessions[key] = Session.of(rules, name).ready() if supported else None
        return self._sessions[key]

    def turn(self, name: str, number: int, deadline: Deadline) -> int:
        """Let a backend search every puzzle that it supports; return how many."""
        given: list[int] = []
        sessions: set[Session] = set()
        start = time.monotonic()
        for index, puzzle in enumerate(self._puzzles):
            session = self._session(name, puzzle.rules)
            if session is None:
                continue
            if deadline.has_passed:
                self.is_complete = False
                break
            searched = self._search(session, puzzle, deadline)
            if searched is None:
                continue
            seconds, outcome = searched
            verdict = self._checked(name, index, puzzle, outcome)
            counts = replace(outcome.stats, build_seconds=None, search_seconds=None)
            self.runs.add(Run(name, index, number, seconds, verdict, counts))
            given.append(index)
            sessions.add(session)
        left = deadline.left
        if left is None or left > time.monotonic() - start:  # all at once is not slower
            self.bulk_rates[name] += self._bulk_turn(name, given, sessions)
        return len(given)

    def _search(
        self, session: Session, puzzle: Puzzle, deadline: Deadline
    ) -> tuple[float, Outcome] | None:
        """Search one puzzle; return the seconds and what was found, None where it is refused."""
        left = [s for s in (self._limits.seconds, deadline.left) if s is not None]
        limits = replace(self._limits, seconds=min(left, default=None))
        start = time.perf_counter()
        try:
            outcome = session.outcome(puzzle.candidates, limits)
        except UnsupportedError:
            return None
        return time.perf_counter() - start, outcome

    def _checked(self, name: str, index: int, puzzle: Puzzle, outcome: Outcome) -> Verdict:
        for grid in outcome.solutions:
            self._verify(name, index, puzzle, grid)
        result = Result(puzzle, outcome, self._limits, name)
        # Later answers have to agree with one of each backend; more would say nothing new.
        words = disagreement([*self._answers.of(index, puzzle), result])
        if words is not None:
            raise DisagreementError(f"{self._called(index)}: {words}: {puzzle}")
        self._answers.keep(name, index, outcome)
        return result.verdict

    def _verify(self, name: str, index: int, puzzle: Puzzle, grid: Grid) -> None:
        fault = verify.fault(grid, puzzle.rules, puzzle.candidates)
        if fault is not None:
            what = f"backend {name!r} gave a wrong solution of {puzzle}: {fault}"
            raise BackendError(f"{self._called(index)}: {what}")

    def _bulk_turn(
        self, name: str, given: list[int], sessions: Collection[Session]
    ) -> Iterator[float]:
        """Yield the rate at which an engine searches the puzzles as one array, if it can."""
        if len(sessions) != 1:
            return
        (session,) = sessions
        engine = session.engine
        if not engine.takes_arrays:
            return
        import numpy as np

        digits = np.empty((len(given), session.rules.cell_count), dtype=np.uint8)
        for row, index in zip(digits, given, strict=True):
            puzzle = self._puzzles[index]
            if puzzle.has_pencil_marks:
                return
            # Of a copy, for a puzzle keeps its digits once they were asked for.
            row[:] = Puzzle.trusted(puzzle.rules, puzzle.candidates).digits
        start = time.perf_counter()
        batch = engine.search_many(digits, self._limits, threads=1)
        seconds = time.perf_counter() - start
        counts, unknown = batch.counts.tolist(), batch.unknown.tolist()
        for index, count, grid, gave_up in zip(
            given, counts, batch.solutions, unknown, strict=True
        ):
            self._check_in_bulk(name, index, count, tuple(grid.tolist()), gave_up=gave_up)
        yield len(given) / seconds

    def _check_in_bulk(
        self, name: str, index: int, count: int, grid: Grid, *, gave_up: bool
    ) -> None:
        """Hold an answer in bulk against the puzzle, and against all answers one by one."""
        puzzle = self._puzzles[index]
        if count:
            self._verify(name, index, puzzle, grid)
        for answer in self._answers.of(index, puzzle):
            alone = len(answer.solutions)
            is_certain = answer.outcome.exhausted or alone == answer.limits.solutions
            words = ""
            if (alone > count and not gave_up) or (count > alone and is_certain):
                words = f"{name} finds {count} in bulk and {answer.backend} {alone} alone"
            elif count == 1 and answer.verdict is Verdict.UNIQUE and grid != answer.solution:
                words = f"{name} finds another solution in bulk than {answer.backend} alone"
            if words:
                raise DisagreementError(f"{self._called(index)}: {words}: {puzzle}")
