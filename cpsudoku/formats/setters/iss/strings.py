r"""The parts of a string, and the shape that they give: rows, columns, digits, boxes, cells beside.

>>> [(part.kind, part.arguments) for part in parsed(".Cage~3~R1C1~R1C2.~R1C1_1")]
[('Cage', ('3', 'R1C1', 'R1C2')), ('', ('R1C1_1',))]
>>> layout = layout_of(parsed(".Shape~4x6~0-6.Var~X~~2"))
>>> layout.board.first, layout.cell("R4C6"), layout.cell("VX2"), len(layout.boxes)
(0, 23, 25, 4)

In files a string has a line, or its parts stand on lines of their own.  Both are in use, and both
can often be read both ways.  A line that cannot be a string by itself belongs to others; lines that
cannot be parts of one string are several.  Beyond that, lines of one part each are one string, and
lines of several parts are a string each; what is neither is refused.

>>> list(strings([(1, ".Shape~4x4"), (2, ".~R1C1_1"), (3, ".~R1C2_2"), (4, ""), (5, ".Shape~6x6")]))
[(1, '.Shape~4x4\n.~R1C1_1\n.~R1C2_2'), (5, '.Shape~6x6')]
>>> list(strings([(1, ".~R1C1_1.AntiKing"), (2, ".~R1C1_2.AntiKing")]))
[(1, '.~R1C1_1.AntiKing'), (2, '.~R1C1_2.AntiKing')]
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from itertools import chain, groupby, islice, product
from math import isqrt

from cpsudoku.errors import FormatError, quoted
from cpsudoku.rules import Board, Cell, Rules
from cpsudoku.rules.board import tiled
from cpsudoku.rules.houses import lines_and_boxes

MOST_SIDE, MOST_CELLS = 16, 1000  # more rows, columns or digits are refused, and more cells
_DIGITS = "0123456789abcdefg"

_MOST, _DEEPEST = 2_000_000, 20
"""Strings of more characters are refused, and parts nested more deeply."""

COMPOSITE = frozenset({"Or", "And", "Replicate"})  # the types that have parts inside


@dataclass
class BoardPart:
    """One part: its type, empty for givens, its arguments, and the parts up to its ``.End``."""

    kind: str
    arguments: tuple[str, ...]
    inside: list[BoardPart] = field(default_factory=list)


def parsed(text: str) -> list[BoardPart]:
    """Return the parts of a string."""
    if len(text) > _MOST:
        raise FormatError(f"a string of more than {_MOST} characters")
    lines = (line for line in text.splitlines() if not line.lstrip().startswith("#"))
    before, *pieces = "".join("".join(lines).split()).split(".")
    if before:
        raise FormatError(f"{quoted(before)}; expected a string that begins with a dot")
    open_ones: list[list[BoardPart]] = [[]]
    for piece in pieces:
        kind, *arguments = piece.split("~")
        if kind == "End":
            if len(open_ones) == 1:
                raise FormatError(".End without what it ends")
            open_ones.pop()
            continue
        part = BoardPart(kind, tuple(arguments))
        open_ones[-1].append(part)
        if kind in COMPOSITE:
            open_ones.append(part.inside)
            if len(open_ones) > _DEEPEST:
                raise FormatError(f"parts nested more than {_DEEPEST} deep")
    if len(open_ones) > 1:
        raise FormatError(f"{len(open_ones) - 1} parts without .End")
    return open_ones[0]


@dataclass(frozen=True)
class NamedCells:
    """Cells that belong together: the grid, or variables of one name."""

    first: Cell
    count: int
    columns: int

    @cached_property
    def cells(self) -> range:
        """All of them."""
        return range(self.first, self.first + self.count)


@dataclass
class BoardLayout:
    """What cells there are, and which boxes.

    Args:
        is_raw: whether rows and columns are not houses.
        region_size: cells of a box or region, where the string says how many.
    """

    height: int
    width: int
    board: Board
    groups: dict[str, NamedCells]
    is_raw: bool = False
    region_size: int | None = None
    has_boxes: bool = True

    @cached_property
    def names(self) -> dict[str, Cell]:
        """The cells of variables by their names."""
        found = {}
        for prefix, group in self.groups.items():
            for number, cell in enumerate(group.cells if prefix else (), start=1):
                found[prefix if group.count == 1 else f"{prefix}{number}"] = cell
        return found

    def cell(self, name: str) -> Cell:
        """Return the cell of a name such as ``R1C1`` or ``VX1``."""
        found = _names_of_grid(self.height, self.width).get(name)
        found = self.names.get(name) if found is None else found
        if found is None:
            raise FormatError(f"there is no cell {quoted(name)}")
        return found

    def name(self, cell: Cell) -> str:
        """Return the name of a cell."""
        if cell < self.height * self.width:
            row, column = divmod(cell, self.width)
            return f"R{_DIGITS[row + 1]}C{_DIGITS[column + 1]}"
        return next(name for name, other in self.names.items() if other == cell)

    def moved(self, cell: Cell, origin: Cell, target: Cell) -> Cell:
        """Return a cell moved as an origin is moved onto a target."""
        group = self.group_of(origin)
        (row, column), (row0, column0), (row1, column1) = (
            self._place(one, group) for one in (cell, origin, target)
        )
        row, column = row + row1 - row0, column + column1 - column0
        number = row * group.columns + column
        if not 0 <= column < group.columns or not 0 <= number < group.count:
            raise FormatError("a replicated part that leaves the grid")
        return group.first + number

    def group_of(self, cell: Cell) -> NamedCells:
        """Return the group that a cell is in."""
        return next(group for group in self.groups.values() if cell in group.cells)

    def are_adjacent(self, one: Cell, other: Cell) -> bool:
        """Return whether two cells of one group share an edge."""
        group = self.group_of(one)
        if self.group_of(other) != group:
            return False
        (row, column), (row2, column2) = (self._place(cell, group) for cell in (one, other))
        return abs(row - row2) + abs(column - column2) == 1

    @staticmethod
    def _place(cell: Cell, group: NamedCells) -> tuple[int, int]:
        if cell not in group.cells:
            raise FormatError("a replicated part with cells of several groups")
        return divmod(cell - group.first, group.columns)

    @property
    def side(self) -> int:
        """The longer side of the grid."""
        return max(self.height, self.width)

    @cached_property
    def rows(self) -> list[tuple[Cell, ...]]:
        """The rows of the grid."""
        return tiled(self.height, self.width, (1, self.width))

    @cached_property
    def columns(self) -> list[tuple[Cell, ...]]:
        """The columns of the grid."""
        return list(zip(*self.rows, strict=True))

    def box_shape(self, size: int | None = None) -> tuple[int, int] | None:
        """Return rows and columns of a box of some cells, None where none fits."""
        size = size or self.region_size or self.side
        for short in range(isqrt(size), 1, -1):
            long, rest = divmod(size, short)
            for height, width in ((short, long), (long, short)):
                if not rest and self.height % height == 0 and self.width % width == 0:
                    return height, width
        return None

    @cached_property
    def boxes(self) -> list[tuple[Cell, ...]]:
        """The boxes, if they hold."""
        shape = self.box_shape()
        if shape is None or not self.has_boxes or self.is_raw:
            return []
        return tiled(self.height, self.width, shape)

    def rules(self) -> Rules:
        """Return rows, columns and boxes as rules."""
        shape = self.box_shape() if self.has_boxes else None
        return _rules_of_grid(self.board, None if self.is_raw else (self.height, self.width), shape)


@lru_cache(maxsize=16)
def _names_of_grid(height: int, width: int) -> dict[str, Cell]:
    """Return the cells of a grid by their names; small letters before the numbers are the same."""
    return {
        f"{r}{_DIGITS[row + 1]}{c}{_DIGITS[column + 1]}": row * width + column
        for row, column, r, c in product(range(height), range(width), "Rr", "Cc")
    }


@lru_cache(maxsize=16)
def _rules_of_grid(
    board: Board, sides: tuple[int, int] | None, box: tuple[int, int] | None
) -> Rules:
    """Return the houses of a shape, which most strings of a file have in common."""
    return Rules(board, lines_and_boxes(*sides, box) if sides else ())


@lru_cache(maxsize=16)
def _board(groups: tuple[NamedCells, ...], size: int, first: int) -> Board:
    """Return the board of a grid, and below it variables, with an empty row before each group."""
    row, places = 0, list[tuple[int, int]]()
    for group in groups:
        lines = (divmod(number, group.columns) for number in range(group.count))
        places += [(row + line, column) for line, column in lines]
        row += -(-group.count // group.columns) + 1
    return Board(tuple(places), size, first, len(places) - groups[0].count)


_SHAPE = re.compile(
    r"([0-9]{1,2})x([0-9]{1,2})(?:~(?:(?:([0-9]{1,2})-)?([0-9]{1,2}))?)?(?:~(Raw|Sudoku))?"
)


def layout_of(parts: list[BoardPart]) -> BoardLayout:
    """Return the shape that the parts of a string give."""
    shape = "~".join(next((part.arguments for part in parts if part.kind == "Shape"), ("9x9",)))
    found = _SHAPE.fullmatch(shape)
    height, width, high = (int(found[n] or 0) if found else 0 for n in (1, 2, 4))
    first = int(found[3] or 1) if found else 1
    size = high - first + 1 if found and found[4] else max(height, width)
    if not all(1 <= side <= MOST_SIDE for side in (height, width, size)):
        expected = f"such as 9x9, 9x9~0-8 or 6x6~~Raw, up to {MOST_SIDE} rows, columns and digits"
        raise FormatError(f"shape {quoted(shape)}; expected {expected}")
    is_raw = found is not None and found[5] == "Raw"
    if size < max(height, width) and not is_raw:
        raise FormatError(f"{size} digits for rows and columns of up to {max(height, width)}")
    groups = _groups(parts, height, width)
    board = _board(tuple(groups.values()), size, first)
    sizes = [part.arguments[0] for part in parts if part.kind == "RegionSize" and part.arguments]
    if sizes and (not re.fullmatch(r"[0-9]{1,4}", sizes[0]) or not int(sizes[0])):
        raise FormatError(f"{quoted(sizes[0])}; expected a number")
    has_boxes = not any(part.kind == "NoBoxes" for part in parts)
    size_of_regions = int(sizes[0]) if sizes else None
    return BoardLayout(height, width, board, groups, is_raw, size_of_regions, has_boxes)


def _groups(parts: list[BoardPart], height: int, width: int) -> dict[str, NamedCells]:
    """Return the grid, and after it the variables in the order of their prefixes."""
    asked: dict[str, tuple[int, int]] = {}
    for part in parts:
        if part.kind == "Var":
            prefix, count, columns = _variables(part.arguments, width)
            asked["V" + prefix] = (count, columns)
        elif part.kind == "ChaosConstruction":
            asked["CC"] = (height * width, width)
        elif part.kind == "Doppelganger":
            asked |= {"DGC": (height, width), "DGR": (width, width), "DGB": (height, width)}
    groups = {"": NamedCells(0, height * width, width)}
    first = height * width
    for prefix in sorted(asked):
        count, columns = asked[prefix]
        groups[prefix] = NamedCells(first, count, columns)
        first += count
        if first > MOST_CELLS:
            raise FormatError(f"more than {MOST_CELLS} cells")
    return groups


def _variables(arguments: tuple[str, ...], width: int) -> tuple[str, int, int]:
    prefix, _, size = (*arguments, "", "", "")[:3]
    if not re.fullmatch(r"[A-Z]{1,20}", prefix):
        raise FormatError(f"variables {quoted(prefix)}; expected a name of letters A to Z")
    found = re.fullmatch(r"(?:([0-9]{1,3})x)?([0-9]{1,3})", size)
    if found is None:
        return prefix, 1, width
    rows, last = int(found[1] or 1), int(found[2])
    return prefix, max(rows * last, 1), last if found[1] and last else width


_LOOKED_AT = 200
"""Number of lines that show what the rest is like, so that a long file is not kept."""

_MOST_LINES = 20_000  # strings of more lines are refused

_ONLY_SHAPE = {"Shape", "NoBoxes", "RegionSize", "Var", "SearchPriority"}

_Numbered = tuple[int, str]


def strings(lines: Iterable[_Numbered]) -> Iterator[_Numbered]:
    """Yield the strings of numbered lines, each with the number of its first line.

    Raises:
        FormatError: the lines can be one string or several, and nothing shows which.
    """
    before: list[_Numbered] = []  # the lines of the string before a blank line
    for is_blank, group in groupby(lines, lambda line: not line[1].strip()):
        if is_blank:
            continue
        rest = iter(group)
        head = list(islice(rest, _LOOKED_AT))
        if len(head) == 1 or not _are_one(head):
            yield from chain(head, rest)
            before = []
            continue
        whole = [*head, *islice(rest, _MOST_LINES)]
        if next(rest, None) is not None:
            what = f"a string of more than {_MOST_LINES} lines"
            raise FormatError(what, line=whole[0][0], text=_text(whole))
        if before and _can_be_one([*before, *whole]):
            raise FormatError(
                "strings before and after a blank line, which can be one; expected no blank line, "
                "or a .Shape that begins each",
                line=whole[0][0],
                text=_text(whole),
            )
        yield whole[0][0], _text(whole)
        before = whole


def _are_one(lines: list[_Numbered]) -> bool:
    """Return whether lines are one string together, and not a string each."""
    every = [_parts(text) for _, text in lines]
    alone = [parts for parts in every if parts is not None]
    are_single = [len(parts) == 1 for parts in alone]
    if _parts(_text(lines)) is None:
        return all(are_single)
    if len(alone) < len(lines):
        return True
    if not _can_be_one(lines):
        return False
    if any(_is_only_shape(parts) for parts in alone):
        return True
    are_givens = all(p.kind == "" and len(p.arguments) > 1 for parts in alone for p in parts)
    if all(are_single) and not are_givens:
        return True
    if not any(are_single):
        return False
    raise FormatError(
        "lines that can be one string, or a string each; expected a part a line, or a blank line "
        "after each string",
        line=lines[0][0],
        text=_text(lines),
    )


def _parts(text: str) -> list[BoardPart] | None:
    with suppress(FormatError):
        return parsed(text)
    return None


def _text(lines: list[_Numbered]) -> str:
    return "\n".join(text for _, text in lines)


def _is_only_shape(parts: list[BoardPart]) -> bool:
    return all(part.kind in _ONLY_SHAPE for part in parts)


def _can_be_one(lines: list[_Numbered]) -> bool:
    """Return whether no part is there twice, nor a shape or the given of a cell."""
    parts = _parts(_text(lines)) or []
    given = [name.partition("_")[0] for part in parts if not part.kind for name in part.arguments]
    is_once = len(set(map(str, parts))) == len(parts) and len(set(given)) == len(given)
    return is_once and sum(part.kind == "Shape" for part in parts) < 2
