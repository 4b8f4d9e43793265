"""The fields of a puzzle of f-puzzles: what each constraint is here."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import cache
from itertools import pairwise
from typing import Any, TypeAlias

from cpsudoku.errors import FormatError
from cpsudoku.formats.setters.drawings import Drawn, cut_at_regions, looks_of
from cpsudoku.formats.setters.imported import Import
from cpsudoku.rules import Cell, Rules, latin
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

_DRAWN = {"line": "line", "text": "text", "circle": "circle", "rectangle": "rectangle",
          "cage": "cage"}  # fmt: skip
"""Fields that are drawn without meaning, and what kind of thing each has."""

_EFFECTS = {"fogofwar": "fog", "foglight": "lights in the fog", "triggereffect": "effects"}
"""Fields that change what is shown, and what they are called in the report."""

_SILENT = {
    "size", "grid", "title", "author", "ruleset", "solution", "highlightConflicts", "negative",
    "disabledlogic", "truecandidatesoptions", "metadata", "successMessage",
}  # fmt: skip


def number_of(value: object) -> int:
    """Return a whole number.

    Raises:
        FormatError: it is none.
    """
    text = str(value).strip()
    if not re.fullmatch(r"-?[0-9]{1,9}", text):
        raise FormatError(f"{text[:20]!r}; expected a number")
    return int(text)


@cache
def square_with_diagonals(size: int) -> Rules:
    """Return rules of a size that have both main diagonals."""
    return latin(size).with_diagonals()


class Reader:
    """Reads the constraints of one puzzle.

    Args:
        job: the puzzle in the making.
        data: the object.
        regions: the cells of regions that do not fill the board.

    Attributes:
        things: what is only drawn.
    """

    def __init__(self, job: Import, data: Object, regions: list[list[Cell]]) -> None:
        self.job = job
        self._regions = regions
        self.data = data
        self.board = job.rules.board
        self.size = job.rules.size
        self.things: list[Drawn] = []

    def read(self) -> None:
        """Take all that is understood, and note the rest."""
        for name, value in self.data.items():
            if name in _SILENT or not value:
                continue
            if name in _DRAWN and isinstance(value, list):
                self.things += (t for entry in value for t in self._drawn(_DRAWN[name], entry))
            elif name in _EFFECTS:
                self.job.ignored.append(f"{_EFFECTS[name]}, only drawn")
            elif name in _FLAGS:
                _FLAGS[name](self)
            elif name in _TOGETHER and isinstance(value, list):
                marked = tuple(self.cell(entry.get("cell")) for entry in self.entries(name))
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

    def _drawn(self, kind: str, entry: object) -> Iterator[Drawn]:
        """Yield the things of an entry; what stands outside of the board has no cells."""
        if not isinstance(entry, dict):
            raise FormatError(f"{kind} with {str(entry)[:20]}; expected an object")
        colour = entry.get("baseC") or entry.get("outlineC") or entry.get("fontC")
        looks = looks_of(kind, colour)
        text = str(entry.get("value") or "").strip()[:40]
        if kind == "line":
            for line in self.lines(entry):
                yield Drawn(looks, line, text)
            return
        names = entry.get("cells") or []
        if not isinstance(names, list):
            raise FormatError(f"cells {str(names)[:20]}; expected a list of cells")
        inside = [name for name in names if self._is_inside(name)]
        yield Drawn(looks, tuple(map(self.cell, inside)), text)

    def _is_inside(self, name: object) -> bool:
        return all(1 <= number <= self.size for number in self.place(name))

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

    def entries(self, name: str) -> list[Object]:
        """Return the entries of a field of the puzzle, none where it is missing.

        Raises:
            FormatError: it is no list of objects.
        """
        found = self.data.get(name) or []
        if not isinstance(found, list) or not all(isinstance(entry, dict) for entry in found):
            raise FormatError(f"{name} {str(found)[:20]}; expected a list of objects")
        return found

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
        return usual_one if value in (None, "") else number_of(value)

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
        if not isinstance(names, list):
            raise FormatError(f"negative {str(names)[:20]}; expected a list of names")
        marks = [e for name in ("difference", "ratio", "xv") for e in self.entries(name)]
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
        found = {self.number(entry, usual_one) for entry in self.entries(name)}
        return sorted(value for value in found if value is not None) or [usual_one]

    def diagonal(self, *, rising: bool) -> None:
        """Add a main diagonal."""
        kind = "antidiagonal" if rising else "diagonal"
        wanted = next(g for g in square_with_diagonals(self.size).groups if g.kind == kind)
        self.job.rules = self.job.rules.with_constraints([wanted])

    def disjoint(self) -> None:
        """Add the cells of the same place in each box, or in each region of a jigsaw.

        Places are counted row by row, as SudokuSolver does.
        """
        rules = self.job.rules
        groups = [sorted(g.cells) for kind in ("box", "region") for g in rules.of_kind(kind)]
        groups = groups or list(map(sorted, self._regions))
        if not groups or len(set(map(len, groups))) > 1:
            raise FormatError("disjoint groups of a grid without regions of one size")
        for place in zip(*groups, strict=True):
            self.job.add(regions.ExtraRegion(self.board, place))


_Made: TypeAlias = Iterator[Variant]
_Take: TypeAlias = Callable[[Reader, Object], _Made]


def _line(variant: Callable[..., Variant], *, closed: bool = False) -> _Take:
    """Return a reader of lines; where only neighbours count, a line may end where it began."""

    def take(reader: Reader, entry: Object) -> _Made:
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


def _withnumber_of(variant: Callable[..., Variant], usual_one: int) -> _Take:
    def take(reader: Reader, entry: Object) -> _Made:
        yield variant(reader.board, reader.cells(entry), reader.number(entry, usual_one))

    return take


def _whispers(reader: Reader, entry: Object) -> _Made:
    least = reader.number(entry, None)

    def whispers(board: Any, line: tuple[Cell, ...]) -> Variant:
        return lines.Whispers(board, line, least)

    return _line(whispers, closed=True)(reader, entry)


def _arrow(reader: Reader, entry: Object) -> _Made:
    bulb = reader.cells(entry)
    for line in reader.lines(entry):
        if len(line) > 1:
            yield sum_lines.Arrow(reader.board, bulb, line[1:])


def _region_sum(reader: Reader, entry: Object) -> _Made:
    for line in reader.lines(entry):
        parts = cut_at_regions(reader.job, line)
        if len(parts) > 1:
            yield sum_lines.EqualSums(reader.board, parts)


def _cage(reader: Reader, entry: Object) -> _Made:
    text = str(entry.get("value") or "").strip()
    total = int(text) if re.fullmatch(r"[0-9]{1,4}", text) else None
    if text and total is None:
        reader.job.ignored.append(f"{text[:20]!r} in a cage, where a sum is expected")
    yield cages.Killer(reader.board, reader.cells(entry), total)


def _xv(reader: Reader, entry: Object) -> _Made:
    value = str(entry.get("value") or "").strip().upper()
    if value:
        total = {"X": 10, "V": 5}.get(value)
        yield dots.PairSum(reader.board, reader.cells(entry), total or number_of(value))


def _quad(reader: Reader, entry: Object) -> _Made:
    found = entry.get("values") or []
    if not isinstance(found, list):
        raise FormatError(f"values {str(found)[:20]}; expected a list of digits")
    values = tuple(map(number_of, found))
    if values:
        yield counts.Quad(reader.board, reader.cells(entry), values)


def _clone(reader: Reader, entry: Object) -> _Made:
    one, other = reader.cells(entry), reader.cells(entry, "cloneCells")
    if len(one) != len(other):
        raise FormatError(f"a clone of {len(one)} cells in {len(other)}")
    for pair in zip(one, other, strict=True):
        if pair[0] != pair[1]:
            yield regions.Clone(reader.board, pair)


def _mark(variant: Callable[..., Variant]) -> _Take:
    def take(reader: Reader, entry: Object) -> _Made:
        yield variant(reader.board, (reader.cell(entry.get("cell")),))

    return take


def _cells_alone(variant: Callable[..., Variant]) -> _Take:
    def take(reader: Reader, entry: Object) -> _Made:
        yield variant(reader.board, reader.cells(entry))

    return take


def _clue(variant: Callable[..., Variant]) -> _Take:
    def take(reader: Reader, entry: Object) -> _Made:
        number = reader.number(entry, None)
        if number is not None:
            yield variant(reader.board, reader.seen_from(entry.get("cell")), number)

    return take


def _little_killer(reader: Reader, entry: Object) -> _Made:
    number = reader.number(entry, None)
    if number is not None:
        yield outside.LittleKiller(reader.board, reader.cells(entry), number)


def _box_indexer(reader: Reader, entry: Object) -> _Made:
    for cell in reader.cells(entry):
        box = next((home for home in reader.job.homes() if cell in home), None)
        if box is None:
            raise FormatError(f"a box indexer at {reader.board.name(cell)}, which is in no box")
        yield indexing.BoxIndexer(reader.board, box, (cell,))


_FLAGS: dict[str, Callable[[Reader], object]] = {
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
    "difference": _withnumber_of(dots.White, 1),
    "ratio": _withnumber_of(dots.Black, 2),
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
