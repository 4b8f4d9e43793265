"""What SudokuMaker only draws: lines, cages and symbols, each with its look."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from math import cos, radians, sin
from typing import Final

from cpsudoku.errors import FormatError, quoted
from cpsudoku.formats.setters.imported import list_in, object_in
from cpsudoku.formats.setters.sudokumaker.shapes import CellReader, Object, whole_in
from cpsudoku.formats.setters.things import (
    DrawnThing,
    Point,
    colour_in,
    length_in,
    line_on,
    looks_of,
    shape_on,
)

_LINES, _CAGES, _SYMBOLS = 2000, 2001, 2002
DRAWN: Final = (_LINES, _CAGES, _SYMBOLS)
_A_BIT = 0.01  # how long an arrow is taken to be, so that it stays in its cell
_MOST_STEPS = 1000  # a line goes no further than this from point to point, in cells


def things_of(reader: CellReader, blocks: Iterable[Object]) -> list[DrawnThing]:
    """Return the things of constraints that are only drawn."""
    makers = {_LINES: _lines, _CAGES: _cages, _SYMBOLS: _symbols}
    return [thing for block in blocks for thing in makers[block["type"]](reader, block)]


def _lines(reader: CellReader, block: Object) -> Iterator[DrawnThing]:
    style = _style(block)
    colour = colour_in(style.get("color"))
    looks, thick = looks_of("line", colour), length_in(style.get("thickness"))
    for line in list_in(block.get("lines") or [], "lines", "lists"):
        points = [_point(object_in(one, "a point with")) for one in list_in(line, "a line")]
        yield line_on(reader.board, points, looks, colour, thick)


def _cages(reader: CellReader, block: Object) -> Iterator[DrawnThing]:
    colour = colour_in(object_in(_style(block).get("cage") or {}, "cage").get("color"))
    looks = looks_of("cage", colour)
    for cage in reader.objects(block, "cages"):
        text = str(cage.get("value") or "").strip()[:40]
        yield DrawnThing(looks, reader.cells(cage), text, border=colour)


def _symbols(reader: CellReader, block: Object) -> Iterator[DrawnThing]:
    """Yield symbols, each with its column, its row and the number of its parameters."""
    params = reader.objects(block, "params")
    for symbol in list_in(block.get("symbols") or [], "symbols", "lists"):
        place = list_in(symbol, "a symbol", "numbers")
        if len(place) < 2:
            raise FormatError(f"a symbol {quoted(symbol)}; expected a column and a row")
        number = place[2] if len(place) > 2 and place[2] is not None else 0
        look = params[whole_in(number, "params", 0, len(params) - 1)] if params else {}
        kind, point = str(look.get("type") or "symbol"), _point({"x": place[0], "y": place[1]})
        is_round = kind == "ellipse"
        names = ("ry", "rx") if is_round else ("height", "width")
        height, width = (length_in(look.get(name)) * (1 + is_round) for name in names)
        fill, border = colour_in(look.get("fill")), colour_in(look.get("stroke"))
        if kind == "arrow":  # turned clockwise, from one that points to the right
            turn = radians(length_in(look.get("angle")))
            points = [point, (point[0] + _A_BIT * sin(turn), point[1] + _A_BIT * cos(turn))]
            arrow = line_on(reader.board, points, looks_of(kind, fill or border), fill, _A_BIT)
            if arrow.cells:
                yield arrow
                continue
        text = str(look.get("text") or "").strip()[:40]
        yield shape_on(
            reader.board, point, "circle" if is_round else kind, fill or border,
            size=(height, width), text=text, fill=fill, border=border,
        )  # fmt: skip


def _style(block: Object) -> Object:
    return object_in(block.get("style") or {}, "style")


def _point(value: Object) -> Point:
    """Return a row and a column, with the middle of the first cell at (0.5, 0.5)."""
    x, y = value.get("x"), value.get("y")
    for one in (x, y):
        if not isinstance(one, int | float) or not abs(one) < _MOST_STEPS:
            raise FormatError(f"a point at {quoted(one)}; expected a number of columns or rows")
    return (y, x)  # type: ignore[return-value]
