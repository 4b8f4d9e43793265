"""Tables that are kept by columns: Parquet, Arrow and NumPy's archives.

The columns and their types are those of the first rows.  Where these have nothing but nulls in a
column, some blocks wait for a value that shows its type.

In an archive, grids are uint8 arrays (n, cells) with 0 for a blank; a missing grid is all zeros.
Arrays have no nulls: missing texts are empty, missing numbers NaN, which makes whole numbers
floats.
"""

from __future__ import annotations

import zipfile
from collections.abc import Iterator
from contextlib import suppress
from math import isqrt
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import IO, Any, BinaryIO

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from cpsudoku.errors import FormatError, quoted
from cpsudoku.formats.cells import digits_or_none
from cpsudoku.formats.columns import beside, refuse_repeated, roles
from cpsudoku.ground import files
from cpsudoku.rows import arrow
from cpsudoku.rows.answers import Form, RowAnswers
from cpsudoku.rows.arrow import cast, closed, is_open, plain, typed
from cpsudoku.rows.block import Block, Columns
from cpsudoku.rows.sinks.tables import TableSink, texts_for_lists
from cpsudoku.rows.values import CELLS, Absent, Number, Packed, Same, Values, plain_value
from cpsudoku.rules import SYMBOLS, Rules

GROUP = 1 << 16
"""Rows of a row group in Parquet: in smaller groups the same rows take a tenth more time."""

WAITING = 32
"""Parts that wait for the type of a column of which they have only nulls."""

SAMPLE = 256
"""Values that show whether a column repeats few of them."""


class ColumnSink(TableSink):
    """A file of Parquet or Arrow.

    Args:
        kind: ``parquet`` or ``arrow``.
    """

    def __init__(self, file: BinaryIO, kind: str) -> None:
        super().__init__()
        self._file, self._kind = file, kind
        self._out: Any = None
        self._schema: pa.Schema | None = None
        self._waiting: list[tuple[list[pa.Array], str]] = []
        self._group: list[pa.RecordBatch] = []
        self._categories: dict[int, pa.Array] = {}

    def write(self, block: Block, answers: RowAnswers, own: Columns | None = None) -> None:
        """Write rows; their own columns may be given as the table can hold them."""
        self.take(block, own or block.table(), answers)

    def put(self, values: list[Values], block: Block) -> None:
        """Write rows, or let them wait for the types of all columns."""
        kinds = [None] * len(values) if self._schema is None else self._schema.types
        pairs = zip(values, kinds, strict=True)
        arrays = [in_arrow(one, len(block), kind) for one, kind in pairs]
        self._waiting.append((arrays, _place(block)))
        if self._schema is not None:
            self._put_waiting()
            return
        found = self._kinds()
        if not any(map(is_open, found)) or len(self._waiting) == WAITING:
            self._begin(found)

    def _kinds(self) -> list[pa.DataType]:
        """Return the type of each column, as far as the waiting parts show it."""
        names = self.names
        refuse_repeated(names)
        columns = zip(*(arrays for arrays, _ in self._waiting), strict=True)
        return [
            next((one.type for one in column if not is_open(one.type)), column[0].type)
            for column in columns
        ]

    def _begin(self, kinds: list[pa.DataType]) -> None:
        # A column of only nulls or empty lists can have texts later, and nothing else.
        names = self.names or ("puzzle", "solution")
        self._schema = pa.schema(list(zip(names, map(closed, kinds), strict=True)))
        if self._kind == "parquet":
            self._out = self._parquet(list(names))
        else:
            longer = pa.ipc.IpcWriteOptions(emit_dictionary_deltas=True)
            self._out = pa.ipc.new_file(self._file, self._schema, options=longer)
        self._put_waiting()

    def _put_waiting(self) -> None:
        waiting, self._waiting = self._waiting, []
        for arrays, place in waiting:
            self._put(arrays, place)

    def _parquet(self, names: list[str]) -> Any:
        from pyarrow import parquet

        # The least grid is of no use, and finding it takes half as long as compressing; halving
        # the bytes of solutions would take as long as finding them.
        at = roles(tuple(names))
        grids = {at.puzzle, at.solution}
        packed = {name: "none" if n == at.solution else "zstd" for n, name in enumerate(names)}
        try:
            return parquet.ParquetWriter(
                self._file, self._schema, compression=packed,
                use_dictionary=[name for n, name in enumerate(names) if self._repeats(n)],
                write_statistics=[name for n, name in enumerate(names) if n not in grids],
            )  # fmt: skip
        except pa.ArrowNotImplementedError as error:
            raise FormatError(f"{error}; expected --format arrow or jsonl") from None

    def _repeats(self, place: int) -> bool:
        """Return whether a column has few different values, for which numbers can stand.

        Puzzles are all different, and looking for equal ones takes twice as long as compressing.
        """
        if not self._waiting:
            return True
        first = self._waiting[0][0][place].slice(0, SAMPLE)
        kind = first.type
        is_own = isinstance(kind, pa.BaseExtensionType)  # which may be a list underneath
        if is_own or pa.types.is_nested(kind) or pa.types.is_temporal(kind):
            return False
        return 2 * len(set(first.to_pylist())) < len(first)

    def _put(self, arrays: list[pa.Array], place: str) -> None:
        assert self._schema is not None
        count, found = len(arrays[0]), []
        for n, (array, field) in enumerate(zip(arrays, self._schema, strict=True)):
            is_empty = array.null_count == count and array.type != field.type
            value = pa.nulls(count, field.type) if is_empty else _cast(array, field, place)
            found.append(self._with_one_dictionary(n, value))
        self._group.append(pa.RecordBatch.from_arrays(found, schema=self._schema))
        if self._kind != "parquet" or sum(map(len, self._group)) >= GROUP:
            self._write_group()

    def _with_one_dictionary(self, place: int, array: pa.Array) -> pa.Array:
        """Return categories numbered as in the rows before: an Arrow file has one list of them.

        New ones come after those that are there; Arrow and pandas read that, Polars does not.
        """
        if self._kind != "arrow" or not pa.types.is_dictionary(array.type):
            return array
        if place in self._categories:
            both = pa.chunked_array([self._categories[place], array])
            array = both.unify_dictionaries().chunk(1)
        self._categories[place] = array.slice(0, 0)
        return array

    def _write_group(self) -> None:
        group, self._group = self._group, []
        if group:
            self._out.write_table(pa.Table.from_batches(group))

    def close(self) -> None:
        """Write the rows that wait and the end of the file."""
        self.put_held()
        if self._schema is None:
            self._begin(self._kinds() if self._waiting else [pa.string(), pa.string()])
        self._write_group()
        self._out.close()

    def drop(self) -> None:
        """End the file while it is open: Parquet's writer would do so later, and fail."""
        with suppress(Exception):  # the first failure is the one to report
            if self._out is not None:
                self._out.close()


