"""Places as SudokuMaker's JSON numbers them, and the shapes in which constraints stand there.

Cells are numbered row by row.  Places beside the board are numbered so on a board with a margin of
one cell, corners so on one with a row and a column more.  Edges are numbered by rows: for each cell
the edge at its left, then for each cell the edge below it.

A variant names its type and one of these (`cpsudoku.variants.traits.sudokumaker`).
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain, product
from typing import Any, Final, TypeAlias

from cpsudoku.errors import FormatError, quoted
from cpsudoku.formats.setters.drawings import cut_at_regions
from cpsudoku.formats.setters.imported import MOST_SIZE, Import, Shape, list_in, object_in
from cpsudoku.formats.setters.things import diagonal_from, seen_at, seen_from
from cpsudoku.rules import Board, Cell
from cpsudoku.rules.primitives import Count, Primitive
from cpsudoku.variants.base import Variant, number_field, related, squares
from cpsudoku.variants.cells import Among
from cpsudoku.variants.counts import Contains
from cpsudoku.variants.dots import NoSum
from cpsudoku.variants.lines import thirds
from cpsudoku.variants.registry import NotationRow

Object: TypeAlias = dict[str, Any]
_Made: TypeAlias = Iterator[Variant | Primitive]

NEGATIVE: Final = {
    "200": ("201", "overrideNegativeRatios"),
    "201": ("200", "overrideNegativeDifferences"),
    "202": ("202", ""),
}
"""For each type of marks on edges those whose absence they exempt from too, by which field."""


def whole_in(value: object, what: str, least: int, most: int) -> int:
    """Return a value that must be a whole number in a range."""
    if type(value) is not int or not least <= value <= most:
        raise FormatError(f"{what} {quoted(value)}; expected a number from {least} to {most}")
    return value


class CellReader:
    """Reads numbers of cells, edges, corners and places beside the board."""

    def __init__(self, job: Import) -> None:
        self.job = job
        self.board = job.rules.board

    def cell(self, value: object) -> Cell:
        """Return a cell of the board."""
        return whole_in(value, "cell", 0, self.board.cell_count - 1)

    def cell_at(self, place: tuple[int, int]) -> Cell:
        """Return the cell in a row and a column, from 0."""
        found = self.board.cells_at.get(place)
        if found is None:
            raise FormatError(f"there is no cell {quoted(f'r{place[0] + 1}c{place[1] + 1}')}")
        return found

    def cells(self, entry: Object, key: str = "cells") -> tuple[Cell, ...]:
        """Return the cells of a field."""
        return tuple(map(self.cell, list_in(entry.get(key), key, "cells")))

    def lists(self, entry: Object, key: str) -> Iterator[tuple[Cell, ...]]:
        """Yield the lists of cells of a field."""
        for one in list_in(entry.get(key), key, "lists"):
            yield self.cells({key: one}, key)

    def lines(self, entry: Object, key: str = "lines") -> Iterator[tuple[Cell, ...]]:
        """Yield the lines of a field; one of a single cell says nothing."""
        for line in self.lists(entry, key):
            if len(line) > 1:
                yield line

    @staticmethod
    def objects(entry: Object, key: str) -> list[Object]:
        """Return the objects of a field."""
        return [object_in(one, f"{key} with") for one in list_in(entry.get(key) or [], key)]

    def edge(self, value: object) -> tuple[Cell, Cell]:
        """Return the cells at both sides of an edge."""
        width, at = self.board.width, self.board.cells_at
        row, place = divmod(whole_in(value, "edge", 0, 2 * self.board.cell_count - 1), 2 * width)
        one, other = (row, place - 1), (row, place)
        if place >= width:
            one, other = (row, place - width), (row + 1, place - width)
        if one not in at or other not in at:
            raise FormatError(f"edge {value}, which is not between two cells")
        return at[one], at[other]

    def corner(self, value: object) -> tuple[Cell, ...]:
        """Return the cells around a corner."""
        width, at = self.board.width + 1, self.board.cells_at
        most = width * (self.board.height + 1) - 1
        row, column = divmod(whole_in(value, "corner", 0, most), width)
        around = [(row + i, column + j) for i in (-1, 0) for j in (-1, 0)]
        return tuple(at[place] for place in around if place in at)

    def seen_from(self, clue: Object) -> tuple[Cell, ...]:
        """Return the line that a place beside the board looks along: straight, or a diagonal."""
        width, height = self.board.width, self.board.height
        most = (width + 2) * (height + 2) - 1
        row, column = divmod(whole_in(clue.get("outerCell"), "outerCell", 0, most), width + 2)
        place = (row - 1, column - 1)
        turn = clue.get("diagonal")
        if turn is None:
            found = seen_from(self.board, place)
        else:
            # A rising diagonal, 1, goes up while it goes to the right; -1 goes down.
            whole_in(turn, "diagonal", -1, 1)
            steps = [(-turn * step, step) for step in (1, -1)]
            ends = [(place[0] + down, place[1] + right) for down, right in steps]
            found = next(filter(None, (diagonal_from(self.board, place, end) for end in ends)), ())
        if not found:
            raise FormatError(f"a clue at outerCell {clue['outerCell']}, which looks at no cell")
        return found


def _number_of(edge: tuple[Cell, Cell], board: Board) -> int:
    (row, column), (_, other) = (board.places[cell] for cell in sorted(edge))
    return 2 * board.width * row + (other if other > column else board.width + column)


def _numbers(clue: Object, key: str) -> tuple[int, ...]:
    return tuple(whole_in(one, key, 0, MOST_SIZE) for one in list_in(clue.get(key), key, "numbers"))


def _read_flag(reader: CellReader, row: NotationRow, _: Object) -> _Made:
    yield row.variant(reader.board)


def _read_cells(reader: CellReader, row: NotationRow, entry: Object) -> _Made:
    if cells := reader.cells(entry):
        yield row.variant(reader.board, cells)


def _read_lines(reader: CellReader, row: NotationRow, entry: Object) -> _Made:
    # The ends of a lockout line differ by half of the digits or more, which is our usual number
    # of nine.
    more = (reader.board.size // 2,) if row.field == "407" else ()
    yield from (row.variant(reader.board, line, *more) for line in reader.lines(entry))


def _read_thermo(reader: CellReader, row: NotationRow, entry: Object) -> _Made:
    if bool(entry.get("slow")) == ("slow" in row.words):
        lines = reader.lines(entry, "thermometers")
        yield from (row.variant(reader.board, line) for line in lines)


def _read_whisper(reader: CellReader, row: NotationRow, entry: Object) -> _Made:
    least = whole_in(entry.get("minDifference"), "minDifference", 0, MOST_SIZE)
    yield from (row.variant(reader.board, line, least) for line in reader.lines(entry))


def _read_parts(reader: CellReader, row: NotationRow, entry: Object) -> _Made:
    for line in reader.lines(entry):
        parts = cut_at_regions(reader.job, line)
        if entry.get("singleRegionTotals"):
            homes = [frozenset(home) for home in reader.job.homes()]
            joined: dict[frozenset[Cell], tuple[Cell, ...]] = {}
            for part in parts:
                home = next((one for one in homes if part[0] in one), frozenset())
                joined[home] = (*joined.get(home, ()), *part)
            parts = tuple(joined.values())
        if len(parts) > 1:
            yield row.variant(reader.board, parts)


def _read_cage(reader: CellReader, row: NotationRow, entry: Object) -> _Made:
    for cage in reader.objects(entry, "cages"):
        total = cage.get("value") or None
        if total is not None:
            total = whole_in(total, "a cage with value", 0, 10**6)
        yield row.variant(reader.board, reader.cells(cage), total)


def _read_look(reader: CellReader, row: NotationRow, entry: Object) -> _Made:
    for cage in reader.objects(entry, "cages"):
        said = str(cage.get("value") or "").strip()
        if not said.isascii() or not said.isdigit():
            raise FormatError(f"a cage with value {quoted(said)}; expected digits")
        yield row.variant(reader.board, reader.cells(cage), tuple(map(int, said)))


def _read_quad(reader: CellReader, row: NotationRow, entry: Object) -> _Made:
    for clue in reader.objects(entry, "clues"):
        cells, digits = reader.corner(clue.get("corner")), _numbers(clue, "digits")
        if digits:
            make = row.variant if len(cells) == 4 else Contains
            yield make(reader.board, cells, digits)


def _write_quad(quad: Any) -> Object:
    row, column = quad.board.places[min(quad.cells)]
    corner = (row + 1) * (quad.board.width + 1) + column + 1
    return {"clues": [{"corner": corner, "digits": list(quad.wanted)}]}


def _read_halves(reader: CellReader, row: NotationRow, entry: Object) -> _Made:
    """Yield that the cells of each group have one digit; groups have nothing to do with others."""
    groups = list(reader.lines(entry, "groups"))
    for copy in range(1, max(map(len, groups), default=0)):
        pairs = [(group[0], group[copy]) for group in groups if len(group) > copy]
        yield row.variant(reader.board, tuple(chain.from_iterable(zip(*pairs, strict=True))))


def _read_dots(reader: CellReader, row: NotationRow, entry: Object) -> _Made:
    for clue in reader.objects(entry, "clues"):
        value = clue.get("value")
        number = None if value is None else whole_in(value, "value", 0, 10**6)
        if number is None and row.field == "202":
            reader.job.ignored.append("a sum of neighbours without a number")
        else:
            yield row.variant(reader.board, reader.edge(clue.get("edge")), number)


def _write_dots(dots: Any) -> Object:
    edges = [_number_of(pair, dots.board) for pair in dots.neighbours()]
    return _with_negative(dots, clues=[{"value": dots.amount, "edge": edge} for edge in edges])


def _with_negative(one: Any, **fields: Any) -> Object:
    _, flag = NEGATIVE[next(row.field for row in one.notations if row.notation == "sudokumaker")]
    return {"clues": [], "negative": [], **fields, **({flag: True} if flag else {})}


def _read_absent(
    reader: CellReader, row: NotationRow, entry: Object, exempt: tuple[tuple[Cell, Cell], ...]
) -> _Made:
    numbers: list[int | None] = list(_numbers(entry, "negative")) if entry.get("negative") else []
    if row.variant is NoSum and {5, 10} <= {*numbers}:
        numbers = [None, *(number for number in numbers if number not in (5, 10))]
    for number in numbers:
        yield row.variant(reader.board, exempt, number)


def _write_absent(_: NotationRow, one: Any) -> Object:
    number = getattr(one, number_field(type(one)))
    usual = {"nowhite": [1], "noblack": [2], "nosum": [10, 5]}[one.name]
    return _with_negative(one, negative=usual if number is None else [number])


def _read_arrow(reader: CellReader, row: NotationRow, entry: Object) -> _Made:
    for bulb in reader.objects(entry, "bulbsWithArrows"):
        cells = tuple(sorted(reader.cells(bulb, "bulbCells")))  # a pill is read as people do
        for line in reader.lines(bulb, "arrows"):
            yield row.variant(reader.board, cells, line[1:])


def _write_arrow(arrow: Any) -> Object:
    line = [arrow.bulb[-1], *arrow.cells]
    return {"bulbsWithArrows": [{"bulbCells": list(arrow.bulb), "arrows": [line]}]}


def _read_clue(reader: CellReader, row: NotationRow, entry: Object) -> _Made:
    for clue in reader.objects(entry, "clues"):
        value = clue.get("value")
        if value is None:
            reader.job.ignored.append("a clue beside the board without a number")
            continue
        number, cells = whole_in(value, "value", -(10**6), 10**6), reader.seen_from(clue)
        if row.field == "502" and number == 0 and reader.board.first == 0:
            yield Among(reader.board, cells[:1], (0,))  # the first no digits add up to 0
        else:
            yield row.variant(reader.board, cells, number)


def _write_clue(clue: Any) -> Object:
    (row, column), (down, right) = seen_at(clue.board, clue.cells)
    place = (row + 1) * (clue.board.width + 2) + column + 1
    turn = {"diagonal": -down * right} if down and right else {}
    return {"clues": [{"value": clue.number, "outerCell": place, **turn}]}


def _read_groups(reader: CellReader, row: NotationRow, entry: Object) -> _Made:
    """Yield what groups of digits mean on lines (type 406) or in all squares (type 16).

    Groups of other digits than those of our variants are given as counts, only by the first row.
    """
    board = reader.board
    masks = [
        whole_in(m, "groups", 1, 1 << MOST_SIZE) for m in list_in(entry.get("groups"), "groups")
    ]
    groups = [frozenset(d for d in range(m.bit_length()) if m >> d & 1) for m in masks]
    count = 3 if row.field == "16" else len(groups)
    known = {words: _classes(board, words, count) for words in _KINDS[row.field]}
    kind = next((one for one, some in known.items() if some == frozenset(groups)), "thirds")
    if kind not in row.words:
        return
    is_known = known[kind] == frozenset(groups)
    if row.field == "16":
        every = product(squares(board, range(board.cell_count)), groups)
        counts = (Count(square, group, ">=", 1, "groups") for square, group in every)
        yield from [row.variant(board)] if is_known else counts
        return
    for line in reader.lines(entry):
        if is_known:
            yield row.variant(board, line, *((count,) if kind == "rests" else ()))
        else:
            yield from _on_line(board, line, groups)


_KINDS = {"16": ("thirds", "rests"), "406": ("thirds", "parity", "rests")}
"""Of each type the groups of digits that a variant has: as high, odd and even, of one remainder."""


def _classes(board: Board, words: str, count: int) -> frozenset[frozenset[int]] | None:
    if words == "thirds":
        return frozenset(thirds(board))
    count = 2 if words == "parity" else count
    digits = range(board.first, board.last + 1)
    rests = {digit % count for digit in digits} if count else set()
    return frozenset(frozenset(d for d in digits if d % count == rest) for rest in rests)


def _on_line(
    board: Board, line: tuple[Cell, ...], groups: list[frozenset[int]]
) -> Iterator[Primitive]:
    """Yield that as many cells in a row as there are groups have a digit of each."""
    digits = range(board.first, board.last + 1)
    class_of = {digit: [n for n, group in enumerate(groups) if digit in group] for digit in digits}
    if any(len(found) > 1 for found in class_of.values()):
        raise FormatError("groups of digits on a line that have a digit in common")
    apart = frozenset((a, b) for a in digits for b in digits
                      if class_of[a] != class_of[b] and class_of[a] and class_of[b])  # fmt: skip
    near = [(line[i], line[j]) for i in range(len(line)) for j in range(i + 1, len(line))
            if j - i < len(groups)]  # fmt: skip
    yield from related(near, apart, "groups")


def _write_groups(row: NotationRow, one: Any) -> Object:
    count = getattr(one, "amount", 3)
    masks = [sum(1 << d for d in part) for part in _classes(one.board, row.words[0], count) or ()]
    lines = {"lines": [list(one.cells)]} if row.field == "406" else {}
    return {**lines, "groups": sorted(masks)}


def _lines(one: Any) -> Object:
    return {"lines": [list(one.cells)]}


SHAPES = {
    "everywhere": Shape(_read_flag, lambda *_: {}),
    "cells": Shape(_read_cells, lambda _, one: {"cells": list(one.cells)}),
    "lines": Shape(_read_lines, lambda _, one: _lines(one)),
    "thermo": Shape(
        _read_thermo,
        lambda row, one: {"thermometers": [list(one.cells)], "slow": "slow" in row.words},
    ),
    "whisper": Shape(_read_whisper, lambda _, one: {**_lines(one), "minDifference": one.amount}),
    "parts": Shape(
        _read_parts,
        lambda _, one: {
            "lines": [list(chain.from_iterable(one.parts))],
            "singleRegionTotals": False,
        },
    ),
    "cage": Shape(
        _read_cage,
        lambda _, one: {"cages": [{"cells": list(one.cells), "value": one.total or 0}]},
    ),
    "look": Shape(
        _read_look,
        lambda _, one: {
            "cages": [{"cells": list(one.cells), "value": "".join(map(str, one.said))}]
        },
    ),
    "quad": Shape(_read_quad, lambda _, one: _write_quad(one)),
    "halves": Shape(
        _read_halves, lambda _, one: {"groups": list(map(list, zip(*one.halves(), strict=True)))}
    ),
    "dots": Shape(_read_dots, lambda _, one: _write_dots(one)),
    "absent": Shape(_read_absent, _write_absent),
    "arrow": Shape(_read_arrow, lambda _, one: _write_arrow(one)),
    "clue": Shape(_read_clue, lambda _, one: _write_clue(one)),
    "diagonal": Shape(_read_clue, lambda _, one: _write_clue(one)),
    "groups": Shape(_read_groups, _write_groups),
}


def _line(colour: str, thickness: float = 0.15) -> Object:
    return {"color": colour, "thickness": thickness}


def _with_ends(line: Object, fill: str, stroke: Object) -> Object:
    return {"lines": line, "endPoints": {"size": 0.8, "fill": fill, "stroke": stroke}}


_BLACK, _SHADE, _GREY = {"color": "#000000"}, {"color": "#00000033"}, "#aaaaaa"
_CAGE = {"text": _BLACK, "cage": _BLACK}
STYLES: Final[dict[int, Object]] = {
    10: _line("#34bbe6ff", 0.02), 11: _line("#34bbe6ff", 0.02),
    100: {**_SHADE, "size": 0.8}, 101: {**_SHADE, "size": 0.8}, 102: _SHADE, 103: _SHADE,
    300: {"color": "#cccccc", "thickness": 0.3, "bulbRadius": 0.4},
    301: _CAGE, 302: _SHADE, 303: {"singleLine": False}, 304: _CAGE, 305: {**_SHADE, "offset": 0.1},
    400: _line("#f067f0"), 405: _line(_GREY), 401: _line("#67f067"), 402: _line("#bbbbbb"),
    403: _with_ends(_line(_GREY, 0.1), "#ffffff80", _line(_GREY, 0.02)),
    404: _line("#2ecbff"), 406: _line("#ff6666"),
    407: _with_ends(_line("#aabeefff", 0.1), "#e7e6ff80", _line("#0000ff80", 0.05)),
    408: {"arrow": {**_line(_GREY, 0.05), "headSize": 0.35},
          "bulb": {"size": 0.8, "fill": "#ffffff", "stroke": _line(_GREY, 0.02)}},
    409: _with_ends(_line(_GREY, 0.05), "#ffffff", _line(_GREY, 0.02)),
    500: {"text": _BLACK, "arrow": _BLACK}, 501: _BLACK, 502: _BLACK, 503: _BLACK, 504: _BLACK,
    600: {"color": "#0080f955"}, 601: {"color": "#f9000055"},
}  # fmt: skip
"""How each type is drawn where nobody has chosen, which its program wants to be given."""
