"""Solving as people do: techniques, paths, ratings, and evidence that is checked.

The techniques are compiled; each finds *steps*, with evidence that `checking` replays without
knowing how they were found.  *Orders* say what is looked for first and what it counts.
"""

from cpsudoku.logic.checking import fault as fault
from cpsudoku.logic.classes import hodoku_class as hodoku_class
from cpsudoku.logic.classes import qqwing_class as qqwing_class
from cpsudoku.logic.compiled import check_rules as check_rules
from cpsudoku.logic.orders import EXPLAINER as EXPLAINER
from cpsudoku.logic.orders import HODOKU as HODOKU
from cpsudoku.logic.orders import ORDERS as ORDERS
from cpsudoku.logic.orders import QQWING as QQWING
from cpsudoku.logic.orders import TEACHING as TEACHING
from cpsudoku.logic.orders import Order as Order
from cpsudoku.logic.paths import Findings as Findings
from cpsudoku.logic.paths import Path as Path
from cpsudoku.logic.paths import Rating as Rating
from cpsudoku.logic.paths import find_all as find_all
from cpsudoku.logic.position import Position as Position
from cpsudoku.logic.rating import Ratings as Ratings
from cpsudoku.logic.rating import rate as rate
from cpsudoku.logic.rating import rate_many as rate_many
from cpsudoku.logic.steps import Evidence as Evidence
from cpsudoku.logic.steps import Step as Step
from cpsudoku.logic.techniques import TECHNIQUES as TECHNIQUES
from cpsudoku.logic.techniques import Technique as Technique
