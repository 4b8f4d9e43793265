"""What people ask about a puzzle: how hard is it, how is it solved, what follows now?

It joins what knows solutions (`cpsudoku.asking.solving`) to what knows techniques
(`cpsudoku.logic`): puzzles are read, and checked to have one solution, before anything is said
about them.
"""

from cpsudoku.coaching.difficulty import Difficulties, Difficulty
from cpsudoku.coaching.explaining import Explanation, Explanations, explain, explain_many
from cpsudoku.coaching.hinting import Hint, Mistake, hint
from cpsudoku.coaching.practising import Exercise, exercise, techniques_of
from cpsudoku.coaching.rating import rate, rate_many

__all__ = [
    "Difficulties", "Difficulty", "Exercise", "Explanation", "Explanations", "Hint", "Mistake",
    "exercise", "explain", "explain_many", "hint", "rate", "rate_many", "techniques_of",
]  # fmt: skip
