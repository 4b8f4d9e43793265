"""Boolean satisfiability: rules as a formula, solved by any of PySAT's incremental solvers.

Small boards share a solver that has the rules' formula loaded.  A puzzle comes in as one new
literal ``z`` and, for each of its clues, the clause ``z → clue``; the search assumes ``z``, and at
the end the clause ``not z`` takes the puzzle out again.  All clues then are on one decision level,
where the usual way, each clue an assumption on a level of its own, puts all of them into what is
learnt: some 25 % slower on hard puzzles.  Solutions are excluded by clauses under the same ``z``.

On big boards the formula of the rules is large and that of a puzzle is small: there every puzzle
gets a solver of its own, with the formula reduced by its candidates after singles.

PySAT's solvers keep Python's lock while they run.  Short searches are cut into slices by conflict
limits, with a look at the clock in between; a search that takes longer goes on in a forked child,
which can be killed.
"""

from __future__ import annotations

import math
import time
from bisect import bisect_right
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from typing import ClassVar, ParamSpec, TypeVar

from cpsudoku.backends.base import SUPPORTED, Engine, Enumeration, Support
from cpsudoku.backends.sat_solver import PREFIXES, Solver, Work
from cpsudoku.encodings import cnf
from cpsudoku.encodings.cnf import Literal
from cpsudoku.encodings.cp import digits_of
from cpsudoku.encodings.propagation import Reduction, reduce
from cpsudoku.errors import BackendError, BackendUnavailableError, OptionError
from cpsudoku.processes import CAN_FORK, Child, Send, TimeIsUp
from cpsudoku.result import Limits, Outcome, Stats
from cpsudoku.rules import Candidates, Cell, Grid, Rules

P = ParamSpec("P")
T = TypeVar("T")

FORMULAS = ("auto", "whole", "reduced")
"""Whether puzzles share a solver with the formula of the whole rules, or get one each."""

_LARGEST_WHOLE = 12
# Grids up to this size share a solver under `auto`.

_PUZZLES_A_SOLVER = 1000
_CONFLICTS_A_SOLVER = 50_000
# A shared solver is given up after so much work: retired literals make its models longer, and what
# it learnt from old puzzles slows down some solvers (not CaDiCaL).  Loading a new one takes 5 ms.

_FOR_MANY_PUZZLES = {
    # Small puzzles are decided before inprocessing pays, and are never lucky.
    "inprocessing": 0,
    "lucky": 0,
    # Decide that a cell has a digit, not that it has not: 14 % off magictour, 10 % off hardest.
    "forcephase": 1,
    "phase": 1,
}
# Options of CaDiCaL for shared solvers.  Tried and without effect: chrono, restartint, reduceint,
# eagersubsume, target, rephase, score; worse: shrink below 3, minimize off, stabilizeonly.

_SLICE_SECONDS = 0.05
_FIRST_SLICE = 1000
_SHARED_PATIENCE = 0.1
_PATIENCE = 0.3
# A slice has as many conflicts as fit into its seconds; after its patience a search moves from a
# shared to an own solver, and from there into a child process, where nothing cuts it into slices.


class Sat:
    """Satisfiability solvers through PySAT.

    Args:
        solver: the default for the option ``solver``, as in ``sat:glucose4``.

    Options of `compile`:

    ``solver``
        one of PySAT's incremental solvers; ``cadical195`` unless told otherwise.
    ``encoding``
        ``extended`` or ``minimal``; see `cpsudoku.encodings.cnf`.
    ``at_most_one``
        ``pairwise``, ``sequential``, ``product``, ``commander`` or ``bitwise``.
    ``formula``
        ``whole``: puzzles share a loaded solver; ``reduced``: each gets one with a formula without
        the literals that singles exclude; ``auto``: by size.
    """

    name: ClassVar[str] = "sat"
    summary: ClassVar[str] = "SAT solvers through PySAT, the rules' formula loaded once"

    def __init__(self, solver: str = "cadical195") -> None:
        self._solver = solver

    def supports(self, rules: Rules) -> Support:
        """Support any rules where PySAT is installed."""
        if find_spec("pysat") is None:
            return Support(False, "PySAT is not installed; pip install python-sat")
        return SUPPORTED

    def compile(self, rules: Rules, **options: object) -> Engine:
        """Build the engine; see the class for the options."""
        support = self.supports(rules)
        if not support:
            raise BackendUnavailableError(support.reason)
        return SatEngine(rules, Settings.of({"solver": self._solver, **options}))


