"""Puzzles out of strings and links.

>>> puzzle = imported(".Shape~4x4.Cage~3~R1C1~R1C2.~R3C1_4").puzzle()
>>> puzzle.rules.constraints[-1].label, puzzle.digits[8]
('killer 3', 4)
"""

from __future__ import annotations

import re
from urllib.parse import unquote

from cpsudoku.formats.setters.imported import Import
from cpsudoku.formats.setters.iss.layout import layout_of
from cpsudoku.formats.setters.iss.reader import StringReader
from cpsudoku.formats.setters.iss.tokens import parsed
from cpsudoku.formats.setters.iss.types import take_of

_STRING = re.compile(r"\s*\.([A-Za-z]*~|[A-Z]+[a-z][A-Za-z]*(\.|\s*$))")
_LINK = re.compile(r"[?&]q=([^&#\s]+)")


def is_string(text: str) -> bool:
    """Return whether a text is such a string, or a link with one."""
    return _STRING.match(text) is not None or is_link(text)


def is_link(text: str) -> bool:
    """Return whether a text is a link with such a string."""
    found = _LINK.search(text)
    return (
        found is not None
        and text.lstrip()[:4] == "http"
        and unquote(found[1]).lstrip().startswith(".")
    )


def imported(text: str) -> Import:
    """Return the puzzle of a string or link.

    Raises:
        FormatError: it is not such a string, or has a type that is not known.
    """
    found = _LINK.search(text) if text.lstrip()[:1] != "." else None
    parts = parsed(unquote(found[1]) if found else text)
    layout = layout_of(parts)
    reader = StringReader(layout, parts, take_of)
    for part in parts:
        for constraint in reader.constraints(part):
            reader.job.keep(constraint)
    for constraint in reader.negatives():
        reader.job.add(constraint)
    return reader.job
