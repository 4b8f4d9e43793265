"""Sets of few numbers that meet every one of some sets, all of them as bit masks.

`cpsudoku.diagnosis.hitting` finds one smallest set, by MaxSAT.  Here the sets wanted have a handful
of members and are asked for some hundred times a second, so they are searched by branching: on the
members of a set that is not met yet, each of which is left out of what comes after it, so that no
answer comes twice.  An answer may have more members than it needs.

>>> sorted(hitting_sets([0b011, 0b110], 1))
[2]
>>> sorted(hitting_sets([0b011, 0b110], 2))
[2, 3, 5]
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence


class Links:
    """Which members belong together.

    Args:
        neighbours: for each member those that it is linked with, as a bit mask.
        roots: members of which a set must have one at least, as a bit mask.
    """

    def __init__(self, neighbours: Sequence[int], roots: int) -> None:
        self._neighbours, self._roots = neighbours, roots
        self._within = [roots]

    def within(self, steps: int) -> int:
        """Return the members that up to this many links lead to from a root."""
        while len(self._within) <= steps:
            last = self._within[-1]
            self._within.append(last | self._around(last))
        return self._within[steps]

    def hold(self, chosen: int) -> bool:
        """Return whether some members hang together, one of them being a root."""
        reached = new = chosen & -chosen
        while new:
            new = self._around(new) & chosen & ~reached
            reached |= new
        return reached == chosen and bool(chosen & self._roots)

    def _around(self, members: int) -> int:
        found = 0
        while members:
            bit = members & -members
            members ^= bit
            found |= self._neighbours[bit.bit_length() - 1]
        return found


def hitting_sets(sets: Sequence[int], most: int, links: Links | None = None) -> Iterator[int]:
    """Yield sets of up to this many members that meet all; every such set contains one of these.

    Args:
        sets: bit masks; the smaller ones first make it faster.
        most: how many members there may be.
        links: where they are given, every such set that hangs together contains one of these.
    """
    if links is None:
        return _extended(sets, 0, most, 0)
    if most < 1 or _apart(sets, most):
        return iter(() if sets else (0,))
    far = ~links.within(most - 1)
    found = _extended(sets, 0, most, far)
    return (one for one in found if one.bit_count() < most or links.hold(one))


def _extended(sets: Sequence[int], chosen: int, most: int, without: int) -> Iterator[int]:
    unmet = [one for one in sets if not one & chosen]
    if not unmet:
        yield chosen
        return
    if most == 0:
        return
    if most == 1:
        common = ~without
        for one in unmet:
            common &= one
        while common:
            bit = common & -common
            common ^= bit
            yield chosen | bit
        return
    left = [one & ~without for one in unmet] if without else unmet
    if _apart(left, most):
        return
    branch = min(left, key=int.bit_count)
    while branch:
        bit = branch & -branch
        branch ^= bit
        yield from _extended(unmet, chosen | bit, most - 1, without)
        without |= bit


def _apart(sets: Sequence[int], most: int) -> bool:
    """Return whether more than this many of the sets have no member in common."""
    seen = number = 0
    for one in sets:
        if not one & seen:
            seen |= one
            number += 1
            if number > most:
                return True
    return False
