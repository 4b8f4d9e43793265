"""Whatever many puzzles come in, for all calls about many: lists, arrays, columns, tables, files.

>>> [given(["1.............4."]).cells, given({"quiz": ["1......2.34....1"]}).column]
[['1.............4.'], 'quiz']
"""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterable, Iterator, Sized
from dataclasses import dataclass, replace
from itertools import chain, islice
from pathlib import Path, PurePath
from typing import IO, TYPE_CHECKING, Any, TypeAlias, TypeGuard

from cpsudoku import formats
from cpsudoku.bulk import frames
from cpsudoku.bulk.frames import NEEDED, PUZZLE, Frame
from cpsudoku.errors import FormatError, OptionError, PuzzleError
from cpsudoku.extras import needing
from cpsudoku.formats import columnar
from cpsudoku.formats.base import Job, Lines, Record, shown
from cpsudoku.formats.columns import names_and_values, roles
from cpsudoku.formats.registry import notation
from cpsudoku.formats.rules_text import parse_rules
from cpsudoku.formats.sniffing import head_of, sniff
from cpsudoku.formats.source import Columns, is_path, lines_of, names_a_file, opened
from cpsudoku.formats.tables import columns_of
from cpsudoku.puzzle import Puzzle
from cpsudoku.rules import Rules, usual

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from cpsudoku.bulk.rows import Rows, Texts

Puzzles: TypeAlias = "Rows | bytes | str | Path | Texts | Frame"
"""What calls about many puzzles take; `given` says how each is read."""


@dataclass(frozen=True, slots=True)
class Given:
    """Many puzzles in the order in which they were given.

    Args:
        cells: what `cpsudoku.bulk.rows.rows_of` reads: an array of digits or of texts, bytes with a
            puzzle a line, or a list.
        frame: the table that they stand in; None for none.
        column: the name of their column; empty for none.
        rules: the rules that a column of the table says; None where it says none.
    """

    cells: Rows | bytes | list[Any]
    frame: Frame | None = None
    column: str = ""
    rules: Rules | None = None

    def part(self, first: int, end: int) -> Given:
        """Return some of them.

        Args:
            first: number of the first of them.
            end: number of the first after them.
        """
        frame = None if self.frame is None else frames.part_of(self.frame, first, end)
        return replace(self, cells=self.cells[first:end], frame=frame)

    def table(self, rows: Rows, rules: Rules) -> Frame:
        """Return the table that they stand in, or one with nothing but them.

        Args:
            rows: the puzzles as they were read.
            rules: those of all of them.
        """
        if self.frame is not None:
            return self.frame
        found = {PUZZLE: self._texts(rows, rules)}
        if rules != usual(rules.size):
            found["rules"] = [formats.rules_text(rules)] * len(rows)
        return found

    def _texts(self, rows: Rows, rules: Rules) -> list[str]:
        if isinstance(self.cells, list) and all(isinstance(one, str) for one in self.cells):
            return self.cells
        if rows.dtype.itemsize > 1:
            masks = map(tuple, rows.tolist())
            return [_text(Puzzle.trusted(rules, candidates)) for candidates in masks]
        return frames.of_grids(rows, rules.size).listed()


def _text(puzzle: Puzzle) -> str:
    """Return a puzzle in a field of a table, as it is read again."""
    if puzzle.has_pencil_marks and puzzle.rules.board.is_square:
        return formats.write(puzzle, "pencil", bare=True).rstrip()
    return str(puzzle)


def given(puzzles: Puzzles, column: str | None = None, rules: Rules | None = None) -> Given:
    """Return many puzzles from whatever they come in.

    Args:
        puzzles: a list, or anything that can be iterated over, of texts, puzzles or lists of cells;
            an array of NumPy's, of digits or of texts; bytes, a puzzle a line; a text of many, in
            any notation; a Series of pandas' or Polars', an array of Arrow's; a frame or table of
            these, or a dictionary of columns; a path.
        column: the name of the column of puzzles in a table; None to find it.
        rules: the rules, where a file or text says none.

    Raises:
        FormatError: a file or text holds no puzzles.
        OptionError: there is no such column, or a column is named and there is no table; or a text
            that is a path.
        PuzzleError: this is nothing that holds puzzles, or rows of a table have several rules.
        BackendUnavailableError: PyArrow is missing, and nothing else can read the object.
        OSError: a file cannot be read.
    """
    if isinstance(puzzles, PurePath | str):
        return next(_of_text(puzzles, None, column, rules))
    is_plain = isinstance(puzzles, bytes | list | tuple) or _is_array(puzzles)
    frame = None if is_plain else frames.frame_of(puzzles)
    if frame is not None:
        return _of_frame(frame, column)
    kind = type(puzzles).__name__
    if column is not None:
        raise OptionError(f"column={column!r} for {kind}; expected a table")
    if isinstance(puzzles, bytes | list) or (_is_array(puzzles) and puzzles.ndim):
        return Given(puzzles)
    try:
        return Given(list(puzzles))
    except TypeError:
        raise PuzzleError(
            f"{kind}; expected a list, an array, a column, a table or a path of puzzles"
        ) from None


