"""Few sources that refute a candidate, found by leaving out what is not needed.

Where sums and houses work together, the finite-domain engine refutes in a millisecond what takes a
SAT solver minutes.  It is asked about rules of some sources alone; its refutation is then repeated
by the solver, element by element (`cpsudoku.reasons.fine`).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from cpsudoku.backends.fd import Fd, FdEngine
from cpsudoku.deadline import NEVER
from cpsudoku.encodings.cnf import Literal
from cpsudoku.reasons.knowledge import Knowledge, bits
from cpsudoku.result import Limits
from cpsudoku.rules import Rules

_LOOKS = (1, 10, 300, None)
"""Nodes for a question at first, and later; what is not refuted by then counts as open."""

_FEW = 4
"""Nodes by which a refutation may exceed the one from all sources.  With a higher limit there are
fewer sources, but the way to the refutation is long: its parts are larger in the end."""

_SLICE = 0.001
"""Seconds between two looks at the number of nodes."""

_ENOUGH = 20
"""After this many candidates that are refuted at once, the search for others ends."""


class Easy(NamedTuple):
    """A refuted candidate (0 for the board itself), and the nodes that the refutation takes."""

    nodes: int
    candidate: Literal


class Shrinking:
    """Asks the finite-domain engine what sources refute.

    Args:
        engine: the engine of all sources, if there is one already.

    Attributes:
        deadline: when to give up; it may be set anew between questions.
        engine: the engine of all sources.
    """

    def __init__(self, knowledge: Knowledge, engine: FdEngine | None = None) -> None:
        self._knowledge, self.deadline = knowledge, NEVER
        board, sources = knowledge.rules.board, knowledge.catalogue.sources
        # Without what follows from several houses or clues at once: people see what each says
        # alone.
        self.engine = engine or Fd().compile(
            Rules.trusted(board, tuple(sources)), subsets=False, implied_sums=False
        )
        self._cells = [sum(1 << cell for cell in source.scope) for source in sources]
        self._around = [0] * board.cell_count
        for number, source in enumerate(sources):
            for cell in source.scope:
                self._around[cell] |= 1 << number

    def easiest(self, candidates: Sequence[Literal]) -> list[Easy]:
        """Return some candidates that all sources refute, those with the fewest nodes first.

        The list is empty only if none is refuted.

        Args:
            candidates: the candidates; 0 for the board itself.

        Raises:
            OutOfTimeError: the deadline has passed.
        """
        engine, masks = self._engine(self._knowledge.sources), self._knowledge.masks
        found: list[Easy] = []
        for most in _LOOKS:
            for candidate in candidates:
                self.deadline.check()
                nodes = self._nodes(engine, masks, candidate, most)
                if nodes is not None:
                    found.append(Easy(nodes, candidate))
                    if len(found) == _ENOUGH or most is None:
                        break
            if found:
                break
        return sorted(found, key=lambda one: one.nodes)

    def core(self, easy: Easy, most: int) -> int | None:
        """Return sources that refute a candidate, none of which was found to be unnecessary.

        Those farthest from its cell are left out first.

        Args:
            easy: a candidate that all sources refute.

        Returns:
            A bit mask; None if it would have more.
        """
        kept, needed, nodes = self._knowledge.sources, 0, easy.nodes + _FEW
        left = self._farthest_first(easy.candidate)
        together = 1
        while left:
            without = kept & ~sum(left[:together])
            if self._refutes(without, easy.candidate, nodes):
                kept = without
                del left[:together]
                together *= 2
            elif together > 1:
                together //= 2
            else:
                del left[0]
                needed += 1
                if needed > most:
                    return None
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
            reached = {cell for number in bits(near) for cell in bits(self._cells[number])}
        return [*(1 << number for number in bits(left)), *reversed(found)]

    def _refutes(self, sources: int, candidate: Literal, most: int) -> bool:
        cells = 0
        for number in bits(sources):
            cells |= self._cells[number]
        # A cell of no source gets one digit, so that it is not searched.
        masks = [
            mask if cells >> cell & 1 else mask & -mask
            for cell, mask in enumerate(self._knowledge.masks)
        ]
        nodes = self._nodes(self._engine(sources), masks, candidate, most)
        return nodes is not None and nodes <= most

    def _engine(self, sources: int) -> FdEngine:
        return self.engine.of_some(bits(sources))

    def _nodes(
        self, engine: FdEngine, masks: Sequence[int], candidate: Literal, most: int | None
    ) -> int | None:
        """Return the nodes that refuting a candidate takes; None if that fails.

        Args:
            most: nodes after which it fails, at the next look; None for the deadline alone.
        """
        asked = list(masks)
        if candidate:
            cell, digit = divmod(candidate - 1, self._knowledge.rules.size)
            asked[cell] = 1 << digit
        search = engine.begin(tuple(asked), Limits())
        while search.next(_SLICE) is None:
            if search.exhausted:
                return search.nodes
            if self.deadline.has_passed or (most is not None and search.nodes > most):
                return None
        return None
