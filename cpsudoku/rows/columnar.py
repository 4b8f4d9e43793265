"""Tables that are kept by columns: Parquet, Arrow's own files and streams, and NumPy's archives.

=====================  =========================================================================
Parquet                any columns, each with its type
Arrow IPC (Feather)    the same, as a file or a stream
NumPy (.npz, .npy)     arrays with a row for each puzzle
=====================  =========================================================================

They are known by their first bytes, whatever their names are.  A row is read as an object of JSON
is: by the names of its columns, with values of any type.

Of arrays, ``puzzles`` (or another name that a column of puzzles may have, or the only one) is of
shape (n, cells) or (n, rows, columns), 0 or NaN for a blank, and so are ``solutions``.  Any other
array has n rows too, and is a column; one without a shape, such as ``rules``, is a text or number
that all rows share.
"""

from __future__ import annotations

import io
import warnings
import zipfile
from collections.abc import Iterator, Mapping
from contextlib import ExitStack
from math import isqrt, prod
from typing import IO, Any

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from cpsudoku.errors import FormatError
from cpsudoku.formats.base import Context
from cpsudoku.formats.cells import codes_by_digit
from cpsudoku.formats.columns import roles
from cpsudoku.formats.source import NPY, NPZ, PARQUET, STREAM, RowGroups, naming_damage
from cpsudoku.ground.names import counted
from cpsudoku.rows import arrow
from cpsudoku.rules import SYMBOLS

ROWS = 1 << 14  # rows that are read at a time


def batches(
    stream: IO[bytes], start: bytes, context: Context
) -> Iterator[tuple[int, pa.RecordBatch]]:
    """Yield the rows of a table, some thousand at a time, after the number of the first, from 1."""
    with naming_damage(context.source):
        first = 1
        if isinstance(stream, RowGroups):
            from pyarrow import parquet

            groups = parquet.read_metadata(stream)
            before = range(stream.numbers.start)
            first += sum(int(groups.row_group(number).num_rows) for number in before)
        whole = stream if stream.seekable() else io.BytesIO(stream.read())
        for rows in _opened(whole, start, context):
            for begin in range(0, rows.num_rows, ROWS):
                part = rows.slice(begin, ROWS)
                yield first, _usual(part)
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


def _opened(stream: IO[bytes], start: bytes, context: Context) -> Iterator[pa.RecordBatch]:
    if start.startswith((NPZ, NPY)):
        yield from _arrays_in(stream, context)
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


_LONGEST = 1 << 20  # bytes of a row, or of a text by itself
_KINDS = "iufbUSM"  # whole numbers, others, truth values, texts and times; nothing that is a pickle
_NUMBERS = "iuf"
_UNITS = ("D", "s", "ms", "us", "ns")
_LONGER = {"Y": "D", "M": "D", "W": "D", "h": "s", "m": "s"}
"""Units of times that Arrow has, and those that it has not with one of which they are multiples."""

_MOST_DAYS = 1 << 31

_GRIDS = "whole numbers of a shape such as (n, 81) or (n, 9, 9)"
_BESIDE = "numbers, texts, yes and no, or times in years to nanoseconds"


def _arrays_in(file: IO[bytes], context: Context) -> Iterator[pa.RecordBatch]:
    """Yield the rows of a file, grids as texts with 0 for a blank; a column may be named."""
    is_archive = file.read(len(NPZ)) == NPZ
    file.seek(0)
    if not is_archive:
        yield from _rows({"puzzle": Array(file, "the array")}, "puzzle", None, context)
        return
    with zipfile.ZipFile(file) as archive, ExitStack() as stack:
        files_in = archive.namelist()
        if not any(name.endswith(".npy") for name in files_in):
            found = ", ".join(files_in[:3]) or "nothing"
            raise FormatError(f"a .zip archive of {found}; expected the files that are in it")
        members = {name.removesuffix(".npy"): name for name in files_in}
        at = roles(tuple(members), context.column)
        if at.puzzle is None and len(members) == 1:
            members = dict(zip(["puzzle"], members.values(), strict=True))
            at = roles(("puzzle",))
        names = list(members)
        if at.puzzle is None:
            raise FormatError(f"arrays {', '.join(names)}; expected one that is called puzzles")
        files = ((name, stack.enter_context(archive.open(m))) for name, m in members.items())
        found_arrays = {name: Array(one, name) for name, one in files}
        solution = None if at.solution is None else names[at.solution]
        yield from _rows(found_arrays, names[at.puzzle], solution, context)


