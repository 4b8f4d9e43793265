"""Where a clue that a sentence defines may stand, and the lists of cells that its formulas know."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator
from math import floor
from typing import Any, TypeAlias

from cpsudoku.formats.setters.phrases import PLACES, ToldClue
from cpsudoku.formats.setters.recogniser.lines import plain_line
from cpsudoku.formats.setters.recogniser.reader import Cells, Recogniser, is_shade
from cpsudoku.formats.setters.things import DrawnThing
from cpsudoku.rules import Cell
from cpsudoku.variants import variant_named
from cpsudoku.variants.base import squares, touching
from cpsudoku.variants.cages import Killer, Sum

ToldPlace: TypeAlias = tuple[tuple[DrawnThing, ...], dict[str, Any]]
"""Things, and lists of cells by the names that formulas have for them."""

_EDGE, _CORNER = 2, 4  # cells around such places
_SMALL = 0.75  # the largest size of things between cells


def places_of(reader: Recogniser, clue: ToldClue) -> Iterator[ToldPlace]:
    """Yield the things of which a clue may be said, and the lists of cells that they have."""
    if clue.where == "board":
        yield (), _of_board(reader)
    elif clue.where == "layer":
        is_there = len(reader.board.layers) == layers_of(clue)
        yield from [((), {"cells": ()})] * is_there
    elif clue.where in ("area", "areas", "cages"):
        yield from _together(reader, clue)
    else:
        declared = {"cage": "killer"}.get(clue.where, clue.where)
        for one in reader.job.added:
            if getattr(one, "name", "") == declared:
                cells = getattr(one, "cells", ())
                yield (), {"cells": cells, **_of_cage(reader, cells)}
        if clue.where in PLACES:
            yield from _at_things(reader, clue)


def _at_things(reader: Recogniser, clue: ToldClue) -> Iterator[ToldPlace]:
    looks = clue.looks or ("circle", "rectangle", "text", "shade")
    kinds = (clue.where,) if clue.where in ("line", "cage") else {*looks, "rectangle"}
    is_beside = clue.where == "outside"
    for thing in reader.of_kind(*kinds, beside=is_beside, claimed=clue.besides):
        look = "shade" if is_shade(thing) else thing.looks[-1]
        if _stands(thing, clue.where) and look in (*looks, "line", "cage"):
            more = _NAMES[clue.where](reader, thing) if clue.where in _NAMES else {}
            yield (thing,), {"cells": thing.cells, **more}


def _of_line(reader: Recogniser, thing: DrawnThing) -> dict[str, Any]:
    """Return the cells of a line from the end at which something is drawn, if only one has it."""
    marked = {t.cells for t in reader.of_kind("circle", "rectangle") if len(t.cells) == 1}
    is_backward = thing.cells[-1:] in marked and thing.cells[:1] not in marked
    return {"cells": thing.cells[::-1]} if is_backward else {}


def _stands(thing: DrawnThing, where: str) -> bool:
    """Return whether a thing is at a kind of place."""
    count = len(thing.cells)
    if where in ("edge", "corner"):
        is_small = thing.looks[-1] == "text" or max(thing.size) <= _SMALL
        return is_small and count == (_EDGE if where == "edge" else _CORNER)
    if where == "line":
        return bool(thing.points) and plain_line(thing)
    return count == 1 if where == "cell" else count > 0 or where == "outside"


def _together(reader: Recogniser, clue: ToldClue) -> Iterator[ToldPlace]:
    """Yield cages of one look, or shaded areas of one colour, together or one by one."""
    if clue.where == "cages":
        cages = tuple(cage for cage in reader.of_kind("cage") if cage.cells)
        shapes: dict[object, list[DrawnThing]] = defaultdict(list)
        for cage in cages:
            shapes[_shape(reader, cage.cells)].append(cage)
        for some in shapes.values():
            yield tuple(some), {"areas": [tuple(sorted(one.cells)) for one in some]}
        return
    shaded: dict[str, list[DrawnThing]] = defaultdict(list)
    for thing in filter(is_shade, reader.of_kind("rectangle")):
        shaded[thing.fill].append(thing)
    for some in shaded.values():
        areas = reader.areas(thing.cells[0] for thing in some)
        if clue.where == "areas":
            yield tuple(some), {"areas": areas, "cells": tuple(t.cells[0] for t in some)}
            continue
        for area in areas:
            yield tuple(t for t in some if t.cells[0] in area), {"cells": area}


def _shape(reader: Recogniser, cells: Cells) -> object:
    places = [reader.board.places[cell] for cell in cells]
    top, left = (min(place[axis] for place in places) for axis in (0, 1))
    return frozenset((row - top, column - left) for row, column in places)


_ARROWS = {"→": (0, 1), "←": (0, -1), "↑": (-1, 0), "↓": (1, 0), "↗": (-1, 1), "↘": (1, 1),
           "↖": (-1, -1), "↙": (1, -1)}  # fmt: skip


def _way(reader: Recogniser, thing: DrawnThing, start: tuple[int, int]) -> dict[str, Any]:
    """Return the cells to which an arrow points, drawn or in a text, the nearest first."""
    arrow = next((_ARROWS[sign] for sign in thing.text if sign in _ARROWS), None)
    if thing.looks[-1] == "arrow" and len(thing.points) > 1:
        (top, left), (bottom, right) = thing.points[0], thing.points[-1]
        length = max(abs(bottom - top), abs(right - left)) or 1.0
        arrow = round((bottom - top) / length), round((right - left) / length)
    return {} if arrow is None else {"way": tuple(_walk(reader, start, arrow)), "arrow": arrow}


def _of_outside(reader: Recogniser, thing: DrawnThing) -> dict[str, Any]:
    row, column = thing.place or (0, 0)
    return _way(reader, thing, (floor(row), floor(column)))


def _of_cell(reader: Recogniser, thing: DrawnThing) -> dict[str, Any]:
    """Return the lists of cells that a thing in a cell may speak of, each nearest first."""
    board, cell = reader.board, thing.cells[0]
    row, column = board.places[cell]
    ways = {
        (down, right): tuple(_walk(reader, (row, column), (down, right)))
        for down in (-1, 0, 1) for right in (-1, 0, 1) if (down, right) != (0, 0)
    }  # fmt: skip
    return {
        "around": tuple(way[0] for way in ways.values() if way),
        "beside": tuple(line[0] for way, line in ways.items() if line and 0 in way),
        "arms": [line for way, line in ways.items() if line and 0 in way],
        "row": tuple(c for c, place in enumerate(reader.grid) if place[0] == row),
        "column": tuple(c for c, place in enumerate(reader.grid) if place[1] == column),
        "corners": tuple(line[0] for way, line in ways.items() if line and 0 not in way),
        "below": tuple(c for c, place in enumerate(reader.grid) if place[0] == row + 1),
        "row_at": column,
        **_of_layer(reader),
        "shaded": reader.shaded,
        "numbers": _numbers(reader, cell),
        **_way(reader, thing, (row, column)),
    }


def _numbers(reader: Recogniser, cell: Cell) -> tuple[int, ...]:
    """Return the numbers of a cell's row, column and box, and of its place in the box."""
    row, column = reader.board.places[cell]
    homes = enumerate(map(sorted, reader.job.homes()), start=1)
    in_box = [(number, home.index(cell) + 1) for number, home in homes if cell in home]
    return row + 1, column + 1, *(n for one in in_box[:1] for n in one)


