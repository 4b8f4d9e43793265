"""``cpsudoku shuffle``: random copies of puzzles that are the same up to symmetry."""

from __future__ import annotations

from typing import IO, Annotated, cast

from cpsudoku import formats
from cpsudoku.cli import options, output
from cpsudoku.cli.reading import Reader
from cpsudoku.generation.randomness import Randomness
from cpsudoku.puzzle import Puzzle
from cpsudoku.rules import classic
from cpsudoku.symmetry.shuffling import copies_of


def command(
    puzzles: options.Puzzles,
    *,
    copies: Annotated[
        int, options.whole("--copies", "-n", help="How many copies of each puzzle.")
    ] = 1,
    seed: options.Seed = 0,
    notation: options.ReadAs = None,
    written: options.Format = None,
    output_file: options.Output = None,
    rules: options.RulesSpec = None,
    skip_bad: options.SkipBad = False,
) -> None:
    """Write random copies of each puzzle that are the same up to symmetry.

    All transformations are equally likely.  A copy depends on the seed and on its number alone.
    """
    chosen = options.notation_of(output_file, written)
    read = Reader(puzzles, rules=rules, notation=notation, skip_bad=skip_bad)
    with output.destination(output_file) as out:
        writer = formats.Writer(cast(IO[str], out), chosen)
        asked = (record.puzzle for record in read)
        for copy in copies_of(asked, copies, seed=seed, stream=Randomness):
            if isinstance(copy, Puzzle):
                writer.write(copy)
            elif chosen == "line":
                writer.tell(classic())
                out.write_bytes(copy)
            else:
                for line in copy.decode().splitlines():
                    writer.write(formats.parse(line))
        writer.close()
