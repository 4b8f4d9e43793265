"""Tints and shapes within cells, dots and signs between them, numbers outside of the grid."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import pairwise

from cpsudoku.drawing.grids import GridLayout, circle, rect, text, tinted
from cpsudoku.rules import Cell
from cpsudoku.variants.base import OnCells
from cpsudoku.variants.chaos import RegionRun

_FILLED = 'fill="#8a8a8a" fill-opacity="0.32"'
_OUTLINED = 'fill="none" stroke="#8a8a8a" stroke-width="1.5"'


def _tinted(layout: GridLayout, cells: OnCells, colour: str) -> Iterator[str]:
    """Yield a tint for the cells of a region, of the parts of a clone, or that index others."""
    return (tinted(layout, cell, colour, ' fill-opacity="0.18"') for cell in cells.cells)


def _circles(radius: float, paint: str) -> Callable[[GridLayout, OnCells], Iterator[str]]:
    return lambda layout, cells: (
        circle(layout.centre(cell), layout.side * radius, paint) for cell in cells.cells
    )


def _squares(layout: GridLayout, cells: OnCells) -> Iterator[str]:
    half = layout.side * 0.36
    centres = map(layout.centre, cells.cells)
    return (rect(x - half, y - half, 2 * half, 2 * half, _FILLED) for x, y in centres)


def _extreme(layout: GridLayout, cells: OnCells, way: str) -> Iterator[str]:
    """Yield wedges at the edges of cells: they point to the smaller digit."""
    edge = layout.side * 0.43
    tip, back = (edge - 5, edge) if way == "inwards" else (edge, edge - 5)
    for centre in map(layout.centre, cells.cells):
        for step in ((1, 0), (-1, 0), (0, 1), (0, -1)):
            yield _wedge(centre, step, tip, back)


def _seen(layout: GridLayout, run: RegionRun) -> Iterator[str]:
    """Yield a wedge for each arm along which a cell looks; the arms lie beside the grid."""
    places = layout.rules.board.places
    centre, edge = layout.centre(run.control[0]), layout.side * 0.45
    for first, second, *_ in (arm for arm in run.arms if len(arm) > 1):
        (row, column), (row2, column2) = places[first], places[second]
        yield _wedge(centre, (column2 - column, row2 - row), edge, edge - 5)


def _wedge(centre: tuple[float, float], step: tuple[int, int], tip: float, back: float) -> str:
    """Return a wedge in a direction from a middle, from which its tip and its ends are so far."""
    (x, y), (right, down) = centre, step
    (x1, y1), (x2, y2) = (
        (x + right * back + down * side, y + down * back + right * side) for side in (5, -5)
    )
    path = f"M{x1:g} {y1:g}L{x + right * tip:g} {y + down * tip:g}L{x2:g} {y2:g}"
    return f'<path d="{path}" {_OUTLINED}/>'


CELLS: dict[str, Callable[..., Iterator[str]]] = {
    "tint": _tinted,
    "disc": _circles(0.36, _FILLED),
    "square": _squares,
    "rings": _circles(0.42, _OUTLINED),
    "wedges": _extreme,
    "looks": _seen,
}
"""What draws each kind of cells, by its name."""


_PAPER, _EDGE = "#fff", "#808080"
"""What is black or white by nature is so on any board; its edge can be seen on both."""


def _between(layout: GridLayout, one: Cell, other: Cell) -> tuple[float, float]:
    (x1, y1), (x2, y2) = layout.centre(one), layout.centre(other)
    return (x1 + x2) / 2, (y1 + y2) / 2


def _dots(layout: GridLayout, dots: OnCells, fill: str, ink: str) -> Iterator[str]:
    """Yield dots of a colour; a number that is not the usual one stands in them, in an ink."""
    number, is_usual = str(dots.amount), dots.amount == dots.usual
    for one, other in dots.neighbours():
        middle = _between(layout, one, other)
        yield circle(middle, 5 if is_usual else 7, f'fill="{fill}" stroke="{_EDGE}"')
        if not is_usual:
            yield text(*middle, number, 8 if len(number) < 2 else 7, ink)


def _signs(layout: GridLayout, sums: OnCells) -> Iterator[str]:
    said = sums.label.split()[-1]
    width = 10 if len(said) < 2 else 15
    for one, other in sums.neighbours():
        x, y = _between(layout, one, other)
        yield rect(x - width / 2, y - 6, width, 12, f'rx="2" fill="{_PAPER}"')
        yield text(x, y, said, 10, "given")


def _greater(layout: GridLayout, falling: OnCells) -> Iterator[str]:
    """Yield signs that point to the smaller digit."""
    for one, other in pairwise(falling.cells):
        (x1, y1), (x2, y2) = layout.centre(one), layout.centre(other)
        x, y = _between(layout, one, other)
        right, down = (x2 - x1) / layout.side * 3, (y2 - y1) / layout.side * 3
        ends = [f"{x - right + down * turn:g} {y - down + right * turn:g}" for turn in (1.4, -1.4)]
        tip = f"{x + right:g} {y + down:g}"
        wedge = f"M{ends[0]}L{tip}L{ends[1]}"
        yield f'<path d="{wedge}" fill="none" stroke="{_EDGE}" stroke-width="2.4"/>'


def _quad(layout: GridLayout, quad: OnCells) -> Iterator[str]:
    """Yield a circle between the cells with its digits in it, more than two in two rows."""
    centres = [layout.centre(cell) for cell in quad.cells]
    x, y = (sum(numbers) / len(centres) for numbers in zip(*centres, strict=True))
    digits = quad.label.split()[1:]
    yield circle((x, y), 10 if len(digits) < 3 else 12, f'fill="{_PAPER}" stroke="{_EDGE}"')
    if len(digits) < 3:
        yield text(x, y, " ".join(digits), 9, "given")
        return
    half = (len(digits) + 1) // 2
    for row, some in ((-1, digits[:half]), (1, digits[half:])):
        yield text(x, y + 4.5 * row, " ".join(some), 8, "given")


EDGES: dict[str, Callable[..., Iterator[str]]] = {
    "dots": _dots,
    "signs": _signs,
    "greater": _greater,
    "quad": _quad,
}
"""What draws each mark, by its name."""


_NEAR, _FAR = 10, 21
"""How far from the grid numbers stand: those of diagonals farther out, so that both have room."""


def _clue(layout: GridLayout, clue: OnCells) -> Iterator[str]:
    x, y = layout.centre(clue.cells[0])
    places = layout.rules.board.places
    (row, column), (row2, column2) = (places[cell] for cell in (clue.cells * 2)[:2])
    # How it looks: −1, 0 or 1 column and row on; rightwards along a single cell.
    right, down = (column2 > column) - (column2 < column), (row2 > row) - (row2 < row)
    right = right if len(clue.cells) > 1 else 1
    number = clue.label.split()[-1]
    if right and down:
        yield from _diagonal(layout, clue, (right, down), number)
    else:
        reach = layout.side / 2 + _NEAR
        yield text(x - right * reach, y - down * reach, number, 11, "clue")


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


CLUES = {"clue": _clue, "diagonal": _clue}  # what draws each clue, by its name
