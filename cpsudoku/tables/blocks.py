"""Blocks: rows of classic puzzles with all their columns, some thousand at a time.

Work on a block is done once for all its rows, in columns: their puzzles are one array of digits,
and everything else stays as it was read.

        lines           CSV, JSON lines, Parquet, Arrow, NumPy
          │                        │  a record batch of Arrow
          ▼                        ▼
    Block(digits)   Block(digits, frame)          anything else: a record by itself

A row becomes a record, as `cpsudoku.formats` reads it, only if it is needed alone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, NamedTuple, TypeAlias

from cpsudoku.deferred import NDArray, np, pa
from cpsudoku.formats import documents, line, strict_json, tables
from cpsudoku.formats.base import Job, Record
from cpsudoku.formats.columnar import values_of
from cpsudoku.formats.columns import blank_beside
from cpsudoku.formats.symbols import BAD, digits_by_code
from cpsudoku.formats.tables import ColumnPlaces
from cpsudoku.puzzle import Puzzle
from cpsudoku.rules import classic
from cpsudoku.tables import arrow

Digits: TypeAlias = "NDArray[np.uint8]"

CELLS = 81


class RowValues(NamedTuple):
    """The columns of some rows.

    Args:
        rows: the values in them; None for lines that are not a table.
        is_whole: whether the values say everything that the lines say.
    """

    rows: pa.RecordBatch | None = None
    is_whole: bool = False

    def some(self, take: Callable[[Any], Any]) -> RowValues:
        """Return the rows that a function takes of all."""
        return self._replace(rows=None if self.rows is None else take(self.rows))


@dataclass(frozen=True)
class RowFrame:
    """Everything about some rows beside their digits.

    Args:
        notation: that of the lines that the rows were read from, ``line``, ``csv`` or ``json``;
            empty for a table that is not text.
        read: returns the columns when they are needed: objects of JSON to which members are only
            added do without.
    """

    job: Job
    notation: str = ""
    lines: pa.StringArray | None = None
    columns: ColumnPlaces | None = None
    read: Callable[[], RowValues] = RowValues

    @classmethod
    def whole(cls, job: Job, columns: ColumnPlaces, rows: pa.RecordBatch) -> RowFrame:
        """Return rows whose values say everything."""
        return cls(job, columns=columns).holding(RowValues(rows, is_whole=True))

    @cached_property
    def _values(self) -> RowValues:
        return self.read()

    @property
    def rows(self) -> pa.RecordBatch | None:
        """The values of the columns; None for lines that are not a table."""
        return self._values.rows

    @property
    def is_whole(self) -> bool:
        """Whether the values say everything that the lines say."""
        return self._values.is_whole

    def some(self, take: Callable[[Any], Any]) -> RowFrame:
        """Return the rows that a function takes of an array or a batch of all."""
        lines = None if self.lines is None else take(self.lines)
        return replace(self, lines=lines, read=lambda: self._values.some(take))

    def holding(self, values: RowValues) -> RowFrame:
        """Return the frame with these columns."""
        return replace(self, read=lambda: values)

    def record(self, number: int) -> Record:
        """Return a row as it would be read alone.

        Raises:
            FormatError: it is not a puzzle.
        """
        if self.lines is None:
            assert self.rows is not None and self.columns is not None
            values = [values_of(column.slice(number, 1))[0] for column in self.rows.columns]
            return tables.record_of(values, self.columns, self.job)
        text = self.lines[number].as_py().rstrip("\r\n")
        if self.notation == "json":
            return documents.record_of(strict_json.loads(text), self.job)
        if self.columns is not None:
            return tables.row_of(text, self.columns, self.job)
        return line.parse_line(text, self.job)


@dataclass(frozen=True, slots=True)
class Block:
    """Rows of classic puzzles, in the order of the file.

    Args:
        digits: the puzzles, uint8 array of shape (n, 81), 0 for a blank.
        line: the line of the first row, or its number in a table that is not text.
        frame: what else the rows have; None for lines of nothing but a puzzle.
        after: for each row its distance in lines from the first; None for consecutive lines.
    """

    digits: Digits
    source: str
    line: int
    frame: RowFrame | None = None
    after: NDArray[np.int64] | None = None

    def __len__(self) -> int:
        return len(self.digits)

    def taken(self, begin: int, end: int) -> Block:
        """Return some of the rows, from one number up to another."""
        frame = self.frame and self.frame.some(lambda rows: rows.slice(begin, end - begin))
        digits = self.digits[begin:end]
        if self.after is not None:
            return replace(self, digits=digits, frame=frame, after=self.after[begin:end])
        return replace(self, digits=digits, line=self.line + begin, frame=frame)

    def chosen(self, numbers: NDArray[np.int64]) -> Block:
        """Return the rows with these numbers, in this order; a number may occur more than once."""
        frame = self.frame and self.frame.some(lambda rows: rows.take(numbers))
        after = numbers if self.after is None else self.after[numbers]
        return replace(self, digits=self.digits[numbers], frame=frame, after=after)

    @property
    def lines(self) -> NDArray[np.int64]:
        """The line of each row."""
        return self.line + (np.arange(len(self)) if self.after is None else self.after)

    def line_of(self, number: int) -> int:
        """Return the line of a row."""
        return self.line + (number if self.after is None else int(self.after[number]))

    def record(self, number: int) -> Record:
        """Return the puzzle of a row alone, with everything that the row says."""
        if self.frame is not None:
            record = self.frame.record(number)
        else:
            record = Record(Puzzle.from_digits(self.digits[number].tolist(), classic()))
        return record._replace(source=self.source, line=self.line_of(number))

    @property
    def blank(self) -> str:
        """The character for a blank in the first puzzle, and so in added grids."""
        return "." if self.frame is None else blank_beside(self.record(0))

    def records(self) -> Iterator[Record]:
        """Yield the puzzles of all rows one by one."""
        return map(self.record, range(len(self)))


def split(
    frame: RowFrame,
    source: str,
    first: int,
    after: NDArray[np.int64] | None = None,
    digits: Digits | None = None,
) -> Iterator[Block | Record]:
    """Yield classic puzzles as blocks, and the other rows as records.

    Args:
        first: the line of the first row.
        after: as `Block` has it.
        digits: the puzzles, if all are known to be classic; None otherwise.

    Raises:
        FormatError: a row is not a puzzle.
    """
    if digits is not None:
        yield Block(digits, source, first, frame, after)
        return
    assert frame.rows is not None and frame.columns is not None
    digits, known = classic_digits(frame.rows.column(frame.columns.puzzle))
    if frame.columns.rules is not None:
        known &= is_empty(frame.rows.column(frame.columns.rules))
    if "candidates" in frame.columns.names:
        known &= is_empty(frame.rows.column(frame.columns.names.index("candidates")))
    rows = Block(digits, source, first, frame, after)
    edges = (np.flatnonzero(np.diff(known)) + 1).tolist()
    for begin, end in zip((0, *edges), (*edges, len(known)), strict=True):
        if begin < end and known[begin]:
            yield rows.taken(begin, end)
        else:
            for number in range(begin, end):
                yield from frame.job.taken(rows.line_of(number), rows.record, number)


def is_empty(column: pa.Array) -> NDArray[np.bool_]:
    """Return which values of a column are null or an empty text."""
    empty = arrow.is_missing(column)
    if pa.types.is_string(column.type):
        empty |= np.diff(arrow.offsets_of(column)) == 0
    elif pa.types.is_large_string(column.type):
        return is_empty(arrow.as_texts(column))
    return empty


def classic_digits(column: pa.Array) -> tuple[Digits, NDArray[np.bool_]]:
    """Return the digits of the texts in a column, and which rows are classic puzzles.

    Args:
        column: of any type; only texts of 81 characters can be puzzles.

    Returns:
        A uint8 array (n, 81) and truth values (n,); the digits of other rows are arbitrary.
    """
    count = len(column)
    if pa.types.is_large_string(column.type):
        column = arrow.as_texts(column)
    if not pa.types.is_string(column.type):
        return np.zeros((count, CELLS), np.uint8), np.zeros(count, np.bool_)
    known = np.diff(arrow.offsets_of(column)) == CELLS
    if column.null_count:
        known &= ~arrow.is_missing(column)
    # After this only rows that fit are in the buffer, 81 bytes each.
    texts = column if known.all() else column.filter(arrow.truth(known))
    codes = arrow.bytes_of(texts)
    found = (codes - np.uint8(ord("0"))) * (codes != ord("."))
    is_good = np.ones(len(found) // CELLS, np.bool_)
    if found.max(initial=0) > 9:  # another blank or something else, which takes eight times as long
        found = np.frombuffer(codes.tobytes().translate(digits_by_code(9)), np.uint8)
        is_good = np.asarray(found.reshape(-1, CELLS).max(axis=1) < BAD)
    found = found.reshape(-1, CELLS)
    is_good &= ~_doubtful(codes.reshape(-1, CELLS))
    if known.all():
        return found, is_good
    digits = np.zeros((count, CELLS), np.uint8)
    digits[known] = found
    known[known] = is_good
    return digits, known


def _doubtful(codes: NDArray[np.uint8]) -> NDArray[np.bool_]:
    """Return for each text whether 0 may be a digit in it: it has another blank and no 9."""
    text = codes.tobytes()
    if text.find(b"0") < 0 or all(text.find(blank) < 0 for blank in (b".", b"*", b"_", b"-", b"?")):
        return np.zeros(len(codes), np.bool_)
    has_zero, has_nine = (codes == ord("0")).any(axis=1), (codes == ord("9")).any(axis=1)
    has_other = ((codes < ord("0")) | (codes > ord("9"))).any(axis=1)
    return np.asarray(has_zero & ~has_nine & has_other)


def blanks_of(column: pa.Array, digits: Digits, known: NDArray[np.bool_]) -> Digits:
    """Return for each row the character for a blank in its text; any character if it has none.

    Args:
        digits: those of the rows, as `classic_digits` returns them.
        known: which rows are classic puzzles or grids; the others get the character 0.
    """
    import pyarrow.compute as pc

    texts = pc.cast(column if known.all() else column.filter(pa.array(known)), pa.string())
    places = (digits[known] == 0).argmax(axis=1)
    found = np.full(len(column), ord("0"), np.uint8)
    found[known] = arrow.bytes_of(texts).reshape(-1, CELLS)[np.arange(len(places)), places]
    return found
