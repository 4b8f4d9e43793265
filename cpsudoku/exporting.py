r"""Puzzles for any solver in the world, and its answers back, verified.

>>> from cpsudoku import formats
>>> puzzle = formats.parse("12.........31..4")
>>> export(puzzle, "minizinc").splitlines()[1]
'array[1..4, 1..4] of var 1..4: grid;'
>>> answer = decode("1 2 3 4\n3 4 2 1\n4 3 1 2\n2 1 4 3\n", puzzle, "minizinc")
Traceback (most recent call last):
cpsudoku.errors.BackendError: the answer is no solution: r3c4 may not be 2
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

from cpsudoku import verify
from cpsudoku.encodings import cnf, cp
from cpsudoku.encodings.answers import read_dimacs
from cpsudoku.encodings.knuth import knuth
from cpsudoku.encodings.linear import lp, opb, rows
from cpsudoku.encodings.minizinc import minizinc
from cpsudoku.errors import BackendError, FormatError, OptionError
from cpsudoku.puzzle import Puzzle
from cpsudoku.rules import Candidates, Grid, Rules, cell_name, parse_cell


@dataclass(frozen=True, slots=True)
class Answer:
    """What a solver answered.

    Args:
        solution: the grid, verified; None where the answer has none.
        satisfiable: whether the solver says that there is one; None where it gave up.
    """

    solution: Grid | None
    satisfiable: bool | None


Digits: TypeAlias = dict[int, int]
"""For some cells their digits."""


def export(puzzle: Puzzle, language: str, *, encoding: str = "extended") -> str:
    """Return a puzzle in the language of a solver.

    Args:
        puzzle: the puzzle.
        language: one of `LANGUAGES`.
        encoding: for ``dimacs``, one of `cpsudoku.encodings.cnf.ENCODINGS`.

    Raises:
        OptionError: there is no such language or encoding.
        UnsupportedError: a constraint would be too big in this language.
    """
    write = _language(language)[0]
    if language == "dimacs":
        return _dimacs(puzzle.rules, puzzle.candidates, encoding)
    return write(puzzle.rules, puzzle.candidates)


def decode(text: str, puzzle: Puzzle, language: str) -> Answer:
    """Return what a solver's answer to an exported puzzle says, with the solution verified.

    Args:
        text: the answer, as the solver printed it or wrote it to a file.
        puzzle: the puzzle that was exported.
        language: one of `LANGUAGES`.

    Raises:
        OptionError: there is no such language.
        FormatError: the text is no answer in this language.
        BackendError: its grid is no solution of the puzzle.
    """
    read = _language(language)[1]
    try:
        digits = read(text, puzzle.rules)
    except FormatError:
        raise
    except ValueError as error:  # a cell outside of the grid, a number of thousands of digits
        raise FormatError(str(error)) from None
    if not isinstance(digits, dict):
        return Answer(None, digits)
    cells, board = range(puzzle.rules.cell_count), puzzle.rules.board
    missing = next((c for c in cells if c not in digits), None)
    if missing is not None:
        raise BackendError(f"the answer is no solution: {cell_name(missing, board)} has no digit")
    grid = tuple(digits[cell] for cell in cells)
    fault = verify.fault(grid, puzzle.rules, puzzle.candidates)
    if fault is not None:
        raise BackendError(f"the answer is no solution: {fault}")
    return Answer(grid, True)


def _dimacs(rules: Rules, candidates: Candidates, encoding: str = "extended") -> str:
    formula = cnf.encode(rules, encoding)
    formula.clauses.extend((x,) for x in cnf.assumptions(candidates, rules))
    if 0 in candidates:
        formula.clauses.append(())
    n = rules.size
    return cnf.dimacs(
        formula,
        [
            f"a sudoku of size {n}: variable ((row - 1) * {n} + column - 1) * {n} + digit"
            if rules.board.is_square
            else f"{rules.cell_count} cells: variable (cell - 1) * {n} + digit, row by row,",
            "says that the cell in this row and column has this digit",
        ],
    )


def _cp_sat(rules: Rules, candidates: Candidates) -> str:
    return cp.proto_text(cp.integer_model(rules, candidates)) + "\n"


def _read_dimacs(text: str, rules: Rules) -> Digits | bool | None:
    return _of_literals(text, rules, "literals")


def _read_opb(text: str, rules: Rules) -> Digits | bool | None:
    return _of_literals(re.sub(r"(?m)(?<=[\s-])x(?=\d)", "", text), rules, "variables")


def _of_literals(text: str, rules: Rules, what: str) -> Digits | bool | None:
    answer = read_dimacs(text)
    if not answer.satisfiable:
        return answer.satisfiable
    if not answer.literals:
        raise FormatError(f"a solution is claimed and its {what} are missing")
    digits: Digits = {}
    for literal in answer.literals:
        if 0 < literal <= cnf.last_choice(rules):
            _put(digits, *cnf.meaning(literal, rules.size), rules)
    return digits


def _put(digits: Digits, cell: int, digit: int, rules: Rules) -> None:
    if digits.setdefault(cell, digit) != digit:
        name = cell_name(cell, rules.board)
        raise BackendError(f"the answer is no solution: {name} is {digits[cell]} and {digit}")


def _says_no(text: str) -> bool | None:
    """Return whether words say that there is no solution (False) or are silent about it (None)."""
    return False if re.search(r"\b(unsatisfiable|infeasible)\b", text, re.IGNORECASE) else None


# A name with its value behind it (GLPK marks whole numbers with a star), or at the end of a line
# with bounds and value before it, and words (HiGHS's table).
_LP_VALUE = re.compile(
    r"\bx_(r\d+c\d+)_(\d+)[ \t]+(?:\*[ \t]+)?(\S+)"
    r"|(\S+)[ \t]+(?:[A-Za-z]+[ \t]+)*x_(r\d+c\d+)_(\d+)[ \t]*$",
    re.MULTILINE,
)


def _read_lp(text: str, rules: Rules) -> Digits | bool | None:
    # CBC shows the values of its last attempt below, and HiGHS's table the bounds above.
    if re.search(r"(?mi)^(model status: *)?(integer )?infeasible\b", text):
        return False
    digits: Digits = {}
    for found in _LP_VALUE.finditer(text):
        name, digit, value = found[1] or found[5], found[2] or found[6], found[3] or found[4]
        if _number(value) > 0.5:
            _put(digits, parse_cell(name, rules.board), int(digit), rules)
    plain = re.search(r"(?m)^s mip \d+ (\d+) (\w)", text)
    if plain and not digits:
        return _read_plain_glpk(text, plain, rules)
    return digits or _nothing(text, "names such as x_r1c1_9 with their values")


def _read_plain_glpk(text: str, status: re.Match[str], rules: Rules) -> Digits | bool | None:
    """Read what ``glpsol --write`` writes: the numbers of columns, which are our variables."""
    if status[2] in "nu":  # no solution exists, or is undefined
        return False if status[2] == "n" else None
    columns = rows(rules)[1] if rules.others else cnf.last_choice(rules)
    if int(status[1]) != columns:
        raise FormatError(f"{status[1]} columns; expected {columns}")
    digits: Digits = {}
    for column, value in re.findall(r"(?m)^j (\d+) (\S+)", text):
        if _number(value) > 0.5 and 0 < int(column) <= cnf.last_choice(rules):
            _put(digits, *cnf.meaning(int(column), rules.size), rules)
    return digits


def _number(text: str) -> float:
    try:
        return float(text)
    except ValueError:
        raise FormatError(f"{text!r} as a value; expected a number") from None


def _nothing(text: str, expected: str) -> bool | None:
    says = _says_no(text)
    if says is None and not re.search(r"\bunknown\b|time limit", text, re.IGNORECASE):
        raise FormatError(f"no solution in the answer; expected {expected}")
    return says


def _read_minizinc(text: str, rules: Rules) -> Digits | bool | None:
    count = rules.cell_count
    first = text.split("----------", maxsplit=1)[0]
    lines = [line for line in first.splitlines() if not line.lstrip().startswith("%")]
    # With --output-mode the grid has a name, and as dzn its index sets.
    named = re.search(r'\bgrid"?\s*[=:]([^;}]*)', "\n".join(lines))
    if named:
        numbers = [int(n) for n in re.findall(r"\d+", re.sub(r"\d+\.\.\d+", "", named[1]))]
    else:
        words = (word for line in lines for word in line.split())
        numbers = [int(word) for word in words if word.isascii() and word.isdigit()]
    if not numbers:
        return _nothing(text, f"{count} digits")
    if len(numbers) != count:
        raise FormatError(f"{len(numbers)} digits; expected {count}")
    return {cell: number - rules.board.first + 1 for cell, number in enumerate(numbers)}


def _read_cp_sat(text: str, rules: Rules) -> Digits | bool | None:
    count = rules.cell_count
    listed = re.findall(r"\bsolution:\s*(\[[\d,\s-]*\]|-?\d+)", text)
    numbers = [int(number) for part in listed for number in re.findall(r"-?\d+", part)]
    if not numbers:
        return _nothing(text, f"{count} numbers as solution: …")
    if len(numbers) < count:
        raise FormatError(f"{len(numbers)} numbers; expected {count}")
    return dict(enumerate(numbers[:count]))


def _read_knuth(text: str, rules: Rules) -> Digits | bool | None:
    digits: Digits = {}
    for line in text.splitlines():
        cell = re.search(r"(?<!\S)(r\d+c\d+)(?!\S)", line)
        digit = re.search(r"(?<!\S)(?:[hg]\d+|r\d+c\d+)d(\d+)(?!\S)", line)
        if cell and digit:
            number = parse_cell(cell[1], rules.board)
            if number in digits and len(digits) == rules.cell_count:
                break  # the next solution
            _put(digits, number, int(digit[1]), rules)
    if digits:
        return digits
    if re.search(r"\b0 solutions", text):
        return False
    return _nothing(text, "options such as r1c1 h1d9")


_Writer: TypeAlias = Callable[[Rules, Candidates], str]
_Reader: TypeAlias = Callable[[str, Rules], "Digits | bool | None"]

_LANGUAGES: dict[str, tuple[_Writer, _Reader]] = {
    "dimacs": (_dimacs, _read_dimacs),
    "opb": (opb, _read_opb),
    "cp-sat": (_cp_sat, _read_cp_sat),
    "exact-cover": (knuth, _read_knuth),
    "minizinc": (minizinc, _read_minizinc),
    "lp": (lp, _read_lp),
}

LANGUAGES = tuple(_LANGUAGES)
"""The languages: ``dimacs`` (SAT), ``opb`` (pseudo-Boolean), ``cp-sat`` (the text form of a
CpModelProto), ``exact-cover`` (Knuth's programs), ``minizinc``, and ``lp`` (MIP)."""


def _language(name: str) -> tuple[_Writer, _Reader]:
    if name not in _LANGUAGES:
        raise OptionError(f"there is no language {name!r}; expected one of {', '.join(LANGUAGES)}")
    return _LANGUAGES[name]
