"""``cpsudoku shuffle``: random copies of puzzles that are the same up to symmetry."""

from __future__ import annotations

from cpsudoku.cli import options
from cpsudoku.cli.declaring import as_command, whole
from cpsudoku.cli.limiting import Limit
from cpsudoku.cli.options import Reading, Writing, reading, whole_seed, writing
from cpsudoku.cli.sharding import Sharding, sharding
from cpsudoku.cli.status import Status
from cpsudoku.symmetry.shuffling import copies_of

_MADE = "Copies"


@as_command(
    {
        "cpsudoku shuffle puzzle.txt -n 10": "Ten puzzles that are the same up to symmetry",
        "cpsudoku shuffle puzzles.csv -o others.csv": "One of each, with the solution moved along",
        "cpsudoku shuffle puzzles.txt --seed 7": "Other copies",
    }
)
@reading
@whole("--copies -n", "Copies of each puzzle.", 1, heading=_MADE)
@whole_seed("Seed of the random transformations.", 0, heading=_MADE)
@writing
@options.WHOLE_TIMEOUT
@sharding()
def command(
    reading: Reading,
    writing: Writing,
    sharding: Sharding,
    *,
    copies: int,
    seed: int,
    timeout: float | None,
) -> Status:
    """Write random copies of each puzzle that are the same up to symmetry.

    All transformations are equally likely.  A copy depends only on the seed and its number.
    Solutions and other grids of a table move along; all other columns stay as they are.

    Exit status: 0 done; 2 usage error or bad input; 3 time ran out, and some are not written.
    """
    if sharding.is_wanted:
        return sharding.of_puzzles(reading)

    limit, source = Limit(timeout), reading.source()
    found = limit.until(copies_of(source, copies, seed=seed))
    written = writing.copied(found, "shuffling")
    source.report_bad(written, quiet=writing.quiet)
    return limit.status(written, "copies")