def given_in_parts(
    puzzles: Puzzles, size: int, column: str | None = None, rules: Rules | None = None
) -> Iterator[Given]:
    """Yield many puzzles as `given` returns them, some at a time, and read no further than that.

    Args:
        puzzles: as for `given`, as are the others.
        size: how many at a time; fewer where a stream of Arrow's has smaller batches.
        column: the name of the column of puzzles.
        rules: the rules, where a file or text says none.
    """
    if isinstance(puzzles, PurePath | str):
        yield from _of_text(puzzles, size, column, rules)
    elif isinstance(puzzles, bytes):
        text = io.BytesIO(puzzles)
        while lines := b"".join(islice(text, size)):
            yield Given(lines)
    elif isinstance(puzzles, Iterator) and not hasattr(puzzles, "__arrow_c_stream__"):
        while texts := list(islice(puzzles, size)):
            yield Given(texts)
    elif hasattr(puzzles, "__arrow_c_stream__") and not isinstance(puzzles, Sized):
        with needing(NEEDED, "pyarrow"):
            import pyarrow as pa
        yield from _of_batches(pa.RecordBatchReader.from_stream(puzzles), size, column)
    else:
        whole = given(puzzles, column)
        for first in range(0, len(whole.cells), size):
            yield whole.part(first, first + size)


def _is_array(thing: object) -> TypeGuard[NDArray[Any]]:
    import numpy as np

    return isinstance(thing, np.ndarray)


def _of_frame(frame: Frame, column: str | None) -> Given:
    name = frames.column_named(frame, column)
    return Given(frames.values_of(frame, name), frame, name, _rules_in(frame))


def _rules_in(frame: Frame) -> Rules | None:
    """Return the rules that a column of a table says for all its rows."""
    names = frames.names_of(frame)
    place = roles(tuple(names)).rules
    if place is None:
        return None
    said = sorted({text or "" for text in frames.listed_in(frame, names[place])})
    if len(said) > 1:
        raise PuzzleError(
            f"column {names[place]!r} says {len(said)} rules, such as {said[0]!r} and {said[1]!r}; "
            "expected the same in all rows: ask about the rows of each by themselves"
        )
    return parse_rules(said[0], files=False).rules() if said and said[0] else None


def _of_batches(batches: Iterable[Any], size: int, column: str | None) -> Iterator[Given]:
    import pyarrow as pa

    for batch in batches:
        whole = _of_frame(pa.Table.from_batches([batch]), column)
        for first in range(0, len(batch), size):
            yield whole.part(first, first + size)


def _of_text(
    source: PurePath | str, size: int | None, column: str | None, rules: Rules | None
) -> Iterator[Given]:
    """Yield the puzzles of a file or of a text, all at once where no size is given."""
    if isinstance(source, PurePath):
        name = str(source)
        with opened(name, name) as stream:
            if isinstance(stream, Columns):
                yield from _of_columns(stream, name, size, column)
            else:
                yield from _of_lines(stream, name, size, column, rules)
    elif is_path(source) or names_a_file(source):
        raise OptionError(
            f"{shown(source, 60)} looks like a path; expected pathlib.Path({shown(source, 60)})"
        )
    else:
        yield from _of_lines(io.StringIO(source, newline=None), None, size, column, rules)


def _of_columns(
    stream: Columns, name: str, size: int | None, column: str | None
) -> Iterator[Given]:
    """Yield the rows of Parquet, Arrow's own files or NumPy's."""
    job = Job(source=name, column=column)
    batches = (batch.rows for batch in columnar.batches(stream.stream, stream.start, job))
    if size is None:
        import pyarrow as pa

        yield _of_frame(pa.Table.from_batches(batches), column)
    else:
        yield from _of_batches(batches, size, column)


