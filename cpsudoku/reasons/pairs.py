"""Clues together with a house that at least half of their cells are in, or with houses all over.

What a cage in a row leaves to the other cells of the row, or how a sandwich is filled, is said by
neither of the two alone.  What a sum all over the board can be, only all rows say, or all boxes;
and which row is ranked above another, only all houses.
"""

from __future__ import annotations

from collections import defaultdict
from functools import lru_cache
from itertools import product

from cpsudoku.reasons.balances import Joint
from cpsudoku.reasons.elements import Catalogue
from cpsudoku.rules import AllDifferent

_SHARED = 3
"""The fewest cells that a clue has in the house."""

_MANY = 3
"""A clue is all over the board if it has more cells than this times a house."""


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


@lru_cache(maxsize=32)
def crowds(catalogue: Catalogue) -> tuple[Joint, ...]:
    """Return each clue about many cells with all rows that it meets, all columns, …, all houses."""
    kinds: defaultdict[str, list[int]] = defaultdict(list)
    for house in catalogue.houses():
        source = catalogue.sources[house]
        assert isinstance(source, AllDifferent)
        kinds[source.kind].append(house)
    found: list[Joint] = []
    for clue, every in product(catalogue.clues(), (*kinds.values(), catalogue.houses())):
        own = set(catalogue.sources[clue].scope)
        if len(own) <= _MANY * catalogue.rules.size:
            continue
        houses = [house for house in every if not own.isdisjoint(catalogue.sources[house].scope)]
        sources = [catalogue.sources[number] for number in (clue, *houses)]
        scope = tuple(sorted(own.union(*(source.scope for source in sources))))
        found.append(Joint.of(catalogue, houses, (clue,), scope, sources))
    return tuple(found)
