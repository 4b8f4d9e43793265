"""Puzzles of f-puzzles (E. Rosenberg), as its JSON and as links with it, both ways.

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
from collections.abc import Callable, Iterable, Iterator
from functools import cached_property, lru_cache
from itertools import chain
from typing import Any, TypeAlias
from urllib.parse import unquote

from cpsudoku.errors import FormatError, quoted
from cpsudoku.formats.base import Record, homes_of
from cpsudoku.formats.setters.drawings import DRAWN, cut_at_regions
from cpsudoku.formats.setters.imported import (
    MOST_SIZE,
    TO_BE_FOUND,
    Import,
    Shape,
    check_same,
    diagonal_of,
    houses_of,
    json_in,
    list_in,
    number_in,
    object_in,
)
from cpsudoku.formats.setters.lzstring import compressed, decompressed
from cpsudoku.formats.setters.things import (
    DrawnThing,
    colour_in,
    diagonal_from,
    length_in,
    looks_of,
    seen_at,
    seen_from,
    text_in,
)
from cpsudoku.puzzle import Puzzle
from cpsudoku.rules import AllDifferent, Board, Cell, Constraint, Rules, classic, latin, usual
from cpsudoku.variants.base import OnCells, Variant, number_field
from cpsudoku.variants.regions import ExtraRegion
from cpsudoku.variants.registry import NotationRow, rows_named, rows_of

Object: TypeAlias = dict[str, Any]

_EFFECTS = ("fogofwar", "foglight", "triggereffect")
"""Fields that change what is shown: which cells fog hides, and which entries lift it from where."""

DECORATION = (*DRAWN, *_EFFECTS)
"""Fields that change no solution, which are carried along."""

_DIAGONALS = {"diagonal+": "antidiagonal", "diagonal-": "diagonal"}

SILENT = {
    "size", "grid", "title", "author", "ruleset", "solution", "highlightConflicts", "negative",
    "disabledlogic", "truecandidatesoptions", "metadata", "successMessage",
}  # fmt: skip
"""Fields that are read elsewhere, or say nothing of a puzzle."""


def decoration_in(data: Object) -> Object:
    """Return the fields of a puzzle that change no solution."""
    return {name: data[name] for name in DECORATION if data.get(name)}


def is_fog(name: str, value: object) -> bool:
    """Return whether a field says where fog is, which the page shows as it is carried along."""
    if name != "triggereffect":
        return True
    entries = value if isinstance(value, list) else [value]
    parts = (
        (entry.get(part) if isinstance(entry, dict) else None, kind)
        for entry in entries
        for part, kind in (("trigger", "cellvalue"), ("effect", "foglight"))
    )
    return all(isinstance(part, dict) and part.get("type") == kind for part, kind in parts)


def decorated(text: str) -> Object:
    """Return the fields of a decoration; none of a text that is not one."""
    try:
        found = json.loads(text or "{}")
    except (ValueError, RecursionError):
        return {}
    return decoration_in(found) if isinstance(found, dict) else {}


class FieldReader:
    """Reads the constraints of one puzzle, and collects what is only drawn."""

    def __init__(self, job: Import, data: Object) -> None:
        self.job, self._homes = job, job.homes()
        self.board, self.size = job.rules.board, job.rules.size
        self.data = data

    def read(self) -> None:
        """Take all that is understood, and note the rest."""
        for name, value in self.data.items():
            if name in SILENT or not value:
                continue
            if name in DRAWN and isinstance(value, list):
                self.job.things += (t for e in list_in(value, name) for t in self._drawn(name, e))
            elif name in _EFFECTS:
                if not is_fog(name, value):
                    self.job.ignored.append("effects other than light in fog")
            elif name in _DIAGONALS:
                wanted = diagonal_of(self.size, _DIAGONALS[name])
                self.job.rules = self.job.rules.with_constraints([wanted])
            elif name == "disjointgroups":
                self._disjoint()
            elif not self._take(rows_named("f_puzzles", name), value):
                self.job.ignored.append(f"{quoted(name)}, which is unknown")
        self._negative()

    def _take(self, rows: tuple[NotationRow, ...], value: object) -> bool:
        """Take the entries of a variant's field; return whether there are any of its form."""
        for variant, field, shape, _ in rows:
            if shape == "flag":
                self.job.add(variant(self.board))
            if shape in FLAGS:
                continue
            if not isinstance(value, list):
                return False
            if shape == "together":
                cells = (self.cell(entry.get("cell")) for entry in self.entries(field))
                self.job.add(variant(self.board, tuple(cells)))
                continue
            for entry in list_in(value, field):
                found = object_in(entry, f"{field} with")
                if shape in UNNUMBERED and found.get("value") not in (None, ""):
                    self.job.ignored.append(f"{quoted(found['value'])} as the value of a {field}")
                for one in SHAPES[shape].read(self, variant, found):
                    self._add(one)
        return bool(rows)

    def _add(self, variant: Variant) -> None:
        """Add a variant; one that has no meaning on this board is reported."""
        count = len(variant.cells) if isinstance(variant, OnCells) else 0
        if isinstance(variant, OnCells) and count < variant.least:
            self.job.ignored.append(f"{variant.label} of {count} cells, which is too short")
        else:
            self.job.add(variant)

    @cached_property
    def _paths(self) -> set[tuple[Cell, ...]]:
        """The lines of all known constraints, which are often drawn once more to be seen."""
        fields = (name for name in self.data if rows_named("f_puzzles", name))
        entries = (
            e for name in fields if isinstance(self.data[name], list) for e in self.data[name]
        )
        lines = (entry for entry in entries if isinstance(entry, dict) and entry.get("lines"))
        return {line for entry in lines for line in self.lines(entry)}

    def _drawn(self, kind: str, value: object) -> Iterator[DrawnThing]:
        """Yield the things of an entry; one outside of the board has the line that it looks at."""
        entry = object_in(value, f"{kind} with")
        colour = entry.get("baseC") or entry.get("outlineC") or entry.get("fontC")
        looks = looks_of(kind, colour)
        text = text_in(entry.get("value") or "", entry.get("angle"))
        size = length_in(entry.get("height"), 1), length_in(entry.get("width"), 1)
        fill, border = (colour_in(entry.get(name)) for name in ("baseC", "outlineC"))
        if kind == "line":
            for line in self.lines(entry):
                if line not in self._paths and line[::-1] not in self._paths:
                    points = tuple(map(self._middle, line))
                    yield DrawnThing(looks, line, text, points=points, size=(size[1], 0.0),
                                     fill=border or fill)  # fmt: skip
            return
        names = list_in(entry.get("cells") or [], "cells", "cells")
        sides = range(1, self.size + 1)
        inside = [name for name in names if all(side in sides for side in self.place(name))]
        cells = tuple(map(self.cell, inside))
        if kind != "cage":  # what stands between cells looks the same, whichever is listed first
            cells = tuple(sorted(cells))
        if len(names) == 1 and not inside:
            row, column = self.place(names[0])
            looks, cells = ("outside", *looks), seen_from(self.board, (row - 1, column - 1))
        places = list(map(self.place, names))
        rows, columns = zip(*places, strict=True) if places else ((0,), (0,))
        place = sum(rows) / len(rows) - 0.5, sum(columns) / len(columns) - 0.5
        if kind == "text":
            size, fill, border = (0.5, 0.5), "", ""
        yield DrawnThing(
            looks, cells, text, place, size=size, fill=fill, border=border,
            is_round=kind == "circle",
        )  # fmt: skip

    def _middle(self, cell: Cell) -> tuple[float, float]:
        row, column = self.board.places[cell]
        return row + 0.5, column + 0.5

    def entries(self, name: str) -> list[Object]:
        """Return the entries of a field of the puzzle, none where it is missing."""
        found = list_in(self.data.get(name) or [], name, "objects")
        return [object_in(entry, f"{name} with") for entry in found]

    def _negative(self) -> None:
        """Add what the absence of marks means; neighbours with any mark are exempt."""
        names = list_in(self.data.get("negative") or [], "negative", "names")
        rows = [row for name in self.data.keys() - SILENT for row in rows_named("f_puzzles", name)]
        marked = {row.field for row in rows if row.shape in ("dots", "signs")}
        pairs = {tuple(sorted(self.cells(e))) for name in marked for e in self.entries(name)}
        exempt = tuple(sorted(pair for pair in pairs if len(pair) == 2))
        known = {row.words[0] for row in rows_named("f_puzzles", "negative")}
        unknown = [
            f"no {quoted(name)} but those given, which is unknown"
            for name in names
            if name not in known
        ]
        self.job.ignored += unknown
        for row in rows_named("f_puzzles", "negative"):
            mark, *usual = row.words
            if mark in names:
                numbers = numbers_in(self.entries(mark), int(usual[0])) if usual else [None]
                for number in numbers:
                    self.job.add(row.variant(self.board, exempt, number))
        for row in rows:
            if row.shape == "marked" and self.data[row.field]:
                self.job.add(row.variant(self.board, exempt))

    def _disjoint(self) -> None:
        """Add the cells of the same place in each box, or in each region of a jigsaw.

        Places are counted row by row, as SudokuSolver does.
        """
        if len(set(map(len, self._homes))) != 1:
            raise FormatError("disjoint groups of a grid without regions of one size")
        self.job.add_regions(zip(*map(sorted, self._homes), strict=True))

    def cell(self, name: object) -> Cell:
        """Return a cell of the board."""
        row, column = self.place(name)
        found = self.board.cells_at.get((row - 1, column - 1))
        if found is None:
            raise FormatError(f"there is no cell {quoted(name)}")
        return found

    @staticmethod
    def place(name: object) -> tuple[int, int]:
        """Return a row and a column, from 1; 0 and N + 1 are outside."""
        found = re.fullmatch(r"[Rr]([0-9]{1,3})[Cc]([0-9]{1,3})", str(name))
        if found is None:
            raise FormatError(f"{quoted(name)} is not a cell; expected a name such as R1C1")
        return int(found[1]), int(found[2])

    def cells(self, entry: Object, key: str = "cells") -> tuple[Cell, ...]:
        """Return the cells of a field."""
        return tuple(map(self.cell, list_in(entry.get(key), key, "cells")))

    def lines(self, entry: Object) -> Iterator[tuple[Cell, ...]]:
        """Yield the lines of a field, each cell once where a line stays in it."""
        for line in list_in(entry.get("lines", []), "lines"):
            walked = self.cells({"cells": line})
            yield tuple(c for i, c in enumerate(walked) if i == 0 or c != walked[i - 1])

    def seen_from(self, name: object) -> tuple[Cell, ...]:
        """Return the row or column that a clue outside looks at, from the clue on."""
        row, column = self.place(name)
        cells = seen_from(self.board, (row - 1, column - 1))
        if not cells or {row, column}.isdisjoint((0, self.size + 1)):
            raise FormatError(f"a clue at {quoted(name)}; expected a place beside the board")
        return cells

    def diagonal_from(self, name: object, direction: object) -> tuple[Cell, ...]:
        """Return the diagonal that a clue outside looks at in a direction such as ``DR``."""
        step = _STEPS.get(str(direction).strip().upper())
        if step is None:
            expected = ", ".join(_STEPS)
            raise FormatError(f"direction {quoted(direction)} of a clue; expected {expected}")
        row, column = (side - 1 for side in self.place(name))
        found = diagonal_from(self.board, (row, column), (row + step[0], column + step[1]))
        if not found:
            raise FormatError(f"a clue at {quoted(name)} toward {direction}; expected one beside "
                              "the board, and toward it")  # fmt: skip
        return found


