"""Cells alone, dots, signs and quads; cages, arrows and other sums; what holds everywhere."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from itertools import groupby, pairwise
from typing import TYPE_CHECKING, Any, TypeAlias

from cpsudoku.errors import FormatError, quoted
from cpsudoku.formats.setters.imported import Shape
from cpsudoku.rules import Cell, Constraint
from cpsudoku.variants.base import number_field
from cpsudoku.variants.cages import Sum
from cpsudoku.variants.cells import Among
from cpsudoku.variants.counts import SameValues
from cpsudoku.variants.regions import ExtraRegion

if TYPE_CHECKING:
    from cpsudoku.formats.setters.iss.reading import StringReader
    from cpsudoku.formats.setters.iss.writing import StringWriter


Arguments: TypeAlias = tuple[str, ...]
Made: TypeAlias = Iterable[Constraint]
Words: TypeAlias = tuple[str, ...]
Kind: TypeAlias = Callable[..., Constraint]


_WHOLE = re.compile(r"-?[0-9]{1,6}")


def number(text: str) -> int:
    """Return a whole number."""
    if not _WHOLE.fullmatch(text.strip()):
        raise FormatError(f"{quoted(text)}; expected a number")
    return int(text)


def segments(items: Iterable[str]) -> list[list[str]]:
    """Return the lists of names that are separated by dashes."""
    found: list[list[str]] = [[]]
    for item in items:
        if item == "-":
            found.append([])
        else:
            found[-1].append(item)
    return found


def unwritten(*_: object) -> None:
    """Return nothing, for what is written elsewhere or by its primitives."""


def _read_cells(reader: StringReader, variant: Kind, args: Arguments, words: Words) -> Made | None:
    """Read cells after what is said of all of the kind."""
    count = len(words)
    return [variant(reader.board, reader.cells(args[count:]))] if args[:count] == words else None


def _read_enough(reader: StringReader, variant: Any, names: Arguments, _: Words) -> Made:
    """Read cells, of which too few say nothing."""
    found = reader.cells(names)
    return [variant(reader.board, found)] if len(found) >= variant.least else []


def write_cells(writer: StringWriter, kind: str, one: Any, words: Words) -> str:
    """Write the words of a kind, and cells."""
    return writer.part(kind, *words, cells=one.cells)


def _after(read: Callable[[str], object], write: Callable[[Any], object]) -> Shape:
    """Return the shape of cells after an argument; what is written as None is not written."""

    def written(writer: StringWriter, kind: str, one: Any, _: Words) -> str | None:
        argument = write(one)
        return None if argument is None else writer.part(kind, argument, cells=one.cells)

    def made(reader: StringReader, variant: Kind, args: Arguments, _: Words) -> Made:
        return [variant(reader.board, reader.cells(args[1:]), read(args[0]))]

    return Shape(made, written)


_NUMBER = _after(number, lambda one: one.amount)
_SET = _after(
    lambda text: tuple(map(number, text.split("_"))), lambda one: "_".join(map(str, one.wanted))
)
_DIGITS = _after(
    lambda text: tuple(map(number, text)),
    lambda one: "".join(map(str, one.said)) if max(one.said) < 10 else None,
)


def _read_whisper(reader: StringReader, variant: Kind, args: Arguments, _: Words) -> Made:
    has_number = re.fullmatch(r"[0-9]{1,3}", args[0])
    difference = number(args[0]) if has_number else 5
    found = reader.cells(args[1:] if has_number else args)
    parts = [found] if len(set(found)) == len(found) else pairwise(found)
    return [variant(reader.board, part, difference) for part in parts]


def _read_dots(reader: StringReader, variant: Kind, names: Arguments, words: Words) -> Made:
    """Read marks between all cells that share an edge: a family of marks, and their number."""
    pairs = reader.neighbours(names)
    if words:
        reader.mark(words[0], pairs)
    return [variant(reader.board, pair, *map(int, words[1:])) for pair in pairs]


def _write_dots(writer: StringWriter, kind: str, one: Any, words: Words) -> str | None:
    field, pairs = number_field(type(one)), one.neighbours()
    usual = int(words[1]) if len(words) > 1 else one.usual
    if field and getattr(one, field) not in (None, usual):
        return None
    if not all(writer.layout.are_adjacent(*pair) for pair in pairs):
        return None
    return "".join(writer.part(kind, cells=pair) for pair in pairs)


def _read_quad(reader: StringReader, variant: Kind, args: Arguments, _: Words) -> Made:
    layout, corner = reader.layout, reader.cell(args[0])
    group = layout.group_of(corner)
    places = (group.first + step for step in (0, 1, group.columns, group.columns + 1))
    square = tuple(layout.moved(corner, group.first, place) for place in places)
    return [variant(reader.board, square, tuple(map(number, args[1:])))]


def _write_quad(writer: StringWriter, kind: str, one: Any, words: Words) -> str | None:
    corner = min(one.cells)
    columns = writer.layout.group_of(corner).columns
    if set(one.cells) != {corner, corner + 1, corner + columns, corner + columns + 1}:
        return str(_SET.write(writer, "ContainAtLeast", one, words))
    return writer.part(kind, writer.layout.name(corner), *one.wanted)


def _read_same(reader: StringReader, _: Kind, args: Arguments, __: Words) -> Made:
    found, sets = reader.cells(args[1:]), number(args[0])
    size, rest = divmod(len(found), max(sets, 1))
    if rest or not size:
        raise FormatError(f"{len(found)} cells in {sets} sets")
    return all_same(reader, [found[i * size : (i + 1) * size] for i in range(sets)])


def all_same(reader: StringReader, sets: list[tuple[Cell, ...]]) -> Iterator[Constraint]:
    """Yield that sets have the same digits; what two of them share is the same anyhow."""
    for other in sets[1:]:
        shared = set(sets[0]) & set(other)
        one = tuple(cell for cell in sets[0] if cell not in shared)
        rest = tuple(cell for cell in other if cell not in shared)
        if one:
            yield SameValues(reader.board, (*one, *rest))


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
    "cells": Shape(_read_cells, write_cells),
    "enough": Shape(_read_enough, write_cells),
    "number": _NUMBER,
    "whisper": Shape(_read_whisper, _NUMBER.write),
    "set": _SET,
    "digits": _DIGITS,
    "everywhere": Shape(
        lambda reader, variant, _, __: [variant(reader.board)],
        lambda writer, kind, _, words: writer.part(kind, *words),
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
    "sums": Shape(_read_sums, _write_sums),
    "pieces": Shape(_read_pieces, _write_pieces),
}
