"""Puzzles of SudokuMaker (Xodoku), as its JSON and as links with it, both ways.

A puzzle has a list of cells, row by row, and a list of constraints, each with the number of its
type.  The values of cells that are not given are the solution where all cells have one.  Without a
``type`` the rows and columns of a puzzle are houses; a ``custom`` one has a constraint for that,
and its own digits.  What a constraint holds is in `cpsudoku.formats.setters.sudokumaker.shapes`.

>>> from cpsudoku.formats.setters.imported import Import
>>> puzzle = {"size": 4, "cells": [{}] * 15 + [{"value": 4, "given": True}], "constraints": [
...     {"type": 1, "regions": [0, 0, 1, 1] * 2 + [2, 2, 3, 3] * 2},
...     {"type": 202, "clues": [{"edge": 4, "value": 5}], "negative": []}]}
>>> job = of_object({"formatVersion": "1.5.0", "puzzle": puzzle})
>>> job.added[0].label, job.added[0].cells, job.puzzle().digits[15]
('V', (0, 4), 4)
"""

from __future__ import annotations

import json
from collections import Counter
from typing import Any, Final
from urllib.parse import unquote

from cpsudoku.errors import FormatError, quoted
from cpsudoku.formats.base import Record, blaming_text
from cpsudoku.formats.setters.imported import (
    MOST_SIZE,
    OTHER_REGIONS,
    Import,
    check_same,
    diagonal_of,
    houses_of,
    json_in,
    list_in,
    object_in,
    side_of,
)
from cpsudoku.formats.setters.lzstring import compressed, decompressed
from cpsudoku.formats.setters.sudokumaker.drawn import DRAWN, things_of
from cpsudoku.formats.setters.sudokumaker.shapes import (
    NEGATIVE,
    SHAPES,
    STYLES,
    CellReader,
    Object,
    whole_in,
)
from cpsudoku.puzzle import Puzzle
from cpsudoku.rules import AllDifferent, Board, Cell, Constraint, Digit, Rules, rectangle
from cpsudoku.rules.houses import lines_and_boxes
from cpsudoku.rules.primitives import Count
from cpsudoku.variants.regions import ExtraRegion
from cpsudoku.variants.registry import rows_named, rows_of

GIVENS: Final = 0
REGIONS: Final = 1
DIAGONALS: Final = {10: "diagonal", 11: "antidiagonal"}
DISJOINT: Final = 14
IN_SQUARES: Final = 16  # groups of digits in all squares
SCRIPT: Final = 1000
LINES: Final = 2003  # rows and columns, of a puzzle that is not a sudoku of itself
LIGHT, FOG_EFFECTS = 4000, 4001

_FIELDS = {
    "name", "author", "comment", "cells", "constraints", "type", "size", "width", "height",
    "minDigit", "maxDigit", "messages", "export", "exportSettings", "id", "creationTimestamp",
}  # fmt: skip
_VERSION = "1.5.0"


def imported(text: str) -> Import:
    """Return the puzzle of what a link has packed, in the letters that LZ-String has for links."""
    plain = unquote(text).replace("-", "/").replace("$", "=")
    value = json_in(decompressed(plain), "a link of SudokuMaker that holds no JSON")
    if not is_object(value):
        raise FormatError("a link of SudokuMaker that holds no puzzle")
    return of_object(value)


def is_object(value: object) -> bool:
    """Return whether a JSON value looks like a puzzle of SudokuMaker."""
    puzzle = value.get("puzzle") if isinstance(value, dict) else None
    return isinstance(puzzle, dict) and "cells" in puzzle and "constraints" in puzzle


def of_object(data: Object) -> Import:
    """Return the puzzle of an object."""
    reader = _Reader(object_in(data.get("puzzle"), "a puzzle of SudokuMaker with"))
    reader.read()
    reader.job.things = things_of(reader, reader.drawn)
    return reader.job


