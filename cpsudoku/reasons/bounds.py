"""What earlier positions of a board have proved, and what may have changed since.

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
    """Remembers how many sources refute nothing.

    Sources around whose cells no mark went say what they said before.  So where up to k sources did
    not refute a candidate, up to k refute it later only if a mark went around one of them.
    """

    def __init__(self) -> None:
        self._changed_since: list[int] = []
        self._proved: dict[tuple[Literal, int], int] = {}

    def change(self, sources: int) -> None:
        """Take in that marks went.

        Args:
            sources: those around their cells, as a bit mask.
        """
        self._changed_since = [since | sources for since in (*self._changed_since, 0)]

    def prove(self, candidate: Literal, most: int) -> None:
        """Keep that up to this many sources do not refute a candidate now."""
        self._proved[candidate, most] = len(self._changed_since)

    def in_doubt(self, candidate: Literal, most: int) -> int:
        """Return sources of which up to this many need one to refute a candidate, as a bit mask.

        -1 where nothing is known.
        """
        proved = self._proved.get((candidate, most))
        if proved is None:
            return -1
        return self._changed_since[proved] if proved < len(self._changed_since) else 0
