"""How many grids rows, columns and boxes have, counted band by band.

Forget in a band of boxes the order of the digits within each column: a box is then a partition of
the digits into the sets of its columns.  How many grids have the same sets is a product, of the
numbers of *arrangements* of the bands: of ways to order the columns of a band so that no row has a
digit twice.  With two bands each set of the second is what the first leaves; with three, the sets
of the second have to be gone through (56 for a stack of the 9×9).  Renaming digits makes the first
box of the first band always the same, and the others one of few (Felgenhauer and Jarvis 2005).

    >>> count_by_bands(2, 3)
    28200960
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import combinations, pairwise, permutations, product
from math import factorial
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from cpsudoku.errors import UnsupportedError
from cpsudoku.ground.deadline import NEVER, Deadline

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
    """Return for two partitions what the second is when the first is renamed to the plain one."""
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
