"""Tables solved by the block: a table in, a table with solutions and verdicts out."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import groupby
from typing import cast

from cpsudoku.bulk.arrays import solve_many
from cpsudoku.bulk.asking import Shared, ask_together
from cpsudoku.cli.reading import PuzzleStream
from cpsudoku.deferred import np
from cpsudoku.formats.base import Record
from cpsudoku.result import Result
from cpsudoku.rules import classic
from cpsudoku.tables import arrow
from cpsudoku.tables.blocks import Block
from cpsudoku.tables.columns import AnswerColumns
from cpsudoku.tables.reading import parts
from cpsudoku.tables.writing import TableWriter

_VERDICTS = ("none", "unique", "multiple")


def solved(
    reader: PuzzleStream,
    shared: Shared[Result],
    table: TableWriter,
    show: Callable[[Record, Result], str],
    jobs: int | None,
) -> Iterator[tuple[str, int]]:
    """Write the solutions of all puzzles of some arguments as rows of one table.

    Args:
        shared: the search, of two solutions, that the compiled engine for many puzzles answers.
        show: writes a puzzle that is not in a block, and returns its verdict in words.

    Yields:
        A verdict in words, and of how many puzzles in a row it is.
    """
    for is_block, group in groupby(parts(reader), lambda part: isinstance(part, Block)):
        if is_block:
            for block in cast(Iterator[Block], group):
                yield from _solved(block, table, jobs)
        else:
            for record, result in ask_together(cast(Iterator[Record], group), shared, jobs):
                yield show(record, result), 1


def _solved(block: Block, table: TableWriter, jobs: int | None) -> Iterator[tuple[str, int]]:
    batch = solve_many(block.digits, rules=classic(), limit=2, threads=jobs)
    verdicts: object = "unique"  # which all rows share as a rule, and then as one text
    if (batch.counts != 1).any():
        verdicts = arrow.called("take", arrow.texts(_VERDICTS), arrow.numbers(batch.counts))
    table.write_block(block, AnswerColumns(batch.solutions, {"verdict": verdicts}))
    without = len(block) - int(np.count_nonzero(batch.counts))
    for words, number in (("without solution", without), ("solved", len(block) - without)):
        if number:
            yield words, number
