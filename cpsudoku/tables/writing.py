"""Writes tables of any kind: rows in blocks or one by one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Any, BinaryIO, NamedTuple, TypeAlias

from cpsudoku import formats
from cpsudoku.deferred import pa
from cpsudoku.errors import FormatError
from cpsudoku.formats.base import Record
from cpsudoku.formats.columns import fitted, places_in, roles, unexpected, united
from cpsudoku.rules import classic, usual
from cpsudoku.tables import columns
from cpsudoku.tables.blocks import Block
from cpsudoku.tables.column_types import cast, closed, is_open, typed
from cpsudoku.tables.columns import AnswerColumns

if TYPE_CHECKING:
    from _typeshed import SupportsWrite

_HELD = 256
"""Rows that show the columns of a table and their types."""

_BATCH = 4096

_GROUP = 1 << 16
"""Rows of a row group in Parquet: in smaller groups the same rows take a tenth more time."""

_WAITING = 32
"""Parts that wait for the type of a column of which they have only nulls."""


TableWriter: TypeAlias = "TextTable | ColumnTable"
"""Writes rows: what they came with, solutions and added columns; raises FormatError where the table
cannot hold them.  Closing it writes the end of the table; the file stays open."""


def write_part(
    table: TableWriter,
    part: Block | Record | Sequence[Record],
    answers: AnswerColumns | None = None,
) -> None:
    """Write rows of any form.

    Args:
        part: the rows; a record is one row, though it is a sequence as well.
    """
    answers = answers or AnswerColumns()
    if isinstance(part, Block):
        table.write_block(part, answers)
        return
    for number, record in enumerate([part] if isinstance(part, Record) else part):
        table.write(answers.of(record, number) if answers.names else record)


class TextTable:
    """A table of CSV, JSON lines, or one array of JSON; or puzzles in another notation.

    Args:
        lossy: drop pencil marks if the notation has no place for them.
    """

    def __init__(self, out: SupportsWrite[str], notation: str, *, lossy: bool = False) -> None:
        self._notation = formats.notation(notation)
        self._writer = formats.Writer(out, notation, lossy=lossy)

    @property
    def written(self) -> int:
        """The number of rows so far."""
        return self._writer.written

    def write(self, record: Record) -> None:
        """Write the row of a puzzle."""
        self._writer.write(record)

    def write_block(self, block: Block, answers: AnswerColumns) -> None:
        """Write many rows."""
        text = self._text(block, answers)
        if text is not None:
            self._writer.write_rows(text, len(block))
            return
        for number, record in enumerate(block.records()):
            self._writer.write(answers.of(record, number))

    def write_columns(self, names: Sequence[str], arrays: Sequence[pa.Array]) -> None:
        """Write many rows of a table."""
        if self._notation.name == "csv":
            self._writer.begin(names)
        if len(arrays[0]):
            self._writer.write_rows(self._rows_text(names, arrays), len(arrays[0]))

    def _rows_text(self, names: Sequence[str], arrays: Sequence[pa.Array]) -> memoryview:
        if self._notation.name == "csv":
            return columns.csv_text(arrays)
        return self._joined(["{", *columns.members(names, arrays), "}"])

    def _joined(self, parts: Sequence[pa.StringArray | str]) -> memoryview:
        between = self._notation.between
        return columns.joined(parts, between or "\n", is_open=not between)

    def _text(self, block: Block, answers: AnswerColumns) -> bytes | memoryview | None:
        """Return the text of the rows, or None if each has to be written alone."""
        name = self._notation.name
        if name in {"json", "jsonl"}:
            parts = columns.objects(block, answers)
            return None if parts is None else self._joined(parts)
        if name in {"line", "sdm"}:
            return self._lines(block)
        if name != "csv" or (block.frame is not None and not block.frame.is_whole):
            return None
        names, arrays = columns.columns_of(block, answers)
        return self._rows_text(names, arrays) if self._writer.begin(names) else None

    def _lines(self, block: Block) -> bytes | None:
        """Return the puzzles alone; None if there may be comments beside them."""
        frame = block.frame
        if frame is not None and (frame.columns is None or frame.columns.comment is not None):
            return None
        self._writer.write_rules(classic())
        blank = "." if self._notation.name == "line" else "0"
        return columns.grid_lines(block.digits, blank)

    def close(self) -> None:
        """Write the end of an array, or the header if there are no rows."""
        self._writer.close()


class ColumnTable:
    """A file of Parquet or Arrow, as `kind` says: ``parquet`` or ``arrow``.

    The columns are those of the first rows and keep their types; a column of values of different
    types becomes texts.
    """

    def __init__(self, file: BinaryIO, kind: str) -> None:
        self._written = 0
        self._file, self._kind = file, kind
        self._out: Any = None
        self._schema: pa.Schema | None = None
        self._held: list[tuple[list[str], list[object], Record]] = []
        self._waiting: list[_Part] = []
        self._group: list[pa.RecordBatch] = []
        self._categories: dict[int, pa.Array] = {}

    @property
    def written(self) -> int:
        """The number of rows so far."""
        waiting = sum(len(part.arrays[0]) for part in self._waiting)
        return self._written + waiting + len(self._held)

    def write(self, record: Record) -> None:
        """Hold the row of a puzzle until there are more of them."""
        names, values = _row(record)
        self._held.append((names, values, record))
        if len(self._held) == (_HELD if self._schema is None else _BATCH):
            self._write_held()

    def write_block(self, block: Block, answers: AnswerColumns) -> None:
        """Write many rows."""
        if block.frame is not None and not block.frame.is_whole:
            for number, record in enumerate(block.records()):
                ColumnTable.write(self, answers.of(record, number))
            return
        self._write_held()
        names, arrays = columns.columns_of(block, answers)
        self._write(names, arrays, block)

    def write_columns(self, names: Sequence[str], arrays: Sequence[pa.Array]) -> None:
        """Write many rows of a table."""
        self._write_held()
        self._write(list(names), list(arrays), None)

    def _write_held(self) -> None:
        held, self._held = self._held, []
        if not held:
            return
        if self._schema is not None:
            names = tuple(self._schema.names)
        elif self._waiting:
            names = tuple(self._waiting[0].names)
        else:
            names = united(names for names, _, _ in held)
        rows = [
            values if tuple(own) == names else fitted(own, values, names, record, nothing=None)
            for own, values, record in held
        ]
        kinds = [None] * len(names) if self._schema is None else self._schema.types
        by_column = zip(*rows, strict=True)
        arrays = [typed(list(one), kind) for one, kind in zip(by_column, kinds, strict=True)]
        self._write(list(names), arrays, held[0][2])

    def _write(self, names: list[str], arrays: list[pa.Array], of: Block | Record | None) -> None:
        part = _Part(names, arrays, of)
        if self._schema is not None:
            self._put(part)
            return
        self._waiting.append(part)
        kinds = self._kinds()
        if not any(map(is_open, kinds.values())) or len(self._waiting) == _WAITING:
            self._begin(kinds)

    def _kinds(self) -> dict[str, pa.DataType]:
        """Return the type of each column, as far as the waiting parts show it."""
        found: dict[str, pa.DataType] = {}
        names = self._waiting[0].names
        if len(set(names)) < len(names):
            twice = next(name for name in names if names.count(name) > 1)
            raise FormatError(f"two columns {twice!r}; expected different names")
        for part in self._waiting:
            for place, array in zip(places_in(part.names, tuple(names)), part.arrays, strict=True):
                if place is None:
                    continue
                name = names[place]
                if name not in found or is_open(found[name]):
                    found[name] = array.type
        return found

    def _begin(self, kinds: dict[str, pa.DataType]) -> None:
        # A column of only nulls or empty lists can have texts later, and nothing else.
        fields = [(name, closed(kind)) for name, kind in kinds.items()]
        self._schema = pa.schema(fields)
        if self._kind == "parquet":
            from pyarrow import parquet

            repeated = [name for name, _ in fields if self._repeats(name)]
            at = roles(tuple(kinds))
            # The least grid is of no use, and finding it takes half as long as compressing;
            # halving the bytes of solutions would take as long as finding them.
            names = list(enumerate(kinds))
            described = [name for place, name in names if place not in (at.puzzle, at.solution)]
            packed = {name: "none" if place == at.solution else "zstd" for place, name in names}
            try:
                self._out = parquet.ParquetWriter(
                    self._file, self._schema, compression=packed, use_dictionary=repeated,
                    write_statistics=described,
                )  # fmt: skip
            except pa.ArrowNotImplementedError as error:
                raise FormatError(f"{error}; expected --format arrow or jsonl") from None
        else:
            longer = pa.ipc.IpcWriteOptions(emit_dictionary_deltas=True)
            self._out = pa.ipc.new_file(self._file, self._schema, options=longer)
        waiting, self._waiting = self._waiting, []
        for part in waiting:
            self._put(part)

    def _repeats(self, name: str) -> bool:
        """Return whether a column has few different values, for which numbers can stand.

        Puzzles are all different, and looking for equal ones takes twice as long as compressing.
        """
        part = next((one for one in self._waiting if name in one.names), None)
        if part is None:
            return True
        first = part.arrays[part.names.index(name)].slice(0, _HELD)
        kind = first.type
        is_own = isinstance(kind, pa.BaseExtensionType)  # which may be a list underneath
        if is_own or pa.types.is_nested(kind) or pa.types.is_temporal(kind):
            return False
        return 2 * len(set(first.to_pylist())) < len(first)

    def _put(self, part: _Part) -> None:
        assert self._schema is not None
        names = tuple(self._schema.names)
        places = places_in(part.names, names)
        if None in places:
            raise unexpected(_place(part.of), part.names[places.index(None)], names)
        there = dict(zip(places, part.arrays, strict=True))
        count = len(part.arrays[0])
        found = []
        for place, field in enumerate(self._schema):
            array = there.get(place)
            nothing = array is None or (array.null_count == count and array.type != field.type)
            value = pa.nulls(count, field.type) if nothing else _cast(array, field, part.of)
            found.append(self._with_one_dictionary(place, value))
        self._group.append(pa.RecordBatch.from_arrays(found, schema=self._schema))
        self._written += count
        if self._kind != "parquet" or sum(map(len, self._group)) >= _GROUP:
            self._write_group()

    def _with_one_dictionary(self, place: int, array: pa.Array) -> pa.Array:
        """Return categories numbered as in the rows before: an Arrow file has one list of them.

        New ones come after those that are there; Arrow and pandas read that, Polars does not.
        """
        if self._kind != "arrow" or not pa.types.is_dictionary(array.type):
            return array
        if place in self._categories:
            both = pa.chunked_array([self._categories[place], array])
            array = both.unify_dictionaries().chunk(1)
        self._categories[place] = array.slice(0, 0)
        return array

    def _write_group(self) -> None:
        group, self._group = self._group, []
        if group:
            self._out.write_table(pa.Table.from_batches(group))

    @contextmanager
    def dropped(self) -> Iterator[None]:
        """End the file if the block fails, while it is open: Parquet's writer would do so later."""
        try:
            yield
        except BaseException:
            with suppress(Exception):  # the first failure is the one to report
                if self._out is not None:
                    self._out.close()
            raise

    def close(self) -> None:
        """Write the held rows and the end of the file."""
        self._write_held()
        if self._schema is None:
            nothing = {"puzzle": pa.string(), "solution": pa.string()}
            self._begin(self._kinds() if self._waiting else nothing)
        self._write_group()
        self._out.close()


class _Part(NamedTuple):
    names: list[str]
    arrays: list[pa.Array]
    of: Block | Record | None


def _place(of: Block | Record | None) -> str:
    place = f"{of.source}:{of.line_of(0)}" if isinstance(of, Block) else of and of.place
    return place or "a puzzle"


def _row(record: Record) -> tuple[list[str], list[object]]:
    """Return a row whose values have their own types; rules and others without a type are texts."""
    from cpsudoku.formats.documents import to_json
    from cpsudoku.formats.rules_text import rules_text

    found = to_json(record)
    rules = record.puzzle.rules
    if isinstance(found.get("rules"), dict) and rules != usual(rules.size):
        found["rules"] = rules_text(rules)
    return list(found), list(found.values())


def _cast(array: pa.Array, field: pa.Field, of: Block | Record | None) -> pa.Array:
    found = cast(array, field.type)
    if found is None:
        raise FormatError(
            f"column {field.name!r} of {array.type} from {_place(of)} on; expected "
            f"{field.type}, as in the first rows, or --format jsonl"
        )
    return found
