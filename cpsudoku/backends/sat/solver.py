"""One PySAT solver, with conflict limits and figures, and safe against Ctrl-C.

PySAT's own methods catch Ctrl-C in the main thread with a ``longjmp`` out of the solver, which
leaves it broken and the signal's handler pointing into a dead stack frame.  So the solver is called
here as those methods call it, but as if from another thread, which leaves the signal to Python.
By its public methods (those of the MiniSats can be told not to do that, ``propagate`` and CaDiCaL
cannot) a puzzle would take 7 to 12 % longer, since an object is made for each.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import repeat
from operator import attrgetter
from typing import Any, NamedTuple

from cpsudoku.encodings.cnf import Literal

CADICALS = ("cadical103", "cadical153", "cadical195", "cadical300")
_MINISATS = (
    "gluecard3", "gluecard4", "glucose3", "glucose4", "glucose42", "maplechrono", "maplecm",
    "maplesat", "mergesat3", "minicard", "minisat22", "minisat-gh",
)  # fmt: skip
_OTHERWISE = {"gluecard4": "gluecard41", "glucose4": "glucose41", "glucose42": "glucose421",
              "minisat-gh": "minisatgh"}  # fmt: skip
PREFIXES = {name: _OTHERWISE.get(name, name) for name in (*CADICALS, *_MINISATS)}
"""PySAT's solvers that are incremental and take conflict limits, with their names within PySAT.

Left out: kissat404 cannot continue after an answer, lingeling takes no limits.
"""

CARDINALITY = ("gluecard3", "gluecard4", "minicard")
"""Those that take "at most one of these" as one constraint."""

PROPAGATING = tuple(name for name in PREFIXES if name != "cadical103")
"""Those that can propagate units without a search."""

_CALLED = ("new", "del", "add_cl", "cbudget", "solve_lim", "model", "acc_stats")
_FUNCTIONS = {
    prefix: attrgetter(*(f"{prefix}_{name}" for name in _CALLED)) for prefix in PREFIXES.values()
}
# What a solver needs for each puzzle, out of PySAT's module in one step.

_SETTINGS = {"cadical300": {"factor": 0}}
# It would add variables of its own, which PySAT turns off as well.


class SolverWork(NamedTuple):
    """The work of a solver since it was made."""

    conflicts: int
    nodes: int
    propagations: int

    def plus(self, more: SolverWork) -> SolverWork:
        return SolverWork(self[0] + more[0], self[1] + more[1], self[2] + more[2])

    def less(self, part: SolverWork) -> SolverWork:
        return SolverWork(self[0] - part[0], self[1] - part[1], self[2] - part[2])


class Solver:
    """A solver, one of `PREFIXES`, without any clauses yet; of settings only CaDiCaL has some.

    It calls the functions under PySAT's classes, for one is made for each puzzle: PySAT's own
    objects take as long to make as a small formula to solve.
    """

    def __init__(self, name: str, settings: Mapping[str, int]) -> None:
        import pysolvers

        self._module: Any = pysolvers
        self._prefix = PREFIXES[name]
        self._is_cadical = name in CADICALS
        # Bound here, for at the interpreter's end modules are taken apart before objects.
        new, self._free, self._add, self._budget, self._solve, self._model, self._stats = (
            _FUNCTIONS[self._prefix](pysolvers)
        )
        self._handle: Any = new()
        if self._is_cadical and name != "cadical103":
            for setting, value in {**_SETTINGS.get(name, {}), **settings}.items():
                self._call("set")(self._handle, setting, value)

    def __del__(self) -> None:
        handle, self._handle = getattr(self, "_handle", None), None
        if handle is not None:
            # CaDiCaL would be given the file of its proof.
            self._free(*((handle, None) if self._is_cadical else (handle,)))

    def _call(self, name: str) -> Callable[..., Any]:
        call: Callable[..., Any] = getattr(self._module, f"{self._prefix}_{name}")
        return call

    def add(self, clauses: Iterable[Sequence[Literal]]) -> None:
        # With no step of Python's own in between.
        deque(map(self._add, repeat(self._handle), clauses), maxlen=0)

    def add_clause(self, clause: Sequence[Literal]) -> None:
        self._add(self._handle, clause)

    def add_at_most_one(self, groups: Sequence[Sequence[Literal]]) -> None:
        """Add constraints: at most one literal of each list is true.

        Require: the solver is one of `CARDINALITY`, or the lists are empty.
        """
        if groups:
            deque(map(self._call("add_am"), repeat(self._handle), groups, repeat(1)), maxlen=0)

    def prefer(self, literals: Sequence[Literal]) -> None:
        """Let decisions make these literals true, where the solver takes such a wish."""
        if self._prefix != "cadical103":
            self._call("setphases")(self._handle, literals)

    def solve(self, conflicts: int) -> bool | None:
        """Return whether there is a model, None if the conflicts (-1: any) did not suffice."""
        self._budget(self._handle, conflicts)
        # Not as in the main thread.  The MiniSats expect an interrupt, because then they
        # let other threads run; CaDiCaL has no such argument, and answers 1, -1 or 0.
        if self._is_cadical:
            return {1: True, -1: False, 0: None}[self._solve(self._handle, (), 0)]
        answer: bool | None = self._solve(self._handle, (), 0, 1)
        return answer

    def propagate(self, assumed: Sequence[Literal]) -> list[Literal] | None:
        """Return the literals that unit propagation makes true, the assumed ones among them.

        It is None if they contradict the clauses.  Require: the solver is one of `PROPAGATING`.
        """
        consistent, literals = self._call("propagate")(self._handle, assumed, 0, 0)
        return (literals or []) if consistent else None

    def model(self) -> list[Literal]:
        """Return the true literals by variable.  Require: the last `solve` returned True."""
        model: list[Literal] = self._model(self._handle) or []
        return model

    def work(self) -> SolverWork:
        figures = self._stats(self._handle)
        return SolverWork(figures["conflicts"], figures["decisions"], figures["propagations"])
