"""Puzzles in compressed files, in Parquet and in NumPy files, as the bytes of a text.

======================  ==========================================================================
gzip, bzip2, xz         the text that was compressed
Parquet                 a table with the same columns; needs the extra ``cpsudoku[parquet]``
NumPy (.npz, .npy)      a table of ``puzzles`` and, if they are there, ``solutions``: arrays of
                        shape (n, cells) or (n, rows, columns), 0 for a blank; ``rules`` is a text
======================  ==========================================================================

They are known by their first bytes, whatever their names are.
"""

from __future__ import annotations

import io
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from math import isqrt
from typing import IO, TYPE_CHECKING, Any, BinaryIO, cast

from cpsudoku.errors import BackendUnavailableError, FormatError
from cpsudoku.rules import SYMBOLS

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_GZIP, _BZIP2, _XZ = b"\x1f\x8b", b"BZh", b"\xfd7zXZ\x00"
_PARQUET, _NPZ, _NPY = b"PAR1", b"PK\x03\x04", b"\x93NUMPY"
_MARKS = (_GZIP, _BZIP2, _XZ, _PARQUET, _NPZ, _NPY)

_PUZZLES = ("puzzles", "puzzle", "quizzes", "quiz")
_SOLUTIONS = ("solutions", "solution")

_BLOCK = 1 << 15
"""Rows that are made text at a time."""


def is_packed(start: bytes | bytearray) -> bool:
    """Return whether a file that begins so is one of these.

    Args:
        start: its first bytes, some eight of them.
    """
    return start.startswith(_MARKS)


def unpacked(stream: IO[bytes], start: bytes | bytearray, name: str | None = None) -> BinaryIO:
    """Return the text of a packed file, as a stream of bytes that is made while it is read.

    Args:
        stream: the file from its beginning; it stays open.
        start: its first bytes again.
        name: what to call it in errors.

    Raises:
        FormatError: the file is broken, or has no puzzles; also while the stream is read.
        BackendUnavailableError: a package is missing that reads such files.
    """
    mark = next(mark for mark in _MARKS if start.startswith(mark))
    make = {_PARQUET: _parquet, _NPZ: _numpy, _NPY: _numpy}.get(mark)
    pieces = _decompressed(stream, mark) if make is None else make(_seekable(stream))
    return cast(BinaryIO, io.BufferedReader(_Pieces(pieces, name), 1 << 17))


class _Pieces(io.RawIOBase):
    """A stream of bytes that come in pieces."""

    def __init__(self, pieces: Iterator[bytes], name: str | None) -> None:
        self._pieces = pieces
        self._name = name
        self._left = memoryview(b"")

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        while not self._left:
            with _telling(self._name):
                piece = next(self._pieces, None)
            if piece is None:
                return 0
            self._left = memoryview(piece)
        size = min(len(buffer), len(self._left))
        buffer[:size] = self._left[:size]
        self._left = self._left[size:]
        return size


@contextmanager
def _telling(name: str | None) -> Iterator[None]:
    import lzma
    import zipfile

    try:
        yield
    except FormatError as error:
        raise FormatError(error.message, source=error.source or name) from None
    except (EOFError, ValueError, zlib.error, lzma.LZMAError, zipfile.BadZipFile) as error:
        raise FormatError(f"the file is broken: {error}", source=name) from error
    except OSError as error:
        if error.errno is not None:  # a file that cannot be read, rather than one that is broken
            raise
        raise FormatError(f"the file is broken: {error}", source=name) from error


def _seekable(stream: IO[bytes]) -> IO[bytes]:
    return stream if stream.seekable() else io.BytesIO(stream.read())


def _decompressed(stream: IO[bytes], mark: bytes) -> Iterator[bytes]:
    import bz2
    import gzip
    import lzma

    opening: Any = {_GZIP: gzip.open, _BZIP2: bz2.open, _XZ: lzma.open}[mark]
    with opening(stream, "rb") as text:
        yield from iter(partial(text.read, 1 << 18), b"")


