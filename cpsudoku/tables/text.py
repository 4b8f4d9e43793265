"""Lines of CSV and of JSON as columns, as far as each line is a row and says nothing else.

Columns of CSV are texts.  Of JSON each column has the type that it has in the first line; where a
value is of another, or one that Arrow would change (numbers with a point, times, lists), the lines
themselves are kept beside the columns, and whoever needs all of a row reads it from there.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from cpsudoku.formats import documents
from cpsudoku.formats.base import Job
from cpsudoku.formats.tables import ColumnPlaces, columns_named, columns_of
from cpsudoku.tables import arrow
from cpsudoku.tables.blocks import RowFrame
from cpsudoku.tables.forms import Form

if TYPE_CHECKING:
    import numpy as np
    import pyarrow as pa
    from numpy.typing import NDArray


def frame_of(data: bytes, form: Form, job: Job) -> RowFrame | None:
    """Return the columns of some lines, or None where they are not one row each.

    Args:
        data: whole lines, in UTF-8.
    """
    import pyarrow as pa

    lines = lines_of(data)
    try:
        if form.notation == "csv":
            columns = columns_of(form.header or "", job.column)
            assert columns is not None  # it has been found to be a header
            rows = _csv(data, columns)
            frame = RowFrame(job, "csv", lines, columns, rows, is_whole=True)
        else:
            frame = _json(data, lines, job)
    except (pa.ArrowInvalid, pa.ArrowKeyError, pa.ArrowNotImplementedError, ValueError):
        return None
    return frame if frame.rows is not None and frame.rows.num_rows == len(lines) else None


def as_lines(data: bytes, gap: bytes) -> bytes:
    """Return objects of an array as a line each, which begins where the object did.

    Args:
        gap: what stands between two of them.
    """
    ended = b"}%b\n{" % (b" " * (len(gap) - 1))
    return data.replace(b"\n", b" ").replace(b"}%b{" % gap.replace(b"\n", b" "), ended)


def is_json(data: bytes) -> bool:
    """Return whether elements of an array are whole values of JSON."""
    try:
        json.loads(b"[%b]" % data)
    except (ValueError, RecursionError):
        return False
    return True


def lines_before(frame: RowFrame, data: bytes) -> NDArray[np.int64]:
    """Return how many lines of a text end before each row that has been made of it."""
    import numpy as np

    assert frame.lines is not None
    ends = np.flatnonzero(np.frombuffer(data, np.uint8) == ord("\n"))
    return np.searchsorted(ends, arrow.offsets_of(frame.lines)[:-1])


def lines_of(data: bytes) -> pa.StringArray:
    """Return each line of a text with its end; the text is not checked.

    Args:
        data: some lines, of which the last one may have no end.
    """
    import numpy as np
    import pyarrow as pa

    ends = np.flatnonzero(np.frombuffer(data, np.uint8) == ord("\n")) + 1
    if data and not data.endswith(b"\n"):
        ends = np.append(ends, len(data))
    offsets = np.concatenate([[0], ends]).astype(np.int32)
    return pa.StringArray.from_buffers(len(ends), pa.py_buffer(offsets), pa.py_buffer(data))


def _csv(data: bytes, columns: ColumnPlaces) -> pa.RecordBatch:
    import pyarrow as pa
    from pyarrow import csv

    if data.startswith(b"#") or b"\n#" in data:
        raise ValueError("a line that may be a comment")
    numbered = [str(place) for place in range(len(columns.names))]
    table = csv.read_csv(
        pa.BufferReader(data),
        csv.ReadOptions(column_names=numbered, block_size=len(data) + 1, use_threads=False),
        csv.ParseOptions(delimiter=columns.separator, newlines_in_values=True),
        csv.ConvertOptions(
            column_types=dict.fromkeys(numbered, pa.string()), strings_can_be_null=False
        ),
    )
    return _batch(table, columns.names)


def _batch(table: pa.Table, names: tuple[str, ...]) -> pa.RecordBatch:
    import pyarrow as pa

    columns = [column.combine_chunks() for column in table.columns]
    return pa.RecordBatch.from_arrays(columns, names=list(names))


def _json(data: bytes, lines: pa.StringArray, job: Job) -> RowFrame:
    import pyarrow as pa
    from pyarrow import json as reader

    kinds = {str: pa.string(), int: pa.int64(), bool: pa.bool_()}
    first = json.loads(lines[0].as_py())
    typed = {name: kinds[type(value)] for name, value in first.items() if type(value) in kinds}
    table = reader.read_json(
        pa.BufferReader(data),
        reader.ReadOptions(use_threads=False, block_size=len(data) + 1),
        reader.ParseOptions(explicit_schema=pa.schema(typed.items()), newlines_in_values=False),
    )
    names = tuple(table.schema.names)
    if documents.takes_more_than_cells(names):
        raise ValueError("an object that may be more than its puzzle")
    columns = columns_named(names, column=job.column)
    is_whole = names == tuple(first) == tuple(typed) and not any(
        column.null_count for column in table.columns
    )
    return RowFrame(job, "json", lines, columns, _batch(table, names), is_whole)
