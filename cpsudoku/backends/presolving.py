"""Deductions before a search, the same for every backend, where they are wanted.

A backend by itself leaves each puzzle to its solver.  An engine made with ``presolve="singles"`` or
``"probing"`` is handed what these deductions leave, and nothing where they decide:

``singles``
    naked and hidden singles, which unit propagation finds in the extended encoding, and locked
    candidates (`propagate`): where all places of a digit in one house are in cells that another
    group shares, no other cell of that group has the digit
``probing``
    besides, what both ways of an alternative have in common (`probe`)

Without the compiled core, and on boards of more than 64 digits, both are singles.

`Stats.decided_by` says what decided.  The deductions are one piece of code for all backends:
two that agree with it are not independent witnesses.

    >>> from cpsudoku.puzzle import Puzzle
    >>> from cpsudoku.rules import boxes
    >>> puzzle = Puzzle.from_digits([1, 2, 3, 0] + [0] * 8 + [2, 0, 0, 0], boxes(2, 2))
    >>> [mask.bit_count() for mask in propagate(puzzle.rules, puzzle.candidates)[:8]]
    [1, 1, 1, 1, 2, 2, 2, 2]
"""

from __future__ import annotations

from dataclasses import replace

from cpsudoku.backends.base import Engine, Enumeration
from cpsudoku.backends.base.singles import Singles
from cpsudoku.encodings.sums import reducer
from cpsudoku.errors import OptionError
from cpsudoku.ground.deadline import Deadline, Stopwatch
from cpsudoku.result import Count, Limits, Outcome, Stats
from cpsudoku.rules import Candidates, Grid, Rules

PATIENCE = 24
"""How many alternatives in a row `probe` tries without a gain before it stops."""

NONE = "none"
"""No deduction before the search."""

_PATIENCE = {"singles": 0, "probing": PATIENCE}
# How many alternatives in a row may be tried without a gain.

PRESOLVES = (NONE, *_PATIENCE)
"""The names of what may come before a search."""


def propagate(rules: Rules, candidates: Candidates) -> Candidates | None:
    """Return the candidates left by singles and, in compiled code, by locked candidates.

    Returns:
        The candidates that are left, every one of a solution among them; None where a cell or a
        digit of a house has no place left, so that there is no solution.
    """
    return probe(rules, candidates, 0)


def probe(rules: Rules, candidates: Candidates, patience: int = PATIENCE) -> Candidates | None:
    """Do what `propagate` does, and in compiled code try out alternatives.

    An alternative is a cell with two or three candidates, or a digit with two or three places in a
    house.  What is excluded by singles whichever way it is, is excluded; this is the dilemma rule
    of Stålmarck's method (Sheeran and Stålmarck, 2000), and failed literals are a case of it.

    Args:
        patience: this many alternatives in a row may be tried without a gain.
    """
    core = reducer(rules)
    if core is not None:
        left = core.reduce(candidates, patience)
        return None if left is None else tuple(left)
    path = Singles(rules, candidates)
    return tuple(path.masks) if path.start() else None


def presolved(engine: Engine, presolve: object) -> Engine:
    """Return an engine with deductions before its searches, those of one of `PRESOLVES`."""
    if presolve not in PRESOLVES:
        expected = ", ".join(PRESOLVES)
        raise OptionError(f"presolve cannot be {presolve!r}; expected one of {expected}")
    return engine if presolve == NONE else PresolvedEngine(engine, str(presolve))


class PresolvedEngine(Engine):
    """An engine that decides only the cells that deductions leave open."""

    def __init__(self, engine: Engine, presolve: str) -> None:
        super().__init__(engine.rules)
        self.name = engine.name
        self._engine = engine
        self._presolve = presolve

    def search(self, candidates: Candidates, limits: Limits) -> Outcome:
        decided, left, rest, seconds = self._deduce(candidates, limits)
        if decided is not None:
            return Outcome(decided, True, self._stats(seconds))
        outcome = self._engine.search(left, rest)
        return replace(outcome, stats=_with_build(outcome.stats, seconds))

    def iterate(self, candidates: Candidates, limits: Limits) -> Enumeration:
        decided, left, rest, _ = self._deduce(candidates, limits)
        if decided is not None:
            yield from decided
            return True
        return (yield from self._engine.iterate(left, rest))

    def count(self, candidates: Candidates, limits: Limits) -> Count:
        decided, left, rest, seconds = self._deduce(candidates, limits)
        if decided is not None:
            return Count(len(decided), True, self._stats(seconds))
        count = self._engine.count(left, rest)
        return replace(count, stats=_with_build(count.stats, seconds))

    def _deduce(
        self, candidates: Candidates, limits: Limits
    ) -> tuple[tuple[Grid, ...] | None, Candidates, Limits, float]:
        """Return what is decided, what candidates and limits are left, and the seconds it took."""
        taken, deadline = Stopwatch(), Deadline(limits.seconds)
        left = probe(self.rules, candidates, _PATIENCE[self._presolve]) or ()
        rest, seconds = replace(limits, seconds=deadline.left), taken.seconds
        return _decided(left, self.rules), left, rest, seconds

    def _stats(self, seconds: float) -> Stats:
        return Stats(build_seconds=seconds, search_seconds=0.0, decided_by=self._presolve)


def _decided(left: Candidates, rules: Rules) -> tuple[Grid, ...] | None:
    """Return all solutions, where what is left, empty for no solution, shows them.

    The deductions look only at groups, so that a grid they arrive at may break what else holds.
    """
    if not left:
        return ()
    if all(mask and not mask & (mask - 1) for mask in left):
        grid = tuple(map(int.bit_length, left))
        return () if rules.others and rules.broken(grid) is not None else (grid,)
    return None


def _with_build(stats: Stats, seconds: float) -> Stats:
    return replace(stats, build_seconds=seconds + (stats.build_seconds or 0.0))
