"""Lines of CSV and of JSON as columns, if each line is a row and nothing else.

Columns of CSV are texts.  A column of JSON has the type of its value in the first line; if another
value has another type, or one that Arrow would change (numbers with a point, times, lists), the
lines are kept beside the columns, and a reader that needs all of a row takes it from there.
"""

from __future__ import annotations

import codecs
import csv
import json
from dataclasses import replace

from cpsudoku import compiled
from cpsudoku.deferred import NDArray, np, pa
from cpsudoku.formats import documents, strict_json
from cpsudoku.formats.base import Job
from cpsudoku.formats.tables import ColumnPlaces, columns_named, columns_of
from cpsudoku.tables import arrow
from cpsudoku.tables.blocks import CELLS, Digits, RowFrame, RowValues
from cpsudoku.tables.forms import Form

_BROKEN = (ValueError, LookupError, NotImplementedError)
"""What Arrow and JSON raise for a text that they cannot read."""


def frame_of(data: bytes, form: Form, job: Job) -> tuple[RowFrame, Digits | None] | None:
    """Return the columns of whole lines in UTF-8, or None if they are not a row each.

    Returns:
        The frame, and the digits of the puzzles if they were found without the columns.
    """
    lines = lines_of(data)
    try:
        if form.notation == "json":
            return _objects(data, lines, job)
        columns = columns_of(form.header or "", job.column)
        assert columns is not None  # the form says that it is a header
        values = RowValues(_csv(data, columns, lines), is_whole=True)
    except _BROKEN:
        return None
    return RowFrame(job, "csv", lines, columns).holding(values), None


def elements_of(
    data: bytes, form: Form, job: Job
) -> tuple[RowFrame, Digits | None, NDArray[np.int64] | None] | None:
    """Return the columns of whole objects of an array in UTF-8, or None if they are not a row each.

    Returns:
        The frame, the digits as for `frame_of`, and the number of lines that end before each row;
        None if each object is a line.
    """
    if form.gap.endswith(b"\n") and form.gap.count(b"\n") == 1:
        found = frame_of(_with_gaps(data, form.gap), form, job)
        if found is not None:
            return *found, None
    gap = form.gap.replace(b"\n", b" ")
    found = frame_of(_with_gaps(data.replace(b"\n", b" "), gap), form, job)
    return None if found is None else (*found, _lines_before(found[0], data))


def _with_gaps(data: bytes, gap: bytes) -> bytes:
    """Return each object of an array as a line that begins where the object did."""
    return data.replace(b"}%b{" % gap, b"}%b\n{" % (b" " * (len(gap) - 1)))


def _lines_before(frame: RowFrame, data: bytes) -> NDArray[np.int64]:
    """Return how many lines of a text end before each row made from it."""
    assert frame.lines is not None
    ends = np.flatnonzero(np.frombuffer(data, np.uint8) == ord("\n"))
    return np.searchsorted(ends, arrow.offsets_of(frame.lines)[:-1])


def is_json(data: bytes) -> bool:
    """Return whether elements of an array are whole values of JSON."""
    try:
        json.loads(b"[%b]" % data)
    except (ValueError, RecursionError):
        return False
    return True


def lines_of(data: bytes) -> pa.StringArray:
    """Return the lines of a text with their ends, which the last may lack; it is not checked."""
    if compiled.is_there():
        places = compiled.native.line_places(data)
    else:
        ends = np.flatnonzero(np.frombuffer(data, np.uint8) == ord("\n")) + 1
        if data and not data.endswith(b"\n"):
            ends = np.append(ends, len(data))
        places = np.concatenate([[0], ends]).astype(np.int32).tobytes()
    count = len(places) // 4 - 1
    return pa.StringArray.from_buffers(count, pa.py_buffer(places), pa.py_buffer(data))


def _csv(data: bytes, columns: ColumnPlaces, lines: pa.StringArray) -> pa.RecordBatch:
    from pyarrow import csv as reader

    found = _plain_values(data, columns.names, columns.separator)
    if found is not None:
        return found
    starts = np.frombuffer(data, np.uint8)[arrow.offsets_of(lines)[:-1]]
    if data.startswith(codecs.BOM_UTF8) or (starts == ord("#")).any():
        raise ValueError("a line that may be a comment, or a value that Arrow takes for a mark")
    _refuse_text_after_quotes(data, columns.separator, lines)
    numbered = [str(place) for place in range(len(columns.names))]
    table = reader.read_csv(
        pa.BufferReader(data),
        reader.ReadOptions(column_names=numbered, block_size=len(data) + 1, use_threads=False),
        reader.ParseOptions(delimiter=columns.separator, newlines_in_values=True),
        reader.ConvertOptions(
            column_types=dict.fromkeys(numbered, pa.string()), strings_can_be_null=False
        ),
    )
    if table.num_rows != len(lines):
        raise ValueError("a row of several lines")
    return _batch(table, columns.names)


def _refuse_text_after_quotes(data: bytes, separator: str, lines: pa.StringArray) -> None:
    """Refuse fields with text after the closing quote, or without one, which Arrow drops.

    Raises:
        ValueError: there is one, or a row of several lines.
    """
    codes = np.frombuffer(b"\n%b\n" % data, np.uint8)
    at = np.flatnonzero(codes == ord('"'))
    if not len(at):
        return
    apart = np.diff(at, prepend=-1, append=len(codes)) > 1
    before = np.flatnonzero(apart[:-1])
    first, last = at[before], at[apart[1:]]  # of each run of quotes
    is_end = np.zeros(256, np.bool_)
    is_end[list(f"{separator}\r\n".encode())] = True
    # Two quotes are one within quotes, but an empty field at its beginning.
    is_odd, begins = (last - first) % 2 == 0, is_end[codes[first - 1]]
    is_wrong = np.where(is_odd, ~begins | (before % 2 == 1), begins)
    within = first[is_wrong & ~is_end[codes[last + 1]]] - 1
    rows = np.searchsorted(arrow.offsets_of(lines), within, "right") - 1
    checked = np.unique(np.append(rows, len(lines) - 1))  # the last one may have no closing quote
    try:
        list(csv.reader(lines.take(checked).to_pylist(), delimiter=separator, strict=True))
    except csv.Error as error:
        raise ValueError(str(error)) from error


