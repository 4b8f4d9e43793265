"""The shapes in which constraints stand in f-puzzles' JSON: what reads each, and what writes it.

A variant names its field and one of these (`cpsudoku.variants.base.rows`).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from itertools import pairwise
from typing import Any, NamedTuple, TypeAlias

from cpsudoku.errors import FormatError, quoted
from cpsudoku.formats.setters.drawings import cut_at_regions
from cpsudoku.formats.setters.f_puzzles.places import Object, PlaceReader
from cpsudoku.formats.setters.imported import list_in, number_in
from cpsudoku.rules import Board, Cell
from cpsudoku.variants.base import Variant, number_field

_Made: TypeAlias = Iterator[Variant]
_Kind: TypeAlias = Callable[..., Variant]


class FieldShape(NamedTuple):
    """How a constraint stands in a field.

    Args:
        read: gives the variants of an entry; None for ``flag`` and ``together``.
        write: gives the entries of a variant, or True for a flag.
    """

    read: Callable[[PlaceReader, Any, Object], Iterable[Variant]]
    write: Callable[[Any], list[Object] | bool]


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
    for line in places.lines(entry):
        if len(set(line)) < len(line):
            places.job.ignored.append("a line that meets itself")
        elif len(line) > 1:
            yield variant(places.board, line)


def _write_lines(line: Any) -> list[Object]:
    return [{"lines": [_names(line.board, line.cells)]}]


def _read_loops(places: PlaceReader, variant: _Kind, entry: Object) -> _Made:
    """Yield lines of which only neighbours count, so that one may end where it began."""
    number = _value(entry)
    for line in places.lines(entry):
        parts = [line] if len(set(line)) == len(line) else list(pairwise(line))
        yield from (variant(places.board, part, number) for part in parts if len(part) > 1)


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


def _write_regions(line: Any) -> list[Object]:
    return [{"lines": [_names(line.board, (cell for part in line.parts for cell in part))]}]


def _read_cells(places: PlaceReader, variant: _Kind, entry: Object) -> _Made:
    yield variant(places.board, places.cells(entry))


def _write_cells(one: Any) -> list[Object]:
    return [{"cells": _names(one.board, one.cells)}]


def _read_cage(places: PlaceReader, variant: _Kind, entry: Object) -> _Made:
    text = str(entry.get("value") or "").strip()
    total = int(text) if re.fullmatch(r"[0-9]{1,4}", text) else None
    if text and total is None:
        places.job.ignored.append(f"{quoted(text)} in a cage, where a sum is expected")
    yield variant(places.board, places.cells(entry), total)


def _write_cage(cage: Any) -> list[Object]:
    return [{"cells": _names(cage.board, cage.cells)} | _said(cage, as_text=True)]


def _read_quad(places: PlaceReader, variant: _Kind, entry: Object) -> _Made:
    values = tuple(map(number_in, list_in(entry.get("values") or [], "values", "digits")))
    if values:
        yield variant(places.board, places.cells(entry), values)


def _write_quad(quad: Any) -> list[Object]:
    return [{"cells": _names(quad.board, quad.cells), "values": list(quad.wanted)}]


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


_SIGNS = {10: "X", 5: "V"}


def _read_signs(places: PlaceReader, variant: _Kind, entry: Object) -> _Made:
    value = str(entry.get("value") or "").strip().upper()
    if value:
        total = next((total for total, sign in _SIGNS.items() if sign == value), None)
        yield variant(places.board, places.cells(entry), total or number_in(value))


def _write_signs(signs: Any) -> list[Object]:
    value = _SIGNS.get(signs.total, str(signs.total))
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
    number = _value(entry)
    if number is not None:
        yield variant(places.board, places.cells(entry), number)


def _write_diagonal(clue: Any) -> list[Object]:
    row, column = clue.board.places[clue.cells[0]]
    last_row, last_column = clue.board.places[clue.cells[-1]]
    down = last_row > row or (last_row == row and row == 0)
    right = last_column > column or (last_column == column and column == 0)
    return [
        {
            "cell": f"R{row + 1 - (1 if down else -1)}C{column + 1 - (1 if right else -1)}",
            "direction": ("D" if down else "U") + ("R" if right else "L"),
            "cells": _names(clue.board, clue.cells),
            "value": str(clue.number),
        }
    ]


# Read by the reader itself: what the absence of marks means comes last, as marks exempt from it.
_FLAG = FieldShape(lambda *_: (), lambda _: True)
FLAGS = dict.fromkeys(("flag", "marked", "written", "absent"), _FLAG)
"""The shapes of what is only there or not."""

SHAPES = {
    "lines": FieldShape(_read_lines, _write_lines),
    "loops": FieldShape(_read_loops, lambda line: [_write_lines(line)[0] | _said(line)]),
    "bulb": FieldShape(_read_bulb, _write_bulb),
    "regions": FieldShape(_read_regions, _write_regions),
    "cells": FieldShape(_read_cells, _write_cells),
    "cage": FieldShape(_read_cage, _write_cage),
    "quad": FieldShape(_read_quad, _write_quad),
    "halves": FieldShape(_read_halves, _write_halves),
    "box": FieldShape(_read_box, _write_cells),
    "dots": FieldShape(_read_dots, _write_dots),
    "signs": FieldShape(_read_signs, _write_signs),
    "each": FieldShape(_read_each, _write_each),
    "together": FieldShape(lambda *_: (), _write_each),
    "clue": FieldShape(_read_clue, _write_clue),
    "diagonal": FieldShape(_read_diagonal, _write_diagonal),
    **FLAGS,
}
