"""Puzzles as arrays of digits, read by the block; whatever no array holds comes as a record.

Lines that are classic puzzles, in a file or a stream with one a line, are read in compiled code, a
block of a megabyte at a time.  Any other line is read in Python, and more and more of them where
they go on; all other files, and arguments that are puzzles, come as records.
"""

from __future__ import annotations

import io
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO, NamedTuple, TypeAlias, cast

from cpsudoku.bulk.block import Block
from cpsudoku.bulk.forms import DOUBTFUL, MOST_PATIENCE, Form, Source, form_of, from_the_start
from cpsudoku.bulk.rows import first_lines
from cpsudoku.formats.base import Job, Record
from cpsudoku.formats.containers import is_packed, unpacked
from cpsudoku.formats.source import is_file

if TYPE_CHECKING:
    from cpsudoku.bulk.rows import Digits

    Part: TypeAlias = Digits | Record
    """Some classic puzzles, an array of shape (n, 81), or a puzzle of any kind."""


class Rows(NamedTuple):
    """Classic puzzles of a file, a line each.

    Args:
        digits: an array of shape (n, 81).
        source: name of the file.
        line: the line of the first; the others follow it without a gap.
    """

    digits: Digits
    source: str
    line: int


def digits_or_records(source: Source) -> Iterator[Part]:
    """Yield the puzzles of a source as `rows_or_records` does, rows as bare arrays."""
    for part in rows_or_records(source):
        yield part.digits if isinstance(part, Rows) else part


def rows_or_records(source: Source, least: int = 0) -> Iterator[Rows | Record]:
    """Yield the puzzles of a source in their order, as many at a time as are there.

    Args:
        source: where they come from; a notation or rules that it was told make all of them records.
        least: a file with fewer lines has records alone; at most `HEAD_LINES`.

    Raises:
        FormatError: something is no puzzle.
        OSError: a file cannot be read.
    """
    for argument in source.arguments:
        if not source.is_unguided:
            yield from source.read(argument)
        elif argument == "-":
            yield from _stream(source, sys.stdin.buffer, "<stdin>", least)
        elif is_file(argument):
            with Path(argument).open("rb", buffering=0) as file:
                yield from _stream(source, cast(BinaryIO, file), argument, least)
        else:
            yield from source.read(argument)


def _stream(source: Source, stream: BinaryIO, name: str, least: int) -> Iterator[Rows | Record]:
    block = Block(stream)
    block.fill_head()
    start = block.now.data[: min(8, block.now.size)]
    if is_packed(start):
        unpacked_one = unpacked(from_the_start(stream, block), start, name)
        yield from _stream(source, unpacked_one, name, least)
        return
    form = form_of(block, name)
    is_short = block.head().count(b"\n") < least
    if form is None or form.notation != "line" or is_short:
        yield from source.source(block.rest(), name)
        return
    block.drop_mark()
    found, job = False, Job(None, name, source.on_bad)
    for part in _lines(block, name, job, form):
        found = True
        yield part
    if not found and not job.bad_parts:
        yield from source.source(io.BytesIO(), name)  # says so


def _lines(block: Block, name: str, job: Job, form: Form) -> Iterator[Rows | Record]:
    patience, doubtful = 1, False
    while True:
        before = block.line
        yield from _known_lines(block, name, doubtful=doubtful)
        if block.now.final and block.now.size == 0:
            return
        # Where the compiled code gets on, it is asked again soon; else less and less often.
        known = block.line - before
        patience, doubtful = 1 if known >= patience else min(2 * patience, MOST_PATIENCE), True
        begun = block.line
        taken = block.take_lines(patience)
        yield from form.read(block.numbered(taken, name), job)
        if job.has_rules or block.line == begun:  # or a line longer than any block
            yield from form.read(block.numbered(block.rest(), name), job)
            return


def _known_lines(block: Block, name: str, *, doubtful: bool) -> Iterator[Rows]:
    """Yield rows up to a line that the compiled code does not know.

    Args:
        block: where the lines are.
        name: of the file.
        doubtful: whether such a line may well come soon, so that much would be read in vain.
    """
    while True:
        text = block.now.begin(DOUBTFUL) if doubtful else block.now
        whole = text.size if text.final else text.data.rfind(b"\n", 0, text.size) + 1
        digits, end = first_lines(bytes(text.data[:whole]))
        if len(digits):
            yield Rows(digits, name, block.line)
        is_last = block.now.final and end == block.now.size
        is_full = block.now.is_full
        block.drop(end, text.data.count(b"\n", 0, end))
        if end < whole or is_last or (end == 0 and is_full):
            return
        if block.now.final or block.now.data.find(b"\n", 0, block.now.size) >= 0:
            continue
        block.fill()
        doubtful = False
