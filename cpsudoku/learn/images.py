"""Symmetric images of arrays of puzzles, solutions and traces, uniform over the group.

What is the same up to symmetry is a new example to a machine.  Each row gets an image of its own,
each of the group's elements equally likely: of a classic grid 3,359,232 moves of its cells times
362,880 names of its digits.  All arrays of one call are moved alike, row by row.

>>> import numpy as np
>>> from cpsudoku.rules import boxes
>>> solution = [3, 1, 2, 4, 2, 4, 3, 1, 4, 2, 1, 3, 1, 3, 4, 2]
>>> chance = np.random.default_rng(1)
>>> moves = Images.drawn(2, chance, boxes(2, 2))
>>> moves.grids(np.array([solution] * 2, np.uint8)).shape
(2, 16)
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cpsudoku.errors import PuzzleError
from cpsudoku.ground.progress import AT_ONCE
from cpsudoku.rules import Rules, usual
from cpsudoku.symmetry.transformations import Transformation, line_blocks


@dataclass(frozen=True)
class Images:
    """A random symmetry for each of many rows.

    Args:
        transpose: bool array (n,): whether rows and columns change places first.
        rows: array (n, N): from which row each row comes.
        columns: array (n, N): from which column each column comes.
        names: uint8 array (n, N + 1): what each digit becomes; 0 stays.
    """

    rules: Rules
    transpose: NDArray[np.bool_]
    rows: NDArray[np.uint8]
    columns: NDArray[np.uint8]
    names: NDArray[np.uint8]

    def __len__(self) -> int:
        return len(self.transpose)

    @classmethod
    def drawn(cls, count: int, chance: np.random.Generator, rules: Rules | None = None) -> Images:
        """Return random symmetries, each equally likely.

        Args:
            chance: where the randomness comes from; its state after that depends on the count.
            rules: rows and columns, with rectangular boxes or none; None for the classic ones.

        Raises:
            UnsupportedError: the rules have other constraints, or their symmetries are not known.
        """
        rules = usual(9) if rules is None else rules
        height, width = line_blocks(rules)
        size = rules.size
        flips = chance.integers(2, size=count, dtype=np.uint8)
        transpose = (flips == 1) & (height == width)
        lines = [_lines(count, chance, size, block) for block in (height, width)]
        names = np.zeros((count, size + 1), np.uint8)
        names[:, 1:] = _orders(count, chance, size) + 1
        return cls(rules, transpose, lines[0], lines[1], names)

    def transformation(self, row: int) -> Transformation:
        """Return the symmetry of one row."""
        return Transformation(
            bool(self.transpose[row]),
            tuple(self.rows[row].tolist()),
            tuple(self.columns[row].tolist()),
            tuple(self.names[row].tolist()),
        )

    def _sources(self, first: int, end: int, apart: int = 0) -> NDArray[np.intp]:
        """Return an array (rows, cells): the cell that each cell of an image comes from.

        Args:
            apart: what to add to the cells of each row more than to those of the row before.
        """
        size = self.rules.size
        swap = self.transpose[first:end, None]
        starts = np.arange(end - first, dtype=np.intp)[:, None] * apart
        down = self.rows[first:end] * np.where(swap, np.intp(1), np.intp(size)) + starts
        across = self.columns[first:end] * np.where(swap, np.intp(size), np.intp(1))
        found: NDArray[np.intp] = down[:, :, None] + across[:, None, :]
        return found.reshape(len(swap), size * size)

    def grids(self, grids: NDArray[Any], *others: NDArray[Any]) -> Any:
        """Return the images of grids, and of others moved alike; arguments as for `augment`."""
        every = (grids, *others)
        shape = (len(self), self.rules.cell_count)
        for one in every:
            if one.shape != shape or one.dtype != np.uint8:
                got = f"{one.dtype} of shape {one.shape}"
                raise PuzzleError(f"grids of {got}; expected uint8 of shape {shape}")
        found = tuple(np.empty(shape, np.uint8) for _ in every)
        for first in range(0, len(self), AT_ONCE):
            end = min(first + AT_ONCE, len(self))
            sources = self._sources(first, end, shape[1])
            names = self.names[first:end].reshape(-1)
            offsets = np.arange(end - first)[:, None] * (self.rules.size + 1)
            for one, out in zip(every, found, strict=True):
                moved = one[first:end].reshape(-1).take(sources, mode="clip")
                names.take(moved + offsets, out=out[first:end], mode="clip")
        return found if others else found[0]

    def cells(self) -> NDArray[np.intp]:
        """Return an array (n, cells): where each cell of a grid goes."""
        sources = self._sources(0, len(self))
        found = np.empty_like(sources)
        np.put_along_axis(found, sources, np.arange(sources.shape[1])[None, :], axis=1)
        return found


def augment(
    grids: NDArray[Any], *others: NDArray[Any], seed: int, rules: Rules | None = None
) -> Any:
    """Return a random symmetric image of each grid, uniform over the group.

    Args:
        grids: uint8 array (n, cells) of digits, 0 for a blank.
        others: more arrays of the same shape, such as solutions, that are moved alike.
        seed: the same seed gives the same images.
        rules: rows and columns, with rectangular boxes or none; None for the classic ones.

    Returns:
        An array like `grids`; with `others` a tuple of arrays.

    Raises:
        PuzzleError: an array has another shape or type.
        UnsupportedError: the rules have other constraints.
    """
    return Images.drawn(len(grids), np.random.default_rng(seed), rules).grids(grids, *others)


def _lines(count: int, chance: np.random.Generator, size: int, block: int) -> NDArray[np.uint8]:
    """Return random orders of lines that keep blocks together."""
    blocks = _orders(count, chance, size // block).astype(np.int64)
    inner = _orders(count * (size // block), chance, block).reshape(count, size // block, block)
    return (blocks[:, :, None] * block + inner).reshape(count, size).astype(np.uint8)


def _orders(count: int, chance: np.random.Generator, size: int) -> NDArray[np.uint8]:
    """Return random orders of 0 … size − 1, each equally likely."""
    return chance.permuted(np.tile(np.arange(size, dtype=np.uint8), (count, 1)), axis=1)
