"""Arrow's arrays made from their buffers.

`pyarrow.array`, scalars and `to_numpy` import pandas to see whether they were given one of its
objects, which takes longer than reading and answering 100,000 puzzles.  Blocks do without these.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from cpsudoku.errors import FormatError


def constant(value: object, count: int) -> pa.Array:
    """Return an array of a text, a number or a truth value; None is a missing text."""
    if value is None:
        return pa.nulls(count, pa.string())
    if isinstance(value, str):
        data = value.encode()
        return texts_of(pa.py_buffer(data * count), count, len(data))
    if isinstance(value, bool):
        return truth(np.full(count, value))
    return numbers(np.full(count, value))


def texts(values: Sequence[str | None]) -> pa.StringArray:
    """Return an array of texts, some of which may be missing."""
    encoded = [b"" if value is None else value.encode() for value in values]
    ends = np.cumsum([0, *map(len, encoded)], dtype=np.int32)
    buffers = [pa.py_buffer(ends), pa.py_buffer(b"".join(encoded))]
    known = None
    if None in values:
        known = bits(np.fromiter((value is not None for value in values), np.bool_, len(values)))
    return pa.StringArray.from_buffers(len(values), *buffers, known)


def longest(values: pa.StringArray) -> int:
    """Return the number of characters of the longest text, 1 if all are empty."""
    lengths, codes = np.diff(offsets_of(values)), bytes_of(values)
    if len(codes) and codes.max() >= 128:
        return max(len(text or "") for text in values.to_pylist())
    return max(1, int(lengths.max(initial=1)))


def fixed(values: pa.StringArray, width: int) -> NDArray[np.str_]:
    """Return texts as NumPy's, of at least the width of the longest; a missing one is empty."""
    known = values.fill_null("") if values.null_count else values
    lengths, codes = np.diff(offsets_of(known)), bytes_of(known)
    if len(codes) and codes.max() >= 128:
        return np.array(known.to_pylist(), f"U{width}")
    if (lengths == width).all():
        return codes.astype(np.uint32).view(f"U{width}")
    found = np.zeros((len(known), width), np.uint32)
    found[np.arange(width) < lengths[:, None]] = codes
    return found.view(f"U{width}").ravel()


def bytes_of(values: pa.StringArray) -> NDArray[np.uint8]:
    """Return the bytes of all texts, one after the other, without missing ones."""
    places, data = offsets_of(values), values.buffers()[2]
    return np.frombuffer(data or b"", np.uint8)[places[0] : places[-1]]


def numbers_of(array: pa.Array) -> NDArray[Any]:
    """Return a NumPy array: numbers (floats if some are missing), times or truth values.

    >>> numbers_of(pa.array([None, True, False]).slice(1))
    array([ True, False])
    """
    if pa.types.is_boolean(array.type) and not array.null_count:
        return numbers_of(array.cast(pa.uint8())).astype(np.bool_)  # itself it would load pandas
    is_number = pa.types.is_integer(array.type) or pa.types.is_floating(array.type)
    if array.null_count or not is_number:
        return np.asarray(array.to_numpy(zero_copy_only=False))
    kind = np.dtype(array.type.to_pandas_dtype())
    data = array.buffers()[1]
    return np.frombuffer(data, kind, len(array), kind.itemsize * array.offset)


def truth(values: NDArray[np.bool_], known: NDArray[np.bool_] | None = None) -> pa.BooleanArray:
    """Return an array of truth values, missing where they are not known."""
    valid = None if known is None else bits(known)
    return pa.Array.from_buffers(pa.bool_(), len(values), [valid, bits(values)])


def called(name: str, *arrays: pa.Array, options: tuple[str, dict[str, Any]] | None = None) -> Any:
    """Return what a function of `pyarrow.compute` does; options: their class's name, values."""
    from pyarrow import compute

    given = None if options is None else getattr(compute, options[0])(**options[1])
    return compute.call_function(name, list(arrays), given)


def as_texts(array: pa.Array) -> pa.StringArray:
    """Return values as the texts that Arrow makes of them."""
    if pa.types.is_string(array.type):
        return array
    return called("cast", array, options=("CastOptions", {"target_type": pa.string()}))


def offsets_of(array: pa.StringArray) -> NDArray[np.int32]:
    """Return where each text begins in the buffer, and where the last one ends."""
    if not len(array):
        return np.zeros(1, np.int32)
    return np.frombuffer(array.buffers()[1], np.int32, len(array) + 1, 4 * array.offset)


def numbers(values: NDArray[Any], known: NDArray[np.bool_] | None = None) -> pa.Array:
    """Return an array of numbers, of which all or some are known."""
    valid = None if known is None or known.all() else bits(known)
    data = pa.py_buffer(np.ascontiguousarray(values))
    return pa.Array.from_buffers(pa.from_numpy_dtype(values.dtype), len(values), [valid, data])


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
    return column.take(numbers(np.array(rows, np.int64)))
