"""Tables that are text: CSV, and JSON with an object for each row.

Their columns are those that rows came with, and then those of the answers.
"""

from __future__ import annotations

import io
from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from typing import Any

from cpsudoku.errors import FormatError, quoted
from cpsudoku.formats import strict_json
from cpsudoku.formats.base import Record
from cpsudoku.formats.columns import as_text, beside, cells_like, refuse_repeated, roles, unexpected
from cpsudoku.formats.rules_json import rules_to_json
from cpsudoku.formats.rules_text import rules_text
from cpsudoku.formats.writing import cells_of
from cpsudoku.ground import files
from cpsudoku.rows.answers import Form, RowAnswers
from cpsudoku.rows.block import Block, Columns, of_records
from cpsudoku.rows.output import TextOut
from cpsudoku.rows.values import ABSENT, Number, Packed, Same, Values, listed, packed, text_of_rows
from cpsudoku.rules import Rules, usual


def joined(own: Columns, fields: Mapping[str, Values]) -> tuple[list[str], list[Values]]:
    """Return the columns of rows and then those of their answers.

    A solution goes into the column of solutions, in the form of those that are there; a column
    that has the name of an answer is renamed.  Columns made of lines have an order of their own.
    """
    fields, values, at = dict(fields), list(own.values), own.roles.solution
    if at is not None and "solution" in fields:
        new = fields.pop("solution")
        if not isinstance(values[at], Same | Packed):
            new = _as_before(new, listed(values[at], 0))
        values[at] = new
    names = [*beside(own.names, list(fields)), *fields]
    values += fields.values()
    if own.is_table:
        return names, values
    pairs = sorted(zip(names, values, strict=True), key=lambda pair: _rank(pair[0]))
    return [name for name, _ in pairs], [one for _, one in pairs]


OF_LINES = ("puzzle", "solution", "rules", "label", "comment")
"""The order of columns that are made of lines; all others come after them."""


def _rank(name: str) -> int:
    return OF_LINES.index(name) if name in OF_LINES else len(OF_LINES)


def _as_before(new: Values, old: list[Any]) -> Values:
    """Return solutions in the form of those before them, a text or a list of cells."""
    if not any(isinstance(one, list) for one in old):
        return new
    return [
        cells_like(o, tuple(map(int, n)), usual(9)) if isinstance(o, list) and n else n
        for n, o in zip(listed(new, len(old)), old, strict=True)
    ]


HELD = 256
"""Rows of lines show which columns their table has: some may have a comment, or rules."""


class TableSink(ABC):
    """A table whose columns are those of the first rows, and which is written when they are known.

    Rows of a table show its columns at once; of lines the first `HELD` are held.

    Attributes:
        names: the columns; empty before they are known.
    """

    form = Form.ROW

    def __init__(self) -> None:
        self.names: tuple[str, ...] = ()
        self._held: list[tuple[list[str], list[Values], Block]] = []
        self._of_lines = False

    def take(self, block: Block, own: Columns, answers: RowAnswers) -> None:
        """Take rows, and put those that can be written now.

        Args:
            own: the columns that the rows came with, as the table can hold them.

        Raises:
            FormatError: a row has something in a column that the table has not.
        """
        names, values = joined(own, answers.fields)
        self._held.append((names, values, block))
        self._of_lines = not own.is_table
        is_known = bool(self.names) or own.is_table
        if is_known or sum(len(part[2]) for part in self._held) >= HELD:
            self.put_held()

    def put_held(self) -> None:
        """Put the rows that are held."""
        held, self._held = self._held, []
        if not self.names:
            self.names = _united(names for names, _, _ in held)
            if self._of_lines:
                self.names = tuple(sorted(self.names, key=_rank))
        for names, values, block in held:
            self.put(self._arranged(names, values, block), block)

    @abstractmethod
    def put(self, values: list[Values], block: Block) -> None:
        """Write rows, given the values of the table's columns."""

    def _arranged(self, names: list[str], values: list[Values], block: Block) -> list[Values]:
        if tuple(names) == self.names:
            return values
        found: list[Values] = [Same(ABSENT)] * len(self.names)
        for place, name, one in zip(_places_in(names, self.names), names, values, strict=True):
            if place is not None:
                found[place] = one
                continue
            said = enumerate(listed(one, len(block)))
            row = next((row for row, value in said if value not in ("", None, ABSENT)), None)
            if row is not None:
                raise unexpected(block.row(row).place, name, self.names)
        return found


def _united(rows: Iterable[Sequence[str]]) -> tuple[str, ...]:
    """Return the columns of a table that has some rows.

    >>> _united([("id", "quizzes"), ("puzzle", "note")])
    ('id', 'quizzes', 'note')
    """
    found: list[str] = []
    for names in dict.fromkeys(map(tuple, rows)):
        placed = zip(names, _places_in(names, tuple(found)), strict=True)
        found += [name for name, place in placed if place is None]
    return tuple(found)


