"""``cpsudoku dedupe``: keep one puzzle of each class of equals."""

from __future__ import annotations

from collections.abc import Iterator
from tempfile import TemporaryFile
from typing import IO, cast

from cpsudoku import formats
from cpsudoku.cli import failures, options, output, progress
from cpsudoku.cli.reading import Reader
from cpsudoku.puzzle import Puzzle
from cpsudoku.symmetry.duplicates import FirstOfEach


def command(
    puzzles: options.Puzzles,
    *,
    jobs: options.Jobs = None,
    notation: options.ReadAs = None,
    written: options.Format = None,
    output_file: options.Output = None,
    rules: options.RulesSpec = None,
    skip_bad: options.SkipBad = False,
    quiet: options.Quiet = False,
) -> None:
    """Keep the first of all puzzles that are the same up to symmetry, in their order.

    The puzzles need not fit into memory: they and digests of their canonical forms go to temporary
    files (in TMPDIR; some 110 bytes a puzzle).
    """
    chosen = options.notation_of(output_file, written)
    reader = Reader(puzzles, rules=rules, notation=notation, skip_bad=skip_bad)
    # A pipe cannot be read twice, so the puzzles are kept aside for the second pass.
    with TemporaryFile("w+", encoding="utf-8", newline="\n") as aside:
        firsts = FirstOfEach(_copied(reader, aside, quiet), threads=jobs)
        aside.seek(0)
        with output.destination(output_file) as out:
            writer = formats.Writer(cast(IO[str], out), chosen)
            if firsts.puzzles:
                for number, record in enumerate(formats.read(aside, format="line")):
                    if number in firsts:
                        writer.write(record.puzzle)
            writer.close()
    if not quiet:
        bad = f"; {reader.bad} bad ones skipped" if reader.bad else ""
        failures.tell(f"kept {firsts.classes} of {firsts.puzzles} puzzles{bad}")


def _copied(reader: Reader, aside: IO[str], quiet: bool) -> Iterator[Puzzle]:
    writer = formats.Writer(aside, "line")
    for record in progress.tracked(reader, "puzzles", quiet=quiet):
        writer.write(record.puzzle)
        yield record.puzzle
    writer.close()
