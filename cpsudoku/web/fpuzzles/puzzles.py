"""The puzzles that the script sends: as the setter has given them, or as they stand by now."""

from __future__ import annotations

import json
import re
from typing import Any

from cpsudoku.errors import FormatError
from cpsudoku.formats.setters.f_puzzles import of_object
from cpsudoku.formats.setters.imported import Import
from cpsudoku.formats.setters.lzstring import decompressed
from cpsudoku.puzzle import Puzzle

_MOST_CHARACTERS = 1_000_000
"""A board of 35×35 with all its marks has fewer."""

_NOT_SOLVABLE = re.compile("unknown|sum is expected")
"""What is ignored of a puzzle and might hold for its solutions; what is only drawn does not."""


class Sent:
    """A puzzle that the script has sent.

    Raises:
        FormatError: it is not a puzzle, or has a constraint that is not known here.
    """

    def __init__(self, data: str, cells: int) -> None:
        self._data = _object(data)
        self._job = of_object(_without_entries(self._data))
        if self._job.rules.cell_count > cells:
            raise FormatError(f"a board of more than {cells} cells")
        odd = next(filter(_NOT_SOLVABLE.search, self._job.ignored), None)
        if odd is not None:
            raise FormatError(f"this solver does not know {odd}")

    @property
    def given(self) -> Puzzle:
        """The puzzle with its givens and given marks alone."""
        return self._job.puzzle()

    @property
    def now(self) -> Puzzle:
        """The puzzle with all digits entered; centre marks count instead of given ones."""
        given = self.given
        masks = (
            _mask(self._job, shown) if shown else mask
            for shown, mask in zip(map(_shown, self._entries), given.candidates, strict=True)
        )
        return Puzzle(given.rules, tuple(masks))

    @property
    def marks(self) -> tuple[int, ...]:
        """For each cell the digits that are shown in it, as a mask; 0 for none."""
        return tuple(_mask(self._job, _shown(entry)) for entry in self._entries)

    def option(self, name: str) -> str | None:
        """Return the value of an option for true candidates, empty where it has none."""
        options = self._data.get("truecandidatesoptions")
        said = (str(one).partition("=") for one in (options if isinstance(options, list) else []))
        return next((value for key, _, value in said if key.lower() == name), None)

    @property
    def _entries(self) -> list[dict[str, Any]]:
        return [entry for row in self._data["grid"] for entry in row]


def _object(data: str) -> dict[str, Any]:
    try:
        found = json.loads(decompressed(data, _MOST_CHARACTERS))
    except (ValueError, RecursionError) as error:
        raise FormatError("the data is not a puzzle of f-puzzles") from error
    if not isinstance(found, dict):
        raise FormatError("the data is not a puzzle of f-puzzles: expected an object")
    return found


def _without_entries(data: dict[str, Any]) -> dict[str, Any]:
    """Return a puzzle without the digits that were entered, which are not givens."""

    def given(entry: Any) -> Any:
        if not isinstance(entry, dict) or entry.get("given"):
            return entry
        return {key: value for key, value in entry.items() if key != "value"}

    rows = data.get("grid")
    if not isinstance(rows, list):
        return data
    return data | {
        "grid": [list(map(given, row)) if isinstance(row, list) else row for row in rows]
    }


def _shown(entry: dict[str, Any]) -> list[Any]:
    """Return the digit of a cell, or else its centre marks."""
    if entry.get("value"):
        return [entry["value"]]
    marks = entry.get("centerPencilMarks")
    return marks if isinstance(marks, list) else []


def _mask(job: Import, digits: list[Any]) -> int:
    if not all(type(digit) is int for digit in digits):
        raise FormatError("a mark or digit that is not a number")
    return job.mask(digits)
