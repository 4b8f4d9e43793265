"""The types of columns, and which types can hold the values of another one."""

from __future__ import annotations

from contextlib import suppress

import pyarrow as pa
from pyarrow import compute

from cpsudoku.formats.columns import as_text
from cpsudoku.rows import arrow


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
    texts = [None if value is None else as_text(value) for value in arrow.values_of(array)]
    return pa.array(texts, pa.string())
