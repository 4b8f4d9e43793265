"""Whatever many puzzles come in, for all calls about many: lists, arrays, columns, tables, files.

>>> [given(["1.............4."]).cells, given({"quiz": ["1......2.34....1"]}).column]
[['1.............4.'], 'quiz']
"""

from __future__ import annotations

import io
from collections.abc import Iterable, Iterator, Sized
from dataclasses import dataclass, replace
from itertools import chain, islice
from math import inf
from pathlib import Path, PurePath
from typing import IO, Any, TypeAlias

from cpsudoku import formats
from cpsudoku.bulk import frames
from cpsudoku.bulk.frames import NEEDED, PUZZLE, Frame
from cpsudoku.bulk.rows import Rows, Texts
from cpsudoku.deferred import np, pa
from cpsudoku.errors import FormatError, OptionError, PuzzleError, quoted
from cpsudoku.extras import needing
from cpsudoku.formats import columnar
from cpsudoku.formats.base import Job, Record
from cpsudoku.formats.columns import names_and_values, roles
from cpsudoku.formats.rules_text import parse_rules
from cpsudoku.formats.source import Columns, is_path, names_a_file, opened
from cpsudoku.formats.writing import cells_of
from cpsudoku.puzzle import Puzzle
from cpsudoku.rules import Rules, classic, usual
from cpsudoku.tables import reading
from cpsudoku.tables.blocks import Block

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
        """Return some of them, up to the number of the first after them."""
        frame = None if self.frame is None else frames.part_of(self.frame, first, end)
        return replace(self, cells=self.cells[first:end], frame=frame)

    def table(self, rows: Rows, rules: Rules) -> Frame:
        """Return the table that they stand in, or one with nothing but them as they were read."""
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
            return [cells_of(Puzzle.trusted(rules, candidates)) for candidates in masks]
        return frames.of_grids(rows, rules.size).listed()


def given(puzzles: Puzzles, column: str | None = None, rules: Rules | None = None) -> Given:
    """Return many puzzles from whatever they come in.

    Args:
        puzzles: as for `cpsudoku.solve_many`, and anything else that can be iterated over.
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
    is_plain = isinstance(puzzles, bytes | list | tuple | np.ndarray)
    frame = None if is_plain else frames.frame_of(puzzles)
    if frame is not None:
        return _of_frame(frame, column)
    kind = type(puzzles).__name__
    if column is not None:
        raise OptionError(f"column={column!r} for {kind}; expected a table")
    if isinstance(puzzles, bytes | list) or (isinstance(puzzles, np.ndarray) and puzzles.ndim):
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
    for batch in batches:
        whole = _of_frame(pa.Table.from_batches([batch]), column)
        for first in range(0, len(batch), size):
            yield whole.part(first, first + size)


@dataclass(frozen=True, slots=True)
class _Source:
    """A file or a text, as `cpsudoku.tables.reading` reads it."""

    arguments: list[str]
    rules: Rules | None
    column: str | None

    @property
    def is_unguided(self) -> bool:
        return self.rules is None or self.rules is classic()

    def job(self, name: str) -> Job:
        return Job(self.rules, name or None, column=self.column)

    def report_ignored(self, record: Record) -> None:
        """Say nothing: what is not understood stands in the record."""

    def read(self, argument: str) -> Iterator[Record]:
        return self.source(argument, argument)

    def source(self, source: str | IO[str] | IO[bytes], name: str | None) -> Iterator[Record]:
        return formats.read(source, self.rules, name=name or None, column=self.column)


def _of_text(
    source: PurePath | str, size: int | None, column: str | None, rules: Rules | None
) -> Iterator[Given]:
    """Yield the puzzles of a file or of a text, all at once where no size is given."""
    if not isinstance(source, PurePath):
        if is_path(source) or names_a_file(source):
            path = quoted(source, 60)
            raise OptionError(f"{path} looks like a path; expected pathlib.Path({path})")
        text = io.BytesIO(source.encode("utf-8", "replace"))
        parts = reading.parts_of(_Source([], rules, column), text, "")
    else:
        name = str(source)
        if Path(name).is_file():
            with opened(name, name) as stream:
                if isinstance(stream, Columns):
                    yield from _of_columns(stream, name, size, column)
                    return
        parts = reading.parts(_Source([name], rules, column))
    try:
        yield from map(_of_parts, _sized(parts, size))
    except FormatError as error:
        if error.message.startswith(f"no column {column!r}"):
            raise OptionError(str(error)) from None
        raise


def _sized(parts: Iterator[Block | Record], size: int | None) -> Iterator[list[Block | Record]]:
    """Yield parts that have this many puzzles together, or all."""
    taken: list[Block | Record] = []
    most = room = inf if size is None else size
    for part in parts:
        while isinstance(part, Block) and len(part) > room:
            yield [*taken, part.taken(0, int(room))]
            part, taken, room = part.taken(int(room), len(part)), [], most  # noqa: PLW2901
        taken.append(part)
        room -= len(part) if isinstance(part, Block) else 1
        if not room:
            yield taken
            taken, room = [], most
    if taken:
        yield taken


def _of_parts(parts: list[Block | Record]) -> Given:
    """Return puzzles as they were read: digits and columns where all parts have them."""
    blocks = [part for part in parts if isinstance(part, Block)]
    frames = [block.frame for block in blocks if block.frame is not None]
    rows = [frame.rows for frame in frames if frame.is_whole and frame.rows is not None]
    if len(blocks) == len(parts) and not frames:
        return Given(np.concatenate([block.digits for block in blocks]))
    if len(rows) == len(parts) and all(one.schema == rows[0].schema for one in rows):
        import pyarrow as pa

        columns = frames[0].columns
        assert columns is not None  # as there are rows
        digits = np.concatenate([block.digits for block in blocks])
        return Given(digits, pa.Table.from_batches(rows), columns.names[columns.puzzle])
    records = chain.from_iterable(
        part.records() if isinstance(part, Block) else [part] for part in parts
    )
    return _of_records(list(records))


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


def _of_records(taken: list[Record]) -> Given:
    rows = [dict(zip(*names_and_values(record), strict=True)) for record in taken]
    names = dict.fromkeys(chain.from_iterable(rows))
    if not any(record.row or record.solution for record in taken):
        names.pop("solution", None)  # which a table of lines alone has for those to come
    puzzles = [record.puzzle for record in taken]
    if list(names) == [PUZZLE]:
        return Given(puzzles)
    frame = {name: [row.get(name) for row in rows] for name in names}
    place = roles(tuple(names)).puzzle
    column = "" if place is None else list(names)[place]
    return Given(puzzles, frame, column)
