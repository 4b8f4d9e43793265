"""``cpsudoku shuffle``: random copies of puzzles that are the same up to symmetry."""

from __future__ import annotations

from typing import IO, Annotated, cast

from cpsudoku import formats
from cpsudoku.cli import options, output
from cpsudoku.cli.limiting import Limit
from cpsudoku.cli.reading import Reader
from cpsudoku.cli.status import Status
from cpsudoku.formats import Record
from cpsudoku.generation.randomness import Randomness
from cpsudoku.rules import classic
from cpsudoku.symmetry.shuffling import copies_of


def command(
    puzzles: options.Puzzles,
    *,
    copies: Annotated[
        int, options.whole("--copies", "-n", help="How many copies of each puzzle.")
    ] = 1,
    seed: options.Seed = 0,
    timeout: options.WholeTimeout = None,
    notation: options.ReadAs = None,
    written: options.Format = None,
    output_file: options.Output = None,
    rules: options.RulesSpec = None,
    skip_bad: options.SkipBad = False,
) -> Status:
    """Write random copies of each puzzle that are the same up to symmetry.

    All transformations are equally likely.  A copy depends on the seed and on its number alone.
    Solutions and other grids of a table move along; all other columns stay as they are.

    Exit status: 0 done; 2 wrong usage or bad input; 3 time ran out, and some are not written.
    """
    limit, made = Limit(timeout), 0
    chosen = options.notation_of(output_file, written)
    read = Reader(puzzles, rules=rules, notation=notation, skip_bad=skip_bad)
    with output.destination(output_file) as out:
        writer = formats.Writer(cast(IO[str], out), chosen)
        for copy in limit.until(copies_of(read, copies, seed=seed, stream=Randomness)):
            made += 1 if isinstance(copy, Record) else copy.count(b"\n")
            if isinstance(copy, Record):
                writer.write(copy)
            elif chosen == "line":
                writer.tell(classic())
                out.write_bytes(copy)
            else:
                for line in copy.decode().splitlines():
                    writer.write(formats.parse(line))
        writer.close()
    return limit.status(made, "copies")