def _rows(
    arrays: Mapping[str, Array], puzzle: str, solution: str | None, context: Context
) -> Iterator[pa.RecordBatch]:
    """Yield the rows of arrays, of which one or two hold grids."""
    for name in (puzzle, solution):
        if name is not None:
            arrays[name].set_one_board_apart(context.given_size)
    shared = {name: array.alone() for name, array in arrays.items() if array.shape == ()}
    columns = {name: array for name, array in arrays.items() if array.shape != ()}
    if puzzle in shared:
        raise arrays[puzzle].unexpected()
    grids = {name: columns[name] for name in (puzzle, solution) if name in columns}
    first, *others = grids.values()
    for other in others:
        if other.cells != first.cells:
            raise FormatError(f"{other.name} of {other.cells} cells; expected {first.cells}")
    for name, array in columns.items():
        if array.shape[0] != first.shape[0]:
            many = f"{counted(array.shape[0], 'row')} of {name!r} for {first.shape[0]} puzzles"
            raise FormatError(f"{many}; expected a row for each")
    parts = [
        array.grids(may_miss=name == solution) if name in grids else array.values()
        for name, array in columns.items()
    ]
    for rows in zip(*parts, strict=True):
        made = dict(zip(columns, rows, strict=True))
        count = len(made[puzzle])
        made |= {name: pa.array([value] * count) for name, value in shared.items()}
        yield pa.RecordBatch.from_arrays([made[name] for name in arrays], names=list(arrays))


