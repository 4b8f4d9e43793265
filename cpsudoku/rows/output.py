"""The file that rows are written to, which appears when it is finished, and what endings mean."""

from __future__ import annotations

import re
import shutil
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryFile
from typing import BinaryIO

from cpsudoku.ground import files
from cpsudoku.ground.deadline import Deadline

STANDARD_OUTPUT = Path("standard output")
"""What messages call it."""

PAUSE = 0.2
"""Seconds after which text is passed on, at the latest when more is written."""


def is_stdout(path: Path | None) -> bool:
    """Return whether a path stands for standard output."""
    return path is None or str(path) == "-"


@contextmanager
def opened(path: Path | None, *, durable: bool = True) -> Iterator[BinaryIO]:
    """Open an output for bytes, which are compressed if the name of the file says so.

    Args:
        durable: wait until the content is on the disk, before it gets its name.
    """
    if path is None or is_stdout(path):
        yield sys.stdout.buffer
        sys.stdout.buffer.flush()
        return
    with files.appearing(path, durable=durable) as file:
        if not _is_compressed(path):
            yield file
            return
        from cpsudoku.formats.source import packing

        packed = packing(file, path.suffix.lower())
        yield packed
        packed.close()


def _is_compressed(path: Path) -> bool:
    return path.suffix.lower() in COMPRESSED and files.is_replaced(path)


_COMMANDS = re.compile(r"\x1b(?!\[[01]m)|[\x00-\x08\x0b-\x1a\x1c-\x1f\x7f-\x9f]")
# What a terminal obeys, but for our own beginnings and ends of what is bold.


def harmless(text: str) -> str:
    r"""Return a text for a terminal, which obeys nothing of it that came from a file.

    >>> print(harmless("title\x1b]0;gone\x07"))
    title\x1b]0;gone\x07
    """
    return _COMMANDS.sub(lambda found: f"\\x{ord(found[0]):02x}", text)


class TextOut:
    """Text into a file for bytes, or in its own encoding into standard output.

    Flushing each line would cost more than solving it; never flushing would hide slow answers.

    Args:
        path: what errors call the file.
    """

    def __init__(self, file: BinaryIO, path: Path | None = None) -> None:
        self._file, self._path = file, path or STANDARD_OUTPUT
        self._is_stdout = file is getattr(sys.stdout, "buffer", None)
        self._pause = Deadline(PAUSE)

    def write(self, text: str | bytes, /) -> int:
        """Write a text, which may be in UTF-8, and pass it on if the last time was long ago."""
        if self._is_stdout:
            text = text if isinstance(text, str) else text.decode("utf-8", "surrogateescape")
            written = sys.stdout.write(harmless(text) if sys.stdout.isatty() else text)
        else:
            data = text if isinstance(text, bytes) else text.encode("utf-8", files.REPLACED)
            written = self._file.write(data)
        if self._pause.has_passed:
            self.flush()
        return written

    def flush(self) -> None:
        """Flush the output."""
        (sys.stdout if self._is_stdout else self._file).flush()
        self._pause = Deadline(PAUSE)

    def write_directly(self, write: Callable[[int], None]) -> None:
        """Pass on what has been written, and let compiled code write more to the descriptor."""
        self.flush()
        if not _is_compressed(self._path):
            with files.naming(self._path):
                write(self._file.fileno())
            return
        with TemporaryFile() as plain:
            write(plain.fileno())
            plain.seek(0)
            shutil.copyfileobj(plain, self._file)


@contextmanager
def destination(path: Path | None, *, durable: bool = True) -> Iterator[TextOut]:
    """Open an output for text, as `opened` does for bytes."""
    with opened(path, durable=durable) as file:
        out = TextOut(file, path)
        yield out
        out.flush()


TEXTS = ("csv", "jsonl", "json")
"""Tables that are text."""

COLUMNAR = ("parquet", "arrow", "npz")
"""Tables stored by columns, which are not text."""

TABLES = (*TEXTS, *COLUMNAR)

TEXT_ENDINGS = {
    ".csv": "csv", ".json": "json", ".jsonl": "jsonl", ".ndjson": "jsonl", ".sdk": "sdk",
    ".sdm": "sdm",
}  # fmt: skip
COLUMNAR_ENDINGS = {".parquet": "parquet", ".arrow": "arrow", ".feather": "arrow", ".npz": "npz"}
ENDINGS = TEXT_ENDINGS | COLUMNAR_ENDINGS

COMPRESSED = (".gz", ".bz2", ".xz", ".zst")
"""Endings of files that are compressed while they are written."""

READ_ENDINGS = {
    *ENDINGS, ".npy", ".tsv", ".txt", ".text",
}  # fmt: skip
"""Endings of the files that are read in a folder; a file that is named may have any."""
