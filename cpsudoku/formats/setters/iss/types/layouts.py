"""What the types of further houses mean, and what depends on the shape of the board."""

from __future__ import annotations

from cpsudoku.errors import FormatError
from cpsudoku.formats.setters.iss.reader import StringReader, Take
from cpsudoku.formats.setters.iss.shapes.base import Arguments, Made, number
from cpsudoku.formats.setters.iss.shapes.marks import all_same
from cpsudoku.rules import AllDifferent
from cpsudoku.rules.primitives import Or, Table
from cpsudoku.variants import chess


def _same_regions(reader: StringReader, _: Arguments) -> Made:
    layout = reader.layout
    every = [*reader.pieces, *layout.rows, *layout.columns, *layout.boxes]
    most = max(map(len, every))
    largest = [region for region in every if len(region) == most]
    return all_same(reader, largest) if most < reader.board.size else []


def _diagonal(reader: StringReader, args: Arguments) -> Made:
    layout, rising = reader.layout, number(args[0]) > 0
    if layout.height != layout.width:
        raise FormatError("diagonals of a board that is not square")
    n = layout.height
    found = tuple(i * n + (n - 1 - i if rising else i) for i in range(n))
    return [AllDifferent(found, "antidiagonal" if rising else "diagonal")]


def _anti_king(reader: StringReader, _: Arguments) -> Made:
    if reader.layout.is_raw:  # where neighbours in a row may be the same
        return [chess.AntiMove(reader.board, 1, 1)]
    return [chess.AntiKing(reader.board)]


def _windows(reader: StringReader, _: Arguments) -> Made:
    layout = reader.layout
    shape = layout.box_shape(layout.region_size or reader.board.size)
    if shape is None:
        return
    height, width = shape
    for top in range(1, layout.height - height, height + 1):
        for left in range(1, layout.width - width, width + 1):
            yield AllDifferent(
                tuple(
                    (top + i) * layout.width + left + j for i in range(height) for j in range(width)
                ),
                "window",
            )


def _disjoint(reader: StringReader, _: Arguments) -> Made:
    layout = reader.layout
    shape = layout.box_shape()
    boxes = layout.boxes_of(shape) if shape else []
    return [AllDifferent(tuple(place), "disjoint group") for place in zip(*boxes, strict=True)]


def _doppelgangers(reader: StringReader, _: Arguments) -> Made:
    """Each house lacks a digit of its own; at a 0, those that its houses lack are all different.

    Variables hold what each row, column and box lacks.
    """
    layout = reader.layout
    lacks = {
        cells_in: layout.groups[prefix].first + number
        for prefix, houses in (("DGC", layout.rows), ("DGR", layout.columns), ("DGB", layout.boxes))
        for number, cells_in in enumerate(houses)
    }
    named = {cell for house in lacks.values() for cell in [house]}
    for house, lack in lacks.items():
        yield AllDifferent((*house, lack), "doppelganger")
    not_zero = frozenset((digit,) for digit in range(1, reader.board.last + 1))
    zero = frozenset({(0,)})
    for prefix in ("DGC", "DGR", "DGB"):
        group = layout.groups[prefix]
        whole = tuple(range(group.first, group.first + group.count))
        if set(whole) & named:
            yield AllDifferent(whole, "doppelganger")
        for cell in whole:
            yield Table((cell,), not_zero if cell in named else zero, "doppelganger")
    for cell in range(layout.height * layout.width):
        different = AllDifferent(
            tuple(lack for house, lack in lacks.items() if cell in house), "doppelganger"
        )
        yield Or((Table((cell,), not_zero, "doppelganger"), different), "doppelganger")


TYPES: dict[str, Take] = {
    "Jigsaw": lambda _, __: [],
    "RegionSameValues": _same_regions,
    "Diagonal": _diagonal,
    "Windoku": _windows,
    "DisjointSets": _disjoint,
    "Doppelganger": _doppelgangers,
    "AntiKing": _anti_king,
}
"""How each type is read."""
