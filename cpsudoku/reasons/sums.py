"""What clues and whole houses say together: sums such as innies and outies, and pairs of both.

All digits of a house together are known.  Less the sums that clues give, the rest is a sum of a few
cells:

    row 1 is 45, r1c1 + … + r1c4 = 20, r1c5 + r1c6 + r2c6 = 15 ⇒ r1c7 + r1c8 + r1c9 − r2c6 = 10

What a cage in a row leaves to the other cells of the row, or how a sandwich is filled, neither of
the two says by itself.  What a sum all over the board can be, only all rows say, or all boxes; and
which row is ranked above another, only all houses.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import combinations, product
from typing import NamedTuple

from cpsudoku.reasons.elements import Catalogue
from cpsudoku.rules import AllDifferent, Cell, Constraint, Rules
from cpsudoku.rules.primitives import Linear

_WIDEST = 5
"""Cells that are left at most."""

_MOST = 6
"""Houses and clues."""


class Joint(NamedTuple):
    """What houses and clues say together: their elements, the cells, and rules that say it."""

    elements: tuple[int, ...]
    scope: tuple[Cell, ...]
    rules: Rules

    @classmethod
    def of(
        cls,
        catalogue: Catalogue,
        houses: Iterable[int],
        clues: Iterable[int],
        scope: tuple[Cell, ...],
        constraints: Iterable[Constraint],
    ) -> Joint:
        """Return what houses, their cells and clues say together by some constraints."""
        elements: list[int] = []
        for house in houses:
            elements += catalogue.of_source[house]
            elements += catalogue.of_cells(catalogue.sources[house].scope)
        for clue in clues:
            elements += catalogue.of_source[clue]
        rules = Rules.trusted(catalogue.rules.board, tuple(constraints))
        return cls(tuple(elements), scope, rules)


@lru_cache(maxsize=32)
def balances(catalogue: Catalogue) -> tuple[Joint, ...]:
    """Return the sums that one house or two neighbours say together with clues."""
    clues = {source: sums for source in catalogue.clues() if (sums := _sums(catalogue, source))}
    houses = catalogue.houses()
    if not clues:
        return ()
    pairs = (pair for pair in combinations(houses, 2) if _are_neighbours(catalogue, pair, clues))
    found: dict[tuple[Cell, ...], Joint] = {}
    for chosen in (*((house,) for house in houses), *pairs):
        balance = _balance(catalogue, chosen, clues)
        if balance is not None:
            found.setdefault(balance.scope, balance)
    return tuple(found.values())


def _sums(catalogue: Catalogue, source: int) -> list[Linear]:
    alone = Rules.trusted(catalogue.rules.board, (catalogue.sources[source],))
    every = (p for p in alone.expanded(0) if isinstance(p, Linear) and p.relation == "=")
    return [one for one in every if len(one.totals) == 1 and {*one.coefficients} <= {1, -1}]


def _are_neighbours(
    catalogue: Catalogue, pair: tuple[int, int], clues: dict[int, list[Linear]]
) -> bool:
    one, other = (set(catalogue.sources[house].scope) for house in pair)
    scopes = (catalogue.sources[clue].scope for clue in clues)
    return one.isdisjoint(other) and any(one & {*s} and other & {*s} for s in scopes)


def _balance(
    catalogue: Catalogue, houses: tuple[int, ...], clues: dict[int, list[Linear]]
) -> Joint | None:
    left = Counter({cell: 1 for house in houses for cell in catalogue.sources[house].scope})
    total = sum(catalogue.total(house) for house in houses)
    used: list[int] = []
    while len(houses) + len(used) < _MOST:
        fewest, taken = len(left), None
        for clue in clues.keys() - set(used):
            for linear in clues[clue]:
                after = _without(left, linear)
                if len(after) < fewest:
                    fewest, taken = len(after), (clue, linear)
        if taken is None:
            break
        used.append(taken[0])
        left = _without(left, taken[1])
        total -= taken[1].totals[0]
    if not used or not 0 < len(left) <= _WIDEST:
        return None
    scope = tuple(sorted(left))
    linear = Linear(scope, tuple(left[cell] for cell in scope), "=", (total,))
    groups = tuple(_different(catalogue, (*houses, *used), scope))
    return Joint.of(catalogue, houses, used, scope, (linear, *groups))


def _without(left: Counter[Cell], linear: Linear) -> Counter[Cell]:
    found = Counter(left)
    found.subtract(dict(zip(linear.cells, linear.coefficients, strict=True)))
    return Counter({cell: number for cell, number in found.items() if number})


def _different(
    catalogue: Catalogue, sources: tuple[int, ...], scope: tuple[Cell, ...]
) -> Iterator[AllDifferent]:
    for source in sources:
        for group in catalogue.groups[source]:
            cells = tuple(cell for cell in scope if cell in group.cells)
            if len(cells) > 1:
                yield AllDifferent(cells, "group")


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
