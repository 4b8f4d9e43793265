"""Backends side by side: do they agree, how fast is each, and how does its work grow?

>>> from cpsudoku.comparison import compare
>>> from cpsudoku.formats import parse
>>> found = compare([parse("1.............4.")], ["backtrack"], rounds=2)
>>> found.figures[0].solved, len(found.runs)
(1, 2)
"""

from __future__ import annotations

from cpsudoku.comparison.contest import ask_several, compare, disagreement
from cpsudoku.comparison.figures import Comparison, Figures, Run, levels

__all__ = ["Comparison", "Figures", "Run", "ask_several", "compare", "disagreement", "levels"]
