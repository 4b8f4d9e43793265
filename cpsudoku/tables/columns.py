"""Columns of a block as they are written: their names, and their text in CSV and JSON."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import NamedTuple

from cpsudoku.deferred import NDArray, np, pa
from cpsudoku.formats import strict_json
from cpsudoku.formats.base import MAX_SYMBOL_SIZE, Record
from cpsudoku.formats.columnar import values_of
from cpsudoku.formats.columns import as_text, beside, refuse_repeated
from cpsudoku.formats.symbols import codes_by_digit
from cpsudoku.formats.tables import ColumnPlaces
from cpsudoku.tables import arrow
from cpsudoku.tables.blocks import CELLS, Block, Digits


class AnswerColumns(NamedTuple):
    """What is written of a block beside what it came with.

    Args:
        solutions: uint8 array of shape (n, 81), where a row that begins with 0 is no solution; None
            to keep the solutions of the rows.
        added: for each new column an array or a list of texts with the values of all rows; or a
            value that they share, of any type of JSON but a list.
    """

    solutions: Digits | None = None
    added: Mapping[str, object] = {}

    @property
    def names(self) -> list[str]:
        """The names of the new columns, solutions first."""
        return [*(["solution"] if self.solutions is not None else []), *self.added]

    def of(self, record: Record, number: int) -> Record:
        """Return the record of a row with everything that is written of it."""
        if self.solutions is not None:
            row = self.solutions[number].tolist()
            record = record._replace(solution=tuple(row) if row[0] else ())
        return record._replace(
            added=tuple((name, _value(values, number)) for name, values in self.added.items())
        )

    def values(self) -> dict[str, object]:
        """Return the new columns, each an array or a value that all rows share."""
        found: dict[str, object] = {}
        if self.solutions is not None:
            found["solution"] = solutions(self.solutions)
        for name, values in self.added.items():
            found[name] = arrow.texts(values) if isinstance(values, list) else values
        return found


def _value(values: object, number: int) -> object:
    if isinstance(values, pa.Array):
        return values[number].as_py()
    return values[number] if isinstance(values, list) else values


def grids(digits: Digits, blank: str = ".") -> pa.StringArray:
    """Return grids of at most 35 digits, a uint8 array (n, cells), as texts."""
    return arrow.texts_of(pa.py_buffer(_texts(digits, blank)), *digits.shape)


def grid_lines(digits: Digits, blank: str = ".") -> bytes:
    """Return grids, a uint8 array (n, cells), as lines in ASCII."""
    count, cells = digits.shape
    lines = np.full((count, cells + 1), ord("\n"), np.uint8)
    lines[:, :cells] = np.frombuffer(_texts(digits, blank), np.uint8).reshape(count, cells)
    return lines.tobytes()


def _texts(digits: Digits, blank: str) -> bytes | NDArray[np.uint8]:
    """Return the characters of grids, one after the other."""
    if digits.shape[1] <= CELLS:
        # This makes characters of 16 digits at a time; a table takes five times as long.
        codes = digits | np.uint8(ord("0"))
        codes -= (digits == 0).view(np.uint8) * np.uint8((ord("0") - ord(blank)) % 256)
        return codes
    return digits.tobytes().translate(codes_by_digit(MAX_SYMBOL_SIZE, blank))


def solutions(digits: Digits) -> pa.StringArray:
    """Return solutions, a uint8 array (n, 81), as texts; null where a row begins with 0."""
    # As in `_texts`, characters of 16 digits at a time.
    texts = pa.py_buffer(np.bitwise_or(digits, np.uint8(ord("0"))))
    return arrow.some_texts(texts, digits[:, 0] > 0, CELLS)


def columns_of(block: Block, answers: AnswerColumns) -> tuple[list[str], list[pa.Array]]:
    """Return the columns of a block, without a frame or with a whole one, then those of answers."""
    names, values = _values_of(block, answers)
    if len(names) == 1 and block.frame is None:  # as for puzzles to which solutions may be added
        names, values = [*names, "solution"], [*values, None]
    count = len(block)
    return names, [
        one if isinstance(one, pa.Array) else arrow.constant(one, count) for one in values
    ]


def _values_of(block: Block, answers: AnswerColumns) -> tuple[list[str], list[object]]:
    found, frame = answers.values(), block.frame
    if frame is None or frame.rows is None or frame.columns is None:
        return ["puzzle", *found], [grids(block.digits), *found.values()]
    arrays = list(frame.rows.columns)
    if "solution" in found and frame.columns.solution is not None:
        arrays[frame.columns.solution] = found.pop("solution")
    return names_of(frame.columns, answers), [*arrays, *found.values()]


def objects(block: Block, answers: AnswerColumns) -> list[pa.StringArray | str] | None:
    """Return rows as objects of JSON for `joined`, or None if each has to be written alone."""
    frame = block.frame
    if frame is not None and frame.notation == "json" and frame.lines is not None:
        there, names = frame.columns, set(answers.names)
        if (
            there is not None
            and names.isdisjoint(there.names)
            and (there.solution is None or "solution" not in names)
        ):
            return _longer_objects(frame.lines, answers.values())
    if frame is not None and not frame.is_whole:
        return None
    return ["{", *members(*_values_of(block, answers)), "}"]


def names_of(there: ColumnPlaces, answers: AnswerColumns) -> list[str]:
    """Return the names of the columns of rows, then those of the ones that are added.

    Args:
        there: the columns; one with the name of an added column is renamed.
        answers: what is added; solutions go into an existing column of solutions.
    """
    added = answers.names
    if there.solution is not None and answers.solutions is not None:
        added.remove("solution")
    return [*beside(there.names, added), *added]


def csv_text(arrays: Sequence[pa.Array]) -> memoryview:
    """Return the lines of a table, in UTF-8; nulls are empty fields."""
    from pyarrow import csv as writer

    # The writer makes texts of whole numbers; doing it here would import what computes.
    values = [one if pa.types.is_integer(one.type) else plain(one) for one in arrays]
    out = pa.BufferOutputStream()
    batch = pa.RecordBatch.from_arrays(values, names=list(map(str, range(len(values)))))
    try:
        bare = writer.WriteOptions(include_header=False, quoting_style="none")
        writer.write_csv(batch, out, bare)
    except pa.ArrowInvalid:  # something needs quotes
        fields = [_quoted(plain(one).fill_null("")) for one in values]
        return joined([part for one in fields for part in (",", one)][1:], "\n", is_open=True)
    return memoryview(out.getvalue())


def _quoted(texts: pa.StringArray) -> pa.StringArray:
    """Return texts as fields of CSV, with quotes where a text may end its field."""
    whole = arrow.bytes_of(texts).tobytes()
    if not any(char in whole for char in b',"\r\n'):
        return texts
    needed = {"pattern": '[,"\r\n]'}
    needs = arrow.called("match_substring_regex", texts, options=("MatchSubstringOptions", needed))
    doubled = {"pattern": '"', "replacement": '""'}
    within = arrow.called("replace_substring", texts, options=("ReplaceSubstringOptions", doubled))
    return arrow.called("if_else", needs, _rows(['"', within, '"']), texts)


def plain(array: pa.Array) -> pa.StringArray:
    """Return values as the texts of fields."""
    kind = array.type
    if pa.types.is_string(kind):
        return array
    if pa.types.is_integer(kind) or pa.types.is_boolean(kind) or pa.types.is_large_string(kind):
        return arrow.as_texts(array)
    return arrow.texts([None if value is None else as_text(value) for value in values_of(array)])


def members(names: Sequence[str], values: Sequence[object]) -> list[pa.StringArray | str]:
    """Return the members of objects of JSON, in parts for `joined`.

    Args:
        values: for each column an array, or a value that all objects share.

    Raises:
        FormatError: two columns have the same name.
    """
    refuse_repeated(names)
    parts: list[pa.StringArray | str] = []
    for name, value in zip(names, values, strict=True):
        parts += [f"{', ' if parts else ''}{json.dumps(name, ensure_ascii=False)}: "]
        parts += _json(value)
    return parts


def _longer_objects(
    lines: pa.StringArray, added: Mapping[str, object]
) -> list[pa.StringArray | str]:
    """Return objects of JSON with members added at the end, in parts for `joined`."""
    objects = arrow.called("utf8_rtrim_whitespace", lines)
    if not added:
        return [objects]
    begun = arrow.called(
        "utf8_slice_codeunits", objects, options=("SliceOptions", {"start": 0, "stop": -1})
    )
    return [begun, ", ", *members(list(added), list(added.values())), "}"]


def _json(array: object) -> list[pa.StringArray | str]:
    """Return values as JSON, in parts for `joined`."""
    if not isinstance(array, pa.Array):
        return [strict_json.dumps(array)]
    kind = array.type
    if pa.types.is_fixed_size_list(kind) and kind.list_size == 1 and not array.null_count:
        return ["[", *_json(array.flatten()), "]"]
    if pa.types.is_integer(kind) or pa.types.is_boolean(kind):
        texts = arrow.as_texts(array)
        return [texts.fill_null("null") if array.null_count else texts]
    if pa.types.is_string(kind) or pa.types.is_large_string(kind):
        texts = arrow.as_texts(array)
        if not _has_escapes(texts):
            quoted = ['"', texts, '"']
            return [_rows(quoted).fill_null("null")] if array.null_count else quoted
    return [arrow.texts([strict_json.dumps(one) for one in values_of(array)])]


def _has_escapes(texts: pa.StringArray) -> bool:
    """Return whether JSON has to escape a character of the texts."""
    found = arrow.bytes_of(texts)
    whole = found.tobytes()  # in which C finds a byte ten times as fast as a regular expression
    return b'"' in whole or b"\\" in whole or bool(found.min(initial=255) < ord(" "))


def _rows(parts: Sequence[pa.StringArray | str]) -> pa.StringArray:
    """Return each row as its parts joined; a missing part makes the row missing."""
    count = max(len(part) for part in parts if not isinstance(part, str))
    columns: list[pa.StringArray] = []
    for is_same, some in groupby(parts, lambda part: isinstance(part, str)):
        group = list(some)
        columns += [arrow.constant("".join(group), count)] if is_same else group
    joining = ("JoinOptions", {"null_handling": "emit_null", "null_replacement": ""})
    none = arrow.constant("", count)
    return arrow.called("binary_join_element_wise", *columns, none, options=joining)


def joined(parts: Sequence[pa.StringArray | str], between: str, *, is_open: bool) -> memoryview:
    """Return the text of rows, in UTF-8.

    Args:
        parts: the parts of a row in order: an array of own texts, or a text that all rows share.
        is_open: whether `between` follows the last row too.
    """
    rows = _rows([*parts, between])
    places, data = arrow.offsets_of(rows), rows.buffers()[2]
    end = places[-1] - (0 if is_open or not len(rows) else len(between))
    return memoryview(data or b"")[places[0] : end]
