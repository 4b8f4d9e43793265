"""What the types of cages, arrows and other sums mean."""

from __future__ import annotations

from collections import Counter
from itertools import groupby

from cpsudoku.formats.setters.iss.reader import Reader, Take
from cpsudoku.formats.setters.iss.taking import (
    Arguments,
    Made,
    number,
    on_cells,
    segments,
    with_number,
)
from cpsudoku.rules import Cell, Constraint
from cpsudoku.variants import cages, cells, regions, sum_lines


def _cage(reader: Reader, args: Arguments) -> Made:
    found, total = reader.cells(args[1:]), number(args[0]) if args[0] else 0
    once = tuple(dict.fromkeys(found))
    if len(once) == len(found):
        return [cages.Killer(reader.board, found, total or None)]
    group = regions.ExtraRegion(reader.board, once)
    return [group, *_sum(reader, args)] if total else [group]


def _sum(reader: Reader, args: Arguments) -> Made:
    head, *rest = args[0].split("_")
    factors = [number(text) for text in rest[1:]] if rest[:1] == ["="] else [1] * len(args[1:])
    total: dict[Cell, int] = {}
    for cell, factor in zip(reader.cells(args[1:]), factors, strict=True):
        total[cell] = total.get(cell, 0) + factor
    used = {cell: factor for cell, factor in total.items() if factor}
    coefficients = () if set(used.values()) <= {1} else tuple(used.values())
    return [cages.Sum(reader.board, tuple(used), (number(head),), coefficients)]


def _equality(reader: Reader, names: Arguments) -> Made:
    inside = reader.cells(names)
    return [
        regions.ExtraRegion(reader.board, inside),
        cages.EqualityCage(reader.board, inside),
    ]


def _arrow(reader: Reader, names: Arguments) -> Made:
    first, *rest = reader.cells(names)
    return [sum_lines.Arrow(reader.board, (first,), tuple(rest))]


def _pill_arrow(reader: Reader, args: Arguments) -> Made:
    size = number(args[0])
    found = reader.cells(args[1:])
    pill = tuple(sorted(found[:size]))
    yield sum_lines.Arrow(reader.board, pill, found[size:])
    if reader.board.last > 9:
        digits = tuple(range(reader.board.first, 10))
        yield cells.Among(reader.board, pill[1:], digits)


def _zipper(reader: Reader, names: Arguments) -> Made:
    found = reader.cells(names)
    return [sum_lines.Zipper(reader.board, found)] if len(found) > 2 else []


def _region_sum(reader: Reader, names: Arguments) -> Made:
    homes = reader.layout.boxes or reader.pieces
    home = {cell: number for number, inside in enumerate(homes) for cell in inside}
    if not homes:
        return []
    parts = [tuple(part) for _, part in groupby(reader.cells(names), key=home.get)]
    return [sum_lines.EqualSums(reader.board, tuple(parts))] if len(parts) > 1 else []


def _equal_sums(reader: Reader, args: Arguments) -> Made:
    first, *others = [reader.cells(part) for part in segments(args) if part] or [()]
    every = (*first, *(cell for part in others for cell in part))
    if others and len(set(every)) == len(every):
        return [sum_lines.EqualSums(reader.board, (first, *others))]
    return [_as_much(reader, first, other) for other in others]


def _as_much(reader: Reader, one: tuple[Cell, ...], other: tuple[Cell, ...]) -> Constraint:
    """Return that two lists of cells, which may share some, have the same sum."""
    factors = Counter(one)
    factors.subtract(other)
    used = {cell: factor for cell, factor in factors.items() if factor}
    return cages.Sum(reader.board, tuple(used), (0,), tuple(used.values()))


def _sum_line(reader: Reader, args: Arguments) -> Made:
    is_loop = args[-1] == "LOOP"
    found = reader.cells(args[1:-1] if is_loop else args[1:])
    kind = sum_lines.SumLoop if is_loop else sum_lines.SumLine
    return [kind(reader.board, found, number(args[0]))]


TYPES: dict[str, Take] = {
    "Zipper": _zipper,
    "RegionSumLine": _region_sum,
    "EqualSum": _equal_sums,
    "SumLine": _sum_line,
    "Arrow": _arrow,
    "DoubleArrow": on_cells(sum_lines.DoubleArrow),
    "PillArrow": _pill_arrow,
    "Cage": _cage,
    "Sum": _sum,
    "RellikCage": with_number(cages.Rellik),
    "EqualityCage": _equality,
    "Lunchbox": with_number(cages.Lunchbox),
}
"""How each type is read."""
