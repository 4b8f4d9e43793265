"""``cpsudoku export``: a puzzle in the language of another solver."""

from __future__ import annotations

from typing import Annotated

import typer

from cpsudoku import export
from cpsudoku.cli import completion, options, output
from cpsudoku.cli.reading import Reader, only

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
    output_file: options.Output = None,
    read_as: options.ReadAs = None,
    rules: options.RulesSpec = None,
) -> None:
    """Write a puzzle in the language of another solver.

    dimacs is for SAT solvers, opb for pseudo-Boolean ones, lp for mixed-integer ones, cp-sat the
    text form of CP-SAT's CpModelProto, exact-cover what Knuth's programs read.  `cpsudoku decode`
    reads the answer back.

    Exit status: 0 done; 2 wrong usage or bad input.
    """
    record = only(Reader([puzzle], rules=rules, notation=read_as))
    with output.destination(output_file) as out:
        for text in export.export(record.puzzle, to, encoding=encoding):
            out.write(text)
