"""What people ask about a puzzle: how hard is it, how is it solved, what follows now?

It joins what knows solutions (`cpsudoku.solving`) to what knows techniques (`cpsudoku.logic`):
puzzles are read, and checked to have one solution, before anything is said about them.
"""

from cpsudoku.logic.coaching.difficulty import Difficulties as Difficulties
from cpsudoku.logic.coaching.difficulty import Difficulty as Difficulty
from cpsudoku.logic.coaching.explaining import Explanation as Explanation
from cpsudoku.logic.coaching.explaining import Explanations as Explanations
from cpsudoku.logic.coaching.explaining import explain as explain
from cpsudoku.logic.coaching.explaining import explain_many as explain_many
from cpsudoku.logic.coaching.hinting import Hint as Hint
from cpsudoku.logic.coaching.hinting import Mistake as Mistake
from cpsudoku.logic.coaching.hinting import hint as hint
from cpsudoku.logic.coaching.practising import Exercise as Exercise
from cpsudoku.logic.coaching.practising import exercise as exercise
from cpsudoku.logic.coaching.practising import techniques_of as techniques_of
from cpsudoku.logic.coaching.rating import rate as rate
from cpsudoku.logic.coaching.rating import rate_many as rate_many
