"""Tables of CSV."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from cpsudoku.errors import FormatError
from cpsudoku.formats.columns import as_text
from cpsudoku.formats.line import cells_text
from cpsudoku.formats.rules_text import rules_text
from cpsudoku.formats.writing import cells_of
from cpsudoku.rows.answers import Form, RowAnswers
from cpsudoku.rows.block import Block, Columns
from cpsudoku.rows.sinks.columns import Part, TableColumns
from cpsudoku.rows.values import ABSENT, Number, Packed, Same, Values, listed, packed, text_of_rows
from cpsudoku.rules import Rules

if TYPE_CHECKING:
    from _typeshed import SupportsWrite

_QUOTED = b'",\r\n'


class CsvSink:
    """A header and a line for each row."""

    form = Form.ROW

    def __init__(self, out: SupportsWrite[str]) -> None:
        self._out, self._table, self._has_begun = out, TableColumns(), False

    def write(self, block: Block, answers: RowAnswers) -> None:
        """Write rows, after the header if they are the first."""
        self._write(self._table.ready(block, _own(block), answers))

    def _write(self, parts: list[Part]) -> None:
        if parts and not self._has_begun:
            self._out.write(",".join(map(_quoted, self._table.names)) + "\n")
            self._has_begun = True
        for values, block in parts:
            self._out.write(csv_text(values, len(block)))

    def close(self) -> None:
        """Write the rows that are held; a header where there were none."""
        self._write(self._table.rest())
        if not self._has_begun:
            self._out.write("puzzle,solution\n")

    def drop(self) -> None:
        """Write the rows that are held: they were answered before the failure."""
        with suppress(FormatError):
            self._write(self._table.rest())


def _own(block: Block) -> Columns:
    """Return the columns of rows as a table of text can hold them.

    Pencil marks that stand in a list of their own go into the text of the puzzle.
    """
    found = texts_for_lists(block)
    marked = [row for row, puzzle in block.others.items() if puzzle.has_pencil_marks]
    if not marked or "candidates" not in found.names or found.roles.puzzle is None:
        return found
    values, at = list(found.values), found.names.index("candidates")
    lists, puzzles = (list(listed(values[place], len(block))) for place in (at, found.roles.puzzle))
    for row in marked:
        lists[row], puzzles[row] = ABSENT, cells_of(block.puzzle(row))
    values[at], values[found.roles.puzzle] = lists, puzzles
    return found._replace(values=tuple(values))


def texts_for_lists(block: Block) -> Columns:
    """Return the columns of rows, with grids as texts where they are lists of cells or of rows."""
    found = block.table()
    values = list(found.values)
    for place in found.roles[:2]:
        if place is None or isinstance(values[place], Same | Packed):
            continue
        cells = listed(values[place], len(block))
        if list in map(type, cells):
            values[place] = [_flat(one) if isinstance(one, list) else one for one in cells]
    return found._replace(values=tuple(values))


def _flat(cells: list[Any]) -> str:
    """Return a grid that is a list of cells or of rows as a text."""
    rows = (row if isinstance(row, (list, str)) else [row] for row in cells)
    digits = tuple(int(cell or 0) for row in rows for cell in row)
    size = int(len(digits) ** 0.5)
    return cells_text(digits, size, "0")


def csv_text(values: Sequence[Values], count: int) -> str:
    """Return rows as lines of CSV."""
    parts: list[str | Values] = []
    for one in values:
        parts += [",", _quoted(field(one.value)) if isinstance(one, Same) else _fields(one, count)]
    return text_of_rows([*parts[1:], "\n"], count)


def field(value: Any) -> str:
    """Return a value as a field of text."""
    if type(value) is str:
        return value
    if isinstance(value, Rules):
        return rules_text(value)
    if value is ABSENT:
        return ""
    return str(value) if isinstance(value, Number) else as_text(value)


def _fields(values: Values, count: int) -> Values:
    """Return the fields of a column, with quotes where they are needed."""
    found = packed(values, count)
    if found is not None and (found.kind != "t" or not _need_quotes(found.data)):
        return found
    return [_quoted(field(one)) for one in listed(values, count)]


def _need_quotes(data: bytes) -> bool:
    return any(char in data for char in _QUOTED)


def _quoted(text: str) -> str:
    if any(chr(char) in text for char in _QUOTED):
        return '"' + text.replace('"', '""') + '"'
    return text
