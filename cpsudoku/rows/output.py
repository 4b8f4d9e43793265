"""The file that rows are written to, which appears when it is finished, and what endings mean."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

from cpsudoku.errors import OptionError
from cpsudoku.ground import files


def is_stdout(path: Path | None) -> bool:
    """Return whether a path stands for standard output."""
    return path is None or str(path) == "-"


@contextmanager
def opened(path: Path | None, *, durable: bool = True) -> Iterator[BinaryIO]:
    """Open what bytes are written to; they are compressed if the name of the file says so.

    Args:
        durable: wait until the content is on the disk, before it gets its name.
    """
    if path is None or is_stdout(path):
        yield sys.stdout.buffer
        sys.stdout.buffer.flush()
        return
    with files.appearing(path, durable=durable) as file:
        if path.suffix.lower() not in COMPRESSED or not files.is_replaced(path):
            yield file
            return
        from cpsudoku.formats.source import packing

        packed = packing(file, path.suffix.lower())
        yield packed
        packed.close()


@contextmanager
def opened_for_columns(path: Path | None, kind: str) -> Iterator[BinaryIO]:
    """Open what a table that is not text is written to.

    Raises:
        OptionError: that is a terminal.
    """
    if is_stdout(path) and sys.stdout.isatty():
        raise OptionError(f"--format {kind} is not text; expected --output, or a pipe")
    with opened(path) as file:
        yield file


_COMMANDS = re.compile(r"\x1b(?!\[[01]m)|[\x00-\x08\x0b-\x1a\x1c-\x1f\x7f-\x9f]")
# What a terminal obeys, but for our own beginnings and ends of what is bold.


def harmless(text: str) -> str:
    r"""Return a text for a terminal, which obeys nothing of it that came from a file.

    >>> print(harmless("title\x1b]0;gone\x07"))
    title\x1b]0;gone\x07
    """
    return _COMMANDS.sub(lambda found: f"\\x{ord(found[0]):02x}", text)


class TextOut:
    """Text into a file for bytes; in standard output's own encoding, and passed on at once there.

    Blocks are written a part at a time, a fifth of a second's worth or a megabyte, so that a flush
    after each costs nothing.
    """

    def __init__(self, file: BinaryIO) -> None:
        self._file = file
        self._is_stdout = file is getattr(sys.stdout, "buffer", None)

    def write(self, text: str) -> int:
        """Write a text."""
        if not self._is_stdout:
            return self._file.write(text.encode("utf-8", files.REPLACED))
        written = sys.stdout.write(harmless(text) if sys.stdout.isatty() else text)
        sys.stdout.flush()
        return written


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
