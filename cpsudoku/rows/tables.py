"""Reads tables into blocks: CSV, JSON lines, Parquet, Arrow and NumPy's.

What is plain in a text is read in compiled code, by columns; all else row by row in Python, with
the same result.
"""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache
from itertools import chain
from typing import Any, BinaryIO

from cpsudoku import formats
from cpsudoku.errors import FormatError
from cpsudoku.formats import documents, strict_json
from cpsudoku.formats.base import Context, Record, is_directive
from cpsudoku.formats.columns import Roles, is_unread, of_variants
from cpsudoku.formats.source import naming_damage, refuse_undecoded
from cpsudoku.formats.tables import (
    LONGEST_ROW,
    columns_named,
    header_of,
    record_of,
    row_of,
    rows,
)  # fmt: skip
from cpsudoku.ground import compiled
from cpsudoku.rows.block import (
    Block,
    Columns,
    classic_cells,
    columns_in,
    columns_of_rows,
    of_records,
)
from cpsudoku.rows.lines import Parts, numbered, numbered_in, read_rows
from cpsudoku.rows.values import Packed, listed, listed_rows

MOST_RECORDS = 256
"""Puzzles of a block that are read one by one."""


def of_csv(parts: Parts, context: Context) -> Iterator[Block]:
    """Yield the rows of a table of text."""
    data = next(parts)
    header = header_of(numbered(1, data, context), context)
    if header is None:
        raise FormatError(formats.NOTHING, source=context.source)
    places, number, _ = header
    rest = _after(data, number - 1)
    for lines, data in _whole_rows(chain([rest] if rest else [], parts), number):
        plain: Any = _plain_columns(data, places.separator, len(places.names))
        if b'"' in data:
            plain = _at_once(data, places)
        if plain is None:
            yield from _carefully(lines[0], data, places, context)
            continue
        yield from _table(lines, plain, places, context)


def _after(data: bytes, lines: int) -> bytes:
    """Return the bytes after some lines."""
    at = 0
    for _ in range(lines):
        at = data.find(b"\n", at) + 1 or len(data)
    return data[at:]


def _whole_rows(parts: Parts, first: int) -> Iterator[tuple[range, bytes]]:
    """Yield parts that end with a row, with the numbers of their lines, given that of the first.

    No quote is open at the end of a row, unless that is too long.
    """
    ahead, data = b"", next(parts, b"")
    while data:
        taken = 0
        while data.count(b'"') % 2 and taken < LONGEST_ROW:
            ahead = ahead or next(parts, b"")
            if not ahead:
                break
            end = ahead.find(b"\n", max(ahead.find(b'"'), 0)) + 1 or len(ahead)
            taken += ahead.count(b"\n", 0, end)
            data, ahead = data + ahead[:end], ahead[end:]
        lines = _lines_of(data, first)
        yield lines, data
        first = lines.stop
        data, ahead = ahead or next(parts, b""), b""


def _lines_of(data: bytes, first: int) -> range:
    """Return the numbers of the lines of a part, given that of the first."""
    return range(first, first + data.count(b"\n") + (not data.endswith(b"\n")))


def _at_once(data: bytes, places: Roles) -> list[list[str]] | None:
    """Return the columns of lines with quotes, if each is a row and nothing else."""
    if b"#" in data or b"\r" in data or b"\0" in data:
        return None
    try:
        texts = data.decode().split("\n")
        texts = texts if texts[-1] else texts[:-1]
        rows = list(csv.reader(texts, delimiter=places.separator, strict=True))
    except (csv.Error, UnicodeDecodeError):
        return None
    if len(rows) != len(texts) or set(map(len, rows)) != {len(places.names)}:
        return None
    return _turned(rows)


def _turned(rows: list[list[str]]) -> list[list[str]]:
    return list(map(list, zip(*rows, strict=True)))


