"""One PySAT solver, with conflict limits and figures, and safe against Ctrl-C.

PySAT's own ``solve`` and ``solve_limited`` catch Ctrl-C in the main thread with a ``longjmp`` out
of the solver, which leaves it broken and the signal's handler pointing into a dead stack frame.  So
the solver is called here as those methods call it, but as if from another thread, which leaves the
signal alone; it is handled by Python as soon as a conflict limit brings us back.
"""

from __future__ import annotations

import weakref
from bisect import bisect_right
from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple

from cpsudoku.encodings import cnf
from cpsudoku.encodings.cnf import Clause, Literal
from cpsudoku.rules import Candidates, Grid, Rules

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

    def plus(self, more: Work) -> Work:
        """Return this and more work together."""
        return Work(self[0] + more[0], self[1] + more[1], self[2] + more[2])


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


_PUZZLES_A_SOLVER = 1000
_CONFLICTS_A_SOLVER = 50_000
# A shared solver is given up after so much work: retired literals make its models longer, and what
# it learnt from old puzzles slows down some solvers (not CaDiCaL).  Loading a new one takes 5 ms.


class Loaded:
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
        # Conflicts for a slice of the search; adapted to the time that they take.
        self.slice = max(50, min(1000, 5_000_000 // last))
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
