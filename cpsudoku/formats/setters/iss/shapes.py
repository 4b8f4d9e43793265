"""The shapes in which variants stand in strings: what reads each, and what writes it.

A variant names its type and one of these (`cpsudoku.variants.base.rows`).  What a shape cannot say
of a variant is left to the variant's primitives.  First what all shapes and types read and write
with: cells, numbers and lists in arguments of parts.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from itertools import combinations
from typing import Any, TypeAlias

from cpsudoku.errors import FormatError, quoted
from cpsudoku.formats.setters.imported import Shape
from cpsudoku.formats.setters.iss.strings import BoardLayout, BoardPart, NamedCells
from cpsudoku.rules import Cell, Constraint
from cpsudoku.rules.primitives import Element
from cpsudoku.variants.automata import Acceptor
from cpsudoku.variants.base import coefficients_of, number_field
from cpsudoku.variants.cages import Lunchbox, Sum
from cpsudoku.variants.cells import Among
from cpsudoku.variants.chess import AntiMove
from cpsudoku.variants.counts import SameValues
from cpsudoku.variants.regions import ExtraRegion
from cpsudoku.variants.registry import NotationRow
from cpsudoku.variants.sum_lines import cut_at_borders

Args: TypeAlias = tuple[str, ...]
Made: TypeAlias = Iterable[Constraint]

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


class PartReader:
    """Reads the cells that the arguments of parts name.

    Attributes:
        ties: how full ranks treat lines that read alike.
        automata: those that were read before, by what distinguishes them.
        moves: for each replicated part at hand which cell is moved onto which.
        in_or: how many alternatives the part at hand is in.
        marked: the pairs with marks, by their family.
    """

    def __init__(self, layout: BoardLayout, parts: list[BoardPart]) -> None:
        self.layout, self.board = layout, layout.board
        self.kinds = {part.kind for part in parts}
        jigsaws = (part for part in parts if part.kind == "Jigsaw")
        self.pieces = [cells for part in jigsaws for cells in _pieces(part, layout)]
        ties = [part.arguments[:1] for part in parts if part.kind == "FullRankTies"]
        self.ties = ties[0][0] if ties and ties[0] else "only-unclued"
        self.automata: dict[tuple[object, ...], Acceptor] = {}
        self.moves: list[tuple[Cell, Cell]] = []
        self.in_or = 0
        self.marked: dict[str, set[tuple[Cell, Cell]]] = {"dots": set(), "sums": set()}

    def cell(self, name: str) -> Cell:
        """Return a cell, moved where a part is replicated."""
        cell = self.layout.cell(name)
        for origin, target in self.moves:
            cell = self.layout.moved(cell, origin, target)
        return cell

    def cells(self, names: Iterable[str]) -> tuple[Cell, ...]:
        """Return cells."""
        return tuple(map(self.cell, names))

    def neighbours(self, names: Iterable[str]) -> list[tuple[Cell, Cell]]:
        """Return the pairs of some cells that share an edge, the one named first in front."""
        cells = list(dict.fromkeys(self.cells(names)))
        pairs = [(a, b) for a, b in combinations(cells, 2) if self.layout.are_adjacent(a, b)]
        if not pairs:
            raise FormatError("cells of which no two share an edge")
        return pairs

    def mark(self, kind: str, pairs: list[tuple[Cell, Cell]]) -> None:
        """Note pairs that have a mark, and are exempt where the absence of one means something."""
        if self.in_or and ("StrictKropki" if kind == "dots" else "StrictXV") in self.kinds:
            raise FormatError("marks inside of Or where their absence means something")
        self.marked[kind] |= {(min(pair), max(pair)) for pair in pairs}


def _pieces(part: BoardPart, layout: BoardLayout) -> list[tuple[Cell, ...]]:
    """Return the pieces of a jigsaw, but for one of another size: the rest of the board."""
    labels = part.arguments[-1] if part.arguments else ""
    if len(labels) != layout.height * layout.width:
        raise FormatError(f"a jigsaw of {len(labels)} cells; expected {layout.board.grid_count}")
    members: dict[str, list[Cell]] = {}
    for cell, label in enumerate(labels):
        members.setdefault(label, []).append(cell)
    if len(members) == 1:
        return []
    size = layout.region_size or layout.side
    fitting = [tuple(cells) for cells in members.values() if len(cells) == size]
    if len(members) - len(fitting) > 1:
        raise FormatError(f"a jigsaw with pieces of other sizes than {size}")
    return fitting


class PartWriter:
    """Writes parts, with the names that cells have on a board."""

    def __init__(self, layout: BoardLayout) -> None:
        self.layout, self.board = layout, layout.board
        self.digits = range(layout.board.first, layout.board.last + 1)

    def names(self, cells: Iterable[Cell]) -> list[str]:
        """Return the names of cells."""
        return [self.layout.name(cell) for cell in cells]

    def lists(self, kind: str, *arguments: object, cells: Iterable[Iterable[Cell]]) -> str:
        """Return a part with arguments, and after them lists of cells with dashes between them."""
        lists = "~-~".join("~".join(self.names(some)) for some in cells)
        return "." + "~".join([kind, *map(str, arguments), lists])

    def part(self, kind: str, *arguments: object, cells: Iterable[Cell] = ()) -> str:
        """Return a part with arguments, and cells after them."""
        return "." + "~".join([kind, *map(str, arguments), *self.names(cells)])


def unwritten(*_: object) -> None:
    """Return None: the variant is written elsewhere, or by its primitives."""


def _read_cells(reader: PartReader, row: NotationRow, args: Args) -> Made | None:
    """Read the words of a kind, and cells."""
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
    """Return the shape of cells after an argument; None is written where none can say it."""

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


def _read_king(reader: PartReader, row: NotationRow, _: Args) -> Made:
    """Read a king's moves, of which those along rows and columns are left to the houses."""
    is_raw = reader.layout.is_raw  # where neighbours in a row may be the same
    return [AntiMove(reader.board, 1, 1) if is_raw else row.variant(reader.board)]


