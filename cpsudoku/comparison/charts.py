"""Charts of growth as SVG: lines over ordered groups, with a logarithmic scale.

Each line has a marker of its own shape and a dash of its own, so that a print in grey can be read
as well.  A hollow marker stands for a value of which only a lower bound is known.  Zero has no
logarithm: it has a line of its own below the lowest power of ten.

    >>> series = [Series("slow", [3, 40, 500], [False, False, True]), Series("quick", [0, 2, None])]
    >>> drawn = growth(["easy", "fair", "hard"], "level", {"nodes": series})
    >>> drawn[:4], drawn.count(">slow<")
    ('<svg', 1)
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from xml.sax.saxutils import escape

WIDTH = 420  # width of a panel, in pixels of the drawing
HEIGHT = 300
LEFT, RIGHT, TOP, BOTTOM = 56, 12, 30, 44
LEGEND_ROW = 18
LEGEND_COLUMN = 210

HOLLOW = "hollow: a lower bound"

# Dark and light take turns, so that neighbours differ in grey too.
COLOURS = ("#1b4f8a", "#d17a00", "#1a7a4c", "#a01f5e", "#5b4bb5", "#7a7a00", "#00838f", "#444444")
DASHES = ("", "6 3", "2 2", "8 3 2 3", "12 4", "4 4", "1 3", "10 2 2 2 2 2")
# Each marker as a path around the origin, some 9 pixels wide.
MARKERS = (
    "M-4 0a4 4 0 1 0 8 0a4 4 0 1 0 -8 0z",
    "M-4 -4H4V4H-4z",
    "M0 -5L5 4H-5z",
    "M0 -5.5L5 0L0 5.5L-5 0z",
    "M0 5L5 -4H-5z",
    "M-1.7 -5H1.7V-1.7H5V1.7H1.7V5H-1.7V1.7H-5V-1.7H-1.7z",
    "M0 -5L1.4 -1.7L5 -1.6L2.2 .7L3.1 4.3L0 2.3L-3.1 4.3L-2.2 .7L-5 -1.6L-1.4 -1.7z",
    "M-2.5 -4.5H2.5L5 0L2.5 4.5H-2.5L-5 0z",
)


@dataclass(frozen=True, slots=True)
class Series:
    """One line of a chart.

    Args:
        values: for each group a value of 0 or more; None for none.
        bounds: for each group whether the value is only a lower bound; empty for no such.
    """

    name: str
    values: Sequence[float | None]
    bounds: Sequence[bool] = ()


def growth(groups: Sequence[str], axis: str, panels: Mapping[str, Sequence[Series]]) -> str:
    """Return charts beside each other with one legend below, as an SVG document.

    Args:
        groups: the names of the groups, in order, below each chart.
        panels: the lines of each chart by its title, with the same names in the same order.
    """
    names = [series.name for series in next(iter(panels.values()))]
    width = WIDTH * len(panels)
    columns = max(1, width // LEGEND_COLUMN)
    height = HEIGHT + LEGEND_ROW * (-(-len(names) // columns)) + 8
    has_bounds = any(any(line.bounds) for lines in panels.values() for line in lines)
    body = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}">',
        "<style>text { font: 10px sans-serif; fill: #222 } .title { font-size: 12px }"
        " .middle { text-anchor: middle } .end { text-anchor: end }"
        " .grid { stroke: #ddd } polyline { fill: none; stroke-width: 1.5 }</style>",
        f'<rect width="{width}" height="{height}" fill="#fff"/>',
    ]
    for i, (title, lines) in enumerate(panels.items()):
        body += _panel(WIDTH * i, title, lines, groups, axis)
    for i, name in enumerate(names):
        body += _legend(i, name, columns)
    if has_bounds:
        body.append(f'<text x="8" y="{HEIGHT - 12}">{HOLLOW}</text>')
    return "\n".join([*body, "</svg>\n"])


class _Scale:
    """Where a value stands: powers of ten, and zero below them where there is one."""

    def __init__(self, values: Sequence[float]) -> None:
        logs = [math.log10(value) for value in values if value > 0]
        self.has_zero = any(value == 0 for value in values)
        self.low = math.floor(min(logs, default=0.0))
        self.high = max(math.ceil(max(logs, default=1.0)), self.low + 1)
        steps = self.high - self.low + self.has_zero
        self._step = (HEIGHT - TOP - BOTTOM) / steps

    def y(self, value: float) -> float:
        place = math.log10(value) - self.low + self.has_zero if value > 0 else 0.0
        return HEIGHT - BOTTOM - place * self._step

    def ticks(self) -> Iterator[tuple[float, str]]:
        """Yield the values that have a line, each with its label."""
        if self.has_zero:
            yield 0.0, "0"
        skip = -(-(self.high - self.low) // 10)
        for power in range(self.low, self.high + 1, skip):
            label = f'10<tspan dy="-4" font-size="7">{power}</tspan>'
            yield 10.0**power, f"{10.0**power:g}" if -2 <= power <= 3 else label


def _panel(
    left: int, title: str, lines: Sequence[Series], groups: Sequence[str], axis: str
) -> Iterator[str]:
    known = [value for line in lines for value in line.values if value is not None]
    scale = _Scale(known)
    start, end = left + LEFT, left + WIDTH - RIGHT
    middle = (start + end) / 2
    yield f'<text class="title middle" x="{middle:g}" y="18">{escape(title)}</text>'
    for value, label in scale.ticks():
        y = scale.y(value)
        yield f'<line class="grid" x1="{start}" x2="{end}" y1="{y:.1f}" y2="{y:.1f}"/>'
        yield f'<text class="end" x="{start - 6}" y="{y + 3:.1f}">{label}</text>'
    step = (end - start) / len(groups)
    every = -(-max(map(len, groups), default=1) * 6 * len(groups) // (end - start))
    for i, group in enumerate(groups):
        if i % max(1, every) == 0:
            x, y = start + step * (i + 0.5), HEIGHT - BOTTOM + 14
            yield f'<text class="middle" x="{x:.1f}" y="{y}">{escape(group)}</text>'
    yield f'<text class="middle" x="{middle:g}" y="{HEIGHT - 12}">{escape(axis)}</text>'
    for number, series in enumerate(lines):
        yield from _line(number, series, scale, start + step / 2, step)


def _line(number: int, series: Series, scale: _Scale, first: float, step: float) -> Iterator[str]:
    path: list[str] = []
    for i, value in enumerate((*series.values, None)):
        if value is not None:
            path.append(f"{first + step * i:.1f},{scale.y(value):.1f}")
        elif path:  # a gap ends a line
            yield _polyline(number, path)
            path = []
    for i, value in enumerate(series.values):
        if value is not None:
            is_bound = i < len(series.bounds) and series.bounds[i]
            yield _marker(number, first + step * i, scale.y(value), hollow=is_bound)


def _polyline(number: int, points: Sequence[str]) -> str:
    dash = DASHES[number % len(DASHES)]
    paint = f'stroke="{COLOURS[number % len(COLOURS)]}"'
    dashed = f' stroke-dasharray="{dash}"' if dash else ""
    return f'<polyline points="{" ".join(points)}" {paint}{dashed}/>'


def _marker(number: int, x: float, y: float, *, hollow: bool = False) -> str:
    colour = COLOURS[number % len(COLOURS)]
    shape = MARKERS[number % len(MARKERS)]
    fill = "#fff" if hollow else colour
    paint = f'fill="{fill}" stroke="{colour}"'
    return f'<path transform="translate({x:.1f} {y:.1f})" d="{shape}" {paint}/>'


def _legend(number: int, name: str, columns: int) -> Iterator[str]:
    x = LEFT + LEGEND_COLUMN * (number % columns)
    y = HEIGHT + LEGEND_ROW * (number // columns) + 4
    yield _polyline(number, [f"{x - 40},{y}", f"{x - 8},{y}"])
    yield _marker(number, x - 24, y)
    yield f'<text x="{x}" y="{y + 3.5}">{escape(name)}</text>'
