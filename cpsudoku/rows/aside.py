"""Rows kept in a temporary file to be read again: a pipe cannot be read twice."""

from __future__ import annotations

import pickle
from collections.abc import Iterator
from contextlib import AbstractContextManager
from tempfile import TemporaryFile

from cpsudoku.rows.block import Block


class Aside(AbstractContextManager["Aside"]):
    """Blocks of the input, which can be read again in their order; a context manager."""

    def __init__(self) -> None:
        self._file = TemporaryFile()  # noqa: SIM115 - open until the end

    def put(self, block: Block) -> None:
        """Keep some rows."""
        pickle.dump(block, self._file, protocol=5)

    def __iter__(self) -> Iterator[Block]:
        self._file.seek(0)
        while self._file.peek(1):
            yield pickle.load(self._file)  # no one else can write to the file

    def __exit__(self, *_: object) -> None:
        self._file.close()
