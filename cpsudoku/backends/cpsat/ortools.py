"""CP-SAT as it is called: a model and parameters in, solutions and figures out.

OR-tools' documented module ``cp_model`` imports pandas, which takes three times as long as solving
a puzzle from start to end.  What does the work is ``cp_model_helper``, which it wraps; `connect`
takes that where it has what we need, and ``cp_model`` where a release has changed it.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager
from dataclasses import dataclass, replace
from functools import lru_cache
from importlib import import_module
from queue import Empty, SimpleQueue
from typing import Any, TypeAlias

from cpsudoku.encodings.cp import CpModel, constraints_text, intervals, variables_text
from cpsudoku.errors import OptionError

QUIET: dict[str, object] = {"catch_sigint_signal": False}
"""What every search needs: CP-SAT would take Ctrl-C for the end of its time, and leave the
signal without any handler afterwards."""

Values: TypeAlias = tuple[int, ...]
"""For each variable its value."""

OnSolution: TypeAlias = Callable[[Values], bool]
"""Called with each solution; says whether to stop."""


@dataclass(frozen=True, slots=True)
class Answer:
    """How a search ended, OPTIMAL, INFEASIBLE, FEASIBLE, UNKNOWN or MODEL_INVALID, and its work."""

    status: str
    branches: int
    conflicts: int
    propagations: int


Ortools: TypeAlias = "_Helper | _CpModel"
"""A way to call CP-SAT: reads models, changes their domains, has parameters, begins searches."""

CpSatSession: TypeAlias = "_HelperSession | _CpModelSession"
"""One search: solves, reporting solutions on the way; may be stopped from any thread."""


def connect() -> Ortools:
    """Return a way to call CP-SAT, the one that is quicker to import if that can be."""
    try:
        return _Helper()
    except (ImportError, AttributeError, TypeError):
        return _CpModel()


def set_parameter(parameters: Any, name: str, value: object) -> None:
    """Set one of CP-SAT's parameters, if it has it and takes the value or what a text spells."""
    present = getattr(parameters, name, None)
    if name.startswith("_") or present is None or callable(present):
        raise OptionError(f"CP-SAT has no parameter {name!r}")
    members = getattr(type(present), "__members__", None)
    if members is not None:
        if value not in members:
            expected = ", ".join(members)
            raise OptionError(f"cpsat: {name} cannot be {value!r}; expected one of {expected}")
        setattr(parameters, name, members[value])
        return
    try:
        setattr(parameters, name, _as_type(type(present), value))
    except (TypeError, ValueError, AttributeError):
        kind = type(present).__name__
        raise OptionError(f"cpsat: {name} cannot be {value!r}; expected {kind}") from None


def _as_type(kind: type, value: object) -> object:
    if kind is bool:
        if not isinstance(value, bool | str) or str(value).lower() not in ("true", "false"):
            raise ValueError
        return str(value).lower() == "true"
    if kind in (int, float) and isinstance(value, int | float | str) and value is not True:
        return kind(value)
    if kind is str and isinstance(value, str):
        return value
    raise TypeError


_MOST_KEPT = 729
# Up to this many variables their part of a model is kept for the next puzzle with as many.


class _Helper:
    """CP-SAT through ``cp_model_helper``."""

    def __init__(self) -> None:
        self._module: Any = import_module("ortools.sat.python.cp_model_helper")
        self._binary: dict[int | None, Any] = {}
        # Whatever this module should lack one day shows here and not in the middle of a search.
        proto = self.with_domains(self.read(CpModel(((0, 1),), exactly_one=((0,),))), {0: (1,)})
        found: set[Values] = set()

        def on_solution(values: Values) -> bool:
            found.add(values)
            return False

        options = {**QUIET, "num_workers": 1, "enumerate_all_solutions": True}
        answer = self.session(proto, options, on_solution).solve()
        if answer.status != "OPTIMAL" or found != {(1,)}:
            raise AttributeError("cp_model_helper does not behave as known")

    def read(self, model: CpModel) -> Any:
        proto = self._module.CpModelProto()
        proto.copy_from(self._variables(model.domains))
        if not proto.merge_text_format(constraints_text(model)):
            raise AttributeError("CP-SAT does not read the text of a model")
        return proto

    def _variables(self, domains: tuple[tuple[int, ...], ...]) -> Any:
        # Many puzzles have as many 0-1 variables; to copy them takes a tenth of reading them.
        binary = len(domains) if domains == ((0, 1),) * len(domains) else None
        if binary in self._binary:
            return self._binary[binary]
        proto = self._module.CpModelProto()
        if not proto.parse_text_format(variables_text(domains)):
            raise AttributeError("CP-SAT does not read the text of variables")
        if binary is not None and binary <= _MOST_KEPT:
            self._binary[binary] = proto
        return proto

    def with_domains(self, read: Any, domains: Mapping[int, tuple[int, ...]]) -> Any:
        proto = self._module.CpModelProto()
        proto.copy_from(read)
        variables = proto.variables
        for variable, values in domains.items():
            domain = variables[variable].domain
            domain.clear()
            domain.extend(intervals(values))
        return proto

    def new_parameters(self) -> Any:
        return self._module.SatParameters()

    def session(self, read: Any, options: Mapping[str, object], found: OnSolution) -> CpSatSession:
        parameters = self.new_parameters()
        for name, value in options.items():
            set_parameter(parameters, name, value)
        return _HelperSession(self._module, read, parameters, found)


@lru_cache(maxsize=1)
def _callback_class(module: Any) -> Any:

    class Callback(module.SolutionCallback):  # type: ignore[misc]
        def __init__(self, found: OnSolution) -> None:
            super().__init__()
            self._found = found

        def OnSolutionCallback(self) -> None:  # noqa: N802
            if self._found(tuple(self.Response().solution)):
                self.StopSearch()

    return Callback


