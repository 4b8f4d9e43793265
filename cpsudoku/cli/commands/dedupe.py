"""``cpsudoku dedupe``: keep one puzzle of each class of equals."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from tempfile import TemporaryFile
from typing import IO, cast

from cpsudoku import formats
from cpsudoku.cli import failures, options, output, progress
from cpsudoku.cli.limiting import Limit
from cpsudoku.cli.reading import Reader
from cpsudoku.cli.status import Status
from cpsudoku.puzzle import Puzzle
from cpsudoku.symmetry.duplicates import FirstOfEach

_READING = 0.7
"""The share of the time for reading; writing what is kept takes at most half as long."""


def command(
    puzzles: options.Puzzles,
    *,
    timeout: options.WholeTimeout = None,
    jobs: options.Jobs = None,
    notation: options.ReadAs = None,
    written: options.Format = None,
    output_file: options.Output = None,
    rules: options.RulesSpec = None,
    skip_bad: options.SkipBad = False,
    quiet: options.Quiet = False,
) -> Status:
    """Keep the first of all puzzles that are the same up to symmetry, in their order.

    The puzzles need not fit into memory: they and digests of their canonical forms go to temporary
    files (in TMPDIR; some 110 bytes a puzzle).

    With --timeout those are kept that were first among the puzzles read until then.

    Exit status: 0 done; 2 wrong usage or bad input; 3 time ran out, and not all were read.
    """
    limit = Limit(timeout)
    chosen = options.notation_of(output_file, written)
    reader = Reader(puzzles, rules=rules, notation=notation, skip_bad=skip_bad)
    # A pipe cannot be read twice, so the puzzles are kept aside for the second pass.
    with TemporaryFile("w+", encoding="utf-8", newline="\n") as aside:
        firsts = FirstOfEach(
            _copied(reader, aside, quiet),
            threads=jobs,
            until=lambda forms: limit.until(forms, _READING),
        )
        aside.seek(0)
        with output.destination(output_file) as out:
            writer = formats.Writer(cast(IO[str], out), chosen)
            for puzzle in limit.until(_kept(firsts, aside)):
                writer.write(puzzle)
            writer.close()
    if not quiet:
        bad = f"; {reader.bad} bad ones skipped" if reader.bad else ""
        failures.tell(f"kept {writer.written} of {firsts.puzzles} puzzles{bad}")
    return limit.status(firsts.puzzles)


def _kept(firsts: FirstOfEach, aside: IO[str]) -> Iterator[Puzzle]:
    if firsts.puzzles:
        # When time ran out, more were put aside than have been looked at.
        records = islice(formats.read(aside, format="line"), firsts.puzzles)
        for number, record in enumerate(records):
            if number in firsts:
                yield record.puzzle


def _copied(reader: Reader, aside: IO[str], quiet: bool) -> Iterator[Puzzle]:
    writer = formats.Writer(aside, "line")
    for record in progress.tracked(reader, "puzzles", quiet=quiet):
        writer.write(record.puzzle)
        yield record.puzzle
    writer.close()
