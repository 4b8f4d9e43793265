"""How hard is a puzzle, how is it solved, and what follows now?

This part of `cpsudoku.logic` stands above solvers and `cpsudoku.reasons`: it reads puzzles, and
checks that they have one solution, before it says anything about them.
"""

from cpsudoku.logic.explaining.difficulty import Difficulties, Difficulty
from cpsudoku.logic.explaining.explanations import explain
from cpsudoku.logic.explaining.hinting import Exercise, Hint, Mistake, exercise, hint, techniques_of
from cpsudoku.logic.explaining.rating import rate

__all__ = [
    "Difficulties", "Difficulty", "Exercise", "Hint", "Mistake",
    "exercise", "explain", "hint", "rate", "techniques_of",
]  # fmt: skip