def _place(block: Block) -> str:
    return (block.row(0).place if len(block) else "") or "a puzzle"


def _cast(array: pa.Array, field: pa.Field, place: str) -> pa.Array:
    found = cast(array, field.type)
    if found is None:
        raise FormatError(
            f"column {field.name!r} of {array.type} from {place} on; expected "
            f"{field.type}, as in the first rows, or --format jsonl"
        )
    return found


def in_arrow(values: Values, count: int, kind: pa.DataType | None = None) -> pa.Array:
    """Return the values of a column as an array of Arrow's.

    Args:
        kind: the type of the column so far, which objects keep if it can hold all of them.
    """
    if isinstance(values, Same):
        return _shared(values.value, count, kind)
    values = _unpacked(values, count)
    if not isinstance(values, list):
        return values
    if set(map(type, values)) & {Number, Rules, Absent}:
        values = list(map(plain_value, values))
    return typed(values, kind)


def _unpacked(values: Values, count: int) -> Values:
    """Return packed texts as an array of Arrow's, and any other packed values as a list."""
    if not isinstance(values, Packed):
        return values
    if values.kind == "g":
        return arrow.texts_of(pa.py_buffer(values.joined()), count, CELLS)
    if values.kind != "t":
        return values.listed
    known = None if values.known is None else arrow.bits(np.frombuffer(values.known, np.bool_))
    buffers = pa.py_buffer(values.places), pa.py_buffer(values.data)
    return pa.StringArray.from_buffers(count, *buffers, known)


def _shared(value: object, count: int, kind: pa.DataType | None) -> pa.Array:
    value = plain_value(value)
    if value is None:
        return pa.nulls(count, kind or pa.string())
    if not isinstance(value, str):
        return typed([value] * count, kind)
    data = value.encode()  # as Arrow's own way to repeat it would load pandas
    return arrow.texts_of(pa.py_buffer(data * count), count, len(data))


_EXACT = 2**53
"""Every whole number up to this is exact as a float."""


class ArraySink:
    """A file of NumPy arrays in sequence; a temporary file holds the rows before."""

    form = Form.ROW

    def __init__(self, file: BinaryIO) -> None:
        self._file = file
        self._aside = NamedTemporaryFile(prefix="cpsudoku-")  # noqa: SIM115 (closed by `close` or `drop`)
        self._rows = ColumnSink(self._aside, "arrow")  # type: ignore[arg-type]
        self._column = ""  # of the puzzles, if its name does not show that

    def write(self, block: Block, answers: RowAnswers) -> None:
        """Write rows, with grids that are lists as texts."""
        own = texts_for_lists(block)
        if own.column:
            renamed = beside(own.names, list(answers.fields))
            self._column = renamed[own.names.index(own.column)]
        with files.naming(Path(self._aside.name)):
            self._rows.write(block, answers, own)

    def close(self) -> None:
        """Write the archive."""
        with files.naming(Path(self._aside.name)):
            self._rows.close()
            self._aside.flush()
        with self._aside, pa.OSFile(self._aside.name) as rows:
            _write_archive(self._file, rows, self._column)

    def drop(self) -> None:
        """End after a failure."""
        self._rows.drop()
        with suppress(OSError):  # of a full disk, which is the first failure
            self._aside.close()


