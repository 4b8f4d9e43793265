"""Tables that are kept by columns: Parquet, Arrow's own files and streams, and NumPy's archives.

=====================  =========================================================================
Parquet                any columns, each with its type
Arrow IPC (Feather)    the same, as a file or a stream
NumPy (.npz, .npy)     arrays with a row for each puzzle (`cpsudoku.formats.arrays`)
=====================  =========================================================================

They are known by their first bytes, whatever their names are.  A row is read as an object of JSON
is: by the names of its columns, with values of any type.
"""

from __future__ import annotations

import io
from collections.abc import Iterator
from typing import IO, NamedTuple

import pyarrow as pa

from cpsudoku.errors import FormatError
from cpsudoku.formats.base import Job, Record
from cpsudoku.formats.containers import naming_damage
from cpsudoku.formats.source import NPY, NPZ, PARQUET, STREAM, RowGroups
from cpsudoku.formats.tables import columns_named, record_of

ROWS = 1 << 14  # rows that are read at a time


class ColumnBatch(NamedTuple):
    """Some rows of a table, and the number in it of the first of them, from 1."""

    rows: pa.RecordBatch
    first: int


def batches(stream: IO[bytes], start: bytes | bytearray, job: Job) -> Iterator[ColumnBatch]:
    """Yield the rows of a table, some thousand at a time."""
    with naming_damage(job.source):
        first = 1
        if isinstance(stream, RowGroups):
            from pyarrow import parquet

            groups = parquet.read_metadata(stream)
            before = range(stream.numbers.start)
            first += sum(int(groups.row_group(number).num_rows) for number in before)
        whole = stream if stream.seekable() else io.BytesIO(stream.read())
        for rows in _opened(whole, bytes(start), job.column):
            for begin in range(0, rows.num_rows, ROWS):
                part = rows.slice(begin, ROWS)
                yield ColumnBatch(_usual(part), first)
                first += part.num_rows


def _usual(rows: pa.RecordBatch) -> pa.RecordBatch:
    """Return rows whose texts are in the usual layout, not in Polars', of which few take rows."""
    for place, field in enumerate(rows.schema):
        if "_view" in str(field.type):
            column = rows.column(place).cast(_usual_type(field.type))
            rows = rows.set_column(place, field.name, column)
    return rows


def _usual_type(kind: pa.DataType) -> pa.DataType:
    """Return a type with usual texts in place of Polars', which may be within others."""
    if str(kind) in {"string_view", "binary_view"}:
        return pa.string() if str(kind) == "string_view" else pa.binary()
    if pa.types.is_dictionary(kind):
        return pa.dictionary(kind.index_type, _usual_type(kind.value_type), kind.ordered)
    if pa.types.is_struct(kind):
        return pa.struct([field.with_type(_usual_type(field.type)) for field in kind])
    if pa.types.is_large_list(kind) or pa.types.is_list(kind):
        of = pa.large_list if pa.types.is_large_list(kind) else pa.list_
        return of(_usual_type(kind.value_type))
    return kind


def _opened(stream: IO[bytes], start: bytes, column: str) -> Iterator[pa.RecordBatch]:
    if start.startswith((NPZ, NPY)):
        from cpsudoku.formats import arrays

        yield from arrays.batches(stream, column)
    elif start.startswith(PARQUET):
        from pyarrow import parquet

        # To decode in other threads, or read ahead, costs more than it spares of so few columns.
        file = parquet.ParquetFile(stream, pre_buffer=False)
        groups = stream.numbers if isinstance(stream, RowGroups) else None
        yield from file.iter_batches(batch_size=ROWS, row_groups=groups, use_threads=False)
    else:
        from pyarrow import ipc

        if start.startswith(STREAM):
            yield from ipc.open_stream(stream)
            return
        whole = ipc.open_file(stream)
        for number in range(whole.num_record_batches):
            yield whole.get_batch(number)


def values_of(column: pa.Array) -> list[object]:
    """Return the values of a column as Python has them."""
    try:
        if column.type == pa.time64("ns"):  # which would be cut to microseconds
            column = column.cast(pa.time64("us"))
        values: list[object] = column.to_pylist()
    except (OverflowError, ValueError) as error:
        what = f"a value of type {column.type} that cannot be written here ({error})"
        expected = "--format parquet or arrow, or a table without that column"
        raise FormatError(f"{what}; expected {expected}") from None
    return values


def read(stream: IO[bytes], start: bytes | bytearray, job: Job) -> Iterator[Record]:
    """Yield the puzzles of a table."""
    for batch in batches(stream, start, job):
        yield from records(batch, job)


def records(batch: ColumnBatch, job: Job) -> Iterator[Record]:
    """Yield the puzzles of some rows."""
    names = tuple(batch.rows.schema.names)
    with naming_damage(job.source):
        columns = columns_named(names, column=job.column)
        if columns is None:
            expected = "one of puzzles, such as 'puzzle', or --column with its name"
            found = ", ".join(names) or "without a name"
            raise FormatError(f"columns {found}; expected {expected}")
        lists = [values_of(column) for column in batch.rows.columns]
    for number, values in enumerate(zip(*lists, strict=True), start=batch.first):
        try:
            record = record_of(values, columns, job)
        except FormatError as error:
            job.bad(FormatError(error.message), number)
        else:
            yield record._replace(source=job.source, line=number)
