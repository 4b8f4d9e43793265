"""Puzzles in compressed files, in Parquet and in NumPy files, as the bytes of a text.

======================  ==========================================================================
gzip, bzip2, xz         the text that was compressed
Parquet                 a table with the same columns; needs the package ``pyarrow``
NumPy (.npz, .npy)      a table of ``puzzles`` and, if they are there, ``solutions``: arrays of
                        shape (n, cells) or (n, rows, columns), 0 for a blank; ``rules`` is a text
======================  ==========================================================================

They are known by their first bytes, whatever their names are.
"""

from __future__ import annotations

import io
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from functools import partial
from math import isqrt
from typing import IO, TYPE_CHECKING, Any, BinaryIO, cast

from cpsudoku.errors import CpsudokuError, FormatError
from cpsudoku.extras import needing
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

_LONGEST = 1 << 20
"""Bytes of a text in an array."""


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
    try:
        yield
    except FormatError as error:
        raise FormatError(error.message, source=error.source or name) from None
    except (CpsudokuError, MemoryError):
        raise
    except Exception as error:  # readers of such files raise anything, given any bytes
        if isinstance(error, OSError) and error.errno is not None:
            raise  # a file that cannot be read, rather than one that is broken
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
    with needing("Parquet files need", "pyarrow"):
        import pyarrow as pa
        import pyarrow.parquet as pq
        from pyarrow import csv
    table = pq.ParquetFile(file)
    nested = [field.name for field in table.schema_arrow if pa.types.is_nested(field.type)]
    if nested:
        raise FormatError(f"column {nested[0]!r} has lists; expected a text for each puzzle")
    names = (name.replace('"', '""') for name in table.schema_arrow.names)
    yield (",".join(f'"{name}"' for name in names) + "\n").encode()
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
    with needing("NumPy files need", "numpy"):
        import numpy as np  # noqa: F401
    import zipfile

    is_archive = file.read(len(_NPZ)) == _NPZ
    file.seek(0)
    if not is_archive:
        yield from _table_of([_Array(file, "the array")])
        return
    with zipfile.ZipFile(file) as archive, ExitStack() as stack:
        names = {name.removesuffix(".npy"): name for name in archive.namelist()}

        def array(kinds: Sequence[str]) -> _Array | None:
            kind = next((kind for kind in kinds if kind in names), None)
            if kind is None:
                return None
            return _Array(stack.enter_context(archive.open(names[kind])), kind)

        puzzles, solutions, rules = map(array, (_PUZZLES, _SOLUTIONS, ("rules",)))
        if puzzles is None:
            found = ", ".join(names) or "nothing"
            raise FormatError(f"arrays {found}; expected one that is called puzzles")
        if rules is not None:
            yield f"# rules: {rules.text()}\n".encode()
        yield from _table_of([puzzles] if solutions is None else [puzzles, solutions])


class _Array:
    """An array that is read some rows at a time, however many its header promises.

    Args:
        stream: its file.
        name: what to call it in errors.

    Raises:
        FormatError: it has no header that can be read.
    """

    def __init__(self, stream: IO[bytes], name: str) -> None:
        import warnings

        from numpy.lib import format as npy

        self._stream, self._name = stream, name
        readers = {(1, 0): npy.read_array_header_1_0, (2, 0): npy.read_array_header_2_0}
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")  # of headers that Python 2 has written
                header = readers[npy.read_magic(stream)](stream)
        except Exception as error:  # whatever NumPy makes of any bytes
            raise FormatError(f"{name} is not a NumPy array, or its header is damaged") from error
        self.shape, self._by_columns, self.dtype = header

    def text(self) -> str:
        """Return the text that stands alone in the array.

        Raises:
            FormatError: it is anything else.
        """
        import numpy as np

        fits = self.shape == () and self.dtype.kind in "Uiu" and self.dtype.itemsize <= _LONGEST
        if fits:
            data = self._stream.read(self.dtype.itemsize)
            text = str(np.frombuffer(data, self.dtype)[0])
            if len(text.splitlines()) == 1:
                return text
        raise FormatError(f"{self._name} of {self._kind()}; expected one line of text")

    def _kind(self) -> str:
        return f"shape {self.shape} and type {self.dtype}"

    @property
    def cells(self) -> int:
        """The cells of each grid.

        Raises:
            FormatError: the array holds no grids.
        """
        cells = self.shape[1:]
        count = cells[0] if len(cells) == 1 else cells[0] * cells[1] if len(cells) == 2 else 0
        size = isqrt(max(0, count))
        if self.dtype.kind not in "iu" or size * size != count or not 0 < size <= len(SYMBOLS):
            raise FormatError(
                f"{self._name} of {self._kind()}; expected whole numbers of shape (n, 81), "
                "(n, 9, 9) or the like"
            )
        return int(count)

    def blocks(self) -> Iterator[NDArray[Any]]:
        """Yield the grids, a row each, some rows at a time.

        Raises:
            FormatError: the file ends before, or a number is no digit.
        """
        import numpy as np

        count, cells = self.shape[0], self.cells
        at_once = count if self._by_columns else _BLOCK
        for first in range(0, count, at_once or 1):
            rows = min(at_once, count - first)
            data = self._stream.read(rows * cells * self.dtype.itemsize)
            if len(data) < rows * cells * self.dtype.itemsize:
                raise FormatError(f"{self._name} ends early; its header says {count} grids")
            flat = np.frombuffer(data, self.dtype)
            if self._by_columns:
                flat = flat.reshape(self.shape, order="F")
            grids = flat.reshape(rows, cells)
            if not 0 <= int(grids.min()) <= int(grids.max()) <= isqrt(cells):
                raise FormatError(
                    f"digits {grids.min()} to {grids.max()}; expected 0 to {isqrt(cells)}"
                )
            yield grids


def _table_of(arrays: Sequence[_Array]) -> Iterator[bytes]:
    """Yield the text of a table of arrays: of puzzles, or of puzzles and solutions."""
    if len({array.cells for array in arrays}) != 1:
        raise FormatError(f"solutions of {arrays[1].cells} cells; expected {arrays[0].cells}")
    if len({array.shape[0] for array in arrays}) != 1:
        raise FormatError(f"{arrays[0].shape[0]} puzzles; expected as many solutions")
    yield b"puzzle,solution\n" if len(arrays) == 2 else b"puzzle\n"
    for grids in zip(*(array.blocks() for array in arrays), strict=True):
        yield _lines(grids)


def _lines(grids: Sequence[NDArray[Any]]) -> bytes:
    import numpy as np

    symbols = np.frombuffer(f"0{SYMBOLS}".encode(), dtype=np.uint8)
    columns: list[NDArray[np.uint8]] = []
    for grid in grids:
        columns += [symbols[grid], np.full((len(grid), 1), ord(","), dtype=np.uint8)]
    columns[-1][:] = ord("\n")
    return np.concatenate(columns, axis=1).tobytes()