@dataclass(frozen=True, slots=True)
class Settings:
    """The options of the backend `Sat`, described there.

    Raises:
        OptionError: a value that an option does not take.
    """

    solver: str = "cadical195"
    encoding: str = "extended"
    at_most_one: str = "pairwise"
    formula: str = "auto"

    @classmethod
    def of(cls, options: dict[str, object]) -> Settings:
        """Return the settings that some options stand for."""
        known = {
            "solver": tuple(PREFIXES),
            "encoding": cnf.ENCODINGS,
            "at_most_one": cnf.AT_MOST_ONE,
            "formula": FORMULAS,
        }
        chosen: dict[str, str] = {}
        for name, value in options.items():
            if name not in known:
                raise OptionError(f"sat has no option {name!r}; expected one of {', '.join(known)}")
            if not isinstance(value, str) or value not in known[name]:
                expected = ", ".join(known[name])
                raise OptionError(f"sat: {name} cannot be {value!r}; expected one of {expected}")
            chosen[name] = value
        return cls(**chosen)


class SatEngine:
    """The engine of `Sat`; any number of threads may use it, each with a solver of its own."""

    def __init__(self, rules: Rules, settings: Settings) -> None:
        self._rules = rules
        self._settings = settings
        small = rules.size <= _LARGEST_WHOLE
        self.shares_solvers = settings.formula == "whole" or (settings.formula == "auto" and small)
        self._formula: cnf.Formula | None = None
        # Appending and popping are atomic: a solver is in nobody's or in one thread's hands.
        self._idle: deque[_Loaded] = deque()

    def iterate(self, candidates: Candidates, limits: Limits) -> Enumeration:
        """Yield solutions one by one."""
        return (yield from _Run(self, candidates, limits).solutions())

    def search(self, candidates: Candidates, limits: Limits) -> Outcome:
        """Search for solutions."""
        run = _Run(self, candidates, limits)
        found: list[Grid] = []
        solutions = run.solutions()
        while True:
            try:
                found.append(next(solutions))
            except StopIteration as stop:
                return Outcome(tuple(found), bool(stop.value), run.stats())

    def reduce(self, candidates: Candidates) -> Reduction | None:
        """Return the candidates that propagation leaves, or None at a dead end."""
        return reduce(self._rules, candidates)

    def take(self, candidates: Candidates, losses: Sequence[tuple[Cell, int]]) -> _Loaded:
        """Return a shared solver that has a puzzle put in, with what cells lost as locked."""
        try:
            loaded = self._idle.pop()
        except IndexError:
            loaded = self._new_whole()
        literals = cnf.assumptions(candidates, self._rules)
        size = self._rules.size
        for cell, gone in losses:
            literals += [-cell * size - digit for digit in digits_of(gone)]
        loaded.put_in(literals)
        return loaded

    def give_back(self, loaded: _Loaded) -> None:
        """Let another puzzle have a solver, unless it has served long enough."""
        if loaded.worn_out():
            loaded.solver.delete()
        else:
            loaded.take_out()
            self._idle.append(loaded)

    def _new_whole(self) -> _Loaded:
        settings = self._settings
        if self._formula is None:
            self._formula = cnf.encode(
                self._rules, settings.encoding, at_most_one=settings.at_most_one
            )
        solver = Solver(settings.solver, self._formula.clauses, _FOR_MANY_PUZZLES)
        return _Loaded(self._rules, solver, self._formula.variables)

    def reduced(self, candidates: Candidates, seed: int) -> _Loaded:
        """Return a new solver for the candidates that singles left."""
        settings = self._settings
        formula, names = cnf.compact(
            cnf.encode(
                self._rules,
                settings.encoding,
                at_most_one=settings.at_most_one,
                candidates=candidates,
            )
        )
        solver = Solver(settings.solver, formula.clauses, {"seed": seed % 2_000_000_000})
        return _Loaded(self._rules, solver, formula.variables, names)


