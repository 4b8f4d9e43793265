"""Puzzles for mixed-integer solvers, in the LP format of CPLEX (HiGHS, SCIP, CBC, Gurobi, GLPK)."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from cpsudoku.encodings.cnf import assumptions, last_choice, meaning
from cpsudoku.errors import FormatError
from cpsudoku.export.linear import rows
from cpsudoku.export.reading import Digits, Read, nothing, number, put
from cpsudoku.rules import Candidates, Rules, cell_name


def naming(rules: Rules) -> Callable[[int], str]:
    """Return what gives variables their names in an LP file, such as ``x_r1c2_9``, or ``y1``."""
    cells = [f"x_{cell_name(cell, rules.board)}_" for cell in range(rules.cell_count)]
    last, size = last_choice(rules), rules.size

    def name(number: int) -> str:
        if number > last:
            return f"y{number - last}"
        cell, digit = meaning(number, size)
        return f"{cells[cell]}{digit}"

    return name


_MOST = 1 << 18
# Such solvers take numbers that differ by a millionth for the same.


def write(rules: Rules, candidates: Candidates) -> Iterator[str]:
    """Yield a puzzle, a line at a time."""
    found, last = rows(rules, _MOST)
    name = naming(rules)
    yield f"Minimize\n objective: 0 {name(1)}\nSubject To\n"
    for at, (terms, relation, bound) in enumerate(found, start=1):
        texts: list[str] = []
        for factor, variable in terms:
            sign = "- " if factor < 0 else "+ " if texts else ""
            many = "" if abs(factor) == 1 else f"{abs(factor)} "
            texts.append(f"{sign}{many}{name(variable)}")
        # Lines are split, for old readers take 255 characters.
        parts = [" ".join(texts[i : i + 8]) for i in range(0, len(texts), 8)] or [f"0 {name(1)}"]
        yield f" c{at}: " + "\n  ".join(parts) + f" {relation} {bound}\n"
    # Fixed by rows and not by bounds, which `Binary` resets in some readers.
    for literal in assumptions(candidates, rules):
        yield f" f{abs(literal)}: {name(abs(literal))} = {int(literal > 0)}\n"
    yield "Binary\n"
    for variable in range(1, last + 1):
        yield f" {name(variable)}\n"
    yield "End\n"


# A name with its value after it: GLPK marks whole numbers with a star.
_VALUE_BEHIND = re.compile(r"\bx_(r\d+c\d+)_(\d+)[ \t]+(?:\*[ \t]+)?(\S+)")
_NAME_AT_END = re.compile(r"x_(r\d+c\d+)_(\d+)")


def read(text: str, rules: Rules) -> Read:
    """Return what the answer of HiGHS, SCIP, CBC, Gurobi or GLPK says."""
    # CBC shows the values of its last attempt below, and HiGHS's table the bounds above.
    if re.search(r"(?mi)^(model status: *)?(integer )?infeasible\b", text):
        return False
    digits: Digits = {}
    for line in text.splitlines():
        for cell, digit, value in _values(line):
            if number(value) > 0.5:
                put(digits, rules.board.cell(cell), int(digit), rules)
    plain = re.search(r"(?m)^s mip \d+ (\d+) (\w)", text)
    if plain and not digits:
        return _read_plain_glpk(text, plain, rules)
    return digits or nothing(text, "names such as x_r1c1_9 with their values")


def _values(line: str) -> list[tuple[str, str, str]]:
    """Return the cells, digits and values in a line; word by word, as lines may be of any length.

    In HiGHS's table the name is the last word, after the bounds, the value, and perhaps words.
    """
    found = _VALUE_BEHIND.findall(line)
    words = line.split()
    name = _NAME_AT_END.fullmatch(words[-1]) if words else None
    if name is not None and not found:
        before = [word for word in words[:-1] if not word.isalpha()]
        if before and not _NAME_AT_END.fullmatch(before[-1]):
            found.append((name[1], name[2], before[-1]))
    return found


def _read_plain_glpk(text: str, status: re.Match[str], rules: Rules) -> Read:
    """Read what ``glpsol --write`` writes: the numbers of columns, which are our variables."""
    if status[2] in "nu":  # no solution exists, or is undefined
        return False if status[2] == "n" else None
    columns = rows(rules)[1] if rules.others else last_choice(rules)
    if int(status[1]) != columns:
        raise FormatError(f"{status[1]} columns; expected {columns}")
    digits: Digits = {}
    for column, value in re.findall(r"(?m)^j (\d+) (\S+)", text):
        if number(value) > 0.5 and 0 < int(column) <= last_choice(rules):
            put(digits, *meaning(int(column), rules.size), rules)
    return digits
