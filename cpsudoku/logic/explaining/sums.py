"""Sums that follow from cages and whole houses: the rule of 45, as solvers of killers call it.

The digits of a house are all there are, so its sum is known (45 on 9×9).  Take away the sums that
lie in it, and what is left over inside, the *innies*, has a known sum; add sums that reach out of
it until all its cells are covered, and what sticks out, the *outies*, has one; where some reach out
and some cells are left over, the difference of the two is known.  The same holds of several houses
that share no cell, such as two rows one above the other.

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

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import combinations, islice
from typing import TypeGuard

from cpsudoku.rules import AllDifferent, Cell, Rules
from cpsudoku.rules.primitives import Linear

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
