"""Puzzles of f-puzzles, as its JSON and as links.

The fields are those that f-puzzles writes, and those that its solver script adds.  Cells are
``R1C1``; clues outside have row or column 0 or N + 1.  A line of an arrow begins in its bulb, which
does not count.

>>> import json
>>> found = imported(json.dumps({"size": 4, "grid": [[{} for _ in range(4)] for _ in range(4)],
...                              "thermometer": [{"lines": [["R1C1", "R2C2"]]}]}))
>>> [variant.name for variant in found.added]
['thermo']
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from functools import cache
from itertools import pairwise
from typing import Any, TypeAlias
from urllib.parse import unquote

from cpsudoku.errors import FormatError
from cpsudoku.formats.setters.imported import MOST_SIZE, Import, houses_of, with_regions
from cpsudoku.formats.setters.lzstring import decompressed
from cpsudoku.rules import Cell, Rules, latin, usual
from cpsudoku.variants import (
    cages,
    cells,
    chess,
    counts,
    dots,
    indexing,
    lines,
    outside,
    regions,
    sum_lines,
)
from cpsudoku.variants.base import Variant

Object: TypeAlias = dict[str, Any]

_LINK = re.compile(r"[?&]load=([^&#\s]+)|fpuz(?:zles)?([A-Za-z0-9+/=%_-]+)")

COSMETIC = {
    "line": "lines", "text": "texts", "circle": "circles", "rectangle": "rectangles",
    "cage": "cages that are only drawn", "fogofwar": "fog", "foglight": "lights in the fog",
    "triggereffect": "effects",
}  # fmt: skip
"""Fields that are drawn without meaning, and what they are called in the report."""

_SILENT = {
    "size", "grid", "title", "author", "ruleset", "solution", "highlightConflicts", "negative",
    "disabledlogic", "truecandidatesoptions", "metadata", "successMessage",
}  # fmt: skip


def is_link(text: str) -> bool:
    """Return whether a text is a link with a puzzle of f-puzzles in it."""
    return text.lstrip()[:4] in ("http", "fpuz") and _LINK.search(text) is not None


def imported(text: str) -> Import:
    """Return the puzzle of a link or a JSON text.

    Raises:
        FormatError: it is no such puzzle.
    """
    return of_object(_data(text))


def is_object(value: object) -> bool:
    """Return whether a JSON value looks like a puzzle of f-puzzles."""
    grid = value.get("grid") if isinstance(value, dict) else None
    rows = grid if isinstance(grid, list) else [None]
    return isinstance(rows[0], list) and bool(rows[0]) and isinstance(rows[0][0], dict)


def of_object(data: Object) -> Import:
    """Return the puzzle of an object.

    Args:
        data: what the JSON text says.

    Raises:
        FormatError: it is no such puzzle.
    """
    size = data.get("size", 9)
    if type(size) is not int or not 1 <= size <= MOST_SIZE:
        raise FormatError(f"size {str(size)[:20]}; expected 1 to {MOST_SIZE}")
    grid = _grid(data.get("grid"), size)
    labels = [entry.get("region", -1) for entry in grid]
    usual_ones = all(label == -1 for label in labels)
    rules, others = houses_of(size, None if usual_ones else _regions(labels, size))
    job = Import(rules, title=str(data.get("title") or "")[:200])
    with_regions(job, others)
    for cell, entry in enumerate(grid):
        _take_cell(job, cell, entry)
    _Reader(job, data).read()
    return job


def _data(text: str) -> Object:
    text = text.strip()
    found = _LINK.search(text) if text[:1] != "{" else None
    if found is not None:
        text = decompressed(unquote(found[1] or found[2]))
    try:
        data = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise FormatError("no puzzle of f-puzzles: it is no JSON") from error
    if not isinstance(data, dict):
        raise FormatError("no puzzle of f-puzzles: expected an object")
    return data


def _grid(value: object, size: int) -> list[Object]:
    rows = value if isinstance(value, list) else []
    found = [entry for row in rows if isinstance(row, list) for entry in row]
    if len(rows) != size or len(found) != size * size:
        raise FormatError(f"a grid of another form than {size} rows of {size} cells")
    if not all(isinstance(entry, dict) for entry in found):
        raise FormatError("a cell that is no object")
    return found


def _regions(labels: list[Any], size: int) -> list[int | None]:
    """Return for each cell its region; one that says none is in its usual box, or else its row."""
    groups = usual(size).of_kind("box") or usual(size).of_kind("row")
    home = {c: n for n, group in enumerate(groups) for c in group.cells}
    whole = [home.get(cell) if label == -1 else label for cell, label in enumerate(labels)]
    if not all(label is None or type(label) is int for label in whole):
        raise FormatError("a region that is no number")
    return whole


def _take_cell(job: Import, cell: Cell, entry: Object) -> None:
    value = entry.get("value")
    if value is not None and entry.get("given"):
        job.candidates[cell] &= job.mask([_number(value)])
    elif value is not None:
        job.ignored.append(f"a digit entered in {job.rules.board.name(cell)}, which is no given")
    marks = entry.get("givenPencilMarks")
    if isinstance(marks, list) and marks:
        job.candidates[cell] &= job.mask(map(_number, marks))


def _number(value: object) -> int:
    text = str(value).strip()
    if not re.fullmatch(r"-?[0-9]{1,9}", text):
        raise FormatError(f"{text[:20]!r}; expected a number")
    return int(text)


@cache
def square_with_diagonals(size: int) -> Rules:
    """Return rules of a size that have both main diagonals."""
    return latin(size).with_diagonals()


class _Reader:
    """Reads the constraints of one puzzle."""

    def __init__(self, job: Import, data: Object) -> None:
        self.job = job
        self.data = data
        self.board = job.rules.board
        self.size = job.rules.size

    def read(self) -> None:
        """Take all that is understood, and note the rest."""
        for name, value in self.data.items():
            if name in _SILENT or not value:
                continue
            if name in COSMETIC:
                count = len(value) if isinstance(value, list) else 1
                self.job.ignored.append(f"{COSMETIC[name]}, only drawn ({count})")
            elif name in _FLAGS:
                _FLAGS[name](self)
            elif name in _TOGETHER and isinstance(value, list):
                marked = tuple(self.cell(entry.get("cell")) for entry in value)
                self.job.add(_TOGETHER[name](self.board, marked))
            elif name in _LISTS and isinstance(value, list):
                for entry in value:
                    self._take(name, entry)
            else:
                self.job.ignored.append(f"{name[:40]!r}, which is unknown")
        self._negative()

    def _take(self, name: str, entry: object) -> None:
        if not isinstance(entry, dict):
            raise FormatError(f"{name} with {str(entry)[:20]}; expected an object")
        for variant in _LISTS[name](self, entry):
            self.job.add(variant)

    def cell(self, name: object) -> Cell:
        """Return a cell of the board."""
        row, column = self.place(name)
        found = self.board.cells_at.get((row - 1, column - 1))
        if found is None:
            raise FormatError(f"there is no cell {str(name)[:20]}")
        return found

    @staticmethod
    def place(name: object) -> tuple[int, int]:
        """Return a row and a column, from 1; 0 and N + 1 are outside."""
        found = re.fullmatch(r"[Rr]([0-9]{1,3})[Cc]([0-9]{1,3})", str(name))
        if found is None:
            raise FormatError(f"{str(name)[:20]!r} is no cell; expected a name such as R1C1")
        return int(found[1]), int(found[2])

    def cells(self, entry: Object, key: str = "cells") -> tuple[Cell, ...]:
        """Return the cells of a field."""
        names = entry.get(key)
        if not isinstance(names, list):
            raise FormatError(f"{key} {str(names)[:20]}; expected a list of cells")
        return tuple(map(self.cell, names))

    def lines(self, entry: Object) -> Iterator[tuple[Cell, ...]]:
        """Yield the lines of a field, each cell once where a line stays in it."""
        found = entry.get("lines", [])
        if not isinstance(found, list):
            raise FormatError("lines that are no list")
        for line in found:
            walked = self.cells({"cells": line})
            yield tuple(c for i, c in enumerate(walked) if i == 0 or c != walked[i - 1])

    @staticmethod
    def number(entry: Object, usual_one: int | None) -> int | None:
        """Return the value of a field, or what is usual."""
        value = entry.get("value")
        return usual_one if value in (None, "") else _number(value)

    def seen_from(self, name: object) -> tuple[Cell, ...]:
        """Return the row or column that a clue outside looks at, from the clue on."""
        row, column = self.place(name)
        ahead, back = range(self.size), range(self.size - 1, -1, -1)
        if row in (0, self.size + 1) and 1 <= column <= self.size:
            places = [(r, column - 1) for r in (ahead if row == 0 else back)]
        elif column in (0, self.size + 1) and 1 <= row <= self.size:
            places = [(row - 1, c) for c in (ahead if column == 0 else back)]
        else:
            raise FormatError(f"a clue at {str(name)[:20]}; expected a place beside the board")
        return tuple(self.board.cells_at[place] for place in places)

    def _negative(self) -> None:
        """Add what the absence of marks means; neighbours with any mark are exempt."""
        names = self.data.get("negative") or []
        marks = [e for name in ("difference", "ratio", "xv") for e in self.data.get(name) or []]
        pairs = {tuple(sorted(self.cells(entry))) for entry in marks}
        exempt = tuple(sorted(pair for pair in pairs if len(pair) == 2))
        if "ratio" in names:
            for ratio in self._values("ratio", 2):
                self.job.add(dots.NoBlack(self.board, exempt, ratio))
        if "xv" in names:
            self.job.add(dots.NoSum(self.board, exempt))
        if self.data.get("nonconsecutive"):
            self.job.add(dots.NoWhite(self.board, exempt))

    def _values(self, name: str, usual_one: int) -> list[int]:
        found = {self.number(entry, usual_one) for entry in self.data.get(name) or []}
        return sorted(value for value in found if value is not None) or [usual_one]

    def diagonal(self, *, rising: bool) -> None:
        """Add a main diagonal."""
        kind = "antidiagonal" if rising else "diagonal"
        wanted = next(g for g in square_with_diagonals(self.size).groups if g.kind == kind)
        self.job.rules = self.job.rules.with_constraints([wanted])

    def disjoint(self) -> None:
        """Add the cells of the same place in each box."""
        groups = [group.cells for group in self.job.rules.of_kind("box")]
        for place in zip(*groups, strict=True):
            self.job.add(regions.ExtraRegion(self.board, place))

    def homes(self) -> list[tuple[Cell, ...]]:
        """Return the boxes, or the regions that stand for them."""
        rules = self.job.rules
        found = [group.cells for group in (*rules.of_kind("box"), *rules.of_kind("region"))]
        return found + [v.cells for v in self.job.added if isinstance(v, regions.ExtraRegion)]


_Made: TypeAlias = Iterator[Variant]
_Take: TypeAlias = Callable[[_Reader, Object], _Made]


def _line(variant: Callable[..., Variant], *, closed: bool = False) -> _Take:
    """Return a reader of lines; where only neighbours count, a line may end where it began."""

    def take(reader: _Reader, entry: Object) -> _Made:
        for line in reader.lines(entry):
            if len(set(line)) == len(line):
                if len(line) > 1:
                    yield variant(reader.board, line)
            elif closed:
                for pair in pairwise(line):
                    yield variant(reader.board, pair)
            else:
                reader.job.ignored.append("a line that meets itself")

    return take


def _with_number(variant: Callable[..., Variant], usual_one: int) -> _Take:
    def take(reader: _Reader, entry: Object) -> _Made:
        yield variant(reader.board, reader.cells(entry), reader.number(entry, usual_one))

    return take


def _whispers(reader: _Reader, entry: Object) -> _Made:
    least = reader.number(entry, None)

    def whispers(board: Any, line: tuple[Cell, ...]) -> Variant:
        return lines.Whispers(board, line, least)

    return _line(whispers, closed=True)(reader, entry)


def _arrow(reader: _Reader, entry: Object) -> _Made:
    bulb = reader.cells(entry)
    for line in reader.lines(entry):
        if len(line) > 1:
            yield sum_lines.Arrow(reader.board, bulb, line[1:])


def _region_sum(reader: _Reader, entry: Object) -> _Made:
    home = {c: n for n, cells_of_it in enumerate(reader.homes()) for c in cells_of_it}
    for line in reader.lines(entry):
        parts: list[list[Cell]] = []
        for number, cell in enumerate(line):
            if number == 0 or home.get(cell) != home.get(line[number - 1]):
                parts.append([])
            parts[-1].append(cell)
        if len(parts) > 1:
            yield sum_lines.EqualSums(reader.board, tuple(map(tuple, parts)))


def _cage(reader: _Reader, entry: Object) -> _Made:
    text = str(entry.get("value") or "").strip()
    total = int(text) if re.fullmatch(r"[0-9]{1,4}", text) else None
    if text and total is None:
        reader.job.ignored.append(f"{text[:20]!r} in a cage, where a sum is expected")
    yield cages.Killer(reader.board, reader.cells(entry), total)


def _xv(reader: _Reader, entry: Object) -> _Made:
    value = str(entry.get("value") or "").strip().upper()
    if value:
        total = {"X": 10, "V": 5}.get(value)
        yield dots.PairSum(reader.board, reader.cells(entry), total or _number(value))


def _quad(reader: _Reader, entry: Object) -> _Made:
    values = tuple(map(_number, entry.get("values") or []))
    if values:
        yield counts.Quad(reader.board, reader.cells(entry), values)


def _clone(reader: _Reader, entry: Object) -> _Made:
    one, other = reader.cells(entry), reader.cells(entry, "cloneCells")
    if len(one) != len(other):
        raise FormatError(f"a clone of {len(one)} cells in {len(other)}")
    for pair in zip(one, other, strict=True):
        if pair[0] != pair[1]:
            yield regions.Clone(reader.board, pair)


def _mark(variant: Callable[..., Variant]) -> _Take:
    def take(reader: _Reader, entry: Object) -> _Made:
        yield variant(reader.board, (reader.cell(entry.get("cell")),))

    return take


def _cells_alone(variant: Callable[..., Variant]) -> _Take:
    def take(reader: _Reader, entry: Object) -> _Made:
        yield variant(reader.board, reader.cells(entry))

    return take


def _clue(variant: Callable[..., Variant]) -> _Take:
    def take(reader: _Reader, entry: Object) -> _Made:
        number = reader.number(entry, None)
        if number is not None:
            yield variant(reader.board, reader.seen_from(entry.get("cell")), number)

    return take


def _little_killer(reader: _Reader, entry: Object) -> _Made:
    number = reader.number(entry, None)
    if number is not None:
        yield outside.LittleKiller(reader.board, reader.cells(entry), number)


def _box_indexer(reader: _Reader, entry: Object) -> _Made:
    for cell in reader.cells(entry):
        box = next((home for home in reader.homes() if cell in home), None)
        if box is None:
            raise FormatError(f"a box indexer at {reader.board.name(cell)}, which is in no box")
        yield indexing.BoxIndexer(reader.board, box, (cell,))


_FLAGS: dict[str, Callable[[_Reader], object]] = {
    "diagonal+": lambda reader: reader.diagonal(rising=True),
    "diagonal-": lambda reader: reader.diagonal(rising=False),
    "antiknight": lambda reader: reader.job.add(chess.AntiKnight(reader.board)),
    "antiking": lambda reader: reader.job.add(chess.AntiKing(reader.board)),
    "disjointgroups": lambda reader: reader.disjoint(),
    "nonconsecutive": lambda _: None,  # comes last, as marks exempt from it
}

# Two that share an edge do not count for one another.
_TOGETHER: dict[str, Callable[..., Variant]] = {
    "minimum": cells.Minimum,
    "maximum": cells.Maximum,
}

_LISTS: dict[str, _Take] = {
    "arrow": _arrow,
    "killercage": _cage,
    "thermometer": _line(lines.Thermo),
    "slowthermometer": _line(lines.SlowThermo),
    "palindrome": _line(lines.Palindrome),
    "renban": _line(lines.Renban),
    "whispers": _whispers,
    "regionsumline": _region_sum,
    "betweenline": _line(lines.Between),
    "lockout": _line(lines.Lockout),
    "entropicline": _line(lines.Entropic),
    "modularline": _line(lines.Modular),
    "nabner": _line(lines.Nabner),
    "doublearrow": _line(sum_lines.DoubleArrow),
    "zipperline": _line(sum_lines.Zipper),
    "difference": _with_number(dots.White, 1),
    "ratio": _with_number(dots.Black, 2),
    "xv": _xv,
    "odd": _mark(cells.Odd),
    "even": _mark(cells.Even),
    "extraregion": _cells_alone(regions.ExtraRegion),
    "clone": _clone,
    "quadruple": _quad,
    "sandwichsum": _clue(outside.Sandwich),
    "xsum": _clue(outside.XSum),
    "skyscraper": _clue(outside.Skyscraper),
    "littlekillersum": _little_killer,
    "rowindexer": _cells_alone(indexing.RowIndexer),
    "columnindexer": _cells_alone(indexing.ColumnIndexer),
    "boxindexer": _box_indexer,
}
