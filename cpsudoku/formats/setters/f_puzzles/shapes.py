"""Cells as f-puzzles' JSON names them, and the shapes in which constraints stand there.

A variant names its field and one of these (`cpsudoku.variants.base.rows`).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from itertools import chain
from typing import Any, TypeAlias

from cpsudoku.errors import FormatError, quoted
from cpsudoku.formats.setters.drawings import cut_at_regions
from cpsudoku.formats.setters.imported import Import, Shape, list_in, number_in
from cpsudoku.formats.setters.things import diagonal_from, seen_from
from cpsudoku.rules import Board, Cell
from cpsudoku.variants.base import Variant, number_field

Object: TypeAlias = dict[str, Any]


class PlaceReader:
    """Reads names of cells and of places beside the board of a puzzle in the making."""

    def __init__(self, job: Import) -> None:
        self.job = job
        self.board, self.size = job.rules.board, job.rules.size

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
    """Return the number of an entry, or what is usual."""
    value = entry.get("value")
    return usual if value in (None, "") else number_in(value)


def numbers_in(entries: Iterable[Object], usual: int) -> list[int]:
    """Return the numbers of some entries, each once; the usual one where there is no entry."""
    found = {_value(entry, usual) for entry in entries}
    return sorted(value for value in found if value is not None) or [usual]


def _names(board: Board, those: Iterable[Cell]) -> list[str]:
    return [board.name(cell).upper() for cell in those]


def _said(one: Any, as_text: bool = False) -> Object:
    """Return the number of a variant as an entry has it, nothing where it has none."""
    value = getattr(one, number_field(type(one)))
    return {} if value is None else {"value": str(value) if as_text else value}


def _read_lines(places: PlaceReader, variant: _Kind, entry: Object) -> _Made:
    yield from (variant(places.board, line) for line in places.lines(entry) if len(line) > 1)


def _write_lines(line: Any) -> list[Object]:
    return [{"lines": [_names(line.board, line.cells)]}]


def _read_valued(places: PlaceReader, variant: _Kind, entry: Object) -> _Made:
    number, lines = _value(entry), places.lines(entry)
    yield from (variant(places.board, line, number) for line in lines if len(line) > 1)


def _read_bulb(places: PlaceReader, variant: _Kind, entry: Object) -> _Made:
    bulb = places.cells(entry)
    for line in places.lines(entry):
        if len(line) > 1:
            yield variant(places.board, bulb, line[1:])


def _write_bulb(arrow: Any) -> list[Object]:
    bulb = _names(arrow.board, arrow.bulb)
    return [{"cells": bulb, "lines": [[bulb[-1], *_names(arrow.board, arrow.cells)]]}]


def _read_regions(places: PlaceReader, variant: _Kind, entry: Object) -> _Made:
    for line in places.lines(entry):
        parts = cut_at_regions(places.job, line)
        if len(parts) > 1:
            yield variant(places.board, parts)


def _write_regions(sums: Any) -> list[Object]:
    return [{"lines": [_names(sums.board, chain.from_iterable(sums.parts))]}]


def _write_cells(one: Any, **more: object) -> list[Object]:
    return [{"cells": _names(one.board, one.cells)} | more]


def _read_cage(places: PlaceReader, variant: _Kind, entry: Object) -> _Made:
    text = str(entry.get("value") or "").strip()
    total = int(text) or None if re.fullmatch(r"[0-9]{1,4}", text) else None
    if text.strip("0") and total is None:
        places.job.ignored.append(f"{quoted(text)} in a cage, where a sum is expected")
    yield variant(places.board, places.cells(entry), total)


def _read_quad(places: PlaceReader, variant: _Kind, entry: Object) -> _Made:
    values = tuple(map(number_in, list_in(entry.get("values") or [], "values", "digits")))
    if values:
        yield variant(places.board, places.cells(entry), values)


def _read_halves(places: PlaceReader, variant: _Kind, entry: Object) -> _Made:
    one, other = places.cells(entry), places.cells(entry, "cloneCells")
    if len(one) != len(other):
        raise FormatError(f"a clone of {len(one)} cells in {len(other)}")
    for pair in zip(one, other, strict=True):
        if pair[0] != pair[1]:
            yield variant(places.board, pair)


def _write_halves(clone: Any) -> list[Object]:
    one, other = (_names(clone.board, half) for half in clone.halves())
    return [{"cells": one, "cloneCells": other}]


def _read_box(places: PlaceReader, variant: _Kind, entry: Object) -> _Made:
    for cell in places.cells(entry):
        box = next((home for home in places.job.homes() if cell in home), None)
        if box is None:
            raise FormatError(f"a box indexer at {places.board.name(cell)}, which is in no box")
        yield variant(places.board, box, (cell,))


def _read_dots(places: PlaceReader, variant: Any, entry: Object) -> _Made:
    usual = variant.usual if isinstance(variant.usual, int) else None
    yield variant(places.board, places.cells(entry), _value(entry, usual))


def _write_dots(dots: Any) -> list[Object]:
    return [{"cells": _names(dots.board, pair)} | _said(dots) for pair in dots.neighbours()]


def _read_signs(places: PlaceReader, variant: Any, entry: Object) -> _Made:
    value = str(entry.get("value") or "").strip().upper()
    if value:
        total = next((total for total, sign in variant.signs if sign == value), None)
        yield variant(places.board, places.cells(entry), total or number_in(value))


def _write_signs(signs: Any) -> list[Object]:
    value = dict(signs.signs).get(signs.total, str(signs.total))
    return [{"cells": _names(signs.board, p), "value": value} for p in signs.neighbours()]


def _read_each(places: PlaceReader, variant: _Kind, entry: Object) -> _Made:
    yield variant(places.board, (places.cell(entry.get("cell")),))


def _write_each(marks: Any) -> list[Object]:
    return [{"cell": name} for name in _names(marks.board, marks.cells)]


def _read_clue(places: PlaceReader, variant: _Kind, entry: Object) -> _Made:
    number = _value(entry)
    if number is not None:
        yield variant(places.board, places.seen_from(entry.get("cell")), number)


def _write_clue(clue: Any) -> list[Object]:
    (row, column), (next_row, next_column) = (clue.board.places[c] for c in clue.cells[:2])
    # One step back from the first cell is the place of the clue.
    place = f"R{2 * row - next_row + 1}C{2 * column - next_column + 1}"
    return [{"cell": place} | _said(clue, as_text=True)]


def _read_diagonal(places: PlaceReader, variant: _Kind, entry: Object) -> _Made:
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
    row, column = clue.board.places[clue.cells[0]]
    last_row, last_column = clue.board.places[clue.cells[-1]]
    down = last_row > row or (last_row == row and row == 0)
    right = last_column > column or (last_column == column and column == 0)
    place = f"R{row + (0 if down else 2)}C{column + (0 if right else 2)}"
    direction = ("D" if down else "U") + ("R" if right else "L")
    cells = _names(clue.board, clue.cells)
    return [{"cell": place, "direction": direction, "cells": cells, "value": str(clue.number)}]


# Read by the reader itself: what the absence of marks means comes last, as marks exempt from it.
_FLAG = Shape(lambda *_: (), lambda _: True)
FLAGS = dict.fromkeys(("flag", "marked", "written", "absent"), _FLAG)
"""The shapes of what is only there or not."""

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
