"""Small sets of numbers that meet each of some given sets, all as bit masks.

`cpsudoku.diagnosis.hitting` finds one smallest set, by MaxSAT.  Here the sets wanted have a handful
of members and are asked for thousands of times a second, so the compiled core searches them by
branching (`native/hitting_sets/search.hpp`).

>>> sets = SmallHittingSets(3)
>>> sets.add(0b011)
>>> sets.add(0b110)
>>> sets.first(1)
2
>>> sets.rule_out(2)
>>> sets.first(1), sets.first(2)
(None, 5)
"""

from __future__ import annotations

from collections.abc import Sequence

from cpsudoku.ground import compiled
from cpsudoku.ground.deadline import NEVER, Deadline, OutOfTimeError

_LONGEST = 1.0
"""Seconds for a search, which usually takes microseconds but can take hours."""


class SmallHittingSets:
    """Finds small sets of the numbers 0 … members - 1 that meet all sets added so far.

    Attributes:
        gave_up: whether the last search took longer than a smallest reason is worth.
    """

    def __init__(self, members: int) -> None:
        self._sets = compiled.native.HittingSets(members)
        self._members = members
        self.gave_up = False

    def link(self, neighbours: Sequence[bytes], roots: int) -> None:
        """Search only sets whose members are linked; smaller sets than allowed come nonetheless.

        Args:
            neighbours: for each member the ones that it is linked with, as `said` of a bit mask.
            roots: members of which a set must have one.
        """
        self._sets.link(neighbours, said(roots, self._members))

    def add(self, one: int) -> None:
        """Add a set that must be met."""
        self._sets.add(said(one, self._members))

    def rule_out(self, part: int) -> None:
        """Exclude all sets that contain this one."""
        self._sets.rule_out(said(part, self._members))

    def first(self, most: int, deadline: Deadline = NEVER) -> int | None:
        """Return a set of at most this many members that meets all, or None, also if it `gave_up`.

        If each set found is ruled out in turn, every such set contains one that is found.

        Raises:
            OutOfTimeError: the deadline has passed.
        """
        answer, found = self._sets.find(most, deadline.within(_LONGEST))
        self.gave_up = answer == "out of time"
        if self.gave_up and deadline.has_passed:
            raise OutOfTimeError
        return int.from_bytes(found, "little") if answer == "found" else None


def said(mask: int, members: int) -> bytes:
    """Return a set as the core takes it."""
    return mask.to_bytes(-(-members // 64) * 8, "little")