def _of_lines(
    stream: IO[str], name: str | None, size: int | None, column: str | None, rules: Rules | None
) -> Iterator[Given]:
    numbered = lines_of(stream, name)
    head = head_of(numbered)
    job = Job(rules, name)
    separator = None if not head else _separator_in(head[0][1], column)
    lines = chain(head, numbered)
    kind = "csv" if separator else sniff(head, name, job.given_size)
    if column is not None and not (separator or kind == "json"):
        where = f" in {name}" if name else ""
        raise OptionError(f"there is no column {column!r}{where}; expected a table that has it")
    if separator:
        texts = chain((f"{text}\n" for _, text in head), stream)
        parts = _of_rows(texts, name, size, column, separator)
    elif kind == "line":
        parts = _of_bare_lines(lines, job, size)
    elif kind == "json":
        parts = _of_objects(lines, job, size, column)
    else:
        parts = _of_records(notation(kind).read(lines, job), size)
    first = next(parts, None)
    if first is None:
        raise FormatError(formats.NOTHING, source=name)
    yield from chain([first], parts)


def _separator_in(header: str, column: str | None) -> str | None:
    """Return what separates the columns of a table; None where this is no header of one."""
    if column is None:
        columns = columns_of(header)
        return None if columns is None else columns.separator
    splits = ((separator, next(csv.reader([header], delimiter=separator))) for separator in ",;\t")
    return next((separator for separator, names in splits if column in names), None)


def _of_rows(
    lines: Iterator[str], name: str | None, size: int | None, column: str | None, separator: str
) -> Iterator[Given]:
    """Yield the rows of a table of text; all its columns are kept as they are."""
    rows = csv.reader(lines, delimiter=separator, strict=True)
    before = 0
    try:
        names = next(rows)
        while taken := list(islice(filter(None, rows), size)):
            for number, row in enumerate(taken, start=before + 1):
                if len(row) != len(names):
                    message = f"row {number} has {len(row)} fields; expected {len(names)}"
                    raise FormatError(f"{message}, as the header says", source=name)
            before += len(taken)
            columns = map(list, zip(*taken, strict=True))
            yield _of_frame(dict(zip(names, columns, strict=True)), column)
    except csv.Error as error:
        raise FormatError(str(error), source=name, line=rows.line_num) from None


def _of_bare_lines(lines: Lines, job: Job, size: int | None) -> Iterator[Given]:
    """Yield puzzles of a line each; nothing but digits is not made into puzzles here."""
    from cpsudoku.tables.reading import first_lines

    lines = (numbered for numbered in lines if not _says_nothing(numbered[1]))
    while taken := list(islice(lines, size)):
        data = "\n".join(text for _, text in taken).encode("ascii", "replace")
        if first_lines(data)[1] != len(data):
            yield from _of_records(notation("line").read(chain(taken, lines), job), size)
            return
        yield Given(data)


def _says_nothing(line: str) -> bool:
    """Return whether a line is blank or a comment that says no rules."""
    return not line or line.isspace() or (line[0] == "#" and "rules:" not in line.lower())


def _of_objects(lines: Lines, job: Job, size: int | None, column: str | None) -> Iterator[Given]:
    """Yield objects of JSON, one a line, whose values are texts and numbers; others as records."""
    while taken := list(islice(lines, size)):
        rows = _plain_objects(taken, column)
        if rows is None:
            yield from _of_records(notation("json").read(chain(taken, lines), job), size)
            return
        frame = {name: [row[name] for row in rows] for name in rows[0]}
        yield _of_frame(frame, column)


def _plain_objects(lines: list[tuple[int, str]], column: str | None) -> list[dict[str, Any]] | None:
    """Return the objects of some lines if they have the same keys and nothing in one another."""
    rows = []
    try:
        for _, text in lines:
            row = json.loads(text)
            if type(row) is not dict or any(isinstance(v, dict | list) for v in row.values()):
                return None
            rows.append(row)
    except ValueError:  # whose reader says where
        return None
    names = rows[0].keys()
    is_table = column is not None or roles(tuple(names)).puzzle is not None
    return rows if is_table and all(row.keys() == names for row in rows) else None


def _of_records(records: Iterator[Record], size: int | None) -> Iterator[Given]:
    while taken := list(islice(records, size)):
        rows = [dict(zip(*names_and_values(record), strict=True)) for record in taken]
        names = dict.fromkeys(chain.from_iterable(rows))
        frame = {name: [row.get(name) for row in rows] for name in names}
        yield Given([record.puzzle for record in taken], frame, taken[0].source or "")
