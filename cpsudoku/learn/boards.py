"""The groups of rules as arrays, for checks of many grids at a time.

>>> import numpy as np
>>> from cpsudoku.rules import boxes
>>> solution = [1, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3, 4, 3, 2, 1]
>>> grids = np.array([solution, [1] * 16], np.uint8)
>>> holds(grids, boxes(2, 2)).tolist()
[True, False]
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cpsudoku.rules import Rules

_PIECE = 2048
"""Grids that are checked together, so that they stay in the processor's cache."""

_MOST_DIGITS = 32
"""Sums of bits, one for each digit, stay below 2^63 up to here."""


def holds(grids: NDArray[Any], rules: Rules) -> NDArray[np.bool_]:
    """Return which grids obey the rules; the givens of no puzzle are looked at.

    Args:
        grids: an array (n, cells); of bytes, where there are up to 254 digits.  What is not a digit
            1 … N makes its grid wrong.
    """
    found = np.zeros(len(grids), np.bool_)
    for first in range(0, len(grids), _PIECE):
        found[first : first + _PIECE] = _in_groups(grids[first : first + _PIECE], rules)
    if rules.clues or rules.size > _MOST_DIGITS:
        for row in np.flatnonzero(found).tolist():
            found[row] = rules.broken(tuple(grids[row].tolist())) is None
    return found


def _in_groups(part: NDArray[Any], rules: Rules) -> NDArray[np.bool_]:
    """Return which grids have digits alone, and none twice in a group where these are few."""
    if rules.size > _MOST_DIGITS:
        return np.asarray(((part > 0) & (part <= rules.size)).all(axis=1))
    # A column for each grid, so that each operation is about many grids side by side.
    columns = _bits(rules.size)[np.ascontiguousarray(part.T)]
    good: NDArray[np.bool_] = (columns != 0).all(axis=0)
    for cells in group_cells(rules):
        digits = columns[cells]
        union = np.bitwise_or.reduce(digits, axis=0)
        if len(cells) == rules.size:
            good &= union == rules.all_digits
        else:  # different powers of two have their union as their sum; with one twice it is larger
            good &= union == digits.sum(axis=0, dtype=digits.dtype)
    return good


@lru_cache(maxsize=8)
def _bits(size: int) -> NDArray[Any]:
    """Return for each byte the bit of its digit; none for what is not a digit."""
    bits = np.zeros(256, np.uint16 if size <= 9 else np.int64)
    bits[1 : size + 1] = 1 << np.arange(size)
    return bits


@lru_cache(maxsize=64)
def group_cells(rules: Rules) -> tuple[NDArray[np.intp], ...]:
    """Return for each group its cells as an array."""
    return tuple(np.array(group.cells, np.intp) for group in rules.groups)


@lru_cache(maxsize=64)
def peers(rules: Rules) -> NDArray[np.intp]:
    """Return an array (cells, most peers) of the peers of each cell.

    A cell with fewer peers than others has the number of cells in the places that are left.
    """
    most, none = max(map(len, rules.peers)), rules.cell_count
    return np.array([[*row, *[none] * (most - len(row))] for row in rules.peers], np.intp)