def _batch(table: pa.Table, names: tuple[str, ...]) -> pa.RecordBatch:
    table.validate()  # for lists that begin with null Arrow makes a column that is too short
    columns = [column.combine_chunks() for column in table.columns]
    return pa.RecordBatch.from_arrays(columns, names=list(names))


def _objects(data: bytes, lines: pa.StringArray, job: Job) -> tuple[RowFrame, Digits | None] | None:
    if not is_utf8(data):
        return None  # the reader of single objects says where
    first = strict_json.loads(lines[0].as_py())
    if not isinstance(first, dict) or documents.takes_more_than_cells(first):
        return None  # an object that may be more than its puzzle
    columns = columns_named(tuple(first), column=job.column)
    frame = RowFrame(job, "json", lines, columns)
    if columns is not None and columns.names[columns.puzzle] == "puzzle":
        digits, end = first_puzzles(data, are_objects=True)
        if (len(digits), end) == (len(lines), len(data)):  # all have the same names
            return replace(frame, read=lambda: _values_of(data, first, len(lines))), digits
    if _may_have_odd_numbers(data):
        return None
    values, names = _values(data, first, len(lines))
    return replace(frame, columns=columns_named(names, column=job.column)).holding(values), None


def _may_have_odd_numbers(data: bytes) -> bool:
    """Return whether a text may have NaN or Infinity, which are numbers for Arrow but not JSON."""
    codes = np.frombuffer(data, np.uint8)
    # Ten times as fast as to find bytes.
    found = (np.flatnonzero(codes[:-1] == first) + 1 for first in b"NI")
    return any((codes[at] == then).any() for at, then in zip(found, b"an", strict=True))


def first_puzzles(data: bytes, *, are_objects: bool = False) -> tuple[Digits, int]:
    """Return the classic puzzles at the beginning of a text, a line each.

    Args:
        are_objects: whether lines are objects of JSON, of the same names in the same order.

    Returns:
        The digits, an array of shape (n, 81), and where the first line begins that is something
        else: without the compiled core at 0.
    """
    digits = np.empty((len(data) // CELLS + 1, CELLS), dtype=np.uint8)
    if not compiled.is_there():
        return digits[:0], 0
    number, end = compiled.native.line_digits(data, 0, digits, threads=1, objects=are_objects)
    return digits[:number], end


def is_utf8(data: bytes) -> bool:
    """Return whether bytes are a text in UTF-8."""
    if data.isascii():
        return True
    try:
        data.decode()
    except UnicodeDecodeError:
        return False
    return True


def _values_of(data: bytes, first: dict[str, object], count: int) -> RowValues:
    """Return the columns of objects; empty if a value has another type than the first one.

    The compiled code has read them, so each number in them is a number of JSON.
    """
    found = _plain_values(data, tuple(first))
    if found is not None:
        return RowValues(found, is_whole=True)
    try:
        return _values(data, first, count)[0]
    except _BROKEN:
        return RowValues()


def _plain_values(
    data: bytes, names: tuple[str, ...], separator: str = ""
) -> pa.RecordBatch | None:
    """Return the columns of lines, or of objects without a separator, if all in them is known."""
    if not compiled.is_there() or not is_utf8(data):
        return None
    found = compiled.native.value_columns(data, separator, len(names))
    if found is None:
        return None
    return pa.RecordBatch.from_arrays([_column(*one) for one in found], names=list(names))


def _column(kind: str, places: bytes, data: bytes, known: bytes | None) -> pa.Array:
    """Return a column that the compiled code has found."""
    there = None if known is None else np.frombuffer(known, np.bool_)
    if kind == "n":
        return pa.nulls(len(known or b""))
    if kind == "i":
        return arrow.numbers(np.frombuffer(data, np.int64), there)
    if kind == "b":
        return arrow.truth(np.frombuffer(data, np.bool_), there)
    count, bits = len(places) // 4 - 1, None if there is None else arrow.bits(there)
    texts = pa.StringArray.from_buffers(count, pa.py_buffer(places), pa.py_buffer(data), bits)
    if kind == "t":
        return texts
    return arrow.numbers(np.array([float(text or 0) for text in texts.to_pylist()]), there)


def _values(data: bytes, first: dict[str, object], count: int) -> tuple[RowValues, tuple[str, ...]]:
    from pyarrow import json as reader

    kinds = {str: pa.string(), int: pa.int64(), bool: pa.bool_()}
    typed = {name: kinds[type(value)] for name, value in first.items() if type(value) in kinds}
    table = reader.read_json(
        pa.BufferReader(data),
        reader.ReadOptions(use_threads=False, block_size=len(data) + 1),
        reader.ParseOptions(explicit_schema=pa.schema(typed.items()), newlines_in_values=False),
    )
    names = tuple(table.schema.names)
    if documents.takes_more_than_cells(names) or table.num_rows != count:
        raise ValueError("an object that may be more than its puzzle, or a line that is none")
    is_whole = names == tuple(first) == tuple(typed) and not any(
        column.null_count for column in table.columns
    )
    return RowValues(_batch(table, names), is_whole), names
