"""Strings out of puzzles; what was written is read again and has to mean the same.

The parts that give the shape come first: rows, columns, digits, variables, pieces.  Then variants
in their shapes, and primitives: relations, automata, sums, counts, alternatives.
"""

from __future__ import annotations

from base64 import urlsafe_b64encode
from collections.abc import Callable, Iterator
from typing import Any, TypeAlias
from urllib.parse import quote

from cpsudoku.errors import FormatError
from cpsudoku.formats.base import Record
from cpsudoku.formats.setters.imported import check_same
from cpsudoku.formats.setters.iss.payloads import key_of, text_of_machine
from cpsudoku.formats.setters.iss.reading import imported
from cpsudoku.formats.setters.iss.shapes import SHAPES, PartWriter
from cpsudoku.formats.setters.iss.strings import MOST_SIDE, BoardLayout, layout_of, parsed
from cpsudoku.rules import AllDifferent, Constraint, Rules, primitives
from cpsudoku.rules.board import tiled
from cpsudoku.variants import chaos
from cpsudoku.variants.base import touching
from cpsudoku.variants.cages import Sum
from cpsudoku.variants.registry import rows_of

_MOST_WORTH = 99


def _shape(rules: Rules) -> str:
    """Return the parts that give the shape, with cells beside the grid as variables."""
    board = rules.board
    grid = board.places[: board.grid_count]
    height, width = grid[-1][0] + 1, max(column for _, column in grid) + 1
    if len(grid) != height * width or max(height, width, board.size) > MOST_SIDE:
        raise FormatError("Interactive Sudoku Solver knows full rows only up to 16×16")
    if board.first < 0 or board.last > _MOST_WORTH:
        raise FormatError(f"Interactive Sudoku Solver knows only digits 0 to {_MOST_WORTH}")
    digits = (board.first, board.size) != (1, max(height, width))
    shape = f".Shape~{height}x{width}" + (f"~{board.first}-{board.last}" if digits else "")
    lines = tiled(height, width, (1, width)) + tiled(height, width, (height, 1))
    if not rules.cell_sets.issuperset(map(frozenset, lines)):
        shape += "~Raw" if digits else "~~Raw"
    return ("" if shape == ".Shape~9x9" else shape) + "".join(_variables(rules, max(height, width)))


