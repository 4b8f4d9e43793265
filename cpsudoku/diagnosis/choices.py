"""The choices that a puzzle leaves: digits in cells."""

from __future__ import annotations

from typing import TypeAlias

from cpsudoku.puzzle import Puzzle
from cpsudoku.rules import Cell, Digit

Choice: TypeAlias = tuple[Cell, Digit]
"""A digit in a cell."""


def choices_of(puzzle: Puzzle) -> list[Choice]:
    """Return the candidates of all cells that have several."""
    return [
        (cell, digit)
        for cell, mask in enumerate(puzzle.candidates)
        if mask & (mask - 1)
        for digit in range(1, puzzle.rules.size + 1)
        if mask >> (digit - 1) & 1
    ]
