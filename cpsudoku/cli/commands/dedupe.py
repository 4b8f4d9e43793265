"""``cpsudoku dedupe``: keep one puzzle of each class of equals."""

from __future__ import annotations

import pickle
from collections.abc import Iterator
from itertools import islice
from tempfile import TemporaryFile
from typing import IO, cast

from cpsudoku import formats
from cpsudoku.cli import failures, options, output, progress
from cpsudoku.cli.limiting import Limit
from cpsudoku.cli.reading import Reader
from cpsudoku.cli.status import Status
from cpsudoku.formats import Record
from cpsudoku.puzzle import Puzzle
from cpsudoku.symmetry.duplicates import FirstOfEach

_READING = 0.7
"""The share of the time for reading; writing what is kept takes at most half as long."""

_BLOCK = 1000
"""So many puzzles are put aside together: they share their rules and the names of columns."""


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
    files (in TMPDIR; some 300 bytes a puzzle, and the other columns of a table).

    With --timeout those are kept that were first among the puzzles read until then.

    Exit status: 0 done; 2 wrong usage or bad input; 3 time ran out, and not all were read.
    """
    limit = Limit(timeout)
    chosen = options.notation_of(output_file, written)
    reader = Reader(puzzles, rules=rules, notation=notation, skip_bad=skip_bad)
    # A pipe cannot be read twice, so the puzzles are kept aside for the second pass.
    with TemporaryFile() as aside:
        firsts = FirstOfEach(
            _copied(reader, aside, quiet),
            threads=jobs,
            until=lambda forms: limit.until(forms, _READING),
        )
        aside.seek(0)
        with output.destination(output_file) as out:
            writer = formats.Writer(cast(IO[str], out), chosen)
            for record in limit.until(_kept(firsts, aside)):
                writer.write(record)
            writer.close()
    if not quiet:
        bad = f"; {reader.bad} bad ones skipped" if reader.bad else ""
        failures.tell(f"kept {writer.written} of {firsts.puzzles} puzzles{bad}")
    return limit.status(firsts.puzzles)


def _kept(firsts: FirstOfEach, aside: IO[bytes]) -> Iterator[Record]:
    # When time ran out, more were put aside than have been looked at.
    numbered = zip(range(firsts.puzzles), _put_aside(aside), strict=False)
    return (record for number, record in numbered if number in firsts)


def _put_aside(aside: IO[bytes]) -> Iterator[Record]:
    while aside.peek(1):  # type: ignore[attr-defined]
        yield from pickle.load(aside)  # nobody else can write to the file


def _copied(reader: Reader, aside: IO[bytes], quiet: bool) -> Iterator[Puzzle]:
    records = progress.tracked(reader, "puzzles", quiet=quiet)
    while block := list(islice(records, _BLOCK)):
        pickle.dump(block, aside)
        for record in block:
            yield record.puzzle
