"""What people ask about a puzzle: how hard is it, how is it solved, what follows now?

It joins what knows solutions (`cpsudoku.solving`) to what knows techniques (`cpsudoku.logic`):
puzzles are read, and checked to have one solution, before anything is said about them.
"""

from cpsudoku.coaching.difficulty import Difficulties as Difficulties
from cpsudoku.coaching.difficulty import Difficulty as Difficulty
from cpsudoku.coaching.explaining import explain as explain
from cpsudoku.coaching.explanations import Explanation as Explanation
from cpsudoku.coaching.explanations import Explanations as Explanations
from cpsudoku.coaching.explanations import explain_many as explain_many
from cpsudoku.coaching.hinting import Hint as Hint
from cpsudoku.coaching.hinting import Mistake as Mistake
from cpsudoku.coaching.hinting import hint as hint
from cpsudoku.coaching.practising import Exercise as Exercise
from cpsudoku.coaching.practising import exercise as exercise
from cpsudoku.coaching.practising import techniques_of as techniques_of
from cpsudoku.coaching.rating import rate as rate
from cpsudoku.coaching.rating import rate_many as rate_many
