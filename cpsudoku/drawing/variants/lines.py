"""Lines through the middles of cells: bulbs, circles and arrowheads at their ends."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from math import hypot
from typing import TypeAlias

from cpsudoku.drawing.grids import GridLayout, circle, rect, text
from cpsudoku.variants.base import OnCells
from cpsudoku.variants.sum_lines import Arrow, EqualSums

_Point: TypeAlias = tuple[float, float]

_OPACITY = 0.45
_OUTLINE = 'fill="none" stroke="#8a8a8a" stroke-width="2"'
"""How arrows and circles are painted, which are thin."""

_BULB = 0.36  # the radius of a bulb or a circle, in cells


def _path(points: Sequence[_Point]) -> str:
    # A second point makes a dot of a single cell.
    drawn = points if len(points) > 1 else (*points, *points)
    return "M" + "L".join(f"{x:g} {y:g}" for x, y in drawn)


def _broad(layout: GridLayout, path: str, colour: str) -> str:
    line = f'fill="none" stroke="{colour}" stroke-width="{layout.side / 5:g}"'
    return f'<path d="{path}" {line} stroke-linecap="round" stroke-linejoin="round"/>'


def _thin(path: str) -> str:
    return f'<path d="{path}" {_OUTLINE}/>'


def _seen_through(*parts: str) -> str:
    """Return drawings as one, so that overlaps do not get darker."""
    return f'<g opacity="{_OPACITY}">{"".join(parts)}</g>'


def _towards(start: _Point, end: _Point, length: float) -> _Point:
    """Return the point that is some length away from one point towards another."""
    (x, y), (x2, y2) = start, end
    whole = hypot(x2 - x, y2 - y) or 1
    return x + (x2 - x) * length / whole, y + (y2 - y) * length / whole


def _shape(word: str, points: Sequence[_Point], side: float, colour: str) -> str:
    """Return what stands on a line, by its name; nothing for other words."""
    ends, radius, fill = (points[0], points[-1]), _BULB * side, f'fill="{colour}"'
    if word == "middle":  # which may lie between two cells
        low, high = points[(len(points) - 1) // 2], points[len(points) // 2]
        return circle(((low[0] + high[0]) / 2, (low[1] + high[1]) / 2), side * 0.22, fill)
    if word == "diamonds":
        corners = (
            f"M{x - radius:g} {y:g}L{x:g} {y - radius:g}L{x + radius:g} {y:g}L{x:g} {y + radius:g}Z"
            for x, y in ends
        )
        return "".join(f'<path d="{path}" {fill}/>' for path in corners)
    count = {"bulb": 1, "discs": 2}.get(word, 0)
    return "".join(circle(point, radius, fill) for point in ends[:count])


def _line(layout: GridLayout, line: OnCells, colour: str, *words: str) -> Iterator[str]:
    """Yield a broad line, which may be closed, have something on it, or go without its name."""
    points = [*map(layout.centre, line.cells)]
    on_it = (_shape(word, points, layout.side, colour) for word in words)
    path = _path(points) + ("Z" if "closed" in words else "")
    yield _seen_through(_broad(layout, path, colour), *on_it)
    if "unnamed" not in words:
        x, y = layout.centre(line.cells[0])
        yield text(x, y - layout.side * 0.38, line.label[:12], 6, "label")


def _parts(layout: GridLayout, sums: EqualSums, colour: str) -> Iterator[str]:
    """Yield a line for each part, and a thinner one from part to part."""
    parts = [_broad(layout, _path([*map(layout.centre, part)]), colour) for part in sums.parts]
    ends = ((one[-1], other[0]) for one, other in pairwise(sums.parts))
    paths = (_path([*map(layout.centre, two)]) for two in ends)
    joins = (f'<path d="{path}" stroke="{colour}" stroke-width="3"/>' for path in paths)
    yield _seen_through(*parts, *joins)


def _double_arrow(layout: GridLayout, line: OnCells) -> Iterator[str]:
    points = [*map(layout.centre, line.cells)]
    radius = _BULB * layout.side
    start = _towards(points[0], points[1], radius)
    end = _towards(points[-1], points[-2], radius)
    yield circle(points[0], radius, _OUTLINE)
    yield circle(points[-1], radius, _OUTLINE)
    yield _thin(_path([start, *points[1:-1], end]))


def _arrow(layout: GridLayout, arrow: Arrow) -> Iterator[str]:
    """Yield a circle or a pill, and an arrow from its edge on."""
    radius = _BULB * layout.side
    bulb, points = [*map(layout.centre, arrow.bulb)], [*map(layout.centre, arrow.cells)]
    yield from _pill(bulb, radius)
    root = min(bulb, key=lambda one: hypot(one[0] - points[0][0], one[1] - points[0][1]))
    shaft = [_towards(root, points[0], radius), *points]
    yield _thin(_path(shaft))
    (x, y), (back_x, back_y) = shaft[-1], _towards(shaft[-1], shaft[-2], 7)
    across, down = (y - back_y) * 0.7, (back_x - x) * 0.7
    barbs = (back_x + across, back_y + down), (x, y), (back_x - across, back_y - down)
    yield _thin(_path(barbs))


def _pill(bulb: Sequence[_Point], radius: float) -> Iterator[str]:
    """Yield what is drawn around a number: one pill where its digits stand in a line."""
    columns, rows = [x for x, _ in bulb], [y for _, y in bulb]
    if len(set(columns)) > 1 and len(set(rows)) > 1:
        yield from (circle(point, radius, _OUTLINE) for point in bulb)
        return
    left, top = min(columns) - radius, min(rows) - radius
    width, height = max(columns) + radius - left, max(rows) + radius - top
    yield rect(left, top, width, height, f'rx="{radius:g}" {_OUTLINE}')


LINES: dict[str, Callable[..., Iterator[str]]] = {
    "line": _line,
    "parts": _parts,
    "doublearrow": _double_arrow,
    "arrow": _arrow,
}
"""What draws each kind of line, by its name."""
