"""Strings out of puzzles; each is read again and must mean the same.

The parts that give the shape come first: rows, columns, digits, variables, pieces.  Then variants
in their shapes, and primitives: relations, automata, sums, counts, alternatives.
"""

from __future__ import annotations

from collections.abc import Iterator
from urllib.parse import quote

from cpsudoku.errors import FormatError
from cpsudoku.formats.base import Record
from cpsudoku.formats.setters.imported import check_same
from cpsudoku.formats.setters.iss.payloads import key_of, text_of_machine
from cpsudoku.formats.setters.iss.reading import imported
from cpsudoku.formats.setters.iss.shapes import SHAPES, PartWriter
from cpsudoku.formats.setters.iss.strings import MOST_SIDE, BoardLayout, layout_of, parsed
from cpsudoku.rules import AllDifferent, Cell, Constraint, Rules, primitives
from cpsudoku.rules.board import tiled
from cpsudoku.rules.primitives import PrimitiveConstraint
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
        if isinstance(constraint, PrimitiveConstraint):
            text = self._of_primitive(constraint)
            if text is None:
                raise FormatError(f"Interactive Sudoku Solver has no word for: {constraint.label}")
            return text
        for row in rows_of(type(constraint), "iss"):
            found: str | None = SHAPES[row.shape].write(self, row, constraint)
            if found is not None:
                return found
        return "".join(map(self.written, constraint.primitives))

    def _of_primitive(self, one: Constraint) -> str | None:  # noqa: C901 (a case a kind)
        """Return the part for a primitive, None if strings have no word for it."""
        text: str | None = None
        match one:
            case primitives.Pair(_, _, allowed) | primitives.Not(primitives.Pair(_, _, allowed)):
                is_plain = isinstance(one, primitives.Pair)
                key = key_of(lambda a, b: ((a, b) in allowed) == is_plain, self.digits)
                text = self.part("Pair", key, _encoded(one.label), cells=one.scope)
            case primitives.Regular(cells):
                machine = text_of_machine(one, self.digits)
                text = self.part("NFA", machine, _encoded(one.label), cells=cells)
            case primitives.Linear(cells, coefficients, "=", totals) if totals:
                factors = () if set(coefficients) == {1} else coefficients
                text = self.written(Sum(self.board, cells, totals, factors))
            case primitives.Count(cells, values, "=" | ">=" as relation, number):
                if len(values) == 1 and number <= 9:
                    text = self._count(cells, next(iter(values)), number, relation == "=")
            case primitives.Table((cell,), tuples):
                digits = (str(digit) for (digit,) in sorted(tuples))
                text = "_".join([f".~{self.layout.name(cell)}", *digits])
            case primitives.Connected(cells, neighbours, values, size):
                edges = {(cells[a], cells[b]) for a, b in touching(self.board, cells)}
                if set(neighbours) == edges:  # all that they share
                    inside = tuple(sorted(values))
                    text = self.written(chaos.ConnectedDigits(self.board, cells, inside, size))
            case primitives.Element(cells, index, value):
                text = self.part("ValueIndexing", cells=(value, index, *cells))
            case primitives.And(parts) | primitives.Or(parts):
                texts = map(self.written, parts)
                ways = (text if len(parsed(text)) == 1 else f".And{text}.End" for text in texts)
                text = f".{type(one).__name__}{''.join(ways)}.End"
        return text

    def _count(self, cells: tuple[Cell, ...], digit: int, number: int, is_exact: bool) -> str:
        if number == 0 and is_exact and digit < 10:
            return self.part("LookAndSay", f"0{digit}", cells=cells)
        kind = "ContainExact" if is_exact else "ContainAtLeast"
        return self.part(kind, "_".join([str(digit)] * number), cells=cells)

    def _group(self, group: AllDifferent) -> str:
        if frozenset(group.cells) in self._said:
            return ""
        if group.kind in ("diagonal", "antidiagonal") and len(group.cells) == self.layout.height:
            return self.part("Diagonal", -1 if group.kind == "diagonal" else 1)
        return self.part("AllDifferent", cells=group.cells)


def _encoded(label: str) -> str:
    return "_" + quote(label, safe="").replace(".", "%2E").replace("~", "%7E")


def line_of(record: Record) -> str:
    """Return a puzzle as a line with a string, which is never empty."""
    puzzle = record.puzzle
    if not all(puzzle.candidates):
        raise FormatError("Interactive Sudoku Solver has no cells without candidates")
    writer = StringWriter(puzzle.rules)
    text = writer.head + writer.givens(puzzle.candidates) + writer.constraints()
    check_same(imported(text), puzzle, "Interactive Sudoku Solver")
    return f"{text or '.Shape~9x9'}\n"
