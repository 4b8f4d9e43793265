"""JSON: an object for each row, a line each or as one array."""

from __future__ import annotations

import io
import json
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from cpsudoku.formats import strict_json
from cpsudoku.formats.base import Record
from cpsudoku.formats.columns import beside, refuse_repeated
from cpsudoku.formats.rules_json import rules_to_json
from cpsudoku.formats.rules_text import rules_text
from cpsudoku.rows.answers import Form, RowAnswers
from cpsudoku.rows.block import Block, of_records
from cpsudoku.rows.sinks.columns import joined
from cpsudoku.rows.values import ABSENT, Number, Same, Values, listed, packed, text_of_rows
from cpsudoku.rules import Rules

if TYPE_CHECKING:
    from _typeshed import SupportsWrite


class JsonSink:
    """Objects of the rows' columns and answers, or of all that is known of each.

    Args:
        form: `Form.ROW` for the columns of a table, `Form.DOCUMENT` for all that is known, with
            the place of the puzzle.
        names: for `Form.DOCUMENT` the names that an answer may have; columns are renamed beside
            them.
        is_array: whether the objects are the elements of one array.
    """

    def __init__(
        self,
        out: SupportsWrite[str],
        form: Form = Form.ROW,
        names: Sequence[str] = (),
        *,
        is_array: bool = False,
    ) -> None:
        self.form, self._out, self._names = form, out, names
        self._is_array, self._has_begun = is_array, False

    def write(self, block: Block, answers: RowAnswers) -> None:
        """Write the objects of rows."""
        if self.form is Form.ROW:
            names, values = joined(block.table(), answers.fields)
        else:
            names, values = self._document(block, answers)
        refuse_repeated(names, block.source)
        text = json_text(names, values, len(block))
        if self._is_array:
            text = text.removesuffix("\n").replace("\n", ",\n")
            text = f"{',' if self._has_begun else '['}\n{text}"
        self._has_begun = True
        self._out.write(text)

    def _document(self, block: Block, answers: RowAnswers) -> tuple[list[str], list[Values]]:
        own = block.table()
        own = own._replace(values=tuple(map(_in_words, own.values)))
        place: dict[str, Values] = {}
        if block.source is not None:
            place["source"] = Same(block.source)
        if block.lines is not None:
            place["line"] = list(block.lines)
        if own.is_table:
            fields = place | dict(answers.fields)
            names = beside(own.names, {*place, *self._names, *answers.fields})
            return [*names, *fields], [*own.values, *fields.values()]
        columns = dict(zip(own.names, own.values, strict=True))
        said = {name: columns[name] for name in ("puzzle", "rules") if name in columns} | place
        if "label" in columns:
            said["label"] = columns["label"]
        said |= dict(answers.fields)
        return list(said), list(said.values())

    def close(self) -> None:
        """Write the end of an array."""
        if self._is_array:
            self._out.write("\n]\n" if self._has_begun else "[]\n")

    def drop(self) -> None:
        """Leave the objects that are written."""


def document_line(record: Record, answer: Mapping[str, object]) -> str:
    """Return what identifies a puzzle, and an answer about it, as a line of JSON."""
    out = io.StringIO()
    fields = {name: Same(value) for name, value in answer.items()}
    JsonSink(out, Form.DOCUMENT).write(of_records([record]), RowAnswers(None, None, fields))
    return out.getvalue()


def _in_words(values: Values) -> Values:
    if not isinstance(values, list) or not any(isinstance(one, Rules) for one in values):
        return values
    return [rules_text(one) if isinstance(one, Rules) else one for one in values]


def json_text(names: Sequence[str], values: Sequence[Values], count: int) -> str:
    """Return rows as objects of JSON, a line each."""
    parts: list[str | Values] = ["{"]
    for name, one in zip(names, values, strict=True):
        parts.append(f"{', ' if len(parts) > 1 else ''}{json.dumps(name, ensure_ascii=False)}: ")
        if isinstance(one, Same) and one.value is not ABSENT:
            parts.append(dumped(one.value))
            continue
        members = _members(one, count)
        if members is None:  # some rows do not have it
            rows = zip(*(listed(one, count) for one in values), strict=True)
            return "".join([_object(names, row) for row in rows])
        parts += members
    return text_of_rows([*parts, "}\n"], count)


_PLAIN = bytes(byte for byte in range(32, 256) if byte not in b'"\\')
"""Bytes that stand for themselves in a text of JSON."""


def _members(values: Values, count: int) -> list[str | Values] | None:
    """Return how the values of a column stand in JSON; None if some of them are absent."""
    found = packed(values, count)
    if found is not None and found.kind != "t":
        return [found]
    if found is not None and not found.data.translate(None, _PLAIN):
        return ['"', found, '"']
    column = listed(values, count)
    if ABSENT in column:
        return None
    if set(map(type, column)) == {list} and set(map(len, column)) == {1}:
        return ["[", *(_members([one[0] for one in column], count) or ()), "]"]
    return [[dumped(one) for one in column]]


def _object(names: Sequence[str], row: Sequence[Any]) -> str:
    pairs = zip(names, row, strict=True)
    members = (f"{dumped(name)}: {dumped(value)}" for name, value in pairs if value is not ABSENT)
    return "{" + ", ".join(members) + "}\n"


def dumped(value: Any) -> str:
    """Return a value as JSON."""
    if value is ABSENT:
        return ""
    if isinstance(value, Number):
        return str(value)
    return strict_json.dumps(rules_to_json(value) if isinstance(value, Rules) else value)
