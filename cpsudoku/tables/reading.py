"""Puzzles in blocks: from lines, tables of text, and tables stored by columns.

Lines of classic puzzles are read in compiled code, tables of CSV, JSON lines, Parquet, Arrow and
NumPy by Arrow, a megabyte at a time.  Whatever is not a classic puzzle comes as a record, and so do
lines with something that only `cpsudoku.formats` knows: comments, quotes over several lines, rules
for what follows.
"""

from __future__ import annotations

import io
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import BinaryIO, TypeAlias, TypeVar

from cpsudoku.formats import columnar
from cpsudoku.formats.base import Job, Record
from cpsudoku.formats.containers import is_packed, unpacked
from cpsudoku.formats.source import bytes_of, is_columnar, is_plain_file
from cpsudoku.formats.tables import columns_named
from cpsudoku.tables import text
from cpsudoku.tables.blocks import CELLS, Block, RowFrame, split
from cpsudoku.tables.buffer import HEAD_LINES, Buffer
from cpsudoku.tables.forms import DOUBTFUL, MOST_PATIENCE, Form, PuzzleSource, array_of, form_of

SHORT = HEAD_LINES
"""A shorter file of text is read as records: the imports would take longer than its lines."""


Own = TypeVar("Own")

LineReader: TypeAlias = "Callable[[Buffer, Job, Form], Iterator[Own] | None]"
"""Reads the lines of a file in its own way; None where it cannot.  None in place of a part is not a
part, but comes before whatever it says next."""


def parts(
    source: PuzzleSource, lines: LineReader[Own] | None = None
) -> Iterator[Block | Record | Own]:
    """Yield the puzzles of a source in their order, as many at a time as are available.

    Args:
        source: where they come from; if it has a notation or rules given, all are records.
        lines: what reads lines before anything else does.

    Raises:
        FormatError: something is not a puzzle.
    """
    for argument in source.arguments:
        if not source.is_unguided:
            yield from source.read(argument)
        elif argument == "-":
            yield from parts_of(source, sys.stdin.buffer, "<stdin>", lines)
        elif is_plain_file(argument):
            with bytes_of(argument) as file:
                yield from parts_of(source, file, argument, lines)
        else:
            yield from source.read(argument)


def parts_of(
    source: PuzzleSource, stream: BinaryIO, name: str, lines: LineReader[Own] | None = None
) -> Iterator[Block | Record | Own]:
    """Yield the puzzles of a file in their order, as many at a time as are available.

    Raises:
        FormatError: something is not a puzzle.
    """
    if source.is_unguided:
        buffer = Buffer(stream)
        buffer.fill_head()
        yield from _parts_in(source, buffer, name, lines)
    else:
        yield from source.source(stream, name)


def _parts_in(
    source: PuzzleSource, buffer: Buffer, name: str, lines: LineReader[Own] | None
) -> Iterator[Block | Record | Own]:
    start = buffer.start
    if is_packed(start):
        yield from parts_of(source, unpacked(buffer.from_the_start(), start, name), name, lines)
        return
    job, found = source.job(name), False
    form = None if is_columnar(start) else form_of(buffer, name, job.column)
    known: Iterator[Block | Record | Own] | None
    if lines is not None:
        known = form and lines(buffer, job, form)
        if known is None:  # it may have dropped what stands before the header
            yield from _parts_in(source, buffer, name, None)
            return
    elif is_columnar(start):
        known = _of_columns(buffer.from_the_start(), start, job)
        known = _ahead(known) if buffer.is_regular else known
    elif form is None or buffer.now.data.count(form.gap or b"\n", 0, buffer.now.size) < SHORT:
        yield from source.source(buffer.rest(), name)
        return
    else:
        buffer.drop_mark()
        by_form = _lines if form.notation == "line" else _elements if form.gap else _rows
        known = by_form(buffer, job, form)
        known = _ahead(known) if buffer.is_regular else known
    for part in known:
        found = found or part is not None
        if isinstance(part, Record):
            source.report_ignored(part)
        yield part
    if not found and not job.bad_parts:
        yield from source.source(io.BytesIO(), name)  # which raises the error


def _ahead(parts: Iterator[Block | Record]) -> Iterator[Block | Record]:
    """Yield parts, reading the next one while a block is answered and written."""
    with ThreadPoolExecutor(1) as reader:
        part = next(parts, None)
        while part is not None:
            coming = reader.submit(next, parts, None) if isinstance(part, Block) else None
            yield part
            part = next(parts, None) if coming is None else coming.result()


def _of_columns(stream: BinaryIO, start: bytes, job: Job) -> Iterator[Block | Record]:
    for batch in columnar.batches(stream, start, job):
        columns = columns_named(tuple(batch.rows.schema.names), column=job.column)
        if columns is None:
            yield from columnar.records(batch, job)  # which raises the error
            return
        frame = RowFrame.whole(job, columns, batch.rows)
        yield from split(frame, job.source or "", batch.first)


