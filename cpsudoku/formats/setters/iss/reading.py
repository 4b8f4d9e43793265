"""Puzzles out of strings and links.

>>> puzzle = imported(".Shape~4x4.Cage~3~R1C1~R1C2.~R3C1_4").puzzle()
>>> puzzle.rules.constraints[-1].label, puzzle.digits[8]
('killer 3', 4)
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache
from urllib.parse import unquote

from cpsudoku.formats.setters.imported import Import
from cpsudoku.formats.setters.iss.layout import layout_of
from cpsudoku.formats.setters.iss.reader import StringReader, Take
from cpsudoku.formats.setters.iss.shapes import shapes
from cpsudoku.formats.setters.iss.tokens import parsed
from cpsudoku.rules import Constraint
from cpsudoku.variants.registry import NotationRow, rows_named

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
    """Return the puzzle of a string or link."""
    found = _LINK.search(text) if text.lstrip()[:1] != "." else None
    parts = parsed(unquote(found[1]) if found else text)
    layout = layout_of(parts)
    reader = StringReader(layout, parts, _take_of)
    for part in parts:
        for constraint in reader.constraints(part):
            reader.job.keep(constraint)
    for constraint in reader.negatives():
        reader.job.add(constraint)
    return reader.job


def _take_of(kind: str) -> Take | None:
    """Return how a type of a part is read, None where it is not known."""
    if rows := rows_named("iss", kind):
        return _taking(rows)
    from cpsudoku.formats.setters.iss.other_types import TYPES  # only few strings need them

    return TYPES.get(kind)


@lru_cache(maxsize=256)
def _taking(rows: tuple[NotationRow, ...]) -> Take:
    def take(reader: StringReader, arguments: tuple[str, ...]) -> Iterable[Constraint]:
        for variant, _, shape, words in rows:
            found = shapes()[shape].read(reader, variant, arguments, words)
            if found is not None:
                return found
        raise ValueError  # other arguments than expected

    return take
