"""Arrow's arrays made of their buffers.

`pyarrow.array`, scalars and `to_numpy` import pandas to see whether they were given something of
it, which takes longer than to read and answer 100,000 puzzles.  What blocks need goes without.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from cpsudoku.formats.arrays import some_texts, texts_of

if TYPE_CHECKING:
    import numpy as np
    import pyarrow as pa
    from numpy.typing import NDArray

__all__ = [
    "constant", "numbers", "offsets_of", "some_texts", "texts", "texts_in_rows", "texts_of",
    "truth", "truths_of",
]  # fmt: skip


def constant(value: object, count: int) -> pa.Array:
    """Return an array of a text, a number or a truth value; None is a missing text."""
    import numpy as np
    import pyarrow as pa

    if value is None:
        return pa.nulls(count, pa.string())
    if isinstance(value, str):
        data = value.encode()
        return texts_of(pa.py_buffer(data * count), count, len(data))
    if isinstance(value, bool):
        return truth(np.full(count, value))
    return numbers(np.full(count, value))


def texts(values: Sequence[str | None]) -> pa.StringArray:
    """Return an array of texts, of which some may be missing."""
    import numpy as np
    import pyarrow as pa

    encoded = [b"" if value is None else value.encode() for value in values]
    ends = np.cumsum([0, *map(len, encoded)], dtype=np.int32)
    buffers = [pa.py_buffer(ends), pa.py_buffer(b"".join(encoded))]
    known = None
    if None in values:
        known = _bits(np.fromiter((value is not None for value in values), np.bool_, len(values)))
    return pa.StringArray.from_buffers(len(values), *buffers, known)


def texts_in_rows(characters: NDArray[np.uint8]) -> pa.StringArray:
    """Return the rows of an array of characters as texts.

    Args:
        characters: bytes of UTF-8, of shape (n, width).
    """
    import pyarrow as pa

    return texts_of(pa.py_buffer(characters.tobytes()), *characters.shape)


def numbers(values: NDArray[Any], known: NDArray[np.bool_] | None = None) -> pa.Array:
    """Return an array of numbers.

    Args:
        known: which of them there are; None for all.
    """
    import numpy as np
    import pyarrow as pa

    valid = None if known is None else _bits(known)
    data = pa.py_buffer(np.ascontiguousarray(values))
    return pa.Array.from_buffers(pa.from_numpy_dtype(values.dtype), len(values), [valid, data])


def truth(values: NDArray[np.bool_]) -> pa.BooleanArray:
    """Return an array of truth values."""
    import pyarrow as pa

    return pa.Array.from_buffers(pa.bool_(), len(values), [None, _bits(values)])


def _bits(values: NDArray[np.bool_]) -> pa.Buffer:
    import numpy as np
    import pyarrow as pa

    return pa.py_buffer(np.packbits(values, bitorder="little"))


def truths_of(array: pa.BooleanArray) -> NDArray[np.bool_]:
    """Return an array of truth values without nulls as one of NumPy."""
    import numpy as np

    bits = np.frombuffer(array.buffers()[1], np.uint8)
    found = np.unpackbits(bits, bitorder="little")[array.offset : array.offset + len(array)]
    return np.asarray(found, dtype=np.bool_)


def offsets_of(array: pa.StringArray) -> NDArray[np.int32]:
    """Return where the bytes of texts begin and end in their buffer: one more than there are."""
    import numpy as np

    if not len(array):
        return np.zeros(1, np.int32)
    return np.frombuffer(array.buffers()[1], np.int32, len(array) + 1, 4 * array.offset)