def _rows(buffer: Buffer, job: Job, form: Form) -> Iterator[Block | Record]:
    """Yield the rows of a table of text, reading whole lines."""
    name = job.source or ""
    header = buffer.take_line() if form.header is not None else None
    while header == form.header and not (buffer.now.final and buffer.now.size == 0):
        now = buffer.now
        end = now.size if now.final else now.data.rfind(b"\n", 0, now.size) + 1
        if end == 0 and not now.is_full:
            buffer.fill()
            continue
        found = text.frame_of(now.begun(end), form, job) if end else None
        if found is not None:
            frame, digits = found
            first, lines = buffer.line, len(frame.lines or ())
            buffer.drop(end, lines)
            yield from split(frame, name, first, digits=digits)
            continue
        number = max(1, now.data.count(b"\n", 0, end))
        if end == 0 or form.may_go_on(buffer, number):
            break
        yield from form.read(buffer.numbered(buffer.take_lines(number), name), job)
        if job.has_rules:
            break
    yield from form.read(buffer.numbered(buffer.rest(), name), job)


def _elements(buffer: Buffer, job: Job, form: Form) -> Iterator[Block | Record]:
    """Yield the objects of an array, reading whole objects.

    The text between the first two separates them.  If an object contains the same text, Arrow
    cannot read its parts, and the general reader of JSON reads the rest.
    """
    name, glue = job.source or "", b"}%b{" % form.gap
    before = array_of(buffer.now.data)
    buffer.drop(len(before), before.count(b"\n"))
    while buffer.now.size:
        now = buffer.now
        at = now.data.rfind(glue, 0, now.size) + 1
        if at == 0 and not (now.final or now.is_full):
            buffer.fill()
            continue
        data, end = now.begun(at), at + len(form.gap)
        if now.final:
            data, end = now.begun(now.size).rstrip(), now.size
        is_whole = bool(data) and (not now.final or data.endswith(b"]"))
        data = data.removesuffix(b"]")
        first, lines = buffer.line, 0
        found = text.elements_of(data, form, job) if is_whole else None
        if found is not None:
            frame, digits, after = found
            lines = len(frame.lines or ()) if after is None else 0
            yield from split(frame, name, first, after, digits)
        elif is_whole and text.is_json(data):
            yield from form.read(buffer.numbered(io.BytesIO(data + b"]"), name), job)
        else:
            yield from form.read(buffer.numbered(buffer.rest(), name), job)
            return
        buffer.line = first
        buffer.drop(end, lines or now.data.count(b"\n", 0, end))


def _lines(buffer: Buffer, job: Job, form: Form) -> Iterator[Block | Record]:
    name = job.source or ""
    patience, doubtful = 1, False
    while True:
        before = buffer.line
        yield from _known_lines(buffer, job, doubtful=doubtful)
        if buffer.now.final and buffer.now.size == 0:
            return
        # If the compiled code succeeds, it is asked again soon; otherwise less and less often.
        known = buffer.line - before
        patience, doubtful = 1 if known >= patience else min(2 * patience, MOST_PATIENCE), True
        begun = buffer.line
        taken = buffer.take_lines(patience)
        yield from form.read(buffer.numbered(taken, name), job)
        if job.has_rules or buffer.line == begun:  # or a line longer than any block
            yield from form.read(buffer.numbered(buffer.rest(), name), job)
            return


def _known_lines(buffer: Buffer, job: Job, *, doubtful: bool) -> Iterator[Block]:
    """Yield blocks up to a line that the compiled code does not know.

    Args:
        doubtful: whether such a line is likely soon, so that reading much would be wasted.
    """
    while True:
        now = buffer.now.begin(DOUBTFUL) if doubtful else buffer.now
        whole = now.size if now.final else now.data.rfind(b"\n", 0, now.size) + 1
        data = now.begun(whole)
        digits, end = text.first_puzzles(data)
        lines = len(digits) - (0 < end == len(data) and not data.endswith(b"\n"))
        if len(digits):
            bare = len(digits) * CELLS + lines
            is_bare = end == bare or end == bare + data.count(b"\r", 0, end)
            frame = None if is_bare else RowFrame(job, "line", text.lines_of(data[:end]))
            yield Block(digits, job.source or "", buffer.line, frame)
        is_last = buffer.now.final and end == buffer.now.size
        is_full = buffer.now.is_full
        buffer.drop(end, lines)
        if end < whole or is_last or (end == 0 and is_full):
            return
        if buffer.now.final or buffer.now.data.find(b"\n", 0, buffer.now.size) >= 0:
            continue
        buffer.fill()
        doubtful = False