def _column(rows: pa.NativeFile, place: int) -> Iterator[pa.Array]:
    """Yield a column of an Arrow file, batch by batch; that of a table without rows is empty."""
    from pyarrow import ipc

    alone = ipc.open_file(rows, options=ipc.IpcReadOptions(included_fields=[place]))
    for number in range(alone.num_record_batches):
        yield alone.get_batch(number).column(0)
    if not alone.num_record_batches:
        yield pa.nulls(0, alone.schema.field(0).type)


def _write_archive(file: BinaryIO, rows: pa.NativeFile, column: str) -> None:
    from pyarrow import ipc

    names = ipc.open_file(rows).schema.names
    at = roles(tuple(names), column)
    of_size = at.solution if at.puzzle is None else at.puzzle
    cells = CELLS if of_size is None else _cells(rows, of_size)
    # Not compressed, as by NumPy: that would take longer than solving the puzzles.
    with zipfile.ZipFile(file, "w") as archive:
        for place, name in enumerate(names):
            member = zipfile.ZipInfo(f"{name}.npy")  # without a time
            with archive.open(member, "w", force_zip64=True) as out:
                if place in {at.puzzle, at.solution}:
                    _write_grids(out, name, rows, place, cells)
                else:
                    _write_values(out, name, rows, place)


def _cells(rows: pa.NativeFile, place: int) -> int:
    """Return the number of cells of the first grid of a column, which all must have."""
    texts = (text for column in _column(rows, place) for text in column.to_pylist())
    return len(next(filter(None, texts), "")) or CELLS


def _write_grids(out: IO[bytes], name: str, rows: pa.NativeFile, place: int, cells: int) -> None:
    count = sum(map(len, _column(rows, place)))
    size = isqrt(cells)
    if size * size != cells or size > len(SYMBOLS):
        raise FormatError(f"grids of {cells} characters in {name!r}; expected a square of symbols")
    _header(out, np.dtype(np.uint8), (count, cells))
    for column in _column(rows, place):
        texts = column.to_pylist()
        together = all(type(one) is str and len(one) == cells for one in texts)
        digits = digits_or_none("".join(texts), size) if together else None
        if digits is None:
            digits = b"".join([_digits(text, size, name) for text in texts])
        out.write(digits)


def _digits(text: object, size: int, name: str) -> bytes:
    if not text:
        return bytes(size * size)
    found = digits_or_none(text, size) if isinstance(text, str) else None
    if found is None or len(found) != size * size:
        raise FormatError(
            f"{quoted(text)} in {name!r}, which arrays of grids of {size}×{size} cells cannot "
            "hold; expected grids of one size and without pencil marks, or --format parquet"
        )
    return found


def _write_values(out: IO[bytes], name: str, rows: pa.NativeFile, place: int) -> None:
    # Only a look at all values shows the widest text and whether some are missing.
    shape = (sum(map(len, _column(rows, place))),)
    if any(map(_is_text, _column(rows, place))) or _are_too_great(rows, place):
        width = max(max(map(len, texts), default=0) for texts in _texts(rows, place))
        kind = np.dtype(f"U{width or 1}")
        _header(out, kind, shape)
        for texts in _texts(rows, place):
            if any(text.endswith("\0") for text in texts):
                raise FormatError(
                    f"a text in {name!r} that ends with a null, which arrays use as padding; "
                    "expected --format parquet"
                )
            out.write(np.array(texts, kind).tobytes())
        return
    kind = np.result_type(*(_numbers(column).dtype for column in _column(rows, place)))
    _header(out, kind, shape)
    for column in _column(rows, place):
        out.write(_numbers(column).astype(kind, copy=False).tobytes())


def _texts(rows: pa.NativeFile, place: int) -> Iterator[list[str]]:
    """Yield a column as texts, an empty one for each that is missing."""
    for column in _column(rows, place):
        yield [text or "" for text in plain(column).to_pylist()]


def _numbers(column: pa.Array) -> NDArray[Any]:
    """Return numbers (floats if some are missing), times or truth values."""
    return np.asarray(column.to_numpy(zero_copy_only=False))


def _is_text(column: pa.Array) -> bool:
    """Return whether values become texts, because arrays have no type for them."""
    kind = column.type
    if pa.types.is_integer(kind) or pa.types.is_floating(kind):
        return False
    is_moment = pa.types.is_timestamp(kind) and not kind.tz  # NumPy's times have no zone
    is_known = is_moment or pa.types.is_boolean(kind)
    return bool(column.null_count) or not is_known


def _are_too_great(rows: pa.NativeFile, place: int) -> bool:
    """Return whether some whole numbers are missing and others not exact as floats."""
    is_whole = pa.types.is_integer(next(_column(rows, place)).type)
    if not is_whole or not any(column.null_count for column in _column(rows, place)):
        return False
    numbers = (_numbers(column.drop_null()) for column in _column(rows, place))
    return any(bool(((one > _EXACT) | (one < -_EXACT)).any()) for one in numbers)


def _header(out: IO[bytes], kind: np.dtype[Any], shape: tuple[int, ...]) -> None:
    from numpy.lib import format as npy

    described = {"descr": npy.dtype_to_descr(kind), "fortran_order": False, "shape": shape}
    npy.write_array_header_1_0(out, described)