class _Loaded:
    """A solver with a formula, and perhaps a puzzle, in it.

    Args:
        rules: the rules.
        solver: the solver.
        last: the last variable of its formula.
        names: for each of its variables that of the rules' formula; None where they are the same.
    """

    def __init__(
        self, rules: Rules, solver: Solver, last: int, names: list[int] | None = None
    ) -> None:
        self.rules = rules
        self.solver = solver
        self.slice = _FIRST_SLICE
        self.puzzles = 0
        self.last = last
        self.names = names
        self.puzzle: Literal = 0  # what is assumed for the puzzle at hand
        self._work = Work(0, 0, 0)

    def put_in(self, literals: Sequence[Literal]) -> None:
        """Make some literals follow from a new one, the puzzle's."""
        self.puzzles += 1
        self.last += 1
        self.puzzle = self.last
        for literal in literals:
            self.solver.add((-self.puzzle, literal))

    def take_out(self) -> None:
        """Free the solver from the puzzle's clauses."""
        self.solver.add((-self.puzzle,))

    def worn_out(self) -> bool:
        """Tell whether the solver has served long enough."""
        return self.puzzles >= _PUZZLES_A_SOLVER or self._work.conflicts > _CONFLICTS_A_SOLVER

    def work_since(self) -> Work:
        """Return what the solver has done since this was asked last."""
        before, self._work = self._work, self.solver.work()
        now = self._work
        return Work(now[0] - before[0], now[1] - before[1], now[2] - before[2])

    def solve(self, conflicts: int) -> bool | None:
        """Search for the next solution; None if the conflicts did not suffice."""
        return self.solver.solve((self.puzzle,) if self.puzzle else (), conflicts)

    def pop_solution(self, left: Candidates) -> Grid:
        """Return the solution that was found, and exclude it from now on.

        Args:
            left: the candidates among which it was searched; only cells with several are read
                from the solver's answer, which has thousands of literals.
        """
        model = self.solver.model()
        true: list[Literal] = []
        if self.names is None:
            size = self.rules.size
            grid = []
            for base, mask in zip(range(-1, len(left) * size - 1, size), left, strict=True):
                digit = mask.bit_length()
                if mask & (mask - 1):
                    while model[base + digit] < 0:
                        digit -= 1
                    true.append(base + 1 + digit)
                grid.append(digit)
            found = tuple(grid)
        else:
            # Auxiliary variables have the largest names, and so come last.
            last = bisect_right(self.names, self.rules.size**3)
            true = [literal for literal in model[: last - 1] if literal > 0]
            found = cnf.decode([self.names[literal] for literal in true], self.rules)
        blocked = [-literal for literal in true]
        self.solver.add([-self.puzzle, *blocked] if self.puzzle else blocked)
        return found


