"""Tables with a header, as of the Kaggle sets: ``quizzes,solutions`` or ``puzzle,solution``.

The columns may come in any order and be separated by commas, semicolons or tabs, and quoted fields
may hold line breaks.  All columns stay with the record, and are written as they were where it is
written as a table again (`cpsudoku.formats.columns`).
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Sequence
from itertools import chain, tee
from types import SimpleNamespace

from cpsudoku.errors import FormatError, quoted
from cpsudoku.formats.base import Context, Lines, Notation, Record, TableRow, located
from cpsudoku.formats.cells import classic_or_none
from cpsudoku.formats.columns import Roles, as_text, names_and_values, roles, under_text, unread_in
from cpsudoku.formats.documents import puzzle_of, solution_of
from cpsudoku.formats.line import parse_line
from cpsudoku.formats.source import escaped, refuse_undecoded
from cpsudoku.ground.names import counted
from cpsudoku.puzzle import Puzzle

_SEPARATORS = ",;\t"

_SHORTEST = 16  # characters of a field that is a puzzle where the line might be a comment as well

csv.field_size_limit(2**31 - 1)  # not 131,072 characters, as of a list of marks or of steps

LONGEST_ROW = 1000
"""Lines of a row: a quote without its end does not swallow the file."""


def fields_of(text: str, separator: str) -> list[str]:
    """Return the fields of a row."""
    if '"' not in text:
        return text.split(separator)
    try:
        return next(csv.reader(io.StringIO(text, ""), delimiter=separator, strict=True))
    except csv.Error as error:
        raise FormatError(f"{error}; expected fields separated by {separator!r}") from error


def _is_whole(text: str, separator: str) -> bool:
    """Return whether no quote is open at the end of a row."""
    if '"' in text:
        try:
            fields_of(text, separator)
        except FormatError as error:
            return "unexpected end" not in str(error)
    return True


def columns_of(header: str, column: str = "") -> Roles | None:
    """Return the columns of a table, or None where its first line is not a header.

    A line that begins with # is one if it has several columns, each named by a single word.
    """
    if column:
        split = [(separator, tuple(fields_of(header, separator))) for separator in _SEPARATORS]
        fitting = (one for one in split if column in one[1])
        separator, names = next(fitting, max(split, key=lambda one: len(one[1])))
        return columns_named(names, separator, column)
    for separator in _SEPARATORS:
        try:
            names = tuple(fields_of(header, separator))
        except FormatError:
            continue
        columns = columns_named(names, separator)
        if columns is not None and not _is_comment(names):
            return columns
    return None


def columns_named(names: tuple[str, ...], separator: str = ",", column: str = "") -> Roles | None:
    """Return the roles of columns by their names, None where none has puzzles."""
    found = roles(names, column)
    return None if found.puzzle is None else found._replace(separator=separator)


def _is_comment(names: tuple[str, ...]) -> bool:
    """Return whether fields are those of a comment: after a #, a single one or of several words."""
    has_words = len(names) < 2 or any(" " in name.strip("# ") for name in names)
    return has_words and names[0].lstrip().startswith("#")


def is_header(text: str) -> bool:
    """Return whether a line is the header of a table of puzzles."""
    return len(text) < 4096 and columns_of(text) is not None


def begins_table(lines: Sequence[str]) -> bool:
    """Return whether the first lines, but comments, begin with a header, whose names may go on."""
    header, _ = _header(lines[0], enumerate(lines[1:]))
    return is_header(header)


def _header(text: str, lines: Lines) -> tuple[str, Lines]:
    """Return a header to its end, whichever separator it has, and the lines after it."""
    for separator in _SEPARATORS:
        if not _is_whole(text, separator):
            return _rest_of_row(text, separator, lines)
    return text, lines


def _field(values: Sequence[object], place: int | None) -> str:
    return as_text(values[place]).strip() if place is not None and place < len(values) else ""


def row_of(text: str, fields: Sequence[str], columns: Roles, context: Context) -> Record:
    """Return the puzzle of a row of text, given its fields."""
    try:
        return record_of(fields, columns, context)
    except FormatError as error:
        if error.column is None:
            raise
        before = 0 if '"' in text else sum(len(field) + 1 for field in fields[: columns.cells])
        raise FormatError(error.message, column=before + error.column) from None


def record_of(values: Sequence[object], columns: Roles, context: Context) -> Record:
    """Return the puzzle of a row, of which the columns have texts or any other values."""
    context, unread = under_text(_field(values, columns.rules), context)
    puzzle = _puzzle(values, columns, context)
    claimed = None if columns.solution is None else values[columns.solution]
    solution = solution_of(claimed, puzzle.rules)
    label, comment = _field(values, columns.label), _field(values, columns.comment)
    row = TableRow(columns.names, tuple(values), puzzle, solution, context.column)
    ignored = (*unread, *unread_in(columns.names, values))
    return Record(puzzle, solution=solution, label=label, comment=comment, row=row, ignored=ignored)


def _puzzle(values: Sequence[object], columns: Roles, context: Context) -> Puzzle:
    cells = values[columns.cells]
    names = columns.names
    marks = values[names.index("candidates")] if "candidates" in names else None
    if isinstance(marks, list) or isinstance(cells, list):
        return puzzle_of(cells, marks if isinstance(marks, list) else None, context)
    text = _field(values, columns.puzzle)
    if not text:
        raise FormatError("an empty field; expected a puzzle")
    classic = None if context.has_rules else classic_or_none(text)
    return parse_line(text, context).puzzle if classic is None else classic


