"""Boolean satisfiability: puzzles as formulas, solved by any of PySAT's incremental solvers.

The solver gets every puzzle, and nothing that it could find is found before.  Up to 25×25 it is
asked first what unit propagation makes of the givens (`propagator`); the formula of what is left
goes to a solver of its own (`puzzle`), which is searched under limits (`run`).  Bigger boards go to
solvers of their own as they are.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from cpsudoku.backends.base import Backend, Engine, Enumeration, Size, drained
from cpsudoku.backends.sat.propagator import Propagator
from cpsudoku.backends.sat.puzzle import AUTO, NATIVE, Settings
from cpsudoku.backends.sat.search import SatSearch
from cpsudoku.backends.sat.solver import PREFIXES
from cpsudoku.encodings import cnf
from cpsudoku.errors import BackendUnavailableError
from cpsudoku.result import Limits, Outcome
from cpsudoku.rules import Candidates, Rules
from cpsudoku.rules.rules import vocabulary


class Sat(Backend):
    """Satisfiability solvers through PySAT.

    Options of `compile`:

    ``solver``
        one of PySAT's incremental solvers, as in ``sat:glucose4``, or ``auto``: ``minicard`` up to
        16×16, ``cadical195`` beyond 25×25, and one after the other in between.
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
    knows: ClassVar[frozenset[type]] = vocabulary()
    package = ("pysat", "PySAT", "python-sat")
    options: ClassVar[Mapping[str, tuple[str, ...]]] = {
        "solver": (AUTO, *PREFIXES),
        "encoding": cnf.ENCODINGS,
        "at_most_one": (AUTO, NATIVE, *cnf.AT_MOST_ONE),
    }

    def __init__(self, solver: str = AUTO) -> None:
        self._solver = solver

    def measure(self, rules: Rules) -> Size:
        from cpsudoku.encodings import sizes

        return Size(sizes.clauses(rules), "clauses")

    def compile(self, rules: Rules, **options: object) -> Engine:
        support = self.installed()
        if not support:
            raise BackendUnavailableError(support.reason)
        if rules.has_others:  # what would be too big is refused here, and not by a search
            from cpsudoku.encodings.lowering import IN_CLAUSES, lowered

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