def _write_king(writer: PartWriter, row: NotationRow, _: Any) -> str | None:
    return None if writer.layout.is_raw else writer.part(row.field)


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
    """Yield constraints of sets with the same digits, without the cells that two of them share."""
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
    parts = cut_at_borders(reader.cells(names), homes) if homes else ()
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


def _line_of(reader: PartReader, name: str) -> tuple[Cell, ...]:
    found = re.fullmatch(r"([RC])([0-9]{1,2})", name)
    if found is not None:
        whole = reader.layout.rows if found[1] == "R" else reader.layout.columns
        if 1 <= int(found[2]) <= len(whole):
            return whole[int(found[2]) - 1]
    raise FormatError(f"there is no row or column {quoted(name)}")


def _name_of(writer: PartWriter, cells: tuple[Cell, ...]) -> str | None:
    """Return the name of a row or column, None for other cells."""
    for letter, whole in (("R", writer.layout.rows), ("C", writer.layout.columns)):
        if cells in whole:
            return f"{letter}{whole.index(cells) + 1}"
    return None


def _read_ends(reader: PartReader, row: NotationRow, args: Args) -> Made:
    """Read clues at both ends of a row or column."""
    line = _line_of(reader, args[0])
    for text, seen in zip(args[1:3], (line, line[::-1]), strict=False):
        if text:
            yield row.variant(reader.board, seen, number(text))


def _write_ends(writer: PartWriter, row: NotationRow, one: Any) -> str | None:
    for seen, numbers in ((one.cells, (one.number, "")), (one.cells[::-1], ("", one.number))):
        name = _name_of(writer, seen)
        if name is not None:
            return writer.part(row.field, name, *numbers)
    return None


def _read_ranks(reader: PartReader, row: NotationRow, args: Args) -> Made:
    ties = 1 if reader.ties == "any" else None
    return _read_ends(reader, row._replace(variant=lambda *said: row.variant(*said, ties)), args)


def _write_ranks(writer: PartWriter, row: NotationRow, one: Any) -> str | None:
    clue = _write_ends(writer, row, one)
    return clue and (".FullRankTies~any" if one.ties else "") + clue


def _read_sandwich(reader: PartReader, row: NotationRow, args: Args) -> Made:
    line, total = _line_of(reader, args[1]), number(args[0])
    is_whole = len(line) == reader.board.size
    return [(row.variant if is_whole else Lunchbox)(reader.board, line, total)]


def _write_sandwich(writer: PartWriter, row: NotationRow, one: Any) -> str | None:
    name = _name_of(writer, one.cells) or _name_of(writer, one.cells[::-1])
    return name and writer.part(row.field, one.number, name)


def _read_diagonal(reader: PartReader, row: NotationRow, args: Args) -> Made:
    found = _diagonal_from(reader.layout, reader.layout.cell(args[1]))
    if found is None:
        raise FormatError(f"a diagonal from {quoted(args[1])}")
    return [row.variant(reader.board, found, number(args[0]))]


def _diagonal_from(layout: BoardLayout, cell: Cell) -> tuple[Cell, ...] | None:
    """Return the diagonal along which a clue at a cell looks, None where it looks along none."""
    row, column = divmod(cell, layout.width)
    last_row, last_column = layout.height - 1, layout.width - 1
    ways = {
        (1, 1): column == 0 and row < last_row,
        (-1, -1): column == last_column and 0 < row < last_row,
        (1, -1): row == 0 and column > 0,
        (-1, 1): row == last_row and 0 < column < last_column,
    }
    for (down, right), begins_here in ways.items():
        if begins_here:
            rows, columns = range(layout.height)[row::down], range(layout.width)[column::right]
            return tuple(r * layout.width + c for r, c in zip(rows, columns, strict=False))
    return None


