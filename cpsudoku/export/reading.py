"""Functions that the readers of answers share."""

from __future__ import annotations

import re
from typing import TypeAlias

from cpsudoku.encodings import cnf
from cpsudoku.encodings.cnf import read_dimacs
from cpsudoku.errors import BackendError, FormatError
from cpsudoku.rules import Rules, cell_name

Digits: TypeAlias = dict[int, int]
"""For some cells their digits."""

Read: TypeAlias = "Digits | bool | None"
"""The digits of a solution; False if there is none, None where the solver gave up."""


def of_literals(text: str, rules: Rules, what: str) -> Read:
    """Read a SAT solver's answer, whose variables are those of `encodings.cnf`."""
    answer = read_dimacs(text)
    if not answer.satisfiable:
        return answer.satisfiable
    if not answer.literals:
        raise FormatError(f"a solution is claimed and its {what} are missing")
    digits: Digits = {}
    for literal in answer.literals:
        if 0 < literal <= cnf.last_choice(rules):
            put(digits, *cnf.meaning(literal, rules.size), rules)
    return digits


def put(digits: Digits, cell: int, digit: int, rules: Rules) -> None:
    """Note a cell's digit."""
    if digits.setdefault(cell, digit) != digit:
        name = cell_name(cell, rules.board)
        raise BackendError(f"the answer is not a solution: {name} is {digits[cell]} and {digit}")


def number(text: str) -> float:
    """Return a solver's value of a variable."""
    try:
        return float(text)
    except ValueError:
        raise FormatError(f"{text!r} as a value; expected a number") from None


def nothing(text: str, expected: str) -> bool | None:
    """Return what an answer without values says: no solution (False), or a search given up."""
    if re.search(r"\b(unsatisfiable|infeasible)\b", text, re.IGNORECASE):
        return False
    if not re.search(r"\bunknown\b|time limit", text, re.IGNORECASE):
        raise FormatError(f"no solution in the answer; expected {expected}")
    return None
