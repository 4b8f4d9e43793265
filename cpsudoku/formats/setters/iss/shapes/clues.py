"""Clues beside the grid, indexers, and regions that are to be found."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

from cpsudoku.errors import FormatError, quoted
from cpsudoku.formats.setters.imported import Shape
from cpsudoku.formats.setters.iss.layout import BoardLayout, NamedCells
from cpsudoku.formats.setters.iss.parts import Args, Made, PartReader, PartWriter, number, segments
from cpsudoku.formats.setters.iss.shapes.marks import unwritten, write_cells
from cpsudoku.rules import Cell
from cpsudoku.rules.primitives import Element
from cpsudoku.variants.cages import Lunchbox
from cpsudoku.variants.registry import NotationRow


def _line_of(reader: PartReader, name: str) -> tuple[Cell, ...]:
    found = re.fullmatch(r"([RC])([0-9]{1,2})", name)
    if found is not None:
        whole = reader.layout.rows if found[1] == "R" else reader.layout.columns
        if 1 <= int(found[2]) <= len(whole):
            return whole[int(found[2]) - 1]
    raise FormatError(f"there is no row or column {quoted(name)}")


def _name_of(writer: PartWriter, cells: tuple[Cell, ...]) -> str | None:
    """Return the name of a row or column, None for other cells."""
    for letter, whole in (("R", writer.layout.rows), ("C", writer.layout.columns)):
        if cells in whole:
            return f"{letter}{whole.index(cells) + 1}"
    return None


def _read_ends(reader: PartReader, row: NotationRow, args: Args) -> Made:
    """Read clues at both ends of a row or column."""
    line = _line_of(reader, args[0])
    for text, seen in zip(args[1:3], (line, line[::-1]), strict=False):
        if text:
            yield row.variant(reader.board, seen, number(text))


def _write_ends(writer: PartWriter, row: NotationRow, one: Any) -> str | None:
    for seen, numbers in ((one.cells, (one.number, "")), (one.cells[::-1], ("", one.number))):
        name = _name_of(writer, seen)
        if name is not None:
            return writer.part(row.field, name, *numbers)
    return None


def _read_ranks(reader: PartReader, row: NotationRow, args: Args) -> Made:
    ties = 1 if reader.ties == "any" else None
    return _read_ends(reader, row._replace(variant=lambda *said: row.variant(*said, ties)), args)


def _write_ranks(writer: PartWriter, row: NotationRow, one: Any) -> str | None:
    clue = _write_ends(writer, row, one)
    return clue and (".FullRankTies~any" if one.ties else "") + clue


def _read_sandwich(reader: PartReader, row: NotationRow, args: Args) -> Made:
    line, total = _line_of(reader, args[1]), number(args[0])
    is_whole = len(line) == reader.board.size
    return [(row.variant if is_whole else Lunchbox)(reader.board, line, total)]


def _write_sandwich(writer: PartWriter, row: NotationRow, one: Any) -> str | None:
    name = _name_of(writer, one.cells) or _name_of(writer, one.cells[::-1])
    return name and writer.part(row.field, one.number, name)


def _read_diagonal(reader: PartReader, row: NotationRow, args: Args) -> Made:
    found = _diagonal_from(reader.layout, reader.layout.cell(args[1]))
    if found is None:
        raise FormatError(f"a diagonal from {quoted(args[1])}")
    return [row.variant(reader.board, found, number(args[0]))]


def _diagonal_from(layout: BoardLayout, cell: Cell) -> tuple[Cell, ...] | None:
    """Return the diagonal along which a clue at a cell looks, None where it looks along none."""
    row, column = divmod(cell, layout.width)
    last_row, last_column = layout.height - 1, layout.width - 1
    if column == 0 and row < last_row:
        down, right = 1, 1
    elif column == last_column and row not in (0, last_row):
        down, right = -1, -1
    elif row == 0 and column > 0:
        down, right = 1, -1
    elif row == last_row and 0 < column < last_column:
        down, right = -1, 1
    else:
        return None
    found: list[Cell] = []
    while 0 <= row <= last_row and 0 <= column <= last_column:
        found.append(row * layout.width + column)
        row, column = row + down, column + right
    return tuple(found)


def _write_diagonal(writer: PartWriter, row: NotationRow, one: Any) -> str:
    for cell in (one.cells[0], one.cells[-1]):
        if set(_diagonal_from(writer.layout, cell) or ()) == set(one.cells):
            return writer.part(row.field, one.number, writer.layout.name(cell))
    return writer.part("Sum", one.number, cells=one.cells)


def _read_element(reader: PartReader, row: NotationRow, names: Args) -> Made:
    found = reader.cells(names)
    if len(set(found)) == len(found):
        return [row.variant(reader.board, found)]
    value, index, *line = found
    return [Element(tuple(line), index, value, "valueindex")]


def _read_construction(reader: PartReader, row: NotationRow, _: Args) -> Made:
    layout = reader.layout
    grid, names = (tuple(one.cells) for one in (layout.groups[""], _names_of_regions(reader)))
    return [row.variant(reader.board, grid, names, layout.region_size or layout.side)]


def _names_of_regions(reader: PartReader) -> NamedCells:
    group = reader.layout.groups.get("CC")
    if group is None:
        raise FormatError("a count in regions without ChaosConstruction")
    return group


def _offset(arguments: Args) -> int | None:
    return number(arguments[1]) or None if len(arguments) > 1 and arguments[1] else None


def _read_arms(reader: PartReader, row: NotationRow, args: Args) -> Made:
    control = reader.cell(args[0])
    arms = [reader.cells(part) for part in segments(args[2:])] if len(args) > 2 else []
    arms = arms or list(_arms_from(reader, control))
    longer = [arm for arm in arms if len(arm) > 1] or arms[:1]
    return [row.variant(reader.board, (control,), tuple(longer), _offset(args))]


def _arms_from(reader: PartReader, control: Cell) -> Iterable[tuple[Cell, ...]]:
    """Yield what is seen from a cell in the four directions, itself first."""
    layout, group = reader.layout, _names_of_regions(reader)
    row, column = divmod(control, layout.width)
    across, down = layout.rows[row], layout.columns[column]
    for arm in (across[column::-1], across[column:], down[row::-1], down[row:]):
        yield tuple(group.first + cell for cell in arm)


def _write_arms(writer: PartWriter, row: NotationRow, one: Any) -> str:
    control = writer.layout.name(one.control[0])
    return writer.lists(row.field, control, one.offset or 0, cells=one.arms)


def _read_around(reader: PartReader, row: NotationRow, args: Args) -> Made:
    control = reader.cell(args[0])
    cells = reader.cells(args[2:]) or tuple(_around(reader, control))
    return [row.variant(reader.board, (control,), cells, _offset(args))]


def _around(reader: PartReader, control: Cell) -> Iterable[Cell]:
    """Return a cell, and those that touch it by an edge or a corner."""
    layout, group = reader.layout, _names_of_regions(reader)
    row, column = divmod(control, layout.width)
    rows = range(max(row - 1, 0), min(row + 2, layout.height))
    columns = range(max(column - 1, 0), min(column + 2, layout.width))
    touching = (r * layout.width + c for r in rows for c in columns)
    return [group.first + cell for cell in dict.fromkeys((control, *touching))]


def _write_around(writer: PartWriter, row: NotationRow, one: Any) -> str:
    control = writer.layout.name(one.control[0])
    return writer.part(row.field, control, one.offset or 0, cells=one.cells)


def _read_connected(reader: PartReader, row: NotationRow, args: Args) -> Made:
    group = reader.layout.groups.get(args[0])
    if group is None:
        raise FormatError(f"there are no cells of the name {quoted(args[0])}")
    inside = tuple(map(number, args[1].split("_")))
    size = number(args[2]) if len(args) > 2 and args[2] else None
    return [row.variant(reader.board, tuple(group.cells), inside, size)]


def _write_connected(writer: PartWriter, row: NotationRow, one: Any) -> str:
    for name, group in writer.layout.groups.items():
        if one.cells == tuple(group.cells):
            size = () if one.size is None else (one.size,)
            return writer.part(row.field, name, "_".join(map(str, one.inside)), *size)
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
