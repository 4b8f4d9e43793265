"""``cpsudoku shuffle``: random copies of puzzles that are the same up to symmetry."""

from __future__ import annotations

from typing import Annotated

from cpsudoku.cli import options, output
from cpsudoku.cli.bundles import Reading, bundled
from cpsudoku.cli.limiting import Limit
from cpsudoku.cli.progress import tracked_counts
from cpsudoku.cli.status import Status
from cpsudoku.formats import Record
from cpsudoku.generation.randomness import Randomness
from cpsudoku.symmetry.shuffling import copies_of
from cpsudoku.tables.columns import Answers
from cpsudoku.tables.reading import parts


@bundled
def command(
    reading: Reading,
    *,
    copies: Annotated[
        int, options.whole("--copies", "-n", help="How many copies of each puzzle.")
    ] = 1,
    seed: options.Seed = 0,
    timeout: options.WholeTimeout = None,
    notation: options.Format = None,
    output_file: options.Output = None,
    quiet: options.Quiet = False,
) -> Status:
    """Write random copies of each puzzle that are the same up to symmetry.

    All transformations are equally likely.  A copy depends on the seed and on its number alone.
    Solutions and other grids of a table move along; all other columns stay as they are.

    Exit status: 0 done; 2 wrong usage or bad input; 3 time ran out, and some are not written.
    """
    limit = Limit(timeout)
    kind = options.notation_of(output_file, notation, columnar=True)
    reader = reading.reader()
    found = copies_of(parts(reader), copies, seed=seed, stream=Randomness)
    counted = ((part, 1 if isinstance(part, Record) else len(part)) for part in found)
    shown = tracked_counts(counted, "shuffling", to=output_file, quiet=quiet)
    with output.puzzles(output_file, kind) as table:
        for part, _ in limit.until(shown):
            if isinstance(part, Record):
                table.write(part)
            else:
                table.write_block(part, Answers())
    return limit.status(table.written, "copies")
