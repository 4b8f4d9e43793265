"""Cages, arrows and other sums."""

from __future__ import annotations

from collections import Counter
from itertools import groupby
from typing import TYPE_CHECKING, Any

from cpsudoku.errors import FormatError
from cpsudoku.formats.setters.imported import Shape
from cpsudoku.formats.setters.iss.shapes.marks import (
    Arguments,
    Kind,
    Made,
    Words,
    number,
    segments,
    unwritten,
    write_cells,
)
from cpsudoku.rules import Cell
from cpsudoku.variants.cages import Sum
from cpsudoku.variants.cells import Among
from cpsudoku.variants.regions import ExtraRegion

if TYPE_CHECKING:
    from cpsudoku.formats.setters.iss.reading import StringReader
    from cpsudoku.formats.setters.iss.writing import StringWriter


def _read_cage(reader: StringReader, variant: Kind, args: Arguments, words: Words) -> Made:
    found, total = reader.cells(args[1:]), number(args[0]) if args[0] else 0
    once = tuple(dict.fromkeys(found))
    if len(once) == len(found):
        return [variant(reader.board, found, total or None)]
    group = ExtraRegion(reader.board, once)
    return [group, *_read_sum(reader, Sum, args, words)] if total else [group]


def _write_cage(writer: StringWriter, kind: str, one: Any, _: Words) -> str:
    if one.total == 0:
        raise FormatError("Interactive Sudoku Solver has no cages of sum 0")
    return writer.part(kind, one.total or 0, cells=one.cells)


def _read_sum(reader: StringReader, variant: Kind, args: Arguments, _: Words) -> list[Any]:
    head, *rest = args[0].split("_")
    factors = [number(text) for text in rest[1:]] if rest[:1] == ["="] else [1] * len(args[1:])
    total: dict[Cell, int] = {}
    for cell, factor in zip(reader.cells(args[1:]), factors, strict=True):
        total[cell] = total.get(cell, 0) + factor
    used = {cell: factor for cell, factor in total.items() if factor}
    coefficients = () if set(used.values()) <= {1} else tuple(used.values())
    return [variant(reader.board, tuple(used), (number(head),), coefficients)]


def _write_sum(writer: StringWriter, kind: str, one: Any, _: Words) -> str:
    factors = f"_=_{'_'.join(map(str, one.coefficients))}" if one.coefficients else ""
    ways = [writer.part(kind, f"{total}{factors}", cells=one.cells) for total in one.totals]
    return ways[0] if len(ways) == 1 else f".Or{''.join(ways)}.End"


def _read_different(reader: StringReader, variant: Kind, names: Arguments, _: Words) -> Made:
    """Read a cage in which no digit is repeated besides."""
    inside = reader.cells(names)
    return [ExtraRegion(reader.board, inside), variant(reader.board, inside)]


def _read_arrow(reader: StringReader, variant: Kind, names: Arguments, _: Words) -> Made:
    first, *rest = reader.cells(names)
    return [variant(reader.board, (first,), tuple(rest))]


def _write_arrow(writer: StringWriter, kind: str, one: Any, _: Words) -> str | None:
    return writer.part(kind, cells=(*one.bulb, *one.cells)) if len(one.bulb) == 1 else None


def _read_pill(reader: StringReader, variant: Kind, args: Arguments, _: Words) -> Made:
    size = number(args[0])
    found = reader.cells(args[1:])
    pill = tuple(sorted(found[:size]))
    yield variant(reader.board, pill, found[size:])
    if reader.board.last > 9:
        yield Among(reader.board, pill[1:], tuple(range(reader.board.first, 10)))


def _write_pill(writer: StringWriter, kind: str, one: Any, _: Words) -> str | None:
    if len(one.bulb) > 3 or list(one.bulb) != sorted(one.bulb) or writer.board.last > 9:
        return None
    return writer.part(kind, len(one.bulb), cells=(*one.bulb, *one.cells))


def _read_regions(reader: StringReader, variant: Kind, names: Arguments, _: Words) -> Made:
    homes = reader.layout.boxes or reader.pieces
    home = {cell: number for number, inside in enumerate(homes) for cell in inside}
    parts = [tuple(part) for _, part in groupby(reader.cells(names), key=home.get)] if homes else []
    return [variant(reader.board, tuple(parts))] if len(parts) > 1 else []


def _read_sums(reader: StringReader, variant: Kind, args: Arguments, _: Words) -> Made:
    first, *others = [reader.cells(part) for part in segments(args) if part] or [()]
    every = (*first, *(cell for part in others for cell in part))
    if others and len(set(every)) == len(every):
        return [variant(reader.board, (first, *others))]
    return [_as_much(reader, first, other) for other in others]


def _as_much(reader: StringReader, one: tuple[Cell, ...], other: tuple[Cell, ...]) -> Sum:
    """Return that two lists of cells, which may share some, have the same sum."""
    factors = Counter(one)
    factors.subtract(other)
    used = {cell: factor for cell, factor in factors.items() if factor}
    return Sum(reader.board, tuple(used), (0,), tuple(used.values()))


def _write_sums(writer: StringWriter, kind: str, one: Any, _: Words) -> str:
    return f".{kind}~" + "~-~".join("~".join(writer.names(part)) for part in one.parts)


def _read_pieces(reader: StringReader, variant: Kind, args: Arguments, words: Words) -> Made | None:
    """Read a line that ends, or with a word one that returns to its beginning."""
    ends = args[-1:] == words if words else args[-1] != "LOOP"
    names = args[1 : len(args) - len(words)]
    return [variant(reader.board, reader.cells(names), number(args[0]))] if ends else None


def _write_pieces(writer: StringWriter, kind: str, one: Any, words: Words) -> str:
    return "~".join([writer.part(kind, one.total, cells=one.cells), *words])


SHAPES = {
    "cage": Shape(_read_cage, _write_cage),
    "sum": Shape(_read_sum, _write_sum),
    "different": Shape(_read_different, write_cells),
    "arrow": Shape(_read_arrow, _write_arrow),
    "pill": Shape(_read_pill, _write_pill),
    "regions": Shape(_read_regions, unwritten),
    "sums": Shape(_read_sums, _write_sums),
    "pieces": Shape(_read_pieces, _write_pieces),
}
