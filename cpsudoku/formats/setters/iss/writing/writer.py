"""What writes the constraints of one puzzle: variants in their shapes, and primitives."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypeAlias

from cpsudoku.errors import FormatError
from cpsudoku.formats.setters.iss.layout import layout_of
from cpsudoku.formats.setters.iss.reading import imported
from cpsudoku.formats.setters.iss.shapes import shapes
from cpsudoku.formats.setters.iss.tokens import parsed
from cpsudoku.formats.setters.iss.writing.shapes import head_of
from cpsudoku.rules import AllDifferent, Cell, Constraint, Rules
from cpsudoku.variants.registry import rows_of

Write: TypeAlias = Callable[["StringWriter", Any], str]
"""Writes a constraint."""


class StringWriter:
    """Writes the constraints of some rules.

    Attributes:
        head: the parts that give the shape.
        layout: the shape.
        board: the board.
    """

    def __init__(self, rules: Rules, words: Mapping[type, Write]) -> None:
        self._words = words
        self.head = head_of(rules)
        told = imported(self.head or ".")
        self._told = set(told.added)
        self.layout = layout_of(parsed(self.head or "."))
        self._rules = rules
        self.board = rules.board
        self._said = {frozenset(group.cells) for group in told.rules.groups}

    def names(self, cells: Iterable[Cell]) -> list[str]:
        """Return the names of cells."""
        return [self.layout.name(cell) for cell in cells]

    def part(self, kind: str, *arguments: object, cells: Iterable[Cell] = ()) -> str:
        """Return a part with arguments, and cells after them."""
        return "." + "~".join([kind, *map(str, arguments), *self.names(cells)])

    def givens(self, candidates: tuple[int, ...]) -> str:
        """Return the part with the candidates of all cells that have not all of them."""
        whole = (1 << self.board.size) - 1
        first = self.board.first
        found = [
            f"{self.layout.name(cell)}_{'_'.join(str(first + d) for d in _bits(mask))}"
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
            elif constraint not in self._told:
                rest.append(self.written(constraint))
        return "".join([*absent, *rest])

    def written(self, constraint: Constraint) -> str:
        """Return one constraint."""
        if isinstance(constraint, AllDifferent):
            return self._group(constraint)
        write = self._words.get(type(constraint))
        if write is not None:
            return write(self, constraint)
        for _, field, shape, words in rows_of(type(constraint), "iss"):
            text = shapes()[shape].write(self, field, constraint, words)
            if text is not None:
                return text
        if constraint.primitives == (constraint,):
            raise FormatError(f"Interactive Sudoku Solver has no word for: {constraint.label}")
        return "".join(map(self.written, constraint.primitives))

    def means(self, text: str, cells: tuple[Cell, ...]) -> bool:
        """Return whether a part is read as a constraint of some cells."""
        try:
            return set(imported(self.head + text).added[-1].scope) == set(cells)
        except FormatError:
            return False

    def _group(self, group: AllDifferent) -> str:
        if frozenset(group.cells) in self._said:
            return ""
        if group.kind in ("diagonal", "antidiagonal") and len(group.cells) == self.layout.height:
            return self.part("Diagonal", -1 if group.kind == "diagonal" else 1)
        return self.part("AllDifferent", cells=group.cells)


def _bits(mask: int) -> list[int]:
    return [place for place in range(mask.bit_length()) if mask >> place & 1]
