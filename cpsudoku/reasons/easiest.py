"""Which candidates are refuted most easily, by the nodes that the finite-domain engine takes.

Where sums and houses work together, that engine refutes in a millisecond what takes a SAT solver
minutes.
"""

from __future__ import annotations

from collections.abc import Sequence

from cpsudoku.backends.fd import Fd, FdEngine
from cpsudoku.logic import Position
from cpsudoku.logic.steps import Candidate
from cpsudoku.reasons.knowledge import Knowledge, bits
from cpsudoku.rules import Rules

_LOOKS = (16, 100, 1000, None)
"""Conflicts for a question at first, and later; what is not refuted by then counts as open."""

_ENOUGH = 20
"""After this many candidates that are refuted at once, the search for others ends."""


class Easiest:
    """Asks the finite-domain engine what sources refute."""

    def __init__(self, knowledge: Knowledge) -> None:
        self._knowledge = knowledge
        board, sources = knowledge.rules.board, knowledge.catalogue.sources
        rules = Rules.trusted(board, tuple(sources))
        whole = (Fd().compile(rules, subsets=False, implied_sums=False), Fd().compile(rules))
        self._engines: dict[int, tuple[FdEngine, ...]] = {-1: whole}

    def first(
        self, position: Position, sources: int, candidates: Sequence[Candidate]
    ) -> list[tuple[int, Candidate]]:
        """Return some candidates that a mask of sources refutes, those of the fewest nodes first.

        Each comes after the number of nodes that its refutation takes.  The list is empty only if
        none is refuted.

        Raises:
            OutOfTimeError: the deadline of the solver has passed.
        """
        if sources not in self._engines:
            whole = self._engines[-1]
            some = tuple(engine.of_some(bits(sources)) for engine in whole)
            self._engines = {-1: whole, sources: some}
        masks = self._masks(position, sources, {cell for cell, _ in candidates})
        deadline = self._knowledge.oracle.deadline
        plain, strong = self._engines[sources]
        for engine, most in ((plain, _LOOKS[0]), *((strong, most) for most in _LOOKS)):
            deadline.check()
            enough = _ENOUGH if most is not None else 1
            found = engine.refuted(
                masks, candidates, conflicts=most, enough=enough, seconds=deadline.left
            )
            if found:
                return sorted((nodes, candidates[place]) for nodes, place in found)
        deadline.check()
        return []

    def _masks(self, position: Position, sources: int, asked: set[int]) -> tuple[int, ...]:
        reached = asked.union(
            *(self._knowledge.catalogue.sources[number].scope for number in bits(sources))
        )
        # A cell of no source gets one digit, so that it is not searched.
        every = enumerate(position.masks)
        return tuple(mask if cell in reached else mask & -mask for cell, mask in every)
