"""Cells alone, dots, signs and quads; what holds everywhere."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from itertools import pairwise
from typing import TYPE_CHECKING, Any, TypeAlias

from cpsudoku.errors import FormatError, quoted
from cpsudoku.formats.setters.imported import Shape
from cpsudoku.rules import Cell, Constraint
from cpsudoku.variants.base import number_field
from cpsudoku.variants.counts import SameValues

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
    square = tuple(
        layout.moved(corner, group.first, group.first + group.columns * i + j)
        for i in (0, 1)
        for j in (0, 1)
    )
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
}
