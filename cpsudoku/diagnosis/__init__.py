"""Faults of puzzles, and changes that would mend them.

`explain_conflict` and `repair` help with a puzzle that has no solution, `repair` and `ambiguity`
with one that has several, and `redundant` says which givens of a good one could go.

Each answer says whether it is proved to be minimal or smallest.  *Minimal* means that nothing can
be left out of it; *smallest*, that no other answer has fewer elements.
"""

from __future__ import annotations

from cpsudoku.diagnosis.conflict import Conflict, explain_conflict
from cpsudoku.diagnosis.redundancy import Redundancy, redundant
from cpsudoku.diagnosis.repairing import Ambiguity, Change, Repair, ambiguity, repair

__all__ = [
    "Ambiguity",
    "Change",
    "Conflict",
    "Redundancy",
    "Repair",
    "ambiguity",
    "explain_conflict",
    "redundant",
    "repair",
]
