"""What shapes and types read and write with: cells, numbers and lists in arguments of parts.

It knows neither the shapes nor the types: `reading` and `writing` hand each part to them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import combinations
from typing import TypeAlias

from cpsudoku.errors import FormatError, quoted
from cpsudoku.formats.setters.iss.layout import BoardLayout, BoardPart
from cpsudoku.rules import Cell, Constraint
from cpsudoku.variants.automata import Acceptor

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
    """Return the pieces of a jigsaw; one of another size is what is left over."""
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
