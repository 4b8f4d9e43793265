"""The registry of notations: one module each, imported when it is used."""

from __future__ import annotations

from functools import lru_cache
from importlib import import_module
from typing import cast

from cpsudoku.errors import OptionError
from cpsudoku.formats.base import Notation

_PLACES = {
    "line": "cpsudoku.formats.line:NOTATION",
    "sdm": "cpsudoku.formats.line:SDM",
    "drawn": "cpsudoku.formats.drawn:NOTATION",
    "numbers": "cpsudoku.formats.drawn:NUMBERS",
    "candidates": "cpsudoku.formats.drawn:CANDIDATES",
    "pencil": "cpsudoku.formats.pencil:NOTATION",
    "sdk": "cpsudoku.formats.sadman:NOTATION",
    "csv": "cpsudoku.formats.tables:NOTATION",
    "json": "cpsudoku.formats.documents:NOTATION",
    "jsonl": "cpsudoku.formats.documents:LINES",
    "fpuzzles": "cpsudoku.formats.setters.links:NOTATION",
    "sudokupad": "cpsudoku.formats.setters.links:SUDOKUPAD",
    "lisudoku": "cpsudoku.formats.setters.links:LISUDOKU",
    "sudokuwiki": "cpsudoku.formats.setters.links:SUDOKUWIKI",
    "iss": "cpsudoku.formats.setters.links:ISS",
}


def names() -> tuple[str, ...]:
    """Return the names of all notations."""
    return tuple(_PLACES)


@lru_cache
def notation(name: str) -> Notation:
    """Return the notation of a name.

    Raises:
        OptionError: there is no such notation.
    """
    if name not in _PLACES:
        raise OptionError(f"there is no format {name!r}; expected one of {', '.join(_PLACES)}")
    module, _, attribute = _PLACES[name].partition(":")
    return cast(Notation, getattr(import_module(module), attribute))
