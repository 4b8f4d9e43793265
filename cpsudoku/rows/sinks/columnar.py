"""Parquet and Arrow: tables that are kept by columns, each with its type.

The columns and their types are those of the first rows.  Where these have nothing but nulls in a
column, some blocks wait for a value that shows its type.
"""

from __future__ import annotations

from contextlib import suppress
from typing import Any, BinaryIO

import numpy as np
import pyarrow as pa

from cpsudoku.errors import FormatError
from cpsudoku.formats.columns import roles
from cpsudoku.formats.rules_text import rules_text
from cpsudoku.rows import arrow
from cpsudoku.rows.answers import Form, RowAnswers
from cpsudoku.rows.block import Block, Columns
from cpsudoku.rows.column_types import cast, closed, is_open, typed
from cpsudoku.rows.sinks.columns import Part, TableColumns
from cpsudoku.rows.values import Absent, Number, Same, Values
from cpsudoku.rules import Rules

GROUP = 1 << 16
"""Rows of a row group in Parquet: in smaller groups the same rows take a tenth more time."""

WAITING = 32
"""Parts that wait for the type of a column of which they have only nulls."""

SAMPLE = 256
"""Values that show whether a column repeats few of them."""

_GREATEST = 1 << 62


class ColumnSink:
    """A file of Parquet or Arrow.

    Args:
        kind: ``parquet`` or ``arrow``.
    """

    form = Form.ROW

    def __init__(self, file: BinaryIO, kind: str) -> None:
        self._file, self._kind = file, kind
        self._out: Any = None
        self._schema: pa.Schema | None = None
        self._table = TableColumns()
        self._waiting: list[tuple[list[pa.Array], str]] = []
        self._group: list[pa.RecordBatch] = []
        self._categories: dict[int, pa.Array] = {}

    def write(self, block: Block, answers: RowAnswers, own: Columns | None = None) -> None:
        """Write rows; their own columns may be given as the table can hold them."""
        self._take(self._table.ready(block, own or block.table(), answers))

    def _take(self, parts: list[Part]) -> None:
        for values, block in parts:
            kinds = [None] * len(values) if self._schema is None else self._schema.types
            pairs = zip(values, kinds, strict=True)
            arrays = [in_arrow(one, len(block), kind) for one, kind in pairs]
            self._waiting.append((arrays, _place(block)))
            if self._schema is not None:
                self._put_waiting()
                continue
            found = self._kinds()
            if not any(map(is_open, found)) or len(self._waiting) == WAITING:
                self._begin(found)

    def _kinds(self) -> list[pa.DataType]:
        """Return the type of each column, as far as the waiting parts show it."""
        names = self._table.names
        if len(set(names)) < len(names):
            twice = next(name for name in names if names.count(name) > 1)
            raise FormatError(f"two columns {twice!r}; expected different names")
        columns = zip(*(arrays for arrays, _ in self._waiting), strict=True)
        return [
            next((one.type for one in column if not is_open(one.type)), column[0].type)
            for column in columns
        ]

    def _begin(self, kinds: list[pa.DataType]) -> None:
        # A column of only nulls or empty lists can have texts later, and nothing else.
        names = self._table.names or ("puzzle", "solution")
        self._schema = pa.schema(list(zip(names, map(closed, kinds), strict=True)))
        if self._kind == "parquet":
            self._out = self._parquet(list(names))
        else:
            longer = pa.ipc.IpcWriteOptions(emit_dictionary_deltas=True)
            self._out = pa.ipc.new_file(self._file, self._schema, options=longer)
        self._put_waiting()

    def _put_waiting(self) -> None:
        waiting, self._waiting = self._waiting, []
        for arrays, place in waiting:
            self._put(arrays, place)

    def _parquet(self, names: list[str]) -> Any:
        from pyarrow import parquet

        # The least grid is of no use, and finding it takes half as long as compressing; halving
        # the bytes of solutions would take as long as finding them.
        at = roles(tuple(names))
        grids = {at.puzzle, at.solution}
        packed = {name: "none" if n == at.solution else "zstd" for n, name in enumerate(names)}
        try:
            return parquet.ParquetWriter(
                self._file, self._schema, compression=packed,
                use_dictionary=[name for n, name in enumerate(names) if self._repeats(n)],
                write_statistics=[name for n, name in enumerate(names) if n not in grids],
            )  # fmt: skip
        except pa.ArrowNotImplementedError as error:
            raise FormatError(f"{error}; expected --format arrow or jsonl") from None

    def _repeats(self, place: int) -> bool:
        """Return whether a column has few different values, for which numbers can stand.

        Puzzles are all different, and looking for equal ones takes twice as long as compressing.
        """
        if not self._waiting:
            return True
        first = self._waiting[0][0][place].slice(0, SAMPLE)
        kind = first.type
        is_own = isinstance(kind, pa.BaseExtensionType)  # which may be a list underneath
        if is_own or pa.types.is_nested(kind) or pa.types.is_temporal(kind):
            return False
        return 2 * len(set(first.to_pylist())) < len(first)

    def _put(self, arrays: list[pa.Array], place: str) -> None:
        assert self._schema is not None
        count, found = len(arrays[0]), []
        for n, (array, field) in enumerate(zip(arrays, self._schema, strict=True)):
            is_empty = array.null_count == count and array.type != field.type
            value = pa.nulls(count, field.type) if is_empty else _cast(array, field, place)
            found.append(self._with_one_dictionary(n, value))
        self._group.append(pa.RecordBatch.from_arrays(found, schema=self._schema))
        if self._kind != "parquet" or sum(map(len, self._group)) >= GROUP:
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

    def close(self) -> None:
        """Write the rows that wait and the end of the file."""
        self._take(self._table.rest())
        if self._schema is None:
            self._begin(self._kinds() if self._waiting else [pa.string(), pa.string()])
        self._write_group()
        self._out.close()

    def drop(self) -> None:
        """End the file while it is open: Parquet's writer would do so later, and fail."""
        with suppress(Exception):  # the first failure is the one to report
            if self._out is not None:
                self._out.close()


