"""Clues together with a house that at least half of their cells are in.

What a cage in a row leaves to the other cells of the row, or how a sandwich is filled, is said by
neither of the two alone.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import product

from cpsudoku.reasons.balances import Joint
from cpsudoku.reasons.elements import Catalogue

_SHARED = 3
"""The fewest cells that a clue has in the house."""


@lru_cache(maxsize=32)
def pairs(catalogue: Catalogue) -> tuple[Joint, ...]:
    """Return each clue with each house that has at least half of its cells, and not too few."""
    found: list[Joint] = []
    for clue, house in product(catalogue.clues(), catalogue.houses()):
        sources = catalogue.sources[clue], catalogue.sources[house]
        own, cells = (set(source.scope) for source in sources)
        if len(own & cells) >= max(_SHARED, len(own) / 2):
            scope = tuple(sorted(own | cells))
            found.append(Joint.of(catalogue, (house,), (clue,), scope, sources))
    return tuple(found)
