r"""Puzzles as models: for MiniZinc, for CP-SAT, and as exact cover problems for Knuth's programs.

MiniZinc and CP-SAT have a variable for each cell:

    >>> from cpsudoku.rules import latin
    >>> print("".join(write_minizinc(latin(2), (1, 3, 3, 3))), end="")
    include "alldifferent.mzn";
    array[1..2, 1..2] of var 1..2: grid;
    constraint alldifferent([grid[1,1], grid[1,2]]); % row 1
    constraint alldifferent([grid[2,1], grid[2,2]]); % row 2
    constraint alldifferent([grid[1,1], grid[2,1]]); % column 1
    constraint alldifferent([grid[1,2], grid[2,2]]); % column 2
    constraint grid[1,1] = 1;
    solve satisfy;
    output [show(grid[r,c]) ++ if c = 2 then "\n" else " " endif | r in 1..2, c in 1..2];

An exact cover problem is written as DLX1, DLX2 or SSXCC read it.  The first line names the items,
the secondary ones after a bar; then each line is an option.  Item ``r1c2`` is a cell; ``h3d9`` is
digit 9 in the third house; ``g1d9`` is digit 9 in the first other group.  An option whose cell is
in no group has a secondary item of its own besides, ``r1c2d9``, for nothing else in it would say
its digit.  ``p1`` stands for two sets of digits that a pair forbids beside each other, ``t1`` for a
table, and the colour of ``vr1c2`` is the digit of a cell in one.

    >>> print("".join(write_exact_cover(latin(2), (1, 3, 3, 3))), end="")
    r1c1 r1c2 r2c1 r2c2 h1d1 h1d2 h2d1 h2d2 h3d1 h3d2 h4d1 h4d2
    r1c1 h1d1 h3d1
    r1c2 h1d1 h4d1
    r1c2 h1d2 h4d2
    r2c1 h2d1 h3d1
    r2c1 h2d2 h3d2
    r2c2 h2d1 h4d1
    r2c2 h2d2 h4d2
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from cpsudoku.encodings import cp
from cpsudoku.encodings.exact_cover import cover
from cpsudoku.encodings.lowering import lowered
from cpsudoku.errors import FormatError
from cpsudoku.export.reading import Digits, Read, nothing, put
from cpsudoku.rules import Candidates, Cell, Rules, digits_of_mask
from cpsudoku.rules.primitives import GROUPS_ALONE, Linear, Primitive, Regular, Table


def write_minizinc(rules: Rules, candidates: Candidates) -> Iterator[str]:
    """Yield a puzzle as a MiniZinc model, which prints the grid with spaces between the digits.

    On a board that is not square the cells are one array, row by row.
    """
    n, board = rules.size, rules.board
    lines = ['include "alldifferent.mzn";']
    if rules.others:
        lines += ['include "regular.mzn";', 'include "table.mzn";']
    if board.is_square:
        lines.append(f"array[1..{n}, 1..{n}] of var 1..{n}: grid;")
        ending = f'if c = {n} then "\\n" else " " endif'
        shown = f"show(grid[r,c]) ++ {ending} | r in 1..{n}, c in 1..{n}"
        places = [f"grid[{cell // n + 1},{cell % n + 1}]" for cell in range(rules.cell_count)]
    else:
        lines.append(f"array[1..{rules.cell_count}] of var {board.first}..{board.last}: grid;")
        shown = 'show(digit) ++ " " | digit in grid'
        places = [f"grid[{cell + 1}]" for cell in range(rules.cell_count)]
    lines += _Constraints(rules, places).lines()
    for place, mask in zip(places, candidates, strict=True):
        if mask == rules.all_digits:
            continue
        digits = [digit + board.first - 1 for digit in digits_of_mask(mask)]
        only = f"= {digits[0]}" if len(digits) == 1 else f"in {{{', '.join(map(str, digits))}}}"
        lines.append(f"constraint {place} {only};")
    lines += ["solve satisfy;", f"output [{shown}];"]
    yield "\n".join(lines) + "\n"


def read_minizinc(text: str, rules: Rules) -> Read:
    """Read MiniZinc's output, plain or in one of its output modes."""
    count = rules.cell_count
    first = text.split("----------", maxsplit=1)[0]
    lines = [line for line in first.splitlines() if not line.lstrip().startswith("%")]
    # With --output-mode the grid has a name, and as dzn its index sets.
    named = re.search(r'\bgrid"?\s*[=:]([^;}]*)', "\n".join(lines))
    if named:
        numbers = [int(n) for n in re.findall(r"\d+", re.sub(r"(?<!\d)\d+\.\.\d+", "", named[1]))]
    else:
        words = (word for line in lines for word in line.split())
        numbers = [int(word) for word in words if word.isascii() and word.isdigit()]
    if not numbers:
        return nothing(text, f"{count} digits")
    if len(numbers) != count:
        raise FormatError(f"{len(numbers)} digits; expected {count}")
    return {cell: number - rules.board.first + 1 for cell, number in enumerate(numbers)}


_MOST = (1 << 31) - 1
# Solvers with MiniZinc count in 32 bits.


