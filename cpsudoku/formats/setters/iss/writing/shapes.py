"""The parts of a string that give the shape: rows, columns, digits, variables, pieces."""

from __future__ import annotations

from collections.abc import Iterator

from cpsudoku.errors import FormatError
from cpsudoku.formats.setters.iss.layout import MOST_SIDE, BoardLayout, layout_of
from cpsudoku.formats.setters.iss.tokens import parsed
from cpsudoku.rules import Rules
from cpsudoku.variants import chaos

_MOST_WORTH = 99


def head_of(rules: Rules) -> str:
    """Return the parts that give the shape of rules, and which pieces there are.

    Raises:
        FormatError: there is no word for such a board.
    """
    shape = _shape(rules)
    return shape + _pieces(layout_of(parsed(shape or ".")), rules)


def _shape(rules: Rules) -> str:
    """Return the parts that give the shape, with cells beside the grid as variables."""
    board = rules.board
    grid = board.places[: board.grid_count]
    height, width = grid[-1][0] + 1, max(column for _, column in grid) + 1
    if len(grid) != height * width or max(height, width, board.size) > MOST_SIDE:
        raise FormatError("Interactive Sudoku Solver knows full rows up to 16×16 alone")
    if board.first < 0 or board.last > _MOST_WORTH:
        raise FormatError(f"Interactive Sudoku Solver knows digits 0 to {_MOST_WORTH} alone")
    digits = (board.first, board.size) != (1, max(height, width))
    shape = f".Shape~{height}x{width}" + (f"~{board.first}-{board.last}" if digits else "")
    is_group = {frozenset(group.cells) for group in rules.groups}
    if not all(frozenset(line) in is_group for line in _lines(height, width)):
        shape += "~Raw" if digits else "~~Raw"
    return ("" if shape == ".Shape~9x9" else shape) + "".join(_variables(rules))


def _lines(height: int, width: int) -> Iterator[range]:
    for row in range(height):
        yield range(row * width, (row + 1) * width)
    for column in range(width):
        yield range(column, height * width, width)


def _variables(rules: Rules) -> Iterator[str]:
    board = rules.board
    places = board.places[board.grid_count :]
    groups: list[list[tuple[int, int]]] = []
    for place in places:
        if not groups or place[0] > groups[-1][-1][0] + 1:
            groups.append([])
        groups[-1].append(place)
    sought = [one for one in rules.constraints if isinstance(one, chaos.ChaosRegions)]
    if sought and len(groups[:1]) == 1 and len(sought[0].regions) == len(groups[0]):
        side = max(column for _, column in board.places[: board.grid_count]) + 1
        side = max(side, board.grid_count // side)
        yield ".ChaosConstruction"
        if sought[0].size != side:
            yield f".RegionSize~{sought[0].size}"
        groups = groups[1:]
    for number, group in enumerate(groups):
        columns = max(column for _, column in group) + 1
        rows, rest = divmod(len(group), columns)
        prefix = chr(ord("A") + number // 26) + chr(ord("A") + number % 26)
        yield f".Var~{prefix}~~{len(group) if rest else f'{rows}x{columns}'}"


def _pieces(layout: BoardLayout, rules: Rules) -> str:
    """Return that there are no boxes, or a jigsaw, where the usual boxes are not all there."""
    is_group = {frozenset(group.cells) for group in rules.groups}
    if layout.is_raw or (layout.boxes and all(frozenset(box) in is_group for box in layout.boxes)):
        return ""
    pieces = [
        group
        for group in rules.groups
        if group.kind in ("region", "box") and len(group.cells) == layout.side
    ]
    label = {cell: number for number, group in enumerate(pieces) for cell in group.cells}
    grid = range(layout.height * layout.width)
    if len(pieces) * layout.side != len(grid) or set(label) != set(grid):
        return ".NoBoxes"
    return ".NoBoxes.Jigsaw~" + "".join("0123456789abcdefg"[label[cell]] for cell in grid)
