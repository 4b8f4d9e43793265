"""Tables as NumPy's archives: an array for each column.

Grids are uint8 arrays (n, cells) with 0 for a blank; a missing grid is all zeros.  Arrays have no
nulls: missing texts are empty, missing numbers NaN, which makes whole numbers floats.
"""

from __future__ import annotations

import zipfile
from collections.abc import Iterator
from math import isqrt
from tempfile import NamedTemporaryFile
from typing import IO, Any, BinaryIO

import numpy as np
import pyarrow as pa

from cpsudoku.errors import FormatError, quoted
from cpsudoku.formats.columns import beside, roles
from cpsudoku.formats.symbols import digits_or_none
from cpsudoku.rows import arrow
from cpsudoku.rows.answers import Form, RowAnswers
from cpsudoku.rows.block import CELLS, Block
from cpsudoku.rows.column_types import plain
from cpsudoku.rows.sinks.columnar import ColumnSink
from cpsudoku.rows.sinks.separated import texts_for_lists
from cpsudoku.rules import SYMBOLS

_GREATEST = 2**53
"""Every whole number up to this is exact as a float."""


class ArraySink:
    """A file of NumPy arrays, one after the other; a temporary file holds the rows before."""

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
        self._rows.write(block, answers, own)

    def close(self) -> None:
        """Write the archive."""
        self._rows.close()
        with self._aside:
            self._aside.flush()
            with pa.OSFile(self._aside.name) as rows:
                _write_archive(self._file, rows, self._column)

    def drop(self) -> None:
        """End after a failure."""
        self._rows.drop()
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
        width = max(arrow.longest(plain(column)) for column in _column(rows, place))
        _header(out, np.dtype(f"U{width}"), shape)
        for column in _column(rows, place):
            texts = plain(column)
            if 0 in arrow.bytes_of(texts) and any(
                text.endswith("\0") for text in filter(None, texts.to_pylist())
            ):
                raise FormatError(
                    f"a text in {name!r} that ends with a null, which arrays use as padding; "
                    "expected --format parquet"
                )
            out.write(arrow.fixed(texts, width).tobytes())
        return
    kind = np.result_type(*(arrow.numbers_of(column).dtype for column in _column(rows, place)))
    _header(out, kind, shape)
    for column in _column(rows, place):
        out.write(arrow.numbers_of(column).astype(kind, copy=False).tobytes())


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
    numbers = (arrow.numbers_of(column.drop_null()) for column in _column(rows, place))
    return any(bool(((one > _GREATEST) | (one < -_GREATEST)).any()) for one in numbers)


def _header(out: IO[bytes], kind: np.dtype[Any], shape: tuple[int, ...]) -> None:
    from numpy.lib import format as npy

    described = {"descr": npy.dtype_to_descr(kind), "fortran_order": False, "shape": shape}
    npy.write_array_header_1_0(out, described)