class _Constraints:
    def __init__(self, rules: Rules, places: list[str]) -> None:
        self._rules = rules
        self._places = places

    def lines(self) -> Iterator[str]:
        """Yield a line for each primitive."""
        said = lowered(self._rules, GROUPS_ALONE | {Linear, Table, Regular}, _MOST)
        for group in said.groups:
            yield f"constraint alldifferent({self._list(group.cells)}); % {group.label}"
        for one in said.others:
            yield f"constraint {self._said(one)}; % {' '.join(one.label.split())}"

    def _said(self, one: Primitive) -> str:
        if isinstance(one, Linear):
            return self._linear(one)
        if isinstance(one, Table):
            return self._table(one)
        assert isinstance(one, Regular)
        return self._automaton(one)

    def _list(self, cells: tuple[Cell, ...]) -> str:
        return f"[{', '.join(self._places[cell] for cell in cells)}]"

    def _linear(self, linear: Linear) -> str:
        pairs = zip(linear.coefficients, linear.cells, strict=True)
        total = " + ".join(f"{factor}*{self._places[cell]}" for factor, cell in pairs) or "0"
        if linear.relation in ("<=", ">="):
            return f"{total} {linear.relation} {linear.totals[0]}"
        among = f"({total}) in {{{', '.join(map(str, sorted(set(linear.totals))))}}}"
        return among if linear.relation == "=" else f"not ({among})"

    def _table(self, table: Table) -> str:
        board = self._rules.board
        values = range(board.first, board.last + 1)
        tuples = sorted(one for one in table.tuples if all(value in values for value in one))
        if not tuples or not table.cells:
            return "true" if tuples else "false"
        rows = "".join(f"| {', '.join(map(str, one))} " for one in tuples)
        return f"table({self._list(table.cells)}, [{rows}|])"

    def _automaton(self, regular: Regular) -> str:
        """Write an automaton, whose states count from 1 and 0 is failure."""
        if not regular.accepting or not regular.cells:
            return "true" if regular.accepting else "false"
        first, size = self._rules.board.first, self._rules.size
        after = {(state, digit): following for state, digit, following in regular.steps}
        states = max(following for _, _, following in regular.steps) + 1
        rows = "".join(
            "| " + ", ".join(str(after.get((state, d + first), -1) + 1) for d in range(size)) + " "
            for state in range(states)
        )
        cells = self._list(regular.cells)
        if first != 1:
            cells = f"[cell - {first - 1} | cell in {cells}]"
        accepting = ", ".join(str(state + 1) for state in sorted(regular.accepting))
        return f"regular({cells}, {states}, {size}, [{rows}|], 1, {{{accepting}}})"


def write_cp_sat(rules: Rules, candidates: Candidates) -> Iterator[str]:
    """Yield a puzzle in the text form of CP-SAT's ``CpModelProto``."""
    model = cp.integer_model(rules, candidates)
    for values in model.domains:
        # One without values is not a valid model, and what is impossible is stated apart.
        yield f"variables {{ domain: {cp.intervals(values or (0,))} }}\n"
    for group in model.all_different:
        yield f"constraints {{ all_diff {{ {_expressions(group)} }} }}\n"
    for clause in model.clauses:
        yield f"constraints {{ bool_or {{ literals: {list(clause)} }} }}\n"
    for one in model.sums:
        terms = f"vars: {list(one.variables)} coeffs: {list(one.coefficients)}"
        yield f"constraints {{ linear {{ {terms} domain: {list(one.domain)} }} }}\n"
    for cells, tuples in model.tables:
        flat = [value for row in tuples for value in row]
        yield f"constraints {{ table {{ {_expressions(cells)} values: {flat} }} }}\n"
    if model.impossible:
        yield "constraints { bool_or { } }\n"


def _expressions(variables: Iterable[int]) -> str:
    return " ".join(f"exprs {{ vars: {v} coeffs: 1 }}" for v in variables)


def read_cp_sat(text: str, rules: Rules) -> Read:
    """Read the text form of a ``CpSolverResponse``."""
    count = rules.cell_count
    listed = re.findall(r"\bsolution:\s*(\[[\d,\s-]*\]|-?\d+)", text)
    numbers = [int(number) for part in listed for number in re.findall(r"-?\d+", part)]
    if not numbers:
        return nothing(text, f"{count} numbers as solution: …")
    if len(numbers) < count:
        raise FormatError(f"{len(numbers)} numbers; expected {count}")
    return dict(enumerate(numbers[:count]))


def write_exact_cover(rules: Rules, candidates: Candidates) -> Iterator[str]:
    """Yield a puzzle as an exact cover problem with an option for each candidate."""
    made = cover(rules)
    size, names, problem = rules.size, made.names, made.problem
    secondary = list(names[problem.primary :])
    options = []
    for number, items in enumerate(problem.options):
        if number < made.choices:
            cell, digit = divmod(number, size)
            if not candidates[cell] >> digit & 1:
                continue
        colours = problem.colours[number] if problem.colours else (0,) * len(items)
        words = [f"{names[i]}:{c}" if c else names[i] for i, c in zip(items, colours, strict=True)]
        if number < made.choices and not rules.groups_of[cell]:
            secondary.append(f"{words[0]}d{digit + 1}")
            words.append(secondary[-1])
        options.append(" ".join(words))
    head = " ".join([*names[: problem.primary], *(["|", *secondary] if secondary else [])])
    yield f"{head}\n"
    for option in options:
        yield f"{option}\n"


def read_exact_cover(text: str, rules: Rules) -> Read:
    """Read the output of Knuth's programs: the options of the first solution."""
    digits: Digits = {}
    for line in text.splitlines():
        cell = re.search(r"(?<!\S)(r\d+c\d+)(?!\S)", line)
        digit = re.search(r"(?<!\S)(?:[hg]\d+|r\d+c\d+)d(\d+)(?!\S)", line)
        if cell and digit:
            number = rules.board.cell(cell[1])
            if number in digits and len(digits) == rules.cell_count:
                break  # the next solution
            put(digits, number, int(digit[1]), rules)
    if digits:
        return digits
    if re.search(r"\b0 solutions", text):
        return False
    return nothing(text, "options such as r1c1 h1d9")
