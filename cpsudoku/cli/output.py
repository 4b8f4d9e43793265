"""Where a command writes text: standard output, or a file that appears when it is finished."""

from __future__ import annotations

import io
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TextIO

from cpsudoku.ground import files
from cpsudoku.ground.deadline import Deadline
from cpsudoku.rows.output import harmless, is_stdout, opened

FLUSH_SECONDS = 0.2

STANDARD_OUTPUT = Path("standard output")
"""What messages call it."""


class Paced:
    """A text stream that passes on what it has at least every `FLUSH_SECONDS`.

    Flushing each line would cost more than solving it; never flushing would hide slow answers.
    """

    def __init__(self, stream: TextIO, path: Path = STANDARD_OUTPUT) -> None:
        self._stream = stream
        self._path = path
        self._pause = Deadline(FLUSH_SECONDS)
        self._is_terminal = stream.isatty()

    def write(self, text: str) -> int:
        """Write a text, and flush if the last time was long ago."""
        written = self._stream.write(harmless(text) if self._is_terminal else text)
        if self._pause.has_passed:
            self._stream.flush()
            self._pause = Deadline(FLUSH_SECONDS)
        return written

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
    if path is None or is_stdout(path):
        yield Paced(sys.stdout)
        sys.stdout.flush()
        return
    with opened(path, durable=durable) as file:
        stream = io.TextIOWrapper(file, "utf-8", files.REPLACED, newline="\n")
        try:
            yield Paced(stream, path)
        finally:
            stream.detach()  # passes on what has been written