def _parquet(file: IO[bytes]) -> Iterator[bytes]:
    try:
        import pyarrow as pa
        import pyarrow.parquet as pq
        from pyarrow import csv
    except ImportError:
        raise BackendUnavailableError(
            "Parquet files need pyarrow: pip install 'cpsudoku[parquet]'"
        ) from None
    table = pq.ParquetFile(file)
    nested = [field.name for field in table.schema_arrow if pa.types.is_nested(field.type)]
    if nested:
        raise FormatError(f"column {nested[0]!r} has lists; expected a text for each puzzle")
    yield (",".join(f'"{name}"' for name in table.schema_arrow.names) + "\n").encode()
    bare = csv.WriteOptions(include_header=False, quoting_style="none")
    quoted = csv.WriteOptions(include_header=False, quoting_style="needed")
    for batch in table.iter_batches(batch_size=_BLOCK):
        text = io.BytesIO()
        try:
            csv.write_csv(batch, text, bare)
        except pa.ArrowInvalid:  # something needs quotes
            text = io.BytesIO()
            csv.write_csv(batch, text, quoted)
        yield text.getvalue()


def _numpy(file: IO[bytes]) -> Iterator[bytes]:
    try:
        import numpy as np
    except ImportError:
        raise BackendUnavailableError("NumPy files need numpy: pip install numpy") from None
    loaded = np.load(file, allow_pickle=False)
    if isinstance(loaded, np.ndarray):
        yield from _table_of(loaded, None)
        return
    with loaded as arrays:
        puzzles = next((name for name in _PUZZLES if name in arrays), None)
        if puzzles is None:
            found = ", ".join(arrays.files) or "nothing"
            raise FormatError(f"arrays {found}; expected one that is called puzzles")
        solutions = next((name for name in _SOLUTIONS if name in arrays), None)
        if "rules" in arrays:
            yield f"# rules: {arrays['rules'].item()}\n".encode()
        yield from _table_of(arrays[puzzles], None if solutions is None else arrays[solutions])


def _table_of(puzzles: NDArray[Any], solutions: NDArray[Any] | None) -> Iterator[bytes]:
    """Yield the text of a table of arrays, some rows at a time."""
    grids = [_flat(array) for array in (puzzles, solutions) if array is not None]
    if len({len(grid) for grid in grids}) != 1:
        raise FormatError(f"{len(puzzles)} puzzles; expected as many solutions")
    yield b"puzzle,solution\n" if len(grids) == 2 else b"puzzle\n"
    for first in range(0, len(puzzles), _BLOCK):
        yield _lines([grid[first : first + _BLOCK] for grid in grids])


def _flat(array: NDArray[Any]) -> NDArray[Any]:
    cells = array.shape[1:]
    count = cells[0] if len(cells) == 1 else cells[0] * cells[1] if len(cells) == 2 else 0
    size = isqrt(count)
    if array.dtype.kind not in "iu" or count == 0 or size * size != count or size > len(SYMBOLS):
        raise FormatError(
            f"an array of shape {array.shape} and type {array.dtype}; expected whole numbers of "
            "shape (n, 81), (n, 9, 9) or the like"
        )
    flat = array.reshape(len(array), count)
    if len(flat) and not 0 <= int(flat.min()) <= int(flat.max()) <= size:
        raise FormatError(f"digits {flat.min()} to {flat.max()}; expected 0 to {size}")
    return flat


def _lines(grids: list[NDArray[Any]]) -> bytes:
    import numpy as np

    symbols = np.frombuffer(f"0{SYMBOLS}".encode(), dtype=np.uint8)
    columns: list[NDArray[np.uint8]] = []
    for grid in grids:
        columns += [symbols[grid], np.full((len(grid), 1), ord(","), dtype=np.uint8)]
    columns[-1][:] = ord("\n")
    return np.concatenate(columns, axis=1).tobytes()
