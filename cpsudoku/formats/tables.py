"""Tables with a header, as of the Kaggle sets: ``quizzes,solutions`` or ``puzzle,solution``.

The columns may come in any order and be separated by commas, semicolons or tabs, and quoted fields
may hold line breaks.  All columns but those of the puzzle, its solution and its rules stay with the
record, and are written behind these where it is written as a table again.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator
from itertools import chain
from typing import NamedTuple

from cpsudoku.errors import FormatError
from cpsudoku.formats.base import Job, Lines, Notation, Record, shown
from cpsudoku.formats.line import cells_text, parse_line
from cpsudoku.rules import Grid

_PUZZLE = (
    "puzzle", "puzzles", "quiz", "quizzes", "question", "questions", "sudoku", "sudokus", "grid",
    "board", "problem", "givens", "unsolved",
)  # fmt: skip
_SOLUTION = ("solution", "solutions", "answer", "answers", "solved")
_RULES = ("rules",)
_LABEL = ("label", "name", "title", "id")
_COMMENT = ("comment", "comments", "rating", "difficulty", "level")
_SEPARATORS = ",;\t"

_LONGEST_ROW = 1000
"""Lines that a row may have; a quote without its end does not swallow the file."""


class Columns(NamedTuple):
    """Where the columns of a table are, from 0; None for one that is missing."""

    separator: str
    puzzle: int
    solution: int | None
    rules: int | None
    label: int | None
    comment: int | None
    others: tuple[tuple[str, int], ...]


def _split(text: str, separator: str) -> list[str]:
    if '"' not in text:
        return text.split(separator)
    try:
        return next(csv.reader(io.StringIO(text, ""), delimiter=separator, strict=True))
    except csv.Error as error:
        raise FormatError(f"{error}; expected fields separated by {separator!r}") from error


def _is_whole(text: str, separator: str) -> bool:
    """Return whether no quote is open at the end of a row."""
    if '"' not in text:
        return True
    try:
        list(csv.reader(io.StringIO(text, ""), delimiter=separator, strict=True))
    except csv.Error as error:
        return "unexpected end" not in str(error)
    return True


def columns_of(header: str) -> Columns | None:
    """Return the columns of a table, or None where its first line is no header.

    Args:
        header: the stripped line.
    """
    for separator in _SEPARATORS:
        try:
            names = [name.strip().lower() for name in _split(header, separator)]
        except FormatError:
            continue

        def place(known: tuple[str, ...], names: list[str] = names) -> int | None:
            return next((names.index(name) for name in known if name in names), None)

        puzzle = place(_PUZZLE)
        if puzzle is not None:
            solution, rules = place(_SOLUTION), place(_RULES)
            written = _split(header, separator)
            others = tuple(
                (written[i].strip(), i)
                for i in range(len(written))
                if i not in {puzzle, solution, rules}
            )
            label, comment = place(_LABEL), place(_COMMENT)
            return Columns(separator, puzzle, solution, rules, label, comment, others)
    return None


def is_header(text: str) -> bool:
    """Return whether a line is the header of a table of puzzles.

    Args:
        text: a stripped line.
    """
    return len(text) < 4096 and columns_of(text) is not None


def _field(fields: list[str], place: int | None) -> str:
    return fields[place].strip() if place is not None and place < len(fields) else ""


def _column_of(text: str, fields: list[str], place: int) -> int:
    return 1 + sum(len(field) + 1 for field in fields[:place]) if '"' not in text else 1


def _solution(text: str, job: Job) -> Grid | None:
    if not text:
        return None
    try:
        digits = parse_line(text, job).puzzle.digits
    except FormatError:
        return None
    return None if 0 in digits else digits


def _row(text: str, columns: Columns, job: Job) -> Record:
    fields = _split(text, columns.separator)
    if len(fields) <= columns.puzzle:
        raise FormatError(
            f"{len(fields)} fields; expected at least {columns.puzzle + 1}, as the header says"
        )
    if rules := _field(fields, columns.rules):
        job = job.with_rules(rules)
    cells = _field(fields, columns.puzzle)
    if not cells:
        raise FormatError("an empty field; expected a puzzle")
    try:
        puzzle = parse_line(cells, job).puzzle
    except FormatError as error:
        column = _column_of(text, fields, columns.puzzle) + (error.column or 1) - 1
        raise FormatError(error.message, column=column) from None
    solution = _solution(_field(fields, columns.solution), job)
    fits = solution is not None and len(solution) == puzzle.rules.cell_count
    return Record(
        puzzle,
        solution=solution if fits else None,
        label=_field(fields, columns.label),
        comment=_field(fields, columns.comment),
        columns=tuple((name, _field(fields, at)) for name, at in columns.others),
    )


def _rest_of_row(text: str, separator: str, lines: Lines) -> tuple[str, Lines]:
    """Return a row to its end, where a quoted field has line breaks, and the lines behind it."""
    parts, taken = [text], []
    for numbered in lines:
        taken.append(numbered)
        parts.append(numbered[1])
        if _is_whole(whole := "\n".join(parts), separator):
            return whole, lines
        if len(parts) == _LONGEST_ROW:
            break
    return text, chain(taken, lines)


def read(lines: Lines, job: Job) -> Iterator[Record]:
    """Yield the puzzles of a table.

    Args:
        lines: the numbered lines, the header first.
        job: rules, source and what to do with bad rows.
    """
    columns: Columns | None = None
    while (numbered := next(lines, None)) is not None:
        number, text = numbered
        stripped = text.strip()
        if not stripped:
            continue
        if stripped[0] == "#":
            job.comment(stripped, number)
            continue
        try:
            if columns is None:
                columns = columns_of(stripped) if is_header(stripped) else None
                if columns is None:
                    job.bad(
                        FormatError(
                            f"{shown(stripped)} is no header of a table; expected columns such "
                            "as puzzle,solution"
                        ),
                        number,
                    )
                    return
                continue
            if not _is_whole(text, columns.separator):
                text, lines = _rest_of_row(text, columns.separator, lines)
            record = _row(text, columns, job)
        except FormatError as error:
            job.bad(error, number)
            continue
        yield record._replace(source=job.source, line=number)


def text(record: Record) -> str:
    """Return a puzzle's row.

    Args:
        record: the puzzle; its solution fills the second column.
    """
    puzzle = record.puzzle
    size = puzzle.rules.size
    solution = cells_text(record.solution, size) if record.solution else ""
    cells = cells_text(puzzle.digits, size, "0")
    return _written([cells, solution, *(value for _, value in record.columns)])


def _written(fields: list[str]) -> str:
    line = io.StringIO()
    csv.writer(line, lineterminator="\n").writerow(fields)
    return line.getvalue()


def heading(record: Record) -> str:
    """Return the header above a table that begins with a puzzle.

    Args:
        record: the puzzle; what other columns it has, the table has.
    """
    return _written(["puzzle", "solution", *(name for name, _ in record.columns)])


NOTATION = Notation(
    "csv", "table with columns puzzle,solution, 0 for a blank", read, text, heading=heading,
    nothing="puzzle,solution\n",
)  # fmt: skip
