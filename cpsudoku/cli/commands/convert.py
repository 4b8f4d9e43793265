"""``cpsudoku convert``: puzzles from one notation to another."""

from __future__ import annotations

from typing import Annotated

import typer

from cpsudoku.cli import failures, options, output
from cpsudoku.cli.bundles import Reading, bundled
from cpsudoku.cli.limiting import Limit
from cpsudoku.cli.progress import tracked_counts
from cpsudoku.cli.status import Status
from cpsudoku.formats import Record
from cpsudoku.tables.columns import Answers
from cpsudoku.tables.reading import parts


@bundled
def command(
    reading: Reading,
    *,
    notation: options.Format = None,
    lossy: Annotated[
        bool,
        typer.Option("--lossy", help="Drop pencil marks where the notation has no place for them."),
    ] = False,
    timeout: options.WholeTimeout = None,
    output_file: options.Output = None,
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
    kind = options.notation_of(output_file, notation, columnar=True)
    reader = reading.reader()
    with output.puzzles(output_file, kind, lossy=lossy) as table:
        found = ((part, 1 if isinstance(part, Record) else len(part)) for part in parts(reader))
        shown = tracked_counts(found, "converting", to=output_file, quiet=quiet)
        for part, _ in limit.until(shown):
            if isinstance(part, Record):
                table.write(part)
            else:
                table.write_block(part, Answers())
    if reader.bad and not quiet:
        failures.tell(f"{table.written} puzzles: {reader.bad} skipped")
    return limit.status(table.written)
