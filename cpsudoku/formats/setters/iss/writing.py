"""Strings out of puzzles; what was written is read again and has to mean the same."""

from __future__ import annotations

from base64 import urlsafe_b64encode
from collections.abc import Callable, Iterable, Iterator
from typing import Any
from urllib.parse import quote

from cpsudoku.errors import FormatError
from cpsudoku.formats.base import Record
from cpsudoku.formats.setters.iss.layout import MOST_SIDE, Layout, layout_of
from cpsudoku.formats.setters.iss.payloads import Machine, key_of, text_of_machine
from cpsudoku.formats.setters.iss.reading import imported
from cpsudoku.formats.setters.iss.tokens import parsed
from cpsudoku.formats.setters.meaning import means_the_same
from cpsudoku.rules import AllDifferent, Board, Cell, Constraint, Rules
from cpsudoku.rules.primitives import (
    And,
    Count,
    Element,
    Linear,
    Not,
    Or,
    Pair,
    Regular,
    Table,
)
from cpsudoku.variants import (
    cages,
    chess,
    counts,
    dots,
    indexing,
    lines,
    outside,
    ranks,
    regions,
    sum_lines,
)

__all__ = ["string_of"]


def string_of(record: Record) -> str:
    """Return a puzzle as a string.

    Args:
        record: the puzzle.

    Raises:
        FormatError: there is no word for a constraint, or for such a board.
    """
    puzzle = record.puzzle
    if not all(puzzle.candidates):
        raise FormatError("Interactive Sudoku Solver has no cells without candidates")
    writer = _Writer(puzzle.rules)
    text = writer.head + writer.givens(puzzle.candidates) + writer.constraints()
    if not means_the_same(imported(text).puzzle(), puzzle):
        raise FormatError("Interactive Sudoku Solver has no way to say these rules exactly")
    return text


def _shape(rules: Rules) -> str:
    """Return the parts that tell the shape, with cells beside the grid as variables."""
    board = rules.board
    grid = board.places[: board.grid_count]
    height, width = grid[-1][0] + 1, max(column for _, column in grid) + 1
    if len(grid) != height * width or max(height, width, board.size) > MOST_SIDE:
        raise FormatError("Interactive Sudoku Solver knows full rows up to 16×16 alone")
    digits = (board.first, board.size) != (1, max(height, width))
    shape = f".Shape~{height}x{width}" + (f"~{board.first}-{board.last}" if digits else "")
    is_group = {frozenset(group.cells) for group in rules.groups}
    if not all(frozenset(line) in is_group for line in _lines(height, width)):
        shape += "~Raw" if digits else "~~Raw"
    return ("" if shape == ".Shape~9x9" else shape) + "".join(_variables(board))


def _lines(height: int, width: int) -> Iterator[range]:
    for row in range(height):
        yield range(row * width, (row + 1) * width)
    for column in range(width):
        yield range(column, height * width, width)


