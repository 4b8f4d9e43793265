"""Constraint programming with CP-SAT of OR-tools.

By default a puzzle becomes a Boolean model of the candidates that singles leave, which is so small
that CP-SAT's presolve, probing, symmetry detection and linear relaxation cost more than they save
and are turned off.  With ``model="integer"`` the model is built once for the rules, with a variable
for each cell, and the domains are edited for each puzzle.
"""

from __future__ import annotations

import time
from dataclasses import replace
from importlib.util import find_spec
from typing import Any, ClassVar

from cpsudoku.backends.base import SUPPORTED, Engine, Support
from cpsudoku.backends.cpsat_ortools import (
    QUIET,
    Answer,
    Ortools,
    Values,
    connect,
    run,
    set_parameter,
)
from cpsudoku.encodings import cp
from cpsudoku.encodings.propagation import propagate
from cpsudoku.errors import BackendError, BackendUnavailableError, OptionError
from cpsudoku.result import Count, Limits, Outcome, Stats
from cpsudoku.rules import Candidates, Rules

MODELS = ("boolean", "integer")
"""The names of the models."""

_OURS = ("enumerate_all_solutions", "max_time_in_seconds", "random_seed", *QUIET)
# Parameters that follow from the limits of a search.

_SMALL = 16
# Up to this size one worker and none of the preparations are quickest; beyond, they help.

_QUICK: dict[str, object] = {
    "cp_model_presolve": False,
    "cp_model_probing_level": 0,
    "symmetry_level": 0,
    "linearization_level": 0,
}


class CpSat:
    """CP-SAT, the constraint solver of OR-tools.

    Options of `compile`: ``model``, either ``boolean`` or ``integer``, and any parameter of CP-SAT
    by its name in ``SatParameters``, such as ``num_workers=4`` or ``cp_model_presolve=True``.
    """

    name: ClassVar[str] = "cpsat"
    summary: ClassVar[str] = "constraint programming with CP-SAT of OR-tools"

    def supports(self, rules: Rules) -> Support:
        """Support any rules where OR-tools is installed."""
        if find_spec("ortools") is None:
            return Support(False, "OR-tools is not installed; pip install ortools")
        return SUPPORTED

    def compile(self, rules: Rules, **options: object) -> Engine:
        """Build the engine; see the class for the options."""
        support = self.supports(rules)
        if not support:
            raise BackendUnavailableError(support.reason)
        model = options.pop("model", "boolean")
        if model not in MODELS:
            raise OptionError(f"cpsat: model cannot be {model!r}; expected one of {MODELS}")
        ortools = connect()
        parameters = {**_default_parameters(rules, str(model)), **options}
        for name, value in parameters.items():
            if name in _OURS:
                raise OptionError(f"cpsat: {name} follows from the limits of a search")
            set_parameter(ortools.new_parameters(), name, value)
        make = _IntegerEngine if model == "integer" else _BooleanEngine
        return make(rules, ortools, parameters)


def _default_parameters(rules: Rules, model: str) -> dict[str, object]:
    quick = _QUICK if model == "boolean" and rules.size <= _SMALL else {}
    return {"num_workers": 1, **quick}


class CpSatEngine:
    """The engine of `CpSat`; any number of threads may use it."""

    def __init__(self, rules: Rules, ortools: Ortools, parameters: dict[str, object]) -> None:
        self._rules = rules
        self._ortools = ortools
        self._parameters = parameters

    def _model(self, candidates: Candidates) -> tuple[Any, cp.Meaning | None] | Outcome:
        """Return the model of a puzzle and what it means, or its outcome if that is plain."""
        raise NotImplementedError

    def search(self, candidates: Candidates, limits: Limits) -> Outcome:
        """Search for solutions."""
        start = time.perf_counter()
        made = self._model(candidates)
        built = time.perf_counter()
        if isinstance(made, Outcome):
            return replace(made, stats=Stats(build_seconds=built - start))
        model, meaning = made
        # Enumeration has been reported to give a solution twice; dictionaries keep their order.
        found: dict[Values, None] = {}

        def on_solution(values: Values) -> bool:
            if len(found) != limits.solutions:
                found[values] = None
            return len(found) == limits.solutions

        answer = run(self._ortools.session(model, self._options(limits), on_solution))
        return Outcome(
            tuple(values if meaning is None else meaning.grid(values) for values in found),
            _exhausted(answer, len(found), limits),
            Stats(
                build_seconds=built - start,
                search_seconds=time.perf_counter() - built,
                nodes=answer.branches,
                conflicts=answer.conflicts,
                propagations=answer.propagations,
            ),
        )

    def count(self, candidates: Candidates, limits: Limits) -> Count:
        """Count the solutions."""
        outcome = self.search(candidates, limits)
        return Count(len(outcome.solutions), outcome.exhausted, outcome.stats)

    def _options(self, limits: Limits) -> dict[str, object]:
        options = {
            **self._parameters,
            **QUIET,
            "random_seed": limits.seed % 2**31,
        }
        if limits.seconds is not None:
            options["max_time_in_seconds"] = limits.seconds
        if limits.solutions != 1:
            # Enumeration is for one worker.
            options |= {"enumerate_all_solutions": True, "num_workers": 1}
        return options


def _exhausted(answer: Answer, found: int, limits: Limits) -> bool:
    if answer.status == "MODEL_INVALID":
        raise BackendError("CP-SAT does not accept the model")
    if answer.status == "INFEASIBLE":
        return True
    return answer.status == "OPTIMAL" and found != limits.solutions and found > 0


class _BooleanEngine(CpSatEngine):
    """A model for each puzzle, without what singles exclude."""

    def _model(self, candidates: Candidates) -> tuple[Any, cp.Meaning | None] | Outcome:
        left = propagate(self._rules, candidates)
        if left is None:
            return Outcome((), True)
        model, meaning = cp.boolean_model(self._rules, left)
        if model.impossible:
            return Outcome((), True)
        if not model.domains:
            return Outcome((meaning.fixed,), True)
        return self._ortools.read(model), meaning


class _IntegerEngine(CpSatEngine):
    """One model for the rules; a search edits the domains in a copy of it."""

    def __init__(self, rules: Rules, ortools: Ortools, parameters: dict[str, object]) -> None:
        super().__init__(rules, ortools, parameters)
        empty = (rules.all_digits,) * rules.cell_count
        self._empty = ortools.read(cp.integer_model(rules, empty))

    def _model(self, candidates: Candidates) -> tuple[Any, cp.Meaning | None] | Outcome:
        if 0 in candidates:
            return Outcome((), True)
        full = self._rules.all_digits
        domains = {c: cp.digits_of(m) for c, m in enumerate(candidates) if m != full}
        return self._ortools.with_domains(self._empty, domains), None
