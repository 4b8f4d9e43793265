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
from cpsudoku.result import Limits
from cpsudoku.rules import Rules

_LOOKS = (1, 20, 300, None)
"""Nodes for a question at first, and later; what is not refuted by then counts as open."""

_SLICE = 0.001
"""Seconds between two looks at the number of nodes."""

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
        plain, strong = self._engines[sources]
        masks = self._masks(position, sources)
        found: list[tuple[int, Candidate]] = []
        for engine, most in ((plain, 1), *((strong, most) for most in _LOOKS)):
            for candidate in candidates:
                nodes = self._nodes(engine, masks, candidate, most)
                if nodes is not None:
                    found.append((nodes, candidate))
                    if len(found) == _ENOUGH or most is None:
                        break
            if found:
                break
        return sorted(found)

    def _masks(self, position: Position, sources: int) -> list[int]:
        reached = {
            cell
            for number in bits(sources)
            for cell in self._knowledge.catalogue.sources[number].scope
        }
        # A cell of no source gets one digit, so that it is not searched.
        every = enumerate(position.masks)
        return [mask if cell in reached else mask & -mask for cell, mask in every]

    def _nodes(
        self, engine: FdEngine, masks: Sequence[int], candidate: Candidate, most: int | None
    ) -> int | None:
        """Return the nodes that refuting a candidate takes; None beyond `most`, or the deadline."""
        deadline = self._knowledge.oracle.deadline
        deadline.check()
        cell, digit = candidate
        asked = list(masks)
        asked[cell] = 1 << digit - 1
        search = engine.begin(tuple(asked), Limits())
        while search.next(_SLICE) is None:
            if search.exhausted:
                return search.nodes
            if deadline.has_passed or (most is not None and search.nodes > most):
                return None
        return None
