"""Puzzles in ipuz, an open form of JSON for puzzles of all kinds: its sudokus with their givens.

Cages say a number and an operator and not whether digits repeat; they are reported as drawn.

>>> job = of_object({"version": "http://ipuz.org/v2", "kind": ["http://ipuz.org/sudoku#1"],
...                  "puzzle": [[1, 0, 0, 0], [0, {"given": 2}, 0, 0], [0] * 4, [0] * 4]})
>>> job.puzzle().digits[:6]
(1, 0, 0, 0, 0, 2)
"""

from __future__ import annotations

from typing import Any

from cpsudoku.errors import FormatError, quoted
from cpsudoku.formats.setters.imported import MOST_SIZE, Import, list_in, object_in
from cpsudoku.formats.setters.things import DrawnThing
from cpsudoku.rules import Cell, latin, usual

Object = dict[str, Any]

_BLANK = (0, "0", None, "", "#", "-")


def is_object(value: object) -> bool:
    """Return whether a JSON value is an ipuz puzzle."""
    return isinstance(value, dict) and str(value.get("version", "")).startswith("http://ipuz.org/")


def of_object(data: Object) -> Import:
    """Return the puzzle of an object."""
    kinds = data.get("kind")
    if not isinstance(kinds, list) or not any("ipuz.org/sudoku" in str(kind) for kind in kinds):
        raise FormatError(f"an ipuz puzzle of kind {quoted(kinds)}; expected a sudoku")
    grid = data.get("puzzle")
    rows: list[Any] = grid if isinstance(grid, list) else []
    size = len(rows)
    if not 1 <= size <= MOST_SIZE or any(not isinstance(r, list) or len(r) != size for r in rows):
        raise FormatError("an ipuz sudoku without as many rows as columns")
    charset = data.get("charset") or "123456789"[:size]
    if not isinstance(charset, str) or len(charset) < size:
        raise FormatError(f"an ipuz sudoku of {size} rows with digits {quoted(charset)}")
    job = Import(usual(size) if data.get("boxes", True) else latin(size))
    job.name(data)
    for cell, digit in enumerate(_digits(rows, charset)):
        if digit:
            job.give(cell, digit)
    solution = data.get("solution")
    if isinstance(solution, list) and len(solution) == size:
        claimed = _digits(solution, charset)
        job.claimed = claimed if len(claimed) == size**2 and 0 not in claimed else None
    for said in (object_in(cage, "a cage") for cage in data.get("cages") or []):
        cells = [_cell(c, size) for c in list_in(said.get("cells") or [], "the cells of a cage")]
        looks = tuple(filter(None, (str(said.get("operator") or ""), "cage")))
        job.things.append(DrawnThing(looks, tuple(cells), str(said.get("value") or "")))
    return job


def _digits(rows: list[Any], charset: str) -> tuple[int, ...]:
    found = []
    for value in (one for row in rows if isinstance(row, list) for one in row):
        given = value.get("given", value.get("value")) if isinstance(value, dict) else value
        if given in _BLANK:
            found.append(0)
        elif len(str(given)) == 1 and str(given) in charset:
            found.append(charset.index(str(given)) + 1)
        elif type(given) is int:
            found.append(given)
        else:
            raise FormatError(f"a given {quoted(given)}; expected one of {charset}")
    return tuple(found)


def _cell(value: object, size: int) -> Cell:
    """Return the cell of a column and a row, counted from 1."""
    if isinstance(value, list) and len(value) == 2 and all(type(one) is int for one in value):
        column, row = map(int, value)
        if 1 <= row <= size and 1 <= column <= size:
            return (row - 1) * size + column - 1
    raise FormatError(f"cell {quoted(value)}; expected a column and a row")
