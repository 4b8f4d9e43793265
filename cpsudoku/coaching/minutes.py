"""How long a person may take for a puzzle: a model with one source, and only where it holds.

The average times of players of one Android application, for 1533 classic puzzles that ten players
or more have finished (median 13), were fitted by least squares on their logarithm, each puzzle
weighted by the number of its players:

    minutes = exp(3.02 + 0.1965 ER + 0.0491 blanks) / 60

Over ten folds the correlation of the logarithms is 0.48 and the median error 23 %: what is left is
what ratings do not know.  Most of these puzzles are easy (half of them ER 1.5, 95 % up to 4.2), and
all have 48 to 58 blanks, so that nothing is said of others.

Source: S.-W. Wang, *A Dataset of Sudoku Puzzles With Difficulty Metrics Experienced by Human
Players*, IEEE Access 12 (2024), 104254-104262; the records of 2025-04-07, which are in the public
domain (CC0).
"""

from __future__ import annotations

from math import exp

from cpsudoku.coaching.difficulty import Difficulty

SOURCE = "a fit on S.-W. Wang's records of players, IEEE Access 2024"
"""Where the figures come from, in a few words."""

_CONSTANT, _PER_ER, _PER_BLANK = 3.02, 0.1965, 0.0491
_BLANKS = range(48, 59)
_HARDEST = 8.5


def expected(difficulty: Difficulty) -> float | None:
    """Return the minutes that a player takes on average, or None where the model does not reach."""
    puzzle, er = difficulty.puzzle, difficulty.er
    blanks = puzzle.rules.cell_count - puzzle.clues
    if er is None or "er" in difficulty.lower_bounds or er > _HARDEST or blanks not in _BLANKS:
        return None
    if not puzzle.rules.is_classic or puzzle.has_pencil_marks:
        return None
    return exp(_CONSTANT + _PER_ER * er + _PER_BLANK * blanks) / 60
