"""Conclusions from clues and whole houses together: innies and outies, and pairs of both.

All digits of a house together are known.  Less the sums that clues give, the rest is a sum of a few
cells:

    row 1 is 45, r1c1 + … + r1c4 = 20, r1c5 + r1c6 + r2c6 = 15 ⇒ r1c7 + r1c8 + r1c9 − r2c6 = 10

What a cage in a row leaves to the other cells of the row, or how a sandwich is filled, neither of
the two says by itself.  What a sum all over the board can be, only all rows say, or all boxes; and
which row is ranked above another, only all houses.

`implied_sums` are those that people look for: take away the sums that lie in a house, and what is
left over inside, the *innies*, has a known sum; add sums that reach out of it until all its cells
are covered, and what sticks out, the *outies*, has one; where some reach out and some cells are
left over, the difference of the two is known.  The same holds of several houses that share no cell.

>>> from cpsudoku.rules import boxes
>>> from cpsudoku.variants import with_variants
>>> rules = with_variants(boxes(2, 2), "killer:3@r1c1,r1c2", "killer:8@r2c1,r2c2,r2c3")
>>> for found in implied_sums(rules)[:3]:
...     print(found.described(rules.board))
sum 2 of the innies of row 2 r2c4
sum 1 of the outies of box 1 r2c3
sum 7 of the innies of row 1 r1c3 r1c4
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import combinations, islice, product
from operator import itemgetter
from typing import TypeGuard

from cpsudoku.reasons.elements import Catalogue
from cpsudoku.rules import AllDifferent, Cell, Constraint, Rules
from cpsudoku.rules.primitives import Linear

_WIDEST = 5
"""Cells that are left at most."""

_MOST = 6
"""Houses and clues."""


@dataclass(frozen=True, eq=False)
class Joint:
    """What a clue says, or houses and clues together: elements, cells, and rules that say it."""

    elements: tuple[int, ...]
    scope: tuple[Cell, ...]
    rules: Rules

    @cached_property
    def marks(self) -> Callable[[tuple[int, ...]], object]:
        """Takes the state of its cells out of that of a board; only to be compared."""
        return itemgetter(*(self.scope or (0,)))

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
def single_clues(catalogue: Catalogue) -> tuple[Joint, ...]:
    """Return each clue by itself."""
    clues = ((number, catalogue.sources[number]) for number in catalogue.clues())
    return tuple(Joint.of(catalogue, (), (number,), one.scope, (one,)) for number, one in clues)


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


MOST_CELLS = 6
"""People do not look at sums of more cells than that."""

_MOST_HOUSES = 3
_MOST_TOGETHER = 4000
"""This many ways to put houses together are looked at."""


@lru_cache(maxsize=16)
def implied_sums(rules: Rules) -> tuple[Linear, ...]:
    """Return the sums of a few cells that follow from given sums and houses, the shortest first.

    Args:
        rules: with any constraints; sums are those of primitives whose digits count once each.
    """
    sums = [one for one in rules.others if _is_plain(one)]
    given = {_signed(one) for one in sums}
    found: dict[frozenset[tuple[Cell, int]], Linear] = {}
    for houses in _regions(rules, sums):
        for one in _around(rules, houses, sums):
            if _signed(one) not in given:
                found.setdefault(_signed(one), one)
    return tuple(sorted(found.values(), key=lambda one: len(one.cells)))


def _is_plain(primitive: object) -> TypeGuard[Linear]:
    return (
        isinstance(primitive, Linear)
        and primitive.relation == "="
        and len(primitive.totals) == 1
        and set(primitive.coefficients) == {1}
        and len(set(primitive.cells)) == len(primitive.cells)
    )


def _signed(one: Linear) -> frozenset[tuple[Cell, int]]:
    return frozenset(zip(one.cells, one.coefficients, strict=True))


def _regions(rules: Rules, sums: Sequence[Linear]) -> Iterator[tuple[AllDifferent, ...]]:
    """Yield the houses, then two and three of a kind that share no cell and are tied by sums."""
    houses = rules.houses
    yield from ((house,) for house in houses)
    reach = {
        house: {n for n, one in enumerate(sums) if not set(one.cells).isdisjoint(house.cells)}
        for house in houses
    }
    for number in range(2, _MOST_HOUSES + 1):
        ways = (
            some
            for kind in dict.fromkeys(house.kind for house in houses)
            for some in combinations([house for house in houses if house.kind == kind], number)
        )
        for some in islice(ways, _MOST_TOGETHER):
            cells = [cell for house in some for cell in house.cells]
            if len(set(cells)) == len(cells) and _are_tied([reach[house] for house in some]):
                yield some


def _are_tied(reach: Sequence[set[int]]) -> bool:
    """Return whether each of some sets meets one before it, in some order."""
    together, *left = reach
    while left:
        near = next((one for one in left if not one.isdisjoint(together)), None)
        if near is None:
            return False
        left.remove(near)
        together = together | near
    return True


def _around(
    rules: Rules, houses: tuple[AllDifferent, ...], sums: Sequence[Linear]
) -> Iterator[Linear]:
    """Yield what sums leave of some houses: none that reaches out, some or all of them taken."""
    region = frozenset(cell for house in houses for cell in house.cells)
    total = len(houses) * rules.board.total
    near = [one for one in sums if not region.isdisjoint(one.cells)]
    for most_outside in (0.0, 0.49, 1.0):
        taken = _disjoint(near, region, most_outside)
        if not taken:
            continue
        covered = {cell for one in taken for cell in one.cells}
        inside, outside = sorted(region - covered), sorted(covered - region)
        if 0 < len(inside) + len(outside) <= MOST_CELLS:
            left = total - sum(one.totals[0] for one in taken)
            yield _named(inside, outside, left, " and ".join(house.label for house in houses))


def _disjoint(near: Iterable[Linear], region: frozenset[Cell], most_outside: float) -> list[Linear]:
    """Return sums that share no cell, with at most this share outside; the innermost first."""
    found: list[Linear] = []
    covered: set[Cell] = set()

    def outside(one: Linear) -> float:
        return sum(cell not in region for cell in one.cells) / len(one.cells)

    for one in sorted(near, key=outside):
        if outside(one) <= most_outside and covered.isdisjoint(one.cells):
            covered.update(one.cells)
            found.append(one)
    return found


def _named(inside: list[Cell], outside: list[Cell], difference: int, where: str) -> Linear:
    """Return the sum of innies, of outies, or the difference of both, whichever is greater."""
    added, taken, name, other = inside, outside, "innies", "outies"
    if not inside or (outside and difference < 0):
        added, taken, name, other, difference = outside, inside, other, name, -difference
    what = (
        f"difference {difference} of the {name} and {other}"
        if taken
        else (f"sum {difference} of the {name}")
    )
    signs = (1,) * len(added) + (-1,) * len(taken)
    return Linear((*added, *taken), signs, "=", (difference,), f"{what} of {where}")
