"""Puzzles of Penpa+: links with deflated text, of which the givens alone have a meaning.

The text has a line with the kind of grid, its columns and rows; one with margins; and JSON in which
frequent words are two characters beginning with ``z``.  A cell is ``(row + 2)·(columns + 4) +
column + 2``, corners and edges follow in blocks of as many numbers; a corner is that at the right
and below of its cell.  Black edges that divide the board into as many parts as digits, each of as
many cells, are the borders of regions.  Thermometers, arrows and cages
are tools for drawing there; what they mean is in the rules' text, so they are reported by their
looks (`cpsudoku.formats.setters.drawings`).
"""

from __future__ import annotations

import re
import zlib
from base64 import b64decode
from collections.abc import Iterable, Iterator
from functools import cached_property
from typing import Any
from urllib.parse import unquote

from cpsudoku.errors import FormatError, quoted
from cpsudoku.formats.setters.drawings import LookMeaning, interpret
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
from cpsudoku.formats.setters.things import DrawnThing, seen_from
from cpsudoku.rules import Cell, Rules, latin, square, usual
from cpsudoku.rules.board import pieces
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
_QUIET = {"command_redo", "command_undo", "command_replay", "number", "numberS", "symbol", "cage"}
_EDGES = ("lineE", "deletelineE")
_BLACK = (2, 21)  # styles of edges: thick and thicker
_TOOLS = {"thermo": "thermo", "nobulbthermo": "thermo", "arrows": "arrow", "killercages": "cage"}


def imported(text: str, meanings: Iterable[LookMeaning] = ()) -> Import:
    """Return the puzzle of what a link has packed."""
    lines = _inflated(text).split("\n")
    head = lines[0].split(",")
    if head[0] not in ("sudoku", "square") or len(head) < 3 or len(lines) < 4:
        raise FormatError(f"a puzzle of Penpa with grid {quoted(head[0])}; expected squares")
    whole = re.sub("z[A-Z0-9_]", lambda one: _SHORT.get(one[0], one[0]), lines[3])
    no_json = "a puzzle of Penpa that holds no JSON"
    margins, data = json_in(lines[1], no_json), json_in(whole, no_json)
    if not isinstance(data, dict) or not isinstance(margins, list) or len(margins) != 4:
        raise FormatError("a puzzle of Penpa of another form")
    reader = _Reader(head, [number_in(margin) for margin in margins], data)
    reader.read()
    interpret(reader.job, reader.things, meanings)
    return reader.job


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
    def __init__(self, head: list[str], margins: list[int], data: dict[str, Any]) -> None:
        self.columns, self.rows = number_in(head[1]), number_in(head[2])
        self.top, bottom, self.left, right = margins
        self.size = side_of(self.rows - self.top - bottom, self.columns - self.left - right)
        is_sudoku = head[0] == "sudoku"
        self.data = data
        rules = usual(self.size) if is_sudoku else latin(self.size)
        regions = self._regions(rules)
        if regions is not None:
            rules, _ = houses_of(self.size, regions)
        self.job = Import(rules)
        is_black = all(style in _BLACK for _, style in self._entries("lineE"))
        borders = () if regions is None or not is_black else _EDGES
        self._quiet = {*_QUIET, *_TOOLS, *borders}
        if not is_sudoku and regions is None:
            self.job.ignored.append(NO_REGIONS)
        self.things: list[DrawnThing] = []
        flags = head[11:15] if is_sudoku else []
        kinds = ((0, "diagonal"), (3, "antidiagonal"))
        self._diagonals = [kind for at, kind in kinds if flags[at : at + 1] == ["1"]]

    def cell(self, index: object) -> Cell | None:
        """Return the cell of a number, None outside of the board."""
        return square(self.size).cells_at.get(self._place(index))

    def _place(self, index: object) -> tuple[int, int]:
        row, column = divmod(number_in(index), self.columns + 4)
        return row - 2 - self.top, column - 2 - self.left

    def _outside(self, index: object) -> tuple[tuple[str, ...], tuple[Cell, ...]]:
        """Return the look of a text beside the board, and the line that it looks at."""
        return ("outside", "text"), seen_from(square(self.size), self._place(index))

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
        parts = pieces(rules.cell_count, ((pair[0], pair[1]) for pair in joins - walls))
        label = {cell: number for number, part in enumerate(parts) for cell in part}
        is_whole = len(parts) == self.size and all(len(part) == self.size for part in parts)
        return [label[cell] for cell in range(rules.cell_count)] if is_whole else None

    def _beside(self, key: object) -> tuple[Cell, ...]:
        """Return the cells beside an edge between two corners, without what is beyond the board."""
        width = self.columns + 4
        first, last = sorted(
            number_in(end) - width * (self.rows + 4) for end in str(key).split(",")
        )
        step = {width: 1, 1: width}.get(last - first)
        places = () if step is None else (last, last + step)
        return tuple(cell for cell in map(self.cell, places) if cell is not None)

    def _around(self, index: object) -> tuple[Cell, ...]:
        """Return the cell, or both cells of an edge; none for a corner."""
        block, rest = divmod(number_in(index), (self.rows + 4) * (self.columns + 4))
        beyond = {0: [], 2: [self.columns + 4], 3: [1]}.get(block)
        if beyond is None:
            return ()
        cells = [self.cell(rest), *(self.cell(rest + step) for step in beyond)]
        return tuple(cell for cell in cells if cell is not None)

    def read(self) -> None:
        for index, entry in self._entries("number"):
            text = str(entry[0]).strip() if isinstance(entry, list) and entry else ""
            cell = self.cell(index)
            if cell is not None and re.fullmatch("[0-9]{1,2}", text):
                self.job.give(cell, int(text))
            elif text:
                looks, where = (("text",), (cell,)) if cell is not None else self._outside(index)
                self.things.append(DrawnThing(looks, where, text[:40]))
        for field, kind in _TOOLS.items():
            for line in self.data.get(field) or []:
                if isinstance(line, list) and line:
                    inside = tuple(c for c in map(self.cell, line) if c is not None)
                    text = self._number_in(line) if kind == "cage" else ""
                    self.things.append(DrawnThing((kind,), inside, text))
        for index, entry in self._entries("symbol"):
            name = str(entry[1]) if isinstance(entry, list) and len(entry) > 1 else "symbol"
            looks = tuple(filter(None, re.split("[^a-z0-9]+", name.lower()[:40])))
            self.things.append(DrawnThing(looks[::-1] or ("symbol",), self._around(index)))
        for kind in self._diagonals:
            self.things.append(DrawnThing(("diagonal", "line"), diagonal_of(self.size, kind).cells))
        others = (n for n, value in self.data.items() if value and n not in self._quiet)
        self.job.ignored += [f"{name[:40]}, only drawn" for name in others]

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
