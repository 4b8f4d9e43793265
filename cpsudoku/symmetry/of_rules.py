"""The symmetries of any rules of groups and pairs, found from the cells and not from names.

A symmetry moves cells and renames digits so that each constraint becomes one of the rules again.
Movements are the automorphisms of a graph: its points are the cells and the groups, its lines say
which cell is in which group and which cells must differ or have a pair.  They are found as a chain
of stabilizers (Sims 1970): the first cell is taken to each place that it can go, then, with the
first fixed, the second, and so on; the order is the product of the numbers of places.

    >>> from cpsudoku.rules import boxes, classic
    >>> found = symmetries(classic())
    >>> found.cells.order, found.digits.order, found.any_digits
    (3359232, 362880, True)
    >>> symmetries(boxes(2, 3).with_diagonals()).cells.order
    8
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import prod
from typing import TYPE_CHECKING, TypeAlias

from cpsudoku.errors import UnsupportedError
from cpsudoku.rules import AllDifferent, Cell, Pair, Rules, digits_of_mask
from cpsudoku.rules.rules import require

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

Permutation: TypeAlias = tuple[int, ...]  # for each point the point that it is taken to
_Relation: TypeAlias = frozenset[tuple[int, int]]
_DIFFERENT, _RELATED, _MEMBER = 1, 2, 4


@dataclass(frozen=True)
class PermutationGroup:
    """A group of permutations of the points 0 … n−1, as a chain of stabilizers.

    Args:
        chain: for each point of the base permutations that fix those before it and take it to each
            place that it can go, itself first.
        generators: permutations of which all others are made.
    """

    points: int
    chain: tuple[tuple[Permutation, ...], ...]
    generators: tuple[Permutation, ...]

    @property
    def order(self) -> int:
        """Number of permutations."""
        return prod(map(len, self.chain))

    @cached_property
    def elements(self) -> NDArray[np.uint16]:
        """All permutations, the identity first: an array (order, n)."""
        import numpy as np

        found = np.arange(self.points, dtype=np.uint16)[None]
        for places in reversed(self.chain):
            found = np.concatenate([np.array(one, dtype=np.uint16)[found] for one in places])
        return found


@dataclass(frozen=True)
class RuleSymmetries:
    """The symmetries of some rules: each movement goes with each renaming.

    Args:
        digits: the renamings, of digits counted from 0.
        any_digits: whether all renamings keep the rules.
    """

    cells: PermutationGroup
    digits: PermutationGroup
    any_digits: bool

    @property
    def order(self) -> int:
        """Number of symmetries."""
        return self.cells.order * self.digits.order


@dataclass(frozen=True)
class Structure:
    """The structure of rules of groups and pairs, without what follows from the rest.

    Args:
        groups: sets of cells that are all different, none within another.
        pairs: pairs of cells that have the relation.
        forbidden: which digits, counted from 0, such cells do not have; symmetric, empty without
            pairs.
    """

    groups: tuple[frozenset[Cell], ...]
    pairs: frozenset[frozenset[Cell]]
    forbidden: _Relation


def structure(rules: Rules) -> Structure:
    """Return the structure of rules."""
    require(rules, "symmetries", knows=frozenset({AllDifferent, Pair}), board="any")
    every = {frozenset(p.cells) for p in rules.primitives if isinstance(p, AllDifferent)}
    relations: dict[frozenset[Cell], set[tuple[int, int]]] = {}
    first, digits = rules.board.first, range(rules.size)
    every_two = [(one, other) for one in digits for other in digits]
    for pair in rules.others:
        cells = frozenset(pair.scope)
        allowed = pair.allowed  # type: ignore[union-attr]
        forbidden = (two for two in every_two if (two[0] + first, two[1] + first) not in allowed)
        relations.setdefault(cells, set()).update(forbidden)
    same = {(digit, digit) for digit in range(rules.size)}
    for cells in [cells for cells, relation in relations.items() if relation == same]:
        every.add(cells)
        del relations[cells]
    groups = sorted((one for one in every if not any(one < other for other in every)), key=sorted)
    inside = ((any(cells <= one for one in groups), its) for cells, its in relations.items())
    found = {frozenset(its - same if is_within else its) for is_within, its in inside}
    if len(found) > 1 or any((b, a) not in one for one in found for a, b in one):
        raise UnsupportedError("symmetries: pairs of cells have different relations")
    return Structure(tuple(groups), frozenset(relations), next(iter(found), frozenset()))


def symmetries(rules: Rules) -> RuleSymmetries:
    """Return the symmetries of rules: those that keep what they say, constraint by constraint.

    Raises:
        UnsupportedError: the rules have other constraints.
    """
    said = structure(rules)
    lines: dict[tuple[int, int], int] = {}
    kinds = [0] * rules.cell_count
    for group in said.groups:
        if len(group) == 2:
            _draw(lines, group, _DIFFERENT)
        else:
            kinds.append(len(group))
            for cell in group:
                _draw(lines, (cell, len(kinds) - 1), _MEMBER)
    for cells in said.pairs:
        _draw(lines, cells, _RELATED)
    moves = automorphisms(kinds, lines, rules.cell_count)
    names = automorphisms([0] * rules.size, dict.fromkeys(said.forbidden, 1), rules.size)
    return RuleSymmetries(moves, names, not said.forbidden)


def _draw(lines: dict[tuple[int, int], int], ends: Iterable[int], kind: int) -> None:
    one, other = ends
    for place in ((one, other), (other, one)):
        lines[place] = lines.get(place, 0) | kind


def automorphisms(
    kinds: Sequence[int], lines: dict[tuple[int, int], int], points: int
) -> PermutationGroup:
    """Return the permutations of the points of a graph that keep kinds and lines.

    Args:
        lines: for two points, in both orders, or for one twice, the kind of the line between them.
        points: permutations of the first ones, this many, are returned; they decide the others.
    """
    search = _Search(kinds, lines)
    fixed = [search.start()]
    for point in range(points):
        fixed.append(search.taken(fixed[-1], point, point) or [])
    made: list[Permutation] = []
    chain: list[tuple[Permutation, ...]] = []
    for point in range(points - 1, -1, -1):
        orbit = _orbit(point, made, len(kinds))
        for place in digits_of_mask(fixed[point][point]):
            if place - 1 in orbit:
                continue
            domains = search.taken(fixed[point], point, place - 1)
            found = domains and search.completed(domains)
            if found:
                made.append(found)
                orbit = _orbit(point, made, len(kinds))
        if len(orbit) > 1:
            chain.append(tuple(one[:points] for one in orbit.values()))
    return PermutationGroup(points, tuple(reversed(chain)), tuple(one[:points] for one in made))


def _orbit(point: int, made: list[Permutation], points: int) -> dict[int, Permutation]:
    """Return for each place that a point can be taken to a permutation that does so."""
    orbit = {point: tuple(range(points))}
    todo = [point]
    while todo:
        place = todo.pop()
        for one in made:
            if one[place] not in orbit:
                orbit[one[place]] = tuple(one[p] for p in orbit[place])
                todo.append(one[place])
    return orbit


class _Search:
    """Looks for automorphisms; the places that a point can still go to are a bit mask."""

    def __init__(self, kinds: Sequence[int], lines: dict[tuple[int, int], int]) -> None:
        every = range(len(kinds))
        itself = 1 + max(lines.values(), default=0)
        self._lines = [
            [lines.get((i, j), 0) + (itself if i == j else 0) for j in every] for i in every
        ]
        self._along: list[dict[int, int]] = []
        for row in self._lines:
            along: dict[int, int] = {}
            for other, line in enumerate(row):
                along[line] = along.get(line, 0) | 1 << other
            self._along.append(along)
        self._kinds = [(kind, *sorted(row)) for kind, row in zip(kinds, self._lines, strict=True)]

    def start(self) -> list[int]:
        """Return where each point could go by its kind and its lines."""
        every = list(enumerate(self._kinds))
        return [sum(1 << other for other, its in every if its == kind) for kind in self._kinds]

    def taken(self, domains: list[int], point: int, place: int) -> list[int] | None:
        """Return the domains after a point goes to a place; None if another point has none left."""
        along, found = self._along[place], []
        for domain, line in zip(domains, self._lines[point], strict=True):
            left = domain & along.get(line, 0)
            if not left:
                return None
            found.append(left)
        return found

    def completed(self, domains: list[int]) -> Permutation | None:
        """Return an automorphism within the domains, or None without one."""
        spread = self._spread(domains)
        if spread is None:
            return None
        open_points = [p for p, domain in enumerate(spread) if domain & (domain - 1)]
        if not open_points:
            return tuple(domain.bit_length() - 1 for domain in spread)
        point = min(open_points, key=lambda p: spread[p].bit_count())
        for place in digits_of_mask(spread[point]):
            left = self.taken(spread, point, place - 1)
            if left and (found := self.completed(left)):
                return found
        return None

    def _spread(self, domains: list[int]) -> list[int] | None:
        """Return the domains after each point with one place goes there; None if one is empty."""
        found: list[int] | None = domains
        done: set[int] = set()
        while found:
            single = [p for p, one in enumerate(found) if not one & (one - 1) and p not in done]
            if not single:
                break
            for point in single:
                done.add(point)
                found = found and self.taken(found, point, found[point].bit_length() - 1)
        return found
