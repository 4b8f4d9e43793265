"""Rules as linear constraints over 0-1 variables: OPB for pseudo-Boolean solvers, LP for MIP.

Both have the variables of `cpsudoku.encodings.cnf`, one for each cell and digit, and the same
sums: every cell has one digit, every digit occurs once in a house and at most once in another
constraint.  A puzzle fixes the variables of the candidates that it excludes, and of its givens.

    >>> from cpsudoku.rules import latin
    >>> print(opb(latin(1), (1,)), end="")
    * #variable= 1 #constraint= 4
    +1 x1 = 1 ;
    +1 x1 = 1 ;
    +1 x1 = 1 ;
    +1 x1 = 1 ;
"""

from __future__ import annotations

from collections.abc import Iterator

from cpsudoku.encodings.cnf import assumptions, last_choice, meaning, variable
from cpsudoku.rules import Candidates, Rules, cell_name


def sums(rules: Rules) -> Iterator[tuple[list[int], bool]]:
    """Yield sets of variables of which one is 1: exactly (True) or at most (False).

    Args:
        rules: the rules.
    """
    size = rules.size
    for cell in range(rules.cell_count):
        yield [variable(cell, digit, size) for digit in range(1, size + 1)], True
    for constraint in rules.groups:
        exact = rules.is_exact(constraint)
        for digit in range(1, size + 1):
            yield [variable(cell, digit, size) for cell in constraint.cells], exact


def opb(rules: Rules, candidates: Candidates) -> str:
    """Return a puzzle in the OPB format of the pseudo-Boolean competitions.

    Args:
        rules: the rules.
        candidates: for each cell the digits that it may have, as a bit mask.
    """
    lines = []
    for variables, exact in sums(rules):
        # OPB knows "equal" and "at least": at most one is at least −1 of the negatives.
        sign, relation = ("+1", "= 1") if exact else ("-1", ">= -1")
        lines.append(" ".join(f"{sign} x{v}" for v in variables) + f" {relation} ;")
    fixed = assumptions(candidates, rules)
    lines += [f"+1 x{abs(literal)} = {int(literal > 0)} ;" for literal in fixed]
    head = f"* #variable= {last_choice(rules)} #constraint= {len(lines)}"
    return "\n".join([head, *lines]) + "\n"


def lp_name(number: int, rules: Rules) -> str:
    """Return what a variable is called in an LP file, such as ``x_r1c2_9``.

    Args:
        number: the variable, one of those that say that a cell has a digit.
        rules: the rules.
    """
    cell, digit = meaning(number, rules.size)
    return f"x_{cell_name(cell, rules.board)}_{digit}"


def lp(rules: Rules, candidates: Candidates) -> str:
    """Return a puzzle in the LP format of CPLEX, which HiGHS, SCIP, CBC, Gurobi and GLPK read.

    Args:
        rules: the rules.
        candidates: for each cell the digits that it may have, as a bit mask.
    """
    names = ["", *(lp_name(v, rules) for v in range(1, last_choice(rules) + 1))]
    lines = ["Minimize", f" objective: 0 {names[1]}", "Subject To"]
    for number, (variables, exact) in enumerate(sums(rules), start=1):
        terms = [names[v] for v in variables]
        # Lines are split, for old readers take 255 characters.
        parts = [" + ".join(terms[i : i + 8]) for i in range(0, len(terms), 8)]
        lines.append(f" c{number}: " + "\n  + ".join(parts) + (" = 1" if exact else " <= 1"))
    # Fixed by rows and not by bounds, which `Binary` resets in some readers.
    fixed = assumptions(candidates, rules)
    lines += [f" f{abs(x)}: {names[abs(x)]} = {int(x > 0)}" for x in fixed]
    lines.append("Binary")
    lines += [f" {name}" for name in names[1:]]
    return "\n".join([*lines, "End"]) + "\n"
