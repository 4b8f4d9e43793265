"""Puzzles kept in a temporary file to be read again: a pipe cannot be read twice."""

from __future__ import annotations

import io
import pickle
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager
from tempfile import TemporaryFile
from typing import TypeAlias

from cpsudoku.deferred import pa
from cpsudoku.formats.base import Job, Record
from cpsudoku.formats.tables import ColumnPlaces
from cpsudoku.tables.blocks import Block, RowFrame, RowValues

Part: TypeAlias = "Block | Sequence[Record]"
"""Consecutive puzzles."""


class Aside(AbstractContextManager["Aside"]):
    """Parts of the input, which can be read again in their order; a context manager."""

    def __init__(self) -> None:
        self._file = TemporaryFile()  # noqa: SIM115 - open until the end

    def put(self, part: Part) -> None:
        """Keep some puzzles."""
        kept: object = part
        if isinstance(part, Block):
            frame = None if part.frame is None else _kept(part.frame)
            kept = (part.digits, part.source, part.line, frame)
        pickle.dump(kept, self._file, protocol=5)

    def __iter__(self) -> Iterator[Part]:
        self._file.seek(0)
        while self._file.peek(1):
            part = pickle.load(self._file)  # no one else can write to the file
            if not isinstance(part, tuple):
                yield part
                continue
            digits, source, line, frame = part
            yield Block(digits, source, line, None if frame is None else _frame(*frame))

    def __exit__(self, *_: object) -> None:
        self._file.close()


def _kept(frame: RowFrame) -> tuple[object, ...]:
    """Return what a frame can be made from; the values alone if they say all of its text."""
    lines, notation = frame.lines, frame.notation
    if frame.is_whole and notation == "csv":
        lines, notation = None, ""
    found = None if lines is None else pa.RecordBatch.from_arrays([lines], names=[""])
    kept = _packed(frame.rows), _packed(found)
    return frame.job.source, notation, frame.columns, frame.is_whole, *kept


def _frame(
    source: str | None,
    notation: str,
    columns: ColumnPlaces | None,
    is_whole: bool,
    *kept: bytes | None,
) -> RowFrame:
    rows, lines = map(_unpacked, kept)
    texts = None if lines is None else lines.column(0)
    # Each row was read as a puzzle of the usual rules, so the job need not say more.
    frame = RowFrame(Job(None, source), notation, texts, columns)
    return frame.holding(RowValues(rows, is_whole))


def _packed(rows: pa.RecordBatch | None) -> bytes | None:
    """Return rows as an Arrow stream: of a part of a table only this part."""
    from pyarrow import ipc

    if rows is None:
        return None
    out = io.BytesIO()
    with ipc.new_stream(out, rows.schema) as stream:
        stream.write_batch(rows)
    return out.getvalue()


def _unpacked(data: bytes | None) -> pa.RecordBatch | None:
    from pyarrow import ipc

    if data is None:
        return None
    with ipc.open_stream(data) as stream:
        return stream.read_next_batch()
