"""Lower bounds proved at earlier positions of a board, and what may have changed since.

>>> bounds = LowerBounds()
>>> bounds.prove(5, 2)
>>> bounds.in_doubt(5, 2), bounds.in_doubt(5, 3)
(0, -1)
>>> bounds.change(0b0110)
>>> bounds.in_doubt(5, 2)
6
"""

from __future__ import annotations

from cpsudoku.encodings.cnf import Literal


class LowerBounds:
    """Remembers how many sources do not suffice to refute a candidate.

    A source says the same as long as no pencil mark near its cells has gone.  So if no k sources
    refuted a candidate, k sources refute it later only if a mark near one of them has gone.
    """

    def __init__(self) -> None:
        self._changed_since: list[int] = []
        self._proved: dict[tuple[Literal, int], int] = {}

    def change(self, sources: int) -> None:
        """Note that pencil marks have gone near the cells of some sources, a bit mask."""
        self._changed_since = [since | sources for since in (*self._changed_since, 0)]

    def prove(self, candidate: Literal, most: int) -> None:
        """Note that at the current position no `most` sources refute a candidate."""
        self._proved[candidate, most] = len(self._changed_since)

    def in_doubt(self, candidate: Literal, most: int) -> int:
        """Return the sources that have changed since no `most` of them refuted a candidate.

        A refutation needs one of them.  They are a bit mask; -1, all of them, if nothing is known.
        """
        proved = self._proved.get((candidate, most))
        if proved is None:
            return -1
        return self._changed_since[proved] if proved < len(self._changed_since) else 0
