"""Clues beside the grid, and indexers."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from cpsudoku.errors import FormatError
from cpsudoku.formats.setters.iss.shapes.base import Arguments, IssShape, Kind, Made, Words, number
from cpsudoku.formats.setters.iss.shapes.marks import write_cells
from cpsudoku.rules import Cell
from cpsudoku.rules.primitives import Element
from cpsudoku.variants.cages import Lunchbox

if TYPE_CHECKING:
    from cpsudoku.formats.setters.iss.reader import StringReader
    from cpsudoku.formats.setters.iss.writing.writer import StringWriter


def _line_of(reader: StringReader, name: str) -> tuple[Cell, ...]:
    found = re.fullmatch(r"([RC])([0-9]{1,2})", name)
    if found is not None:
        whole = reader.layout.rows if found[1] == "R" else reader.layout.columns
        if 1 <= int(found[2]) <= len(whole):
            return whole[int(found[2]) - 1]
    raise FormatError(f"there is no row or column {name[:20]!r}")


def _name_of(writer: StringWriter, cells: tuple[Cell, ...]) -> str | None:
    """Return the name of a row or column, None for other cells."""
    for letter, whole in (("R", writer.layout.rows), ("C", writer.layout.columns)):
        if cells in whole:
            return f"{letter}{whole.index(cells) + 1}"
    return None


def _read_ends(reader: StringReader, variant: Kind, args: Arguments, _: Words) -> Made:
    """Read clues at both ends of a row or column."""
    line = _line_of(reader, args[0])
    for text, seen in zip(args[1:3], (line, line[::-1]), strict=False):
        if text:
            yield variant(reader.board, seen, number(text))


def _write_ends(writer: StringWriter, kind: str, one: Any, _: Words) -> str | None:
    for seen, numbers in ((one.cells, (one.number, "")), (one.cells[::-1], ("", one.number))):
        name = _name_of(writer, seen)
        if name is not None:
            return writer.part(kind, name, *numbers)
    return None


def _read_ranks(reader: StringReader, variant: Kind, args: Arguments, words: Words) -> Made:
    ties = 1 if reader.ties == "any" else None
    return _read_ends(reader, lambda *said: variant(*said, ties), args, words)


def _write_ranks(writer: StringWriter, kind: str, one: Any, words: Words) -> str | None:
    clue = _write_ends(writer, kind, one, words)
    return clue and (".FullRankTies~any" if one.ties else "") + clue


def _read_sandwich(reader: StringReader, variant: Kind, args: Arguments, _: Words) -> Made:
    line, total = _line_of(reader, args[1]), number(args[0])
    is_whole = len(line) == reader.board.size
    return [(variant if is_whole else Lunchbox)(reader.board, line, total)]


def _write_sandwich(writer: StringWriter, kind: str, one: Any, _: Words) -> str | None:
    name = _name_of(writer, one.cells) or _name_of(writer, one.cells[::-1])
    return name and writer.part(kind, one.number, name)


def _read_diagonal(reader: StringReader, variant: Kind, args: Arguments, _: Words) -> Made:
    layout = reader.layout
    row, column = divmod(layout.cell(args[1]), layout.width)
    last_row, last_column = layout.height - 1, layout.width - 1
    if column == 0 and row < last_row:
        step = (1, 1)
    elif column == last_column and row not in (0, last_row):
        step = (-1, -1)
    elif row == 0 and column > 0:
        step = (1, -1)
    elif row == last_row and 0 < column < last_column:
        step = (-1, 1)
    else:
        raise FormatError(f"a diagonal from {args[1][:20]!r}")
    found: list[Cell] = []
    while 0 <= row <= last_row and 0 <= column <= last_column:
        found.append(row * layout.width + column)
        row, column = row + step[0], column + step[1]
    return [variant(reader.board, tuple(found), number(args[0]))]


def _write_diagonal(writer: StringWriter, kind: str, one: Any, _: Words) -> str:
    for cell in (one.cells[0], one.cells[-1]):
        text = writer.part(kind, one.number, writer.layout.name(cell))
        if writer.means(text, one.cells):
            return text
    return writer.part("Sum", one.number, cells=one.cells)


def _read_element(reader: StringReader, variant: Kind, names: Arguments, _: Words) -> Made:
    found = reader.cells(names)
    if len(set(found)) == len(found):
        return [variant(reader.board, found)]
    value, index, *line = found
    return [Element(tuple(line), index, value, "valueindex")]


SHAPES = {
    "ends": IssShape(_read_ends, _write_ends),
    "sandwich": IssShape(_read_sandwich, _write_sandwich),
    "diagonal": IssShape(_read_diagonal, _write_diagonal),
    "ranks": IssShape(_read_ranks, _write_ranks),
    "element": IssShape(_read_element, write_cells),
}
