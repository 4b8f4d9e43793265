"""Clues beside the grid, indexers, and regions that are to be found."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from cpsudoku.errors import FormatError, quoted
from cpsudoku.formats.setters.imported import Shape
from cpsudoku.formats.setters.iss.layout import NamedCells
from cpsudoku.formats.setters.iss.shapes.marks import (
    Arguments,
    Kind,
    Made,
    Words,
    number,
    segments,
    unwritten,
    write_cells,
)
from cpsudoku.rules import Cell
from cpsudoku.rules.primitives import Element
from cpsudoku.variants.cages import Lunchbox

if TYPE_CHECKING:
    from cpsudoku.formats.setters.iss.reading import StringReader
    from cpsudoku.formats.setters.iss.writing import StringWriter


def _line_of(reader: StringReader, name: str) -> tuple[Cell, ...]:
    found = re.fullmatch(r"([RC])([0-9]{1,2})", name)
    if found is not None:
        whole = reader.layout.rows if found[1] == "R" else reader.layout.columns
        if 1 <= int(found[2]) <= len(whole):
            return whole[int(found[2]) - 1]
    raise FormatError(f"there is no row or column {quoted(name)}")


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
        raise FormatError(f"a diagonal from {quoted(args[1])}")
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


def _cells_of(group: NamedCells) -> tuple[Cell, ...]:
    return tuple(range(group.first, group.first + group.count))


def _read_construction(reader: StringReader, variant: Kind, _: Arguments, __: Words) -> Made:
    layout = reader.layout
    grid, names = layout.groups[""], _names_of_regions(reader)
    size = layout.region_size or layout.side
    return [variant(reader.board, _cells_of(grid), _cells_of(names), size)]


def _names_of_regions(reader: StringReader) -> NamedCells:
    group = reader.layout.groups.get("CC")
    if group is None:
        raise FormatError("a count in regions without ChaosConstruction")
    return group


def _offset(arguments: Arguments) -> int | None:
    return number(arguments[1]) or None if len(arguments) > 1 and arguments[1] else None


def _read_arms(reader: StringReader, variant: Kind, args: Arguments, _: Words) -> Made:
    control = reader.cell(args[0])
    arms = [reader.cells(part) for part in segments(args[2:])] if len(args) > 2 else []
    arms = arms or list(_arms_from(reader, control))
    longer = [arm for arm in arms if len(arm) > 1] or arms[:1]
    return [variant(reader.board, (control,), tuple(longer), _offset(args))]


def _arms_from(reader: StringReader, control: Cell) -> Iterable[tuple[Cell, ...]]:
    """Yield what is seen from a cell in the four directions, itself first."""
    layout, group = reader.layout, _names_of_regions(reader)
    row, column = divmod(control, layout.width)
    for down, right in ((0, -1), (0, 1), (-1, 0), (1, 0)):
        arm = []
        r, c = row, column
        while 0 <= r < layout.height and 0 <= c < layout.width:
            arm.append(group.first + r * layout.width + c)
            r, c = r + down, c + right
        yield tuple(arm)


def _write_arms(writer: StringWriter, kind: str, one: Any, _: Words) -> str:
    arms = "~-~".join("~".join(writer.names(arm)) for arm in one.arms)
    return writer.part(kind, *writer.names(one.control), one.offset or 0, arms)


def _read_around(reader: StringReader, variant: Kind, args: Arguments, _: Words) -> Made:
    control = reader.cell(args[0])
    cells = reader.cells(args[2:]) or tuple(_around(reader, control))
    return [variant(reader.board, (control,), cells, _offset(args))]


def _around(reader: StringReader, control: Cell) -> Iterable[Cell]:
    """Yield a cell, and those that touch it by an edge or a corner."""
    layout, group = reader.layout, _names_of_regions(reader)
    row, column = divmod(control, layout.width)
    yield group.first + control
    for r in range(max(row - 1, 0), min(row + 2, layout.height)):
        for c in range(max(column - 1, 0), min(column + 2, layout.width)):
            if (r, c) != (row, column):
                yield group.first + r * layout.width + c


def _write_around(writer: StringWriter, kind: str, one: Any, _: Words) -> str:
    return writer.part(kind, *writer.names(one.control), one.offset or 0, cells=one.cells)


def _read_connected(reader: StringReader, variant: Kind, args: Arguments, _: Words) -> Made:
    group = reader.layout.groups.get(args[0])
    if group is None:
        raise FormatError(f"there are no cells of the name {quoted(args[0])}")
    inside = tuple(map(number, args[1].split("_")))
    size = number(args[2]) if len(args) > 2 and args[2] else None
    return [variant(reader.board, _cells_of(group), inside, size)]


def _write_connected(writer: StringWriter, kind: str, one: Any, _: Words) -> str:
    for name, group in writer.layout.groups.items():
        if one.cells == _cells_of(group):
            size = () if one.size is None else (one.size,)
            return writer.part(kind, name, "_".join(map(str, one.inside)), *size)
    raise FormatError("Interactive Sudoku Solver has no word for: connected cells of a part")


SHAPES = {
    "ends": Shape(_read_ends, _write_ends),
    "sandwich": Shape(_read_sandwich, _write_sandwich),
    "diagonal": Shape(_read_diagonal, _write_diagonal),
    "ranks": Shape(_read_ranks, _write_ranks),
    "element": Shape(_read_element, write_cells),
    "construction": Shape(_read_construction, unwritten),
    "arms": Shape(_read_arms, _write_arms),
    "around": Shape(_read_around, _write_around),
    "connected": Shape(_read_connected, _write_connected),
}
