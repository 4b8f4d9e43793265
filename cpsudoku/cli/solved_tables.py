"""Tables solved by the block: a table in, a table with solutions and verdicts out."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from itertools import groupby
from typing import cast

from cpsudoku.bulk.arrays import solve_many
from cpsudoku.bulk.asking import Question, results
from cpsudoku.cli.reading import Reader
from cpsudoku.formats.base import Record
from cpsudoku.formats.columns import beside
from cpsudoku.formats.source import is_file
from cpsudoku.formats.writing import Writer
from cpsudoku.result import Result
from cpsudoku.rules import classic
from cpsudoku.tables.blocks import Rows, blocks

_VERDICTS = ("none", "unique", "multiple")


def solved(
    reader: Reader,
    question: Question,
    writer: Writer,
    show: Callable[[Record, Result], str],
    jobs: int | None,
) -> Iterator[tuple[str, int]]:
    """Write the solutions of all puzzles of some arguments as rows of one table.

    Args:
        reader: where the puzzles come from.
        question: the search, of two solutions, that the compiled engine for many puzzles answers.
        writer: writes the table.
        show: writes a puzzle that came in no such row, and returns its verdict in words.
        jobs: threads; None for as many as the process may run on.

    Yields:
        A verdict in words, and of how many puzzles in a row it is.
    """
    for argument in reader.arguments:
        for is_block, parts in groupby(_parts(reader, argument), lambda part: type(part) is Rows):
            if is_block:
                for block in cast(Iterator[Rows], parts):
                    yield from _block(block, question, writer, show, jobs)
            else:
                records = cast(Iterator[Record], parts)
                for record, result in results(records, question, jobs):
                    yield show(record, result), 1


def _parts(reader: Reader, argument: str) -> Iterator[Rows | Record]:
    if argument != "-" and not is_file(argument):
        yield from reader.read(argument)
        return
    is_input = argument == "-"
    source, name = (sys.stdin.buffer, "<stdin>") if is_input else (argument, argument)
    for part in blocks(source, reader.job(name)):
        if isinstance(part, Record):
            reader.tell_ignored(part)
        yield part


def _block(
    block: Rows,
    question: Question,
    writer: Writer,
    show: Callable[[Record, Result], str],
    jobs: int | None,
) -> Iterator[tuple[str, int]]:
    import numpy as np

    columns = block.columns
    place = columns.solution
    added = ["verdict"] if place is not None else ["solution", "verdict"]
    if not writer.begin([*beside(columns.names, added), *added]):
        for record, result in results(block.records(), question, jobs):
            yield show(record, result), 1
        return
    digits = np.frombuffer(block.digits, np.uint8).reshape(-1, 81)
    batch = solve_many(digits, rules=classic(), limit=2, threads=jobs)
    text = (batch.solutions + np.uint8(ord("0"))).tobytes().decode("ascii")
    counts = batch.counts.tolist()
    for number, (row, count) in enumerate(zip(block.values, counts, strict=True)):
        solution = text[81 * number : 81 * number + 81] if count else ""
        if place is None:
            row.append(solution)
        else:
            row[place] = solution
        row.append(_VERDICTS[count])
    writer.write_rows(block.values)
    for words, number in (
        ("without solution", counts.count(0)),
        ("solved", sum(map(bool, counts))),
    ):
        if number:
            yield words, number