_STEPS = {"DR": (1, 1), "DL": (1, -1), "UR": (-1, 1), "UL": (-1, -1)}

_Made: TypeAlias = Iterator[Variant]
_Kind: TypeAlias = Callable[..., Variant]


def _value(entry: Object, usual: int | None = None) -> int | None:
    """Return the number of an entry, or the usual one."""
    value = entry.get("value")
    return usual if value in (None, "") else number_in(value)


def numbers_in(entries: Iterable[Object], usual: int) -> list[int]:
    """Return the different numbers of some entries, or the usual number if there are no entries."""
    found = {_value(entry, usual) for entry in entries}
    return sorted(value for value in found if value is not None) or [usual]


def _names(board: Board, those: Iterable[Cell]) -> list[str]:
    return [board.name(cell).upper() for cell in those]


def _said(one: Any, as_text: bool = False) -> Object:
    """Return the number of a variant as an entry has it, nothing where it has none."""
    value = getattr(one, number_field(type(one)))
    return {} if value is None else {"value": str(value) if as_text else value}


def _read_lines(places: FieldReader, variant: _Kind, entry: Object, *more: int | None) -> _Made:
    lines = (line for line in places.lines(entry) if len(line) > 1)
    yield from (variant(places.board, line, *more) for line in lines)


