"""Rules of a puzzle: a board, and what must hold of the digits in its cells.

Rules are data: a tuple of constraints.  Those that solvers see are primitives out of a closed
vocabulary (`cpsudoku.rules.primitives`); people may add named ones above it, which expand to
primitives.  The primitive that every sudoku has is `AllDifferent`: a *group*.  A group with as
many cells as there are digits is *exact*: every digit occurs in it just once.  It is a *house*.

    >>> from cpsudoku.rules import boxes, classic
    >>> classic().size, len(classic().houses)
    (9, 27)
    >>> boxes(2, 3).with_diagonals().constraints[-1].label
    'antidiagonal'
"""

from __future__ import annotations

from cpsudoku.rules import primitives
from cpsudoku.rules.board import (
    SYMBOLS,
    Board,
    Candidates,
    Cell,
    Digit,
    Grid,
    cell_name,
    digits_of_mask,
    layered,
    rectangle,
    square,
)
from cpsudoku.rules.houses import boxes, classic, jigsaw, latin, rectangular, samurai, usual
from cpsudoku.rules.primitives import *  # noqa: F403
from cpsudoku.rules.rules import Rules

__all__ = [
    "SYMBOLS", "Board", "Candidates", "Cell", "Digit", "Grid", "Rules", "boxes", "cell_name",
    "classic", "digits_of_mask", "jigsaw", "latin", "layered", "rectangle", "rectangular",
    "samurai", "square", "usual",
]  # fmt: skip
__all__ += primitives.__all__