def _variables(board: Board) -> Iterator[str]:
    places = board.places[board.grid_count :]
    groups: list[list[tuple[int, int]]] = []
    for place in places:
        if not groups or place[0] > groups[-1][-1][0] + 1:
            groups.append([])
        groups[-1].append(place)
    for number, group in enumerate(groups):
        columns = max(column for _, column in group) + 1
        rows, rest = divmod(len(group), columns)
        prefix = chr(ord("A") + number // 26) + chr(ord("A") + number % 26)
        yield f".Var~{prefix}~~{len(group) if rest else f'{rows}x{columns}'}"


def _pieces(layout: Layout, rules: Rules) -> str:
    """Return that there are no boxes, or a jigsaw, where the usual boxes are not all there."""
    is_group = {frozenset(group.cells) for group in rules.groups}
    if layout.is_raw or (layout.boxes and all(frozenset(box) in is_group for box in layout.boxes)):
        return ""
    pieces = [
        group
        for group in rules.groups
        if group.kind in ("region", "box") and len(group.cells) == layout.side
    ]
    label = {cell: number for number, group in enumerate(pieces) for cell in group.cells}
    grid = range(layout.height * layout.width)
    if len(pieces) * layout.side != len(grid) or set(label) != set(grid):
        return ".NoBoxes"
    return ".NoBoxes.Jigsaw~" + "".join("0123456789abcdefg"[label[cell]] for cell in grid)


class _Writer:
    def __init__(self, rules: Rules) -> None:
        shape = _shape(rules)
        self.head = shape + _pieces(layout_of(parsed(shape or ".")), rules)
        told = imported(self.head or ".")
        self.layout = layout_of(parsed(self.head or "."))
        self.rules = rules
        self.board = rules.board
        self._said = {frozenset(group.cells) for group in told.rules.groups}

    def names(self, cells: Iterable[Cell]) -> list[str]:
        return [self.layout.name(cell) for cell in cells]

    def part(self, kind: str, *arguments: object, cells: Iterable[Cell] = ()) -> str:
        return "." + "~".join([kind, *map(str, arguments), *self.names(cells)])

    def givens(self, candidates: tuple[int, ...]) -> str:
        whole = (1 << self.board.size) - 1
        first = self.board.first
        found = [
            f"{self.layout.name(cell)}_{'_'.join(str(first + d) for d in _bits(mask))}"
            for cell, mask in enumerate(candidates)
            if mask != whole
        ]
        return ".~" + "~".join(found) if found else ""

    def constraints(self) -> str:
        negatives = tuple(c for c in self.rules.constraints if type(c) in _NEGATIVES)
        marks = "".join(f".{kind}" for kind in {_NEGATIVES[type(c)]: 0 for c in negatives})
        return marks + "".join(
            self.written(c) for c in self.rules.constraints if c not in negatives
        )

    def written(self, constraint: Constraint) -> str:
        """Return one constraint."""
        if isinstance(constraint, AllDifferent):
            return self._group(constraint)
        write = _VARIANTS.get(type(constraint)) or _PRIMITIVES.get(type(constraint))
        if write is not None:
            return write(self, constraint)
        if constraint.primitives == (constraint,):
            raise FormatError(f"Interactive Sudoku Solver has no word for: {constraint.label}")
        return "".join(map(self.written, constraint.primitives))

    def _group(self, group: AllDifferent) -> str:
        if frozenset(group.cells) in self._said:
            return ""
        if group.kind in ("diagonal", "antidiagonal") and len(group.cells) == self.layout.height:
            return self.part("Diagonal", -1 if group.kind == "diagonal" else 1)
        return self.part("AllDifferent", cells=group.cells)


def _bits(mask: int) -> list[int]:
    return [place for place in range(mask.bit_length()) if mask >> place & 1]


_Write = Callable[[_Writer, Any], str]


def _on_cells(kind: str) -> _Write:
    return lambda writer, one: writer.part(kind, cells=one.cells)


def _numbered(kind: str, attribute: str) -> _Write:
    return lambda writer, one: writer.part(kind, getattr(one, attribute), cells=one.cells)


def _dots(kind: str, attribute: str, usual: int) -> _Write:
    """Return a writer of dots that have the usual number; others are relations of two cells."""

    def write(writer: _Writer, one: Any) -> str:
        value = getattr(one, attribute) if attribute else usual
        pairs = one.neighbours()
        if value not in (None, usual) or not all(_touch(writer, pair) for pair in pairs):
            return _each(writer, one)
        return "".join(writer.part(kind, cells=pair) for pair in pairs)

    return write


def _touch(writer: _Writer, pair: tuple[Cell, Cell]) -> bool:
    (row, column), (other_row, other_column) = (writer.board.places[cell] for cell in pair)
    return abs(row - other_row) + abs(column - other_column) == 1


def _each(writer: _Writer, one: Constraint) -> str:
    """Return a constraint by its primitives."""
    return "".join(writer.written(primitive) for primitive in one.primitives)


def _sign(writer: _Writer, one: dots.PairSum) -> str:
    kind = {10: "X", 5: "V"}.get(one.total)
    pairs = one.neighbours()
    if kind is None or not all(_touch(writer, pair) for pair in pairs):
        return _each(writer, one)
    return "".join(writer.part(kind, cells=pair) for pair in pairs)


def _whispers(writer: _Writer, one: lines.Whispers) -> str:
    return writer.part("Whisper", one.least_difference, cells=one.cells)


def _modular(writer: _Writer, one: lines.Modular) -> str:
    return writer.part("Modular", one.modulus or 3, cells=one.cells)


def _lockout(writer: _Writer, one: lines.Lockout) -> str:
    return writer.part("Lockout", 4 if one.difference is None else one.difference, cells=one.cells)


def _sum(writer: _Writer, one: cages.Sum) -> str:
    if len(one.totals) > 1:
        parts = (cages.Sum(one.board, one.cells, (t,), one.coefficients) for t in one.totals)
        return ".Or" + "".join(_sum(writer, part) for part in parts) + ".End"
    factors = f"_=_{'_'.join(map(str, one.coefficients))}" if one.coefficients else ""
    return writer.part("Sum", f"{one.totals[0]}{factors}", cells=one.cells)


def _cage(writer: _Writer, one: cages.Killer) -> str:
    if one.total == 0:
        raise FormatError("Interactive Sudoku Solver has no cages of sum 0")
    return writer.part("Cage", one.total or 0, cells=one.cells)


def _arrow(writer: _Writer, one: sum_lines.Arrow) -> str:
    if len(one.bulb) == 1:
        return writer.part("Arrow", cells=(*one.bulb, *one.cells))
    if len(one.bulb) > 3 or list(one.bulb) != sorted(one.bulb) or writer.board.last > 9:
        return _each(writer, one)
    return writer.part("PillArrow", len(one.bulb), cells=(*one.bulb, *one.cells))


def _equal_sums(writer: _Writer, one: sum_lines.EqualSums) -> str:
    names = "~-~".join("~".join(writer.names(part)) for part in one.parts)
    return f".EqualSum~{names}"


def _sum_loop(writer: _Writer, one: sum_lines.SumLoop) -> str:
    return writer.part("SumLine", one.total, cells=one.cells) + "~LOOP"


def _quad(writer: _Writer, one: counts.Quad) -> str:
    corner = min(one.cells)
    group = writer.layout.group_of(corner)
    square = {corner, corner + 1, corner + group.columns, corner + group.columns + 1}
    if set(one.cells) != square:
        return _contains("ContainAtLeast")(writer, one)
    return writer.part("Quad", writer.layout.name(corner), *one.wanted)


def _contains(kind: str) -> _Write:
    return lambda writer, one: writer.part(kind, "_".join(map(str, one.wanted)), cells=one.cells)


def _look_and_say(writer: _Writer, one: counts.LookAndSay) -> str:
    if max(one.said) > 9:
        return _each(writer, one)
    return writer.part("LookAndSay", "".join(map(str, one.said)), cells=one.cells)


def _clue(kind: str) -> _Write:
    """Return a writer of a clue that looks along a row or column from one of its ends."""

    def write(writer: _Writer, one: Any) -> str:
        for letter, whole in (("R", writer.layout.rows), ("C", writer.layout.columns)):
            for number, line in enumerate(whole, start=1):
                if one.cells == line:
                    return writer.part(kind, f"{letter}{number}", one.number, "")
                if one.cells == line[::-1]:
                    return writer.part(kind, f"{letter}{number}", "", one.number)
        return _each(writer, one)

    return write


def _full_rank(writer: _Writer, one: ranks.FullRank) -> str:
    return (".FullRankTies~any" if one.ties else "") + _clue("FullRank")(writer, one)


def _sandwich(writer: _Writer, one: outside.Sandwich) -> str:
    for letter, whole in (("R", writer.layout.rows), ("C", writer.layout.columns)):
        for number, line in enumerate(whole, start=1):
            if one.cells in (line, line[::-1]):
                return writer.part("Sandwich", one.number, f"{letter}{number}")
    return _each(writer, one)


def _little_killer(writer: _Writer, one: outside.LittleKiller) -> str:
    for cells in (one.cells, one.cells[::-1]):
        text = writer.part("LittleKiller", one.number, writer.layout.name(cells[0]))
        try:
            again = imported(writer.head + text).added[-1]
        except FormatError:
            continue
        if set(again.scope) == set(one.cells):
            return text
    return writer.part("Sum", one.number, cells=one.cells)


def _indexer(kind: str) -> _Write:
    return lambda writer, one: writer.part("Indexing", kind, cells=one.cells)


def _pair(writer: _Writer, one: Pair) -> str:
    key = key_of(lambda a, b: (a, b) in one.allowed, _digits(writer))
    return writer.part("Pair", key, "_" + _encoded(one.label), cells=one.scope)


def _not(writer: _Writer, one: Not) -> str:
    if not isinstance(one.part, Pair):
        raise FormatError(f"Interactive Sudoku Solver has no word for: {one.label}")
    key = key_of(lambda a, b: (a, b) not in one.part.allowed, _digits(writer))  # type: ignore[union-attr]
    return writer.part("Pair", key, "_" + _encoded(one.label), cells=one.scope)


def _digits(writer: _Writer) -> range:
    return range(writer.board.first, writer.board.last + 1)


def _encoded(label: str) -> str:
    return quote(label, safe="").replace(".", "%2E").replace("~", "%7E")


def _regular(writer: _Writer, one: Regular) -> str:
    first = writer.board.first
    steps: dict[tuple[int, int], frozenset[int]] = {
        (state, digit - first): frozenset({after}) for state, digit, after in one.steps
    }
    machine = Machine(frozenset({one.start}), one.accepting, steps)
    text = text_of_machine(machine, writer.board.size)
    return writer.part("NFA", text, "_" + _encoded(one.label), cells=one.cells)


def _linear(writer: _Writer, one: Linear) -> str:
    if one.relation != "=" or not one.totals:
        raise FormatError(f"Interactive Sudoku Solver has no word for: {one.label}")
    coefficients = () if set(one.coefficients) == {1} else one.coefficients
    return _sum(writer, cages.Sum(writer.board, one.cells, one.totals, coefficients))


def _count(writer: _Writer, one: Count) -> str:
    if len(one.values) != 1 or one.relation not in ("=", ">=") or one.number > 9:
        raise FormatError(f"Interactive Sudoku Solver has no word for: {one.label}")
    (digit,) = one.values
    if one.number == 0 and one.relation == "=" and digit < 10:
        return writer.part("LookAndSay", f"0{digit}", cells=one.cells)
    kind = "ContainExact" if one.relation == "=" else "ContainAtLeast"
    return writer.part(kind, "_".join([str(digit)] * one.number), cells=one.cells)


def _table(writer: _Writer, one: Table) -> str:
    if len(one.cells) > 1:
        words = (
            "".join("0123456789ABCDEFG"[digit] for digit in digits) for digits in sorted(one.tuples)
        )
        data = urlsafe_b64encode("|".join(words).encode()).decode().rstrip("=")
        return writer.part("Regex", data, cells=one.cells)
    digits = "_".join(str(digit) for (digit,) in sorted(one.tuples))
    return f".~{writer.layout.name(one.cells[0])}_{digits}"


def _joined(kind: str) -> _Write:
    def write(writer: _Writer, one: And | Or) -> str:
        return f".{kind}{''.join(_branch(writer, part) for part in one.parts)}.End"

    return write


def _branch(writer: _Writer, part: Constraint) -> str:
    text = writer.written(part)
    return text if len(parsed(text)) == 1 else f".And{text}.End"


_NEGATIVES: dict[type, str] = {
    dots.NoWhite: "StrictKropki",
    dots.NoBlack: "StrictKropki",
    dots.NoSum: "StrictXV",
}

_VARIANTS: dict[type, _Write] = {
    cages.Killer: _cage,
    cages.Sum: _sum,
    cages.EqualityCage: _on_cells("EqualityCage"),
    cages.Rellik: _numbered("RellikCage", "total"),
    cages.Lunchbox: _numbered("Lunchbox", "total"),
    counts.Contains: _contains("ContainAtLeast"),
    counts.ContainsExactly: _contains("ContainExact"),
    counts.Quad: _quad,
    counts.LookAndSay: _look_and_say,
    counts.CountedDistinct: _on_cells("CountDistinct"),
    counts.SameValues: lambda writer, one: writer.part("SameValues", 2, cells=one.cells),
    regions.ExtraRegion: _on_cells("AllDifferent"),
    regions.CountingCircles: _on_cells("CountingCircles"),
    regions.GlobalEntropy: lambda writer, _: writer.part("GlobalEntropy"),
    regions.GlobalMod: lambda writer, _: writer.part("GlobalMod"),
    regions.Flatmates: lambda writer, _: writer.part("DutchFlatmates"),
    lines.Thermo: _on_cells("Thermo"),
    lines.Whispers: _whispers,
    lines.Renban: _on_cells("Renban"),
    lines.Palindrome: _on_cells("Palindrome"),
    lines.Between: _on_cells("Between"),
    lines.Lockout: _lockout,
    lines.Modular: _modular,
    lines.Entropic: _on_cells("Entropic"),
    sum_lines.Zipper: _on_cells("Zipper"),
    sum_lines.DoubleArrow: _on_cells("DoubleArrow"),
    sum_lines.Arrow: _arrow,
    sum_lines.EqualSums: _equal_sums,
    sum_lines.SumLine: _numbered("SumLine", "total"),
    sum_lines.SumLoop: _sum_loop,
    dots.White: _dots("WhiteDot", "difference", 1),
    dots.Black: _dots("BlackDot", "ratio", 2),
    dots.Greater: _dots("GreaterThan", "", 0),
    dots.PairSum: _sign,
    chess.AntiKnight: lambda writer, _: writer.part("AntiKnight"),
    chess.AntiKing: lambda writer, _: writer.part("AntiKing"),
    chess.AntiTaxicab: lambda writer, _: writer.part("AntiTaxicab"),
    chess.NonConsecutive: lambda writer, _: writer.part("AntiConsecutive"),
    outside.LittleKiller: _little_killer,
    outside.Sandwich: _sandwich,
    outside.XSum: _clue("XSum"),
    outside.Skyscraper: _clue("Skyscraper"),
    outside.HiddenSkyscraper: _clue("HiddenSkyscraper"),
    outside.NumberedRoom: _clue("NumberedRoom"),
    ranks.FullRank: _full_rank,
    ranks.NoTies: lambda writer, _: writer.part("FullRankTies", "none"),
    indexing.RowIndexer: _indexer("R"),
    indexing.ColumnIndexer: _indexer("C"),
    indexing.ValueIndex: _on_cells("ValueIndexing"),
}

_PRIMITIVES: dict[type, _Write] = {
    Pair: _pair,
    Not: _not,
    Regular: _regular,
    Linear: _linear,
    Count: _count,
    Table: _table,
    Element: lambda writer, one: writer.part(
        "ValueIndexing", cells=(one.value, one.index, *one.cells)
    ),
    And: _joined("And"),
    Or: _joined("Or"),
}
