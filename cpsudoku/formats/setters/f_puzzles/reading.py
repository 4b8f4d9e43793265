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
from collections.abc import Iterable
from typing import Any
from urllib.parse import unquote

from cpsudoku.errors import FormatError, quoted
from cpsudoku.formats.setters.drawings import LookMeaning, interpret
from cpsudoku.formats.setters.f_puzzles.fields import FieldReader, decoration_of
from cpsudoku.formats.setters.f_puzzles.places import Object
from cpsudoku.formats.setters.imported import (
    MOST_SIZE,
    Import,
    houses_of,
    number_in,
    object_in,
    with_regions,
)  # fmt: skip
from cpsudoku.formats.setters.lzstring import decompressed
from cpsudoku.rules import Cell, usual

_LINK = re.compile(r"[?&]load=([^&#\s]+)|fpuz(?:zles)?([A-Za-z0-9+/=%_-]+)")


def is_link(text: str) -> bool:
    """Return whether a text is a link with a puzzle of f-puzzles in it."""
    return text.lstrip()[:4] in ("http", "fpuz") and _LINK.search(text) is not None


def imported(text: str, meanings: Iterable[LookMeaning] = ()) -> Import:
    """Return the puzzle of a link or a JSON text."""
    return of_object(_data(text), meanings)


def is_object(value: object) -> bool:
    """Return whether a JSON value looks like a puzzle of f-puzzles."""
    grid = value.get("grid") if isinstance(value, dict) else None
    row = grid[0] if isinstance(grid, list) and grid else None
    return isinstance(row, list) and bool(row) and isinstance(row[0], dict)


def of_object(data: Object, meanings: Iterable[LookMeaning] = ()) -> Import:
    """Return the puzzle of an object."""
    size = data.get("size", 9)
    if type(size) is not int or not 1 <= size <= MOST_SIZE:
        raise FormatError(f"size {quoted(size)}; expected 1 to {MOST_SIZE}")
    grid = _grid(data.get("grid"), size)
    labels = [entry.get("region", -1) for entry in grid]
    usual_ones = all(label == -1 for label in labels)
    rules, others = houses_of(size, None if usual_ones else _regions(labels, size))
    title, author = (str(data.get(name) or "")[:200] for name in ("title", "author"))
    job = Import(rules, title=title, author=author)
    with_regions(job, others)
    job.ignore_entries([c for c, entry in enumerate(grid) if _take_cell(job, c, entry)])
    reader = FieldReader(job, data, others)
    reader.read()
    said = tuple(meanings)
    # What is said to mean something is not drawn once more.
    job.decoration = "" if said else decoration_of(data)
    interpret(job, reader.things, said)
    job.listen(data.get("ruleset"))
    return job


def _data(text: str) -> Object:
    text = text.strip()
    found = _LINK.search(text) if text[:1] != "{" else None
    if found is not None:
        text = decompressed(unquote(found[1] or found[2]))
    try:
        data = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise FormatError("not a puzzle of f-puzzles: it is not JSON") from error
    return object_in(data, "not a puzzle of f-puzzles:")


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


def _take_cell(job: Import, cell: Cell, entry: Object) -> bool:
    """Take what a cell may have; return whether a digit was entered that is not a given."""
    value = entry.get("value")
    is_given = bool(entry.get("given"))
    if value is not None and is_given:
        job.candidates[cell] &= job.mask([number_in(value)])
    marks = entry.get("givenPencilMarks")
    if isinstance(marks, list) and marks:
        job.candidates[cell] &= job.mask(map(number_in, marks))
    return value is not None and not is_given