def _variables(rules: Rules, side: int) -> Iterator[str]:
    board = rules.board
    places = board.places[board.grid_count :]
    groups: list[list[tuple[int, int]]] = []
    for place in places:
        if not groups or place[0] > groups[-1][-1][0] + 1:
            groups.append([])
        groups[-1].append(place)
    sought = [one for one in rules.constraints if isinstance(one, chaos.ChaosRegions)]
    if sought and len(groups[:1]) == 1 and len(sought[0].regions) == len(groups[0]):
        yield ".ChaosConstruction"
        if sought[0].size != side:
            yield f".RegionSize~{sought[0].size}"
        groups = groups[1:]
    for number, group in enumerate(groups):
        columns = max(column for _, column in group) + 1
        rows, rest = divmod(len(group), columns)
        prefix = chr(ord("A") + number // 26) + chr(ord("A") + number % 26)
        yield f".Var~{prefix}~~{len(group) if rest else f'{rows}x{columns}'}"


def _pieces(layout: BoardLayout, rules: Rules) -> str:
    """Return the words for no boxes, or a jigsaw, where the usual boxes are not all there."""
    if layout.is_raw or (layout.boxes and rules.cell_sets.issuperset(map(frozenset, layout.boxes))):
        return ""
    kinds = ("region", "box")
    pieces = [g for g in rules.groups if g.kind in kinds and len(g.cells) == layout.side]
    label = {cell: number for number, group in enumerate(pieces) for cell in group.cells}
    grid = range(layout.height * layout.width)
    if len(pieces) * layout.side != len(grid) or set(label) != set(grid):
        return ".NoBoxes"
    return ".NoBoxes.Jigsaw~" + "".join("0123456789abcdefg"[label[cell]] for cell in grid)


Write: TypeAlias = Callable[["StringWriter", Any], str]  # writes a constraint


class StringWriter(PartWriter):
    """Writes the constraints of some rules, after a head with the parts that give the shape."""

    def __init__(self, rules: Rules) -> None:
        shape = _shape(rules)
        self.head = shape + _pieces(layout_of(parsed(shape or ".")), rules)
        super().__init__(layout_of(parsed(self.head or ".")))
        job = imported(self.head or ".")
        self._known = set(job.added)
        self._rules = rules
        self._said = job.rules.cell_sets

    def givens(self, candidates: tuple[int, ...]) -> str:
        """Return the part with the candidates of all cells that have not all of them."""
        digits, whole = list(enumerate(map(str, self.digits))), (1 << self.board.size) - 1
        found = [
            "_".join([self.layout.name(cell), *(said for d, said in digits if mask >> d & 1)])
            for cell, mask in enumerate(candidates)
            if mask != whole
        ]
        return ".~" + "~".join(found) if found else ""

    def constraints(self) -> str:
        """Return the parts of all constraints."""
        absent, rest = dict[str, None](), []
        for constraint in self._rules.constraints:
            rows = rows_of(type(constraint), "iss")
            if rows and rows[0].shape == "absent":
                absent[f".{rows[0].field}"] = None
            elif constraint not in self._known:
                rest.append(self.written(constraint))
        return "".join([*absent, *rest])

    def written(self, constraint: Constraint) -> str:
        """Return one constraint."""
        if isinstance(constraint, AllDifferent):
            return self._group(constraint)
        write = PRIMITIVES.get(type(constraint))
        if write is not None:
            return write(self, constraint)
        for row in rows_of(type(constraint), "iss"):
            text: str | None = SHAPES[row.shape].write(self, row, constraint)
            if text is not None:
                return text
        if constraint.primitives == (constraint,):
            raise FormatError(f"Interactive Sudoku Solver has no word for: {constraint.label}")
        return "".join(map(self.written, constraint.primitives))

    def _group(self, group: AllDifferent) -> str:
        if frozenset(group.cells) in self._said:
            return ""
        if group.kind in ("diagonal", "antidiagonal") and len(group.cells) == self.layout.height:
            return self.part("Diagonal", -1 if group.kind == "diagonal" else 1)
        return self.part("AllDifferent", cells=group.cells)


def _pair(writer: StringWriter, one: primitives.Pair | primitives.Not) -> str:
    pair = one.part if isinstance(one, primitives.Not) else one
    if not isinstance(pair, primitives.Pair):
        raise FormatError(f"Interactive Sudoku Solver has no word for: {one.label}")
    key = key_of(lambda a, b: ((a, b) in pair.allowed) == (one is pair), writer.digits)
    return writer.part("Pair", key, "_" + _encoded(one.label), cells=one.scope)


def _encoded(label: str) -> str:
    return quote(label, safe="").replace(".", "%2E").replace("~", "%7E")


def _regular(writer: StringWriter, one: primitives.Regular) -> str:
    text = text_of_machine(one, writer.digits)
    return writer.part("NFA", text, "_" + _encoded(one.label), cells=one.cells)


def _linear(writer: StringWriter, one: primitives.Linear) -> str:
    if one.relation != "=" or not one.totals:
        raise FormatError(f"Interactive Sudoku Solver has no word for: {one.label}")
    coefficients = () if set(one.coefficients) == {1} else one.coefficients
    return writer.written(Sum(writer.board, one.cells, one.totals, coefficients))


def _count(writer: StringWriter, one: primitives.Count) -> str:
    if len(one.values) != 1 or one.relation not in ("=", ">=") or one.number > 9:
        raise FormatError(f"Interactive Sudoku Solver has no word for: {one.label}")
    (digit,) = one.values
    if one.number == 0 and one.relation == "=" and digit < 10:
        return writer.part("LookAndSay", f"0{digit}", cells=one.cells)
    kind = "ContainExact" if one.relation == "=" else "ContainAtLeast"
    return writer.part(kind, "_".join([str(digit)] * one.number), cells=one.cells)


def _table(writer: StringWriter, one: primitives.Table) -> str:
    if len(one.cells) > 1:
        words = ("".join("0123456789ABCDEFG"[d] for d in digits) for digits in sorted(one.tuples))
        data = urlsafe_b64encode("|".join(words).encode()).decode().rstrip("=")
        return writer.part("Regex", data, cells=one.cells)
    digits = "_".join(str(digit) for (digit,) in sorted(one.tuples))
    return f".~{writer.layout.name(one.cells[0])}_{digits}"


def _connected(writer: StringWriter, one: primitives.Connected) -> str:
    """Write cells that are connected over all edges that they share."""
    shared = {(one.cells[a], one.cells[b]) for a, b in touching(writer.board, one.cells)}
    if set(one.neighbours) != shared:
        raise FormatError(f"Interactive Sudoku Solver has no word for: {one.label}")
    inside = tuple(sorted(one.values))
    return writer.written(chaos.ConnectedDigits(writer.board, one.cells, inside, one.size))


def _composite(writer: StringWriter, one: primitives.And | primitives.Or) -> str:
    texts = map(writer.written, one.parts)
    ways = (text if len(parsed(text)) == 1 else f".And{text}.End" for text in texts)
    return f".{type(one).__name__}{''.join(ways)}.End"


PRIMITIVES: dict[type, Write] = {
    primitives.Pair: _pair,
    primitives.Not: _pair,
    primitives.Regular: _regular,
    primitives.Linear: _linear,
    primitives.Count: _count,
    primitives.Connected: _connected,
    primitives.Table: _table,
    primitives.Element: lambda writer, one: writer.part(
        "ValueIndexing", cells=(one.value, one.index, *one.cells)
    ),
    primitives.And: _composite,
    primitives.Or: _composite,
}


def line_of(record: Record) -> str:
    """Return a puzzle as a line with a string, which is never empty."""
    puzzle = record.puzzle
    if not all(puzzle.candidates):
        raise FormatError("Interactive Sudoku Solver has no cells without candidates")
    writer = StringWriter(puzzle.rules)
    text = writer.head + writer.givens(puzzle.candidates) + writer.constraints()
    check_same(imported(text), puzzle, "Interactive Sudoku Solver")
    return f"{text or '.Shape~9x9'}\n"
