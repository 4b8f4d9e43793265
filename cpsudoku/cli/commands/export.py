"""``cpsudoku export``: a puzzle in the language of another solver."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

import typer

from cpsudoku import export
from cpsudoku.cli import completion, options, output
from cpsudoku.cli.limiting import Limit
from cpsudoku.cli.reading import Reader, only
from cpsudoku.cli.status import Status
from cpsudoku.deadline import OutOfTimeError
from cpsudoku.puzzle import Puzzle

Language = Annotated[
    str,
    typer.Option(
        metavar="LANGUAGE",
        help=f"One of {', '.join(export.LANGUAGES)}.",
        show_default=False,
        autocompletion=completion.one_of(lambda: export.LANGUAGES),
    ),
]


def command(
    puzzle: options.Puzzle,
    *,
    to: Language,
    encoding: Annotated[
        str,
        typer.Option(
            metavar="NAME",
            help="For dimacs: extended or minimal.",
            autocompletion=completion.one_of(lambda: ("extended", "minimal")),
        ),
    ] = "extended",
    timeout: options.WholeTimeout = None,
    output_file: options.Output = None,
    read_as: options.ReadAs = None,
    rules: options.RulesSpec = None,
) -> Status:
    """Write a puzzle in the language of another solver.

    dimacs is for SAT solvers, opb for pseudo-Boolean ones, lp for mixed-integer ones, cp-sat the
    text form of CP-SAT's CpModelProto, exact-cover what Knuth's programs read.  `cpsudoku decode`
    reads the answer back.

    A file that is not finished in time does not appear.

    Exit status: 0 done; 2 wrong usage or bad input; 3 time ran out.
    """
    limit = Limit(timeout)
    record = only(Reader([puzzle], rules=rules, notation=read_as))
    with output.destination(output_file) as out:
        for text in limit.until(_pieces(record.puzzle, to, encoding)):
            out.write(text)
        if limit.reached:
            raise OutOfTimeError  # half a problem is another problem
    return Status.DONE


def _pieces(puzzle: Puzzle, to: str, encoding: str) -> Iterator[str]:
    yield from export.export(puzzle, to, encoding=encoding)  # the first piece may be the long one
