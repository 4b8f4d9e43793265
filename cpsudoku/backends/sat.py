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
from collections import deque
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from functools import partial
from importlib.util import find_spec
from typing import ClassVar, ParamSpec, TypeVar

from cpsudoku.backends.base import SUPPORTED, Engine, Enumeration, Support, drained
from cpsudoku.backends.sat_solver import CADICALS, PREFIXES, Loaded, Solver, Work
from cpsudoku.encodings import cnf
from cpsudoku.encodings.cp import digits_of
from cpsudoku.encodings.propagation import Reduction, reduce
from cpsudoku.errors import BackendError, BackendUnavailableError, OptionError
from cpsudoku.processes import (
    CAN_FORK,
    Child,
    Send,
    TimeIsUp,
    available_processors,
    wait_for,
)
from cpsudoku.result import Limits, Outcome, Stats
from cpsudoku.rules import Candidates, Cell, Grid, Rules

P = ParamSpec("P")
T = TypeVar("T")

FORMULAS = ("auto", "whole", "reduced")
"""Whether puzzles share a solver with the formula of the whole rules, or get one each."""

_LARGEST_WHOLE = 12
# Grids up to this size share a solver under `auto`.

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

_FOR_ONE_PUZZLE = (
    {"stabilizeonly": 1, "inprocessing": 0},
    {"stabilizeonly": 1, "reluctant": 256},
)
# Options of CaDiCaL for puzzles with a solver of their own; the second is for a second process.
# Without its phases of frequent restarts it solves 36×36 boards with half of the cells open in
# seconds, of which it solves hardly any in 20 s with them.  Inprocessing helps some of these and
# costs others more.

_LARGEST_IN_PROCESS = 16
_SECOND_AFTER = 1.0
# Boards beyond this size are encoded and solved in child processes from the start, for building
# their formula takes a while as well; a second process joins after so many seconds.

_SLICE_SECONDS = 0.05
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
        self.size = rules.size
        self.has_variants = settings.solver in CADICALS and available_processors() > 1
        small = rules.size <= _LARGEST_WHOLE
        self.shares_solvers = settings.formula == "whole" or (settings.formula == "auto" and small)
        self._formula: cnf.Formula | None = None
        # Appending and popping are atomic: a solver is in nobody's or in one thread's hands.
        self._idle: deque[Loaded] = deque()

    def iterate(self, candidates: Candidates, limits: Limits) -> Enumeration:
        """Yield solutions one by one."""
        return (yield from _Run(self, candidates, limits).solutions())

    def search(self, candidates: Candidates, limits: Limits) -> Outcome:
        """Search for solutions."""
        run = _Run(self, candidates, limits)
        found, exhausted = drained(run.solutions())
        return Outcome(found, exhausted, run.stats())

    def reduce(self, candidates: Candidates) -> Reduction | None:
        """Return the candidates that propagation leaves, or None at a dead end."""
        return reduce(self._rules, candidates)

    def take(self, candidates: Candidates, losses: Sequence[tuple[Cell, int]]) -> Loaded:
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

    def give_back(self, loaded: Loaded) -> None:
        """Let another puzzle have a solver, unless it has served long enough."""
        if loaded.worn_out():
            loaded.solver.delete()
        else:
            loaded.take_out()
            self._idle.append(loaded)

    def _new_whole(self) -> Loaded:
        settings = self._settings
        if self._formula is None:
            self._formula = cnf.encode(
                self._rules, settings.encoding, at_most_one=settings.at_most_one
            )
        solver = Solver(settings.solver, self._formula.clauses, _FOR_MANY_PUZZLES)
        return Loaded(self._rules, solver, self._formula.variables)

    def reduced(self, candidates: Candidates, seed: int, variant: int = 0) -> Loaded:
        """Return a new solver for the candidates that propagation left.

        Args:
            candidates: what is left.
            seed: for the solver's random choices.
            variant: which of its settings, 0 or 1.
        """
        settings = self._settings
        formula, names = cnf.compact(
            cnf.encode(
                self._rules,
                settings.encoding,
                at_most_one=settings.at_most_one,
                candidates=candidates,
            )
        )
        options = {"seed": seed % 2_000_000_000, **_FOR_ONE_PUZZLE[variant]}
        solver = Solver(settings.solver, formula.clauses, options)
        return Loaded(self._rules, solver, formula.variables, names)


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
        if sum(map(int.bit_count, left)) == len(left):
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
        if CAN_FORK and self._engine.size > _LARGEST_IN_PROCESS:
            return (yield from self._solutions_of_children(left))
        loaded = self._build_with(self._engine.reduced, left, self._limits.seed)
        limit = self._limits.solutions
        found = 0
        while found != limit:
            answer = self._step(loaded, _PATIENCE)
            if answer is None:
                if self._time_left() == 0 or not CAN_FORK:
                    return False
                loaded.work_since()
                rest = None if limit is None else limit - found
                with Child(_enumerating(lambda: loaded, left, rest)) as child:
                    return (yield from self._follow(child))
            if not answer:
                return True
            found += 1
            yield loaded.pop_solution(left)
        return False

    def _solutions_of_children(self, left: Candidates) -> Enumeration:
        """Let one or two children build and search; the first with something to say goes on."""
        with ExitStack() as stack:
            children: list[Child] = []
            for variant in range(2 if self._engine.has_variants else 1):
                make = partial(self._engine.reduced, left, self._limits.seed, variant)
                work = _enumerating(make, left, self._limits.solutions)
                children.append(stack.enter_context(Child(work)))
                last = variant == 1 or not self._engine.has_variants
                ready = self._wait(children, None if last else _SECOND_AFTER)
                if ready or self._time_left() == 0:
                    break
            if not ready:
                return False
            for child in children:
                if child is not ready[0]:
                    child.close()
            return (yield from self._follow(ready[0]))

    def _wait(self, children: list[Child], seconds: float | None) -> list[Child]:
        left = self._time_left()
        if left is not None:
            seconds = left if seconds is None else min(left, seconds)
        start = time.perf_counter()
        ready = wait_for(children, seconds)
        self._searched += time.perf_counter() - start
        return ready

    def _follow(self, child: Child) -> Enumeration:
        """Yield what a child finds, within the limit of time."""
        earlier = self._work
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
            self._work = earlier.plus(done)
            if isinstance(message, bool):
                return message
            yield message

    def _time_left(self) -> float | None:
        seconds = self._limits.seconds
        return None if seconds is None else max(0.0, seconds - self._searched)

    def _build_with(self, make: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        start = time.perf_counter()
        loaded = make(*args, **kwargs)
        self._build += time.perf_counter() - start
        return loaded

    def _step(self, loaded: Loaded, patience: float) -> bool | None:
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
        self._work = self._work.plus(loaded.work_since())
        return answer


def _enumerating(
    make: Callable[[], Loaded], left: Candidates, limit: int | None
) -> Callable[[Send], None]:
    """Return work for a child: it sends solutions, and at the end whether they are all.

    Args:
        make: gives the solver.
        left: the candidates among which it searches.
        limit: stop after this many solutions; None for all of them.
    """

    def work(send: Send) -> None:
        loaded = make()
        total = Work(0, 0, 0)
        count = 0
        answer: bool | None = True
        while answer and count != limit:
            answer = loaded.solve(-1)
            total = total.plus(loaded.work_since())
            if answer:
                count += 1
                send((total, loaded.pop_solution(left)))
        send((total, not answer))

    return work
