"""Clues together with a house that most of their cells are in.

What a cage in a row leaves to the other cells of the row, or how a sandwich is filled, is said by
neither of the two alone.
"""

from __future__ import annotations

from functools import lru_cache

from cpsudoku.reasons.balances import Joint
from cpsudoku.reasons.elements import Catalogue
from cpsudoku.rules import Rules

_SHARED = 3
"""Cells of a clue that are in the house, at least; the others are no more than these."""


@lru_cache(maxsize=32)
def pairs(catalogue: Catalogue) -> tuple[Joint, ...]:
    """Return each clue with each house that has at least half of its cells."""
    found: list[Joint] = []
    for clue in catalogue.clues():
        scope = frozenset(catalogue.sources[clue].scope)
        for house in catalogue.houses():
            cells = catalogue.sources[house].scope
            if len(scope.intersection(cells)) >= max(_SHARED, len(scope) / 2):
                found.append(_pair(catalogue, clue, house))
    return tuple(found)


def _pair(catalogue: Catalogue, clue: int, house: int) -> Joint:
    sources = catalogue.sources[clue], catalogue.sources[house]
    scope = tuple(sorted({cell for source in sources for cell in source.scope}))
    elements = [*catalogue.of_source[clue], *catalogue.of_source[house]]
    for cell in sources[1].scope:
        elements += (catalogue.filled(cell), catalogue.single(cell))
    rules = Rules.trusted(catalogue.rules.board, sources)
    return Joint(tuple(elements), scope, rules)
