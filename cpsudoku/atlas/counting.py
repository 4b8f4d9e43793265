"""How many grids rules have, counted without listing them, in two ways that share nothing.

**Band by band**, for rows, columns and boxes (`count_by_bands`).  Forget in a band of boxes the
order of the digits within each column: a box is then a partition of the digits into the sets of its
columns.  How many grids have the same sets is a product, of the
numbers of *arrangements* of the bands: of ways to order the columns of a band so that no row has a
digit twice.  With two bands each set of the second is what the first leaves; with three, the sets
of the second have to be gone through (56 for a stack of the 9×9).  Renaming digits makes the first
box of the first band always the same, and the others one of few (Felgenhauer and Jarvis 2005).

    >>> count_by_bands(2, 3)
    28200960

**Cell by cell** over all boards at once, without any search, for any groups (`count_by_frontier`).
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

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from itertools import combinations, pairwise, permutations, product
from math import factorial
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from cpsudoku.errors import UnsupportedError
from cpsudoku.ground.deadline import NEVER, Deadline
from cpsudoku.rules import Rules
from cpsudoku.symmetry.of_rules import Structure, structure

_Parts: TypeAlias = tuple[tuple[int, ...], ...]
"""A partition of the digits into sets of one size, in order."""


def count_by_bands(height: int, width: int, deadline: Deadline = NEVER) -> int:
    """Return the number of grids with rows, columns and boxes of some height and width.

    Args:
        height: rows of a box.
        width: columns of a box; one of both is 2, or both are 3.

    Raises:
        UnsupportedError: other boxes.
        OutOfTimeError: the deadline has passed.
    """
    if width != 2 and height == 2:
        height, width = width, height
    if width == 2 and height <= 4:
        return _two_bands(height, deadline)
    if (height, width) == (3, 3):
        return _three_bands(deadline)
    raise UnsupportedError(f"bands of {height}×{width} boxes; expected 2×2 to 2×4, or 3×3")


def _two_bands(height: int, deadline: Deadline) -> int:
    every = _partitions(height, 2)
    found = sum(
        len(alike) * _arrangements([every[0], *(every[q] for q in alike[0])]) ** 2
        for alike in _orbit_members(every, height, deadline)
    )
    return int(2**height * len(every) * found)


def _three_bands(deadline: Deadline) -> int:
    every = _partitions(3, 3)
    number = {one: place for place, one in enumerate(every)}
    shifts = _shifts(every, deadline)
    arranged = np.zeros((len(every), len(every)), np.int64)
    weight: list[tuple[tuple[int, ...], int]] = []
    for members in _orbit_members(every, 3, deadline):
        value = _arrangements([every[0], *(every[q] for q in members[0])])
        for one in members:
            arranged[one] = value
        weight.append((members[0], len(members)))

    def ways(stacks: list[NDArray[np.int64]]) -> NDArray[np.int64]:
        """Return the arrangements for each choice of a partition in each of three stacks."""
        first, second, third = np.meshgrid(*stacks, indexing="ij")
        return arranged[shifts[first, second], shifts[first, third]]

    total = 0
    for others, times in weight:
        deadline.check()
        second, third = [], []
        for place in (0, *others):
            choices = list(_below(every[place]))
            second.append(np.array([number[_sorted(one)] for one, _ in choices]))
            third.append(np.array([number[_sorted(one)] for _, one in choices]))
        first = int(arranged[others])
        total += times * first * int((ways(second) * ways(third)).sum())
    return int(factorial(3) ** 3 * len(every) * total)


@cache
def _partitions(height: int, width: int) -> list[_Parts]:
    """Return the partitions of the digits into `width` sets of `height`, the plain one first."""

    def parts(left: tuple[int, ...]) -> Iterator[_Parts]:
        if not left:
            yield ()
            return
        for others in combinations(left[1:], height - 1):
            one = (left[0], *others)
            for rest in parts(tuple(d for d in left if d not in one)):
                yield (one, *rest)

    return list(parts(tuple(range(height * width))))


def _sorted(parts: _Parts) -> _Parts:
    return tuple(sorted(tuple(sorted(one)) for one in parts))


def _shifts(every: list[_Parts], deadline: Deadline) -> NDArray[np.int64]:
    """Return the second of two partitions under the renaming that makes the first the plain one."""
    number = {one: place for place, one in enumerate(every)}
    found = np.empty((len(every), len(every)), np.int64)
    for first, one in enumerate(every):
        deadline.check()
        names = {digit: name for name, digit in enumerate(d for part in one for d in part)}
        for second, other in enumerate(every):
            found[first, second] = number[_renamed(other, names)]
    return found


def _renamed(parts: _Parts, names: dict[int, int]) -> _Parts:
    return _sorted(tuple(tuple(names[d] for d in part) for part in parts))


def _orbit_members(
    every: list[_Parts], height: int, deadline: Deadline
) -> Iterator[list[tuple[int, ...]]]:
    """Yield the choices of partitions for all boxes but the first, those alike together.

    Alike are those that a renaming which keeps the plain partition takes into one another.
    """
    number = {one: place for place, one in enumerate(every)}
    digits = [d for part in every[0] for d in part]
    width = len(every[0])
    swaps = [{d: d for d in digits} | {a: b, b: a} for part in every[0]
             for a, b in pairwise(part)]  # fmt: skip
    swaps += [
        {d: (d + height) % len(digits) for d in digits},
        {d: d if d >= 2 * height else (d + height) % (2 * height) for d in digits},
    ]
    images = [[number[_renamed(one, names)] for one in every] for names in swaps]
    seen: set[tuple[int, ...]] = set()
    stacks = height if width == 2 else width
    for start in product(range(len(every)), repeat=stacks - 1):
        if start in seen:
            continue
        seen.add(start)
        members = [start]
        for one in members:
            deadline.check()
            for image in images:
                moved = tuple(image[q] for q in one)
                if moved not in seen:
                    seen.add(moved)
                    members.append(moved)
        yield members


def _arrangements(boxes: list[_Parts]) -> int:
    """Return in how many ways the columns of a band can be ordered."""
    height = len(boxes[0][0])
    first = sum(1 << digit for digit in boxes[0][0])
    # The rows may be permuted: those of the first column are taken in order.
    found = Counter(
        {masks: factorial(height) * times
         for masks, times in _rows(boxes[0]).items()
         if list(masks) == sorted(masks, key=lambda mask: mask & first)}
    )  # fmt: skip
    for box in boxes[1:-1]:
        joined: Counter[tuple[int, ...]] = Counter()
        for one, times in found.items():
            for other, more in _rows(box).items():
                if not any(a & b for a, b in zip(one, other, strict=True)):
                    joined[tuple(a | b for a, b in zip(one, other, strict=True))] += times * more
        found = joined
    full = (1 << height * len(boxes[0])) - 1
    last = _rows(boxes[-1])
    return sum(times * last[tuple(full ^ mask for mask in one)] for one, times in found.items())


@cache
def _rows(box: _Parts) -> Counter[tuple[int, ...]]:
    """Return the rows that a box can have, as sets of digits, and in how many ways."""
    orders = product(*(permutations(part) for part in box))
    return Counter(
        tuple(sum(1 << digit for digit in row) for row in zip(*order, strict=True))
        for order in orders
    )


def _below(parts: _Parts) -> Iterator[tuple[_Parts, _Parts]]:
    """Yield the column sets that the boxes below can have: no digit in its own column again."""
    digits = [d for part in parts for d in part]
    for first in combinations([d for d in digits if d not in parts[0]], len(parts[0])):
        left = [d for d in digits if d not in first]
        for second in combinations([d for d in left if d not in parts[1]], len(parts[0])):
            third = tuple(d for d in left if d not in second)
            if not set(third) & set(parts[2]):
                middle = (first, second, third)
                last = tuple(
                    tuple(d for d in digits if d not in part and d not in below)
                    for part, below in zip(parts, middle, strict=True)
                )
                yield middle, last


MOST_STATES = 5_000_000
"""With more states than these, of 100 bytes each, sorting their successors takes gigabytes."""

_BITS = 64
_LIMBS = 4
"""Numbers of ways are kept in this many words of 32 bits."""


@dataclass
class _Cell:
    """The effect of filling a cell.

    Args:
        entered: bits of the unfinished groups that it is in, and of what forbids digits in it.
        others: for each digit those that it forbids further on, as (digit, bits).
        closed: bits that are free afterwards.
    """

    entered: int = 0
    pairs: int = 0
    others: list[list[int]] = field(default_factory=list)
    closed: int = 0


def count_by_frontier(rules: Rules, deadline: Deadline = NEVER) -> int | None:
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
        deadline.check()
        made = _successors(states, ways, cell, alike)
        if made is None:
            return None
        states, ways = made
        if not len(states):
            return 0
    assert len(states) == 1
    return sum(int(limb) << 32 * place for place, limb in enumerate(ways[0]))


def _plan(said: Structure, rules: Rules) -> list[_Cell] | None:
    """Return the effect of each cell; None if too many groups are unfinished at a time."""
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
    states: NDArray[np.uint64], ways: NDArray[np.uint64], cell: _Cell, alike: bool
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
        if total > 2 * MOST_STATES:
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
    return found if len(found[0]) <= MOST_STATES else None


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
