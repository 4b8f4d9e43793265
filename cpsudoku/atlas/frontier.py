"""How many grids, counted without any search: cell by cell over all boards at once.

Cells are filled row by row.  Of the cells filled all that matters for the rest is which digits each
unfinished group has already: a *state* is for each digit the set of unfinished groups that it can
no longer enter.  The ways that lead to each state are added up, and the states after a cell are
made of those before it (the transfer-matrix or frontier method).  Where all digits are alike, their
order in a state does not matter, so they are sorted: on the empty 4×4

    after r1c1   {row 1, column 1, box 1}, {}, {}, {}                        4 ways
    after r1c2   {row 1, column 1, box 1}, {row 1, column 2, box 1}, {}, {}  12 ways

A group's bit is free again when its last cell is filled.

    >>> from cpsudoku.rules import boxes
    >>> count_by_frontier(boxes(2, 3))
    28200960
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from cpsudoku.ground.deadline import NEVER, Deadline
from cpsudoku.rules import Rules
from cpsudoku.symmetry.of_rules import Structure, structure

MOST_STATES = 5_000_000
"""With more states than these, of 100 bytes each, sorting their successors takes gigabytes."""

_BITS = 64
_LIMBS = 4
"""Numbers of ways are kept in this many words of 32 bits."""


@dataclass
class _Cell:
    """What filling a cell does.

    Args:
        entered: bits of the unfinished groups that it is in, and of what forbids digits in it.
        others: for each digit those that it forbids further on, as (digit, bits).
        closed: bits that are free afterwards.
    """

    entered: int = 0
    pairs: int = 0
    others: list[list[int]] = field(default_factory=list)
    closed: int = 0


def count_by_frontier(
    rules: Rules, deadline: Deadline = NEVER, *, most_states: int = MOST_STATES
) -> int | None:
    """Return the number of grids; None if it is out of reach.

    Args:
        rules: groups, and pairs of one relation that does not depend on the order of the cells.

    Raises:
        UnsupportedError: the rules have other constraints.
    """
    plan = _plan(structure(rules), rules)
    if plan is None:
        return None
    alike = not any(cell.others for cell in plan)
    states = np.zeros((1, rules.size), np.uint64)
    ways = np.zeros((1, _LIMBS), np.uint64)
    ways[0, 0] = 1
    for cell in plan:
        if deadline.has_passed:
            return None
        made = _successors(states, ways, cell, alike, most_states)
        if made is None:
            return None
        states, ways = made
        if not len(states):
            return 0
    assert len(states) == 1
    return sum(int(limb) << 32 * place for place, limb in enumerate(ways[0]))


def _plan(said: Structure, rules: Rules) -> list[_Cell] | None:
    """Return what each cell does; None if too many groups are unfinished at a time."""
    cells = [_Cell() for _ in range(rules.cell_count)]
    spans = [(min(one), max(one), one, False) for one in said.groups]
    spans += [(min(one), max(one), one, True) for one in said.pairs]
    ends: dict[int, int] = {}
    for first, last, group, is_pair in sorted(spans, key=lambda span: span[:2]):
        bit = next((b for b in range(_BITS) if ends.get(b, -1) < first), None)
        if bit is None:
            return None
        ends[bit] = last
        for place in group:
            if is_pair:
                cells[place].pairs |= 1 << bit
            else:
                cells[place].entered |= 1 << bit
        cells[last].closed |= 1 << bit
    if said.forbidden:
        for cell in cells:
            cell.others = [
                [other for other in range(rules.size) if (digit, other) in said.forbidden]
                for digit in range(rules.size)
            ]
    return cells


def _successors(
    states: NDArray[np.uint64], ways: NDArray[np.uint64], cell: _Cell, alike: bool, most: int
) -> tuple[NDArray[np.uint64], NDArray[np.uint64]] | None:
    size = states.shape[1]
    barred = np.uint64(cell.entered | cell.pairs)
    times = _repeated(states) if alike else None
    kept, weights, total = [], [], 0
    for digit in range(size):
        fits = (states[:, digit] & barred) == 0
        if times is not None:
            fits &= times[:, digit] > 0
        chosen = states[fits]
        total += len(chosen)
        if total > 2 * most:
            return None
        chosen[:, digit] |= np.uint64(cell.entered)
        for other in cell.others[digit] if cell.others else ():
            chosen[:, other] |= np.uint64(cell.pairs)
        chosen &= ~np.uint64(cell.closed)
        if times is not None:
            chosen.sort(axis=1)
            weights.append(ways[fits] * times[fits, digit, None])
        else:
            weights.append(ways[fits])
        kept.append(chosen)
    found = _merged(np.concatenate(kept), np.concatenate(weights))
    return found if len(found[0]) <= most else None


def _repeated(states: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """Return how often a digit's set occurs in its sorted state, 0 for all but the first."""
    times = np.ones(states.shape, np.uint64)
    for place in range(states.shape[1] - 2, -1, -1):
        same = states[:, place] == states[:, place + 1]
        times[:, place] += np.where(same, times[:, place + 1], np.uint64(0))
        times[same, place + 1] = 0
    return times


def _merged(
    states: NDArray[np.uint64], ways: NDArray[np.uint64]
) -> tuple[NDArray[np.uint64], NDArray[np.uint64]]:
    """Return each state once, with all ways to it.

    States are sorted by a digest.  Two whose digests are the same may stay apart where they are
    not: then a state is there twice, each with some of its ways, which no sum minds.
    """
    if not len(states):
        return states, ways
    factors = np.random.default_rng(1).integers(1 << 63, size=states.shape[1], dtype=np.uint64)
    digests = ((states ^ (states >> np.uint64(29))) * (factors | np.uint64(1))).sum(axis=1)
    digests ^= digests >> np.uint64(32)
    order = np.argsort(digests)
    states, digests = states[order], digests[order]
    changes = np.ones(len(states), np.bool_)
    changes[1:] = (digests[1:] != digests[:-1]) | (states[1:] != states[:-1]).any(axis=1)
    starts = np.flatnonzero(changes)
    sums = np.add.reduceat(ways[order], starts, axis=0)
    for limb in range(_LIMBS - 1):
        sums[:, limb + 1] += sums[:, limb] >> np.uint64(32)
        sums[:, limb] &= np.uint64(0xFFFFFFFF)
    return states[starts], sums
