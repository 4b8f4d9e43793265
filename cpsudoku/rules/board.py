"""Boards: which cells there are, where each of them is, and the digits that go into them.

Cells are numbered 0 … n−1, row by row.  Where a board is not square, some places of the rows and
columns have no cell.

    >>> cross = Board(((0, 1), (1, 0), (1, 1), (1, 2), (2, 1)), size=5)
    >>> cross.name(0), cross.cell("r3c2"), cross.is_square
    ('r1c2', 4, False)
    >>> square(9).name(80)
    'r9c9'
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import TypeAlias

from cpsudoku.errors import RulesError, quoted

Cell: TypeAlias = int
"""Number of a cell, 0 … n−1, row by row."""

Digit: TypeAlias = int
"""A digit, 1 … N: its place in the range of digits of the board, which mostly begins with 1."""

Candidates: TypeAlias = tuple[int, ...]
"""For each cell the set of digits still possible: bit d−1 of the int stands for digit d."""

Grid: TypeAlias = tuple[int, ...]
"""For each cell its digit."""

SYMBOLS = "123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"  # what digits 1 … 35 look like in text
MOST_WORTH = 1_000_000
"""The lowest digit of a board is worth no more than this, nor less than its opposite."""


def digits_of_mask(mask: int) -> tuple[Digit, ...]:
    """Return the digits of a mask, whose bit d−1 stands for digit d, ascending."""
    digits = []
    while mask:
        digits.append((mask & -mask).bit_length())
        mask &= mask - 1
    return tuple(digits)


@dataclass(frozen=True, repr=False)
class Board:
    """Cells, each with a row and a column, and the digits that they take; hashable.

    Inside, digits are always 1 … N, bit d−1 of a mask; a board whose digits begin elsewhere says
    what they are worth in `first`, and `values` says what constraints get to see.

    Args:
        places: for each cell its row and its column, from 0; row by row, without repetition.
        first: what the lowest digit is worth, such as 0 for the digits 0 … N−1.
        auxiliary: this many of the last cells are auxiliary: they have digits, but stand beside the
            grid, where no cell is their neighbour.

    Raises:
        RulesError: there are no digits or no cells, or the places are not in order.
    """

    places: tuple[tuple[int, int], ...]
    size: int
    first: int = 1
    auxiliary: int = 0

    def __post_init__(self) -> None:
        if self.size < 1:
            raise RulesError(f"a grid's size must be at least 1, not {self.size}")
        if abs(self.first) > MOST_WORTH:
            raise RulesError(
                f"digits from {quoted(self.first)}; expected from {-MOST_WORTH} to {MOST_WORTH}"
            )
        if not self.places:
            raise RulesError("a board without cells")
        if not 0 <= self.auxiliary <= len(self.places):
            raise RulesError(f"{self.auxiliary} auxiliary cells of {len(self.places)}")
        if min(map(min, self.places)) < 0:
            raise RulesError("a cell in a row or column below 0; they are counted from 0")
        for one, other in zip(self.places, self.places[1:], strict=False):
            if one >= other:
                raise RulesError(
                    f"{_place_name(*other)} after {_place_name(*one)}; "
                    "cells must be given row by row, each once"
                )

    @cached_property
    def _hash(self) -> int:
        return hash((self.places, self.size, self.first, self.auxiliary))

    def __hash__(self) -> int:
        return self._hash

    def __repr__(self) -> str:
        if self.is_square:
            return f"square({self.size})"
        more = f", auxiliary={self.auxiliary}" if self.auxiliary else ""
        return f"Board({self.places}, size={self.size}, first={self.first}{more})"

    def __reduce__(self) -> tuple[type[Board], tuple[object, ...]]:
        return Board, (self.places, self.size, self.first, self.auxiliary)

    @property
    def total(self) -> int:
        """The sum of all digits, which each house has where each digit has a place."""
        return sum(range(self.first, self.first + self.size))

    @cached_property
    def cell_count(self) -> int:
        """Number of cells."""
        return len(self.places)

    @cached_property
    def height(self) -> int:
        """Number of rows, counted from the top of the board."""
        return self.places[-1][0] + 1

    @cached_property
    def width(self) -> int:
        """Number of columns, counted from the left of the board."""
        return max(column for _, column in self.places) + 1

    @cached_property
    def cells_at(self) -> dict[tuple[int, int], Cell]:
        """The cell at each place, of the grid or auxiliary."""
        return {place: cell for cell, place in enumerate(self.places)}

    @cached_property
    def grid_count(self) -> int:
        """Number of cells of the grid, which come before the auxiliary ones."""
        return self.cell_count - self.auxiliary

    def lines(self, axis: int) -> list[frozenset[Cell]]:
        """Return the cells of each row (axis 0) or of each column (axis 1) of the grid."""
        found: dict[int, set[Cell]] = {}
        for place, cell in self.grid_at.items():
            found.setdefault(place[axis], set()).add(cell)
        return list(map(frozenset, found.values()))

    @cached_property
    def grid_at(self) -> dict[tuple[int, int], Cell]:
        """The cell of the grid at each place: what has neighbours, rows and columns."""
        if not self.auxiliary:
            return self.cells_at
        return {self.places[cell]: cell for cell in range(self.grid_count)}

    @cached_property
    def layers(self) -> tuple[tuple[Cell, ...], ...]:
        """Copies of the grid below it, as `layered` makes them, each in the order of the grid."""
        count = self.grid_count
        number = self.auxiliary // count if count else 0
        if not number or self.places != _with_layers(self.places[:count], number):
            return ()
        return tuple(tuple(range(n * count, (n + 1) * count)) for n in range(1, number + 1))

    @cached_property
    def is_square(self) -> bool:
        """Whether it has N rows of N cells and the digits 1 … N, like most boards."""
        return self is square(self.size) or self == square(self.size)

    @property
    def last(self) -> int:
        """What the highest digit is worth."""
        return self.first + self.size - 1

    def name(self, cell: Cell) -> str:
        """Return a cell's name, such as ``r1c9``."""
        return _place_name(*self.places[cell])

    def names(self, cells: tuple[Cell, ...]) -> str:
        """Return the names of some cells with spaces between them."""
        return " ".join(map(self.name, cells))

    def cell(self, name: str) -> Cell:
        """Return the cell of a name such as ``r1c9``; case does not matter.

        Raises:
            RulesError: the name is not of that form, or there is no such cell on the board.
        """
        if place := _PLACE.fullmatch(name.strip()):
            found = self.cells_at.get((int(place[1]) - 1, int(place[2]) - 1))
            if found is not None:
                return found
        raise RulesError(
            f"{name!r} is not a cell: expected {self.name(0)} … {self.name(self.cell_count - 1)}"
        )

    def cells(self, names: Iterable[str]) -> tuple[Cell, ...]:
        """Return the cells of names, of ranges along a row or a column, and of whole ones (``r1``).

        They are in the order given; those of a row from the left on, of a column from above.

        Raises:
            RulesError: a name is not of a cell, or a range is neither in a row nor in a column.

        >>> square(4).cells(["r1c1-r1c3", "r4c4"]), square(4).cells(["c2"])
        ((0, 1, 2, 15), (1, 5, 9, 13))
        """
        found: list[Cell] = []
        for name in names:
            first, dash, last = name.partition("-")
            range_ = dash and self._range(self.cell(first), self.cell(last))
            found += range_ or self._line(name) or [self.cell(name)]
        return tuple(found)

    def _line(self, name: str) -> list[Cell]:
        """Return the cells of a row or a column such as ``r1``; none for what is no such name."""
        if not (named := _LINE.fullmatch(name.strip())):
            return []
        is_column, number = named[1] in "cC", int(named[2]) - 1
        return [cell for cell in range(self.grid_count) if self.places[cell][is_column] == number]

    def _range(self, first: Cell, last: Cell) -> list[Cell]:
        (row, column), (end, side) = self.places[first], self.places[last]
        if row != end and column != side:
            said = f"{self.name(first)}-{self.name(last)} is not a range"
            raise RulesError(f"{said}: expected two cells of one row or column")
        steps = max(abs(end - row), abs(side - column)) or 1
        places = [
            (row + (end - row) * n // steps, column + (side - column) * n // steps)
            for n in range(steps + (first != last))
        ]
        return [self.cell(_place_name(*place)) for place in places]

    def values(self, grid: Grid) -> Grid:
        """Return what the digits 1 … N of a grid are worth, which is what constraints speak of."""
        return grid if self.first == 1 else tuple(digit + self.first - 1 for digit in grid)


_LINE = re.compile(r"([rc])([0-9]{1,5})", re.IGNORECASE)
_PLACE = re.compile(r"r([0-9]{1,5})c([0-9]{1,5})", re.IGNORECASE)


def _place_name(row: int, column: int) -> str:
    return f"r{row + 1}c{column + 1}"


@lru_cache(maxsize=256)
def square(size: int) -> Board:
    """Return the usual board: N rows of N cells, and the digits 1 … N; N is positive."""
    return rectangle(size, size, size)


def rectangle(height: int, width: int, size: int) -> Board:
    """Return a board of full rows, and the digits 1 … size."""
    return Board(tuple((r, c) for r in range(height) for c in range(width)), size)


def layered(board: Board, number: int = 1) -> Board:
    """Return a board with copies of its grid beside it, for what else is found in each cell.

    Args:
        number: how many copies, one below the other, with a row free before each.

    >>> layered(square(2)).layers, layered(square(2)).places[4:]
    (((4, 5, 6, 7),), ((3, 0), (3, 1), (4, 0), (4, 1)))
    """
    places = _with_layers(board.places[: board.grid_count], number)
    return Board(places, board.size, board.first, len(places) - board.grid_count)


def _with_layers(grid: tuple[tuple[int, int], ...], number: int) -> tuple[tuple[int, int], ...]:
    step = grid[-1][0] + 2
    return tuple((row + step * n, column) for n in range(number + 1) for row, column in grid)


def tiled(height: int, width: int, tile: tuple[int, int], gap: int = 0) -> list[tuple[Cell, ...]]:
    """Return the cells of each rectangle that fits on full rows, row by row.

    Args:
        tile: rows and columns of a rectangle.
        gap: rows and columns that stay free before, between and after them.

    >>> tiled(2, 4, (2, 2)), tiled(5, 5, (1, 3), gap=1)
    ([(0, 1, 4, 5), (2, 3, 6, 7)], [(6, 7, 8), (16, 17, 18)])
    """
    rows, columns = tile
    inside = [i * width + j for i in range(rows) for j in range(columns)]
    tops = range(gap, height - rows - gap + 1, rows + gap)
    lefts = range(gap, width - columns - gap + 1, columns + gap)
    return [tuple(top * width + left + c for c in inside) for top in tops for left in lefts]


def pieces(count: int, joins: Iterable[tuple[Cell, Cell]]) -> list[tuple[Cell, ...]]:
    """Return the connected pieces of some cells, each ascending; the cells of a pair touch.

    >>> pieces(5, [(3, 1), (1, 4)])
    [(0,), (1, 3, 4), (2,)]
    """
    beside: list[list[Cell]] = [[] for _ in range(count)]
    for one, other in joins:
        beside[one].append(other)
        beside[other].append(one)
    found, seen = list[tuple[Cell, ...]](), [False] * count
    for first in range(count):
        if seen[first]:
            continue
        seen[first], piece = True, [first]
        for cell in piece:  # which grows meanwhile
            for other in beside[cell]:
                if not seen[other]:
                    seen[other] = True
                    piece.append(other)
        found.append(tuple(sorted(piece)))
    return found


def cell_name(cell: Cell, board: Board | int) -> str:
    """Return a cell's name, such as ``r1c9`` for cell 8 of a grid of size 9."""
    return _place_name(*divmod(cell, board)) if isinstance(board, int) else board.name(cell)
