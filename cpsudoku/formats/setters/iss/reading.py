"""Puzzles out of strings and links.

>>> puzzle = imported(".Shape~4x4.Cage~3~R1C1~R1C2.~R3C1_4").puzzle()
>>> puzzle.rules.constraints[-1].label, puzzle.digits[8]
('killer 3', 4)
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from urllib.parse import unquote

from cpsudoku.errors import FormatError, RulesError, quoted
from cpsudoku.formats.setters.imported import Import
from cpsudoku.formats.setters.iss.layout import BoardLayout, BoardPart, layout_of, parsed
from cpsudoku.formats.setters.iss.parts import Made, PartReader
from cpsudoku.formats.setters.iss.payloads import bits_set
from cpsudoku.formats.setters.iss.shapes import SHAPES
from cpsudoku.rules import AllDifferent, Cell, Constraint
from cpsudoku.rules.board import tiled
from cpsudoku.rules.primitives import And, Or, Table, as_one
from cpsudoku.variants.registry import rows_named

_LINK = re.compile(r"[?&]q=([^&#\s]+)")

IGNORED = frozenset({"Shape", "RegionSize", "NoBoxes", "Var", "SearchPriority", "FullRankTies"})
"""Types that are part of the shape, or of no meaning to solutions, and are read elsewhere."""

MOST_COPIES = 20_000  # more copies of parts are refused


class StringReader(PartReader):
    """Reads the parts of one string."""

    def __init__(self, layout: BoardLayout, parts: list[BoardPart]) -> None:
        super().__init__(layout, parts)
        kind = "box" if _are_boxes(self.pieces, layout) else "region"
        regions = [AllDifferent(cells, kind, i) for i, cells in enumerate(self.pieces, 1)]
        self.job = Import(layout.rules().with_constraints(regions))
        self._masks: dict[str, int] = {}  # of givens, by what is written after the cell
        self._budget = MOST_COPIES

    def constraints(self, part: BoardPart) -> list[Constraint]:
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

    def _named(self, part: BoardPart) -> list[Constraint]:
        try:
            return self._checked(self._taken(part), part.kind)
        except FormatError:
            raise
        except (IndexError, ValueError) as error:
            raise FormatError(f"{part.kind} with other arguments than expected") from error

    def _taken(self, part: BoardPart) -> Made:
        rows = rows_named("iss", part.kind)
        for row in rows:
            made: Made | None = SHAPES[row.shape].read(self, row, part.arguments)
            if made is not None:
                return made
        if rows:
            raise ValueError  # other arguments than expected
        from cpsudoku.formats.setters.iss.other_types import TYPES  # only few strings need them

        if part.kind not in TYPES:
            raise FormatError(f"type {quoted(part.kind)}, which is not understood")
        return TYPES[part.kind](self, part.arguments)

    def _checked(self, made: Made, kind: str) -> list[Constraint]:
        try:
            found = list(made)
            for constraint in found:
                constraint.check(self.board)
        except RulesError as error:
            raise FormatError(f"{kind}: {error}") from error
        return found

    def _givens(self, part: BoardPart) -> list[Constraint]:
        found: list[Constraint] = []
        for argument in part.arguments:
            name, *_ = argument.split("_", 1)
            cell = self.cell(name)
            if self.in_or:
                values = frozenset((value,) for value in _numbers(argument))
                found.append(Table((cell,), values, "given"))
                continue
            said = argument[len(name) :]
            mask = self._masks.get(said)
            if mask is None:
                mask = self._masks[said] = self.job.mask(_numbers(argument))
            self.job.candidates[cell] &= mask
        return found

    def _either(self, part: BoardPart) -> list[Constraint]:
        self.in_or += 1
        ways = [self.constraints(inner) for inner in part.inside]
        self.in_or -= 1
        if len(ways) == 1:
            return ways[0]
        if [] in ways:
            return []
        parts = (tuple(map(as_one, way)) for way in ways)
        either = Or(tuple(part[0] if len(part) == 1 else And(part) for part in parts))
        return self._checked([either], "Or")

    def _replicated(self, part: BoardPart) -> Iterator[Constraint]:
        bits, name = (*part.arguments, *("", "R1C1")[len(part.arguments) :])[:2]
        origin = self.layout.cell(name)
        for offset in bits_set(bits):
            if origin + offset >= self.board.cell_count:
                raise FormatError("a replicated part beyond the grid")
            self._budget -= 1
            if self._budget < 0:
                raise FormatError(f"parts replicated more than {MOST_COPIES} times")
            self.moves.append((origin, origin + offset))
            for inner in part.inside:
                yield from self.constraints(inner)
            self.moves.pop()

    def negatives(self) -> Iterator[Constraint]:
        """Yield what the absence of marks means."""
        for kind in ("StrictKropki", "StrictXV"):
            for row in rows_named("iss", kind) if kind in self.kinds else ():
                marked = self.marked[row.words[0]]
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
    return tiled(layout.height, layout.width, (height, width)) == pieces


def imported(text: str) -> Import:
    """Return the puzzle of a string or link."""
    found = _LINK.search(text) if text.lstrip()[:1] != "." else None
    parts = parsed(unquote(found[1]) if found else text)
    reader = StringReader(layout_of(parts), parts)
    for part in parts:
        for constraint in reader.constraints(part):
            reader.job.keep(constraint)
    for constraint in reader.negatives():
        reader.job.add(constraint)
    return reader.job