def _write_lines(line: Any) -> list[Object]:
    return [{"lines": [_names(line.board, line.cells)]}]


def _read_valued(places: FieldReader, variant: _Kind, entry: Object) -> _Made:
    return _read_lines(places, variant, entry, _value(entry))


def _read_bulb(places: FieldReader, variant: _Kind, entry: Object) -> _Made:
    bulb = places.cells(entry)
    for line in places.lines(entry):
        if len(line) > 1:
            yield variant(places.board, bulb, line[1:])


def _write_bulb(arrow: Any) -> list[Object]:
    bulb = _names(arrow.board, arrow.bulb)
    return [{"cells": bulb, "lines": [[bulb[-1], *_names(arrow.board, arrow.cells)]]}]


def _read_regions(places: FieldReader, variant: _Kind, entry: Object) -> _Made:
    for line in places.lines(entry):
        parts = cut_at_regions(places.job, line)
        if len(parts) > 1:
            yield variant(places.board, parts)


def _write_regions(sums: Any) -> list[Object]:
    return [{"lines": [_names(sums.board, chain.from_iterable(sums.parts))]}]


def _write_cells(one: Any, **more: object) -> list[Object]:
    return [{"cells": _names(one.board, one.cells)} | more]


def _read_cage(places: FieldReader, variant: _Kind, entry: Object) -> _Made:
    text = str(entry.get("value") or "").strip()
    total = int(text) or None if re.fullmatch(r"[0-9]{1,4}", text) else None
    if text.strip("0") and total is None:
        places.job.ignored.append(f"{quoted(text)} in a cage, where a sum is expected")
    yield variant(places.board, places.cells(entry), total)


