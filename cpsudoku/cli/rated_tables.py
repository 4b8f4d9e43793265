"""How ratings are written: a line, a row of CSV or of Parquet, or an object of JSON."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable, Iterable, Sequence
from itertools import repeat
from types import TracebackType
from typing import Any, BinaryIO, Self

from cpsudoku import formats
from cpsudoku.cli import records
from cpsudoku.cli.rating import Row, Table
from cpsudoku.coaching.columns import COLUMNS, STATES, Column, document, lines
from cpsudoku.coaching.difficulty import Difficulties
from cpsudoku.extras import needing
from cpsudoku.formats import Record
from cpsudoku.logic.paths import ENDS
from cpsudoku.puzzle import Puzzle

KINDS: dict[str, type] = {"puzzle": str, **{c.name: c.kind for c in COLUMNS}, **STATES}
"""The columns of a table, and what they hold."""

_TENTHS = tuple(f"{number // 10}.{number % 10}" for number in range(200))
"""Ratings as they are written, by their tenths; 12.0 is more than any."""

_SOLVED = ENDS.index("solved")


def line(row: Row) -> str:
    """Return a puzzle and its ratings, which notations of one line a puzzle take for a comment."""
    words = str(row.found.why_not or row.found)
    if not row.record.puzzle.rules.board.is_square:  # which no line of cells shows
        return formats.write(Record(row.record.puzzle, comment=words), "jsonl")
    return f"{cells(row.record.puzzle)} # {words}\n"


def cells(puzzle: Puzzle) -> str:
    """Return a puzzle as it is read again under its rules: its digits, or else its pencil marks."""
    is_marked = puzzle.has_pencil_marks and puzzle.rules.board.is_square
    return formats.write(puzzle, "pencil", bare=True).rstrip() if is_marked else str(puzzle)


def table_lines(table: Table) -> str:
    """Return for each puzzle of a table what `line` returns."""
    said = zip(table.texts(), lines(_shown(table.found)), strict=True)
    return _mended([f"{text} # {rating}\n" for text, rating in said], table, line)


def table_rows(table: Table) -> str:
    """Return for each puzzle of a table what `csv_row` returns."""
    same = {"at_least": "false", "end": "solved"}
    columns: dict[str, Iterable[str]] = {name: repeat(same.get(name, "")) for name in KINDS}
    columns |= {"puzzle": table.texts(), **_shown(table.found)}
    rows = [f"{','.join(row)}\n" for row in zip(*columns.values(), strict=False)]
    return _mended(rows, table, csv_row)


def _shown(found: Difficulties) -> dict[str, list[str]]:
    """Return the columns of the scales asked for as they are written of exact values."""
    orders = {"", *(path.order for path in found.paths)}
    return {
        column.name: _texts(column, found)
        for column in COLUMNS
        if column.scale in orders and column.name != "clues"
    }


def _texts(column: Column, found: Difficulties) -> list[str]:
    numbers = getattr(found, column.name).tolist()
    if column.kind is int:
        return list(map(str, numbers))
    # The index −1 is for none.
    names = _TENTHS if column.kind is float else (*(column.classes or found.names), "")
    return [names[number] for number in numbers]


def _mended(rows: list[str], table: Table, written: Callable[[Row], str]) -> str:
    """Return all lines, with those written one by one that say more than exact values."""
    import numpy as np

    found = table.found
    exact = (found.verdicts == 0) & (found.ends == _SOLVED) & ~found.at_least
    unusual = ~exact | (found.hardest < 0)
    numbers = np.flatnonzero(unusual).tolist()
    for number, row in zip(numbers, table.rows(numbers), strict=True):
        rows[number] = written(row)
    return "".join(rows)


def heading() -> str:
    """Return the first line of a table of CSV."""
    return ",".join(KINDS) + "\n"


def csv_row(row: Row) -> str:
    """Return a row of CSV."""
    values = _values(row)
    out = io.StringIO()
    if not row.found.why_not:
        values["at_least"] = json.dumps(values["at_least"])
    csv.DictWriter(out, KINDS, lineterminator="\n").writerow(values)
    return out.getvalue()


def json_line(row: Row) -> str:
    """Return an object of JSON in a line."""
    return json.dumps(records.answered(row.record, document(row.found))) + "\n"


def _values(row: Row) -> dict[str, Any]:
    """Return the row of a table; what is not known is missing."""
    values = {"puzzle": cells(row.record.puzzle), **document(row.found)}
    if "lower_bounds" in values:
        values["lower_bounds"] = " ".join(values["lower_bounds"])
    return values


class ParquetTable:
    """Writes a file of ratings in Parquet.

    Args:
        file: where to write.

    Raises:
        BackendUnavailableError: the package is missing that writes such files.
    """

    def __init__(self, file: BinaryIO) -> None:
        with needing("Parquet files need", "pyarrow"):
            import pyarrow
            import pyarrow.parquet
        self._arrow = pyarrow
        kinds: dict[type, Any] = {
            str: pyarrow.string(), float: pyarrow.float64(), int: pyarrow.int32(),
            bool: pyarrow.bool_(),
        }  # fmt: skip
        self._schema = pyarrow.schema([(name, kinds[kind]) for name, kind in KINDS.items()])
        self._writer = pyarrow.parquet.ParquetWriter(file, self._schema, compression="zstd")

    def __enter__(self) -> Self:
        return self

    def write(self, rows: Sequence[Row] | Table) -> None:
        """Write some rows."""
        if isinstance(rows, Table):
            rows = rows.rows(range(len(rows)))
        values = [_values(row) for row in rows]
        self._writer.write_batch(self._arrow.RecordBatch.from_pylist(values, schema=self._schema))

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._writer.close()
