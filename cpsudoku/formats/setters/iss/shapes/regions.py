"""Regions that are to be found, what is counted in them, and cells that hang together."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from cpsudoku.errors import FormatError
from cpsudoku.formats.setters.iss.layout import NamedCells
from cpsudoku.formats.setters.iss.shapes.base import (
    Arguments,
    IssShape,
    Kind,
    Made,
    Words,
    number,
    segments,
    unwritten,
)
from cpsudoku.rules import Cell

if TYPE_CHECKING:
    from cpsudoku.formats.setters.iss.reader import StringReader
    from cpsudoku.formats.setters.iss.writing.writer import StringWriter


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
        raise FormatError(f"there are no cells of the name {args[0][:20]!r}")
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
    "construction": IssShape(_read_construction, unwritten),
    "arms": IssShape(_read_arms, _write_arms),
    "around": IssShape(_read_around, _write_around),
    "connected": IssShape(_read_connected, _write_connected),
}
