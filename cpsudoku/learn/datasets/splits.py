"""The files of a data set, written as rows come, and named when it is known how many there are."""

from __future__ import annotations

import hashlib
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pyarrow as pa

from cpsudoku.ground import files

if TYPE_CHECKING:
    import pyarrow.parquet as pq

_GROUP = 10_000
"""Rows that are kept in memory for each split, and written together."""


class SplitFiles:
    """Writes the rows of a split to files that are named later, `most` in each; it is a context."""

    def __init__(self, folder: Path, prefix: str, schema: pa.Schema, most: int) -> None:
        self._folder, self._prefix, self._schema, self._most = folder, prefix, schema, most
        self._rows: list[dict[str, Any]] = []
        self._counts: list[int] = []
        self._writer: pq.ParquetWriter | None = None
        self._open = ExitStack()

    def __enter__(self) -> SplitFiles:
        return self

    def __exit__(self, *ended: Any) -> None:
        self._open.__exit__(*ended)

    def write(self, row: dict[str, Any]) -> None:
        """Add a row."""
        self._rows.append(row)
        in_file = len(self._rows) + (self._counts[-1] if self._writer else 0)
        if in_file == self._most:
            self._end_file()
        elif len(self._rows) == _GROUP:
            self._flush()

    def finish(self) -> None:
        """Write what is left."""
        if self._rows or self._writer or not self._counts:
            self._end_file()

    def put(self, folder: Path, split: str) -> dict[str, tuple[int, str]]:
        """Give the files their names, and return for each its number of rows and its SHA-256.

        Raises:
            OSError: a file cannot be read or renamed.
        """
        made = {}
        for number, count in enumerate(self._counts):
            name = f"data/{split}-{number:05d}-of-{len(self._counts):05d}.parquet"
            with self._path(number).open("rb") as file:
                digest = hashlib.file_digest(file, "sha256").hexdigest()
            files.put_in_place(self._path(number), folder / name)
            made[name] = (count, digest)
        return made

    def _path(self, number: int) -> Path:
        return self._folder / f"{self._prefix}-{number:05d}.parquet"

    def _flush(self) -> None:
        import pyarrow.parquet as pq

        if self._writer is None:
            out = self._open.enter_context(files.appearing(self._path(len(self._counts))))
            self._writer = self._open.enter_context(
                pq.ParquetWriter(out, self._schema, compression="zstd")
            )
            self._counts.append(0)
        self._writer.write_table(pa.Table.from_pylist(self._rows, self._schema))
        self._counts[-1] += len(self._rows)
        self._rows.clear()

    def _end_file(self) -> None:
        self._flush()
        self._open.close()
        self._writer = None