def _read_quad(places: FieldReader, variant: _Kind, entry: Object) -> _Made:
    values = tuple(map(number_in, list_in(entry.get("values") or [], "values", "digits")))
    if values:
        yield variant(places.board, places.cells(entry), values)


def _read_halves(places: FieldReader, variant: _Kind, entry: Object) -> _Made:
    one, other = places.cells(entry), places.cells(entry, "cloneCells")
    if len(one) != len(other):
        raise FormatError(f"a clone of {len(one)} cells in {len(other)}")
    for pair in zip(one, other, strict=True):
        if pair[0] != pair[1]:
            yield variant(places.board, pair)


def _write_halves(clone: Any) -> list[Object]:
    one, other = (_names(clone.board, half) for half in clone.halves())
    return [{"cells": one, "cloneCells": other}]


def _read_box(places: FieldReader, variant: _Kind, entry: Object) -> _Made:
    for cell in places.cells(entry):
        box = next((home for home in places.job.homes() if cell in home), None)
        if box is None:
            raise FormatError(f"a box indexer at {places.board.name(cell)}, which is in no box")
        yield variant(places.board, box, (cell,))


def _read_dots(places: FieldReader, variant: Any, entry: Object) -> _Made:
    usual = variant.usual if isinstance(variant.usual, int) else None
    yield variant(places.board, places.cells(entry), _value(entry, usual))


def _write_dots(dots: Any) -> list[Object]:
    return [{"cells": _names(dots.board, pair)} | _said(dots) for pair in dots.neighbours()]


def _read_signs(places: FieldReader, variant: Any, entry: Object) -> _Made:
    value = str(entry.get("value") or "").strip().upper()
    if value:
        total = next((total for total, sign in variant.signs if sign == value), None)
        yield variant(places.board, places.cells(entry), total or number_in(value))


def _write_signs(signs: Any) -> list[Object]:
    value = dict(signs.signs).get(signs.total, str(signs.total))
    return [{"cells": _names(signs.board, p), "value": value} for p in signs.neighbours()]


def _read_each(places: FieldReader, variant: _Kind, entry: Object) -> _Made:
    yield variant(places.board, (places.cell(entry.get("cell")),))


def _write_each(marks: Any) -> list[Object]:
    return [{"cell": name} for name in _names(marks.board, marks.cells)]


def _read_clue(places: FieldReader, variant: _Kind, entry: Object) -> _Made:
    number = _value(entry)
    if number is not None:
        yield variant(places.board, places.seen_from(entry.get("cell")), number)


def _write_clue(clue: Any) -> list[Object]:
    (row, column), _ = seen_at(clue.board, clue.cells)
    return [{"cell": f"R{row + 1}C{column + 1}"} | _said(clue, as_text=True)]


def _read_diagonal(places: FieldReader, variant: _Kind, entry: Object) -> _Made:
    number, direction = _value(entry), entry.get("direction")
    if number is None:
        return
    cells = places.cells(entry) if entry.get("cells") or not direction else None
    seen = places.diagonal_from(entry.get("cell"), direction) if direction else cells
    if cells is not None and seen != cells:
        names = " or ".join(places.board.names(some) for some in (cells, seen or ()))
        raise FormatError(f"a clue at {quoted(entry.get('cell'))} toward {direction}: {names}; "
                          "expected the same cells")  # fmt: skip
    yield variant(places.board, seen, number)


