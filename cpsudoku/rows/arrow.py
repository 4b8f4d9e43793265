"""Arrow's arrays: made of buffers or of values, whose types show which others they can hold."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray
from pyarrow import compute

from cpsudoku.errors import FormatError
from cpsudoku.formats.columns import as_text


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
    """Return texts of one length in bytes that stand in sequence in a buffer, as UTF-8."""
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


def typed(values: list[object], kind: pa.DataType | None = None) -> pa.Array:
    """Return values as a column of their common type, or as texts.

    Args:
        kind: the type of the column so far, which is kept for objects if it can hold all of them.
    """
    if kind is not None and pa.types.is_nested(kind):
        with suppress(pa.ArrowInvalid, pa.ArrowTypeError, OverflowError):
            found = pa.array(values, kind)
            if found.to_pylist() == values:
                return found
    kinds = {type(value) for value in values if value is not None}
    if len(kinds) < 2 and dict not in kinds:
        try:
            found = pa.array(values)
            is_fine = pa.types.is_temporal(found.type) and _are_fine(values)
            return pa.array(values, _in_nanoseconds(found.type)) if is_fine else found
        except (pa.ArrowInvalid, pa.ArrowTypeError):
            pass  # lists of different things
        except OverflowError:  # great numbers, which need 64 bits or more
            with suppress(pa.ArrowInvalid, OverflowError):
                return pa.array(values, pa.uint64())
    return pa.array([None if value is None else as_text(value) for value in values], pa.string())


def _are_fine(values: list[object]) -> bool:
    """Return whether some are pandas times with nanoseconds, which Arrow would drop."""
    return any(getattr(one, "nanosecond", 0) or getattr(one, "nanoseconds", 0) for one in values)


def _in_nanoseconds(kind: pa.DataType) -> pa.DataType:
    is_moment = pa.types.is_timestamp(kind)
    return pa.timestamp("ns", kind.tz) if is_moment else pa.duration("ns")


def is_open(kind: pa.DataType) -> bool:
    """Return whether a type leaves the type of other values open: nulls, empty lists."""
    return bool(pa.types.is_null(kind)) or (pa.types.is_list(kind) and is_open(kind.value_type))


def closed(kind: pa.DataType) -> pa.DataType:
    """Return a type with texts in place of what an open one leaves open."""
    if not is_open(kind):
        return kind
    return pa.list_(closed(kind.value_type)) if pa.types.is_list(kind) else pa.string()


def cast(array: pa.Array, kind: pa.DataType) -> pa.Array | None:
    """Return values converted to another type, or None if they would change.

    Arrow converts texts to numbers and numbers to dates: ``007`` would become 7.  It rounds numbers
    and drops hours, zones and members of objects.
    """
    if array.type == kind:
        return array
    if pa.types.is_string(kind) and not pa.types.is_null(array.type):
        return plain(array)
    if _family(array.type) != _family(kind):
        return None
    try:
        if pa.types.is_dictionary(kind):
            found = array.cast(kind.value_type).dictionary_encode().cast(kind)
        else:
            found = array.cast(kind)
        return found if _is_same(array, found) else None
    except (pa.ArrowInvalid, pa.ArrowNotImplementedError):
        return None


def _is_same(array: pa.Array, other: pa.Array) -> bool:
    """Return whether values equal those of another array of any type; NaN equals NaN."""
    try:
        other = other.cast(array.type)
    except pa.ArrowNotImplementedError:  # a list of nulls, say
        return bool(array.to_pylist() == other.to_pylist())
    if pa.types.is_floating(array.type):
        known = compute.invert(compute.is_nan(array))
        array, other = array.filter(known), other.filter(known)
    return bool(array.equals(other))


def _family(kind: pa.DataType) -> str:
    """Return the family of a type: one type may hold values of another of the same family."""
    is_text = pa.types.is_string(kind) or pa.types.is_large_string(kind)
    if is_text or pa.types.is_boolean(kind):
        return "text" if is_text else "truth"
    if pa.types.is_temporal(kind):
        return "moment" if pa.types.is_timestamp(kind) and kind.tz else "time"
    if pa.types.is_dictionary(kind):
        return _family(kind.value_type)
    return "nested" if pa.types.is_nested(kind) else "number"


def plain(array: pa.Array) -> pa.StringArray:
    """Return values as the texts of fields."""
    kind = array.type
    if pa.types.is_string(kind):
        return array
    if pa.types.is_integer(kind) or pa.types.is_boolean(kind) or pa.types.is_large_string(kind):
        return array.cast(pa.string())
    texts = [None if value is None else as_text(value) for value in values_of(array)]
    return pa.array(texts, pa.string())
