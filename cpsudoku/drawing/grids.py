"""Boards as SVG: where each cell and each candidate stands, and the lines of the grid.

Coordinates are pixels of the drawing; the board's upper left corner is at `MARGIN`, `MARGIN`.

>>> from cpsudoku.rules import boxes
>>> layout = GridLayout(boxes(2, 2), marked=False)
>>> layout.width, layout.centre(0)
(184, (32.0, 32.0))
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby
from math import ceil, isqrt
from operator import itemgetter
from xml.sax.saxutils import escape

from cpsudoku.formats.drawn import frame_of
from cpsudoku.rules import Cell, Digit, Rules

MARGIN = 12
LABELLED = 24  # the margin where rows and columns are numbered
CLUED = 30  # the margin where there are clues outside of the grid
SIDE = 40  # the side of a cell without room for candidates
INSET = 3  # what stays free between the candidates of a cell and its edge
MARK = 18  # what a candidate takes of its cell in width and in height
STYLE = """
.cps text { font-family: "DejaVu Sans", Verdana, sans-serif; text-anchor: middle;
  dominant-baseline: central; fill: #1a1a1a }
.cps .given { font-weight: bold } .cps .light { fill: #fff }
.cps .entry { fill: #1c4f9c; font-style: italic }
.cps .mark text { fill: #555 } .cps .label { fill: #777 } .cps .line { stroke: #b5b5b5 }
.cps .border { stroke: #1a1a1a; stroke-width: 2.2; stroke-linecap: square }
""".strip()


class GridLayout:
    """Where things stand.

    Args:
        clued: whether there are clues outside of the grid, which need room.
    """

    def __init__(
        self, rules: Rules, *, marked: bool, labelled: bool = False, clued: bool = False
    ) -> None:
        self.rules = rules
        self.marked = marked
        self.labelled = labelled
        self.columns = isqrt(rules.size - 1) + 1
        self.rows = ceil(rules.size / self.columns)
        self.is_big = max(map(len, rules.symbols)) > 1  # digits take more than one character
        self.mark = MARK * 4 // 3 if self.is_big else MARK
        self.side = max(SIDE, self.mark * self.columns + 4) if marked else SIDE
        self.margin = CLUED if clued else LABELLED if labelled else MARGIN

    @property
    def width(self) -> int:
        """The drawing's width."""
        return 2 * self.margin + self.side * self.rules.board.width

    @property
    def height(self) -> int:
        """The drawing's height."""
        return 2 * self.margin + self.side * self.rules.board.height

    def corner(self, cell: Cell) -> tuple[float, float]:
        """Return a cell's upper left corner."""
        row, column = self.rules.board.places[cell]
        return self.margin + self.side * column, self.margin + self.side * row

    def centre(self, cell: Cell) -> tuple[float, float]:
        """Return a cell's middle."""
        x, y = self.corner(cell)
        return x + self.side / 2, y + self.side / 2

    def place(self, cell: Cell, digit: Digit) -> tuple[float, float]:
        """Return the middle of a candidate."""
        x, y = self.corner(cell)
        row, column = divmod(digit - 1, self.columns)
        room = self.side - 2 * INSET
        across, down = self.columns, max(self.rows, self.columns - 1)
        return x + INSET + room * (column + 0.5) / across, y + INSET + room * (row + 0.5) / down


def document(layout: GridLayout, body: Iterable[str], *, title: str, below: int = 0) -> str:
    """Return an SVG document."""
    width, height = layout.width, layout.height + below
    size = f'width="{width}" height="{height}"'
    view = f'class="cps" viewBox="0 0 {width} {height}" {size} role="img"'
    head = f'<svg xmlns="http://www.w3.org/2000/svg" {view}>\n<title>{escape(title)}</title>'
    ground = f'<style>{STYLE}</style>\n<rect {size} fill="#fff"/>'
    return "\n".join([head, ground, *body, "</svg>\n"])


def backdrop(layout: GridLayout) -> Iterator[str]:
    """Yield what lies below everything: groups that are not lines and no boxes, as tints."""
    for group in layout.rules.groups:
        if group.kind in {"diagonal", "antidiagonal"}:
            (x1, y1), (x2, y2) = layout.centre(group.cells[0]), layout.centre(group.cells[-1])
            ends = f'x1="{x1:g}" y1="{y1:g}" x2="{x2:g}" y2="{y2:g}"'
            yield f'<line {ends} stroke="#ccc" stroke-width="2"/>'
        elif group.kind == "window":
            yield from (tinted(layout, cell, "#e9e9e9") for cell in group.cells)


def circle(centre: tuple[float, float], radius: float, paint: str) -> str:
    """Return a circle, with attributes that say how it is painted."""
    return f'<circle cx="{centre[0]:g}" cy="{centre[1]:g}" r="{radius:g}" {paint}/>'


def rect(x: float, y: float, width: float, height: float, paint: str) -> str:
    """Return a rectangle, with attributes that say how it is painted."""
    return f'<rect x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" {paint}/>'


def tinted(layout: GridLayout, cell: Cell, colour: str, more: str = "") -> str:
    """Return a cell filled with a colour."""
    return rect(*layout.corner(cell), layout.side, layout.side, f'fill="{colour}"{more}')


def lines(layout: GridLayout) -> Iterator[str]:
    """Yield the lines between cells, and over them the borders of boxes or regions."""
    board, side, margin = layout.rules.board, layout.side, layout.margin
    frame = frame_of(layout.rules)
    corners = ((margin + side * column, margin + side * row) for row, column in board.places)
    cells = (f"M{x} {y}h{side}v{side}h-{side}z" for x, y in corners)
    yield f'<path class="line" d="{"".join(cells)}" fill="none"/>'
    for row in range(board.height + 1):
        for start, end in _runs(frame.level[row]):
            yield _border(margin + side * start, margin + side * row, side * (end - start), 0)
    for column in range(board.width + 1):
        for start, end in _runs(row[column] for row in frame.upright):
            yield _border(margin + side * column, margin + side * start, 0, side * (end - start))


def _runs(flags: Iterable[bool]) -> Iterator[tuple[int, int]]:
    """Yield where each run of True begins and where it has ended."""
    for flag, run in groupby(enumerate(flags), itemgetter(1)):
        if flag:
            numbers = [number for number, _ in run]
            yield numbers[0], numbers[-1] + 1


def _border(x: int, y: int, right: int, down: int) -> str:
    return f'<line class="border" x1="{x}" y1="{y}" x2="{x + right}" y2="{y + down}"/>'


def labels(layout: GridLayout) -> Iterator[str]:
    """Yield the numbers of rows and columns at the edges."""
    if not layout.labelled:
        return
    board, half = layout.rules.board, layout.margin / 2
    for column in range(board.width):
        x = layout.margin + layout.side * (column + 0.5)
        yield text(x, half, f"c{column + 1}", 10, "label")
    for row in range(board.height):
        y = layout.margin + layout.side * (row + 0.5)
        yield text(half, y, f"r{row + 1}", 10, "label")


def text(x: float, y: float, said: str, size: float, name: str) -> str:
    """Return a text around a point."""
    return f'<text class="{name}" x="{x:g}" y="{y:g}" font-size="{size:g}">{escape(said)}</text>'
