"""Is this step sound?  Replays a step from its evidence alone; knows no finder.

Every family has a check, in `cpsudoku.logic.checks`, that answers two questions from the position:
is the evidence what the technique is about, and does what the step says follow from it?  Most
answer the second by going through all cases (`cpsudoku.logic.checks.cases`), which is slower than
the pattern's argument and shares nothing with it.
"""

from __future__ import annotations

from cpsudoku.logic.checks import (
    aligned_exclusion,
    brute_force,
    chains,
    colours,
    direct,
    fish,
    forcing,
    graves,
    impossible,
    locked_candidates,
    multi_sector,
    rectangles,
    single_digit,
    singles,
    subsets,
    sue_de_coq,
    tables,
    templates,
    unique_loops,
    wings,
)
from cpsudoku.logic.checks.replaying import CHECKS, Check, fault

__all__ = ["Check", "fault"]

_FAMILIES = (
    singles,
    direct,
    locked_candidates,
    subsets,
    fish,
    single_digit,
    wings,
    graves,
    chains,
    unique_loops,
    forcing,
    aligned_exclusion,
    colours,
    rectangles,
    sue_de_coq,
    templates,
    tables,
    impossible,
    multi_sector,
    brute_force,
)

for _family in _FAMILIES:
    CHECKS.update(_family.CHECKS)
