"""The registry of notations: one module each, imported when it is used."""

from __future__ import annotations

from functools import lru_cache
from importlib import import_module
from typing import cast

from cpsudoku.errors import OptionError
from cpsudoku.formats.base import Notation

_PLACES = {  # modules below this folder
    "line": "line:NOTATION",
    "sdm": "line:SDM",
    "drawn": "drawn:NOTATION",
    "numbers": "drawn:NUMBERS",
    "candidates": "drawn:CANDIDATES",
    "pencil": "line:PENCIL",
    "sdk": "drawn:SDK",
    "csv": "tables:NOTATION",
    "json": "documents:NOTATION",
    "jsonl": "documents:LINES",
    "fpuzzles": "setters.links:NOTATION",
    "sudokupad": "setters.links:SUDOKUPAD",
    "lisudoku": "setters.links:LISUDOKU",
    "sudokuwiki": "setters.links:SUDOKUWIKI",
    "iss": "setters.links:ISS",
}


def names() -> tuple[str, ...]:
    """Return the names of all notations."""
    return tuple(_PLACES)


@lru_cache
def notation(name: str) -> Notation:
    """Return the notation of a name."""
    if name not in _PLACES:
        raise OptionError(f"there is no format {name!r}; expected one of {', '.join(_PLACES)}")
    module, _, attribute = _PLACES[name].partition(":")
    return cast(Notation, getattr(import_module(f"cpsudoku.formats.{module}"), attribute))