class _HelperSession:
    def __init__(self, module: Any, proto: Any, parameters: Any, found: OnSolution) -> None:
        self._proto = proto
        self._wrapper = module.SolveWrapper()
        self._wrapper.set_parameters(parameters)
        self._callback = _callback_class(module)(found)
        self._wrapper.add_solution_callback(self._callback)

    def solve(self) -> Answer:
        response = self._wrapper.solve(self._proto)
        self._wrapper.clear_solution_callback(self._callback)
        return Answer(
            response.status.name,
            response.num_branches,
            response.num_conflicts,
            response.num_binary_propagations + response.num_integer_propagations,
        )

    def stop(self) -> None:
        self._wrapper.stop_search()


class _CpModel:
    """CP-SAT through ``cp_model``, which is documented."""

    def __init__(self) -> None:
        self._module: Any = import_module("ortools.sat.python.cp_model")

    def read(self, model: CpModel) -> Any:
        return model

    def with_domains(self, read: Any, domains: Mapping[int, tuple[int, ...]]) -> Any:
        changed = (domains.get(v, values) for v, values in enumerate(read.domains))
        return replace(read, domains=tuple(changed))

    def new_parameters(self) -> Any:
        return self._module.CpSolver().parameters

    def session(self, read: Any, options: Mapping[str, object], found: OnSolution) -> CpSatSession:
        return _CpModelSession(self._module, read, options, found)


def _add_others(built: Any, model: CpModel, variables: list[Any], domain: Any) -> None:
    """Add what is neither all different nor one of several."""
    for clause in model.clauses:
        built.add_bool_or([variables[x] if x >= 0 else ~variables[-1 - x] for x in clause])
    for one in model.sums:
        terms = zip(one.variables, one.coefficients, strict=True)
        total = sum(factor * variables[v] for v, factor in terms)
        built.add_linear_expression_in_domain(total, domain.from_flat_intervals(list(one.domain)))
    for group, tuples in model.tables:
        built.add_allowed_assignments([variables[v] for v in group], tuples)
    if model.impossible:
        built.add_bool_or([])


class _CpModelSession:
    def __init__(
        self, module: Any, model: CpModel, options: Mapping[str, object], found: OnSolution
    ) -> None:
        built = module.CpModel()
        domain = module.Domain.from_values
        variables = [
            built.new_int_var_from_domain(domain(list(values or (0,))), f"v{number}")
            for number, values in enumerate(model.domains)
        ]
        for group in model.all_different:
            built.add_all_different([variables[v] for v in group])
        for exact in model.exactly_one:
            built.add(sum(variables[v] for v in exact) == 1)
        for loose in model.at_most_one:
            built.add(sum(variables[v] for v in loose) <= 1)
        _add_others(built, model, variables, module.Domain)

        class Callback(module.CpSolverSolutionCallback):  # type: ignore[misc]
            def on_solution_callback(self) -> None:
                if found(tuple(self.value(v) for v in variables)):
                    self.stop_search()

        self._solver = module.CpSolver()
        for name, value in options.items():
            set_parameter(self._solver.parameters, name, value)
        self._model = built
        self._callback = Callback()

    def solve(self) -> Answer:
        status = self._solver.solve(self._model, self._callback)
        solver = self._solver
        return Answer(
            solver.status_name(status),
            solver.num_branches,
            solver.num_conflicts,
            getattr(solver.response_proto, "num_binary_propagations", 0)
            + getattr(solver.response_proto, "num_integer_propagations", 0),
        )

    def stop(self) -> None:
        self._solver.stop_search()


class SolutionStream(AbstractContextManager["SolutionStream"]):
    """A search in a thread of its own, whose solutions can be taken one by one.

    CP-SAT gives up the interpreter's lock, but Python handles signals in the main thread between
    its own steps only; so another thread searches, which costs some 50 µs.  The search waits when
    it is `_AHEAD` solutions ahead.  Use it in a ``with`` statement, which ends the search; `answer`
    says how, once that was taken.
    """

    _AHEAD = 100

    def __init__(self, start: Callable[[OnSolution], CpSatSession], limit: int | None) -> None:
        self.answer: Answer | None = None
        self._limit = limit
        # Enumeration has been reported to give a solution twice.
        self._found: set[Values] = set()
        self._room = threading.Semaphore(self._AHEAD)
        # A thread's own `join` may take it for ended when a signal interrupts it; a queue does not.
        self._queue: SimpleQueue[Values | Answer | BaseException] = SimpleQueue()
        self._stopping = self._ended = False
        self._session = start(self._on_solution)
        threading.Thread(target=self._search, name="cp-sat", daemon=True).start()

    def _on_solution(self, values: Values) -> bool:
        if values not in self._found and len(self._found) != self._limit:
            self._found.add(values)
            self._queue.put(values)
            self._room.acquire()
        return self._stopping or len(self._found) == self._limit

    def _search(self) -> None:
        try:
            self._queue.put(self._session.solve())
        except BaseException as error:
            self._queue.put(error)

    def take(self, seconds: float | None = None) -> Values | Answer | None:
        """Return the next solution, or how the search ended; None if nothing came in time."""
        try:
            taken = self._queue.get(timeout=seconds)
        except Empty:
            return None
        self._room.release()
        if isinstance(taken, BaseException):
            self._ended = True
            raise taken
        if isinstance(taken, Answer):
            self._ended = True
            self.answer = taken
        return taken

    def __exit__(self, *_: object) -> None:
        self._stopping = True
        while not self._ended:
            # Repeated, for a search that is only just starting does not hear it.
            self._session.stop()
            self.take(0.05)