class _Run:
    """One search: its solver, its clock and its figures."""

    def __init__(self, engine: SatEngine, candidates: Candidates, limits: Limits) -> None:
        self._engine = engine
        self._candidates = candidates
        self._limits = limits
        self._build = 0.0
        self._searched = 0.0
        self._work = Work(0, 0, 0)

    def stats(self) -> Stats:
        """Return what it has cost so far."""
        conflicts, decisions, propagations = self._work
        return Stats(
            build_seconds=self._build,
            search_seconds=self._searched,
            nodes=decisions,
            conflicts=conflicts,
            propagations=propagations,
        )

    def solutions(self) -> Enumeration:
        """Yield the solutions."""
        reduction = self._build_with(self._engine.reduce, self._candidates)
        if reduction is None:
            return True
        left, losses = reduction
        if all(not mask & (mask - 1) for mask in left):
            yield tuple(mask.bit_length() for mask in left)
            return True
        if self._engine.shares_solvers:
            settled = self._at_most_one_solution(left, losses)
            if settled is not None:
                found, exhausted = settled
                yield from found
                return exhausted
        return (yield from self._own_solutions(left))

    def _at_most_one_solution(
        self, left: Candidates, losses: Sequence[tuple[Cell, int]]
    ) -> tuple[tuple[Grid, ...], bool] | None:
        """Ask a shared solver whether there is a solution and whether there is another.

        What a shared solver finds first among several solutions depends on the puzzles before, so
        it is only let out where there are no others.

        Returns:
            The solutions to yield and whether they are all; None if there are several or it takes
            long, so that the puzzle should have a solver of its own.
        """
        loaded = self._build_with(self._engine.take, self._candidates, losses)
        grid = None
        if first := self._step(loaded, _SHARED_PATIENCE):
            grid = loaded.pop_solution(left)
        second = self._step(loaded, _SHARED_PATIENCE) if grid is not None else None
        self._engine.give_back(loaded)
        if first is False:
            return (), True
        if grid is None:
            return ((), False) if self._time_left() == 0 else None
        if second is False:
            return (grid,), True
        undecided = second is None and (self._time_left() == 0 or self._limits.solutions == 1)
        return ((grid,), False) if undecided else None

    def _own_solutions(self, left: Candidates) -> Enumeration:
        loaded = self._build_with(self._engine.reduced, left, self._limits.seed)
        limit = self._limits.solutions
        found = 0
        while found != limit:
            answer = self._step(loaded, _PATIENCE)
            if answer is None:
                if self._time_left() == 0 or not CAN_FORK:
                    return False
                return (yield from self._solutions_of_child(loaded, left, found))
            if not answer:
                return True
            found += 1
            yield loaded.pop_solution(left)
        return False

    def _time_left(self) -> float | None:
        seconds = self._limits.seconds
        return None if seconds is None else max(0.0, seconds - self._searched)

    def _build_with(self, make: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        start = time.perf_counter()
        loaded = make(*args, **kwargs)
        self._build += time.perf_counter() - start
        return loaded

    def _step(self, loaded: _Loaded, patience: float) -> bool | None:
        """Search for one solution until the time or, where that makes sense, patience is over."""
        start = now = time.perf_counter()
        left = self._time_left()
        if not CAN_FORK:
            patience = math.inf
        if left is not None:
            patience = min(patience, left)
        answer = None
        while answer is None and now - start < patience:
            answer = loaded.solve(loaded.slice)
            end = time.perf_counter()
            if answer is None:
                pace = min(2.0, max(0.25, _SLICE_SECONDS / max(end - now, 1e-6)))
                loaded.slice = max(10, int(loaded.slice * pace))
            now = end
        self._searched += now - start
        self._work = _sum(self._work, loaded.work_since())
        return answer

    def _solutions_of_child(self, loaded: _Loaded, left: Candidates, found: int) -> Enumeration:
        """Let a child go on from here, with no limit but those of its parent."""
        limit = None if self._limits.solutions is None else self._limits.solutions - found
        loaded.work_since()
        earlier = self._work
        total = Work(0, 0, 0)

        def work(send: Send) -> None:
            nonlocal total
            count = 0
            while count != limit:
                answer = loaded.solve(-1)
                if not answer:
                    break
                count += 1
                total = _sum(total, loaded.work_since())
                send((total, loaded.pop_solution(left)))
            else:
                answer = True
            send((_sum(total, loaded.work_since()), not answer))

        with Child(work) as child:
            while True:
                start = time.perf_counter()
                try:
                    done, message = child.receive(self._time_left())
                except TimeIsUp:
                    return False
                except EOFError:
                    raise BackendError("the solver's process ended before its answer") from None
                finally:
                    self._searched += time.perf_counter() - start
                self._work = _sum(earlier, done)
                if isinstance(message, bool):
                    return message
                yield message


def _sum(one: Work, other: Work) -> Work:
    return Work(one[0] + other[0], one[1] + other[1], one[2] + other[2])