def _of_edge(reader: Recogniser, thing: DrawnThing) -> dict[str, Any]:
    """Return the row or column of two neighbours, the place of the first, and the cells around."""
    board, (first, second) = reader.board, thing.cells
    places = [board.places[cell] for cell in thing.cells]
    axis = 0 if places[0][0] == places[1][0] else 1
    line = [c for c, place in enumerate(reader.grid) if place[axis] == places[0][axis]]
    ring = {
        cell for row, column in places for i in (-1, 0, 1) for j in (-1, 0, 1)
        if (cell := board.cells_at.get((row + i, column + j))) is not None
    }  # fmt: skip
    at = line.index(first)
    found = {"line": tuple(line), "at": at, "ring": tuple(sorted(ring - {first, second}))}
    drawn = [one.cells for one in reader.things if one.looks[-1] == "cage"]
    declared = [one.cells for one in reader.job.added if isinstance(one, Killer | Sum)]
    homes = [next((cage for cage in (*drawn, *declared) if c in cage), ()) for c in thing.cells]
    is_between = all(homes) and homes[0] != homes[1]
    return {**found, **({"homes": tuple(homes)} if is_between else {}), **_of_layer(reader)}


def _of_layer(reader: Recogniser) -> dict[str, Any]:
    """Return for each cell the one that says whether it is shaded, if there are such cells."""
    layers = reader.board.layers
    return {"layer": layers[0]} if len(layers) == 1 else {}


