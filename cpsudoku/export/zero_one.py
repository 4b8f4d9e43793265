r"""Puzzles over 0-1 variables: DIMACS for SAT solvers, OPB for pseudo-Boolean ones, LP for MIP.

All have the variables of `cpsudoku.encodings.cnf`, one for each cell and digit.  DIMACS has its
formula.  OPB and LP have linear rows: every cell has one digit, every digit occurs once in a house
and at most once in another group.  A sum of digits is one row, a pair a row for each set of digits
that exclude another; what is neither becomes an automaton with variables of its own.  A puzzle
fixes the variables of the candidates that it excludes, and of its givens.

    >>> from cpsudoku.rules import latin
    >>> found, last = rows(latin(1))
    >>> list(found), len(found), last
    ([([(1, 1)], '=', 1), ([(1, 1)], '=', 1), ([(1, 1)], '=', 1)], 3, 1)
    >>> print("".join(write_opb(latin(1), (1,))), end="")
    * #variable= 1 #constraint= 4
    +1 x1 = 1 ;
    +1 x1 = 1 ;
    +1 x1 = 1 ;
    +1 x1 = 1 ;
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from typing import TypeAlias

from cpsudoku.encodings import cnf
from cpsudoku.encodings.choices import Auxiliary, automaton, bicliques
from cpsudoku.encodings.cnf import assumptions, last_choice, meaning
from cpsudoku.encodings.lowering import lowered
from cpsudoku.encodings.machines import unrolled
from cpsudoku.encodings.sums import sums, sums_of
from cpsudoku.errors import FormatError
from cpsudoku.export.reading import Digits, Read, nothing, number, of_literals, put
from cpsudoku.rules import Candidates, Rules, cell_name
from cpsudoku.rules.primitives import GROUPS_ALONE, Linear, Pair, Regular


def write_dimacs(rules: Rules, candidates: Candidates, encoding: str) -> Iterator[str]:
    """Yield a puzzle as DIMACS text, some thousand clauses at a time.

    The clauses are counted first, since the header says how many, and never held together:
    on 64×64 they would take 7 gigabytes.
    """
    variables, count = cnf.extent(rules, encoding)
    added: list[cnf.Clause] = [(literal,) for literal in cnf.assumptions(candidates, rules)]
    if 0 in candidates:
        added.append(())
    n = rules.size
    meaning = (
        f"a sudoku of size {n}: variable ((row - 1) * {n} + column - 1) * {n} + digit"
        if rules.board.is_square
        else f"{rules.cell_count} cells: variable (cell - 1) * {n} + digit, row by row,"
    )
    yield f"c {meaning}\nc says that the cell in this row and column has this digit\n"
    yield f"p cnf {variables} {count + len(added)}\n"
    for part in cnf.in_parts(rules, encoding):
        yield cnf.lines(part)
    yield cnf.lines(added)


def read_dimacs(text: str, rules: Rules) -> Read:
    """Read an answer in the form of the SAT competitions."""
    return of_literals(text, rules, "literals")


Row: TypeAlias = tuple[list[tuple[int, int]], str, int]
"""Coefficients and variables, a relation (``=``, ``<=`` or ``>=``) and a number."""


class LinearRows:
    """Rows that are made on demand, since a board of 256×256 has 67 million terms."""

    def __init__(self, rules: Rules, others: Sequence[Row] = ()) -> None:
        self._rules = rules
        self._others = others

    def __iter__(self) -> Iterator[Row]:
        yield from (_sum(*one) for one in sums(self._rules))
        yield from self._others

    def __len__(self) -> int:
        return sum(1 for _ in sums(self._rules)) + len(self._others)


def rows(rules: Rules, most: int = 1 << 60) -> tuple[LinearRows, int]:
    """Return all that rules say as linear rows over 0-1 variables, and the last variable.

    Variables after `cnf.last_choice` are auxiliary, functions of the others.

    Args:
        most: the greatest sum of coefficients that solvers are exact with; a sum beyond it is
            written as an automaton.
    """
    if not rules.others:
        return LinearRows(rules), last_choice(rules)
    others = _Others(rules, most)
    found = LinearRows(rules, list(others.rows()))
    return found, others.last


def _sum(variables: list[int], exact: bool) -> Row:
    return [(1, variable) for variable in variables], "=" if exact else "<=", 1


class _Others(Auxiliary):
    """Writes rows for what is not a group, and gives out the auxiliary variables."""

    def __init__(self, rules: Rules, most: int) -> None:
        super().__init__(last_choice(rules))
        self._rules = rules
        self._most = most
        self._all = (rules.all_digits,) * rules.cell_count

    def rows(self) -> Iterator[Row]:
        rules = self._rules
        said = lowered(rules, GROUPS_ALONE | {Pair, Linear, Regular}, self._most)
        for group in said.groups[len(rules.groups) :]:
            yield from (_sum(*one) for one in sums_of(group, rules, self._all))
        for one in said.others:
            if isinstance(one, Pair):
                yield from self._pair(one)
            elif isinstance(one, Linear):
                yield from self._linear(one)
            elif isinstance(one, Regular):
                yield from self._automaton(one)

    def _pair(self, pair: Pair) -> Iterator[Row]:
        size = self._rules.size
        for digits, forbidden in bicliques(pair, self._rules):
            choices = [pair.first * size + d for d in digits]
            yield _sum(choices + [pair.second * size + d for d in forbidden], False)

    def _linear(self, linear: Linear) -> Iterator[Row]:
        if linear.relation == "!=" or len(linear.totals) != 1:
            yield from self._automaton(unrolled(linear, self._rules.board))
            return
        size, first = self._rules.size, self._rules.board.first
        terms = [
            (coefficient * (digit + first - 1), cell * size + digit)
            for cell, coefficient in zip(linear.cells, linear.coefficients, strict=True)
            for digit in range(1, size + 1)
        ]
        yield [term for term in terms if term[0]], linear.relation, linear.totals[0]

    def _automaton(self, regular: Regular) -> Iterator[Row]:
        for clause in automaton(regular, self._rules, self._all, self.fresh):
            negated = sum(literal < 0 for literal in clause)
            yield [(1 if x > 0 else -1, abs(x)) for x in clause], ">=", 1 - negated


def write_opb(rules: Rules, candidates: Candidates) -> Iterator[str]:
    """Yield a puzzle in the OPB format of the competitions, a line at a time."""
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


def read_opb(text: str, rules: Rules) -> Read:
    """Read an answer in the form of the pseudo-Boolean competitions."""
    return of_literals(re.sub(r"(?m)(?<=[\s-])x(?=\d)", "", text), rules, "variables")


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


def write_lp(rules: Rules, candidates: Candidates) -> Iterator[str]:
    """Yield a puzzle in the LP format of CPLEX, a line at a time."""
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


def read_lp(text: str, rules: Rules) -> Read:
    """Read the answer of HiGHS, SCIP, CBC, Gurobi or GLPK."""
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
    """Read the output of ``glpsol --write``: numbers of columns, which are our variables."""
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
