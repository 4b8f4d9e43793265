"""Puzzles of Penpa+: links with deflated text, of which only the givens have a meaning.

The text has a line with the kind of grid, its columns and rows, title, author and rules; one with
margins; and JSON in which frequent words are two characters beginning with ``z``.  A cell is
``(row + 2)·(columns + 4) + column + 2``; corners, edges below cells and those at their right follow
in blocks of as many numbers; a corner is that at the right and below of its cell.  Black edges that
divide the board into as many parts as digits, each of as many cells, are the borders of regions.
Thermometers, arrows and cages are tools for drawing there; what they mean is in the rules' text, so
that they are listed with their looks (`cpsudoku.formats.setters.drawings`) for the recogniser.
Colours of one's own stand in a second object, by the same names.
"""

from __future__ import annotations

import re
import zlib
from base64 import b64decode
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import replace
from functools import cached_property
from math import floor
from typing import Any
from urllib.parse import unquote

from cpsudoku.errors import FormatError, quoted
from cpsudoku.formats.boards import regions_joined
from cpsudoku.formats.setters.imported import (
    NO_REGIONS,
    Import,
    diagonal_of,
    houses_of,
    json_in,
    number_in,
    object_in,
    side_of,
)
from cpsudoku.formats.setters.lzstring import MOST
from cpsudoku.formats.setters.things import (
    DrawnThing,
    Point,
    chained,
    colour_in,
    line_on,
    looks_of,
    shape_on,
    text_in,
)
from cpsudoku.rules import Cell, Rules, latin, usual
from cpsudoku.variants.base import touching

_SHORT = {
    "z9": '"qa"', "zQ": '"pu_q"', "zA": '"pu_a"', "zG": '"grid"', "zM": '"edit_mode"',
    "zS": '"surface"', "zL": '"line"', "zE": '"lineE"', "zW": '"wall"', "zC": '"cage"',
    "zN": '"number"', "zY": '"symbol"', "zP": '"special"', "zB": '"board"',
    "zR": '"command_redo"', "zU": '"command_undo"', "z8": '"command_replay"', "z1": '"numberS"',
    "zF": '"freeline"', "z2": '"freelineE"', "zT": '"thermo"', "z3": '"arrows"',
    "zD": '"direction"', "z0": '"squareframe"', "z5": '"polygon"', "z4": '"deletelineE"',
    "z6": '"killercages"', "z7": '"nobulbthermo"', "z_": '"__a"', "zO": "null",
}  # fmt: skip
_LINES = ("line", "freeline")
_QUIET = {"command_redo", "command_undo", "command_replay", "number", "numberS", "symbol", "cage",
          "surface", *_LINES}  # fmt: skip
_EDGES = ("lineE", "deletelineE")
_BLACK = (2, 21)  # styles of edges: thick and thicker
_TOOLS = {"thermo": "thermo line", "nobulbthermo": "thermo line", "arrows": "arrow",
          "killercages": "cage"}  # fmt: skip
_BEGINS = {"thermo": "#cccccc", "arrows": "#ffffff"}  # the colour of a circle where they do
_PAINTS = {"thermo": "#cccccc", "nobulbthermo": "#cccccc", "arrows": "#b3b3b3"}
_INKS = {3: "#208020", 5: "#999999", 6: "#999999", 8: "#ff0000", 9: "#187bcd", 30: "#208020",
         40: "#999999"}  # fmt: skip
"""Colours of styles of lines; others are black."""
_SHADES = ("", "#444444", "#b3ffb3", "#cccccc", "#000000", "#c0e0ff", "#ffa3a3", "#ffffa3",
           "#999999", "#ffb3ff", "#ffcc80", "#cc99ff", "#eecab1")  # fmt: skip
