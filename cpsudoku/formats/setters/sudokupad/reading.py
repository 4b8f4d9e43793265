"""Puzzles out of SudokuPad's links and JSON.

Givens, regions, cages with sums or different digits, and what is said to hold everywhere have a
meaning there.  Lines, arrows, circles and texts are drawn and nothing more: they are reported by
their looks (`cpsudoku.formats.setters.drawings`).  Where fog lies goes along as decoration.

>>> job = of_object({"cells": [[{"value": 1}, {}], [{}, {}]], "cages":
...                  [{"cells": [[0, 0], [0, 1]], "sum": 3, "unique": True}]})
>>> job.added[0].label, job.ignored
('killer 3', ['no regions, so that only rows and columns hold'])
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from math import floor
from typing import Any, TypeGuard
from urllib.parse import unquote

from cpsudoku.errors import FormatError, quoted
from cpsudoku.formats.setters.drawings import DrawnThing, LookMeaning, interpret, looks_of
from cpsudoku.formats.setters.f_puzzles.reading import decoration_of, is_fog
from cpsudoku.formats.setters.imported import (
    MOST_SIZE,
    NO_REGIONS,
    Import,
    houses_of,
    list_in,
    object_in,
    side_of,
    with_regions,
)  # fmt: skip
from cpsudoku.formats.setters.lzstring import decompressed
from cpsudoku.formats.setters.sudokupad.relaxed import value_of
from cpsudoku.rules import Cell, latin, square
from cpsudoku.variants.cages import Killer, Sum
from cpsudoku.variants.regions import ExtraRegion
from cpsudoku.variants.registry import rows_named

Object = dict[str, Any]
Place = tuple[int, int]

_SILENT = {
    "cells", "regions", "cages", "lines", "arrows", "underlays", "overlays", "global", "metadata",
    "cellSize", "id", "settings", "foglight", "triggereffect",
}  # fmt: skip


def imported(text: str, meanings: Iterable[LookMeaning] = ()) -> Import:
    """Return the puzzle of what a link has compressed."""
    value = value_of(decompressed(unquote(text)))
    if not is_object(value):
        raise FormatError("a link of SudokuPad that holds no puzzle")
    return of_object(value, meanings)


def is_object(value: object) -> TypeGuard[Object]:
    """Return whether a JSON value looks like a puzzle of SudokuPad."""
    rows = value.get("cells") if isinstance(value, dict) else None
    return isinstance(rows, list) and bool(rows) and all(isinstance(row, list) for row in rows)


def of_object(data: Object, meanings: Iterable[LookMeaning] = ()) -> Import:
    """Return the puzzle of an object."""
    reader = _Reader(data)
    reader.read()
    interpret(reader.job, reader.things, meanings)
    return reader.job


class _Reader:
    def __init__(self, data: Object) -> None:
        self.data = data
        self.things: list[DrawnThing] = []
        self._light: list[Cell] = []
        metadata = data.get("metadata")
        self._metadata: Object = dict(metadata) if isinstance(metadata, dict) else {}
        rows = data["cells"]
        if len(rows) > 2 * MOST_SIZE or any(len(row) > 2 * MOST_SIZE for row in rows):
            raise FormatError(f"a board of more than {2 * MOST_SIZE} rows or columns")
        groups = [_places(region) for region in _list(data, "regions")]
        # What stands around the regions is margin, for clues.
        self.top, self.left, self.size = _extent(rows, groups)
        home = {cell: n for n, places in enumerate(groups) for cell in self._inside(places)}
        labels = [home.get(cell) for cell in range(self.size**2)]
        rules, loose = houses_of(self.size, labels) if groups else (latin(self.size), [])
        self.job = Import(rules)
        self.board = self.job.rules.board
        with_regions(self.job, loose)
        if not groups:
            self.job.ignored.append(NO_REGIONS)

    def _cell(self, place: Place) -> Cell | None:
        """Return the cell at a place, None for the margin."""
        return square(self.size).cells_at.get((place[0] - self.top, place[1] - self.left))

    def _inside(self, places: Iterable[Place]) -> tuple[Cell, ...]:
        """Return the cells at some places, without those of the margin."""
        return tuple(cell for cell in map(self._cell, places) if cell is not None)

    def read(self) -> None:
        self._givens()
        for entry in _list(self.data, "cages"):
            self._cage(entry)
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
        self._light += self._inside(_places(self.data.get("foglight") or []))
        links = self.data.get("triggereffect")
        if links and (self.top or self.left or not is_fog("triggereffect", links)):
            self.job.ignored.append("effects other than light in fog")
            links = None
        light = [self.board.name(cell) for cell in self._light]
        self.job.decoration = decoration_of({"foglight": light, "triggereffect": links})

    def _givens(self) -> None:
        marked, entered = 0, []
        for row, entries in enumerate(self.data["cells"]):
            for column, entry in enumerate(entries):
                cell = self._cell((row, column))
                value = entry.get("value") if isinstance(entry, dict) else None
                marked += bool(isinstance(entry, dict) and entry.get("pencilMarks"))
                if value in (None, ""):
                    continue
                text = str(value).strip()
                if cell is None or not re.fullmatch(r"[0-9]{1,2}", text):
                    where = () if cell is None else (cell,)
                    self.things.append(DrawnThing(("cell", "text"), where, text[:20]))
                elif entry.get("given") is False:
                    entered.append(cell)
                else:
                    self.job.candidates[cell] &= self.job.mask([int(text)])
        self.job.ignore_entries(entered)
        if marked:
            self.job.ignored.append(f"pencil marks ({marked})")

    def _cage(self, entry: Object) -> None:
        text = str(entry.get("value", "")).strip()
        places = _places(entry.get("cells") or [])
        if not places:  # older files say here what is now in the metadata
            name, _, value = text.partition(":")
            self._metadata.setdefault(name.strip().lower(), value.strip())
            return
        inside = self._inside(places)
        total = entry.get("sum")
        if text.upper() == "FOGLIGHT":  # how some editors say that cells are light
            self._light += inside
            return
        if len(inside) < len(places) or (total is None and not entry.get("unique")):
            self.things.append(DrawnThing(("cage",), inside, text[:40]))
            return
        if total is None:
            if frozenset(inside) not in self.job.rules.cell_sets:
                self.job.add(ExtraRegion(self.board, inside))
            return
        if type(total) is not int and not str(total).isdigit():
            raise FormatError(f"a cage with sum {quoted(total)}; expected a number")
        number, is_cage = int(str(total)), entry.get("unique")
        made = Killer(self.board, inside, number) if is_cage else Sum(self.board, inside, (number,))
        self.job.add(made)

    def _line(self, kind: str, entry: Object) -> None:
        points = [_point(point) for point in entry.get("wayPoints") or []]
        looks = looks_of(kind, entry.get("color"), *(() if points else ("curved",)))
        self.things.append(DrawnThing(looks, self._inside(_walked(points))))

    def _shape(self, entry: Object) -> None:
        row, column = _point(entry.get("center"))
        text = str(entry.get("text", "")).strip()[:40]
        colour = entry.get("backgroundColor") or entry.get("borderColor") or ""
        kind = "text" if not colour else "circle" if entry.get("rounded") else "rectangle"
        size = entry.get("width", 1)
        small = ("small",) if isinstance(size, int | float) and size < 0.5 and colour else ()
        looks = looks_of(kind, colour or entry.get("color"), *small)
        self.things.append(DrawnThing(looks, self._inside(_around(row, column)), text))

    def _everywhere(self, name: str) -> bool:
        """Add what a name says to hold everywhere; return whether there is such a thing."""
        rows = [row for row in rows_named("sudokupad", name) if row.shape == "everywhere"]
        for row in rows:
            self.job.add(row.variant(self.board))
        return bool(rows)

    def _read_metadata(self) -> None:
        metadata = self._metadata
        self.job.name(metadata)
        for name, value in metadata.items():
            if str(value or "").lower() not in ("", "false", "0"):
                self._everywhere(name)
        self.job.listen(metadata.get("rules"))
        solution = str(metadata.get("solution") or "")
        if re.fullmatch(r"[1-9]+", solution) and len(solution) == self.size**2:
            self.job.solution = tuple(map(int, solution))


def _list(data: Object, name: str) -> list[Any]:
    found = list_in(data.get(name) or [], name)
    if len(found) > 20_000:
        raise FormatError(f"more than 20000 {name}")
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


def _extent(rows: list[list[object]], regions: list[list[Place]]) -> tuple[int, int, int]:
    """Return the first row and column of the square that the regions fill, and its size.

    Where they fill none, it is the whole board.
    """
    places = {place for region in regions for place in region}
    if places:
        top, left = min(r for r, _ in places), min(c for _, c in places)
        size = max(r for r, _ in places) - top + 1
        square = {(top + i, left + j) for i in range(size) for j in range(size)}
        if places == square and len(regions) == size:
            return top, left, size
    return 0, 0, side_of(len(rows), max(map(len, rows)))


def _walked(points: list[tuple[float, float]]) -> Iterator[Place]:
    """Yield the cells that a line goes through from point to point, each once in a row."""
    last: Place | None = None
    for (row, column), (row2, column2) in zip(points, points[1:] or points, strict=False):
        steps = max(1, round(max(abs(row2 - row), abs(column2 - column))))
        for step in range(steps + 1):
            part = step / steps
            place = floor(row + (row2 - row) * part), floor(column + (column2 - column) * part)
            if place != last:
                last = place
                yield place


def _around(row: float, column: float) -> list[Place]:
    """Return the cell in which a thing stands, or those between which it does."""

    def whole(number: float) -> list[int]:
        near = round(number)
        return [near - 1, near] if abs(number - near) < 0.2 else [floor(number)]

    return [(r, c) for r in whole(row) for c in whole(column)]
