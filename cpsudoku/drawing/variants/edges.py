"""Dots, signs and circles on the lines between cells."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import pairwise

from cpsudoku.drawing.grids import GridLayout, text
from cpsudoku.rules import Cell
from cpsudoku.variants.base import OnCells

_PAPER, _EDGE = "#fff", "#808080"
"""What is black or white by nature is so on any board; its edge can be seen on both."""


def _between(layout: GridLayout, one: Cell, other: Cell) -> tuple[float, float]:
    (x1, y1), (x2, y2) = layout.centre(one), layout.centre(other)
    return (x1 + x2) / 2, (y1 + y2) / 2


def _dots(layout: GridLayout, dots: OnCells, fill: str, ink: str) -> Iterator[str]:
    """Yield dots of a colour; a number that is not the usual one stands in them, in an ink."""
    number, is_usual = str(dots.amount), dots.amount == dots.usual
    for one, other in dots.neighbours():
        x, y = _between(layout, one, other)
        radius = 5 if is_usual else 7
        yield f'<circle cx="{x:g}" cy="{y:g}" r="{radius}" fill="{fill}" stroke="{_EDGE}"/>'
        if not is_usual:
            yield text(x, y, number, 8 if len(number) < 2 else 7, ink)


def _signs(layout: GridLayout, sums: OnCells) -> Iterator[str]:
    said = sums.label.split()[-1]
    width = 10 if len(said) < 2 else 15
    for one, other in sums.neighbours():
        x, y = _between(layout, one, other)
        yield (
            f'<rect x="{x - width / 2:g}" y="{y - 6:g}" width="{width}" height="12" rx="2" '
            f'fill="{_PAPER}"/>'
        )
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
    radius = 10 if len(digits) < 3 else 12
    yield f'<circle cx="{x:g}" cy="{y:g}" r="{radius}" fill="{_PAPER}" stroke="{_EDGE}"/>'
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