_FILLS = {2: "#000000", 3: "#cccccc", 5: "#cccccc"}  # of symbols; others are white
_SIZES = {"ll": 1.0, "l": 0.8, "m": 0.7, "s": 0.44, "ss": 0.26}
_SHAPES = {"circle": "circle", "square": "rectangle"}
_BORDERLESS = 3
_TITLE = 15  # the place of the title in the first line; author, source and rules follow it
_SIGNS = (("%2D", "\n"), ("%2C", ","), ("%2E", "&"), ("%2F", "="))
_MIDDLES = ((0.5, 0.5), (1.0, 1.0), (1.0, 0.5), (0.5, 1.0))  # cells, corners, edges
_THIN = 3 / 38  # the width of lines and arrows, in cells
_MOST_SIDE = 100  # rows or columns, with the margins
_HAS_COLOURS, _COLOURS = 13, 14  # lines of the text


def imported(text: str) -> Import:
    """Return the puzzle of what a link has packed."""
    lines = _inflated(text).split("\n")
    head = lines[0].split(",")
    if head[0] not in ("sudoku", "square") or len(head) < 3 or len(lines) < 4:
        raise FormatError(f"a puzzle of Penpa with grid {quoted(head[0])}; expected squares")
    margins, data = _object(lines[1]), _object(lines[3])
    if not isinstance(data, dict) or not isinstance(margins, list) or len(margins) != 4:
        raise FormatError("a puzzle of Penpa of another form")
    has_colours = len(lines) > _COLOURS and lines[_HAS_COLOURS] == "1"
    colours = _object(lines[_COLOURS]) if has_colours else {}
    reader = _Reader(head, [number_in(margin) for margin in margins], data, colours)
    reader.read()
    return reader.job


def _object(line: str) -> object:
    whole = re.sub("z[A-Z0-9_]", lambda one: _SHORT.get(one[0], one[0]), line)
    return json_in(whole, "a puzzle of Penpa that holds no JSON")


def _inflated(text: str) -> str:
    plain = unquote(text).replace(" ", "+").replace("-", "+").replace("_", "/")
    unpacker = zlib.decompressobj(-15)
    try:
        data = unpacker.decompress(b64decode(plain + "=" * (-len(plain) % 4)), MOST)
    except (zlib.error, ValueError) as error:
        raise FormatError("a link of Penpa that is damaged") from error
    if unpacker.unconsumed_tail:
        raise FormatError(f"a link of Penpa with more than {MOST} characters")
    return data.decode("utf-8", "replace")


