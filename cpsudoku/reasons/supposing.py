"""What a solver says if something is supposed, without another solver."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from cpsudoku.deadline import Deadline
from cpsudoku.diagnosis.oracle import Oracle
from cpsudoku.encodings.cnf import Literal


class SupposingOracle(Oracle):
    """The solver of another oracle, which has all its clauses, and others under a switch.

    So clauses are not taken in anew, and what was learned from them stays.

    Args:
        whole: the other one.
        deadline: when to give up.
    """

    def __init__(self, whole: Oracle, deadline: Deadline) -> None:
        self._share(whole, deadline)
        on = self._solver.nof_vars() + 1
        self._solver.add_clause([on, -on])  # so that the next one has another switch
        self._on: list[Literal] = [on]
        if isinstance(whole, SupposingOracle):
            self._on += whole._on

    def __exit__(self, *_: object) -> None:
        self._solver.add_clause([-self._on[0]])

    def add(self, clause: Sequence[Literal]) -> None:
        """Add a clause that holds here alone."""
        super().add([-self._on[0], *clause])

    def satisfiable(self, assumptions: Iterable[Literal] = ()) -> bool:
        """Return whether there is a model with what is supposed, and with the assumptions."""
        return super().satisfiable([*self._on, *assumptions])

    def satisfiable_within(
        self, conflicts: int, assumptions: Iterable[Literal] = ()
    ) -> bool | None:
        """Return what `satisfiable` does, or None where it takes more conflicts than these."""
        return super().satisfiable_within(conflicts, [*self._on, *assumptions])
