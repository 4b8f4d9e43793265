"""What variants know of themselves that their primitives do not say, for engines that can use it.

A closed vocabulary, like that of the primitives.  An engine that knows a structure may take it in
place of the primitives; one that does not takes the primitives, which mean the same.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple, TypeAlias

from cpsudoku.rules import Cell
from cpsudoku.rules.primitives import Primitive

Way: TypeAlias = list[int]  # for each cell a mask of digits, bit 0 for the lowest


class Ways(NamedTuple):
    """If some cells are a house, they are filled in one of some ways.

    Args:
        make: yields the ways, for what the lowest digit is worth, how many digits there are, and
            the number; the same function for all clues of a kind, so that ways are made once.
        number: of the clue.
    """

    cells: tuple[Cell, ...]
    make: Callable[[int, int, int], Iterator[Way]]
    number: int


class SameDigits(NamedTuple):
    """Two lists of cells have the same digits, each as often."""

    one: tuple[Cell, ...]
    other: tuple[Cell, ...]


class Rank(NamedTuple):
    """If rows and columns are houses, a line read as a number has a rank among all of the board.

    Args:
        rank: from 1 for the lowest.
        ties: whether other lines may read the same.
    """

    line: tuple[Cell, ...]
    rank: int
    ties: bool


class Regions(NamedTuple):
    """A board is cut into connected regions of one size with different digits, to be found.

    Args:
        names: for each the cell whose digit names its region, in the order in which they are met.
        number: how many regions there are.
        touching: the places of the cells that share an edge, in pairs.
        order: says that no region is named before those with lower names, for the cells that name
            them in the order in which they are met.
    """

    cells: tuple[Cell, ...]
    names: tuple[Cell, ...]
    size: int
    number: int
    touching: Sequence[tuple[int, int]]
    order: Callable[[Sequence[Cell]], Primitive]


class OfRegions(NamedTuple):
    """A digit counts cells that name regions.

    Args:
        kind: ``run`` for those of the first one's region seen along arms, ``count`` for all of that
            region, ``distinct`` for how many regions there are among them.
        control: the cell with the digit.
        arms: the cells that are read; several begin with the same one.
        offset: what is added to the digit.
    """

    kind: str
    control: Cell
    arms: tuple[tuple[Cell, ...], ...]
    offset: int = 0


Structure: TypeAlias = Ways | SameDigits | Rank | Regions | OfRegions
