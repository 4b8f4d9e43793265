"""Symmetric patterns of givens: which cells must come and go together.

A symmetry is named by one or more of the seven moves of a square, joined by ``+``; they generate a
group of moves, and the cells that it takes into one another form an *orbit*.  A pattern of givens
has the symmetry if it has of each orbit all cells or none.

    >>> len(orbits("rotate180", 9)), len(orbits("mirror+flip", 9)), len(orbits("all", 9))
    (41, 25, 15)
    >>> orbits("diagonal", 2)
    ((0,), (1, 2), (3,))
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import TypeAlias

from cpsudoku.errors import OptionError
from cpsudoku.rules import Cell
from cpsudoku.rules.board import pieces

Orbit: TypeAlias = tuple[Cell, ...]  # cells that are all given or all blank, ascending
_MOVES: dict[str, Callable[[int, int, int], tuple[int, int]]] = {
    "rotate180": lambda r, c, last: (last - r, last - c),
    "rotate90": lambda r, c, last: (c, last - r),
    "mirror": lambda r, c, last: (r, last - c),
    "flip": lambda r, c, last: (last - r, c),
    "diagonal": lambda r, c, last: (c, r),
    "antidiagonal": lambda r, c, last: (last - c, last - r),
}

NONE = "none"
ALL = "all"
NAMES = (NONE, *_MOVES, "mirror+flip", "diagonal+antidiagonal", ALL)
"""The symmetries that differ: every other combination equals one of these."""


@lru_cache(maxsize=64)
def orbits(symmetry: str, size: int) -> tuple[Orbit, ...]:
    """Return the orbits of a symmetry, ordered by their first cells.

    Args:
        symmetry: ``none``, ``all``, or moves joined by ``+``: ``rotate180``, ``rotate90``,
            ``mirror`` (left and right), ``flip`` (top and bottom), ``diagonal``, ``antidiagonal``.
    """
    moves = permutations(symmetry, size)
    return tuple(pieces(size * size, (join for move in moves for join in enumerate(move))))


@lru_cache(maxsize=64)
def permutations(symmetry: str, size: int) -> tuple[tuple[Cell, ...], ...]:
    """Return the moves that generate a symmetry, each as the cell that every cell is taken to.

    >>> permutations("mirror", 2)
    ((1, 0, 3, 2),)
    """
    names = {NONE: [], ALL: list(_MOVES)}.get(symmetry, symmetry.split("+"))
    if not _MOVES.keys() >= set(names):
        expected = f"{', '.join(NAMES)}, or some joined by +"
        raise OptionError(f"{symmetry!r} is not a symmetry; expected {expected}")
    found = []
    for name in names:
        places = (_MOVES[name](*divmod(cell, size), size - 1) for cell in range(size * size))
        found.append(tuple(row * size + column for row, column in places))
    return tuple(found)
