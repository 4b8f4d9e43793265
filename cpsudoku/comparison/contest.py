"""Backends that solve the same puzzles: in rounds that take turns, every answer verified.

Whether answers to the same puzzle can all be true is asked of each (`disagreement`).
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import replace
from itertools import combinations

from cpsudoku import backends, verify
from cpsudoku.backends import Session
from cpsudoku.comparison.figures import Comparison, Run, figures_of
from cpsudoku.errors import BackendError, DisagreementError, OptionError, UnsupportedError
from cpsudoku.ground.deadline import Deadline, Stopwatch
from cpsudoku.ground.names import counted
from cpsudoku.puzzle import Puzzle
from cpsudoku.result import Limits, Outcome, Result, Verdict
from cpsudoku.rules import Grid, Rules


def disagreement(results: Sequence[Result]) -> str | None:
    """Return how answers to the same puzzle contradict each other, in words, or None.

    A limit that one backend reached is not a contradiction: what it has found by then is compared.
    """
    for pair in combinations(results, 2):
        # One number of solutions, and one set of them, has to fit both answers.
        known = set(pair[0].solutions) | set(pair[1].solutions)
        if any(one.outcome.exhausted and len(known) != len(one.solutions) for one in pair):
            return ", but ".join(map(_statement, pair))
    return None


def _statement(result: Result) -> str:
    number = len(result.solutions)
    what = "no solution" if number == 0 else counted(number, "solution")
    if result.outcome.exhausted:
        return f"{result.backend} says {what}{' and no more' if number else ''}"
    return f"{result.backend} found {what}"


def ask_several(puzzle: Puzzle, *, names: Sequence[str], limits: Limits) -> Result:
    """Search for a puzzle's solutions with several backends, which have to agree.

    Args:
        names: the backends; those that do not take the puzzle or its rules are left out.

    Returns:
        The first certain answer; without one, the first.

    Raises:
        DisagreementError: two answers contradict each other.
        UnsupportedError: none of the backends takes the puzzle.
    """
    rules = puzzle.rules
    able = [name for name in names if name == backends.AUTO or backends.get(name).supports(rules)]
    if not able:
        raise UnsupportedError(f"none of {', '.join(names)} supports these rules")
    results = []
    refusals = []
    for name in able:
        try:
            results.append(Session.of(rules, name).search(puzzle, limits))
        except UnsupportedError as error:
            refusals.append(str(error))
    if not results:
        raise UnsupportedError("; ".join(refusals))
    words = disagreement(results)
    if words is not None:
        raise DisagreementError(f"{words}: {puzzle}")
    return next((r for r in results if r.verdict is not Verdict.UNKNOWN), results[0])


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
            backend has an equal share, and puzzles that a turn does not reach are left out.
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
        self._answers: list[dict[str, Outcome]] = [{} for _ in puzzles]
        self.bulk_rates: dict[str, list[float]] = {name: [] for name in names}
        self.runs: list[Run] = []
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
        taken = Stopwatch()
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
            self.runs.append(Run(name, index, number, seconds, verdict, counts))
            given.append(index)
            sessions.add(session)
        left = deadline.left
        if left is None or left > taken.seconds:  # all at once is not slower
            self.bulk_rates[name] += self._bulk_turn(name, given, sessions)
        return len(given)

    def _search(
        self, session: Session, puzzle: Puzzle, deadline: Deadline
    ) -> tuple[float, Outcome] | None:
        """Search one puzzle; return the seconds and what was found, None where it is refused."""
        left = [s for s in (self._limits.seconds, deadline.left) if s is not None]
        limits = replace(self._limits, seconds=min(left, default=None))
        taken = Stopwatch()
        try:
            outcome = session.outcome(puzzle.candidates, limits)
        except UnsupportedError:
            return None
        return taken.seconds, outcome

    def _checked(self, name: str, index: int, puzzle: Puzzle, outcome: Outcome) -> Verdict:
        for grid in outcome.solutions:
            self._verify(name, index, puzzle, grid)
        result = Result(puzzle, outcome, self._limits, name)
        # Later answers have to agree with the first of each backend; more would say nothing new.
        words = disagreement([*self._known(index), result])
        if words is not None:
            raise DisagreementError(f"{self._called(index)}: {words}: {puzzle}")
        kept = self._answers[index]
        if name not in kept:
            answer = Outcome(outcome.solutions, outcome.exhausted)
            # Mostly all give the same one, which is then kept once.
            kept[name] = next((one for one in kept.values() if one == answer), answer)
        return result.verdict

    def _known(self, index: int) -> list[Result]:
        """Return the first answer of each backend to a puzzle."""
        puzzle, limits = self._puzzles[index], self._limits
        return [Result(puzzle, one, limits, name) for name, one in self._answers[index].items()]

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
            row[:] = puzzle.digits
        taken = Stopwatch()
        batch = engine.search_many(digits, self._limits, threads=1)
        seconds = taken.seconds
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
        for answer in self._known(index):
            alone = len(answer.solutions)
            is_certain = answer.outcome.exhausted or alone == answer.limits.solutions
            words = ""
            if (alone > count and not gave_up) or (count > alone and is_certain):
                words = f"{name} finds {count} in bulk and {answer.backend} {alone} alone"
            elif count == 1 and answer.verdict is Verdict.UNIQUE and grid != answer.solution:
                words = f"{name} finds another solution in bulk than {answer.backend} alone"
            if words:
                raise DisagreementError(f"{self._called(index)}: {words}: {puzzle}")
