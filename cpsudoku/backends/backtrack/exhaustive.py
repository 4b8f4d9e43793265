"""Exhaustive search in plain Python: the twin of ``native/search/exhaustive.hpp``.

All cells are filled in order, and a grid is tested only when it is full.  Both find the same
solutions in the same order with the same counts of nodes and dead ends.
"""

from __future__ import annotations

import math

from cpsudoku.backends.backtrack.plain import Observer, PlainSearch
from cpsudoku.encodings.singles import Fault
from cpsudoku.errors import UnsupportedError
from cpsudoku.ground.deadline import Deadline
from cpsudoku.rules import Candidates, Rules

MOST_FILLINGS = 1 << 32
"""Puzzles with more fillings are refused; the empty 4×4 board has just as many, 4¹⁶."""

_NODES_PER_POLL = 1 << 12  # nodes between two looks at the clock: some milliseconds


def check_fillings(candidates: Candidates) -> None:
    """Raise `UnsupportedError` if cells can be filled in more than `MOST_FILLINGS` ways."""
    fillings = math.prod(mask.bit_count() for mask in candidates)
    if fillings > MOST_FILLINGS:
        # Of great numbers the logarithm, since to write one out takes long, or is refused.
        small = fillings < 1 << 4096
        tens = len(str(fillings)) - 1 if small else int(fillings.bit_length() * 0.30103)
        raise UnsupportedError(
            f"backtrack:exhaustive would have to fill the grid in about 10^{tens} ways; "
            f"it takes puzzles with up to {MOST_FILLINGS:,}, as many as the empty 4×4 board has"
        )


class PlainExhaustiveSearch(PlainSearch):
    """One exhaustive search.

    Attributes:
        conflicts: full grids that are not solutions; 1 where a cell has no candidate at all.
        propagations: 0; nothing is propagated.
    """

    propagations = 0

    def __init__(
        self, rules: Rules, candidates: Candidates, *, observer: Observer | None = None
    ) -> None:
        super().__init__(list(candidates), observer)
        self._rules = rules
        self._wheels = [cell for cell, mask in enumerate(candidates) if mask & (mask - 1)]
        self._candidates = [candidates[cell] for cell in self._wheels]
        self._untried = list(self._candidates)
        # The wheel to turn; after the last: the grid is to be tested; -1: no more.
        self._turning = 0 if all(candidates) else -1
        self.conflicts = int(self._turning < 0)

    @property
    def exhausted(self) -> bool:
        """Whether it is plain without more search that no solution is left."""
        at = self._turning
        return at < len(self._wheels) and not any(self._untried[: at + 1])

    def _search(self, deadline: Deadline) -> bool:
        poll = self.nodes
        while self._turning >= 0:
            if self.nodes >= poll:
                if deadline.has_passed:
                    return False
                poll = self.nodes + _NODES_PER_POLL
            if self._turning < len(self._wheels):
                self._advance()
                continue
            self._turning -= 1
            if self._rules.broken(tuple(mask.bit_length() for mask in self._masks)) is None:
                return True
            self.conflicts += 1
            if self._observer is not None:
                self._observer.contradicted(Fault("grid", -1))
        return False

    def _advance(self) -> None:
        """Turn the wheel by a digit and set the next one back, or go to the one before."""
        at = self._turning
        untried = self._untried[at]
        if self._observer is not None and untried != self._candidates[at]:
            self._observer.took_back()
        if not untried:
            self._turning -= 1
            return
        digit = untried & -untried
        if self._observer is not None:
            self._observer.tried(self._wheels[at], digit, untried.bit_count())
        self._untried[at] ^= digit
        self._masks[self._wheels[at]] = digit
        self.nodes += 1
        self._turning = at + 1
        if at + 1 < len(self._wheels):
            self._untried[at + 1] = self._candidates[at + 1]
