"""``cpsudoku convert``: puzzles from one notation to another."""

from __future__ import annotations

from cpsudoku.cli import options
from cpsudoku.cli.declaring import OUTPUT, as_command, option
from cpsudoku.cli.limiting import Limit
from cpsudoku.cli.options import Reading, Writing, reading, writing
from cpsudoku.cli.sharding import Sharding, sharding
from cpsudoku.cli.status import Status


@as_command(
    {
        "cpsudoku convert puzzles.sdk -o puzzles.csv": "A table of a file of puzzles",
        "cpsudoku convert puzzle.txt -f fpuzzles": "A link that f-puzzles opens",
        "cpsudoku convert puzzle.txt -f drawn": "A drawing in text",
    }
)
@reading
@writing
@option("--lossy", "Drop pencil marks that the format has no place for.", heading=OUTPUT)
@options.WHOLE_TIMEOUT
@sharding()
def command(
    reading: Reading,
    writing: Writing,
    sharding: Sharding,
    *,
    lossy: bool,
    timeout: float | None,
) -> Status:
    """Write puzzles in another notation.

    Without --format the name of the output file decides (.csv, .json, .jsonl, .sdk, .sdm), and
    otherwise it is one line a puzzle.  Solutions, names and comments go along where the notation
    has a place for them.

    Links and JSON of setters' programs are read with their variants; what is only drawn has no
    meaning, and is named by its looks on standard error; --map says what it means.

    Exit status: 0 done; 2 usage error or bad input; 3 time ran out, and some are not written.
    """
    if sharding.is_wanted:
        return sharding.of_puzzles(reading)
    limit, source = Limit(timeout), reading.source()
    written = writing.copied(limit.until(source), "converting", lossy=lossy)
    source.report_bad(written, quiet=writing.quiet)
    return limit.status(written)
