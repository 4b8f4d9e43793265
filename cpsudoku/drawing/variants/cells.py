"""Tints and shapes within single cells."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from cpsudoku.drawing.grids import GridLayout
from cpsudoku.variants.base import OnCells
from cpsudoku.variants.chaos import RegionRun

_GREY = "#8a8a8a"


def _tinted(layout: GridLayout, cells: OnCells, colour: str) -> Iterator[str]:
    """Yield a tint for the cells of a region, of the parts of a clone, or that index others."""
    for cell in cells.cells:
        x, y = layout.corner(cell)
        yield (
            f'<rect x="{x:g}" y="{y:g}" width="{layout.side}" height="{layout.side}" '
            f'fill="{colour}" fill-opacity="0.18"/>'
        )


def _discs(layout: GridLayout, cells: OnCells) -> Iterator[str]:
    half = layout.side * 0.36
    for x, y in map(layout.centre, cells.cells):
        shape = f'<circle cx="{x:g}" cy="{y:g}" r="{half:g}"'
        yield f'{shape} fill="{_GREY}" fill-opacity="0.32"/>'


def _squares(layout: GridLayout, cells: OnCells) -> Iterator[str]:
    half = layout.side * 0.36
    for x, y in map(layout.centre, cells.cells):
        left, top, side = x - half, y - half, 2 * half
        shape = f'<rect x="{left:g}" y="{top:g}" width="{side:g}" height="{side:g}"'
        yield f'{shape} fill="{_GREY}" fill-opacity="0.32"/>'


def _circles(layout: GridLayout, cells: OnCells) -> Iterator[str]:
    for x, y in map(layout.centre, cells.cells):
        yield (
            f'<circle cx="{x:g}" cy="{y:g}" r="{layout.side * 0.42:g}" fill="none" '
            f'stroke="{_GREY}" stroke-width="1.5"/>'
        )


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
    return (
        f'<path d="M{x1:g} {y1:g}L{x + right * tip:g} {y + down * tip:g}L{x2:g} {y2:g}" '
        f'fill="none" stroke="{_GREY}" stroke-width="1.5"/>'
    )


CELLS: dict[str, Callable[..., Iterator[str]]] = {
    "tint": _tinted,
    "disc": _discs,
    "square": _squares,
    "rings": _circles,
    "wedges": _extreme,
    "looks": _seen,
}
"""What draws each kind of cells, by its name."""
