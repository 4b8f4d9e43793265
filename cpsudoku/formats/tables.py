"""Tables with a header, as of the Kaggle sets: ``quizzes,solutions`` or ``puzzle,solution``.

The columns may come in any order and be separated by commas, semicolons or tabs; other columns
than those of the puzzle, its solution, its rules, its name and its comment are passed over.
"""

from __future__ import annotations

from collections.abc import Iterator
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


class _Columns(NamedTuple):
    """Where the columns are; None for one that is missing."""

    separator: str
    puzzle: int
    solution: int | None
    rules: int | None
    label: int | None
    comment: int | None


def _split(text: str, separator: str) -> list[str]:
    if '"' not in text:
        return text.split(separator)
    import csv

    try:
        return next(csv.reader([text], delimiter=separator, strict=True))
    except csv.Error as error:
        raise FormatError(f"{error}; expected fields separated by {separator!r}") from error


def _columns(header: str) -> _Columns | None:
    for separator in _SEPARATORS:
        try:
            names = [name.strip().lower() for name in _split(header, separator)]
        except FormatError:
            continue

        def place(known: tuple[str, ...], names: list[str] = names) -> int | None:
            return next((names.index(name) for name in known if name in names), None)

        puzzle = place(_PUZZLE)
        if puzzle is not None:
            others = (_SOLUTION, _RULES, _LABEL, _COMMENT)
            return _Columns(separator, puzzle, *map(place, others))
    return None


def is_header(text: str) -> bool:
    """Tell whether a line is the header of a table of puzzles.

    Args:
        text: a stripped line.
    """
    return len(text) < 4096 and _columns(text) is not None


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


def _row(text: str, columns: _Columns, job: Job) -> Record:
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
    return Record(
        puzzle,
        solution=_solution(_field(fields, columns.solution), job),
        label=_field(fields, columns.label),
        comment=_field(fields, columns.comment),
    )


def read(lines: Lines, job: Job) -> Iterator[Record]:
    """Yield the puzzles of a table.

    Args:
        lines: the numbered lines, the header first.
        job: rules, source and what to do with bad rows.
    """
    columns: _Columns | None = None
    for number, text in lines:
        stripped = text.strip()
        if not stripped:
            continue
        if stripped[0] == "#":
            job.comment(stripped, number)
            continue
        try:
            if columns is None:
                columns = _columns(stripped) if is_header(stripped) else None
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
    return f"{cells_text(puzzle.digits, size, '0')},{solution}\n"


NOTATION = Notation(
    "csv", "table with columns puzzle,solution, 0 for a blank", read, text,
    before="puzzle,solution\n",
)  # fmt: skip
