"""Puzzles of SudokuPad (S. Neumann), out of its links and JSON.

Givens, regions, cages with sums or different digits, and what is said to hold everywhere have a
meaning there.  Lines, arrows, circles and texts are drawn and nothing more: they are reported by
their looks (`cpsudoku.formats.setters.drawings`).  Where fog lies goes along as decoration.

>>> job = of_object({"cells": [[{"value": 1}, {}], [{}, {}]], "cages":
...                  [{"cells": [[0, 0], [0, 1]], "sum": 3, "unique": True}]})
>>> job.added[0].label, job.ignored
('killer 3', ['no regions, so that only rows and columns hold'])

Cells around the regions are margin, for clues, also where a region of another size has them.  One
region of the whole board says that its regions are to be found.  Regions of K cells have the
digits 1 to K, whatever rows and columns there are: 6×6 with four boxes of 3×3 has 1 to 9.

>>> corners = [[(r + i, c + j) for i in (0, 1) for j in (0, 1)] for r in (1, 3) for c in (1, 3)]
>>> found = layout_of(6, 6, corners)
>>> found.top, found.left, found.board, found.regions[0]
(1, 1, square(4), (0, 1, 4, 5))
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import pairwise
from math import floor
from typing import Any, NamedTuple, TypeAlias, TypeGuard
from urllib.parse import unquote

from cpsudoku.errors import FormatError, quoted
from cpsudoku.formats.base import homes_of
from cpsudoku.formats.setters.drawings import declare
from cpsudoku.formats.setters.f_puzzles import decoration_in, is_fog
from cpsudoku.formats.setters.imported import (
    MOST_SIZE,
    NO_LINES,
    NO_REGIONS,
    OTHER_REGIONS,
    TO_BE_FOUND,
    TOTALS,
    Import,
    houses_of,
    list_in,
    object_in,
    side_of,
)
from cpsudoku.formats.setters.lzstring import decompressed
from cpsudoku.formats.setters.sudokupad.packed import value_of
from cpsudoku.formats.setters.things import (
    DrawnThing,
    colour_in,
    diagonal_from,
    length_in,
    line_on,
    looks_of,
    seen_from,
    shape_on,
    text_in,
)
from cpsudoku.rules import AllDifferent, Board, Cell, Rules, latin, square
from cpsudoku.rules.board import rectangle
from cpsudoku.rules.houses import lines_and_boxes
from cpsudoku.variants.cages import Killer, Sum
from cpsudoku.variants.regions import ExtraRegion
from cpsudoku.variants.registry import rows_named

Place: TypeAlias = tuple[int, int]
_Regions: TypeAlias = Sequence[Sequence[Place]]


class FileLayout(NamedTuple):
    """The board among the cells of a file.

    Args:
        top: the row of the file in which the board begins.
        left: the column.
        regions: the cells of each region.
        doubts: what has to be reported of the houses.
    """

    top: int
    left: int
    board: Board
    regions: tuple[tuple[Cell, ...], ...] = ()
    doubts: tuple[str, ...] = ()

    def cell(self, place: Place) -> Cell | None:
        """Return the cell at a place of the file, None for the margin."""
        return self.board.cells_at.get((place[0] - self.top, place[1] - self.left))

    def inside(self, places: Iterable[Place]) -> tuple[Cell, ...]:
        """Return the cells at some places, without those of the margin."""
        return tuple(cell for cell in map(self.cell, places) if cell is not None)

    def with_regions(self, regions: _Regions) -> FileLayout:
        """Return the layout with regions, given by their places."""
        return self._replace(regions=tuple(map(self.inside, regions)))

    def rules(self) -> tuple[Rules, list[list[Cell]]]:
        """Return the rules of the board, and the regions that are not houses."""
        rules, loose = self._houses()
        if NO_LINES in self.doubts:
            groups = (g for g in rules.groups if g.kind not in ("row", "column"))
            rules = Rules(self.board, tuple(groups))
        return rules, loose

    def _houses(self) -> tuple[Rules, list[list[Cell]]]:
        home = {cell: number for number, cells in enumerate(self.regions) for cell in cells}
        is_apart = len(home) == sum(map(len, self.regions))
        if not self.board.is_square:
            lines = lines_and_boxes(self.board.height, self.board.width)
            regions = (AllDifferent(r, "region", n) for n, r in enumerate(self.regions, start=1))
            return Rules(self.board, (*lines, *regions)), []
        if not self.regions or not is_apart:
            return latin(self.board.size), list(map(list, self.regions))
        return houses_of(self.board.size, [home.get(c) for c in range(self.board.cell_count)])


def layout_of(height: int, width: int, regions: _Regions) -> FileLayout:
    """Return where the board is and which regions it has.

    Args:
        height: rows of the file's cells.
        width: columns of the file's cells.
        regions: the places of each region.

    Raises:
        FormatError: the regions leave the digits open.
    """
    groups = [tuple(dict.fromkeys(region)) for region in regions if region]
    if not groups:
        return FileLayout(0, 0, square(side_of(height, width)), doubts=(NO_REGIONS,))
    counts = Counter(map(len, groups))
    size = max(counts, key=lambda size: (counts[size], -size))
    inner = [group for group in groups if len(group) == size]
    beyond = {place for group in groups if len(group) != size for place in group}
    places = [place for group in inner for place in group]
    top, left, rows, columns = _extent(places)
    inside = {(top + r, left + c) for r in range(rows) for c in range(columns)}
    is_board = set(places) == inside and len(places) == len(inside) and not beyond & inside
    if is_board and len(inner) == 1 and size > max(height, width):
        board = _board(rows, columns, max(rows, columns))
        return FileLayout(top, left, board, doubts=(TO_BE_FOUND,))
    if is_board and len(inner) > 1 and not height == width == size:
        if size < max(rows, columns):
            raise FormatError(
                f"regions of {size} cells on a board of {rows} rows and {columns} columns, which "
                "leaves its digits open; expected regions with as many cells as there are digits"
            )
        return FileLayout(top, left, _board(rows, columns, size)).with_regions(inner)
    if rows == columns == size and not beyond & inside:  # a board of which a part has no region
        found = FileLayout(top, left, square(side_of(rows, columns))).with_regions(inner)
    else:
        side = side_of(height, width)
        if any(len(group) > side for group in groups):
            raise FormatError(f"a region with more cells than the {side} digits")
        found = FileLayout(0, 0, square(side)).with_regions(groups)
    rules, _ = found.rules()
    return found if homes_of(rules) else found._replace(doubts=(OTHER_REGIONS,))


def _extent(places: Iterable[Place]) -> tuple[int, int, int, int]:
    """Return the first row and column of some places, and how many rows and columns they span."""
    rows, columns = zip(*places, strict=True)
    top, left = min(rows), min(columns)
    return top, left, max(rows) - top + 1, max(columns) - left + 1


def _board(rows: int, columns: int, size: int) -> Board:
    if rows == columns == size:
        return square(side_of(rows, columns))
    if not max(rows, columns, size) <= MOST_SIZE:
        most = f"at most {MOST_SIZE} rows, columns and digits"
        raise FormatError(f"a board of {rows} rows, {columns} columns and {size} digits; {most}")
    return rectangle(rows, columns, size)


Object = dict[str, Any]

_SILENT = {
    "cells", "regions", "cages", "lines", "arrows", "underlays", "overlays", "global", "metadata",
    "cellSize", "id", "settings", "videos", "foglight", "triggereffect", "solution",
}  # fmt: skip


_MARKS = re.compile("marks|candidates", re.IGNORECASE)
"""What the names of a cell's fields for pencil marks have in them."""

