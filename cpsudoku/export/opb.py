r"""Puzzles for pseudo-Boolean solvers, in the OPB format of their competitions.

>>> from cpsudoku.rules import latin
>>> print("".join(write(latin(1), (1,))), end="")
* #variable= 1 #constraint= 4
+1 x1 = 1 ;
+1 x1 = 1 ;
+1 x1 = 1 ;
+1 x1 = 1 ;
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from cpsudoku.encodings.cnf import assumptions
from cpsudoku.export.linear import rows
from cpsudoku.export.reading import Read, of_literals
from cpsudoku.rules import Candidates, Rules


def write(rules: Rules, candidates: Candidates) -> Iterator[str]:
    """Yield a puzzle, a line at a time."""
    found, last = rows(rules)
    fixed = assumptions(candidates, rules)
    yield f"* #variable= {last} #constraint= {len(found) + len(fixed)}\n"
    for terms, relation, bound in found:
        # OPB knows "equal" and "at least": at most one is at least −1 of the negatives.
        sign = -1 if relation == "<=" else 1
        left = " ".join(f"{sign * factor:+d} x{v}" for factor, v in terms) or "+0 x1"
        yield f"{left} {'=' if relation == '=' else '>='} {sign * bound} ;\n"
    for literal in fixed:
        yield f"+1 x{abs(literal)} = {int(literal > 0)} ;\n"


def read(text: str, rules: Rules) -> Read:
    """Return what an answer in the form of the competitions says."""
    return of_literals(re.sub(r"(?m)(?<=[\s-])x(?=\d)", "", text), rules, "variables")
