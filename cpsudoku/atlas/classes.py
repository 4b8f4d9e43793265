"""How many classes of grids there are, in two ways.

**Burnside's lemma** (`count_classes`): the mean number of grids that a symmetry fixes.  A symmetry
that moves cell c to s(c) and renames digit d to t(d) fixes the grids in which each cell s(c) has t
of what c has.  So one cell of each cycle of s says what all of it have: the options of the rules'
exact cover problem that must go together are put into one, those that exclude one another are left
out, and the covers of what remains are the grids fixed.  Symmetries that are conjugates of one
another fix equally many.

**A list of all grids** (`list_classes`): grids are numbered, each generator is followed from each
grid, and what hangs together is a class.  The two share nothing but the symmetries.

    >>> from cpsudoku.rules import boxes
    >>> count_classes(boxes(2, 2), 288)
    2
    >>> list_classes(boxes(2, 2))
    Classes(grids=288, classes=2, largest=32)
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from math import factorial, prod
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from cpsudoku.asking.cubes import first_house, grids_of_cubes
from cpsudoku.backends.exact_cover import count_covers
from cpsudoku.encodings.exact_cover import ExactCover, exact_cover
from cpsudoku.errors import OptionError
from cpsudoku.ground.deadline import NEVER, Deadline, OutOfTimeError
from cpsudoku.ground.progress import AT_ONCE
from cpsudoku.result import Limits
from cpsudoku.rules import Cell, Rules
from cpsudoku.symmetry.of_rules import Permutation, PermutationGroup, RuleSymmetries, symmetries

MOST_MOVEMENTS = 4_000_000
"""Conjugates among more movements than these take minutes and gigabytes."""


@dataclass(frozen=True)
class ConjugacyClass:
    """Permutations that are conjugates of one another."""

    one: Permutation
    size: int


def conjugacy_classes(group: PermutationGroup, deadline: Deadline = NEVER) -> list[ConjugacyClass]:
    """Return the classes of conjugates of a group.

    Raises:
        OptionError: the group is larger.
        OutOfTimeError: time ran out.
    """
    if group.order > MOST_MOVEMENTS:
        raise OptionError(f"{group.order} movements; at most {MOST_MOVEMENTS}")
    elements = group.elements
    factors = np.random.default_rng(2).integers(1 << 63, size=group.points, dtype=np.uint64)
    digests = _digests(elements, None, factors)
    order = np.argsort(digests)
    ranked = digests[order]
    if len(ranked) > 1 and not (ranked[1:] != ranked[:-1]).all():
        raise AssertionError("two permutations have one digest")
    images = []
    for one in group.generators:
        deadline.check()
        images.append(order[np.searchsorted(ranked, _digests(elements, one, factors))])
    labels = components(len(elements), images, deadline)
    firsts, sizes = np.unique(labels, return_counts=True)
    return [
        ConjugacyClass(tuple(elements[first].tolist()), int(size))
        for first, size in zip(firsts, sizes, strict=True)
    ]


def _digests(
    elements: NDArray[np.uint16], by: Permutation | None, factors: NDArray[np.uint64]
) -> NDArray[np.uint64]:
    """Return the digests of all elements; conjugated by one: first back, the element, then by."""
    pieces = [elements[start : start + AT_ONCE] for start in range(0, len(elements), AT_ONCE)]
    if by is not None:
        forth = np.array(by, dtype=np.uint16)
        back = np.argsort(forth)
        pieces = [forth[piece[:, back]] for piece in pieces]
    return np.concatenate([(one * factors).sum(axis=1, dtype=np.uint64) for one in pieces])


def components(
    points: int, images: list[NDArray[np.intp]], deadline: Deadline = NEVER
) -> NDArray[np.intp]:
    """Return for each point the first of those that permutations, lists of images, take it to."""
    labels = np.arange(points)
    both = [*images, *map(np.argsort, images)]
    while True:
        before = labels
        for image in both:
            deadline.check()
            labels = np.minimum(labels, labels[image])
        labels = labels[labels]
        if (labels == before).all():
            return labels


def renamings(found: RuleSymmetries, size: int) -> Iterator[ConjugacyClass]:
    """Yield the classes of conjugate renamings, the identity first."""
    if not found.any_digits:
        yield from conjugacy_classes(found.digits)
        return
    for lengths in sorted(_partitions(size, size), key=lambda parts: parts != (1,) * size):
        one: list[int] = []
        for length in lengths:
            start = len(one)
            one += [*range(start + 1, start + length), start]
        counts = Counter(lengths).items()
        centralizer = prod(length**number * factorial(number) for length, number in counts)
        yield ConjugacyClass(tuple(one), factorial(size) // centralizer)


def _partitions(number: int, most: int) -> Iterator[tuple[int, ...]]:
    if number == 0:
        yield ()
    for part in range(min(number, most), 0, -1):
        for rest in _partitions(number - part, part):
            yield (part, *rest)


def count_classes(
    rules: Rules,
    grids: int,
    found: RuleSymmetries | None = None,
    deadline: Deadline = NEVER,
) -> int:
    """Return the number of classes of grids under the rules' symmetries.

    Args:
        grids: how many grids there are, which is what the identity fixes.

    Raises:
        OptionError: there are too many movements, or the sum of the fixed grids is impossible.
        UnsupportedError: the rules have other constraints than groups and pairs.
    """
    found = found or symmetries(rules)
    house = first_house(rules) if found.any_digits else None
    problem = exact_cover(rules)
    total, names = grids, list(renamings(found, rules.size))
    identity = tuple(range(rules.cell_count)), tuple(range(rules.size))
    for move in conjugacy_classes(found.cells, deadline):
        for name in names:
            both = move.one, name.one
            if both == identity:
                continue
            total += move.size * name.size * _fixed(problem, *both, house, deadline)
    if total % found.order:
        raise OptionError(f"{total} grids are fixed by {found.order} symmetries; not a whole mean")
    return total // found.order


def _fixed(
    problem: ExactCover,
    move: Permutation,
    name: Permutation,
    house: tuple[Cell, ...] | None,
    deadline: Deadline,
) -> int:
    """Return how many grids a symmetry fixes.

    Args:
        house: one whose digits distinguish the grids' digits, if those are alike.
    """
    size, total = len(name), 0
    joined: list[tuple[int, ...]] = []  # the options that must go together
    option_of: dict[tuple[Cell, int], int] = {}  # the one that puts a digit into a cell
    for cells in _cycles(move):
        before = len(joined)
        for first in range(size):
            digits = [first]
            for _ in cells:
                digits.append(name[digits[-1]])
            places = list(zip(cells, digits, strict=False))
            items = [i for cell, d in places for i in problem.options[cell * size + d]]
            if digits[-1] == first and len(set(items)) == len(items):
                option_of.update(dict.fromkeys(places, len(joined)))
                joined.append(tuple(items))
        if len(joined) == before:  # these cells have no digit
            return 0
    quotient = ExactCover(problem.primary, problem.secondary, tuple(joined))
    for chosen, times in _cases(house or (), name, option_of):
        deadline.check()
        left = Limits(solutions=None, seconds=deadline.left)
        counted = count_covers(quotient, chosen=chosen, limits=left)
        if not counted.exact:
            raise OutOfTimeError
        total += times * counted.value
    return total


def _cycles(permutation: Permutation) -> list[tuple[int, ...]]:
    found, seen = [], set[int]()
    for first in range(len(permutation)):
        if first in seen:
            continue
        cycle = [first]
        while (point := permutation[cycle[-1]]) != first:
            cycle.append(point)
        seen.update(cycle)
        found.append(tuple(cycle))
    return found


def _cases(
    house: tuple[Cell, ...], name: Permutation, option_of: dict[tuple[Cell, int], int]
) -> Iterator[tuple[list[int], int]]:
    """Yield options that are chosen in a house, and of how many choices they are an example.

    Renamings that commute with the one given take fixed grids into fixed grids.  Once a digit of
    some of its cycles has been given, those of the others, length by length, are alike.
    """
    cycles = _cycles(name)

    def further(
        cells: tuple[Cell, ...], chosen: list[int], used: frozenset[int], times: int
    ) -> Iterator[tuple[list[int], int]]:
        fresh = [cycle for cycle in cycles if not used.intersection(cycle)]
        if not cells or not fresh:
            yield chosen, times
            return
        cell, rest = cells[0], cells[1:]
        alike = Counter(map(len, fresh))
        digits = [(d, 1) for c in cycles if used.intersection(c) for d in c if d not in used]
        for length, number in alike.items():
            first = next(cycle for cycle in fresh if len(cycle) == length)
            digits.append((first[0], length * number))
        for digit, number in digits:
            option = option_of.get((cell, digit))
            if option is not None:
                more = chosen if option in chosen else [*chosen, option]
                yield from further(rest, more, used | {digit}, times * number)

    yield from further(house, [], frozenset(), 1)


MOST_GRIDS = 2_000_000
"""A list of more grids than these, with their images, takes gigabytes."""


class Classes(NamedTuple):
    """How many grids and classes a list of all grids has, and the most symmetries of one grid."""

    grids: int
    classes: int
    largest: int


def list_classes(
    rules: Rules,
    found: RuleSymmetries | None = None,
    deadline: Deadline = NEVER,
) -> Classes | None:
    """Count classes by listing all grids; None if there are too many.

    Raises:
        UnsupportedError: the rules have other constraints than groups and pairs.
    """
    found = found or symmetries(rules)
    grids = _grids(rules, found, deadline)
    if grids is None:
        return None
    if not len(grids):
        return Classes(0, 0, 0)
    house = first_house(rules) if found.any_digits else None
    names = () if house else found.digits.generators
    times = factorial(rules.size) if house else 1
    if not house:
        grids = _with_images(grids, found)
    rows = np.sort(_rows(grids))
    grids = rows.view(np.uint8).reshape(grids.shape)
    images = [
        _places(rows, _renamed(grids[:, list(move)], house)) for move in found.cells.generators
    ]
    for name in names:
        images.append(_places(rows, np.array(name, dtype=np.uint8)[grids - 1] + np.uint8(1)))
        deadline.check()
    _, sizes = np.unique(components(len(grids), images), return_counts=True)
    return Classes(len(grids) * times, len(sizes), found.order // (int(sizes.min()) * times))


def _grids(rules: Rules, found: RuleSymmetries, deadline: Deadline) -> NDArray[np.uint8] | None:
    """Return the grids of all cases, an array (n, cells) of digits from 1; None for too many."""
    pieces = [np.empty((0, rules.cell_count), np.uint8)]
    grids, number = grids_of_cubes(rules, found, deadline), 0
    while piece := list(islice(grids, AT_ONCE)):
        if number > MOST_GRIDS:
            return None
        number += len(piece)
        pieces.append(np.array(piece, dtype=np.uint8))
    return np.concatenate(pieces)


def _with_images(grids: NDArray[np.uint8], found: RuleSymmetries) -> NDArray[np.uint8]:
    """Return grids and all their images, each once."""
    every = np.empty((0, grids.shape[1]), np.uint8)
    for name in found.digits.elements:
        renamed = name.astype(np.uint8)[grids - 1] + np.uint8(1)
        images = [renamed[:, move] for move in found.cells.elements]
        kept = np.unique(_rows(np.concatenate([every, *images])))
        every = kept.view(np.uint8).reshape(-1, grids.shape[1])
    return every


def _renamed(grids: NDArray[np.uint8], house: Permutation | None) -> NDArray[np.uint8]:
    """Return grids with the digits of a house made 1 … N again."""
    if house is None:
        return grids
    names = np.argsort(grids[:, list(house)], axis=1).astype(np.uint8)
    return np.take_along_axis(names, grids - 1, axis=1) + np.uint8(1)


def _rows(grids: NDArray[np.uint8]) -> NDArray[np.bytes_]:
    """Return each grid as a string of bytes, which can be sorted; none contains a 0."""
    return np.ascontiguousarray(grids).view(f"S{grids.shape[1]}").ravel()


def _places(rows: NDArray[np.bytes_], grids: NDArray[np.uint8]) -> NDArray[np.intp]:
    """Return where images stand among all grids."""
    wanted = _rows(grids)
    found = np.minimum(np.searchsorted(rows, wanted), len(rows) - 1)
    if not (rows[found] == wanted).all():
        raise OptionError("a symmetry leads out of the grids: rules and symmetries disagree")
    return found
