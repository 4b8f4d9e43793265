"""Questions under a supposition, asked of the solver that is there already."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from cpsudoku.deadline import Deadline
from cpsudoku.diagnosis.oracle import Oracle
from cpsudoku.encodings.cnf import Literal


class SupposingOracle(Oracle):
    """The solver of another oracle with all its clauses, and further clauses under a switch.

    So clauses need not be loaded again, and learned clauses are kept.
    """

    def __init__(self, whole: Oracle, deadline: Deadline) -> None:
        self._share(whole, deadline)
        on = self._solver.nof_vars() + 1
        self._solver.add_clause([on, -on])  # so that the next supposition has another switch
        self._on: list[Literal] = [on]
        if isinstance(whole, SupposingOracle):
            self._on += whole._on

    def __exit__(self, *_: object) -> None:
        self._solver.add_clause([-self._on[0]])

    def add(self, clause: Sequence[Literal]) -> None:
        """Add a clause that holds only under this supposition."""
        super().add([-self._on[0], *clause])

    def satisfiable(self, assumptions: Iterable[Literal] = ()) -> bool:
        """Return whether there is a model of the supposition and the assumptions."""
        return super().satisfiable([*self._on, *assumptions])

    def satisfiable_within(
        self, conflicts: int, assumptions: Iterable[Literal] = ()
    ) -> bool | None:
        """Return what `satisfiable` does, or None if it takes more conflicts than these."""
        return super().satisfiable_within(conflicts, [*self._on, *assumptions])
