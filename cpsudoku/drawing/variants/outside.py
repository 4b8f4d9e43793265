"""Clues outside of the grid: numbers beside the first cell that they look at."""

from __future__ import annotations

from collections.abc import Iterator

from cpsudoku.drawing.grids import GridLayout, text
from cpsudoku.variants.base import OnCells

_NEAR, _FAR = 10, 21
"""How far from the grid numbers stand: those of diagonals farther out, so that both have room."""


def _clue(layout: GridLayout, clue: OnCells) -> Iterator[str]:
    x, y = layout.centre(clue.cells[0])
    right, down = _direction(layout, clue)
    number = clue.label.split()[-1]
    if right and down:
        yield from _diagonal(layout, clue, (right, down), number)
    else:
        reach = layout.side / 2 + _NEAR
        yield text(x - right * reach, y - down * reach, number, 11, "clue")


def _direction(layout: GridLayout, clue: OnCells) -> tuple[int, int]:
    """Return how a clue looks: −1, 0 or 1 column and row on; rightwards along a single cell."""
    places = layout.rules.board.places
    if len(clue.cells) < 2:
        return 1, 0
    (row, column), (row2, column2) = places[clue.cells[0]], places[clue.cells[1]]
    return (column2 > column) - (column2 < column), (row2 > row) - (row2 < row)


def _diagonal(
    layout: GridLayout, clue: OnCells, direction: tuple[int, int], number: str
) -> Iterator[str]:
    """Yield a number, and an arrow from it to the corner of the first cell.

    Numbers are wider than high: at the sides this one stands above or below those of rows.
    """
    (x, y), (right, down) = layout.centre(clue.cells[0]), direction
    corner_x, corner_y = x - right * layout.side / 2, y - down * layout.side / 2
    board = layout.rules.board
    row, column = board.places[clue.cells[0]]
    is_beside = (row - down, column) in board.grid_at
    lower, start = (_NEAR, 9) if is_beside else (_FAR, 12)
    yield text(corner_x - right * _FAR, corner_y - down * lower, number, 11, "clue")
    start_x, start_y = corner_x - right * start, corner_y - down * start
    tip_x, tip_y = corner_x - right * 3, corner_y - down * 3
    yield (
        f'<path d="M{start_x:g} {start_y:g}L{tip_x:g} {tip_y:g}M{tip_x - right * 5:g} {tip_y:g}'
        f'H{tip_x:g}V{tip_y - down * 5:g}" fill="none" stroke="#707070" stroke-width="1.3"/>'
    )


CLUES = {"clue": _clue, "diagonal": _clue}
"""What draws each clue, by its name."""
