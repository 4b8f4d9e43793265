"""The houses that people know: rows, columns, boxes, regions, and boards of several grids.

>>> samurai().cell_count, len(samurai().houses)
(369, 131)
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import isqrt

from cpsudoku.errors import RulesError
from cpsudoku.rules.board import Board, Cell, rectangle, square, tiled
from cpsudoku.rules.primitives import AllDifferent
from cpsudoku.rules.rules import Rules


def lines_and_boxes(
    height: int, width: int, box: tuple[int, int] | None = None
) -> tuple[AllDifferent, ...]:
    """Return the rows and columns of a board of full rows, and its boxes of a shape, if any."""
    shapes = {"row": (1, width), "column": (height, 1), **({"box": box} if box else {})}
    return tuple(
        AllDifferent(cells, kind, i)
        for kind, shape in shapes.items()
        for i, cells in enumerate(tiled(height, width, shape), start=1)
    )


@lru_cache(maxsize=64)
def latin(size: int) -> Rules:
    """Return the rules of a Latin square: rows and columns, no boxes.

    Args:
        size: number of digits.
    """
    return Rules(square(size), lines_and_boxes(size, size))


@lru_cache(maxsize=64)
def boxes(height: int, width: int) -> Rules:
    """Return the rules of a sudoku with boxes of a shape: rows, columns and boxes.

    A box one cell high or wide is a row or a column, so such rules are those of a Latin square.

    Args:
        height: rows of a box.
        width: columns of a box; the grid's size is height·width.
    """
    if height < 1 or width < 1:
        raise RulesError(f"a box must be at least 1×1, not {height}×{width}")
    size = height * width
    if height == 1 or width == 1:
        return latin(size)
    return Rules(size, lines_and_boxes(size, size, (height, width)))


def classic() -> Rules:
    """Return the rules of the classic sudoku: 9×9 with 3×3 boxes."""
    return boxes(3, 3)


def usual(size: int) -> Rules:
    """Return the rules that a grid of a size usually has.

    The box is as square as the size allows and not higher than wide: 3×3 for 9, 2×3 for 6,
    3×4 for 12; a prime size gives a Latin square.
    """
    if size < 1:
        raise RulesError(f"a grid's size must be at least 1, not {size}")
    height = next(h for h in range(isqrt(size), 0, -1) if size % h == 0)
    return boxes(height, size // height)


def jigsaw(regions: str | Sequence[object]) -> Rules:
    """Return the rules of a jigsaw sudoku: rows, columns and as large regions of any shape.

    Args:
        regions: for each cell the label of its region; a string gives one character a cell,
            white space in it is ignored.
    """
    labels = list("".join(regions.split())) if isinstance(regions, str) else list(regions)
    size = isqrt(len(labels))
    if size == 0 or size * size != len(labels):
        raise RulesError(f"a jigsaw needs a label for each cell of a square, not {len(labels)}")
    members: dict[object, list[Cell]] = {}
    for cell, label in enumerate(labels):
        members.setdefault(label, []).append(cell)
    for label, cells in members.items():
        if len(cells) != size:
            raise RulesError(f"region {label!r} has {len(cells)} cells; expected {size}")
    found = tuple(
        AllDifferent(tuple(cells), "region", i) for i, cells in enumerate(members.values(), 1)
    )
    return Rules(size, lines_and_boxes(size, size) + found)


def in_boxes(drawn: Rules) -> Rules:
    """Return the rules with boxes that mean the same as a jigsaw; itself where there are none."""
    size = drawn.size
    shapes = (boxes(height, size // height) for height in range(2, size) if size % height == 0)
    return next((shape for shape in shapes if shape.means(drawn)), drawn)


@lru_cache(maxsize=64)
def rectangular(height: int, width: int, size: int | None = None) -> Rules:
    """Return the rules of a board of full rows: rows and columns with different digits, no boxes.

    Args:
        width: number of cells in a row.
        size: number of digits; None for as many as the longer side has cells.
    """
    size = max(height, width) if size is None else size
    if height < 1 or width < 1:
        raise RulesError(f"a board must be at least 1×1, not {height}×{width}")
    return Rules(rectangle(height, width, size), lines_and_boxes(height, width))


_SAMURAI = {
    "top left": (0, 0),
    "top right": (0, 12),
    "middle": (6, 6),
    "bottom left": (12, 0),
    "bottom right": (12, 12),
}
"""The five grids of a samurai, and the row and column at which each begins."""


@lru_cache(maxsize=1)
def samurai() -> Rules:
    """Return the rules of a samurai: five classic grids, the middle one sharing a box with each.

    The board has 21 rows and columns and 369 cells.
    """
    begins, nine = _SAMURAI.values(), range(9)
    board = Board(tuple(sorted({(t + i, a + j) for t, a in begins for i in nine for j in nine})), 9)
    lines = [
        AllDifferent(
            tuple(board.cells_at[top + cell // 9, left + cell % 9] for cell in line.cells),
            f"{grid} {line.kind}",
            line.number,
        )
        for grid, (top, left) in _SAMURAI.items()
        for line in lines_and_boxes(9, 9)
    ]
    corners = sorted({(t + i, a + j) for t, a in begins for i in (0, 3, 6) for j in (0, 3, 6)})
    inside = [divmod(place, 3) for place in nine]
    found = [
        AllDifferent(tuple(board.cells_at[top + i, left + j] for i, j in inside), "box", number)
        for number, (top, left) in enumerate(corners, start=1)
    ]
    return Rules(board, (*lines, *found))