def layers_of(clue: ToldClue) -> int:
    """Return how many layers the variant of a clue needs."""
    return variant_named(clue.variant_name).layers


def _of_cage(reader: Recogniser, cells: Cells) -> dict[str, Any]:
    """Return the neighbours in a cage, the upper or left one first, and the cells beside it."""
    cells = tuple(sorted(cells))
    joints = [(cells[a], cells[b]) for a, b in touching(reader.board, cells)]
    rows = {cell: reader.board.places[cell][0] for cell in cells}
    above = [(a, b) for a in cells for b in cells if rows[a] < rows[b]]
    beside = {
        other for cell in cells for line in _arms(reader, cell) for other in line[:1]
    } - {*cells}  # fmt: skip
    return {"above": above, "joints": joints, "numbered": list(enumerate(cells)),
            "beside": tuple(sorted(beside)), **_of_layer(reader)}  # fmt: skip


def _arms(reader: Recogniser, cell: Cell) -> list[Cells]:
    """Return the cells to the right, to the left, below and above, each nearest first."""
    return [tuple(_walk(reader, reader.board.places[cell], way)) for way in _STEPS]


def _of_drawn_cage(reader: Recogniser, thing: DrawnThing) -> dict[str, Any]:
    return _of_cage(reader, thing.cells)


_NAMES: dict[str, Callable[[Recogniser, DrawnThing], dict[str, Any]]] = {
    "outside": _of_outside,
    "cell": _of_cell,
    "edge": _of_edge,
    "cage": _of_drawn_cage,
    "line": _of_line,
}


def _walk(reader: Recogniser, start: tuple[int, int], way: tuple[int, int]) -> Iterator[Cell]:
    at, (row, column) = reader.board.cells_at, start
    while (cell := at.get((row + way[0], column + way[1]))) is not None:
        yield cell
        row, column = row + way[0], column + way[1]


def _of_board(reader: Recogniser) -> dict[str, Any]:
    """Return the lists of cells of the whole board."""
    board, rules = reader.board, reader.job.rules
    at = board.cells_at
    found: dict[str, Any] = {
        f"{kind}s": [tuple(sorted(group.cells)) for group in rules.of_kind(kind)]
        for kind in ("row", "column")
    }
    found["boxes"] = [tuple(sorted(home)) for home in reader.job.homes()]
    places = reader.grid
    cells = tuple(range(board.grid_count))
    found["squares"] = squares(board, cells)
    found["pairs"] = [(cells[a], cells[b]) for a, b in touching(board, cells)]
    found["cells"] = cells
    found |= {
        name: [
            (cell, other)
            for place, cell in zip(places, cells, strict=True)
            for way in ways
            if (other := at.get((place[0] + way[0], place[1] + way[1]))) is not None
        ]
        for name, ways in _WAYS.items()
    }
    found["opposite"] = list(zip(cells, cells[::-1], strict=True))[: len(cells) // 2]
    size = min(board.height, board.width)
    mains = ([(k, k) for k in range(size)], [(k, size - 1 - k) for k in range(size)])
    found["mains"] = [tuple(at[place] for place in line if place in at) for line in mains]
    found["stars"] = [(cell, *(line[0] for line in _arms(reader, cell) if line)) for cell in cells]
    found["arms"] = [(cell, line) for cell in cells for line in _arms(reader, cell) if line]
    found |= {
        name: [(cell, *line) for cell, place in zip(cells, places, strict=True)
               if (place[0] - way[0], place[1] - way[1]) not in at
               and (line := tuple(_walk(reader, place, way)))]
        for name, way in _DIAGONALS.items()
    }  # fmt: skip
    return found | _of_layer(reader)


_STEPS = ((0, 1), (0, -1), (1, 0), (-1, 0))
_DIAGONALS = {"rising": (-1, 1), "falling": (1, 1)}
_WAYS = {
    "touching": ((0, 1), (1, -1), (1, 0), (1, 1)),
    "diagonal": ((1, -1), (1, 1)),
    "knights": ((1, -2), (1, 2), (2, -1), (2, 1)),
}
"""Pairs of cells all over the board, by what takes one to the other, once each way."""
