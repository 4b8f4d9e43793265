"""Where a command writes: standard output, or a file that appears only when it is finished."""

from __future__ import annotations

import io
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO, TextIO

from cpsudoku.ground import files
from cpsudoku.rows.kinds import COMPRESSED
from cpsudoku.rows.output import harmless

if TYPE_CHECKING:
    pass

FLUSH_SECONDS = 0.2

_LONG = 1 << 14
"""Bytes that are worth a flush if they need not be decoded then."""

STANDARD_OUTPUT = Path("standard output")
"""What messages call it."""


class Paced:
    """A text stream that passes on what it has at least every `FLUSH_SECONDS`.

    Flushing each line would cost more than solving it; never flushing would hide slow answers.
    """

    def __init__(self, stream: TextIO, path: Path = STANDARD_OUTPUT) -> None:
        self._stream = stream
        self._path = path
        self._flushed = time.monotonic()
        self._is_terminal = stream.isatty()

    def write(self, text: str) -> int:
        """Write a text, and flush if the last time was long ago."""
        if self._is_terminal:
            text = harmless(text)
        written = self._stream.write(text)
        now = time.monotonic()
        if now - self._flushed > FLUSH_SECONDS:
            self._stream.flush()
            self._flushed = now
        return written

    def encoded(self, text: str) -> bytes:
        encoding = getattr(self._stream, "encoding", None) or "utf-8"
        return text.encode(encoding, getattr(self._stream, "errors", None) or "strict")

    def write_utf8(self, data: bytes | memoryview) -> None:
        encoding = getattr(self._stream, "encoding", None) or ""
        is_long = len(data) >= _LONG and not self._is_terminal
        if is_long and encoding.lower() == "utf-8" and hasattr(self._stream, "buffer"):
            self.write_bytes(data)
        else:
            self.write(str(data, "utf-8"))

    def write_bytes(self, data: bytes | memoryview) -> None:
        """Pass on what has been written, and bytes of the stream's encoding after it."""
        if self._is_terminal:
            self.write(str(data, self._stream.encoding, "replace"))
        elif data:
            self._stream.flush()
            left = memoryview(data)
            while left:  # with PYTHONUNBUFFERED a write to a pipe may take only a part
                left = left[self._stream.buffer.write(left) :]
            self._stream.buffer.flush()
            self._flushed = time.monotonic()

    def flush(self) -> None:
        self._stream.flush()

    def write_directly(self, write: Callable[[int], None]) -> None:
        """Pass on what has been written, and let compiled code write more to the descriptor."""
        self._stream.flush()
        with files.naming(self._path):
            write(self._stream.fileno())


@contextmanager
def destination(path: Path | None, *, durable: bool = True) -> Iterator[Paced]:
    """Open what a command writes text to.

    Args:
        path: the file, which appears when it is finished, compressed if its name ends so; None or
            ``-`` for standard output.
        durable: wait until the content is on the disk, before it gets its name.
    """
    if path is None or str(path) == "-":
        yield Paced(sys.stdout)
        sys.stdout.flush()
        return
    with _file(path, durable=durable) as file, text(file) as stream:
        yield Paced(stream, path)


@contextmanager
def _file(path: Path, *, durable: bool = True) -> Iterator[BinaryIO]:
    """Open a file for bytes, which are compressed if its name says so."""
    with files.appearing(path, durable=durable) as file:
        if path.suffix.lower() not in COMPRESSED or not files.is_replaced(path):
            yield file
            return
        from cpsudoku.formats.containers import packing

        packed = packing(file, path.suffix.lower())
        yield packed
        packed.close()


@contextmanager
def text(file: BinaryIO) -> Iterator[TextIO]:
    """Write text to a file for bytes, which stays open."""
    stream = io.TextIOWrapper(file, "utf-8", files.REPLACED, newline="\n")
    try:
        yield stream
    finally:
        stream.detach()  # passes on what has been written


def is_terminal() -> bool:
    """Return whether standard output is a terminal."""
    return sys.stdout.isatty()
