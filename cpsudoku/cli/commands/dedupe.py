"""``cpsudoku dedupe``: keep one puzzle of each class of equals."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from cpsudoku.cli import failures, options, progress
from cpsudoku.cli.bundles import Reading, Writing
from cpsudoku.cli.deduping import in_passes
from cpsudoku.cli.limiting import Limit
from cpsudoku.cli.sharding import sharded
from cpsudoku.cli.status import Status
from cpsudoku.rules import Rules
from cpsudoku.symmetry.canonical import Canonized, canonical_parts
from cpsudoku.symmetry.duplicates import FirstOfEach
from cpsudoku.tables.aside import Aside, Part
from cpsudoku.tables.blocks import Block
from cpsudoku.tables.reading import parts
from cpsudoku.tables.writing import write_part

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_READING = 0.7
"""The share of the time for reading; writing what is kept takes at most half as long."""


@sharded(by=in_passes)
def command(
    reading: Reading,
    *,
    timeout: options.WholeTimeout = None,
    jobs: options.Jobs = None,
    writing: Writing,
) -> Status:
    """Keep the first of all puzzles that are the same up to symmetry, in their order.

    The puzzles need not fit into memory: they and digests of their canonical forms go to temporary
    files (in TMPDIR; some 110 bytes a puzzle, and the other columns of a table).

    With --timeout those are kept that were first among the puzzles read until then.

    Exit status: 0 done; 2 wrong usage or bad input; 3 time ran out, and not all were read.
    """
    limit = Limit(timeout)
    reader = reading.reader()
    # A pipe cannot be read twice, so the puzzles are kept aside for the second pass.
    with Aside() as aside:
        forms = limit.until(canonical_parts(parts(reader), threads=jobs), _READING)
        firsts = FirstOfEach(_put_aside(forms, aside, writing.quiet))
        with writing.puzzles() as table:
            for part in limit.until(_kept(firsts, aside)):
                write_part(table, part)
    if not writing.quiet:
        failures.tell(f"kept {table.written} of {firsts.puzzles} puzzles")
    reader.tell_bad(quiet=writing.quiet)
    return limit.status(firsts.puzzles)


def _put_aside(
    forms: Iterator[Canonized], aside: Aside, quiet: bool
) -> Iterator[tuple[NDArray[np.uint8], Rules]]:
    counted = ((some, len(some.part)) for some in forms)
    for (part, rules, found), _ in progress.tracked_counts(counted, "puzzles", quiet=quiet):
        aside.put(part)
        yield found.forms, rules


def _kept(firsts: FirstOfEach, aside: Aside) -> Iterator[Part]:
    """Yield of what was put aside the first of each class."""
    import numpy as np

    begin = 0
    for part in aside:
        chosen = np.flatnonzero(firsts.are_first(begin, len(part)))
        begin += len(part)
        if len(chosen) == len(part):
            yield part
        elif isinstance(part, Block) and len(chosen):
            yield part.chosen(chosen)
        elif not isinstance(part, Block):
            yield [part[number] for number in chosen.tolist()]
