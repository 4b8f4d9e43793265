"""The rows of a table of CSV, some thousand at a time, with their classic puzzles as one text.

Where a row of a block is anything else (another board, pencil marks, rules, a comment, a fault),
the whole block comes as records, as `cpsudoku.formats` reads them.
"""

from __future__ import annotations

import csv
import time
from collections.abc import Iterator
from itertools import chain, islice
from typing import IO, NamedTuple

from cpsudoku import formats
from cpsudoku.errors import FormatError
from cpsudoku.formats import tables
from cpsudoku.formats.base import Job, Lines, Record
from cpsudoku.formats.sniffing import head_of, sniff
from cpsudoku.formats.source import lines_of, opened
from cpsudoku.formats.symbols import digits_or_none
from cpsudoku.formats.tables import Columns

ROWS = 4096
"""Rows of a block."""

SECONDS = 0.25
"""A block is not waited for any longer: input may come slowly."""

_CELLS = 81


class Rows(NamedTuple):
    """Rows of classic puzzles.

    Args:
        columns: the table's columns.
        values: for each row the texts of all columns.
        digits: the cells of all puzzles one after the other, 0 for a blank.
        numbered: the lines that they came in, after the header.
        job: how these are read.
    """

    columns: Columns
    values: list[list[str]]
    digits: bytes
    numbered: list[tuple[int, str]]
    job: Job

    def records(self) -> Iterator[Record]:
        """Yield the same puzzles one by one."""
        return tables.read(iter(self.numbered), self.job)


def blocks(source: str | IO[bytes], job: Job) -> Iterator[Rows | Record]:
    """Yield the rows of a table, or the puzzles of a text that is none.

    Args:
        source: a path or a stream.
        job: what to do with bad rows.

    Raises:
        FormatError: something is not a puzzle, or there is none at all.
        OSError: the file cannot be read.
    """
    found = False
    with opened(source, job.source) as stream:
        lines = lines_of(stream, job.source)
        head = head_of(lines)
        kind = sniff(head, job.source)
        read = _rows if kind == "csv" else formats.notation(kind).read
        for part in read(chain(head, lines), job):
            found = True
            yield part
    if not found and not job.bad_parts:
        raise FormatError(formats.NOTHING, source=job.source)


def _rows(lines: Lines, job: Job) -> Iterator[Rows | Record]:
    taken: list[tuple[int, str]]

    def texts() -> Iterator[str]:
        for numbered in lines:
            taken.append(numbered)
            yield numbered[1] + "\n"

    header = next(lines)
    while not header[1].strip():
        header = next(lines)
    columns = tables.columns_of(header[1])
    while columns is not None and columns.rules is None and not job.has_rules:
        taken = [header]
        values, digits = _block(texts(), columns)
        if digits is not None:
            yield Rows(columns, values, digits, taken, job)
        elif len(taken) > 1:
            yield from tables.read(iter(taken), job)
        else:
            return
    yield from tables.read(chain([header], lines), job)


def _in_time(rows: Iterator[list[str]]) -> Iterator[list[str]]:
    """Yield rows until those that are there had better be answered than wait for more."""
    begun = time.monotonic()
    for row in rows:
        yield row
        if time.monotonic() - begun > SECONDS:
            return


def _block(texts: Iterator[str], columns: Columns) -> tuple[list[list[str]], bytes | None]:
    """Return some rows, and the digits of all their puzzles if they are nothing but classic."""
    try:
        reader = csv.reader(texts, delimiter=columns.separator, strict=True)
        values = list(islice(_in_time(reader), ROWS))
    except csv.Error:  # read once more by who says where
        return [], None
    width = len(columns.names)
    if not values or any(len(row) != width for row in values):
        return [], None
    puzzles = [row[columns.puzzle] for row in values]
    if any(len(puzzle) != _CELLS for puzzle in puzzles):
        return [], None
    return values, digits_or_none("".join(puzzles), 9)
