"""One PySAT solver, with conflict limits and figures, and safe against Ctrl-C.

PySAT's own ``solve`` and ``solve_limited`` catch Ctrl-C in the main thread with a ``longjmp`` out
of the solver, which leaves it broken and the signal's handler pointing into a dead stack frame.  So
the solver is called here as those methods call it, but as if from another thread, which leaves the
signal alone; it is handled by Python as soon as a conflict limit brings us back.
"""

from __future__ import annotations

import weakref
from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple

from cpsudoku.encodings.cnf import Clause, Literal

CADICALS = {
    "cadical103": "cadical103",
    "cadical153": "cadical153",
    "cadical195": "cadical195",
    "cadical300": "cadical300",
}
MINISATS = {
    "gluecard3": "gluecard3",
    "gluecard4": "gluecard41",
    "glucose3": "glucose3",
    "glucose4": "glucose41",
    "glucose42": "glucose421",
    "maplechrono": "maplechrono",
    "maplecm": "maplecm",
    "maplesat": "maplesat",
    "mergesat3": "mergesat3",
    "minicard": "minicard",
    "minisat22": "minisat22",
    "minisat-gh": "minisatgh",
}
PREFIXES = CADICALS | MINISATS
"""PySAT's solvers that are incremental and take conflict limits, with their names within PySAT.

Left out: kissat404 cannot go on after an answer, lingeling takes no limits.
"""


class Work(NamedTuple):
    """What a solver has done since it was made."""

    conflicts: int
    decisions: int
    propagations: int


class Solver:
    """A solver with some clauses in it.

    Args:
        name: one of `PREFIXES`.
        clauses: the clauses.
        settings: options of CaDiCaL, by name; other solvers take none.

    Attributes:
        add: adds a clause.
        delete: frees the memory before the object's own end; nothing else may follow.
    """

    def __init__(self, name: str, clauses: Iterable[Clause], settings: dict[str, int]) -> None:
        import pysolvers
        from pysat.solvers import Solver as PysatSolver

        self._solver: Any = PysatSolver(name)
        # Freed with this object, and before the interpreter has taken PySAT apart at its end.
        self.delete = weakref.finalize(self, self._solver.delete)
        if name in CADICALS and name != "cadical103" and settings:
            self._solver.configure(settings)
        self.add: Callable[[Sequence[Literal]], None] = self._solver.solver.add_clause
        for clause in clauses:
            self.add(clause)
        handle = next(
            v for v in vars(self._solver.solver).values() if type(v).__name__ == "PyCapsule"
        )
        limited = getattr(pysolvers, f"{PREFIXES[name]}_solve_lim")
        # The last arguments: not in the main thread; for the MiniSats, no interrupt expected.
        # CaDiCaL answers 1, -1 or 0, the MiniSats True, False or None.
        self._solve: Callable[[Sequence[Literal]], bool | None]
        if name in CADICALS:
            answers = {1: True, -1: False, 0: None}
            self._solve = lambda assumptions: answers[limited(handle, assumptions, 0)]
        else:
            self._solve = lambda assumptions: limited(handle, assumptions, 0, 0)

    def solve(self, assumptions: Sequence[Literal], conflicts: int) -> bool | None:
        """Search for a model.

        Args:
            assumptions: literals that must be true this time.
            conflicts: how many to go on for at most; -1 for as long as it takes.

        Returns:
            Whether there is a model, None if the conflicts did not suffice.
        """
        self._solver.conf_budget(conflicts)
        self._solver.solver.status = answer = self._solve(assumptions)
        return answer

    def model(self) -> list[Literal]:
        """Return the literals that are true, in the order of the variables.

        Require: the last `solve` returned True.
        """
        model: list[Literal] = self._solver.get_model()
        return model

    def work(self) -> Work:
        """Return what was done so far."""
        figures = self._solver.accum_stats()
        return Work(figures["conflicts"], figures["decisions"], figures["propagations"])
