"""How ratings are written: a line of words, a row of a table, or an object of JSON."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from cpsudoku import formats
from cpsudoku.cli.rating import RatingRow, RatingRows
from cpsudoku.coaching.difficulty import COLUMNS, OF_MANY, STATES, document, lines
from cpsudoku.deferred import pa
from cpsudoku.formats import Record
from cpsudoku.formats.base import Job
from cpsudoku.formats.base import TableRow as Base
from cpsudoku.formats.tables import columns_named
from cpsudoku.logic.paths import ENDS
from cpsudoku.tables.blocks import Block, RowFrame
from cpsudoku.tables.columns import AnswerColumns, grids, puzzle_text
from cpsudoku.tables.writing import TableWriter

KINDS: dict[str, type] = {**{c.name: c.kind for c in COLUMNS}, **STATES}
"""The columns that a rating adds, and what they hold."""

_SOLVED = ENDS.index("solved")


def line(row: RatingRow) -> str:
    """Return a puzzle and its ratings, which notations of one line a puzzle take for a comment."""
    words = str(row.found.why_not or row.found)
    if not row.record.puzzle.rules.board.is_square:  # which no line of cells shows
        return formats.write(Record(row.record.puzzle, comment=words), "jsonl")
    return f"{puzzle_text(row.record.puzzle)} # {words}\n"


def text_lines(rows: RatingRows) -> str:
    """Return for each puzzle of a block what `line` returns."""
    found, columns = rows.found, rows.found.columns()
    texts = {c.name: list(map(str, columns[c.name].listed())) for c in OF_MANY if c.name in columns}
    # Solved, with a step, and without lower bounds: the words are the values alone.
    exact = (found.verdicts == 0) & (found.ends == _SOLVED) & (found.hardest >= 0)
    exact &= ~found.at_least
    said = zip(grids(rows.block.digits).to_pylist(), lines(texts), strict=True)
    return "".join(
        f"{text} # {rating}\n" if is_exact else line(rows.one(number))
        for number, ((text, rating), is_exact) in enumerate(zip(said, exact.tolist(), strict=True))
    )


def write_rows(table: TableWriter, rows: list[RatingRow] | RatingRows) -> None:
    """Write ratings as rows of a table, after the columns that the puzzles came with."""
    if isinstance(rows, RatingRows):
        kinds = {float: pa.float64(), int: pa.int32(), str: pa.string(), bool: pa.bool_()}
        there, number = rows.found.columns(), len(rows)
        added = {  # those of a scale that was not asked for hold nothing
            name: there[name].in_arrow() if name in there else pa.nulls(number, kinds[kind])
            for name, kind in KINDS.items()
        }
        table.write_block(_framed(rows.block), AnswerColumns(added=added))
        return
    for row in rows:
        table.write(with_columns(row))


def _framed(block: Block) -> Block:
    """Return a block of lines as one of a table, whose only column is the puzzle."""
    if block.frame is not None:
        return block
    rows = pa.RecordBatch.from_arrays([grids(block.digits)], names=["puzzle"])
    columns = columns_named(("puzzle",))
    assert columns is not None
    return replace(block, frame=RowFrame.whole(Job(), columns, rows))


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
        others = {"puzzle": "", **others} | {"puzzle": puzzle_text(puzzle)}
        others.pop("candidates", None)
        came = Base(tuple(others), tuple(others.values()), puzzle, record.solution)
    return record._replace(row=came, added=added)
