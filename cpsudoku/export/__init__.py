r"""Puzzles for any solver in the world, and its answers back, verified.

>>> from cpsudoku import formats
>>> puzzle = formats.parse("12.........31..4")
>>> "".join(export(puzzle, "minizinc")).splitlines()[1]
'array[1..4, 1..4] of var 1..4: grid;'
>>> answer = decode("1 2 3 4\n3 4 2 1\n4 3 1 2\n2 1 4 3\n", puzzle, "minizinc")
Traceback (most recent call last):
cpsudoku.errors.BackendError: the answer is not a solution: r3c4 cannot be 2
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TypeAlias

from cpsudoku import verify
from cpsudoku.errors import BackendError, FormatError, OptionError
from cpsudoku.export import models, zero_one
from cpsudoku.export.reading import Read
from cpsudoku.puzzle import Puzzle
from cpsudoku.rules import Grid, Rules, cell_name

_Language: TypeAlias = tuple[Callable[..., Iterator[str]], Callable[[str, Rules], Read]]

_LANGUAGES: dict[str, _Language] = {
    "dimacs": (zero_one.write_dimacs, zero_one.read_dimacs),
    "opb": (zero_one.write_opb, zero_one.read_opb),
    "cp-sat": (models.write_cp_sat, models.read_cp_sat),
    "exact-cover": (models.write_exact_cover, models.read_exact_cover),
    "minizinc": (models.write_minizinc, models.read_minizinc),
    "lp": (zero_one.write_lp, zero_one.read_lp),
}
"""For each language what writes a puzzle, and what reads an answer."""

LANGUAGES = tuple(_LANGUAGES)
"""The languages: ``dimacs`` (SAT), ``opb`` (pseudo-Boolean), ``cp-sat`` (the text form of a
CpModelProto), ``exact-cover`` (Knuth's programs), ``minizinc``, and ``lp`` (MIP)."""


@dataclass(frozen=True, slots=True)
class SolverAnswer:
    """The answer of a solver.

    Args:
        solution: the grid, verified; None where the answer has none.
        satisfiable: whether the solver says that there is a solution; None if it gave up.
    """

    solution: Grid | None
    satisfiable: bool | None


def export(puzzle: Puzzle, language: str, *, encoding: str = "extended") -> Iterator[str]:
    """Yield a puzzle in the language of a solver, piece by piece: it may be of any length.

    Args:
        encoding: for ``dimacs``, one of `cpsudoku.encodings.cnf.ENCODINGS`.

    Raises:
        OptionError: there is no such language or encoding.
        UnsupportedError: a constraint would be too big in this language.
    """
    how = (encoding,) if language == "dimacs" else ()
    write, _ = _language(language)
    return write(puzzle.rules, puzzle.candidates, *how)


def decode(text: str, puzzle: Puzzle, language: str) -> SolverAnswer:
    """Read a solver's answer to an exported puzzle, and verify its solution.

    Args:
        text: the answer, as the solver printed it or wrote it to a file.

    Raises:
        OptionError: there is no such language.
        FormatError: the text is not an answer in this language.
        BackendError: its grid is not a solution of the puzzle.
    """
    _, read = _language(language)
    try:
        digits = read(text, puzzle.rules)
    except FormatError:
        raise
    except ValueError as error:  # a cell outside of the grid, a number of thousands of digits
        raise FormatError(str(error)) from None
    if not isinstance(digits, dict):
        return SolverAnswer(None, digits)
    cells, board = range(puzzle.rules.cell_count), puzzle.rules.board
    missing = next((c for c in cells if c not in digits), None)
    if missing is not None:
        name = cell_name(missing, board)
        raise BackendError(f"the answer is not a solution: {name} has no digit")
    grid = tuple(digits[cell] for cell in cells)
    fault = verify.fault(grid, puzzle.rules, puzzle.candidates)
    if fault is not None:
        raise BackendError(f"the answer is not a solution: {fault}")
    return SolverAnswer(grid, True)


def _language(name: str) -> _Language:
    if name not in LANGUAGES:
        raise OptionError(f"there is no language {name!r}; expected one of {', '.join(LANGUAGES)}")
    return _LANGUAGES[name]
