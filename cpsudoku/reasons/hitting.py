"""Sets of few numbers that meet every one of some sets, all of them as bit masks.

`cpsudoku.diagnosis.hitting` finds one smallest set, by MaxSAT.  Here the sets wanted have a handful
of members and are asked for some thousand times a second, so they are searched by branching, in the
compiled core (`native/hitting_sets/search.hpp`).

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

from cpsudoku import compiled
from cpsudoku.deadline import NEVER, Deadline, OutOfTimeError

_LONGEST = 1.0
"""Seconds for a search; as a rule it takes microseconds, but it may take hours."""


class SmallHittingSets:
    """Looks for small sets that meet all sets known so far.

    Args:
        members: how many members there are, from 0.

    Attributes:
        gave_up: whether the last search took longer than a smallest reason is worth.
    """

    def __init__(self, members: int) -> None:
        self._sets = compiled.native.HittingSets(members)
        self._members = members
        self.gave_up = False

    def link(self, neighbours: Sequence[bytes], roots: int) -> None:
        """Look for sets that hang together alone; smaller ones than may be come nonetheless.

        Args:
            neighbours: for each member those that it is linked with, as `said` of a bit mask.
            roots: members of which a set has one at least.
        """
        self._sets.link(neighbours, self._said(roots))

    def add(self, one: int) -> None:
        """Add a set that is to be met."""
        self._sets.add(self._said(one))

    def rule_out(self, part: int) -> None:
        """Look for no sets any more that have all members of this one."""
        self._sets.rule_out(self._said(part))

    def first(self, most: int, deadline: Deadline = NEVER) -> int | None:
        """Return a set of up to this many members that meets all, or None; also where it `gave_up`.

        Each such set contains one that is found, if those found are ruled out one after the other.

        Raises:
            OutOfTimeError: the deadline has passed.
        """
        left = deadline.left
        answer, found = self._sets.find(most, _LONGEST if left is None else min(left, _LONGEST))
        self.gave_up = answer == "out of time"
        if self.gave_up and deadline.has_passed:
            raise OutOfTimeError
        return int.from_bytes(found, "little") if answer == "found" else None

    def _said(self, members: int) -> bytes:
        return said(members, self._members)


def said(mask: int, members: int) -> bytes:
    """Return a set out of this many members as the core takes it."""
    return mask.to_bytes(-(-members // 64) * 8, "little")
