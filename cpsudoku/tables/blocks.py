"""Blocks: rows of classic puzzles with all their columns, some thousand at a time.

What all rows of a block share is done once, in columns: their puzzles are one array of digits, and
everything else stays as it was read.

        lines           CSV, JSON lines, Parquet, Arrow, NumPy
          │                        │  a record batch of Arrow
          ▼                        ▼
    Block(digits)   Block(digits, frame)          anything else: a record by itself

A row becomes a record, as `cpsudoku.formats` reads it, only when somebody asks about it alone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, NamedTuple

from cpsudoku.deferred import NDArray, np, pa
from cpsudoku.errors import FormatError
from cpsudoku.formats import documents, line, strict_json, tables
from cpsudoku.formats.base import BLANKS, Job, Record
from cpsudoku.formats.columnar import values_of
from cpsudoku.formats.columns import blank_beside
from cpsudoku.formats.tables import ColumnPlaces
from cpsudoku.puzzle import Puzzle
from cpsudoku.rules import classic
from cpsudoku.tables import arrow

if TYPE_CHECKING:
    Digits = NDArray[np.uint8]

CELLS = 81
_BAD = 255


class RowValues(NamedTuple):
    """The columns of some rows.

    Args:
        rows: the values in them; none for lines that are not a table.
        is_whole: whether the values say all that the lines say.
    """

    rows: pa.RecordBatch | None = None
    is_whole: bool = False

    def taken(self, begin: int, end: int) -> RowValues:
        """Return some of the rows, from one number up to another."""
        return (
            self if self.rows is None else self._replace(rows=self.rows.slice(begin, end - begin))
        )

    def chosen(self, numbers: NDArray[np.int64]) -> RowValues:
        """Return the rows with these numbers, in their order, each as often as it is named."""
        return self._replace(rows=None if self.rows is None else self.rows.take(numbers))


@dataclass(frozen=True)
class RowFrame:
    """What stands beside the digits of some rows.

    Args:
        notation: of the lines of text that the rows were: ``line``, ``csv`` or ``json``; empty for
            a table that was not text.
        read: returns the columns when somebody asks for them: objects of JSON that only grow by
            members need none.
    """

    job: Job
    notation: str = ""
    lines: pa.StringArray | None = None
    columns: ColumnPlaces | None = None
    read: Callable[[], RowValues] = RowValues

    @classmethod
    def whole(cls, job: Job, columns: ColumnPlaces, rows: pa.RecordBatch) -> RowFrame:
        """Return rows of which the values say all."""
        return cls(job, columns=columns).holding(RowValues(rows, is_whole=True))

    @cached_property
    def _values(self) -> RowValues:
        return self.read()

    @property
    def rows(self) -> pa.RecordBatch | None:
        """The values of the columns; none for lines that are not a table."""
        return self._values.rows

    @property
    def is_whole(self) -> bool:
        """Whether the values say all that the lines say."""
        return self._values.is_whole

    def taken(self, begin: int, end: int) -> RowFrame:
        """Return some of the rows, from one number up to another."""
        lines = None if self.lines is None else self.lines.slice(begin, end - begin)
        return replace(self, lines=lines, read=lambda: self._values.taken(begin, end))

    def chosen(self, numbers: NDArray[np.int64]) -> RowFrame:
        """Return the rows with these numbers, in their order, each as often as it is named."""
        lines = None if self.lines is None else self.lines.take(numbers)
        return replace(self, lines=lines, read=lambda: self._values.chosen(numbers))

    def holding(self, values: RowValues) -> RowFrame:
        """Return the frame with these columns."""
        return replace(self, read=lambda: values)

    def record(self, number: int) -> Record:
        """Return a row as it is read by itself.

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
    """Rows of classic puzzles, in the order in which a file has them.

    Args:
        digits: the puzzles, uint8 array of shape (n, 81), 0 for a blank.
        line: the line of the first row, or its number in a table that is not text.
        frame: what stands beside the digits; None for lines that are puzzles and nothing else.
        after: for each row the number of lines after the first; None where they are one after the
            other.
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
        frame = None if self.frame is None else self.frame.taken(begin, end)
        digits = self.digits[begin:end]
        if self.after is not None:
            return replace(self, digits=digits, frame=frame, after=self.after[begin:end])
        return replace(self, digits=digits, line=self.line + begin, frame=frame)

    def chosen(self, numbers: NDArray[np.int64]) -> Block:
        """Return the rows with these numbers, in their order, each as often as it is named."""
        frame = None if self.frame is None else self.frame.chosen(numbers)
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
        """Return the puzzle of a row by itself, with all that stands beside it."""
        if self.frame is not None:
            record = self.frame.record(number)
        else:
            record = Record(Puzzle.from_digits(self.digits[number].tolist(), classic()))
        return record._replace(source=self.source, line=self.line_of(number))

    @property
    def blank(self) -> str:
        """What stands for a blank in the first puzzle, and so in grids that are added."""
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
    """Yield rows as blocks as far as they are classic puzzles, and the others as records.

    Args:
        first: the line of the first row.
        after: as `Block` has it.
        digits: the puzzles, if all of them are classic; None to find out.

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
            yield from _alone(rows, range(begin, end), frame.job)


