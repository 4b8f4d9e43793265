"""A formula in a solver: of one puzzle, to be solved, or of rules, to propagate a puzzle.

**One puzzle** (`PuzzleSolver`).  Its formula is that of some candidates, with the variables
renumbered.  For the extended encoding it is written in compiled code; what takes time then is to
hand the clauses over, 0.15 to 0.3 µs each.  So solvers that take "at most one" as a constraint get
it as that: on 9×9 a fifth as many calls as with clauses for pairs.

**Rules** (`Propagator`).  To hand the clauses of a whole 9×9 puzzle over takes a solver longer than
to solve it.  So one solver keeps the formula of the rules, with each puzzle as assumptions: a
literal for each given, one for each candidate that is crossed out.  It only propagates units (the
step that it repeats throughout every search), which excludes two thirds of all candidates and more.
The formula of the rest is small, and goes to a new solver.  As the first one learns nothing, no
answer depends on the puzzles before.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from cpsudoku.backends.sat.solver import CADICALS, CARDINALITY, PROPAGATING, Solver, SolverWork
from cpsudoku.encodings import cnf, totals
from cpsudoku.encodings.choices import Auxiliary
from cpsudoku.encodings.sums import (
    cardinality_formula,
    exclusions,
    open_sums,
    remaining,
    solution,
    struck,
)
from cpsudoku.errors import OptionError
from cpsudoku.rules import Candidates, Grid, Rules
from cpsudoku.variants.traits import equal_totals

AUTO = "auto"
NATIVE = "native"

FOR_SMALL = "minicard"
FOR_BIG = "cadical195"
"""The solvers that ``auto`` stands for."""

QUICK = {"inprocessing": 0, "lucky": 0}
"""Options of CaDiCaL for small puzzles: decided before inprocessing pays, and never lucky."""

PATIENT = {"stabilizeonly": 1, "inprocessing": 0}
"""Options of CaDiCaL for big boards.