def _carefully(first: int, data: bytes, places: Roles, context: Context) -> Iterator[Block]:
    """Yield rows among which are comments, faults, or fields with line ends."""
    numbers: list[int] = []
    found: list[list[str]] = []
    failure: FormatError | None = None
    try:
        for number, text, fields in rows(numbered(first, data, context), places):
            if fields is None:  # a comment, which may say other rules for what follows
                if numbers and is_directive(text):
                    yield from _table(numbers, _turned(found), places, context)
                    numbers, found = [], []
                context.take_directive(text, number)
            elif isinstance(fields, FormatError):
                context.bad(fields, number, text)
            else:
                numbers.append(number)
                found.append(fields)
    except FormatError as error:  # what was read before is answered first
        failure = error
    if numbers:
        yield from _table(numbers, _turned(found), places, context)
    if failure is not None:
        raise failure


def _table(
    lines: range | list[int], values: Sequence[Any], places: Roles, context: Context, *,
    is_text: bool = True,
) -> Iterator[Block]:  # fmt: skip
    """Yield the rows of a table, given its columns; in a text their widths say where a fault is."""
    places.sure(context.column, context.source)
    count, cells = len(lines), values[places.cells]
    digits, odd = classic_cells(cells if isinstance(cells, Packed) else listed(cells, count))
    for place, name in enumerate(places.names):
        is_kind = place in of_variants(places.names)
        if is_kind or place == places.rules or name == "candidates":
            every = enumerate(listed(values[place], count))
            some = (row for row, one in every if one and (not is_kind or is_unread(name, one)))
            odd = sorted({*odd, *some})
    if context.has_rules:
        odd = list(range(count))
    own = Columns(places.names, tuple(values), context.column)

    rows_read = cache(lambda: listed_rows(values, count))  # only where a row is read by itself

    def read(row: int) -> Record:
        fields = list(rows_read()[row])
        if not is_text:
            return record_of(fields, places, context)
        return row_of("".join(fields), fields, places, context)

    def text_of(row: int) -> str:
        return _row_text(rows_read()[row], places, is_text=is_text)

    yield from _given(*read_rows(lines, digits, odd, read, context, text_of=text_of, own=own))


def _row_text(fields: Sequence[Any], places: Roles, *, is_text: bool) -> str:
    """Return a row as its text has it, or as an object of JSON where it has no text."""
    if not is_text:
        named = dict(zip(places.names, fields, strict=True))
        return json.dumps(named, ensure_ascii=False, default=str)
    text = io.StringIO(newline="")
    csv.writer(text, delimiter=places.separator, lineterminator="").writerow(fields)
    return text.getvalue()


def _given(block: Block, kept: Sequence[int], failure: FormatError | None) -> Iterator[Block]:
    if kept:
        yield block
    if failure:
        raise failure


def of_columns(stream: BinaryIO, start: bytes, context: Context) -> Iterator[Block]:
    """Yield the rows of Parquet, Arrow's own files and NumPy's."""
    from cpsudoku.rows import columnar

    for first, batch in columnar.batches(stream, start, context):
        names = tuple(batch.schema.names)
        with naming_damage(context.source):
            places = columns_named(names, column=context.column)
            if places is None:
                wanted = "one of puzzles, such as 'puzzle', or --column NAME if the command has it"
                found = ", ".join(names) or "without a name"
                raise FormatError(f"columns {found}; expected {wanted}")
        lines = range(first, first + batch.num_rows)
        yield from _table(lines, batch.columns, places, context, is_text=False)


def of_objects(parts: Parts, context: Context) -> Iterator[Block]:
    """Yield the objects of JSON lines; from the first that takes several lines on, one by one."""
    first = 1
    for data in parts:
        lines = _lines_of(data, first)
        plain = None if context.column or context.has_rules else _plain_objects(data)
        if plain is not None:
            names, values = plain
            places = columns_named(names)
            assert places is not None  # as the first object has a puzzle
            yield from _table(lines, values, places, context, is_text=False)
            first = lines.stop
            continue
        texts = numbered(first, data, context)
        found: list[tuple[int, str]] = []
        for number, text in texts:
            if text.strip()[:1] in {"", "#"}:
                continue
            if text.lstrip().startswith("{") and not text.rstrip().endswith("}"):
                yield from _objects(found, context)
                others = numbered_in(parts, lines.stop, context)
                rest = documents.read(chain([(number, text)], texts, others), context)
                yield from in_blocks(rest, context.column)
                return
            found.append((number, text))
        yield from _objects(found, context)
        first = lines.stop


