"""The cells of a board, as entries of f-puzzles' JSON name them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, TypeAlias

from cpsudoku.errors import FormatError, quoted
from cpsudoku.formats.setters.imported import Import, list_in
from cpsudoku.rules import Cell

Object: TypeAlias = dict[str, Any]


class PlaceReader:
    """Reads names of cells and of places beside the board of a puzzle in the making.

    Raises:
        FormatError: each method, where an entry names something else than a cell or a place.
    """

    def __init__(self, job: Import) -> None:
        self.job = job
        self.board = job.rules.board
        self.size = job.rules.size

    def cell(self, name: object) -> Cell:
        """Return a cell of the board."""
        row, column = self.place(name)
        found = self.board.cells_at.get((row - 1, column - 1))
        if found is None:
            raise FormatError(f"there is no cell {quoted(name)}")
        return found

    @staticmethod
    def place(name: object) -> tuple[int, int]:
        """Return a row and a column, from 1; 0 and N + 1 are outside."""
        found = re.fullmatch(r"[Rr]([0-9]{1,3})[Cc]([0-9]{1,3})", str(name))
        if found is None:
            raise FormatError(f"{quoted(name)} is not a cell; expected a name such as R1C1")
        return int(found[1]), int(found[2])

    def cells(self, entry: Object, key: str = "cells") -> tuple[Cell, ...]:
        """Return the cells of a field."""
        return tuple(map(self.cell, list_in(entry.get(key), key, "cells")))

    def lines(self, entry: Object) -> Iterator[tuple[Cell, ...]]:
        """Yield the lines of a field, each cell once where a line stays in it."""
        for line in list_in(entry.get("lines", []), "lines"):
            walked = self.cells({"cells": line})
            yield tuple(c for i, c in enumerate(walked) if i == 0 or c != walked[i - 1])

    def seen_from(self, name: object) -> tuple[Cell, ...]:
        """Return the row or column that a clue outside looks at, from the clue on."""
        row, column = self.place(name)
        ahead, back = range(self.size), range(self.size - 1, -1, -1)
        if row in (0, self.size + 1) and 1 <= column <= self.size:
            places = [(r, column - 1) for r in (ahead if row == 0 else back)]
        elif column in (0, self.size + 1) and 1 <= row <= self.size:
            places = [(row - 1, c) for c in (ahead if column == 0 else back)]
        else:
            raise FormatError(f"a clue at {quoted(name)}; expected a place beside the board")
        return tuple(self.board.cells_at[place] for place in places)