class Array:
    """An array that is read some rows at a time, however many its header promises."""

    def __init__(self, stream: IO[bytes], name: str) -> None:
        from numpy.lib import format as npy

        self._stream, self.name = stream, name
        readers = {(1, 0): npy.read_array_header_1_0, (2, 0): npy.read_array_header_2_0}
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")  # of headers that Python 2 has written
                header = readers[npy.read_magic(stream)](stream)
        except Exception as error:  # whatever NumPy makes of any bytes
            raise FormatError(f"{name} is not a NumPy array, or its header is damaged") from error
        self.shape, self._by_columns, self.dtype = header
        is_time = self.dtype.kind == "M"
        has_unit = not is_time or np.datetime_data(self.dtype)[0] in {*_UNITS, *_LONGER}
        if self.dtype.kind not in _KINDS or self._row_bytes > _LONGEST or not has_unit:
            raise self.unexpected()

    def set_one_board_apart(self, wanted: int | None) -> None:
        """Give this array a shape of (1, cells) or (1, N, N) where all of it is one board.

        N rows of N numbers are, unless each row can be a board of 4×4 or more: its numbers are
        small enough.

        Args:
            wanted: how many digits boards have; None for any number.

        Raises:
            FormatError: they may be one board or N.
        """
        size = max(0, self.shape[0]) if self.shape and self.dtype.kind in _NUMBERS else 0
        small = isqrt(size)
        if self.shape == (size,) and size > 1 and small**2 == size:
            self.shape = (1, size)
        if self.shape != (size, size) or not 1 < size <= len(SYMBOLS):
            return
        data = self._read(size)
        self._stream = io.BytesIO(data)
        most = np.nanmax(np.frombuffer(data, self.dtype), initial=0)
        if small < 4 or small**2 != size or most > small or wanted == size:
            self.shape = (1, size, size)
        elif wanted != small:
            what = f"one puzzle or {size}; expected --rules {size} for one, or --rules {small}"
            raise FormatError(f"{self.name} of shape {self.shape} may be {what}")

    @property
    def _row_bytes(self) -> int:
        return int(prod(self.shape[1:])) * int(self.dtype.itemsize)

    def unexpected(self) -> FormatError:
        """Return the error of an array that is not what its name promises."""
        usual = _BESIDE if self.dtype.kind in "Mmc" else _GRIDS
        expected = "one line of text" if self.name == "rules" else usual
        found = f"{self.name} of shape {self.shape} and type {self.dtype}"
        return FormatError(f"{found}; expected {expected}")

    def alone(self) -> object:
        """Return the only value of an array without a shape."""
        (value,) = self._text(np.frombuffer(self._read(1), self.dtype)).tolist()
        if isinstance(value, str) and len(value.splitlines()) != 1:
            raise self.unexpected()
        return value

    @property
    def cells(self) -> int:
        """The cells of each grid; 0 where grids are texts."""
        if self.dtype.kind in "US" and len(self.shape) == 1:
            return 0
        cells = self.shape[1:]
        count = prod(cells) if len(cells) in {1, 2} else 0
        size = isqrt(max(0, count))
        if self.dtype.kind not in _NUMBERS or size * size != count or not 0 < size <= len(SYMBOLS):
            raise self.unexpected()
        return count

    def values(self) -> Iterator[pa.Array]:
        """Yield the rows as they are, some at a time."""
        for rows in self._blocks():
            # From pandas: NaN is a number that is missing.  A text would end at a null within.
            as_they_are = rows if rows.ndim == 1 and rows.dtype.kind != "U" else rows.tolist()
            yield pa.array(as_they_are, from_pandas=True)

    def grids(self, *, may_miss: bool = False) -> Iterator[pa.Array]:
        """Yield the grids as texts, some at a time; without digits one may be a missing one."""
        if not self.cells:
            yield from self.values()
            return
        size = isqrt(self.cells)
        symbols = codes_by_digit(size, "0")
        for rows in self._blocks():
            grids = _whole(rows.reshape(len(rows), self.cells))
            if not 0 <= int(grids.min()) <= int(grids.max()) <= size:
                raise FormatError(f"digits {grids.min()} to {grids.max()}; expected 0 to {size}")
            known = np.asarray(grids.any(axis=1) if may_miss else np.ones(len(grids), np.bool_))
            digits = grids.astype(np.uint8, copy=False).tobytes()
            yield arrow.some_texts(digits.translate(symbols), known, self.cells)

    def _blocks(self) -> Iterator[NDArray[Any]]:
        count = self.shape[0]
        at_once = count if self._by_columns else ROWS
        for first in range(0, count, at_once or 1):
            rows = min(at_once, count - first)
            flat = self._text(np.frombuffer(self._read(rows), self.dtype))
            if self._by_columns:
                yield flat.reshape(self.shape, order="F")
            else:
                yield flat.reshape(rows, *self.shape[1:])

    def _read(self, rows: int) -> bytes:
        wanted = rows * self._row_bytes
        data = self._stream.read(wanted)
        if len(data) < wanted:
            raise FormatError(f"{self.name} ends early; its header says {self.shape[0]} rows")
        return data

    def _times(self, values: NDArray[Any]) -> NDArray[Any]:
        """Return times in units that Arrow has, whose days are numbers of 32 bits."""
        native = values.astype(self.dtype.newbyteorder("="))
        unit = np.datetime_data(self.dtype)[0]
        times = native.astype(f"datetime64[{_LONGER.get(unit, unit)}]")
        days = times.view(np.int64)[~np.isnat(times)] if times.dtype == "M8[D]" else np.zeros(1)
        is_same = times.astype(native.dtype).view(np.int64) == native.view(np.int64)
        if not is_same.all() or np.abs(days).max(initial=0) >= _MOST_DAYS:
            raise FormatError(f"{self.name} has times that are millions of years from 1970")
        return times

    def _text(self, values: NDArray[Any]) -> NDArray[Any]:
        """Return bytes as the text that they are, and all others as this machine has them."""
        if self.dtype.kind == "M":
            return self._times(values)
        if self.dtype.kind != "S":
            return values.astype(self.dtype.newbyteorder("="), copy=False)
        try:
            return np.char.decode(values, "utf-8")
        except UnicodeDecodeError as error:
            raise FormatError(f"{self.name} is not text: {error.reason}") from None


def _whole(numbers: NDArray[Any]) -> NDArray[Any]:
    """Return numbers without a part after their point, 0 for those that are missing (NaN)."""
    if numbers.dtype.kind != "f":
        return numbers
    known = np.where(np.isnan(numbers), 0, numbers)
    if (others := known[(np.trunc(known) != known) | np.isinf(known)]).size:
        raise FormatError(f"{others[0]} in a cell; expected a whole number")
    return known
