"""Compressed files, as the bytes that were compressed: gzip, bzip2, xz and zstd.

They are known by their first bytes, whatever their names are.
"""

from __future__ import annotations

import io
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from importlib import import_module
from typing import IO, Any, BinaryIO, cast

from cpsudoku.errors import CpsudokuError, FormatError

_MODULES = {b"\x1f\x8b": "gzip", b"BZh": "bz2", b"\xfd7zXZ\x00": "lzma"}
"""By the first bytes of a file the module that unpacks it."""

_ZSTD = b"\x28\xb5\x2f\xfd"
_MARKS = (*_MODULES, _ZSTD)


def is_packed(start: bytes | bytearray) -> bool:
    """Return whether a file is compressed, by its first eight bytes or so."""
    return start.startswith(_MARKS)


def unpacked(stream: IO[bytes], start: bytes | bytearray, name: str | None = None) -> BinaryIO:
    """Return what was compressed, as bytes that unpack, and show damage, while they are read."""
    mark = next(mark for mark in _MARKS if start.startswith(mark))
    pieces = _Pieces(_decompressed(stream, mark), name)
    return cast(BinaryIO, io.BufferedReader(pieces, 1 << 17))


def packing(file: BinaryIO, ending: str) -> BinaryIO:
    """Return a stream whose bytes are compressed into a file, which stays open."""
    if ending == ".zst":
        import pyarrow as pa

        return cast(BinaryIO, pa.CompressedOutputStream(_Staying(file), "zstd"))
    if ending == ".gz":
        import gzip

        # Nothing of the time or name: the same content is the same bytes.
        return cast(BinaryIO, gzip.GzipFile("", "wb", 6, file, mtime=0))
    return cast(BinaryIO, import_module("bz2" if ending == ".bz2" else "lzma").open(file, "wb"))


class _Staying(io.RawIOBase):
    """A file that its writer cannot close."""

    def __init__(self, file: BinaryIO) -> None:
        self._file = file

    def writable(self) -> bool:
        return True

    def write(self, data: Any) -> int:
        return self._file.write(data)


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
            with naming_damage(self._name):
                piece = next(self._pieces, None)
            if piece is None:
                return 0
            self._left = memoryview(piece)
        size = min(len(buffer), len(self._left))
        buffer[:size] = self._left[:size]
        self._left = self._left[size:]
        return size


@contextmanager
def naming_damage(name: str | None) -> Iterator[None]:
    """Raise what a library raises for a broken file as a `FormatError` with the file's name."""
    try:
        yield
    except FormatError as error:
        raise FormatError(error.message, source=error.source or name, line=error.line) from None
    except (CpsudokuError, MemoryError):
        raise
    except Exception as error:  # readers of such files raise anything, given any bytes
        if isinstance(error, OSError) and error.errno is not None:
            raise  # a file that cannot be read, rather than one that is broken
        raise FormatError(f"the file is broken: {error}", source=name) from error


def _decompressed(stream: IO[bytes], mark: bytes) -> Iterator[bytes]:
    if mark == _ZSTD:
        import pyarrow as pa

        text: Any = pa.CompressedInputStream(pa.PythonFile(stream, "r"), "zstd")
    else:
        text = import_module(_MODULES[mark]).open(stream, "rb")
    yield from iter(partial(text.read, 1 << 18), b"")
