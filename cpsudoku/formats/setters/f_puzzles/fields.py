"""The fields of a puzzle of f-puzzles: what each constraint is here."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from functools import cache

from cpsudoku.errors import FormatError, quoted
from cpsudoku.formats.setters.drawings import DrawnThing, looks_of
from cpsudoku.formats.setters.f_puzzles.places import Object, PlaceReader
from cpsudoku.formats.setters.f_puzzles.shapes import FLAGS, SHAPES, numbers_in
from cpsudoku.formats.setters.imported import Import, list_in, object_in, with_regions
from cpsudoku.rules import Cell, Rules, latin
from cpsudoku.variants.registry import NotationRow, rows_named

_DRAWN = {"line": "line", "text": "text", "circle": "circle", "rectangle": "rectangle",
          "cage": "cage"}  # fmt: skip
"""Fields that are drawn without meaning, and what kind of thing each has."""

_EFFECTS = ("fogofwar", "foglight", "triggereffect")
"""Fields that change what is shown: which cells fog hides, and which entries lift it from where."""

MOST_DECORATION = 100_000
"""Characters of decoration that are kept."""

_SILENT = {
    "size", "grid", "title", "author", "ruleset", "solution", "highlightConflicts", "negative",
    "disabledlogic", "truecandidatesoptions", "metadata", "successMessage",
}  # fmt: skip


@cache
def square_with_diagonals(size: int) -> Rules:
    """Return rules of a size that have both main diagonals."""
    return latin(size).with_diagonals()


def decoration_of(data: Object) -> str:
    """Return what of a puzzle changes no solution, as JSON; empty for none or too much."""
    found = {name: data[name] for name in (*_DRAWN, *_EFFECTS) if data.get(name)}
    text = json.dumps(found, separators=(",", ":"), ensure_ascii=False) if found else ""
    return text if len(text) <= MOST_DECORATION else ""


def is_fog(name: str, value: object) -> bool:
    """Return whether a field says where fog is, which the page shows as it is carried along."""
    if name != "triggereffect":
        return True
    entries = value if isinstance(value, list) else [value]
    kinds = ((_type_in(entry, "trigger"), _type_in(entry, "effect")) for entry in entries)
    return all(kind == ("cellvalue", "foglight") for kind in kinds)


def _type_in(entry: object, name: str) -> object:
    part = entry.get(name) if isinstance(entry, dict) else None
    return part.get("type") if isinstance(part, dict) else None


def decorated(text: str) -> Object:
    """Return the fields of a decoration; none of a text that is not one."""
    try:
        found = json.loads(text or "{}")
    except (ValueError, RecursionError):
        return {}
    known = found if isinstance(found, dict) else {}
    return {name: known[name] for name in (*_DRAWN, *_EFFECTS) if known.get(name)}


class FieldReader(PlaceReader):
    """Reads the constraints of one puzzle.

    Args:
        regions: the cells of regions that do not fill the board.

    Attributes:
        things: what is only drawn.
    """

    def __init__(self, job: Import, data: Object, regions: list[list[Cell]]) -> None:
        super().__init__(job)
        self._regions = regions
        self.data = data
        self.things: list[DrawnThing] = []

    def read(self) -> None:
        """Take all that is understood, and note the rest."""
        for name, value in self.data.items():
            if name in _SILENT or not value:
                continue
            if name in _DRAWN and isinstance(value, list):
                self.things += (t for entry in value for t in self._drawn(_DRAWN[name], entry))
            elif name in _EFFECTS:
                if not is_fog(name, value):
                    self.job.ignored.append("effects other than light in fog")
            elif name in _HOUSES:
                _HOUSES[name](self)
            elif not self._take(rows_named("f_puzzles", name), value):
                self.job.ignored.append(f"{quoted(name)}, which is unknown")
        self._negative()

    def _take(self, rows: tuple[NotationRow, ...], value: object) -> bool:
        """Take what stands in the field of variants; return whether there are any of its form."""
        for variant, field, shape, _ in rows:
            if shape == "flag":
                self.job.add(variant(self.board))
            if shape in FLAGS:
                continue
            if not isinstance(value, list):
                return False
            if shape == "together":
                cells = (self.cell(entry.get("cell")) for entry in self.entries(field))
                self.job.add(variant(self.board, tuple(cells)))
                continue
            for entry in value:
                found = object_in(entry, f"{field} with")
                for one in SHAPES[shape].read(self, variant, found):
                    self.job.add(one)
        return bool(rows)

    def _drawn(self, kind: str, value: object) -> Iterator[DrawnThing]:
        """Yield the things of an entry; what stands outside of the board has no cells."""
        entry = object_in(value, f"{kind} with")
        colour = entry.get("baseC") or entry.get("outlineC") or entry.get("fontC")
        looks = looks_of(kind, colour)
        text = str(entry.get("value") or "").strip()[:40]
        if kind == "line":
            for line in self.lines(entry):
                yield DrawnThing(looks, line, text)
            return
        names = list_in(entry.get("cells") or [], "cells", "cells")
        inside = [name for name in names if self._is_inside(name)]
        yield DrawnThing(looks, tuple(map(self.cell, inside)), text)

    def _is_inside(self, name: object) -> bool:
        return all(1 <= number <= self.size for number in self.place(name))

    def entries(self, name: str) -> list[Object]:
        """Return the entries of a field of the puzzle, none where it is missing."""
        found = list_in(self.data.get(name) or [], name, "objects")
        return [object_in(entry, f"{name} with") for entry in found]

    def _negative(self) -> None:
        """Add what the absence of marks means; neighbours with any mark are exempt."""
        names = list_in(self.data.get("negative") or [], "negative", "names")
        rows = [row for name in self.data.keys() - _SILENT for row in rows_named("f_puzzles", name)]
        marked = {row.field for row in rows if row.shape in ("dots", "signs")}
        pairs = {tuple(sorted(self.cells(e))) for name in marked for e in self.entries(name)}
        exempt = tuple(sorted(pair for pair in pairs if len(pair) == 2))
        for row in rows_named("f_puzzles", "negative"):
            mark, *usual = row.words
            if mark in names:
                numbers = numbers_in(self.entries(mark), int(usual[0])) if usual else [None]
                for number in numbers:
                    self.job.add(row.variant(self.board, exempt, number))
        for row in rows:
            if row.shape == "marked" and self.data[row.field]:
                self.job.add(row.variant(self.board, exempt))

    def diagonal(self, *, rising: bool) -> None:
        """Add a main diagonal."""
        kind = "antidiagonal" if rising else "diagonal"
        wanted = next(g for g in square_with_diagonals(self.size).groups if g.kind == kind)
        self.job.rules = self.job.rules.with_constraints([wanted])

    def disjoint(self) -> None:
        """Add the cells of the same place in each box, or in each region of a jigsaw.

        Places are counted row by row, as SudokuSolver does.
        """
        rules = self.job.rules
        groups = [sorted(g.cells) for kind in ("box", "region") for g in rules.of_kind(kind)]
        groups = groups or list(map(sorted, self._regions))
        if not groups or len(set(map(len, groups))) > 1:
            raise FormatError("disjoint groups of a grid without regions of one size")
        with_regions(self.job, [list(place) for place in zip(*groups, strict=True)])


_HOUSES: dict[str, Callable[[FieldReader], object]] = {
    "diagonal+": lambda reader: reader.diagonal(rising=True),
    "diagonal-": lambda reader: reader.diagonal(rising=False),
    "disjointgroups": lambda reader: reader.disjoint(),
}
