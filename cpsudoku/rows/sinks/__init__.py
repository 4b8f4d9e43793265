"""A writer for each container: lines and other notations, CSV, JSON, Parquet, Arrow, NumPy."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, BinaryIO

from cpsudoku.errors import OptionError
from cpsudoku.rows.answers import Form
from cpsudoku.rows.output import COLUMNAR, TABLES, TextOut, is_stdout, opened
from cpsudoku.rows.sinks.tables import CsvSink, JsonSink
from cpsudoku.rows.sinks.texts import LineSink, NotatedSink


def puzzle_sink(file: BinaryIO, kind: str, *, lossy: bool = False) -> Any:
    """Return a sink that writes puzzles into a file for bytes, as a table or in a notation.

    Args:
        lossy: drop pencil marks if the notation has no place for them.
    """
    if kind in COLUMNAR:
        from cpsudoku.rows.sinks.columnar import ArraySink, ColumnSink

        return ArraySink(file) if kind == "npz" else ColumnSink(file, kind)
    if kind == "csv":
        return CsvSink(TextOut(file))
    if kind in TABLES:
        return JsonSink(TextOut(file), is_array=kind == "json")
    return NotatedSink(TextOut(file), kind, lossy=lossy)


@contextmanager
def finished(sink: Any) -> Iterator[Any]:
    """Write what stands after the last row, or after a failure end what is written."""
    try:
        yield sink
        sink.close()
    except BaseException:
        sink.drop()
        raise


@contextmanager
def opened_puzzles(path: Path | None, kind: str, *, lossy: bool = False) -> Iterator[Any]:
    """Open a table or a notation that puzzles are written in, as `puzzle_sink` takes it.

    Raises:
        OptionError: a table that is not text would go to a terminal.
    """
    if kind in COLUMNAR and is_stdout(path) and sys.stdout.isatty():
        raise OptionError(f"--format {kind} is not text; expected --output, or a pipe")
    with opened(path) as file, finished(puzzle_sink(file, kind, lossy=lossy)) as sink:
        yield sink


@contextmanager
def opened_lines(path: Path | None, form: Form, *, notation: str) -> Iterator[Any]:
    """Open lines of answers."""
    with opened(path) as file:
        yield LineSink(TextOut(file), form, notation=notation)


@contextmanager
def opened_documents(path: Path | None, names: Sequence[str]) -> Iterator[Any]:
    """Open JSON lines of all that is known of each puzzle."""
    with opened(path) as file:
        yield JsonSink(TextOut(file), Form.DOCUMENT, names)
