"""Puzzles out of strings and links.

>>> puzzle = imported(".Shape~4x4.Cage~3~R1C1~R1C2.~R3C1_4").puzzle()
>>> puzzle.rules.constraints[-1].label, puzzle.digits[8]
('killer 3', 4)
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from itertools import combinations
from typing import TypeAlias
from urllib.parse import unquote

from cpsudoku.errors import FormatError, RulesError, quoted
from cpsudoku.formats.setters.imported import Import
from cpsudoku.formats.setters.iss.layout import BoardLayout, Part, boxes_of_grid, layout_of, parsed
from cpsudoku.formats.setters.iss.payloads import bits_set
from cpsudoku.formats.setters.iss.shapes import SHAPES
from cpsudoku.rules import AllDifferent, Cell, Constraint
from cpsudoku.rules.primitives import And, Or, Regular, Table, as_one
from cpsudoku.variants.registry import rows_named

_STRING = re.compile(r"\s*\.([A-Za-z]*~|[A-Z]+[a-z][A-Za-z]*(\.|\s*$))")
_LINK = re.compile(r"[?&]q=([^&#\s]+)")

IGNORED = frozenset({"Shape", "RegionSize", "NoBoxes", "Var", "SearchPriority", "FullRankTies"})
"""Types that are part of the shape, or of no meaning to solutions, and are read elsewhere."""

MOST_COPIES = 20_000
"""More copies of parts are refused."""

Take: TypeAlias = Callable[["StringReader", tuple[str, ...]], Iterable[Constraint]]
"""Gives what a type of constraint means for its arguments."""


class StringReader:
    """Reads the parts of one string.

    Attributes:
        ties: how full ranks treat lines that read alike.
        automata: those that were read before, by what distinguishes them.
    """

    def __init__(self, layout: BoardLayout, parts: list[Part]) -> None:
        self.layout = layout
        self.board = layout.board
        self.kinds = {part.kind for part in parts}
        self.pieces = [cells for part in parts if part.kind == "Jigsaw" for cells in
                       _pieces(part, layout)]  # fmt: skip
        kind = "box" if _are_boxes(self.pieces, layout) else "region"
        regions = [AllDifferent(cells, kind, i) for i, cells in enumerate(self.pieces, 1)]
        self.job = Import(layout.rules().with_constraints(regions))
        ties = [part.arguments[:1] for part in parts if part.kind == "FullRankTies"]
        self.ties = ties[0][0] if ties and ties[0] else "only-unclued"
        self.automata: dict[tuple[object, ...], Regular] = {}
        self._moves: list[tuple[Cell, Cell]] = []
        self._masks: dict[str, int] = {}  # of givens, by what is written after the cell
        self._in_or = 0
        self._budget = MOST_COPIES
        self._marked: dict[str, set[tuple[Cell, Cell]]] = {"dots": set(), "sums": set()}

    def cell(self, name: str) -> Cell:
        """Return a cell, moved where a part is replicated."""
        cell = self.layout.cell(name)
        for origin, target in self._moves:
            cell = self.layout.moved(cell, origin, target)
        return cell

    def cells(self, names: Iterable[str]) -> tuple[Cell, ...]:
        """Return cells."""
        return tuple(map(self.cell, names))

    def constraints(self, part: Part) -> list[Constraint]:
        """Return what a part means, all of which the board can have."""
        if part.kind in ("", "Given"):
            return self._givens(part)
        if part.kind == "Or":
            return self._either(part)
        if part.kind == "And":
            return [found for inner in part.inside for found in self.constraints(inner)]
        if part.kind == "Replicate":
            return list(self._replicated(part))
        no_ties = part.kind == "FullRankTies" and self.ties == "none"
        return [] if part.kind in IGNORED and not no_ties else self._named(part)

    def _named(self, part: Part) -> list[Constraint]:
        try:
            return self._checked(self._taken(part), part.kind)
        except FormatError:
            raise
        except (IndexError, ValueError) as error:
            raise FormatError(f"{part.kind} with other arguments than expected") from error

    def _taken(self, part: Part) -> Iterable[Constraint]:
        rows = rows_named("iss", part.kind)
        for variant, _, shape, words in rows:
            made: Iterable[Constraint] | None
            made = SHAPES[shape].read(self, variant, part.arguments, words)
            if made is not None:
                return made
        if rows:
            raise ValueError  # other arguments than expected
        from cpsudoku.formats.setters.iss.other_types import TYPES  # only few strings need them

        if part.kind not in TYPES:
            raise FormatError(f"type {quoted(part.kind)}, which is not understood")
        return TYPES[part.kind](self, part.arguments)

    def _checked(self, made: Iterable[Constraint], kind: str) -> list[Constraint]:
        try:
            found = list(made)
            for constraint in found:
                constraint.check(self.board)
        except FormatError:
            raise
        except RulesError as error:
            raise FormatError(f"{kind}: {error}") from error
        return found

    def _givens(self, part: Part) -> list[Constraint]:
        found: list[Constraint] = []
        for argument in part.arguments:
            name, *_ = argument.split("_", 1)
            cell = self.cell(name)
            if self._in_or:
                values = frozenset((value,) for value in _numbers(argument))
                found.append(Table((cell,), values, "given"))
                continue
            said = argument[len(name) :]
            mask = self._masks.get(said)
            if mask is None:
                mask = self._masks[said] = self.job.mask(_numbers(argument))
            self.job.candidates[cell] &= mask
        return found

    def _either(self, part: Part) -> list[Constraint]:
        self._in_or += 1
        ways = [self.constraints(inner) for inner in part.inside]
        self._in_or -= 1
        if len(ways) == 1:
            return ways[0]
        if [] in ways:
            return []
        parts = (tuple(map(as_one, way)) for way in ways)
        either = Or(tuple(part[0] if len(part) == 1 else And(part) for part in parts))
        return self._checked([either], "Or")

    def _replicated(self, part: Part) -> Iterator[Constraint]:
        bits, name = (*part.arguments, *("", "R1C1")[len(part.arguments) :])[:2]
        origin = self.layout.cell(name)
        for offset in bits_set(bits):
            if origin + offset >= self.board.cell_count:
                raise FormatError("a replicated part beyond the grid")
            self._budget -= 1
            if self._budget < 0:
                raise FormatError(f"parts replicated more than {MOST_COPIES} times")
            self._moves.append((origin, origin + offset))
            for inner in part.inside:
                yield from self.constraints(inner)
            self._moves.pop()

    def neighbours(self, names: Iterable[str]) -> list[tuple[Cell, Cell]]:
        """Return the pairs of some cells that share an edge, the one named first in front."""
        cells = list(dict.fromkeys(self.cells(names)))
        pairs = [(a, b) for a, b in combinations(cells, 2) if self.layout.are_adjacent(a, b)]
        if not pairs:
            raise FormatError("cells of which no two share an edge")
        return pairs

    def mark(self, kind: str, pairs: list[tuple[Cell, Cell]]) -> None:
        """Note pairs that have a mark, and are exempt where the absence of one means something."""
        if self._in_or and ("StrictKropki" if kind == "dots" else "StrictXV") in self.kinds:
            raise FormatError("marks inside of Or where their absence means something")
        self._marked[kind] |= {(min(pair), max(pair)) for pair in pairs}

    def negatives(self) -> Iterator[Constraint]:
        """Yield what the absence of marks means."""
        for kind in ("StrictKropki", "StrictXV"):
            for row in rows_named("iss", kind) if kind in self.kinds else ():
                marked = self._marked[row.words[0]]
                grid = self.board.grid_count
                yield row.variant(self.board, tuple(sorted(p for p in marked if max(p) < grid)))


def _numbers(given: str) -> list[int]:
    _, *numbers = given.split("_")
    if not all(one.isdecimal() and one.isascii() and len(one) < 4 for one in numbers):
        raise FormatError(f"a given {quoted(given)}; expected such as R1C1_5")
    return list(map(int, numbers))


def _are_boxes(pieces: list[tuple[Cell, ...]], layout: BoardLayout) -> bool:
    """Return whether pieces are rectangles of one shape, in the order of boxes."""
    if not pieces or layout.has_boxes:
        return False
    height = len({cell // layout.width for cell in pieces[0]})
    width = len(pieces[0]) // height
    if height < 2 or width < 2 or layout.height % height or layout.width % width:
        return False
    return boxes_of_grid(layout.height, layout.width, (height, width)) == pieces


def _pieces(part: Part, layout: BoardLayout) -> list[tuple[Cell, ...]]:
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
    pieces = [tuple(cells) for cells in members.values()]
    fitting = [cells for cells in pieces if len(cells) == size]
    if len(pieces) - len(fitting) > 1:
        raise FormatError(f"a jigsaw with pieces of other sizes than {size}")
    return fitting


def is_text(text: str) -> bool:
    """Return whether a text is such a string, or a link with one."""
    if text.lstrip()[:4] != "http":
        return _STRING.match(text) is not None
    found = _LINK.search(text)
    return found is not None and unquote(found[1]).lstrip().startswith(".")


def imported(text: str) -> Import:
    """Return the puzzle of a string or link."""
    found = _LINK.search(text) if text.lstrip()[:1] != "." else None
    parts = parsed(unquote(found[1]) if found else text)
    layout = layout_of(parts)
    reader = StringReader(layout, parts)
    for part in parts:
        for constraint in reader.constraints(part):
            reader.job.keep(constraint)
    for constraint in reader.negatives():
        reader.job.add(constraint)
    return reader.job