Without its phases of frequent restarts it solves 36×36 boards with half of the cells open in
seconds, of which it solves hardly any in 20 s with them.  Inprocessing helps some of these and
costs others more.
"""

LESS_PATIENT = {"stabilizeonly": 1, "reluctant": 256}
"""Other options for big boards, for where `PATIENT` has no luck."""


@dataclass(frozen=True, slots=True)
class Settings:
    """The options of the backend ``sat``, described there.

    Raises:
        OptionError: a value that an option does not take beside the others.
    """

    solver: str
    encoding: str
    at_most_one: str

    def __post_init__(self) -> None:
        if self.at_most_one == NATIVE and not self.is_able(self.solvers[0]):
            raise OptionError(
                "sat: at_most_one=native is for the extended encoding and the solvers "
                + ", ".join(CARDINALITY)
            )

    @property
    def solvers(self) -> tuple[str, ...]:
        """The solvers to choose from: one, or the one for small boards and the one for big ones."""
        if self.solver != AUTO:
            return (self.solver,)
        if self.at_most_one == NATIVE:
            return (FOR_SMALL,)
        return (FOR_SMALL, FOR_BIG)

    def is_able(self, solver: str) -> bool:
        """Return whether a solver can have "at most one" as a constraint of its own."""
        return self.encoding == "extended" and solver in CARDINALITY


class SolverFormula(NamedTuple):
    """A formula as solvers take it.

    Args:
        candidates: those that the formula is about, as cell·N + digit.
        literals: for each of them the literal that says it; auxiliary variables come after these.
        variables: the variables are 1 … this.
        clauses: of each at least one literal is true.
        at_most_one: of each at most one literal is true; only for the solvers in `CARDINALITY`.
    """

    candidates: Sequence[int]
    literals: Sequence[int]
    variables: int
    clauses: Sequence[Sequence[int]]
    at_most_one: Sequence[Sequence[int]] = ()

    def load(self, solver: Solver) -> None:
        """Hand it over to a solver."""
        # MapleSAT crashes without any variable.
        solver.add(self.clauses if self.variables else [*self.clauses, [1]])
        solver.add_at_most_one(self.at_most_one)


def written(rules: Rules, settings: Settings, candidates: Candidates, solver: str) -> SolverFormula:
    """Return the formula of candidates under rules."""
    at_most_one = settings.at_most_one
    if at_most_one == AUTO:
        at_most_one = NATIVE if settings.is_able(solver) else "pairwise"
    if rules.others:
        # What is not a group is clauses, and so is all of it then.
        at_most_one = "pairwise" if at_most_one == NATIVE else at_most_one
    elif settings.encoding == "extended" and at_most_one in (NATIVE, "pairwise"):
        if at_most_one == NATIVE:
            named, literals, clauses, larger = cardinality_formula(rules, candidates)
            return SolverFormula(named, literals, max(literals, default=0), clauses, larger)
        found = open_sums(rules, candidates)
        both: list[Sequence[int]] = [*found.exactly_one, *exclusions(rules, candidates)]
        count = len(found.candidates)
        return SolverFormula(found.candidates, range(1, count + 1), count, both)
    whole = cnf.encode(rules, settings.encoding, at_most_one=at_most_one, candidates=candidates)
    more, clauses = Auxiliary(whole.variables), [*whole.clauses]
    clauses += totals.clauses(equal_totals(rules), rules, candidates, more.fresh)
    formula, names = cnf.compact(cnf.Formula(more.last, clauses))
    # Auxiliary variables have the largest names, and so come last.
    own = [name for name in names[1:] if name <= cnf.last_choice(rules)]
    return SolverFormula(own, range(1, len(own) + 1), formula.variables, formula.clauses)


class PuzzleSolver:
    """A solver with the formula of a puzzle; `slice` conflicts take hundredths of a second."""

    def __init__(
        self,
        rules: Rules,
        settings: Settings,
        candidates: Candidates,
        *,
        solver: str,
        options: Mapping[str, int],
        seed: int,
    ) -> None:
        self._rules = rules
        self._candidates = candidates
        self._work = SolverWork(0, 0, 0)
        self._solver = Solver(solver, {**options, "seed": seed % 2_000_000_000})
        formula = written(rules, settings, candidates, solver)
        self._named, self._literals = formula.candidates, formula.literals
        self._variables = range(1, max(formula.literals, default=0) + 1)
        formula.load(self._solver)
        if seed and solver not in CADICALS:
            chance = random.Random(seed)
            self._solver.prefer([v if chance.random() < 0.5 else -v for v in self._variables])
        self.slice = max(100, 1_000_000 // max(1, formula.variables))

    def work_since(self) -> SolverWork:
        """Return the solver's work since the last call."""
        before, self._work = self._work, self._solver.work()
        return self._work.less(before)

    def solve(self, conflicts: int) -> bool | None:
        return self._solver.solve(conflicts)

    def pop_solution(self) -> Grid:
        """Return the solution that was found, and exclude it from now on."""
        found = self._solver.model()
        # The last variables may be in no clause: either value will do.
        model = [*found, *self._variables[len(found) :]]
        grid, clause = solution(self._rules, self._candidates, self._named, self._literals, model)
        self._solver.add_clause(clause)
        return grid


class Propagator:
    """The solver that keeps the formula of some rules; any number of threads may use it.

    Its one call holds the interpreter's lock, so that none comes between.
    """

    def __init__(self, rules: Rules, settings: Settings) -> None:
        self.rules = rules
        self.settings = settings
        self._solver: Solver | None = None

    def left(self, candidates: Candidates) -> tuple[Candidates, int]:
        """Return the candidates that unit propagation leaves, and how many literals it found.

        A puzzle that it refutes keeps all candidates that its givens do not exclude, and so does
        any puzzle where the solver cannot be asked: the refutation is left to `solve`.
        """
        if self.settings.solvers[0] not in PROPAGATING or self.rules.size < 3:
            # Of two digits in a cell one variable stands for both.
            return struck(self.rules, candidates), 0
        assumed = cnf.assumptions(candidates, self.rules)
        if self._solver is None:
            self._solver = self._load()
        found = self._solver.propagate(assumed)
        if found is None:
            return struck(self.rules, candidates), 0
        return remaining(self.rules, candidates, found), len(found) - len(assumed)

    def _load(self) -> Solver:
        name = self.settings.solvers[0]
        solver = Solver(name, QUICK)
        everything = (self.rules.all_digits,) * self.rules.cell_count
        # All candidates are variables then, so that their names are those of the puzzle's.
        written(self.rules, self.settings, everything, name).load(solver)
        return solver
