"""What the types about regions that are to be found mean, and cells that hang together."""

from __future__ import annotations

from collections.abc import Iterable

from cpsudoku.errors import FormatError
from cpsudoku.formats.setters.iss.layout import Group
from cpsudoku.formats.setters.iss.reader import Reader, Take
from cpsudoku.formats.setters.iss.taking import Arguments, Made, number, segments
from cpsudoku.rules import Cell
from cpsudoku.variants import chaos


def _regions(reader: Reader, _: Arguments) -> Made:
    layout = reader.layout
    group = _names_of_regions(reader)
    grid = tuple(range(layout.height * layout.width))
    names = tuple(range(group.first, group.first + group.count))
    return [chaos.ChaosRegions(reader.board, grid, names, layout.region_size or layout.side)]


def _names_of_regions(reader: Reader) -> Group:
    group = reader.layout.groups.get("CC")
    if group is None:
        raise FormatError("a count in regions without ChaosConstruction")
    return group


def _offset(arguments: Arguments) -> int | None:
    return number(arguments[1]) or None if len(arguments) > 1 and arguments[1] else None


def _arrow(reader: Reader, args: Arguments) -> Made:
    control = reader.cell(args[0])
    arms = [reader.cells(part) for part in segments(args[2:])] if len(args) > 2 else []
    arms = arms or list(_arms_from(reader, control))
    longer = [arm for arm in arms if len(arm) > 1] or arms[:1]
    return [chaos.RegionRun(reader.board, (control,), tuple(longer), _offset(args))]


def _arms_from(reader: Reader, control: Cell) -> Iterable[tuple[Cell, ...]]:
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


def _count(reader: Reader, args: Arguments) -> Made:
    control = reader.cell(args[0])
    cells = reader.cells(args[2:]) or tuple(_around(reader, control))
    return [chaos.RegionCount(reader.board, (control,), cells, _offset(args))]


def _around(reader: Reader, control: Cell) -> Iterable[Cell]:
    """Yield a cell, and those that touch it by an edge or a corner."""
    layout, group = reader.layout, _names_of_regions(reader)
    row, column = divmod(control, layout.width)
    yield group.first + control
    for r in range(max(row - 1, 0), min(row + 2, layout.height)):
        for c in range(max(column - 1, 0), min(column + 2, layout.width)):
            if (r, c) != (row, column):
                yield group.first + r * layout.width + c


def _connected(reader: Reader, args: Arguments) -> Made:
    group = reader.layout.groups.get(args[0])
    if group is None:
        raise FormatError(f"there are no cells of the name {args[0][:20]!r}")
    inside = tuple(map(number, args[1].split("_")))
    cells = tuple(range(group.first, group.first + group.count))
    size = number(args[2]) if len(args) > 2 and args[2] else None
    return [chaos.ConnectedDigits(reader.board, cells, inside, size)]


TYPES: dict[str, Take] = {
    "ChaosConstruction": _regions,
    "ChaosArrow": _arrow,
    "ChaosCount": _count,
    "ConnectedValues": _connected,
}
"""How each type is read."""