def _rest_of_row(text: str, separator: str, lines: Lines) -> tuple[str, Lines]:
    """Return a row to its end, where a quoted field has line breaks, and the lines after it."""
    parts, taken = [text], []
    for numbered in lines:
        taken.append(numbered)
        parts.append(numbered[1])
        if _is_whole(whole := escaped(parts), separator):
            return whole, lines
        if len(parts) == LONGEST_ROW:
            break
    return text, chain(taken, lines)


def _unless_comment(text: str, columns: Roles, lines: Lines) -> tuple[str | None, Lines]:
    """Return the row that a line begins, and the lines after it; None for a comment.

    The number or name of a row may begin with #, and a field after it continue in the next lines.
    """
    if text.strip()[0] != "#":
        return text, lines
    if columns.puzzle == 0:
        return None, lines
    if not _is_whole(text, columns.separator):
        lines, ahead = tee(lines)
        whole, after = _rest_of_row(text, columns.separator, ahead)
        if _has_puzzle(whole, columns):
            return whole, after
    return text if _has_puzzle(text, columns) else None, lines


def _is_after_comment(text: str, columns: Roles) -> bool:
    """Return whether a line is a header that shows that one with a # was a comment."""
    is_marked = columns.names[0].lstrip().startswith("#")
    return is_marked and is_header(text) and not _has_puzzle(text, columns)


def _has_puzzle(text: str, columns: Roles) -> bool:
    """Return whether the field for the puzzle is long enough to be one."""
    try:
        fields = fields_of(text, columns.separator)
    except FormatError:  # quotes of a comment
        return False
    return len(_field(fields, columns.puzzle)) >= _SHORTEST


def header_of(lines: Lines, context: Context) -> tuple[Roles, int, Lines] | None:
    """Return the columns of a table, the number of the line after its header, and the lines there.

    Comments before it may say the rules of the puzzles.  A header that begins with # is a comment
    if another header follows.

    Returns:
        None for a text of nothing but comments.

    Raises:
        FormatError: the first line is not a header.
    """
    found: tuple[Roles, int, Lines] | None = None
    for number, text in lines:
        stripped = text.strip()
        if found is None and (not stripped or (stripped[0] == "#" and not is_header(text))):
            context.take_directive(stripped, number)
            continue
        if found is not None and not _is_after_comment(text, found[0]):
            return found[0], found[1], chain([(number, text)], lines)
        whole, after = _header(text, lines)
        try:
            is_named = bool(context.column) or is_header(whole)
            columns = columns_of(whole, context.column) if is_named else None
        except FormatError as error:
            raise located(error, context.source, number) from None
        if columns is None:
            expected = "columns such as puzzle,solution, or --column with the name of one"
            message = f"{quoted(stripped)} is not a header of a table; expected {expected}"
            raise FormatError(message, source=context.source, line=number)
        found = columns.sure(context.column, context.source), number + 1 + whole.count("\n"), after
        if not columns.names[0].lstrip().startswith("#"):
            return found
    return found


def rows(lines: Lines, columns: Roles) -> Iterator[tuple[int, str, list[str] | FormatError | None]]:
    """Yield the rows of a table: the line of each, its text and its fields.

    In place of the fields stands None for a comment, and an error for what is not a row.
    """
    while (numbered := next(lines, None)) is not None:
        number, text = numbered
        if not text.strip():
            continue
        row, lines = _unless_comment(text, columns, lines)
        if row is None:
            yield number, text.strip(), None
            continue
        try:
            if not _is_whole(row, columns.separator):
                row, lines = _rest_of_row(row, columns.separator, lines)
            refuse_undecoded(row)
            yield number, row, row_fields(row, columns)
        except FormatError as error:
            yield number, row, error


def row_fields(text: str, columns: Roles) -> list[str]:
    """Return the fields of a row; a row with too few ends with empty ones."""
    fields = fields_of(text, columns.separator)
    most, least = len(columns.names), columns.cells + 1
    if least <= len(fields) <= most:
        return [*fields, *[""] * (most - len(fields))]
    expected = f"at least {least}" if len(fields) < least else str(most)
    raise FormatError(f"{counted(len(fields), 'field')}; expected {expected}, as the header says")


def read(lines: Lines, context: Context) -> Iterator[Record]:
    """Yield the puzzles of a table."""
    try:
        header = header_of(lines, context)
    except FormatError as error:
        if context.column:  # of which no row can be read
            raise
        context.bad(error)
        return
    if header is None:
        return
    columns, _, lines = header
    for number, text, fields in rows(lines, columns):
        if fields is None:
            context.take_directive(text, number)
        elif isinstance(fields, FormatError):
            context.bad(fields, number, text)
        else:
            yield from context.taken(number, row_of, text, fields, columns, context)


def text(record: Record) -> str:
    """Return a puzzle's row."""
    return fields(names_and_values(record)[1])


def fields(values: Sequence[object]) -> str:
    """Return a line of a table."""
    ended: list[str] = []
    # Fields are put in quotes for the characters that end a line here: for both of them.
    writer = csv.writer(SimpleNamespace(write=ended.append), lineterminator="\r\n")
    writer.writerow(map(as_text, values))
    return ended[0][:-2] + "\n"


NOTATION = Notation(
    "csv", "table with columns puzzle,solution", read, text, fields=fields,
    nothing="puzzle,solution\n", keeps_rules=True,
)  # fmt: skip