def _write_diagonal(clue: Any) -> list[Object]:
    (row, column), toward = seen_at(clue.board, clue.cells)
    place = f"R{row + 1}C{column + 1}"
    direction = next(name for name, step in _STEPS.items() if step == toward)
    cells = _names(clue.board, clue.cells)
    return [{"cell": place, "direction": direction, "cells": cells, "value": str(clue.number)}]


# Read by the reader itself: what the absence of marks means comes last, as marks exempt from it.
_FLAG = Shape(lambda *_: (), lambda _: True)
FLAGS = dict.fromkeys(("flag", "marked", "written", "absent"), _FLAG)
"""The shapes of fields that are only there or not."""

UNNUMBERED = ("lines", "bulb", "regions", "cells", "halves", "box", "each")
"""The shapes of entries in which a value has no meaning."""

SHAPES = {
    "lines": Shape(_read_lines, _write_lines),
    "valued": Shape(_read_valued, lambda line: [_write_lines(line)[0] | _said(line)]),
    "bulb": Shape(_read_bulb, _write_bulb),
    "regions": Shape(_read_regions, _write_regions),
    "cells": Shape(
        lambda places, variant, entry: [variant(places.board, places.cells(entry))], _write_cells
    ),
    "cage": Shape(_read_cage, lambda cage: _write_cells(cage, **_said(cage, as_text=True))),
    "quad": Shape(_read_quad, lambda quad: _write_cells(quad, values=list(quad.wanted))),
    "halves": Shape(_read_halves, _write_halves),
    "box": Shape(_read_box, _write_cells),
    "dots": Shape(_read_dots, _write_dots),
    "signs": Shape(_read_signs, _write_signs),
    "each": Shape(_read_each, _write_each),
    "together": Shape(lambda *_: (), _write_each),
    "clue": Shape(_read_clue, _write_clue),
    "diagonal": Shape(_read_diagonal, _write_diagonal),
    **FLAGS,
}


def imported(text: str) -> Import:
    """Return the puzzle of a JSON text, or of one compressed as in links."""
    if text.lstrip()[:1] != "{":
        text = decompressed(unquote(text))
    data = json_in(text, "not a puzzle of f-puzzles: it is not JSON")
    return of_object(object_in(data, "not a puzzle of f-puzzles:"))


def is_object(value: object) -> bool:
    """Return whether a JSON value looks like a puzzle of f-puzzles."""
    grid = value.get("grid") if isinstance(value, dict) else None
    row = grid[0] if isinstance(grid, list) and grid else None
    return isinstance(row, list) and bool(row) and isinstance(row[0], dict)


def of_object(data: Object) -> Import:
    """Return the puzzle of an object."""
    size = data.get("size", 9)
    if type(size) is not int or not 1 <= size <= MOST_SIZE:
        raise FormatError(f"size {quoted(size)}; expected 1 to {MOST_SIZE}")
    grid = _grid(data.get("grid"), size)
    labels = [entry.get("region", -1) for entry in grid]
    usual_ones = all(label == -1 for label in labels)
    regions = None if usual_ones else _regions(labels, size)
    has_one = regions is not None and len(set(regions)) == 1 and None not in regions and size > 1
    job = Import(latin(size)) if has_one else Import(*houses_of(size, regions))
    job.ignored += [TO_BE_FOUND] * has_one
    job.name(data)
    entered = []
    for cell, entry in enumerate(grid):
        value, marks = entry.get("value"), entry.get("givenPencilMarks")
        if str(value).strip() in ("None", "", "0"):
            pass  # a blank cell
        elif entry.get("given"):
            job.give(cell, number_in(value))
        else:
            entered.append(cell)
        if isinstance(marks, list) and marks:
            job.candidates[cell] &= job.mask(map(number_in, marks))
    job.ignore_entries(entered)
    FieldReader(job, data).read()
    job.things += _shaded(grid)
    job.decoration = decoration_in(data)
    job.listen(data.get("ruleset"))
    job.claim(data.get("solution"))
    return job


