"""How ratings are written: a line, a row of CSV or of Parquet, or an object of JSON."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from itertools import repeat
from types import TracebackType
from typing import Any, BinaryIO, Self

from cpsudoku import formats
from cpsudoku.cli import records
from cpsudoku.cli.output import Paced
from cpsudoku.cli.rating import Row, Table
from cpsudoku.coaching.columns import COLUMNS, STATES, Column, document, lines
from cpsudoku.coaching.difficulty import Difficulties
from cpsudoku.errors import FormatError
from cpsudoku.extras import needing
from cpsudoku.formats import Record
from cpsudoku.formats.base import Row as Base
from cpsudoku.formats.columns import as_text, fitted, names_and_values
from cpsudoku.logic.paths import ENDS
from cpsudoku.puzzle import Puzzle
from cpsudoku.rules import usual

KINDS: dict[str, type] = {"puzzle": str, **{c.name: c.kind for c in COLUMNS}, **STATES}
"""The columns of a table, and what they hold."""

_ANSWERS = KINDS.keys() - {"puzzle"}

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


class CsvTable:
    """Writes ratings as a table of CSV, after the columns that puzzles came with.

    Puzzles of lines never become objects here, as long as nothing but their cells is to be written.

    Args:
        out: where to write.
    """

    def __init__(self, out: Paced) -> None:
        self._out = out
        self._writer: formats.Writer | None = None
        self._is_begun = False

    def write(self, rows: list[Row] | Table) -> None:
        """Write some rows.

        Raises:
            FormatError: a puzzle is more than its cells, and none in the first rows was.
        """
        if isinstance(rows, Table) and self._writer is not None:
            rows = rows.rows(range(len(rows)))
        if not isinstance(rows, Table) and self._needs_columns(rows):
            self._writer = self._writer or formats.Writer(self._out, "csv")
            for row in rows:
                self._writer.write(with_columns(row))
        else:
            self._out.write("" if self._is_begun else heading())
            self._out.write(
                table_rows(rows) if isinstance(rows, Table) else "".join(map(csv_row, rows))
            )
        self._is_begun = True

    def _needs_columns(self, rows: list[Row]) -> bool:
        if self._writer is not None:
            return True
        first = next((row.record for row in rows if _is_more_than_cells(row.record)), None)
        if first is not None and self._is_begun:
            raise FormatError(
                "more than the cells of a puzzle, as none before has it, which the table has no "
                "columns for; expected --json, or these puzzles in a run of their own",
                source=first.source,
                line=first.line,
            )
        return first is not None

    def close(self) -> None:
        """Write what is held, and a heading where there was no puzzle."""
        if self._writer is not None:
            self._writer.close()
        elif not self._is_begun:
            self._out.write(heading())


def _is_more_than_cells(record: Record) -> bool:
    puzzle = record.puzzle
    return record.row is not None or puzzle.rules != usual(puzzle.rules.size)


def with_columns(row: Row) -> Record:
    """Return a puzzle whose ratings are added to the columns that it came with."""
    record, puzzle = row.record, row.record.puzzle
    values = _values(row)
    added = tuple((name, values.get(name)) for name in KINDS if name != "puzzle")
    came = record.row
    if came is None or (puzzle.has_pencil_marks and "candidates" in came.names):
        # The text of the puzzle says what its list of candidates says.
        others = {} if came is None else dict(zip(came.names, came.values, strict=True))
        others = {"puzzle": "", **others} | {"puzzle": cells(puzzle)}
        others.pop("candidates", None)
        came = Base(tuple(others), tuple(others.values()), puzzle, record.solution)
    return record._replace(row=came, added=added)


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
        self._kinds = {name: kinds[kind] for name, kind in KINDS.items()}
        self._file = file
        self._open = partial(pyarrow.parquet.ParquetWriter, compression="zstd")
        self._check = formats.Writer(io.StringIO(), "csv").check
        self._writer: Any = None
        self._names: tuple[str, ...] = ()

    def __enter__(self) -> Self:
        return self

    def write(self, rows: Sequence[Row] | Table) -> None:
        """Write some rows; the columns that the first puzzle came with are texts.

        Raises:
            FormatError: a puzzle has a column that the first one has not.
        """
        if isinstance(rows, Table):
            rows = rows.rows(range(len(rows)))
        values = [self._row(with_columns(row)) for row in rows]
        self._begin()
        batch = self._arrow.RecordBatch.from_pylist(values, schema=self._writer.schema)
        self._writer.write_batch(batch)

    def _begin(self) -> None:
        if self._writer is None:
            names = self._names or tuple(KINDS)
            text = self._arrow.string()
            kinds = [(name, self._kinds.get(name, text)) for name in names]
            self._writer = self._open(self._file, self._arrow.schema(kinds))

    def _row(self, record: Record) -> dict[str, object]:
        self._check(record)
        names, values = names_and_values(record)
        self._names = self._names or tuple(names)
        if self._names != tuple(names):
            fit = fitted(names, values, self._names, record)
            values = [None if value == "" else value for value in fit]
        return {
            name: value if value is None or name in _ANSWERS else as_text(value)
            for name, value in zip(self._names, values, strict=True)
        }

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if kind is None:
            self._begin()
        if self._writer is not None:
            self._writer.close()
