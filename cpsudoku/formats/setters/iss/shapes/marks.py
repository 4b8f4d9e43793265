"""Cells alone, dots, signs and quads; cages, arrows and other sums; what holds everywhere."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

from cpsudoku.errors import FormatError
from cpsudoku.formats.setters.imported import Shape
from cpsudoku.formats.setters.iss.parts import Args, Made, PartReader, PartWriter, number, segments
from cpsudoku.rules import Cell, Constraint
from cpsudoku.variants.base import coefficients_of, number_field
from cpsudoku.variants.cages import Sum
from cpsudoku.variants.cells import Among
from cpsudoku.variants.counts import SameValues
from cpsudoku.variants.regions import ExtraRegion
from cpsudoku.variants.registry import NotationRow
from cpsudoku.variants.sum_lines import cut_at_borders


def unwritten(*_: object) -> None:
    """Return nothing, for what is written elsewhere or by its primitives."""


def _read_cells(reader: PartReader, row: NotationRow, args: Args) -> Made | None:
    """Read cells after what is said of all of the kind."""
    count = len(row.words)
    is_it = args[:count] == row.words
    return [row.variant(reader.board, reader.cells(args[count:]))] if is_it else None


def _read_enough(reader: PartReader, row: NotationRow, names: Args) -> Made:
    """Read cells, of which too few say nothing."""
    variant: Any = row.variant
    found = reader.cells(names)
    return [variant(reader.board, found)] if len(found) >= variant.least else []


def write_cells(writer: PartWriter, row: NotationRow, one: Any) -> str:
    """Write the words of a kind, and cells."""
    return writer.part(row.field, *row.words, cells=one.cells)


def _after(read: Callable[[str], object], write: Callable[[Any], object]) -> Shape:
    """Return the shape of cells after an argument; what is written as None is not written."""

    def written(writer: PartWriter, row: NotationRow, one: Any) -> str | None:
        argument = write(one)
        return None if argument is None else writer.part(row.field, argument, cells=one.cells)

    def made(reader: PartReader, row: NotationRow, args: Args) -> Made:
        return [row.variant(reader.board, reader.cells(args[1:]), read(args[0]))]

    return Shape(made, written)


_NUMBER = _after(number, lambda one: one.amount)
_SET = _after(
    lambda text: tuple(map(number, text.split("_"))), lambda one: "_".join(map(str, one.wanted))
)
_DIGITS = _after(
    lambda text: tuple(map(number, text)),
    lambda one: "".join(map(str, one.said)) if max(one.said) < 10 else None,
)


def _read_whisper(reader: PartReader, row: NotationRow, args: Args) -> Made:
    has_number = re.fullmatch(r"[0-9]{1,3}", args[0]) is not None
    difference = number(args[0]) if has_number else 5
    return [row.variant(reader.board, reader.cells(args[has_number:]), difference)]


def _read_dots(reader: PartReader, row: NotationRow, names: Args) -> Made:
    """Read marks between all cells that share an edge: a family of marks, and their number."""
    pairs = reader.neighbours(names)
    if row.words:
        reader.mark(row.words[0], pairs)
    return [row.variant(reader.board, pair, *map(int, row.words[1:])) for pair in pairs]


def _write_dots(writer: PartWriter, row: NotationRow, one: Any) -> str | None:
    field, pairs = number_field(type(one)), one.neighbours()
    usual = int(row.words[1]) if len(row.words) > 1 else one.usual
    if field and getattr(one, field) not in (None, usual):
        return None
    if not all(writer.layout.are_adjacent(*pair) for pair in pairs):
        return None
    return "".join(writer.part(row.field, cells=pair) for pair in pairs)


def _read_quad(reader: PartReader, row: NotationRow, args: Args) -> Made:
    layout, corner = reader.layout, reader.cell(args[0])
    group = layout.group_of(corner)
    places = (group.first + step for step in (0, 1, group.columns, group.columns + 1))
    square = tuple(layout.moved(corner, group.first, place) for place in places)
    return [row.variant(reader.board, square, tuple(map(number, args[1:])))]


def _write_quad(writer: PartWriter, row: NotationRow, one: Any) -> str | None:
    corner = min(one.cells)
    columns = writer.layout.group_of(corner).columns
    if set(one.cells) != {corner, corner + 1, corner + columns, corner + columns + 1}:
        return str(_SET.write(writer, row._replace(field="ContainAtLeast"), one))
    return writer.part(row.field, writer.layout.name(corner), *one.wanted)


def _read_same(reader: PartReader, row: NotationRow, args: Args) -> Made:
    found, sets = reader.cells(args[1:]), number(args[0])
    size, rest = divmod(len(found), max(sets, 1))
    if rest or not size:
        raise FormatError(f"{len(found)} cells in {sets} sets")
    return all_same(reader, [found[i * size : (i + 1) * size] for i in range(sets)])


def all_same(reader: PartReader, sets: list[tuple[Cell, ...]]) -> Iterator[Constraint]:
    """Yield that sets have the same digits; what two of them share is the same anyhow."""
    for other in sets[1:]:
        shared = set(sets[0]) & set(other)
        one = tuple(cell for cell in sets[0] if cell not in shared)
        rest = tuple(cell for cell in other if cell not in shared)
        if one:
            yield SameValues(reader.board, (*one, *rest))


def _read_cage(reader: PartReader, row: NotationRow, args: Args) -> Made:
    found, total = reader.cells(args[1:]), number(args[0]) if args[0] else 0
    once = tuple(dict.fromkeys(found))
    if len(once) == len(found):
        return [row.variant(reader.board, found, total or None)]
    group = ExtraRegion(reader.board, once)
    return [group, *_read_sum(reader, row._replace(variant=Sum), args)] if total else [group]


def _write_cage(writer: PartWriter, row: NotationRow, one: Any) -> str:
    if one.total == 0:
        raise FormatError("Interactive Sudoku Solver has no cages of sum 0")
    return writer.part(row.field, one.total or 0, cells=one.cells)


def _read_sum(reader: PartReader, row: NotationRow, args: Args) -> list[Any]:
    head, *rest = args[0].split("_")
    factors = [number(text) for text in rest[1:]] if rest[:1] == ["="] else [1] * len(args[1:])
    used = coefficients_of(zip(reader.cells(args[1:]), factors, strict=True))
    coefficients = () if set(used.values()) <= {1} else tuple(used.values())
    return [row.variant(reader.board, tuple(used), (number(head),), coefficients)]


def _write_sum(writer: PartWriter, row: NotationRow, one: Any) -> str:
    factors = f"_=_{'_'.join(map(str, one.coefficients))}" if one.coefficients else ""
    ways = [writer.part(row.field, f"{total}{factors}", cells=one.cells) for total in one.totals]
    return ways[0] if len(ways) == 1 else f".Or{''.join(ways)}.End"


def _read_different(reader: PartReader, row: NotationRow, names: Args) -> Made:
    """Read a cage in which no digit is repeated besides."""
    inside = reader.cells(names)
    return [ExtraRegion(reader.board, inside), row.variant(reader.board, inside)]


def _read_arrow(reader: PartReader, row: NotationRow, names: Args) -> Made:
    first, *rest = reader.cells(names)
    return [row.variant(reader.board, (first,), tuple(rest))]


def _write_arrow(writer: PartWriter, row: NotationRow, one: Any) -> str | None:
    return writer.part(row.field, cells=(*one.bulb, *one.cells)) if len(one.bulb) == 1 else None


def _read_pill(reader: PartReader, row: NotationRow, args: Args) -> Made:
    size = number(args[0])
    found = reader.cells(args[1:])
    pill = tuple(sorted(found[:size]))
    yield row.variant(reader.board, pill, found[size:])
    if reader.board.last > 9:
        yield Among(reader.board, pill[1:], tuple(range(reader.board.first, 10)))


def _write_pill(writer: PartWriter, row: NotationRow, one: Any) -> str | None:
    if len(one.bulb) > 3 or list(one.bulb) != sorted(one.bulb) or writer.board.last > 9:
        return None
    return writer.part(row.field, len(one.bulb), cells=(*one.bulb, *one.cells))


def _read_regions(reader: PartReader, row: NotationRow, names: Args) -> Made:
    homes = reader.layout.boxes or reader.pieces
    home = {cell: number for number, inside in enumerate(homes) for cell in inside}
    parts = cut_at_borders(reader.cells(names), home) if homes else ()
    return [row.variant(reader.board, parts)] if len(parts) > 1 else []


def _read_sums(reader: PartReader, row: NotationRow, args: Args) -> Made:
    parts = tuple(reader.cells(part) for part in segments(args) if part)
    return [row.variant(reader.board, parts)] if len(parts) > 1 else []


def _read_pieces(reader: PartReader, row: NotationRow, args: Args) -> Made | None:
    """Read a line that ends, or with a word one that returns to its beginning."""
    ends = args[-1:] == row.words if row.words else args[-1] != "LOOP"
    names = args[1 : len(args) - len(row.words)]
    return [row.variant(reader.board, reader.cells(names), number(args[0]))] if ends else None


def _write_pieces(writer: PartWriter, row: NotationRow, one: Any) -> str:
    return "~".join([writer.part(row.field, one.total, cells=one.cells), *row.words])


SHAPES = {
    "cells": Shape(_read_cells, write_cells),
    "enough": Shape(_read_enough, write_cells),
    "number": _NUMBER,
    "whisper": Shape(_read_whisper, _NUMBER.write),
    "set": _SET,
    "digits": _DIGITS,
    "everywhere": Shape(
        lambda reader, row, _: [row.variant(reader.board)],
        lambda writer, row, _: writer.part(row.field, *row.words),
    ),
    "dots": Shape(_read_dots, _write_dots),
    "absent": Shape(lambda *_: (), unwritten),
    "quad": Shape(_read_quad, _write_quad),
    "same": Shape(_read_same, write_cells),
    "cage": Shape(_read_cage, _write_cage),
    "sum": Shape(_read_sum, _write_sum),
    "different": Shape(_read_different, write_cells),
    "arrow": Shape(_read_arrow, _write_arrow),
    "pill": Shape(_read_pill, _write_pill),
    "regions": Shape(_read_regions, unwritten),
    "sums": Shape(_read_sums, lambda writer, row, one: writer.lists(row.field, cells=one.parts)),
    "pieces": Shape(_read_pieces, _write_pieces),
}
