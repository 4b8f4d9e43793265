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
from dataclasses import replace
from itertools import pairwise
from math import floor
from typing import Any, TypeGuard
from urllib.parse import unquote

from cpsudoku.errors import FormatError, quoted
from cpsudoku.formats.setters.drawings import (
    DrawnThing,
    LookMeaning,
    declare,
    interpret,
    looks_of,
)
from cpsudoku.formats.setters.f_puzzles.reading import decoration_of, is_fog
from cpsudoku.formats.setters.imported import (
    MOST_SIZE,
    TOTALS,
    Import,
    list_in,
    object_in,
    with_regions,
)  # fmt: skip
from cpsudoku.formats.setters.lzstring import decompressed
from cpsudoku.formats.setters.marks import diagonal_from, seen_from
from cpsudoku.formats.setters.sudokupad.layout import Place, layout_of
from cpsudoku.formats.setters.sudokupad.relaxed import value_of
from cpsudoku.rules import Cell
from cpsudoku.variants.cages import Killer, Sum
from cpsudoku.variants.regions import ExtraRegion
from cpsudoku.variants.registry import rows_named

Object = dict[str, Any]

_SILENT = {
    "cells", "regions", "cages", "lines", "arrows", "underlays", "overlays", "global", "metadata",
    "cellSize", "id", "settings", "videos", "foglight", "triggereffect",
}  # fmt: skip


_MOST_WALKED = 50_000  # files whose lines are longer together are refused


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
        self.layout = layout.without_lines() if self._is_said("norowcol") else layout
        rules, loose = self.layout.rules()
        self.job = Import(rules)
        self.board = rules.board
        with_regions(self.job, loose)
        self.job.ignored += self.layout.doubts

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
        self.job.decoration = decoration_of({"foglight": light, "triggereffect": links})

    def _givens(self) -> None:
        marked, entered = 0, []
        for row, entries in enumerate(self.data["cells"]):
            for column, entry in enumerate(entries):
                cell = self.layout.cell((row, column))
                value = entry.get("value") if isinstance(entry, dict) else None
                marked += bool(isinstance(entry, dict) and entry.get("pencilMarks"))
                if value in (None, ""):
                    continue
                text = str(value).strip()
                if cell is None or not re.fullmatch(r"[0-9]{1,2}", text):
                    place = self._on_board((row + 0.5, column + 0.5))
                    where = seen_from(self.board, place) if cell is None else (cell,)
                    self.things.append(DrawnThing(("cell", "text"), where, text[:20], place))
                elif entry.get("given") is False:
                    entered.append(cell)
                else:
                    self.job.candidates[cell] &= self.job.mask([int(text)])
        self.job.ignore_entries(entered)
        if marked:
            self.job.ignored.append(f"pencil marks ({marked})")

    def _solution(self) -> None:
        """Keep the stored solution, of all cells of the file or only those of the board."""
        said = self._metadata.get("solution")
        text = str(said or "").strip().removeprefix("solution:").strip()
        cells: list[Any] = said if isinstance(said, list) else list(text)
        if len(cells) == self._height * self._width:
            cells = [
                cells[(row + self.layout.top) * self._width + column + self.layout.left]
                for row, column in self.board.places
            ]
        self.job.claim(cells)

    def _take_cages(self) -> None:
        """Take the cages; the number in one of different digits is its total in most files."""
        numbered: list[DrawnThing] = []
        for entry in self._cages:
            text = str(entry.get("value", "")).strip()
            places = _places(entry["cells"])
            inside = self.layout.inside(places)
            total, is_unique = entry.get("sum") or None, bool(entry.get("unique"))
            thing = DrawnThing(("cage",), inside, text[:40])
            if text.upper() == "FOGLIGHT":  # how some editors say that cells are light
                self._light += inside
            elif len(inside) < len(places) or not (total or is_unique):
                self.things.append(thing)
            elif total:
                self._sum(inside, total, is_cage=is_unique)
            else:
                region = ExtraRegion(self.board, inside)
                if entry.get("hidden") or not text.strip("0"):
                    declare(self.job, region)
                    continue
                thing = replace(thing, declared=region)
                (numbered if self._can_be_total(thing) else self.things).append(thing)
        self.things += self._with_totals(numbered)

    def _sum(self, cells: tuple[Cell, ...], total: object, *, is_cage: bool) -> None:
        if type(total) is not int and not str(total).isdigit():
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
        digits = self.job.solution or self.job.known or (0,) * self.board.cell_count
        fits = [
            sum(digits[cell] for cell in cage.cells) == int(cage.text)
            if all(digits[cell] for cell in cage.cells)
            else None
            for cage in cages
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
        points = [_point(point) for point in entry.get("wayPoints") or []]
        looks = looks_of(kind, entry.get("color"), *(() if points else ("curved",)))
        ends = [self._on_board(point) for point in (*points[:1], *points[-1:])]
        diagonal = diagonal_from(self.board, *ends) if kind == "arrow" and ends else ()
        if diagonal:
            self.things.append(DrawnThing(("outside", *looks), diagonal, place=ends[0]))
        else:
            steps = (
                abs(a - b) for one, two in pairwise(points) for a, b in zip(one, two, strict=True)
            )
            self._walked += sum(steps)
            if self._walked > _MOST_WALKED:
                raise FormatError(f"lines of more than {_MOST_WALKED} cells together")
            self.things.append(DrawnThing(looks, self.layout.inside(_walked(points))))

    def _on_board(self, point: tuple[float, float]) -> tuple[float, float]:
        return point[0] - self.layout.top, point[1] - self.layout.left

    def _shape(self, entry: Object) -> None:
        center = _point(entry.get("center"))
        text = str(entry.get("text", "")).strip()[:40]
        colour = entry.get("backgroundColor") or entry.get("borderColor") or ""
        kind = "text" if not colour else "circle" if entry.get("rounded") else "rectangle"
        size = entry.get("width", 1)
        small = ("small",) if isinstance(size, int | float) and size < 0.5 and colour else ()
        looks = looks_of(kind, colour or entry.get("color"), *small)
        place = self._on_board(center)
        cells = self.layout.inside(_around(*center))
        if not cells:
            looks, cells = ("outside", *looks), seen_from(self.board, place)
        self.things.append(DrawnThing(looks, cells, text, place))

    def _everywhere(self, name: str) -> bool:
        """Add what a name says to hold everywhere; return whether there is such a thing."""
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
