"""Few sources that refute a candidate, found by leaving out what is not needed.

Where sums and houses play together, the finite-domain engine refutes in a millisecond what takes a
SAT solver minutes.  It is asked about rules of some sources alone; what it found is then refuted
anew by the solver, element by element (`cpsudoku.reasons.fine`).
"""

from __future__ import annotations

from collections.abc import Sequence

from cpsudoku.backends.fd import Fd, FdEngine
from cpsudoku.deadline import Deadline
from cpsudoku.encodings.cnf import Literal
from cpsudoku.reasons.knowledge import Knowledge, bits
from cpsudoku.result import Limits
from cpsudoku.rules import Rules

_GLANCE, _LOOK = 10, 300
"""Nodes for a question at first, and then; what is not refuted by then counts as open."""

_SLICE = 0.001
"""Seconds between two looks at how many nodes there are."""

_ENOUGH = 20
"""Candidates that are refuted at a glance, after which no others are asked for."""


class Shrinking:
    """Asks the finite-domain engine what sources refute."""

    def __init__(self, knowledge: Knowledge, deadline: Deadline) -> None:
        self._knowledge, self._deadline = knowledge, deadline
        board, sources = knowledge.rules.board, knowledge.catalogue.sources
        self._board, self._sources = board, sources
        self._around = [0] * board.cell_count
        for number, source in enumerate(sources):
            for cell in source.scope:
                self._around[cell] |= 1 << number

    def easiest(self, candidates: Sequence[Literal]) -> list[Literal]:
        """Return some candidates that all sources refute, those first that take the fewest nodes.

        There are none only where none is refuted.

        Args:
            candidates: the candidates; 0 for nothing but the board.

        Raises:
            OutOfTimeError: the deadline has passed.
        """
        engine, masks = self._engine(self._knowledge.sources), self._knowledge.masks
        for most in (_GLANCE, _LOOK, None):
            found: list[tuple[int, int]] = []
            for place, candidate in enumerate(candidates):
                self._deadline.check()
                nodes = self._nodes(engine, masks, candidate, most)
                if nodes is not None:
                    found.append((nodes, place))
                    if len(found) == _ENOUGH or most is None:
                        break
            if found:
                break
        return [candidates[place] for _, place in sorted(found)]

    def core(self, candidate: Literal) -> int:
        """Return sources that refute a candidate, of which none was found to be needless.

        Those farthest from its cell are left out first.

        Args:
            candidate: one that all sources refute; 0 for nothing but the board.

        Returns:
            A bit mask.
        """
        kept = self._knowledge.sources
        for one in self._farthest_first(candidate):
            if self._refutes(kept & ~one, candidate):
                kept &= ~one
        return kept

    def _farthest_first(self, candidate: Literal) -> list[int]:
        left = self._knowledge.sources
        found: list[int] = []
        if not candidate:
            return [1 << number for number in bits(left)]
        reached = {self._knowledge.cell_of(candidate)}
        while reached and left:
            near = 0
            for cell in reached:
                near |= self._around[cell] & left
            left &= ~near
            found += [1 << number for number in bits(near)]
            reached = {cell for number in bits(near) for cell in self._sources[number].scope}
        return [*(1 << number for number in bits(left)), *reversed(found)]

    def _refutes(self, sources: int, candidate: Literal) -> bool:
        knowledge = self._knowledge
        cells = {cell for number in bits(sources) for cell in self._sources[number].scope}
        # What is not spoken of has one digit, so that nothing is searched for there.
        masks = [
            mask if cell in cells else mask & -mask for cell, mask in enumerate(knowledge.masks)
        ]
        return self._nodes(self._engine(sources), masks, candidate, _LOOK) is not None

    def _engine(self, sources: int) -> FdEngine:
        constraints = tuple(self._sources[number] for number in bits(sources))
        return Fd().compile(Rules.trusted(self._board, constraints))

    def _nodes(
        self, engine: FdEngine, masks: Sequence[int], candidate: Literal, most: int | None
    ) -> int | None:
        """Return how many nodes it takes to refute a candidate; None where that fails.

        Args:
            most: nodes after which it fails, at the next look; None where the deadline alone ends.
        """
        asked = list(masks)
        if candidate:
            cell, digit = divmod(candidate - 1, self._knowledge.rules.size)
            asked[cell] = 1 << digit
        search = engine.begin(tuple(asked), Limits())
        while search.next(_SLICE) is None:
            if search.exhausted:
                return search.nodes
            if self._deadline.has_passed or (most is not None and search.nodes > most):
                return None
        return None