class _Reader(CellReader):
    """Reads the constraints of one puzzle, and collects what is only drawn."""

    def __init__(self, data: Object) -> None:
        self.data = data
        cells = list_in(data.get("cells"), "cells", "objects")
        self._cells = [object_in(cell or {}, "a cell with") for cell in cells]
        every = list_in(data.get("constraints"), "constraints", "objects")
        self._all = [object_in(one, "a constraint with") for one in every]
        self.drawn = [one for one in self._all if one.get("type") in DRAWN and self._is_on(one)]
        board, has_lines = self._board()
        self._labels = self._regions(board)
        counts = Counter(label for label in self._labels or () if label is not None)
        crowded = {label for label, count in counts.items() if count > board.size}
        own = self._labels and [None if label in crowded else label for label in self._labels]
        super().__init__(Import(_rules(board, has_lines, own)))
        self.job.ignored += [OTHER_REGIONS] * bool(crowded)
        self._light: list[Cell] = []

    @staticmethod
    def _is_on(constraint: Object) -> bool:
        return not constraint.get("disabled")

    def _board(self) -> tuple[Board, bool]:
        """Return the board, and whether its rows and columns are houses of themselves."""
        data, count = self.data, len(self._cells)
        size = data.get("size") or round(count**0.5)
        width = whole_in(data.get("width") or size, "width", 1, count)
        height = whole_in(data.get("height") or count // width, "height", 1, count)
        if width * height != count or max(width, height) > MOST_SIZE:
            raise FormatError(f"{count} cells for {height} rows of {width}; expected as many, and "
                              f"at most {MOST_SIZE} of either")  # fmt: skip
        is_custom = data.get("type") == "custom"
        usual = 9 if is_custom else max(width, height)
        first = whole_in(data.get("minDigit", 1), "minDigit", 0, MOST_SIZE)
        last = whole_in(data.get("maxDigit", usual), "maxDigit", first, MOST_SIZE)
        places = rectangle(height, width, 1).places
        return Board(places, last - first + 1, first), not is_custom

    def _regions(self, board: Board) -> list[int | None] | None:
        """Return for each cell the number of its region, None for none; None without regions."""
        found = [one for one in self._all if one.get("type") == REGIONS and self._is_on(one)]
        if not found:
            return None
        labels = list_in(found[-1].get("regions"), "regions", "numbers")
        if len(labels) != board.cell_count or not all(type(one) is int for one in labels):
            raise FormatError(f"regions of {len(labels)} cells; expected a number for each of "
                              f"{board.cell_count}")  # fmt: skip
        return [None if label < 0 else label for label in labels]

    def read(self) -> None:
        """Take all that is understood, and note the rest."""
        self._digits()
        for constraint in filter(self._is_on, self._all):
            said = constraint.get("type")
            kind = said if isinstance(said, int) else str(said)  # a list is no key of a table
            if constraint.get("solverIgnored"):
                self.ignore(f"constraint {quoted(kind)}, which solvers are to ignore")
            elif not self._special(kind, constraint):
                self._take(str(kind), constraint)
        self._negative()
        unknown = [name for name, value in self.data.items() if name not in _FIELDS and value]
        self.job.ignored += [f"{quoted(name)}, which is unknown" for name in unknown]
        light = [self.board.name(cell) for cell in self._light]
        self.job.decoration = {"foglight": light} if light else {}
        about = {"title": self.data.get("name"), "author": self.data.get("author")}
        self.job.name(about)
        self.job.listen(self.data.get("comment"))

    def ignore(self, what: str) -> None:
        """Note something that is not understood, once."""
        if what not in self.job.ignored:
            self.job.ignored.append(what)

    def _digits(self) -> None:
        """Take the givens; other values are the solution where all cells have one."""
        entered, digits = [], list[Digit]()
        for cell, entry in enumerate(self._cells):
            value = entry.get("value")
            if value is None:
                digits.append(0)
                continue
            mask = self.job.mask([whole_in(value, "value", -MOST_SIZE, 10**6)])
            digits.append(mask.bit_length())
            if entry.get("given"):
                self.job.candidates[cell] &= mask
            else:
                entered.append(cell)
        if entered and all(digits):
            self.job.claimed = tuple(digits)
        else:
            self.job.ignore_entries(entered)

    def _special(self, kind: Any, constraint: Object) -> bool:
        """Take a constraint that is not a variant; return whether it is of such a type."""
        if kind in DIAGONALS:
            self._diagonal(DIAGONALS[kind])
        elif kind == DISJOINT:
            self._disjoint()
        elif kind == LINES:
            self._lines(constraint)
        elif kind == SCRIPT:
            definition = constraint.get("definition")
            named = definition if isinstance(definition, dict) else {}
            name = constraint.get("name") or named.get("name") or ""
            self.ignore(f"the script {quoted(name)}")
        elif kind == LIGHT:
            self._light += self.cells(constraint) if constraint.get("cells") else ()
        elif kind == FOG_EFFECTS:
            self.ignore("effects other than light in fog")
        else:
            return kind in (GIVENS, REGIONS, *DRAWN)
        return True

    def _diagonal(self, kind: str) -> None:
        side = side_of(self.board.height, self.board.width)
        self._house(diagonal_of(side, kind))

    def _house(self, house: AllDifferent) -> None:
        self.job.rules = self.job.rules.with_constraints([house])

    def _lines(self, constraint: Object) -> None:
        """Add rows and columns, of the whole board or of the rectangles that are given."""
        areas = constraint.get("areas")
        if not areas:
            for house in lines_and_boxes(self.board.height, self.board.width):
                self._house(house)
            return
        for area in list_in(areas, "areas", "objects"):
            left, top, width, height = (
                whole_in(object_in(area, "an area with").get(name), name, 0, MOST_SIZE)
                for name in ("x", "y", "width", "height")
            )
            rows = [[(r, left + c) for c in range(width)] for r in range(top, top + height)]
            for kind, lines in (("row", rows), ("column", zip(*rows, strict=True))):
                for line in lines:
                    self._house(AllDifferent(tuple(map(self.cell_at, line)), kind))

    def _disjoint(self) -> None:
        """Add the cells of the same place in each region, where all regions have as many cells."""
        groups: dict[int, list[Cell]] = {}
        for cell, label in enumerate(self._labels or ()):
            if label is not None:
                groups.setdefault(label, []).append(cell)
        if len(set(map(len, groups.values()))) != 1:
            self.ignore("disjoint groups of a board without regions of one size")
        else:
            self.job.add_regions(zip(*groups.values(), strict=True))

    def _take(self, kind: str, constraint: Object) -> None:
        rows = [row for row in rows_named("sudokumaker", kind) if row.shape != "absent"]
        if not rows:
            self.ignore(f"a constraint of type {quoted(kind)}, which is unknown")
            return
        shape = SHAPES[rows[0].shape]
        for row in rows:
            for variant in shape.read(self, row, constraint):
                self.job.add(variant)

    def _negative(self) -> None:
        """Add what the absence of marks means; neighbours with a mark of the type are exempt."""
        marked: dict[str, set[tuple[Cell, Cell]]] = {kind: set() for kind in NEGATIVE}
        blocks = [one for one in self._all if self._is_on(one) and str(one.get("type")) in marked]
        for block in blocks:
            pairs = {self.edge(clue.get("edge")) for clue in self.objects(block, "clues")}
            kind = str(block["type"])
            marked[kind] |= pairs
            other, flag = NEGATIVE[kind]
            if flag and block.get(flag, True):
                marked[other] |= pairs
        for block in blocks:
            exempt = tuple(sorted(marked[str(block["type"])]))
            for row in rows_named("sudokumaker", str(block["type"])):
                if row.shape == "absent":
                    for variant in SHAPES["absent"].read(self, row, block, exempt):
                        self.job.add(variant)


def _rules(board: Board, has_lines: bool, labels: list[int | None] | None) -> Rules:
    """Return the houses of a board."""
    size = board.height if board.height == board.width == board.size else 0
    if has_lines and size and board.first == 1 and None not in (labels or ()):
        found, loose = houses_of(size, labels or [None] * board.cell_count)
        if not loose:
            return found
    groups = list(lines_and_boxes(board.height, board.width)) if has_lines else []
    for number, label in enumerate(sorted({one for one in labels or () if one is not None}), 1):
        cells = tuple(cell for cell, one in enumerate(labels or ()) if one == label)
        groups.append(AllDifferent(cells, "region", number))
    with blaming_text():
        return Rules(board, tuple(groups))


def link_of(record: Record) -> str:
    """Return a puzzle as a link, with its solution if it is known, and without pencil marks."""
    text = json.dumps(_object_of(record), separators=(",", ":"), ensure_ascii=False)
    packed = compressed(text).replace("/", "-").rstrip("=")
    return f"https://sudokumaker.app/?puzzle={packed}\n"


def _object_of(record: Record) -> Object:
    """Return a puzzle as an object, which was read again and means the same."""
    puzzle, rules = record.puzzle, record.puzzle.rules
    board = rules.board
    if board.places != rectangle(board.height, board.width, 1).places:
        raise FormatError("SudokuMaker knows only full rows")
    if not 0 <= board.first <= board.last <= 9:
        raise FormatError("SudokuMaker knows only digits 0 to 9")
    about = {"name": record.label, "author": record.author, "comment": record.words}
    digits = zip(puzzle.digits, record.solution or puzzle.digits, strict=True)
    found: Object = {name: text for name, text in about.items() if text}
    found["cells"] = [_entry(given, solved, board.first) for given, solved in digits]
    houses, lines = _houses(rules)
    is_usual = board.is_square and lines
    if not is_usual:
        found |= {"type": "custom", "width": board.width, "height": board.height}
        found |= {"minDigit": board.first, "maxDigit": board.last}
        houses += [{"type": LINES}] * lines
    elif board.size != 9:
        found |= {"type": "sudoku", "size": board.size}
    found["constraints"] = [{"type": GIVENS}, *houses, *_clues(rules)]
    whole = {"formatVersion": _VERSION, "puzzle": found}
    check_same(of_object(whole), Puzzle.from_digits(puzzle.digits, rules), "SudokuMaker")
    return whole


def _entry(given: Digit, solved: Digit, first: int) -> Object:
    if given:
        return {"value": given - 1 + first, "given": True}
    return {"value": solved - 1 + first} if solved else {}


def _houses(rules: Rules) -> tuple[list[Object], bool]:
    """Return the constraints for regions and diagonals, and whether rows and columns are houses."""
    board = rules.board
    lines = {frozenset(house.cells) for house in lines_and_boxes(board.height, board.width)}
    has_lines = lines <= rules.cell_sets
    labels = [-1] * board.cell_count
    found: list[Object] = []
    groups = [group for group in rules.constraints if isinstance(group, AllDifferent)]
    for number, group in enumerate(groups):
        cells, is_region = group.cells, group.kind in ("box", "region")
        kind = next((one for one, name in DIAGONALS.items() if name == group.kind), None)
        if has_lines and frozenset(cells) in lines:
            continue
        if kind is not None:
            found.append({"type": kind, "style": STYLES[kind]})
        elif is_region and all(labels[cell] < 0 for cell in cells):
            for cell in cells:
                labels[cell] = number
        else:
            found += _blocks(ExtraRegion(board, cells))
    if max(labels) >= 0:
        numbers = {label: n for n, label in enumerate(sorted({*labels} - {-1}))} | {-1: -1}
        found.insert(0, {"type": REGIONS, "regions": [numbers[label] for label in labels]})
    return found, has_lines


def _clues(rules: Rules) -> list[Object]:
    """Return the constraints of a puzzle; those of one type that differ in a list only are one."""
    in_squares = [one for one in rules.clues if isinstance(one, Count) and one.label == "groups"]
    masks = dict.fromkeys(sum(1 << digit for digit in one.values) for one in in_squares)
    found: list[Object] = [{"type": IN_SQUARES, "groups": list(masks)}] * bool(masks)
    for clue in (one for one in rules.clues if one not in in_squares):
        for block in _blocks(clue):
            lists = {name for name, value in block.items() if isinstance(value, list)}
            same = next((one for one in found if _is_like(one, block, lists)), None)
            if same is None or block["type"] in (IN_SQUARES, 102, 103, 305):  # each is its own
                found.append(block)
            else:
                for name in lists - {"groups"}:
                    same[name] += [
                        item for item in block[name] if name != "negative" or item not in same[name]
                    ]
    return found


def _is_like(one: Object, other: Object, lists: set[str]) -> bool:
    names = one.keys() - (lists - {"groups"} if one["type"] == 406 else lists)
    return one.keys() == other.keys() and all(one[name] == other[name] for name in names)


def _blocks(constraint: Constraint) -> list[Object]:
    rows = rows_of(type(constraint), "sudokumaker")
    if not rows:
        raise FormatError(f"SudokuMaker has no word for: {constraint.label}")
    (row,) = rows
    style = STYLES.get(int(row.field))
    block = SHAPES[row.shape].write(row, constraint)
    return [{"type": int(row.field), **block, **({"style": style} if style else {})}]
