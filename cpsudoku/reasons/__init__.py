"""Smallest reasons for steps, under any rules.

A reason is a set of *elements* (`cpsudoku.reasons.elements`): clues, "7 has a place in row 3", "7
is only once in box 5", "r4c4 has a digit".  Together with what is on the board they force what
follows.  `finding` looks for the smallest one on the whole board, `checking` asks a second engine,
`chains` breaks up what is too large to be seen at once, and `paths` leads from step to step.

Whatever asks a solver raises `OutOfTimeError` once the deadline has passed.
"""

from cpsudoku.reasons.paths import ReasonPath, Sizes, smallest_reasons
from cpsudoku.reasons.steps import Reason, ReasonStep

__all__ = ["Reason", "ReasonPath", "ReasonStep", "Sizes", "smallest_reasons"]