def _alone(rows: Block, numbers: range, job: Job) -> Iterator[Record]:
    for number in numbers:
        try:
            record = rows.record(number)
        except FormatError as error:
            job.bad(error, rows.line_of(number))
        else:
            yield record._replace(source=job.source)


def is_empty(column: pa.Array) -> NDArray[np.bool_]:
    """Return which values of a column are null or an empty text."""
    empty = arrow.is_missing(column)
    if pa.types.is_string(column.type):
        empty |= np.diff(arrow.offsets_of(column)) == 0
    elif pa.types.is_large_string(column.type):
        return is_empty(arrow.as_texts(column))
    return empty


@lru_cache(maxsize=1)
def _digits_by_character() -> bytes:
    table = bytearray([_BAD]) * 256
    for blank in BLANKS:
        table[ord(blank)] = 0
    for digit in range(1, 10):
        table[ord("0") + digit] = digit
    return bytes(table)


def classic_digits(column: pa.Array) -> tuple[Digits, NDArray[np.bool_]]:
    """Return the digits of the texts in a column, and which rows are classic puzzles.

    Args:
        column: one of any type; only texts of 81 cells are looked at.

    Returns:
        A uint8 array (n, 81), and truth values (n,); the digits of other rows mean nothing.
    """
    count = len(column)
    if pa.types.is_large_string(column.type):
        column = arrow.as_texts(column)
    if not pa.types.is_string(column.type):
        return np.zeros((count, CELLS), np.uint8), np.zeros(count, np.bool_)
    known = np.diff(arrow.offsets_of(column)) == CELLS
    if column.null_count:
        known &= ~arrow.is_missing(column)
    # Only the rows that fit lie one after the other in the buffer, 81 bytes each.
    texts = column if known.all() else column.filter(arrow.truth(known))
    codes = arrow.bytes_of(texts)
    found = (codes - np.uint8(ord("0"))) * (codes != ord("."))
    is_good = np.ones(len(found) // CELLS, np.bool_)
    if found.max(initial=0) > 9:  # another blank, or something else; this takes eight times as long
        found = np.frombuffer(codes.tobytes().translate(_digits_by_character()), np.uint8)
        is_good = np.asarray(found.reshape(-1, CELLS).max(axis=1) < _BAD)
    found = found.reshape(-1, CELLS)
    if known.all():
        return found, is_good
    digits = np.zeros((count, CELLS), np.uint8)
    digits[known] = found
    known[known] = is_good
    return digits, known


def blanks_of(column: pa.Array, digits: Digits, known: NDArray[np.bool_]) -> Digits:
    """Return for each row the character that stands for a blank in its text; 0 if none is there.

    Args:
        digits: theirs, as `classic_digits` returns them.
        known: which rows are classic puzzles or grids; the others have nothing that can be asked.
    """
    import pyarrow.compute as pc

    texts = pc.cast(column if known.all() else column.filter(pa.array(known)), pa.string())
    places = (digits[known] == 0).argmax(axis=1)
    found = np.full(len(column), ord("0"), np.uint8)
    found[known] = arrow.bytes_of(texts).reshape(-1, CELLS)[np.arange(len(places)), places]
    return found
