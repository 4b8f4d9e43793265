"""``cpsudoku decode``: another solver's answer, read back and verified."""

from __future__ import annotations

import sys
from typing import Annotated

from cpsudoku import export
from cpsudoku.cli import options
from cpsudoku.cli.bundles import bundled
from cpsudoku.cli.commands.export import LANGUAGE
from cpsudoku.cli.options import argument
from cpsudoku.cli.reading import PuzzleStream, only
from cpsudoku.cli.status import Status
from cpsudoku.errors import FormatError
from cpsudoku.formats.source import text_of


@bundled
def command(
    puzzle: options.Puzzle,
    answer: Annotated[str, argument("ANSWER", "The file with the answer, or - for stdin.")],
    *,
    to: str = LANGUAGE,
    read_as: str | None = options.READ_AS,
    rules: str | None = options.RULES,
) -> Status:
    """Read another solver's answer to an exported puzzle, and verify it.

    --to is the language that the puzzle was exported to.  An answer that there is no solution is
    the solver's word alone; `cpsudoku prove` gives a proof.

    Exit status: 0 a solution of the puzzle, printed; 1 the solver says that there is none; 2 usage
    error, bad input, or a grid that is not a solution; 3 the solver gave up.
    """
    record = only(PuzzleStream([puzzle], rules=rules, notation=read_as))
    try:
        text = sys.stdin.read() if answer == "-" else text_of(answer)
        found = export.decode(text, record.puzzle, to)
    except UnicodeDecodeError:
        raise FormatError("not text", source=answer) from None
    except FormatError as error:
        source = "<stdin>" if answer == "-" else answer
        raise FormatError(error.message, source=source, line=error.line) from None
    if found.solution is not None:
        print(record.puzzle.rules.text(found.solution))
        return Status.DONE
    if found.satisfiable is None:
        print("unknown: the solver gave up")
        return Status.UNKNOWN
    print("none: the solver says that there is no solution")
    return Status.NO
