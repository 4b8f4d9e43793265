"""Arrow's arrays and Python's values: what compiled code has read comes as buffers."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from cpsudoku.errors import FormatError


def some_texts(data: bytes | pa.Buffer, known: NDArray[np.bool_], length: int) -> pa.StringArray:
    """Return texts of one length in bytes; those that are missing have bytes without meaning."""
    whole = texts_of(pa.py_buffer(data), len(known), length)
    if known.all():
        return whole
    return pa.StringArray.from_buffers(len(known), *whole.buffers()[1:], bits(known))


def bits(values: NDArray[np.bool_]) -> pa.Buffer:
    """Return truth values as a buffer of Arrow."""
    return pa.py_buffer(np.packbits(values, bitorder="little"))


def texts_of(data: pa.Buffer, count: int, length: int) -> pa.StringArray:
    """Return texts of one length in bytes that stand one after the other in a buffer, as UTF-8."""
    offsets = np.arange(count + 1, dtype=np.int32) * np.int32(length)
    return pa.StringArray.from_buffers(count, pa.py_buffer(offsets), data)


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


def taken(column: pa.Array, rows: Sequence[int]) -> pa.Array:
    """Return the values of some rows."""
    return column.take(pa.array(rows, pa.int64()))
