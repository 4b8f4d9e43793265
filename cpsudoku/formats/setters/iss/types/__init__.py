"""What each type of a part means: a variant that says it of itself, or what only stands in strings.

A module with the latter is loaded when a type of it is met.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from importlib import import_module
from typing import cast

from cpsudoku.formats.setters.iss.reader import StringReader, Take
from cpsudoku.formats.setters.iss.shapes import shapes
from cpsudoku.rules import Constraint
from cpsudoku.variants.registry import NotationRow, rows_named

FAMILIES = {
    "layouts": "Jigsaw RegionSameValues Diagonal Windoku DisjointSets Doppelganger AntiKing",
    "automata": "Pair PairX Binary BinaryX NFA Regex",
}
"""The types by the module that reads them."""

_FAMILY_OF = {kind: family for family, kinds in FAMILIES.items() for kind in kinds.split()}


def take_of(kind: str) -> Take | None:
    """Return how a type is read, None where it is not known."""
    family = _FAMILY_OF.get(kind)
    if family is not None:
        return cast(Take, import_module(f"{__name__}.{family}").TYPES[kind])
    rows = rows_named("iss", kind)
    return _taking(rows) if rows else None


@lru_cache(maxsize=256)
def _taking(rows: tuple[NotationRow, ...]) -> Take:
    def take(reader: StringReader, arguments: tuple[str, ...]) -> Iterable[Constraint]:
        for variant, _, shape, words in rows:
            found = shapes()[shape].read(reader, variant, arguments, words)
            if found is not None:
                return found
        raise ValueError  # other arguments than expected

    return take
