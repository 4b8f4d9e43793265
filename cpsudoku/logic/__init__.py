"""Solving as people do: techniques, paths, ratings, and evidence that is checked.

The techniques are compiled; each finds *steps*, with evidence that `checking` replays without
knowing how they were found.  *Orders* say what is looked for first and what it counts.
"""

from cpsudoku.logic.checking import fault
from cpsudoku.logic.classes import hodoku_class, qqwing_class
from cpsudoku.logic.evidence import Evidence, Position
from cpsudoku.logic.orders import EXPLAINER, HODOKU, ORDERS, QQWING, TEACHING, Order
from cpsudoku.logic.paths import Findings, Path, Rating, check_rules, find_all, walked
from cpsudoku.logic.ratings import Ratings, rate_many
from cpsudoku.logic.steps import Step
from cpsudoku.logic.techniques import TECHNIQUES, Technique

__all__ = [
    "EXPLAINER", "HODOKU", "ORDERS", "QQWING", "TEACHING", "TECHNIQUES", "Evidence", "Findings",
    "Order", "Path", "Position", "Rating", "Ratings", "Step", "Technique", "check_rules", "fault",
    "find_all", "hodoku_class", "qqwing_class", "rate_many", "walked",
]  # fmt: skip
