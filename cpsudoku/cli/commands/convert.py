"""``cpsudoku convert``: puzzles from one notation to another."""

from __future__ import annotations

from cpsudoku.cli import options
from cpsudoku.cli.bundles import Reading, Writing
from cpsudoku.cli.limiting import Limit
from cpsudoku.cli.options import option
from cpsudoku.cli.progress import tracked_counts
from cpsudoku.cli.sharding import sharded
from cpsudoku.cli.status import Status
from cpsudoku.formats import Record
from cpsudoku.tables.reading import parts
from cpsudoku.tables.writing import write_part


@sharded()
def command(
    reading: Reading,
    *,
    lossy: bool = option("--lossy", "Drop pencil marks where the notation has no place for them."),
    timeout: float | None = options.WHOLE_TIMEOUT,
    writing: Writing,
) -> Status:
    """Write puzzles in another notation.

    Without --format the name of the output file decides (.csv, .json, .jsonl, .sdk, .sdm), and
    otherwise it is one line a puzzle.  Solutions, names and comments go along where the notation
    has a place for them.

    Links and JSON of setters' programs are read with their variants; what is only drawn has no
    meaning, and is named by its looks on standard error; --map says what it means.

    Exit status: 0 done; 2 usage error or bad input; 3 time ran out, and some are not written.
    """
    limit = Limit(timeout)
    reader = reading.reader()
    with writing.puzzles(lossy=lossy) as table:
        found = ((part, 1 if isinstance(part, Record) else len(part)) for part in parts(reader))
        shown = tracked_counts(found, "converting", to=writing.output_file, quiet=writing.quiet)
        for part, _ in limit.until(shown):
            write_part(table, part)
    reader.report_bad(table.written, quiet=writing.quiet)
    return limit.status(table.written)