def _shaded(grid: list[Object]) -> Iterator[DrawnThing]:
    """Yield the colours of cells, which mean something only where words speak of them."""
    for cell, entry in enumerate(grid):
        colours = entry.get("cArray") or [entry.get("c") or entry.get("highlight")]
        for code in map(colour_in, colours if isinstance(colours, list) else ()):
            if code:
                yield DrawnThing(looks_of("rectangle", code), (cell,), reported="", size=(1.0, 1.0),
                                 fill=code)  # fmt: skip


def _grid(value: object, size: int) -> list[Object]:
    rows = value if isinstance(value, list) else []
    if len(rows) != size or not all(isinstance(row, list) and len(row) == size for row in rows):
        raise FormatError(f"a grid of another form than {size} rows of {size} cells")
    found = [entry for row in rows for entry in row]
    if not all(isinstance(entry, dict) for entry in found):
        raise FormatError("a cell that is not an object")
    return found


def _regions(labels: list[Any], size: int) -> list[int | None]:
    """Return for each cell its region; one that says none is in its usual box, or else its row."""
    groups = usual(size).of_kind("box") or usual(size).of_kind("row")
    home = {c: n for n, group in enumerate(groups) for c in group.cells}
    whole = [home.get(cell) if label == -1 else label for cell, label in enumerate(labels)]
    if not all(label is None or type(label) is int for label in whole):
        raise FormatError("a region that is not a number")
    return whole


_ENCODER = json.JSONEncoder(separators=(",", ":"), ensure_ascii=False)


def fpuzzles_json(record: Record) -> str:
    """Return a puzzle as f-puzzles' JSON."""
    puzzle = record.puzzle
    rules = puzzle.rules
    if not rules.board.is_square:
        raise FormatError("f-puzzles knows only square boards")
    if not all(puzzle.candidates):
        raise FormatError("f-puzzles has no cells without candidates")
    about = {"title": record.label, "author": record.author, "ruleset": record.words}
    said = {name: text for name, text in about.items() if text}
    # Nothing is said of the usual rules but the cells; to read those again takes as long as a link.
    is_sure = rules == classic() and not record.decoration
    found: Object = {"size": rules.size, "grid": _entries(puzzle), **said}
    for group in (c for c in rules.constraints if isinstance(c, AllDifferent)):
        if group.kind in ("diagonal", "antidiagonal"):
            found["diagonal-" if group.kind == "diagonal" else "diagonal+"] = True
        elif group.kind not in ("row", "column", "box", "region"):
            _add(found, ExtraRegion(rules.board, group.cells))
    for clue in rules.clues:
        _add(found, clue)
    found |= decorated(record.decoration)
    text = _ENCODER.encode(found)
    if not is_sure:
        check_same(imported(text), puzzle, "f-puzzles")
    return text


def link(record: Record) -> str:
    """Return a puzzle as a link of f-puzzles."""
    return f"https://f-puzzles.com/?load={compressed(fpuzzles_json(record))}\n"


def sudokupad_link(record: Record) -> str:
    """Return a puzzle as a link of SudokuPad, which takes what f-puzzles writes."""
    return f"https://sudokupad.app/fpuz{compressed(fpuzzles_json(record))}\n"


def _entries(puzzle: Puzzle) -> list[list[Object]]:
    rules = puzzle.rules
    home, usual_home = _homes(rules), _homes(usual(rules.size))
    found: list[list[Object]] = [[] for _ in range(rules.size)]
    for cell, (mask, digit) in enumerate(zip(puzzle.candidates, puzzle.digits, strict=True)):
        entry: Object = {}
        if digit:
            entry = {"value": digit, "given": True}
        elif mask != rules.all_digits:
            entry = {"givenPencilMarks": [d for d in range(1, rules.size + 1) if mask >> d - 1 & 1]}
        if home != usual_home or not home:
            entry["region"] = home.get(cell)
        found[cell // rules.size].append(entry)
    return found


@lru_cache(maxsize=16)
def _homes(rules: Rules) -> dict[Cell, int]:
    """Return for the cells of boxes and regions the numbers of these."""
    return {cell: number for number, home in enumerate(homes_of(rules)) for cell in home}


def _add(found: Object, constraint: Constraint) -> None:
    row, *_ = *rows_of(type(constraint), "f_puzzles"), None
    if row is None:
        raise FormatError(f"f-puzzles has no word for: {constraint.label}")
    entries = SHAPES[row.shape].write(constraint)
    if isinstance(entries, list):
        found.setdefault(row.field, []).extend(entries)
    elif row.words:
        found.setdefault(row.field, []).append(row.words[0])
    else:
        found[row.field] = True
