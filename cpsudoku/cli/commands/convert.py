"""``cpsudoku convert``: puzzles from one notation to another."""

from __future__ import annotations

from typing import Annotated

import typer

from cpsudoku import formats
from cpsudoku.cli import failures, options, output
from cpsudoku.cli.limiting import Limit
from cpsudoku.cli.progress import tracked
from cpsudoku.cli.reading import Reader
from cpsudoku.cli.status import Status


def command(
    puzzles: options.Puzzles,
    *,
    notation: options.Format = None,
    read_as: options.ReadAs = None,
    rules: options.RulesSpec = None,
    meanings: options.Meanings = None,
    lossy: Annotated[
        bool,
        typer.Option("--lossy", help="Drop pencil marks where the notation has no place for them."),
    ] = False,
    strict: Annotated[
        bool,
        typer.Option("--strict", help="Refuse a puzzle of which something is not understood."),
    ] = False,
    timeout: options.WholeTimeout = None,
    output_file: options.Output = None,
    skip_bad: options.SkipBad = False,
    quiet: options.Quiet = False,
) -> Status:
    """Write puzzles in another notation.

    Without --format the name of the output file decides (.csv, .json, .jsonl, .sdk, .sdm), and
    otherwise it is one line a puzzle.  Solutions, names and comments go along where the notation
    has a place for them.

    Links and JSON of setters' programs are read with their variants; what is only drawn has no
    meaning, and is named by its looks on standard error; --map says what it means.

    Exit status: 0 done; 2 wrong usage or bad input; 3 time ran out, and some are not written.
    """
    limit = Limit(timeout)
    chosen = options.notation_of(output_file, notation)
    reader = Reader(
        puzzles, rules=rules, notation=read_as, skip_bad=skip_bad, strict=strict, meanings=meanings
    )
    with (
        output.destination(output_file) as out,
        formats.Writer(out, chosen, lossy=lossy) as writer,
    ):
        records = tracked(reader, "converting", to=output_file, quiet=quiet)
        for record in limit.until(records):
            writer.write(record)
    if reader.bad and not quiet:
        failures.tell(f"{writer.written} puzzles: {reader.bad} skipped")
    return limit.status(writer.written)
