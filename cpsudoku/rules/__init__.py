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

from importlib import import_module
from typing import TYPE_CHECKING

from cpsudoku.rules.board import (
    SYMBOLS,
    Board,
    Candidates,
    Cell,
    Digit,
    Grid,
    cell_name,
    digits_of_mask,
    rectangle,
    square,
)
from cpsudoku.rules.constraint import GROUPS_ALONE, AllDifferent, Constraint
from cpsudoku.rules.houses import boxes, classic, jigsaw, latin, rectangular, samurai, usual
from cpsudoku.rules.rules import Rules

# ruff: noqa: F405 - which names the star has is for type checkers to say
if TYPE_CHECKING:
    from cpsudoku.rules.primitives import *  # noqa: F403

__all__ = [
    "GROUPS_ALONE", "SYMBOLS", "VOCABULARY", "AllDifferent", "And", "Board", "Candidates", "Cell",
    "Connected", "Constraint", "Count", "Digit", "Element", "Grid", "Linear", "Not", "Or", "Pair",
    "Primitive", "Regular", "Relation", "Rules", "Table", "as_one", "boxes", "cell_name",
    "classic", "digits_of_mask", "jigsaw", "latin", "rectangle", "rectangular",
    "samurai", "square", "usual",
]  # fmt: skip

# A puzzle of groups alone does without the other primitives, whose import takes milliseconds.
if not TYPE_CHECKING:  # hidden from type checkers, for which every name would exist

    def __getattr__(name):
        if name not in __all__:
            raise AttributeError(f"module 'cpsudoku.rules' has no attribute {name!r}")
        value = getattr(import_module("cpsudoku.rules.primitives"), name)
        globals()[name] = value
        return value
