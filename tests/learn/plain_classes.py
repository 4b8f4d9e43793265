"""Classes of final grids by a method that shares no code with the package.

Columns are put in every order that keeps boxes, digits are renamed so that some row reads 1, 2, 3,
…, and rows and bands are sorted.  The smallest of all is the same for all images, and for no other.
"""

from itertools import permutations, product

import numpy as np


def plain_class(digits: str, height: int, width: int) -> tuple[int, ...]:
    """The smallest image of a grid.

    Args:
        digits: a digit for each cell.
        height: rows of a box.
        width: columns of a box.
    """
    size = height * width
    grid = np.array([int(digit) - 1 for digit in digits]).reshape(size, size)
    looks = [(grid, height, width)] + ([(grid.T, width, height)] if height == width else [])
    return min(form for look in looks for form in _forms(*look))


def _forms(grid: np.ndarray, height: int, width: int) -> list[tuple[int, ...]]:
    size = height * width
    stacks = [range(i, i + width) for i in range(0, size, width)]
    orders = [
        [column for part in parts for column in part]
        for some in permutations(stacks)
        for parts in product(*(permutations(stack) for stack in some))
    ]
    moved = grid[:, np.array(orders)].transpose(1, 0, 2)
    found = []
    for first in range(size):
        names = np.argsort(moved[:, first], axis=1)
        renamed = np.take_along_axis(names, moved.reshape(len(orders), -1), axis=1)
        rows = renamed.reshape(len(orders), size, size) @ (size ** np.arange(size)[::-1])
        bands = np.sort(rows.reshape(len(orders), size // height, height), axis=2)
        places = np.argsort(bands[:, :, 0], axis=1)
        sorted_bands = np.take_along_axis(bands, places[:, :, None], axis=1)
        found.append(min(map(tuple, sorted_bands.reshape(len(orders), -1).tolist())))
    return found