_UNITS = 64  # lines are as thick as this many parts of a cell
_MOST_WALKED = 50_000  # files whose lines are longer together are refused


def imported(text: str) -> Import:
    """Return the puzzle of a link's compressed JSON."""
    value = value_of(decompressed(unquote(text)))
    if not is_object(value):
        raise FormatError("a link of SudokuPad that holds no puzzle")
    return of_object(value)


def is_object(value: object) -> TypeGuard[Object]:
    """Return whether a JSON value looks like a puzzle of SudokuPad."""
    rows = value.get("cells") if isinstance(value, dict) else None
    if not isinstance(rows, list) or not all(isinstance(row, list) for row in rows):
        return False
    return any(isinstance(entry, dict) for row in rows for entry in row)


def of_object(data: Object) -> Import:
    """Return the puzzle of an object."""
    reader = _Reader(data)
    reader.read()
    return reader.job


class _Reader:
    def __init__(self, data: Object) -> None:
        self.data = data
        self._light: list[Cell] = []
        self._walked = 0.0
        metadata = data.get("metadata")
        self._metadata: Object = dict(metadata) if isinstance(metadata, dict) else {}
        self._cages = []
        for cage in _list(data, "cages"):
            if cage.get("cells"):
                self._cages.append(cage)
            else:  # older files say here what is now in the metadata
                name, _, value = str(cage.get("value", "")).partition(":")
                self._metadata.setdefault(name.strip().lower(), value.strip())
        rows = data["cells"]
        if len(rows) > 2 * MOST_SIZE or any(len(row) > 2 * MOST_SIZE for row in rows):
            raise FormatError(f"a board of more than {2 * MOST_SIZE} rows or columns")
        self._height, self._width = len(rows), max(map(len, rows))
        groups = [_places(region) for region in _list(data, "regions")]
        layout = layout_of(self._height, self._width, groups)
        words = str(self._metadata.get("rules") or "")
        size = layout.board.size
        if layout.board.is_square and size < _MOST_DIGITS and _CHOSEN.search(words):
            layout = layout._replace(board=rectangle(size, size, _MOST_DIGITS))
        elif layout.board.is_square and _TWO_IN_A_CELL.search(words):
            more = size + _begins_with_0(words, size + 1)  # in one cell of each house are two
            layout = layout._replace(board=rectangle(size, size, more))
        if self._is_said("norowcol"):
            layout = layout._replace(doubts=(*layout.doubts, NO_LINES))
        self.layout = layout
        rules, loose = self.layout.rules()
        is_from_0 = _begins_with_0(words, rules.size)
        if is_from_0:
            rules = Rules(replace(rules.board, first=0), rules.constraints)
        self.job = Import(rules, loose)
        self.board = rules.board
        self.job.ignored += self.layout.doubts
        self.job.ignored += [f"digits 0 to {rules.size - 1}, as the words say"] * is_from_0

    def _is_said(self, name: str) -> bool:
        """Return whether the metadata say yes to a name."""
        return str(self._metadata.get(name) or "").lower() not in ("", "false", "0")

    def read(self) -> None:
        self._givens()
        self._solution()
        self._take_cages()
        for name in _list(self.data, "global"):
            if not self._everywhere(str(name)):
                self.job.ignored.append(f"{quoted(name)} everywhere, which is unknown")
        for field, kind in (("lines", "line"), ("arrows", "arrow")):
            for entry in _list(self.data, field):
                self._line(kind, entry)
        for field in ("underlays", "overlays"):
            for entry in _list(self.data, field):
                self._shape(entry)
        self._fog()
        unknown = [name for name, value in self.data.items() if name not in _SILENT and value]
        self.job.ignored += [f"{quoted(name)}, which is unknown" for name in unknown]
        self._read_metadata()

    def _fog(self) -> None:
        """Take along where fog is, as f-puzzles writes it."""
        self._light += self.layout.inside(_places(self.data.get("foglight") or []))
        links = self.data.get("triggereffect")
        if links and (self.layout.top or self.layout.left or not is_fog("triggereffect", links)):
            self.job.ignored.append("effects other than light in fog")
            links = None
        light = [self.board.name(cell) for cell in self._light]
        self.job.decoration = decoration_in({"foglight": light, "triggereffect": links})

    def _givens(self) -> None:
        marked, entered = 0, []
        for row, entries in enumerate(self.data["cells"]):
            for column, entry in enumerate(entries):
                cell = self.layout.cell((row, column))
                said = entry if isinstance(entry, dict) else {"value": entry or None}
                value = said.get("value")
                marked += any(said[name] for name in said if _MARKS.search(name))
                if value in (None, ""):
                    continue
                text = str(value).strip()
                if cell is None or not re.fullmatch(r"[0-9]{1,2}", text):
                    place = self._on_board((row + 0.5, column + 0.5))
                    where = seen_from(self.board, place) if cell is None else (cell,)
                    self.job.things.append(DrawnThing(("cell", "text"), where, text[:20], place))
                elif said.get("given") is False:
                    entered.append(cell)
                else:
                    self.job.give(cell, int(text))
        self.job.ignore_entries(entered)
        self.job.ignore_marks(marked)

    def _solution(self) -> None:
        """Keep the stored solution, of all cells of the file or only those of the board."""
        said = self._metadata.get("solution") or self.data.get("solution")
        if isinstance(said, str):
            said = said.strip("\r\n").removeprefix("solution:")
        top, left = self.layout.top, self.layout.left
        places = [(row + top) * self._width + column + left for row, column in self.board.places]
        self.job.claim(said, places, self._height * self._width)

    def _take_cages(self) -> None:
        """Take the cages; the number in one of different digits is its total in most files."""
        numbered: list[DrawnThing] = []
        for entry in self._cages:
            text = str(entry.get("value", "")).strip()
            places = _places(entry["cells"])
            inside = self.layout.inside(places)
            total, is_unique = entry.get("sum") or None, bool(entry.get("unique"))
            is_whole = len(inside) == len(places)  # or part of it is beyond the board
            thing = DrawnThing(("cage",), inside if is_whole else (), text[:40])
            if text.upper() == "FOGLIGHT":  # how some editors say that cells are light
                self._light += inside
            elif not is_whole or not (total or is_unique):
                self.job.things.append(thing)
            elif total:
                if text.isdecimal() and text.strip("0") and str(total) != text:
                    both = f"a cage with sum {quoted(total)} and value {quoted(text)}"
                    raise FormatError(f"{both}; expected the same number")
                self._sum(inside, total, is_cage=is_unique)
            else:
                region = ExtraRegion(self.board, inside)
                if entry.get("hidden") or not text.strip("0"):
                    declare(self.job, region)
                    continue
                thing = replace(thing, declared=region)
                (numbered if self._can_be_total(thing) else self.job.things).append(thing)
        self.job.things += self._with_totals(numbered)

    def _sum(self, cells: tuple[Cell, ...], total: object, *, is_cage: bool) -> None:
        if type(total) is not int and not re.fullmatch("[0-9]{1,6}", str(total)):
            raise FormatError(f"a cage with sum {quoted(total)}; expected a number")
        number = int(str(total))
        self.job.add(
            Killer(self.board, cells, number) if is_cage else Sum(self.board, cells, (number,))
        )

    def _can_be_total(self, cage: DrawnThing) -> bool:
        """Return whether different digits can add up to what is written in a cage."""
        count, size = len(cage.cells), self.board.size
        least, most = (sum(range(first, first + count)) for first in (1, size - count + 1))
        return re.fullmatch("[0-9]{1,4}", cage.text) is not None and least <= int(cage.text) <= most

    def _with_totals(self, cages: list[DrawnThing]) -> list[DrawnThing]:
        """Return cages whose numbers are totals, unless the stored solution shows other sums.

        The numbers are reported unless it shows that all of them are totals.
        """
        digits = self.job.claimed or (0,) * self.board.cell_count
        inside = [[digits[cell] for cell in cage.cells] for cage in cages]
        if any(all(some) and len(set(some)) < len(some) for some in inside):
            cages = [replace(cage, declared=None) for cage in cages]  # digits may repeat after all
        fits = [
            sum(some) == int(cage.text) and cage.declared is not None if all(some) else None
            for some, cage in zip(inside, cages, strict=True)
        ]
        if False in fits:
            return cages
        reported = "" if all(fits) else TOTALS
        return [
            replace(cage, otherwise=Killer(self.board, cage.cells, int(cage.text)),
                    reported=reported)
            for cage in cages
        ]  # fmt: skip

    def _line(self, kind: str, entry: Object) -> None:
        points = [
            self._on_board(_point(point))
            for point in list_in(entry.get("wayPoints") or [], "way points")
        ]
        looks = looks_of(kind, entry.get("color"), *(() if points else ("curved",)))
        steps = (abs(a - b) for one, two in pairwise(points) for a, b in zip(one, two, strict=True))
        self._walked += sum(steps)
        if self._walked > _MOST_WALKED:
            raise FormatError(f"lines of more than {_MOST_WALKED} cells together")
        thick = length_in(entry.get("thickness")) / _UNITS
        thing = line_on(self.board, points, looks, colour_in(entry.get("color")), thick)
        if kind == "arrow" and points:
            diagonal = diagonal_from(self.board, points[0], points[-1])
            if diagonal:
                outside = ("outside", *looks)
                thing = replace(thing, looks=outside, cells=diagonal, place=points[0])
        # Without a way nothing is drawn.
        reported = None if points or entry.get("d") else ""
        self.job.things.append(replace(thing, reported=reported))

    def _on_board(self, point: tuple[float, float]) -> tuple[float, float]:
        return point[0] - self.layout.top, point[1] - self.layout.left

    def _shape(self, entry: Object) -> None:
        center = _point(entry.get("center"))
        text = text_in(entry.get("text", ""), entry.get("angle"))
        fill, border = (colour_in(entry.get(f"{name}Color")) for name in ("background", "border"))
        kind = "text" if not fill + border else "circle" if entry.get("rounded") else "rectangle"
        size = length_in(entry.get("height"), 1), length_in(entry.get("width"), 1)
        colour = fill or border or colour_in(entry.get("color"))
        self.job.things.append(
            shape_on(self.board, self._on_board(center), kind, colour, size=size, text=text,
                     fill=fill, border=border)
        )  # fmt: skip

    def _everywhere(self, name: str) -> bool:
        """Add the rule of a name that holds everywhere; return whether there is one."""
        rows = [row for row in rows_named("sudokupad", name) if row.shape == "everywhere"]
        for row in rows:
            self.job.add(row.variant(self.board))
        return bool(rows)

    def _read_metadata(self) -> None:
        metadata = self._metadata
        self.job.name(metadata)
        for name in metadata:
            if self._is_said(name):
                self._everywhere(name)
        self.job.listen(metadata.get("rules"))


