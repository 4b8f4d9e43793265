"""What a SAT solver finds by unit propagation alone, from a formula that it keeps.

To hand the clauses of a whole 9×9 puzzle over takes a solver longer than to solve it.  So one
solver keeps the formula of the rules, with each puzzle as assumptions: a literal for each given,
one for each candidate that is crossed out.  It is asked for no more than what unit propagation
makes of them (its own, the step that it repeats throughout every search), which excludes two thirds
of all candidates and more.  The formula of what is left is small, and goes to a solver of its own.

Up to 9×9 the formula has variables for intersections (`cpsudoku.encodings.intersections`): to
propagate takes 70 µs instead of 47, but leaves nothing open of three quarters of the puzzles with
17 clues and of half of the minimal ones, instead of 45 and 40 %; and each that is left open takes
as long again.

As it only propagates, it learns nothing, so that no answer depends on the puzzles before.

What was tried instead: solving under the assumptions in the solver that is kept.  A search that
ends with a model takes all variables of the rules from the heap of the MiniSats and puts them
back, which takes longer than all else; and which of several solutions is found then depends on
what was learnt before.
"""

from __future__ import annotations

from cpsudoku.backends.sat.puzzle import AUTO, NATIVE, QUICK, Settings, written
from cpsudoku.backends.sat.solver import PROPAGATING, Solver
from cpsudoku.encodings import cnf, intersections
from cpsudoku.encodings.sums import remaining, struck
from cpsudoku.rules import Candidates, Rules

_LARGEST_INTERSECTED = 9
# Beyond it there are too many clauses to hand over for one puzzle.


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
        if self.settings.solvers[0] not in PROPAGATING:
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
        is_free = self.settings.at_most_one in (AUTO, NATIVE) and not self.rules.others
        is_extended = self.settings.encoding == "extended"
        if is_free and is_extended and self.rules.size <= _LARGEST_INTERSECTED:
            solver.add(intersections.clauses(self.rules))
            return solver
        everything = (self.rules.all_digits,) * self.rules.cell_count
        # All candidates are variables then, so that their names are those of the puzzle's; for no
        # cell has two of them alone, which could be one variable: such boards have intersections.
        written(self.rules, self.settings, everything, name).load(solver)
        return solver
