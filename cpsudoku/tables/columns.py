"""Columns of a block as they are written: which there are, and their text in CSV and JSON."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from cpsudoku.errors import FormatError
from cpsudoku.formats.base import Record
from cpsudoku.formats.columns import as_text, beside, blank_of
from cpsudoku.rules import SYMBOLS
from cpsudoku.tables import arrow
from cpsudoku.tables.blocks import CELLS, Block

if TYPE_CHECKING:
    import pyarrow as pa

    from cpsudoku.tables.blocks import Digits


class Answers(NamedTuple):
    """What is to be written of a block after what it came with.

    Args:
        solutions: uint8 array of shape (n, 81), of which a row begins with 0 where a puzzle has
            none; None for leaving the solutions that are there.
        added: for each new column the values of all rows, an array or a list of texts; or the value
            that they share.
    """

    solutions: Digits | None = None
    added: Mapping[str, object] = {}

    def of(self, record: Record, number: int) -> Record:
        """Return the record of a row with what is to be written of it."""
        if self.solutions is not None:
            row = self.solutions[number].tolist()
            record = record._replace(solution=tuple(row) if row[0] else ())
        return record._replace(
            added=tuple((name, _value(values, number)) for name, values in self.added.items())
        )

    def arrays(self, count: int) -> dict[str, pa.Array]:
        """Return the new columns of so many rows; solutions come first."""
        import pyarrow as pa

        found: dict[str, pa.Array] = {}
        if self.solutions is not None:
            found["solution"] = solutions(self.solutions)
        for name, values in self.added.items():
            if isinstance(values, pa.Array):
                found[name] = values
            elif isinstance(values, list):
                found[name] = arrow.texts(values)
            else:
                found[name] = arrow.constant(values, count)
        return found


def _value(values: object, number: int) -> object:
    import pyarrow as pa

    if isinstance(values, pa.Array):
        return values[number].as_py()
    return values[number] if isinstance(values, list) else values


def grids(digits: Digits, blank: str = ".") -> pa.StringArray:
    """Return grids as texts.

    Args:
        digits: uint8 array of shape (n, cells), of at most 35 digits.
        blank: the character for a blank.
    """
    import pyarrow as pa

    count, cells = digits.shape
    # By far the quickest way to look up bytes: an index array takes eight times as long.
    texts = digits.tobytes().translate(_characters(blank))
    return arrow.texts_of(pa.py_buffer(texts), count, cells)


def grid_lines(digits: Digits, blank: str = ".") -> str:
    """Return grids as lines.

    Args:
        digits: uint8 array of shape (n, cells).
        blank: the character for a blank.
    """
    import numpy as np

    count, cells = digits.shape
    lines = np.full((count, cells + 1), ord("\n"), np.uint8)
    texts = digits.tobytes().translate(_characters(blank))
    lines[:, :cells] = np.frombuffer(texts, np.uint8).reshape(count, cells)
    return str(lines.tobytes(), "ascii")


@lru_cache(maxsize=8)
def _characters(blank: str) -> bytes:
    return f"{blank}{SYMBOLS}".encode().ljust(256, b"?")


def solutions(digits: Digits) -> pa.StringArray:
    """Return solutions as texts, null where there is none.

    Args:
        digits: uint8 array of shape (n, 81), of which a row begins with 0 where there is none.
    """
    texts = digits.tobytes().translate(_characters("0"))
    return arrow.some_texts(texts, digits[:, 0] > 0, CELLS)


def columns_of(
    block: Block, answers: Answers, blank: str = "0"
) -> tuple[list[str], list[pa.Array]]:
    """Return the columns of a block and of answers: those that were there first, in their order.

    Args:
        block: rows without a frame, or with one that is whole.
        answers: what is added.
        blank: the character for a blank in puzzles that came from no table.
    """
    import pyarrow as pa

    found = answers.arrays(len(block))
    frame = block.frame
    if frame is None or frame.rows is None or frame.columns is None:
        there = {"puzzle": grids(block.digits, blank)}
        if not found:  # as of puzzles to which solutions may be added
            there["solution"] = pa.nulls(len(block), pa.string())
        return list(there | found), list((there | found).values())
    names, arrays = list(frame.columns.names), list(frame.rows.columns)
    if "solution" in found and frame.columns.solution is not None:
        arrays[frame.columns.solution] = found.pop("solution")
    return [*beside(names, found), *found], [*arrays, *found.values()]


def csv_text(arrays: Sequence[pa.Array]) -> str:
    """Return the lines of a table; nulls are empty fields."""
    import pyarrow as pa
    from pyarrow import csv as writer

    texts = [plain(array) for array in arrays]
    out = pa.BufferOutputStream()
    batch = pa.RecordBatch.from_arrays(texts, names=list(map(str, range(len(texts)))))
    try:
        bare = writer.WriteOptions(include_header=False, quoting_style="none")
        writer.write_csv(batch, out, bare)
    except pa.ArrowInvalid:  # something needs quotes
        rows = zip(*(text.fill_null("").to_pylist() for text in texts), strict=True)
        lines = io.StringIO()
        csv.writer(lines, lineterminator="\n").writerows(rows)
        return lines.getvalue()
    return str(out.getvalue().to_pybytes(), "utf-8")


def plain(array: pa.Array) -> pa.StringArray:
    """Return values as fields of text have them."""
    import pyarrow as pa

    kind = array.type
    if pa.types.is_string(kind):
        return array
    if pa.types.is_integer(kind) or pa.types.is_boolean(kind) or pa.types.is_large_string(kind):
        return array.cast(pa.string())
    return arrow.texts([None if value is None else as_text(value) for value in array.to_pylist()])


def json_rows(names: Sequence[str], arrays: Sequence[pa.Array]) -> pa.StringArray:
    """Return for each row an object of JSON.

    Args:
        names: of the columns.
        arrays: their values.

    Raises:
        FormatError: two columns have the same name.
    """
    if len(set(names)) < len(names):
        twice = next(name for name in names if names.count(name) > 1)
        raise FormatError(
            f"two columns {twice!r}, which no object of JSON holds; expected different names"
        )
    return _joined(["{", *_members(names, arrays), "}"])


def _members(names: Iterable[str], arrays: Iterable[pa.Array]) -> list[object]:
    parts: list[object] = []
    for name, array in zip(names, arrays, strict=True):
        parts += [f"{', ' if parts else ''}{json.dumps(name, ensure_ascii=False)}: "]
        parts += [_json(array)]
    return parts


def longer_objects(lines: pa.StringArray, added: Mapping[str, pa.Array]) -> pa.StringArray:
    """Return lines of JSON as they were, each an object, with members added at its end.

    Args:
        lines: the lines, with their ends.
        added: the values of each new member.
    """
    import pyarrow.compute as pc

    begun = pc.utf8_rtrim(pc.utf8_rtrim_whitespace(lines), "}")
    return _joined([begun, ", ", *_members(added, added.values()), "}"])


def _json(array: pa.Array) -> pa.StringArray:
    """Return values as JSON has them."""
    import pyarrow as pa

    kind = array.type
    if pa.types.is_integer(kind) or pa.types.is_boolean(kind):
        texts = array.cast(pa.string())
        return texts.fill_null("null") if array.null_count else texts
    if pa.types.is_string(kind) or pa.types.is_large_string(kind):
        texts = array.cast(pa.string())
        if not _has_escapes(texts):
            quoted = _joined(['"', texts, '"'])
            return quoted if not array.null_count else quoted.fill_null("null")
    return arrow.texts(
        [json.dumps(value, ensure_ascii=False, default=str) for value in array.to_pylist()]
    )


def _has_escapes(texts: pa.StringArray) -> bool:
    """Return whether JSON has other characters for some in the texts."""
    import numpy as np

    places, data = arrow.offsets_of(texts), texts.buffers()[2]
    if data is None or places[0] == places[-1]:
        return False
    found = np.frombuffer(data, np.uint8)[places[0] : places[-1]]
    whole = found.tobytes()  # of which C looks for a byte ten times as fast as a regular expression
    return b'"' in whole or b"\\" in whole or bool(found.min() < ord(" "))


def _joined(parts: Sequence[pa.StringArray | str]) -> pa.StringArray:
    """Return for each row its parts, one after the other; a missing part makes the row missing."""
    import pyarrow.compute as pc

    count = max(len(part) for part in parts if not isinstance(part, str))
    columns = [arrow.constant(part, count) if isinstance(part, str) else part for part in parts]
    return pc.binary_join_element_wise(*columns, arrow.constant("", count))


def joined(rows: pa.StringArray, between: str) -> str:
    """Return texts, one after the other.

    Args:
        rows: the texts.
        between: what stands between two of them.
    """
    if not len(rows):
        return ""
    whole = _joined([between, rows])
    places = arrow.offsets_of(whole)
    return str(whole.buffers()[2][places[0] : places[-1]], "utf-8").removeprefix(between)


def blank_in(block: Block) -> str:
    """Return the character that stands for a blank in the puzzles of a block."""
    frame = block.frame
    if frame is None or frame.rows is None or frame.columns is None or not len(block):
        return "."
    return blank_of(frame.rows.column(frame.columns.puzzle)[0].as_py())