def _write_diagonal(writer: PartWriter, row: NotationRow, one: Any) -> str:
    for cell in (one.cells[0], one.cells[-1]):
        if set(_diagonal_from(writer.layout, cell) or ()) == set(one.cells):
            return writer.part(row.field, one.number, writer.layout.name(cell))
    return writer.part("Sum", one.number, cells=one.cells)


def _read_element(reader: PartReader, row: NotationRow, names: Args) -> Made:
    found = reader.cells(names)
    if len(set(found)) == len(found):
        return [row.variant(reader.board, found)]
    value, index, *line = found
    return [Element(tuple(line), index, value, "valueindex")]


def _read_construction(reader: PartReader, row: NotationRow, _: Args) -> Made:
    layout = reader.layout
    grid, names = (tuple(one.cells) for one in (layout.groups[""], _names_of_regions(reader)))
    return [row.variant(reader.board, grid, names, layout.region_size or layout.side)]


def _names_of_regions(reader: PartReader) -> NamedCells:
    group = reader.layout.groups.get("CC")
    if group is None:
        raise FormatError("a count in regions without ChaosConstruction")
    return group


def _offset(arguments: Args) -> int | None:
    return number(arguments[1]) or None if len(arguments) > 1 and arguments[1] else None


def _read_arms(reader: PartReader, row: NotationRow, args: Args) -> Made:
    control = reader.cell(args[0])
    arms = [reader.cells(part) for part in segments(args[2:])] if len(args) > 2 else []
    arms = arms or list(_arms_from(reader, control))
    longer = [arm for arm in arms if len(arm) > 1] or arms[:1]
    return [row.variant(reader.board, (control,), tuple(longer), _offset(args))]


def _arms_from(reader: PartReader, control: Cell) -> Iterable[tuple[Cell, ...]]:
    """Yield what is seen from a cell in the four directions, itself first."""
    layout, group = reader.layout, _names_of_regions(reader)
    row, column = divmod(control, layout.width)
    across, down = layout.rows[row], layout.columns[column]
    for arm in (across[column::-1], across[column:], down[row::-1], down[row:]):
        yield tuple(group.first + cell for cell in arm)


def _write_arms(writer: PartWriter, row: NotationRow, one: Any) -> str:
    control = writer.layout.name(one.control[0])
    return writer.lists(row.field, control, one.offset or 0, cells=one.arms)


def _read_around(reader: PartReader, row: NotationRow, args: Args) -> Made:
    control = reader.cell(args[0])
    cells = reader.cells(args[2:]) or tuple(_around(reader, control))
    return [row.variant(reader.board, (control,), cells, _offset(args))]


def _around(reader: PartReader, control: Cell) -> Iterable[Cell]:
    """Return a cell, and those that touch it by an edge or a corner."""
    layout, group = reader.layout, _names_of_regions(reader)
    row, column = divmod(control, layout.width)
    rows = range(max(row - 1, 0), min(row + 2, layout.height))
    columns = range(max(column - 1, 0), min(column + 2, layout.width))
    touching = (r * layout.width + c for r in rows for c in columns)
    return [group.first + cell for cell in dict.fromkeys((control, *touching))]


def _write_around(writer: PartWriter, row: NotationRow, one: Any) -> str:
    control = writer.layout.name(one.control[0])
    return writer.part(row.field, control, one.offset or 0, cells=one.cells)


def _read_connected(reader: PartReader, row: NotationRow, args: Args) -> Made:
    group = reader.layout.groups.get(args[0])
    if group is None:
        raise FormatError(f"there are no cells of the name {quoted(args[0])}")
    inside = tuple(map(number, args[1].split("_")))
    size = number(args[2]) if len(args) > 2 and args[2] else None
    return [row.variant(reader.board, tuple(group.cells), inside, size)]


def _write_connected(writer: PartWriter, row: NotationRow, one: Any) -> str:
    for name, group in writer.layout.groups.items():
        if one.cells == tuple(group.cells):
            size = () if one.size is None else (one.size,)
            return writer.part(row.field, name, "_".join(map(str, one.inside)), *size)
    raise FormatError("Interactive Sudoku Solver has no word for: connected cells of a part")


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
    "king": Shape(_read_king, _write_king),
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
    "ends": Shape(_read_ends, _write_ends),
    "sandwich": Shape(_read_sandwich, _write_sandwich),
    "diagonal": Shape(_read_diagonal, _write_diagonal),
    "ranks": Shape(_read_ranks, _write_ranks),
    "element": Shape(_read_element, write_cells),
    "construction": Shape(_read_construction, unwritten),
    "arms": Shape(_read_arms, _write_arms),
    "around": Shape(_read_around, _write_around),
    "connected": Shape(_read_connected, _write_connected),
}
