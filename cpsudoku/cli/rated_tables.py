"""How ratings are written: a line of words, a row of a table, or an object of JSON."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from cpsudoku import formats
from cpsudoku.cli import records
from cpsudoku.cli.rating import RatingRow, RatingRows
from cpsudoku.coaching.columns import COLUMNS, STATES, Column, document, lines
from cpsudoku.coaching.difficulty import Difficulties
from cpsudoku.formats import Record, strict_json
from cpsudoku.formats.base import Job
from cpsudoku.formats.base import TableRow as Base
from cpsudoku.formats.tables import columns_named
from cpsudoku.logic.paths import ENDS
from cpsudoku.puzzle import Puzzle
from cpsudoku.tables.blocks import Block, RowFrame
from cpsudoku.tables.columns import AnswerColumns, grids
from cpsudoku.tables.writing import TableWriter

if TYPE_CHECKING:
    import pyarrow as pa

KINDS: dict[str, type] = {**{c.name: c.kind for c in COLUMNS}, **STATES}
"""The columns that a rating adds, and what they hold."""

_TENTHS = tuple(f"{number // 10}.{number % 10}" for number in range(200))
"""Ratings as they are written, by their tenths; 12.0 is more than any."""

_SOLVED = ENDS.index("solved")


def line(row: RatingRow) -> str:
    """Return a puzzle and its ratings, which notations of one line a puzzle take for a comment."""
    words = str(row.found.why_not or row.found)
    if not row.record.puzzle.rules.board.is_square:  # which no line of cells shows
        return formats.write(Record(row.record.puzzle, comment=words), "jsonl")
    return f"{cells(row.record.puzzle)} # {words}\n"


def cells(puzzle: Puzzle) -> str:
    """Return a puzzle as it is read again under its rules: its digits, or else its pencil marks."""
    is_marked = puzzle.has_pencil_marks and puzzle.rules.board.is_square
    return formats.write(puzzle, "pencil", bare=True).rstrip() if is_marked else str(puzzle)


def json_line(row: RatingRow) -> str:
    """Return an object of JSON in a line."""
    return strict_json.dumps(records.answered(row.record, document(row.found))) + "\n"


def text_lines(rows: RatingRows) -> str:
    """Return for each puzzle of a block what `line` returns."""
    texts = grids(rows.block.digits).to_pylist()
    said = zip(texts, lines(_shown(rows.found)), strict=True)
    return "".join(
        f"{text} # {rating}\n" if is_exact else line(rows.one(number))
        for number, ((text, rating), is_exact) in enumerate(
            zip(said, _exact(rows.found), strict=True)
        )
    )


def _exact(found: Difficulties) -> list[bool]:
    """Return for each puzzle whether it is rated, to the end, and with exact values alone."""
    exact = (found.verdicts == 0) & (found.ends == _SOLVED) & ~found.at_least
    return (exact & (found.hardest >= 0)).tolist()  # type: ignore[no-any-return]


def _shown(found: Difficulties) -> dict[str, list[str]]:
    """Return the columns of the scales asked for as they are written of exact values."""
    return {column.name: _texts(column, found) for column in _asked(found)}


def _asked(found: Difficulties) -> Iterator[Column]:
    orders = {"", *(path.order for path in found.paths)}
    return (column for column in COLUMNS if column.scale in orders and column.name != "clues")


def _texts(column: Column, found: Difficulties) -> list[str]:
    numbers = getattr(found, column.name).tolist()
    if column.kind is int:
        return list(map(str, numbers))
    # The index −1 is for none.
    names = _TENTHS if column.kind is float else (*(column.classes or found.names), "")
    return [names[number] for number in numbers]


def write_rows(table: TableWriter, rows: list[RatingRow] | RatingRows) -> None:
    """Write ratings as rows of a table, after the columns that the puzzles came with."""
    if not isinstance(rows, RatingRows):
        for row in rows:
            table.write(with_columns(row))
        return
    begin, exact = 0, _exact(rows.found)
    while begin < len(exact):
        if not exact[begin]:
            table.write(with_columns(rows.one(begin)))
            begin += 1
            continue
        end = begin + 1
        while end < len(exact) and exact[end]:
            end += 1
        found = rows.found.take(range(begin, end))
        table.write_block(_framed(rows.block.taken(begin, end)), AnswerColumns(added=_added(found)))
        begin = end


def _framed(block: Block) -> Block:
    """Return a block of lines as one of a table, whose only column is the puzzle."""
    import pyarrow as pa

    if block.frame is not None:
        return block
    rows = pa.RecordBatch.from_arrays([grids(block.digits)], names=["puzzle"])
    columns = columns_named(("puzzle",))
    assert columns is not None
    return replace(block, frame=RowFrame.whole(Job(), columns, rows))


def _added(found: Difficulties) -> dict[str, pa.Array]:
    """Return the columns of ratings that are exact."""
    import pyarrow as pa

    kinds = {float: pa.float64(), int: pa.int32(), str: pa.string(), bool: pa.bool_()}
    columns = {name: pa.nulls(len(found), kinds[kind]) for name, kind in KINDS.items()}
    for column in _asked(found):
        numbers = getattr(found, column.name)
        if column.kind is float:
            numbers = numbers / 10
        if column.kind is str:
            numbers = pa.array(column.classes or found.names).take(pa.array(numbers))
        columns[column.name] = pa.array(numbers, kinds[column.kind])
    columns["at_least"] = pa.array([False] * len(found))
    columns["end"] = pa.array(["solved"] * len(found))
    columns["lower_bounds"] = pa.array([""] * len(found))
    return columns


def with_columns(row: RatingRow) -> Record:
    """Return a puzzle whose ratings are added to the columns that it came with."""
    record, puzzle = row.record, row.record.puzzle
    values: dict[str, Any] = document(row.found)
    if "lower_bounds" in values:
        values["lower_bounds"] = " ".join(values["lower_bounds"])
    added = tuple((name, values.get(name)) for name in KINDS)
    came = record.row
    if came is None or (puzzle.has_pencil_marks and "candidates" in came.names):
        # The text of the puzzle says what its list of candidates says.
        others = {} if came is None else dict(zip(came.names, came.values, strict=True))
        others = {"puzzle": "", **others} | {"puzzle": cells(puzzle)}
        others.pop("candidates", None)
        came = Base(tuple(others), tuple(others.values()), puzzle, record.solution)
    return record._replace(row=came, added=added)