def _place(block: Block) -> str:
    return (block.row(0).place if len(block) else "") or "a puzzle"


def _cast(array: pa.Array, field: pa.Field, place: str) -> pa.Array:
    found = cast(array, field.type)
    if found is None:
        raise FormatError(
            f"column {field.name!r} of {array.type} from {place} on; expected "
            f"{field.type}, as in the first rows, or --format jsonl"
        )
    return found


def in_arrow(values: Values, count: int, kind: pa.DataType | None = None) -> pa.Array:
    """Return the values of a column as an array of Arrow's.

    Args:
        kind: the type of the column so far, which objects keep if it can hold all of them.
    """
    if isinstance(values, Same):
        return _shared(values.value, count, kind)
    values = values.listed if hasattr(values, "listed") else values
    if not isinstance(values, list):
        return values
    kinds = set(map(type, values))
    if kinds & {Number, Rules, Absent}:
        values = list(map(_plain, values))
        kinds = set(map(type, values))
    if str in kinds and kinds <= {str, type(None)}:
        return arrow.texts(values)
    if kinds == {int} and max(map(abs, values)) < _GREATEST:
        return arrow.numbers(np.array(values, np.int64))
    if kinds == {bool}:
        return arrow.truth(np.array(values))
    return typed(values, kind)


def _shared(value: object, count: int, kind: pa.DataType | None) -> pa.Array:
    value = _plain(value)
    if value is None and kind is not None:
        return pa.nulls(count, kind)
    if isinstance(value, str | bool | int) or value is None:
        return arrow.constant(value, count)
    return typed([value] * count, kind)


def _plain(value: object) -> object:
    """Return a value of Python's own for one that only this package has."""
    if isinstance(value, Absent):
        return None
    if isinstance(value, Number):
        return float(value)
    return rules_text(value) if isinstance(value, Rules) else value
