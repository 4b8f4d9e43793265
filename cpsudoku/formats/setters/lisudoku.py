"""Puzzles of lisudoku (R. Nedelcu), as its JSON and as links with it.

Cells are objects ``{"row": 0, "col": 0}``, counted from 0.

>>> job = of_object({"gridSize": 4, "thermos": [[{"row": 0, "col": 0}, {"row": 0, "col": 1}]]})
>>> job.added[0].label, job.puzzle().rules.size
('thermo', 4)
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable
from typing import Any
from urllib.parse import quote, unquote

from cpsudoku.errors import FormatError, quoted
from cpsudoku.formats.base import Context, Record
from cpsudoku.formats.line import parse_line
from cpsudoku.formats.setters.imported import (
    MOST_SIZE,
    Import,
    Shape,
    check_same,
    diagonal_of,
    houses_of,
    list_in,
    object_in,
)  # fmt: skip
from cpsudoku.formats.setters.lzstring import compressed, decompressed
from cpsudoku.puzzle import Puzzle
from cpsudoku.rules import AllDifferent, Cell, Constraint
from cpsudoku.variants.base import Variant
from cpsudoku.variants.registry import NotationRow, rows_named, rows_of

Object = dict[str, Any]
_Named = Callable[[Iterable[Cell]], list[Object]]

_DIAGONALS = {"primaryDiagonal": "diagonal", "secondaryDiagonal": "antidiagonal"}


def imported(text: str) -> Import:
    """Return the puzzle of a link's compressed JSON, or of the digits of a grid."""
    data = unquote(text)
    if re.fullmatch(r"[0-9.]{16,}", data):
        puzzle = parse_line(data, Context()).puzzle
        job = Import(puzzle.rules)
        job.candidates = list(puzzle.candidates)
        return job
    try:
        value = json.loads(decompressed(data))
    except (ValueError, RecursionError) as error:
        raise FormatError("a link of lisudoku that holds no JSON") from error
    if not is_object(value):
        raise FormatError("a link of lisudoku that holds no puzzle")
    return of_object(value)


def is_object(value: object) -> bool:
    """Return whether a JSON value looks like a puzzle of lisudoku."""
    if not isinstance(value, dict):
        return False
    return isinstance(value.get("gridSize", value.get("grid_size")), int)  # a column has texts


def of_object(data: Object) -> Import:
    """Return the puzzle of an object."""
    names = (re.sub("_(.)", lambda one: one[1].upper(), name) for name in data)
    reader = _Reader(dict(zip(names, data.values(), strict=True)))
    reader.read()
    return reader.job


class _Reader:
    def __init__(self, data: Object) -> None:
        self.data = data
        self.size: int = data["gridSize"]
        if type(self.size) is not int or not 1 <= self.size <= MOST_SIZE:
            raise FormatError(f"gridSize {quoted(self.size)}; expected 1 to {MOST_SIZE}")
        regions = list(map(self.cells, self._list("regions")))
        home = {cell: number for number, region in enumerate(regions) for cell in region}
        labels = [home.get(cell) for cell in range(self.size**2)]
        self.job = Import(*houses_of(self.size, labels if regions else None))
        self.board = self.job.rules.board

    def read(self) -> None:
        for name, value in self.data.items():
            if name in ("gridSize", "regions", "kropkiNegative") or not value:
                continue
            if name == "fixedNumbers":
                self._givens()
            elif name in _DIAGONALS:
                self.job.add(diagonal_of(self.size, _DIAGONALS[name]))
            else:
                self._take(name)
        if self.data.get("kropkiNegative"):
            pairs = map(self.pair, self._list("kropkiDots"))
            exempt = tuple(sorted({(min(pair), max(pair)) for pair in pairs}))
            for row in rows_named("lisudoku", "kropkiNegative"):
                self.job.add(row.variant(self.board, exempt))

    def _list(self, name: str) -> list[Any]:
        return list_in(self.data.get(name) or [], name)

    def _take(self, name: str) -> None:
        rows = rows_named("lisudoku", name)
        if not rows:
            self.job.ignored.append(f"{quoted(name)}, which is unknown")
            return
        for entry in [True] if rows[0].shape == "flag" else self._list(name):
            for variant in filter(None, (SHAPES[row.shape].read(self, row, entry) for row in rows)):
                self.job.add(variant)

    def _givens(self) -> None:
        for entry in self._list("fixedNumbers"):
            value = entry.get("value") if isinstance(entry, dict) else None
            if type(value) is not int:
                raise FormatError(f"a given {quoted(entry)}; expected a position and a value")
            self.job.give(self.cell(entry.get("position")), value)

    def cell(self, value: object) -> Cell:
        if isinstance(value, dict):
            row, column, sides = value.get("row"), value.get("col"), range(self.size)
            if type(row) is int and type(column) is int and row in sides and column in sides:
                return row * self.size + column
        raise FormatError(f"cell {quoted(value)}; expected a row and a col on the board")

    def cells(self, value: object) -> tuple[Cell, ...]:
        return tuple(map(self.cell, list_in(value, "cells")))

    def pair(self, dot: object) -> tuple[Cell, Cell]:
        said = object_in(dot, "a dot")
        first, second = (said.get(f"cell{n}", said.get(f"cell_{n}")) for n in (1, 2))
        return self.cell(first), self.cell(second)


