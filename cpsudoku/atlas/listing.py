"""Classes of grids by listing all grids and joining those that a symmetry takes into one another.

Nothing is shared with the mean of `cpsudoku.atlas.fixed` but the symmetries: grids are numbered,
each generator is followed from each grid, and what hangs together is a class.

    >>> from cpsudoku.rules import boxes
    >>> list_classes(boxes(2, 2))
    Classes(grids=288, classes=2, largest=32)
"""

from __future__ import annotations

from itertools import islice
from math import factorial
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from cpsudoku.asking.cubes import first_house, grids_of_cubes
from cpsudoku.atlas.fixed import components
from cpsudoku.errors import OptionError
from cpsudoku.ground.deadline import NEVER, Deadline
from cpsudoku.rules import Rules
from cpsudoku.symmetry.of_rules import Permutation, RuleSymmetries, symmetries

MOST_GRIDS = 2_000_000
"""A list of more grids than these, with their images, takes gigabytes."""

_PIECE = 10_000


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
    """Return what a list of all grids says; None if time ran out or there are too many.

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
        if deadline.has_passed:
            return None
    _, sizes = np.unique(components(len(grids), images), return_counts=True)
    return Classes(len(grids) * times, len(sizes), found.order // (int(sizes.min()) * times))


def _grids(rules: Rules, found: RuleSymmetries, deadline: Deadline) -> NDArray[np.uint8] | None:
    """Return the grids of all cases: an array (n, cells) of digits from 1."""
    pieces = [np.empty((0, rules.cell_count), np.uint8)]
    grids, number = grids_of_cubes(rules, found, deadline), 0
    while piece := list(islice(grids, _PIECE)):
        if piece[-1] is None or number > MOST_GRIDS:
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
