"""Where a command writes: standard output, or a file that appears only when it is finished."""

from __future__ import annotations

import errno
import os
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO, TextIO

FLUSH_SECONDS = 0.2


class Paced:
    """A text stream that passes on what it has at least every `FLUSH_SECONDS`.

    Flushing each line would cost more than solving it; never flushing would hide slow answers.

    Args:
        stream: where to write.
    """

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream
        self._flushed = time.monotonic()

    def write(self, text: str) -> int:
        """Write a text, and flush if the last time was long ago."""
        written = self._stream.write(text)
        now = time.monotonic()
        if now - self._flushed > FLUSH_SECONDS:
            self._stream.flush()
            self._flushed = now
        return written

    def encoded(self, text: str) -> bytes:
        """Return the bytes that `write` would write."""
        encoding = getattr(self._stream, "encoding", None) or "utf-8"
        return text.encode(encoding, getattr(self._stream, "errors", None) or "strict")

    def write_bytes(self, data: bytes) -> None:
        """Pass on what has been written, and bytes of the stream's encoding behind it."""
        if data:
            self._stream.flush()
            left = memoryview(data)
            while left:  # with PYTHONUNBUFFERED a write to a pipe may take only a part
                left = left[self._stream.buffer.write(left) :]
            self._stream.buffer.flush()
            self._flushed = time.monotonic()

    def write_encoded(self, data: bytes) -> None:
        """Write a text of which there are the bytes."""
        if data:
            self.write(data.decode(getattr(self._stream, "encoding", None) or "utf-8"))

    def flush(self) -> None:
        """Pass on what has been written."""
        self._stream.flush()

    def binary(self) -> BinaryIO:
        """Pass on what has been written, and return the stream of bytes behind it."""
        self._stream.flush()
        return self._stream.buffer

    def descriptor(self) -> int:
        """Pass on what has been written, and return the descriptor to write more to directly."""
        self._stream.flush()
        return self._stream.fileno()


@contextmanager
def destination(path: Path | None, *, durable: bool = True) -> Iterator[Paced]:
    """Open what a command writes to.

    A file is written beside its place under another name and moved there at the end, so that at
    every moment its name stands for the old content or for all of the new.

    Args:
        path: the file; None or ``-`` for standard output.
        durable: wait until the content is on the disk, before it gets its name.

    Raises:
        OSError: the file cannot be written.
    """
    if path is None or str(path) == "-":
        yield Paced(sys.stdout)
        sys.stdout.flush()
        return
    if path.exists() and not path.is_file():  # a pipe or a device has no content to replace
        with path.open("w", encoding="utf-8", newline="\n") as stream:
            yield Paced(stream)
        return
    target = resolved(path)
    with _beside(target, durable) as stream:
        yield Paced(stream)


@contextmanager
def binary_destination(path: Path) -> Iterator[BinaryIO]:
    """Open a file for bytes, which appears, as that of `destination`, only when it is finished.

    Args:
        path: the file.

    Raises:
        OSError: the file cannot be written.
    """
    with destination(path) as out:
        yield out.binary()


def resolved(path: Path) -> Path:
    """Return where a file is, behind all symbolic links.

    Args:
        path: the file; it need not exist.

    Raises:
        OSError: the links go round in a circle.
    """
    try:
        return path.resolve()
    except RuntimeError:  # what Python before 3.13 says of a loop of links
        raise OSError(errno.ELOOP, os.strerror(errno.ELOOP), str(path)) from None


@contextmanager
def _beside(target: Path, durable: bool) -> Iterator[TextIO]:
    from tempfile import mkstemp

    try:
        number, name = mkstemp(dir=target.parent, prefix=f".{target.name}.")
    except OSError as error:
        raise OSError(error.errno, error.strerror, str(target)) from None
    temporary = Path(name)
    try:
        with os.fdopen(number, "w", encoding="utf-8", newline="\n") as stream:
            yield stream
            stream.flush()
            if durable:
                os.fsync(stream.fileno())
        temporary.chmod(_mode(target))
        temporary.replace(target)
    except BaseException:
        with suppress(FileNotFoundError):
            temporary.unlink()
        raise


def _mode(target: Path) -> int:
    """Return the permissions that the file has, or that a new one would get."""
    if target.exists():
        return target.stat().st_mode & 0o7777
    mask = os.umask(0)
    os.umask(mask)
    return 0o666 & ~mask


def is_terminal() -> bool:
    """Return whether standard output is a terminal."""
    return sys.stdout.isatty()
