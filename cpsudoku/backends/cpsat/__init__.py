"""Constraint programming with CP-SAT of OR-tools.

CP-SAT gets every puzzle, in one of two models.  In that of ``booleans`` each candidate that the
givens leave is a 0-1 variable; in that of ``integers`` each cell is a variable under
``all_different``.  Small models are solved so quickly that CP-SAT's presolve, probing, symmetry
detection, inprocessing and linear relaxation cost more than they save, and are turned off.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from operator import itemgetter
from typing import Any, ClassVar, TypeAlias

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
from cpsudoku.backends.cpsat.ortools import (
    QUIET,
    Answer,
    CpSatSession,
    OnSolution,
    SolutionStream,
    Values,
    built,
    cp_model,
    set_parameter,
)
from cpsudoku.encodings import cnf, cp
from cpsudoku.errors import BackendError, BackendUnavailableError, OptionError
from cpsudoku.ground.processes.child import CAN_FORK, Child, Send, TimeIsUp
from cpsudoku.result import Limits, Outcome, Stats
from cpsudoku.rules import Candidates, Grid, Rules
from cpsudoku.rules.primitives import VOCABULARY, Count, Linear
from cpsudoku.variants.traits import equal_totals

Meaning: TypeAlias = Callable[[Values], Grid]
"""Returns the grid that a solution of a model says."""

MODELS = ("booleans", "integers")
"""The names of the models; the first is the default."""

_OURS = ("enumerate_all_solutions", "max_time_in_seconds", "random_seed", *QUIET)
# Parameters that follow from the limits of a search.

_QUICK: dict[str, object] = {
    "cp_model_presolve": False,
    "cp_model_probing_level": 0,
    "symmetry_level": 0,
    "linearization_level": 0,
    "use_sat_inprocessing": False,
}


class CpSat(Backend):
    """CP-SAT, the constraint solver of OR-tools.

    Options of `compile`: ``model``, either ``booleans`` or ``integers``, which ``cpsat:integers``
    names too, and any parameter of CP-SAT by its name in ``SatParameters``, such as
    ``num_workers=4`` or ``cp_model_presolve=True``.
    """

    name: ClassVar[str] = "cpsat"
    summary: ClassVar[str] = "constraint programming with CP-SAT of OR-tools"
    knows: ClassVar[frozenset[type]] = VOCABULARY
    package = ("ortools", "OR-tools", "ortools")
    choices: ClassVar[Mapping[str, str]] = {
        "booleans": "a 0-1 variable for each candidate, exactly one true of each group",
        "integers": "a variable for each cell, all_different in each group",
    }

    def __init__(self, model: str = MODELS[0]) -> None:
        self._model = model

    def measure(self, rules: Rules) -> Size | None:
        """Return how many clauses the rest takes beside groups, sums and counts, if any."""
        others = (p for p in rules.others if not isinstance(p, Count | Linear))
        number = cnf.other_clauses_counted(rules, others)
        unit = "clauses beside groups, sums and counts"
        return Size(number, unit, number == cnf.MOST_COUNTED) if number else None

    def compile(self, rules: Rules, **options: object) -> Engine:
        support = self.installed()
        if not support:
            raise BackendUnavailableError(support.reason)
        model = options.pop("model", self._model)
        if model not in MODELS:
            raise OptionError(f"cpsat: model cannot be {model!r}; expected one of {MODELS}")
        quick = _QUICK if rules.size <= SMALL else {}
        parameters: dict[str, object] = {"num_workers": 1, **quick, **options}
        solver = cp_model().CpSolver()
        for name, value in parameters.items():
            if name in _OURS:
                raise OptionError(f"cpsat: {name} is set by the limits of a search")
            set_parameter(solver.parameters, name, value)
        cp.fitting(rules)  # what cannot be expressed is refused here, not by a search
        return CpSatEngine(rules, parameters, has_integers=model == "integers")


class CpSatEngine(Engine):
    """The engine of `CpSat`; any number of threads may use it."""

    def __init__(self, rules: Rules, parameters: dict[str, object], *, has_integers: bool) -> None:
        super().__init__(rules)
        self._parameters, self._has_integers = parameters, has_integers

    def model(self, candidates: Candidates) -> tuple[Any, Meaning]:
        """Return the model of a puzzle, and what it means."""
        if self._has_integers:
            cells = slice(self.rules.cell_count)
            return built(cp.integer_model(self.rules, candidates)), itemgetter(cells)
        model, meaning = cp.boolean_model(self.rules, candidates, equal_totals(self.rules))
        return built(model), meaning.grid

    def search(self, candidates: Candidates, limits: Limits) -> Outcome:
        run = _CpSatSearch(self, candidates, limits)
        found, exhausted = drained(run.solutions())
        return Outcome(found, exhausted, run.stats())

    def iterate(self, candidates: Candidates, limits: Limits) -> Enumeration:
        return (yield from _CpSatSearch(self, candidates, limits).solutions())

    def session(self, model: Any, limits: Limits, found: OnSolution) -> CpSatSession:
        """Prepare a search."""
        options = {**self._parameters, **QUIET, "random_seed": limits.seed % 2**31}
        if limits.solutions != 1:
            # Enumeration is for one worker.
            options |= {"enumerate_all_solutions": True, "num_workers": 1}
        return CpSatSession(model, options, found)


class _CpSatSearch:
    """One search: its clock and its figures."""

    def __init__(self, engine: CpSatEngine, candidates: Candidates, limits: Limits) -> None:
        self._engine = engine
        self._candidates = candidates
        self._limits = limits
        self._clock = Clock(limits.seconds)
        self._answer: Answer | None = None

    def stats(self) -> Stats:
        """Return the statistics so far."""
        answer = self._answer
        return Stats(
            build_seconds=self._clock.built,
            search_seconds=self._clock.searched,
            nodes=None if answer is None else answer.branches,
            conflicts=None if answer is None else answer.conflicts,
            propagations=None if answer is None else answer.propagations,
        )

    def solutions(self) -> Enumeration:
        if CAN_FORK and self._engine.rules.size > IN_PROCESS:
            return (yield from self._solutions_of_child())
        model, meaning = self._clock.building(self._engine.model, self._candidates)
        limits = self._limits
        stream = SolutionStream(lambda f: self._engine.session(model, limits, f), limits.solutions)
        found = 0
        with stream:
            while found != limits.solutions and isinstance(
                values := self._clock.searching(stream.take, self._clock.left), tuple
            ):
                found += 1
                yield meaning(values)
        self._answer = stream.answer
        # Where the limit was reached, OPTIMAL says that there is a solution and not that it is all.
        return values is not None and found != limits.solutions and _is_complete(stream.answer)

    def _solutions_of_child(self) -> Enumeration:
        """Let a child build the model and search; it can be ended at any moment of either."""
        found: set[Grid] = set()
        work = partial(_search_and_send, self._engine, self._candidates, self._limits)
        with Child(work) as child:
            while len(found) != self._limits.solutions:
                try:
                    message = self._clock.searching(child.receive, self._clock.left)
                except TimeIsUp:
                    return False
                except EOFError:
                    raise BackendError("CP-SAT's process ended before its answer") from None
                if isinstance(message, Answer):
                    self._answer = message
                    return _is_complete(message)
                if message not in found:
                    found.add(message)
                    yield message
        return False


def _search_and_send(
    engine: CpSatEngine, candidates: Candidates, limits: Limits, send: Send
) -> None:
    """Send solutions, and at the end CP-SAT's answer: the work of a child."""
    model, meaning = engine.model(candidates)
    count = 0

    def found(values: Values) -> bool:
        nonlocal count
        count += 1
        send(meaning(values))
        return count == limits.solutions

    send(engine.session(model, limits, found).solve())


def _is_complete(answer: Answer | None) -> bool:
    if answer is None or answer.status == "MODEL_INVALID":
        raise BackendError("CP-SAT does not accept the model")
    return answer.status in ("OPTIMAL", "INFEASIBLE")