def _read_dots(reader: _Reader, row: NotationRow, entry: Any) -> Variant | None:
    pair = reader.pair(entry)
    kind = entry.get("dotType", entry.get("dot_type"))
    if kind not in ("Consecutive", "Double"):
        raise FormatError(f"a dot of type {quoted(kind)}; expected Consecutive or Double")
    return row.variant(reader.board, pair) if (kind,) == row.words else None


def _write_dots(row: NotationRow, dots: Any, named: _Named) -> list[Any]:
    pairs = map(named, dots.neighbours())
    return [{"dotType": row.words[0], "cell1": one, "cell2": other} for one, other in pairs]


def _read_cage(reader: _Reader, row: NotationRow, entry: Any) -> Variant:
    total = entry.get("sum") if isinstance(entry, dict) else None
    if not isinstance(entry, dict) or not (total is None or type(total) is int):
        raise FormatError(f"a cage {quoted(entry)}; expected a region and a sum")
    return row.variant(reader.board, reader.cells(entry.get("region")), total)


def _read_bulb(reader: _Reader, row: NotationRow, entry: Any) -> Variant:
    entry = object_in(entry, "an arrow")
    bulb = entry.get("circleCells", entry.get("circle_cells"))
    rest = entry.get("arrowCells", entry.get("arrow_cells"))
    # It reads a pill from left to right or downward, whichever end its cells begin with.
    return row.variant(reader.board, tuple(sorted(reader.cells(bulb))), reader.cells(rest))


SHAPES = {
    "cells": Shape(
        lambda reader, row, entry: row.variant(reader.board, reader.cells(entry)),
        lambda _, one, named: [named(one.cells)],
    ),
    "each": Shape(
        lambda reader, row, entry: row.variant(reader.board, reader.cells([entry])),
        lambda _, one, named: named(one.cells),
    ),
    "dots": Shape(_read_dots, _write_dots),
    "cage": Shape(
        _read_cage, lambda _, one, named: [{"sum": one.total, "region": named(one.cells)}]
    ),
    "bulb": Shape(
        _read_bulb,
        lambda _, one, named: [{"circleCells": named(one.bulb), "arrowCells": named(one.cells)}],
    ),
    "flag": Shape(lambda reader, row, _: row.variant(reader.board), lambda *_: True),
    # What the absence of dots means is read last, as dots exempt from it.
    "absent": Shape(lambda *_: None, lambda *_: True),
}


def link_of(record: Record) -> str:
    """Return a puzzle as a link, without its pencil marks."""
    puzzle = record.puzzle
    rules, size = puzzle.rules, puzzle.rules.size
    if not rules.board.is_square:
        raise FormatError("lisudoku knows only square boards")

    def named(those: Iterable[Cell]) -> list[Object]:
        return [{"row": cell // size, "col": cell % size} for cell in those]

    given = [(cell, digit) for cell, digit in enumerate(puzzle.digits) if digit]
    fixed = [{"position": named([cell])[0], "value": digit} for cell, digit in given]
    found: Object = {"gridSize": size, "fixedNumbers": fixed, "regions": []}
    for constraint in rules.constraints:
        _write(found, constraint, named)
    check_same(of_object(found), Puzzle.from_digits(puzzle.digits, rules), "lisudoku")
    data = quote(compressed(json.dumps(found, separators=(",", ":"))), safe="")
    return f"https://lisudoku.xyz/solver?import={data}\n"


def _write(found: Object, constraint: Constraint, named: _Named) -> None:
    if isinstance(constraint, AllDifferent):
        if constraint.kind in _DIAGONALS.values():
            found[next(f for f, kind in _DIAGONALS.items() if kind == constraint.kind)] = True
        elif constraint.kind not in ("row", "column"):
            field = "regions" if constraint.kind in ("box", "region") else "extraRegions"
            found.setdefault(field, []).append(named(constraint.cells))
        return
    rows = rows_of(type(constraint), "lisudoku")
    if not rows:
        raise FormatError(f"lisudoku has no word for: {constraint.label}")
    for row in rows:
        entries = SHAPES[row.shape].write(row, constraint, named)
        if isinstance(entries, list):
            found.setdefault(row.field, []).extend(entries)
        else:
            found[row.field] = True
