"""``cpsudoku decode``: another solver's answer, read back and verified."""

from __future__ import annotations

import sys

from cpsudoku import export
from cpsudoku.cli import options
from cpsudoku.cli.commands.export import LANGUAGE
from cpsudoku.cli.declaring import argument, as_command
from cpsudoku.cli.reading import given_puzzle
from cpsudoku.cli.status import Status
from cpsudoku.errors import FormatError
from cpsudoku.formats.source import text_of


@as_command(
    {
        "cpsudoku decode puzzle.txt answer.txt --to dimacs": "What a SAT solver wrote",
        "kissat puzzle.cnf | cpsudoku decode puzzle.txt - --to dimacs": "The same through a pipe",
        "cpsudoku decode puzzle.txt answer.txt --to minizinc": "What MiniZinc wrote",
    }
)
@options.PUZZLE
@argument("answer", "ANSWER", "The file with the answer, or - for standard input.")
@LANGUAGE
@options.READ_AS
@options.RULES
def command(
    *,
    puzzle: str | None,
    answer: str,
    to: str,
    read_as: str | None,
    rules: str | None,
) -> Status:
    """Read another solver's answer to an exported puzzle, and verify it.

    --to is the language that the puzzle was exported to.  That there is no solution is only
    the solver's word; `cpsudoku prove` gives a proof.

    Exit status: 0 a solution of the puzzle, printed; 1 the solver says that there is none; 2 usage
    error, bad input, or a grid that is not a solution; 3 the solver gave up.
    """
    asked = given_puzzle(puzzle or options.standard_input(), rules, read_as)
    try:
        text = sys.stdin.read() if answer == "-" else text_of(answer)
        found = export.decode(text, asked, to)
    except UnicodeDecodeError:
        raise FormatError("not text", source=answer) from None
    except FormatError as error:
        source = "<stdin>" if answer == "-" else answer
        raise FormatError(error.message, source=source, line=error.line) from None
    if found.solution is not None:
        print(asked.rules.text(found.solution))
        return Status.DONE
    if found.satisfiable is None:
        print("unknown: the solver gave up")
        return Status.UNKNOWN
    print("none: the solver says that there is no solution")
    return Status.NO
