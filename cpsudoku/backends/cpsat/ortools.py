"""CP-SAT as it is called: a model and parameters in, solutions and figures out."""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from functools import lru_cache
from importlib import import_module
from queue import Empty, SimpleQueue
from typing import Any, NamedTuple, TypeAlias

from cpsudoku.encodings.cp import CpModel, intervals
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


_QUICK_RELEASES = ((9, 15),)
"""The releases of OR-tools in which `_without_pandas` is known to work; others go without it."""


@lru_cache(maxsize=1)
def cp_model() -> Any:
    """Return OR-tools' module ``cp_model``, or the parts of it that are used.

    The module imports pandas: 0.4 s of processor time at each start, more than all else together.
    """
    version: str = import_module("ortools").__version__
    release = tuple(map(int, version.split(".")[:2]))
    if release in _QUICK_RELEASES:
        return _without_pandas()
    return import_module("ortools.sat.python.cp_model")


class _Parts(NamedTuple):
    """The parts of ``cp_model`` that are used, under the same names."""

    CpModel: Any
    CpSolver: Any
    CpSolverSolutionCallback: Any


def _without_pandas() -> _Parts:
    """Return the parts of ``cp_model`` that are used, from the private module that it wraps."""
    helper: Any = import_module("ortools.sat.python.cp_model_helper")

    class Model:
        def __init__(self) -> None:
            self.proto = helper.CpModelProto()

    class Solver:
        def __init__(self) -> None:
            self.parameters = helper.SatParameters()
            self._wrapper = helper.SolveWrapper()
            self.response_proto: Any = None

        def solve(self, model: Model, callback: Any) -> Any:
            self._wrapper.set_parameters(self.parameters)
            self._wrapper.add_solution_callback(callback)
            self.response_proto = self._wrapper.solve(model.proto)
            self._wrapper.clear_solution_callback(callback)
            return self.response_proto.status

        def status_name(self, status: Any) -> str:
            return str(status.name)

        def stop_search(self) -> None:
            self._wrapper.stop_search()

    class Callback(helper.SolutionCallback):  # type: ignore[misc]
        def OnSolutionCallback(self) -> None:  # noqa: N802
            self.on_solution_callback()

        @property
        def response_proto(self) -> Any:
            return self.Response()

        def stop_search(self) -> None:
            self.StopSearch()

    return _Parts(Model, Solver, Callback)


def set_parameter(parameters: Any, name: str, value: object) -> None:
    """Set one of CP-SAT's parameters, if it has it, to a value of its type or the name of one."""
    present = getattr(parameters, name, None)
    if name.startswith("_") or present is None or callable(present):
        raise OptionError(f"CP-SAT has no parameter {name!r}")
    kind = type(present)
    named: dict[object, object] = getattr(kind, "__members__", {})
    found = named.get(value) if named and isinstance(value, str) else value
    if type(found) not in {kind, int if kind is float else kind}:
        expected = f"one of {', '.join(map(str, named))}" if named else kind.__name__
        raise OptionError(f"cpsat: {name} cannot be {value!r}; expected {expected}")
    setattr(parameters, name, found)


def built(encoded: CpModel) -> Any:
    """Return a model as CP-SAT takes it."""
    model = cp_model().CpModel()
    variables = model.proto.variables
    for values in encoded.domains:
        # One without values is not a valid model, and what is impossible is stated apart.
        variables.add().domain.extend(intervals(values or (0,)))
    constraints = model.proto.constraints
    for group in encoded.all_different:
        _add_variables(constraints.add().all_diff.exprs, group)
    for exact in encoded.exactly_one:
        constraints.add().exactly_one.literals.extend(exact)
    for loose in encoded.at_most_one:
        constraints.add().at_most_one.literals.extend(loose)
    for clause in encoded.clauses:
        constraints.add().bool_or.literals.extend(clause)
    for one in encoded.sums:
        linear = constraints.add().linear
        linear.vars.extend(one.variables)
        linear.coeffs.extend(one.coefficients)
        linear.domain.extend(one.domain)
    for cells, tuples in encoded.tables:
        table = constraints.add().table
        _add_variables(table.exprs, cells)
        table.values.extend([value for row in tuples for value in row])
    if encoded.impossible:
        constraints.add().linear.domain.extend((1, 1))  # a sum of nothing
    return model


def _add_variables(expressions: Any, variables: Sequence[int]) -> None:
    for variable in variables:
        expression = expressions.add()
        expression.vars.append(variable)
        expression.coeffs.append(1)


@lru_cache(maxsize=1)
def _callback_class(module: Any) -> Any:
    class Callback(module.CpSolverSolutionCallback):  # type: ignore[misc]
        def __init__(self, found: OnSolution) -> None:
            super().__init__()
            self._found = found

        def on_solution_callback(self) -> None:
            if self._found(tuple(self.response_proto.solution)):
                self.stop_search()

    return Callback


class CpSatSession:
    """One search, which reports solutions on the way and may be stopped from any thread."""

    def __init__(self, model: Any, options: Mapping[str, object], found: OnSolution) -> None:
        self._model = model
        self._solver = cp_model().CpSolver()
        for name, value in options.items():
            set_parameter(self._solver.parameters, name, value)
        self._callback = _callback_class(cp_model())(found)

    def solve(self) -> Answer:
        """Search to the end, or until the search is stopped."""
        status = self._solver.solve(self._model, self._callback)
        response = self._solver.response_proto
        return Answer(
            self._solver.status_name(status),
            response.num_branches,
            response.num_conflicts,
            response.num_binary_propagations + response.num_integer_propagations,
        )

    def stop(self) -> None:
        """End the search; one that is only just starting does not hear it."""
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
