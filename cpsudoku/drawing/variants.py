"""Named constraints as setters draw them: cages, lines, dots, signs, clues outside of the grid.

Each drawing is looked up by the constraint's name; what has none is outlined and named by
`cpsudoku.drawing.constraints`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from typing import TypeAlias

from cpsudoku.drawing.grids import Layout, text
from cpsudoku.rules import Cell
from cpsudoku.rules.constraint import Constraint
from cpsudoku.variants.base import OnCells, Variant
from cpsudoku.variants.sum_lines import Arrow, EqualSums

Drawing: TypeAlias = Callable[[Layout, OnCells], Iterator[str]]
"""Draws one constraint."""

_LINES = {
    "renban": "#d7a8e0",
    "whispers": "#a9dca0",
    "palindrome": "#c4c4c4",
    "between": "#b8cdf0",
    "lockout": "#e3c29a",
    "zipper": "#d3bdf2",
    "modular": "#9fd6d2",
    "entropic": "#f2c9a0",
    "nabner": "#f0e2a0",
    "doublearrow": "#b0b8c8",
    "slowthermo": "#d9cfc0",
    "thermo": "#cfcfcf",
    "sumline": "#c0d8c0",
    "sumloop": "#c0d8c0",
    "valueindex": "#e8c8c8",
}
"""The colour of each kind of line; its name stands at its beginning as well."""


def drawing_of(constraint: Constraint) -> Callable[[Layout], Iterator[str]] | None:
    """Return what draws a constraint, or None where it has no drawing of its own."""
    if isinstance(constraint, Arrow):
        arrow = constraint
        return lambda layout: _arrow(layout, arrow)
    if isinstance(constraint, EqualSums):
        sums = constraint
        return lambda layout: _parts(layout, sums)
    if not isinstance(constraint, OnCells):
        return None
    found, variant = _DRAWINGS.get(constraint.name), constraint
    if found is None:
        return None
    return lambda layout: found(layout, variant)


def is_everywhere(constraint: Constraint, layout: Layout) -> bool:
    """Return whether a constraint is about most of the board, so that it is said below it."""
    return 2 * len(constraint.scope) > layout.rules.cell_count


def is_on_edges(constraint: Constraint) -> bool:
    """Return whether a constraint is drawn on the lines between cells, and so after them."""
    return isinstance(constraint, Variant) and constraint.name in _ON_EDGES


def is_outside(constraint: Constraint) -> bool:
    """Return whether a constraint is a clue outside of the grid."""
    return isinstance(constraint, Variant) and constraint.name in OUTSIDE


def _path(layout: Layout, cells: Sequence[Cell]) -> str:
    return "M" + "L".join("{:g} {:g}".format(*layout.centre(cell)) for cell in cells)


def _line(layout: Layout, line: OnCells) -> Iterator[str]:
    colour = _LINES[line.name]
    x, y = layout.centre(line.cells[0])
    yield (
        f'<path d="{_path(layout, line.cells)}" fill="none" stroke="{colour}" '
        f'stroke-width="{layout.side / 5:g}" stroke-linecap="round" stroke-linejoin="round"/>'
    )
    if line.name.endswith("thermo"):
        yield f'<circle cx="{x:g}" cy="{y:g}" r="{layout.side * 0.36:g}" fill="{colour}"/>'
    else:
        yield text(x, y - layout.side * 0.38, line.label[:12], 6, "label")


def _loop(layout: Layout, line: OnCells) -> Iterator[str]:
    first, *rest = _line(layout, line)
    yield first.replace('" fill="none"', 'Z" fill="none"', 1)
    yield from rest


def _parts(layout: Layout, sums: EqualSums) -> Iterator[str]:
    """Yield a line for each part, all of one colour; parts that touch make one line."""
    for part in sums.parts:
        yield (
            f'<path d="{_path(layout, part)}" fill="none" stroke="#9cc4ea" stroke-width="'
            f'{layout.side / 5:g}" stroke-linecap="round" stroke-linejoin="round"/>'
        )
    for one, other in pairwise(sums.parts):
        yield f'<path d="{_path(layout, (one[-1], other[0]))}" stroke="#9cc4ea" stroke-width="3"/>'


def _arrow(layout: Layout, arrow: Arrow) -> Iterator[str]:
    for cell in arrow.bulb:
        x, y = layout.centre(cell)
        yield (
            f'<circle cx="{x:g}" cy="{y:g}" r="{layout.side * 0.38:g}" fill="none" '
            'stroke="#9a9a9a" stroke-width="2"/>'
        )
    yield (
        '<defs><marker id="cps-arrow" viewBox="0 0 8 8" refX="6" refY="4" markerWidth="7" '
        'markerHeight="7" orient="auto"><path d="M1 1L6 4L1 7" fill="none" stroke="#9a9a9a"/>'
        "</marker></defs>"
    )
    yield (
        f'<path d="{_path(layout, (arrow.bulb[-1], *arrow.cells))}" fill="none" stroke="#9a9a9a" '
        'stroke-width="2" marker-end="url(#cps-arrow)"/>'
    )


def _between(layout: Layout, one: Cell, other: Cell) -> tuple[float, float]:
    (x1, y1), (x2, y2) = layout.centre(one), layout.centre(other)
    return (x1 + x2) / 2, (y1 + y2) / 2


def _dots(layout: Layout, dots: OnCells) -> Iterator[str]:
    fill = "#1a1a1a" if dots.name == "black" else "#fff"
    number = dots.label.split()[-1]
    usual = {"white": "1", "black": "2"}[dots.name]
    for one, other in dots.neighbours():
        x, y = _between(layout, one, other)
        yield f'<circle cx="{x:g}" cy="{y:g}" r="5" fill="{fill}" stroke="#1a1a1a"/>'
        if number != usual:
            yield text(x + 8, y - 6, number, 7, "label")


def _signs(layout: Layout, sums: OnCells) -> Iterator[str]:
    said = sums.label.split()[-1]
    for one, other in sums.neighbours():
        x, y = _between(layout, one, other)
        yield f'<rect x="{x - 5:g}" y="{y - 5:g}" width="10" height="10" fill="#fff"/>'
        yield text(x, y, said, 10, "given")


def _greater(layout: Layout, falling: OnCells) -> Iterator[str]:
    places = layout.rules.board.places
    for one, other in pairwise(falling.cells):
        (row, column), (row2, column2) = places[one], places[other]
        beside = ">" if column < column2 else "<"
        sign = beside if row == row2 else "∨" if row < row2 else "∧"
        yield text(*_between(layout, one, other), sign, 12, "given")


def _parity(layout: Layout, cells: OnCells) -> Iterator[str]:
    half = layout.side * 0.36
    for x, y in map(layout.centre, cells.cells):
        if cells.name == "odd":
            yield f'<circle cx="{x:g}" cy="{y:g}" r="{half:g}" fill="#dedede"/>'
        else:
            yield (
                f'<rect x="{x - half:g}" y="{y - half:g}" width="{2 * half:g}" '
                f'height="{2 * half:g}" fill="#dedede"/>'
            )


def _quad(layout: Layout, quad: OnCells) -> Iterator[str]:
    """Yield a circle between the cells with its digits in it."""
    centres = [layout.centre(cell) for cell in quad.cells]
    x, y = (sum(numbers) / len(centres) for numbers in zip(*centres, strict=True))
    said = quad.label.partition(" ")[2]
    yield f'<circle cx="{x:g}" cy="{y:g}" r="9" fill="#fff" stroke="#1a1a1a"/>'
    yield text(x, y, said, 9 if len(said) < 4 else 5, "given")


def _circles(layout: Layout, cells: OnCells) -> Iterator[str]:
    for x, y in map(layout.centre, cells.cells):
        yield (
            f'<circle cx="{x:g}" cy="{y:g}" r="{layout.side * 0.42:g}" fill="none" '
            'stroke="#9a9a9a" stroke-width="1.5"/>'
        )


_SHADES = {
    "region": "#e6e6ef",
    "clone": "#e3efe3",
    "rowindexer": "#f6dcdc",
    "columnindexer": "#dce4f6",
}
"""The tint of each kind of cells."""


def _shaded(layout: Layout, region: OnCells) -> Iterator[str]:
    """Yield a tint for the cells of a region, of the parts of a clone, or that index others."""
    half = layout.side / 2
    fill = _SHADES[region.name]
    for x, y in map(layout.centre, region.cells):
        yield (
            f'<rect x="{x - half:g}" y="{y - half:g}" width="{2 * half:g}" '
            f'height="{2 * half:g}" fill="{fill}"/>'
        )


def _extreme(layout: Layout, cells: OnCells) -> Iterator[str]:
    """Yield wedges at the edges of cells: they point to the smaller digit."""
    inwards = cells.name == "minimum"
    edge = layout.side * 0.4
    for x, y in map(layout.centre, cells.cells):
        for right, down in ((1, 0), (-1, 0), (0, 1), (0, -1)):
            tip = edge - 5 if inwards else edge
            back = edge if inwards else edge - 5
            ends = [
                (x + right * back + down * side, y + down * back + right * side) for side in (5, -5)
            ]
            (x1, y1), (x2, y2) = ends
            yield (
                f'<path d="M{x1:g} {y1:g}L{x + right * tip:g} {y + down * tip:g}L{x2:g} {y2:g}" '
                'fill="none" stroke="#9a9a9a"/>'
            )


def _clue(layout: Layout, clue: OnCells) -> Iterator[str]:
    x, y = layout.centre(clue.cells[0])
    if len(clue.cells) > 1:
        x2, y2 = layout.centre(clue.cells[1])
    else:
        x2, y2 = x + layout.side, y
    reach = (layout.side + layout.margin) / 2 / layout.side
    number = clue.label.split()[-1]
    yield text(x - (x2 - x) * reach, y - (y2 - y) * reach, number, 11, "clue")


OUTSIDE = {
    "littlekiller", "sandwich", "xsum", "skyscraper", "hiddenskyscraper", "numberedroom",
    "fullrank",
}  # fmt: skip

_ON_EDGES = {"white", "black", "xv", "greater", "quad"}

_DRAWINGS: dict[str, Drawing] = {
    **dict.fromkeys(_LINES, _line),
    **dict.fromkeys(("white", "black"), _dots),
    "xv": _signs,
    "greater": _greater,
    **dict.fromkeys(("odd", "even"), _parity),
    **dict.fromkeys(OUTSIDE, _clue),
    "sumloop": _loop,
    "quad": _quad,
    "circles": _circles,
    **dict.fromkeys(_SHADES, _shaded),
    **dict.fromkeys(("minimum", "maximum"), _extreme),
}
"""What draws each constraint, by its name."""