_MOST_DIGITS = 9
_CHOSEN = re.compile(
    r"\bsubsets? of (?:the )?digits\b"
    r"|\b(?:pick|choose|select|place)\b.{0,20}\b\w+ (?:(?:unique|different|distinct) )?digits\b"
    r".{0,6}\bfrom 1"
    r"|\bdigits (?:from )?\(?1-9\)? (?:were|are|must be) (?:selected|chosen|placed)"
    r"|\bsame \w+ (?:distinct |different )?digits from 1",
    re.IGNORECASE,
)
"""Words by which a smaller board has some of nine digits."""


_TWO_IN_A_CELL = re.compile(r"\bschr[oö]e?dinger", re.IGNORECASE)


def _begins_with_0(words: str, size: int) -> bool:
    """Return whether rules in words say that the digits are 0 to N - 1."""
    return re.search(rf"\b0 ?(?:-|–|to|through) ?{size - 1}\b", words) is not None


def _list(data: Object, name: str) -> list[Any]:
    found = list_in(data.get(name) or [], name)
    return found if name in ("regions", "global") else [object_in(one, name) for one in found]


def _places(value: object) -> list[Place]:
    return [(floor(row), floor(column)) for row, column in map(_point, list_in(value, "cells"))]


def _point(value: object) -> tuple[float, float]:
    if (
        not isinstance(value, list)
        or len(value) != 2
        or not all(isinstance(one, int | float) and abs(one) < 1000 for one in value)
    ):
        raise FormatError(f"{quoted(value)}; expected a row and a column")
    return value[0], value[1]
