"""Boolean satisfiability: puzzles as formulas, solved by any of PySAT's incremental solvers.

The solver gets every puzzle, and nothing that it could find is found before.  Up to 25×25 it is
asked first what unit propagation makes of the givens (`Propagator`); the formula of what is left
goes to a solver of its own (`PuzzleSolver`).  Bigger boards go to solvers of their own as they are.

A search is cut into slices by conflict limits, with a look at the clock in between.  What takes
longer continues in a forked child, which can be killed; there the search is not sliced.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack
from functools import partial
from typing import ClassVar, TypeAlias

from cpsudoku.backends.base import (
    IN_PROCESS,
    SMALL,
    Backend,
    Clock,
    Engine,
    Enumeration,
    Size,
    drained,
)
from cpsudoku.backends.sat.puzzle import (
    AUTO,
    FOR_BIG,
    FOR_SMALL,
    LESS_PATIENT,
    NATIVE,
    PATIENT,
    QUICK,
    Propagator,
    PuzzleSolver,
    Settings,
)
from cpsudoku.backends.sat.solver import CADICALS, PREFIXES, SolverWork
from cpsudoku.encodings import cnf
from cpsudoku.encodings.lowering import IN_CLAUSES, lowered
from cpsudoku.encodings.sums import struck
from cpsudoku.errors import BackendError, BackendUnavailableError
from cpsudoku.ground.deadline import Deadline
from cpsudoku.ground.processes import available_processors
from cpsudoku.ground.processes.child import CAN_FORK, Child, Send, TimeIsUp, wait_for
from cpsudoku.result import Limits, Outcome, Stats
from cpsudoku.rules import Candidates, Rules
from cpsudoku.rules.primitives import VOCABULARY


class Sat(Backend):
    """Satisfiability solvers through PySAT.

    Options of `compile`:

    ``solver``
        one of PySAT's incremental solvers, as in ``sat:glucose4``, or ``auto``: ``minicard`` up to
        16×16, ``cadical195`` beyond 25×25, and in between first the one and then the other.
    ``encoding``
        ``extended`` or ``minimal``; see `cpsudoku.encodings.cnf`.
    ``at_most_one``
        ``pairwise``, ``sequential``, ``product``, ``commander`` or ``bitwise``; ``native`` for the
        constraints that ``minicard``, ``gluecard3`` and ``gluecard4`` have for it; ``auto``:
        ``native`` where it can be, else ``pairwise``.
    """

    name: ClassVar[str] = "sat"
    choices: ClassVar[Mapping[str, str]] = {
        "minicard": "at most one as a constraint of its own; what `sat` is up to 16×16",
        "cadical195": "CaDiCaL 1.9.5; what `sat` is beyond 25×25",
        "glucose4": "Glucose 4.1",
        "minisat22": "MiniSat 2.2",
    }
    summary: ClassVar[str] = "SAT solvers through PySAT, on the formula of the whole puzzle"
    knows: ClassVar[frozenset[type]] = VOCABULARY
    package = ("pysat", "PySAT", "python-sat")
    options: ClassVar[Mapping[str, tuple[str, ...]]] = {
        "solver": (AUTO, *PREFIXES),
        "encoding": cnf.ENCODINGS,
        "at_most_one": (AUTO, NATIVE, *cnf.AT_MOST_ONE),
    }

    def __init__(self, solver: str = AUTO) -> None:
        self._solver = solver

    def measure(self, rules: Rules) -> Size:
        return Size(*cnf.clauses_counted(rules))

    def compile(self, rules: Rules, **options: object) -> Engine:
        support = self.installed()
        if not support:
            raise BackendUnavailableError(support.reason)
        if rules.has_others:  # what would be too big is refused here, and not by a search
            lowered(rules, IN_CLAUSES)
        return SatEngine(rules, Settings(**self.chosen({"solver": self._solver, **options})))


class SatEngine(Engine):
    """The engine of `Sat`; any number of threads may use it."""

    def __init__(self, rules: Rules, settings: Settings) -> None:
        super().__init__(rules)
        self._propagator = Propagator(rules, settings)

    def iterate(self, candidates: Candidates, limits: Limits) -> Enumeration:
        return (yield from SatSearch(self._propagator, candidates, limits).solutions())

    def search(self, candidates: Candidates, limits: Limits) -> Outcome:
        run = SatSearch(self._propagator, candidates, limits)
        found, exhausted = drained(run.solutions())
        return Outcome(found, exhausted, run.stats())


_PATIENCE = 0.3
_PATIENCE_ON_BIG = 0.01
# A search moves into a child after this many seconds.  On 25×25 the solver for small boards mostly
# needs less than that, and takes ten times as long now and then, where the one for big boards does
# not: with 0.05 s nine of ten boards with 55 % open took up to 0.11 s, with 0.01 up to 0.07.

Contestant: TypeAlias = Callable[[], PuzzleSolver]
"""Makes the solver of a child to be."""


class SatSearch:
    """One search."""

    def __init__(self, propagator: Propagator, candidates: Candidates, limits: Limits) -> None:
        self._rules, self._settings = propagator.rules, propagator.settings
        self._propagator = propagator
        self._candidates = candidates
        self._limits = limits
        self._clock = Clock(limits.seconds)
        self._work = SolverWork(0, 0, 0)
        self._loaded: PuzzleSolver | None = None

    def stats(self) -> Stats:
        """Return the statistics so far."""
        self._take_stock()
        clock, work = self._clock, self._work._asdict()
        return Stats(build_seconds=clock.built, search_seconds=clock.searched, **work)

    def solutions(self) -> Enumeration:
        if CAN_FORK and self._rules.size > IN_PROCESS:  # handing a formula over takes a while, too
            self._candidates = self._clock.building(struck, self._rules, self._candidates)
            return (yield from self._solutions_of_children(self._for_biggest(), 0))
        self._candidates, found = self._clock.searching(self._propagator.left, self._candidates)
        self._work = SolverWork(0, 0, found)
        first, *others = self._settings.solvers
        if self._rules.size <= SMALL:
            loaded = self._clock.building(self._load, first, QUICK)
            return (yield from self._own_solutions(loaded, _PATIENCE))
        loaded = self._clock.building(self._load, first, PATIENT)
        patience = _PATIENCE_ON_BIG if others else _PATIENCE
        return (yield from self._own_solutions(loaded, patience, others))

    def _own_solutions(
        self, loaded: PuzzleSolver, patience: float, others: Sequence[str] = ()
    ) -> Enumeration:
        """Search in this process at first, and in children what takes longer than the patience."""
        self._loaded = loaded
        limit = self._limits.solutions
        found = 0
        while found != limit:
            answer = self._clock.searching(self._step, loaded, patience)
            if answer is None:
                if self._clock.left == 0 or not CAN_FORK:
                    return False
                self._take_stock()
                self._loaded = None
                contestants: list[Contestant] = [lambda: loaded]
                if others and not found:
                    # One that starts again could find these solutions again.
                    contestants.insert(0, partial(self._load, others[0], PATIENT))
                return (yield from self._solutions_of_children(contestants, found))
            if not answer:
                return True
            found += 1
            yield loaded.pop_solution()
        return False

    def _for_biggest(self) -> list[Contestant]:
        """Return two contestants that differ, because times on such boards are a lottery.

        With the second a second later, the worst of 20 boards took twice to three times as long.
        """
        solver = self._settings.solvers[-1]
        if len(self._settings.solvers) > 1 and _is_loose(self._candidates, self._rules):
            both = [(FOR_SMALL, QUICK), (FOR_BIG, PATIENT)]
        elif solver in CADICALS:
            both = [(solver, PATIENT), (solver, LESS_PATIENT)]
        else:
            both = [(solver, PATIENT)]
        return [partial(self._load, *one) for one in both]

    def _load(self, solver: str, options: Mapping[str, int]) -> PuzzleSolver:
        rules, settings, seed = self._rules, self._settings, self._limits.seed
        return PuzzleSolver(
            rules, settings, self._candidates, solver=solver, options=options, seed=seed
        )

    def _solutions_of_children(self, contestants: list[Contestant], found: int) -> Enumeration:
        """Let children search, the first in any case; only the first with an answer continues."""
        asked = self._limits.solutions
        limit = None if asked is None else asked - found
        if available_processors() == 1:
            contestants = contestants[:1]
        with ExitStack() as stack:
            running = [
                stack.enter_context(Child(partial(_enumerate, m, limit))) for m in contestants
            ]
            ready = self._clock.searching(wait_for, running, self._clock.left)
            if not ready:
                return False
            for child in running:
                if child is not ready[0]:
                    child.close()
            return (yield from self._follow(ready[0]))

    def _follow(self, child: Child) -> Enumeration:
        earlier = self._work
        while True:
            try:
                done, message = self._clock.searching(child.receive, self._clock.left)
            except TimeIsUp:
                return False
            except EOFError:
                raise BackendError("the solver's process ended before its answer") from None
            self._work = earlier.plus(done)
            if isinstance(message, bool):
                return message
            yield message

    def _step(self, loaded: PuzzleSolver, patience: float) -> bool | None:
        """Search for one solution until the time or, where that makes sense, patience is over."""
        left = self._clock.left
        if CAN_FORK:
            left = patience if left is None else min(patience, left)
        answer, end = None, Deadline(left)
        while answer is None and not end.has_passed:
            # Always as many conflicts, so that the machine's speed does not change the search.
            answer = loaded.solve(loaded.slice)
        return answer

    def _take_stock(self) -> None:
        """Add what the solver in this process has done, which takes too long for each step."""
        if self._loaded is not None:
            self._work = self._work.plus(self._loaded.work_since())


def _is_loose(candidates: Candidates, rules: Rules) -> bool:
    """Return whether open cells have on average more than a third of all digits left.

    Such boards are for the solver for small ones, whatever their size: 64×64 with 70 % open takes
    MiniCard 3.5 s and CaDiCaL 9, with the most of that for reading clauses; with 60 % open MiniCard
    does not solve them.
    """
    counts = [mask.bit_count() for mask in candidates if mask & (mask - 1)]
    return 3 * sum(counts) > rules.size * len(counts)


def _enumerate(make: Contestant, limit: int | None, send: Send) -> None:
    """Send solutions, and at the end whether they are all: the work of a child."""
    loaded = make()
    total = SolverWork(0, 0, 0)
    count = 0
    answer: bool | None = True
    while answer and count != limit:
        answer = loaded.solve(-1)
        total = total.plus(loaded.work_since())
        if answer:
            count += 1
            send((total, loaded.pop_solution()))
    send((total, not answer))