class _Reader:
    def __init__(
        self, head: list[str], margins: list[int], data: dict[str, Any], colours: object
    ) -> None:
        self.columns, self.rows = number_in(head[1]), number_in(head[2])
        if max(self.rows, self.columns) > _MOST_SIDE:
            raise FormatError(f"a puzzle of Penpa of {self.rows} rows and {self.columns} columns")
        self.top, bottom, self.left, right = margins
        self.size = side_of(self.rows - self.top - bottom, self.columns - self.left - right)
        is_sudoku = head[0] == "sudoku"
        self.data, self._colours = data, colours if isinstance(colours, dict) else {}
        rules = usual(self.size) if is_sudoku else latin(self.size)
        self.board = rules.board
        regions = self._regions(rules)
        if regions is not None:
            rules, _ = houses_of(self.size, regions)
        self.job = Import(rules)
        title, author, _, words = [*map(_plain, head[_TITLE:]), "", "", "", ""][:4]
        self.job.name({"title": title.removeprefix("Title: "),
                       "author": author.removeprefix("Author: ")})  # fmt: skip
        self.words = words
        is_black = all(style in _BLACK for _, style in self._entries("lineE"))
        borders = () if regions is None or not is_black else _EDGES
        self._quiet = {*_QUIET, *_TOOLS, *borders}
        if not is_sudoku and regions is None:
            self.job.ignored.append(NO_REGIONS)
        self.things = self.job.things
        flags = head[11:15] if is_sudoku else []
        kinds = ((0, "diagonal"), (3, "antidiagonal"))
        self._diagonals = [kind for at, kind in kinds if flags[at : at + 1] == ["1"]]

    def cell(self, index: object) -> Cell | None:
        """Return the cell of a number, None outside of the board."""
        row, column = self._point(index)
        return self.board.cells_at.get((floor(row), floor(column)))

    def _point(self, index: object) -> Point:
        """Return the place of a number: the middle of a cell or of an edge, or a corner."""
        block, rest = divmod(number_in(index), (self.rows + 4) * (self.columns + 4))
        row, column = divmod(rest, self.columns + 4)
        down, right = _MIDDLES[block] if 0 <= block < len(_MIDDLES) else (-self.rows - 9, 0.5)
        return row - 2 - self.top + down, column - 2 - self.left + right

    def _regions(self, rules: Rules) -> list[int] | None:
        """Return for each cell its region, None where no edges divide the board into regions."""
        drawn, erased = (dict(self._entries(field)) for field in _EDGES)
        if not drawn and not erased:
            return None
        home = {cell: box.number for box in rules.of_kind("box") for cell in box.cells}
        joins: set[tuple[Cell, ...]] = set(touching(rules.board, range(rules.cell_count)))
        walls = {pair for pair in joins if len({home.get(cell) for cell in pair}) > 1}
        walls |= {self._beside(key) for key, style in drawn.items() if style in _BLACK}
        walls -= {self._beside(key) for key in erased}
        return regions_joined(self.size, ((pair[0], pair[1]) for pair in joins - walls))

    def _beside(self, key: object) -> tuple[Cell, ...]:
        """Return the cells beside an edge between two corners, without what is beyond the board."""
        width, ends = self.columns + 4, sorted(map(number_in, str(key).split(",")))
        first, last = (end - width * (self.rows + 4) for end in (ends * 2)[:2])
        step = {width: 1, 1: width}.get(last - first) if len(ends) == 2 else None
        places = () if step is None else (last, last + step)
        return tuple(cell for cell in map(self.cell, places) if cell is not None)

    def read(self) -> None:
        for field, name in _TOOLS.items():
            lines = self.data.get(field)
            for number, line in enumerate(lines if isinstance(lines, list) else ()):
                if isinstance(line, list) and line:
                    self._take_tool(field, name, number, line)
        for field in _LINES:
            for points, colour in self._strokes(field):
                self.things.append(
                    line_on(self.board, points, looks_of("line", colour), colour, _THIN)
                )
        takers = {"number": self._take_text, "symbol": self._take_symbol,
                  "surface": self._take_shade}  # fmt: skip
        for field, take in takers.items():
            for index, entry in self._entries(field):
                take(index, entry if isinstance(entry, list) else [entry])
        for kind in self._diagonals:
            self.things.append(DrawnThing(("diagonal", "line"), diagonal_of(self.size, kind).cells))
        others = (n for n, value in self.data.items() if value and n not in self._quiet)
        self.job.ignored += [f"{name[:40]}, only drawn" for name in others]
        self.job.listen(self.words)

    def _take_text(self, index: object, entry: list[object]) -> None:
        """Take a given, or a text that stands elsewhere."""
        text = text_in(entry[0]) if entry else ""
        place = self._point(index)
        cell = self.cell(index) if place[0] % 1 and place[1] % 1 else None
        if cell is not None and re.fullmatch("[0-9]{1,2}", text):
            self.job.give(cell, int(text))
        elif text:
            self.things.append(shape_on(self.board, place, "text", "", size=(0.5, 0.5), text=text))

    def _take_shade(self, index: object, entry: list[object]) -> None:
        number = entry[0] if entry and isinstance(entry[0], int) else 0
        fill = self._colour("surface", index) or dict(enumerate(_SHADES)).get(number, "")
        if self.cell(index) is not None and fill:
            thing = shape_on(self.board, self._point(index), "rectangle", fill, size=(1, 1),
                             fill=fill)  # fmt: skip
            self.things.append(replace(thing, reported=""))

    def _take_tool(self, field: str, name: str, number: int, line: list[object]) -> None:
        """Take a thermometer, an arrow or a cage, with the circle where it begins."""
        colour = self._colour(field, number) or _PAINTS.get(field, "")
        if field == "killercages":
            inside = tuple(c for c in map(self.cell, line) if c is not None)
            self.things.append(DrawnThing((name,), inside, self._number_in(line), border=colour))
            return
        points = tuple(map(self._point, line))
        thick = 0.4 if "thermo" in name else _THIN
        self.things.append(line_on(self.board, points, tuple(name.split()), colour, thick))
        if field in _BEGINS:
            fill = colour if field == "thermo" else _BEGINS[field]
            self.things.append(
                replace(
                    shape_on(self.board, points[0], "circle", fill, size=(0.8, 0.8), fill=fill,
                             border=colour),
                    reported="",
                )
            )  # fmt: skip

    def _take_symbol(self, index: object, entry: list[object]) -> None:
        """Take a circle or square, a sign ``<``, or what else has a name and a number."""
        number, name = (*entry, "symbol")[:2] if len(entry) > 1 else (1, "symbol")
        known = number if isinstance(number, int) else 1
        kind, *names = re.split("[^a-z0-9]+", str(name)[:40].lower())
        fill = self._colour("symbol", index) or _FILLS.get(known, "#ffffff")
        place, side = self._point(index), _SIZES.get(" ".join(names), 0.8)
        if kind == "inequality":
            sign = "<^>∨"[(known - 1) % 4]
            thing = shape_on(self.board, place, "text", "", size=(0.5, 0.5), text=sign)
        elif kind in _SHAPES:
            border = "" if known == _BORDERLESS else "#000000"
            thing = shape_on(self.board, place, _SHAPES[kind], fill, size=(side, side), fill=fill,
                             border=border)  # fmt: skip
        else:
            thing = shape_on(self.board, place, "symbol", "", size=(side, side))
        words = [*names, *[kind] * (kind != thing.looks[-1])]
        self.things.append(replace(thing, looks=(*words, *thing.looks)))

    def _strokes(self, field: str) -> Iterator[tuple[tuple[Point, ...], str]]:
        """Yield the lines of a field, each with its colour: strokes that meet are one line."""
        strokes: dict[str, list[list[str]]] = defaultdict(list)
        for key, style in self._entries(field):
            ends = str(key).split(",")
            if len(ends) == 2 and style != 98:
                number = style if isinstance(style, int) else 0
                strokes[self._colour(field, key) or _INKS.get(number, "#000000")].append(ends)
        for colour, some in strokes.items():
            for way in chained(some):
                yield tuple(map(self._point, way)), colour

    def _colour(self, field: str, key: object) -> str:
        """Return the colour of one's own that a thing has; empty for none."""
        its = self._colours.get(field)
        if isinstance(its, list) and isinstance(key, int):
            return colour_in(its[key]) if key < len(its) else ""
        return colour_in(its.get(str(key))) if isinstance(its, dict) else ""

    def _entries(self, name: str) -> Iterator[tuple[object, Any]]:
        yield from object_in(self.data.get(name) or {}, name).items()

    def _number_in(self, line: list[object]) -> str:
        """Return what is written in the first corner of one of a cage's cells."""
        block = (self.rows + 4) * (self.columns + 4)
        for index in line:
            entry = self._small.get(4 * (number_in(index) + block))
            if isinstance(entry, list) and entry:
                return str(entry[0]).strip()[:20]
        return ""

    @cached_property
    def _small(self) -> dict[int, Any]:
        """What stands in the corners and at the sides of cells."""
        return {number_in(index): entry for index, entry in self._entries("numberS")}


def _plain(text: str) -> str:
    """Return a text of the first line without its codes for signs."""
    for code, sign in _SIGNS:
        text = text.replace(code, sign)
    return text.strip()
