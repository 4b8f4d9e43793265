"""Smallest reasons for steps, under any rules.

A reason is a set of *elements* (`cpsudoku.reasons.elements`): clues, "7 has a place in row 3", "7
is only once in box 5", "r4c4 has a digit".  With what is on the board they leave what follows no
choice.  `finding` looks for the smallest one on the whole board, `checking` asks an engine that had
no part in it, `apart` takes apart what is too large to be seen at once, and `paths` goes on from
step to step.
"""

from cpsudoku.reasons.paths import ReasonPath, Sizes, smallest_reasons
from cpsudoku.reasons.steps import Reason, ReasonStep

__all__ = ["Reason", "ReasonPath", "ReasonStep", "Sizes", "smallest_reasons"]