def _places_in(names: Sequence[str], wanted: tuple[str, ...]) -> list[int | None]:
    """Return which column of a table each column of a row is; None for one that it has not.

    Puzzles, solutions and rules are so whatever they are called.
    """
    at, table = roles(tuple(names)), roles(wanted)
    alike = zip(at[:3], table[:3], strict=True)
    same = {mine: its for mine, its in alike if its is not None and wanted[its] not in names}
    return [wanted.index(n) if n in wanted else same.get(place) for place, n in enumerate(names)]


_QUOTED = b'",\r\n'


class CsvSink(TableSink):
    """A header and a line for each row."""

    def __init__(self, out: TextOut) -> None:
        super().__init__()
        self._out, self._has_begun = out, False

    def write(self, block: Block, answers: RowAnswers) -> None:
        """Take rows, and write those whose columns are known."""
        own = _own(block)
        if not (own.is_table or answers.fields or "solution" in own.names):  # which may be added
            own = own._replace(names=(*own.names, "solution"), values=(*own.values, Same(None)))
        self.take(block, own, answers)

    def put(self, values: list[Values], block: Block) -> None:
        """Write rows as lines, after the header if they are the first."""
        if not self._has_begun:
            self._out.write(csv_text(list(map(Same, self.names)), 1))
            self._has_begun = True
        self._out.write(csv_text(values, len(block), self.names))
        self._out.flush()

    def close(self) -> None:
        """Write the rows that are held; a header where there were none."""
        self.put_held()
        if not self._has_begun:
            self._out.write("puzzle,solution\n")

    def drop(self) -> None:
        """Write the rows that are held: they were answered before the failure."""
        with suppress(FormatError):
            self.put_held()


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
    return usual(size).text(digits, "0") if digits else ""


def csv_text(values: Sequence[Values], count: int, names: Sequence[str] = ()) -> bytes:
    """Return rows as lines of CSV, in UTF-8; names are those of the columns, for messages.

    Raises:
        FormatError: a text has a null, or half of a surrogate pair, which only JSON can say.
    """
    parts: list[str | Values] = []
    for one in values:
        parts += [",", _quoted(field(one.value)) if isinstance(one, Same) else _fields(one, count)]
    try:
        text = text_of_rows([*parts[1:], "\n"], count, "strict")
    except UnicodeEncodeError:
        text = b"\0"
    if b"\0" not in text:
        return text
    for name, one in zip(names, values, strict=False) if len(values) > 1 else ():
        csv_text([one], count, [name])
    where = f" in {quoted(names[0])}" if names else ""
    raise FormatError(
        f"a text{where} with a null or half of a character, which CSV cannot hold; "
        "expected --format jsonl"
    )


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
    if found is not None and not (found.kind == "t" and any(map(found.data.__contains__, _QUOTED))):
        return found
    return [_quoted(field(one)) for one in listed(values, count)]


def _quoted(text: str) -> str:
    if any(chr(char) in text for char in _QUOTED):
        return '"' + text.replace('"', '""') + '"'
    return text


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
        out: TextOut,
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
            text = text.removesuffix(b"\n").replace(b"\n", b",\n")
            text = (b",\n" if self._has_begun else b"[\n") + text
        self._has_begun = True
        self._out.write(text)
        self._out.flush()

    def _document(self, block: Block, answers: RowAnswers) -> tuple[list[str], list[Values]]:
        own = block.table()
        own = own._replace(values=tuple(map(_in_words, own.values)))
        place: dict[str, Values] = {}
        if block.source is not None:
            place["source"] = Same(block.source)
        if block.lines is not None:
            place["line"] = block.lines
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
    out = io.BytesIO()
    fields = {name: Same(value) for name, value in answer.items()}
    JsonSink(TextOut(out), Form.DOCUMENT).write(of_records([record]), RowAnswers(None, (), fields))
    return out.getvalue().decode("utf-8", "surrogateescape")


def _in_words(values: Values) -> Values:
    if not isinstance(values, list) or not any(isinstance(one, Rules) for one in values):
        return values
    return [rules_text(one) if isinstance(one, Rules) else one for one in values]


def json_text(names: Sequence[str], values: Sequence[Values], count: int) -> bytes:
    """Return rows as objects of JSON, a line each, in UTF-8."""
    parts: list[str | Values] = ["{"]
    for name, one in zip(names, values, strict=True):
        parts.append(f"{', ' if len(parts) > 1 else ''}{dumped(name)}: ")
        if isinstance(one, Same) and one.value is not ABSENT:
            parts.append(dumped(one.value))
            continue
        members = _members(one, count)
        if members is None:  # some rows do not have it
            rows = zip(*(listed(one, count) for one in values), strict=True)
            return "".join([_object(names, row) for row in rows]).encode("utf-8", files.REPLACED)
        parts += members
    return text_of_rows([*parts, "}\n"], count)


_PLAIN = bytes(byte for byte in range(32, 256) if byte not in b'"\\')
"""Bytes that stand for themselves in a text of JSON."""


def _members(values: Values, count: int) -> list[str | Values] | None:
    """Return how the values of a column stand in JSON; None if some of them are absent."""
    if isinstance(values, range):
        return [values]
    found = packed(values, count)
    if found is not None and found.kind not in "tg":
        return [found]
    if found is not None and (found.kind == "g" or not found.data.translate(None, _PLAIN)):
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