def of_array(parts: Parts, context: Context) -> Iterator[Block]:
    """Yield the objects of an array, a line each; from the first that is not plain on, one by one.

    The array begins with a line that has nothing but its bracket.
    """
    first, data, is_open = 2, next(parts)[2:], True
    while data and is_open:
        body, bracket, after = data.rpartition(b"\n]")
        is_last = bool(bracket) and not after.strip()
        objects = (body if is_last else data).replace(b"},\n", b"}\n")
        lines = _lines_of(objects, first)
        has_commas = data.count(b"},\n") == len(lines) - is_last
        plain = None if context.column or context.has_rules else _plain_objects(objects)
        if plain is None or not has_commas:
            break
        places = columns_named(plain[0])
        assert places is not None  # as the first object has a puzzle
        yield from _table(lines, plain[1], places, context, is_text=False)
        first, is_open, data = first + data.count(b"\n"), not is_last, next(parts, b"")
    rest = numbered_in(chain([data], parts), first, context)
    if is_open:
        rest = chain([(first - 1, "[")], rest)
    yield from in_blocks(documents.read(rest, context), context.column)


def in_blocks(records: Iterator[Record], column: str) -> Iterator[Block]:
    """Yield records in blocks; those before a bad one are yielded before its error is raised."""
    taken: list[Record] = []
    failure: FormatError | None = None
    while failure is None:
        try:
            for record in records:
                taken.append(record)
                if len(taken) == MOST_RECORDS:
                    break
        except FormatError as error:
            failure = error
        if taken:
            yield of_records(taken, column)
        if len(taken) < MOST_RECORDS and failure is None:
            return
        taken = []
    raise failure


def _value(text: str) -> object:
    """Return the value of a line of JSON, or what is wrong with it."""
    try:
        value = strict_json.loads(getattr(text, "escaped", text))
        refuse_undecoded(text)
    except FormatError as error:
        return FormatError(error.message, column=error.column)
    return value


def _objects(found: list[tuple[int, str]], context: Context) -> Iterator[Block]:
    """Yield the rows that lines of JSON are, given their numbers."""
    lines, texts = [number for number, _ in found], [text for _, text in found]
    values = [_value(text) for text in texts]
    digits, odd = classic_cells([_plain_cells(one, context) for one in values])

    def read(row: int) -> Record:
        value = values[row]
        if isinstance(value, FormatError):
            raise value
        return documents.record_of(value, context)

    block, kept, failure = read_rows(lines, digits, odd, read, context, text_of=texts.__getitem__)
    records = block.records
    rows: list[Any] = [
        columns_in(records[new]) if new in records else values[old] for new, old in enumerate(kept)
    ]
    if rows:
        block = replace(block, own=columns_of_rows(rows, context.column))
    yield from _given(block, kept, failure)


def _plain_cells(value: Any, context: Context) -> object:
    """Return the text of a puzzle, if an object has nothing that could change it; else None."""
    is_plain = isinstance(value, dict) and not (context.has_rules or context.column)
    return None if not is_plain or documents.takes_more_than_cells(value) else value["puzzle"]


def _plain_objects(data: bytes) -> tuple[tuple[str, ...], list[Packed]] | None:
    """Return the columns of objects, a line each, if these are alike and plain."""
    try:
        first = strict_json.loads(data[: data.find(b"\n") + 1 or len(data)].decode())
    except (FormatError, UnicodeDecodeError):
        return None
    if not isinstance(first, dict) or documents.takes_more_than_cells(first):
        return None
    values = _plain_columns(data, "", len(first))
    return None if values is None else (tuple(first), values)


def _plain_columns(data: bytes, separator: str, count: int) -> list[Packed] | None:
    """Return the columns of lines, or of objects without a separator, if all in them is plain."""
    if not compiled.is_there() or not is_utf8(data):
        return None
    found = compiled.native.value_columns(data, separator, count)
    return None if found is None else [Packed(*one) for one in found]


def is_utf8(data: bytes) -> bool:
    """Return whether bytes are a text in UTF-8."""
    try:
        return data.isascii() or bool(data.decode())
    except UnicodeDecodeError:
        return False
