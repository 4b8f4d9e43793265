"""Regions that are to be found, with the clues about them, as the compiled core knows them best.

The board names regions in the order in which they are met row by row, and so a name in the middle
of the grid says little before all above is known.  The core gets other names beside, in cells that
no solution shows: those of regions as they are met from the corners on, then in whatever cell is
the farthest from all before.  Cells so far from each other are soon known to differ.
"""

from __future__ import annotations

from collections import defaultdict
from itertools import combinations
from typing import TYPE_CHECKING, TypeAlias, TypeGuard

from cpsudoku.rules import Cell, Constraint, Rules
from cpsudoku.rules.primitives import Linear
from cpsudoku.variants.chaos import ChaosRegions, RegionCount, RegionRun, touching
from cpsudoku.variants.counts import CountedDistinct, SameValues

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from cpsudoku import _native
    from cpsudoku.rules.primitives import Primitive

MOST_PLACES = 256
"""The greatest number of cells in regions that the core takes."""

MOST_IN_REGION = 63
"""The greatest size of a region about which the core takes clues: its numbers begin with 0."""

_Clue: TypeAlias = tuple[str, int, int, list[list[int]]]
"""Kind, cell with the digit, what digit 0 is worth, and the arms, by places."""


def cut(
    rules: Rules,
) -> tuple[dict[int, tuple[Primitive, ...]], list[_native.FdFormula], int]:
    """Return how regions and the clues about them are told at once.

    Returns:
        For the identity of each constraint that is told what is left to tell of it, the formulas,
        and how many hidden cells these are about, which are numbered behind those of the board.
    """
    left: dict[int, tuple[Primitive, ...]] = {}
    found: list[_native.FdFormula] = []
    hidden = rules.cell_count
    for whole in rules.constraints:
        if not _is_known(whole, rules):
            continue
        names = range(hidden, hidden + len(whole.cells))
        hidden += len(names)
        told, clues, formula = _cut_once(rules, whole, names)
        left |= dict.fromkeys(map(id, told), ())
        left[id(whole)] = (
            whole.order(),
            whole.order([names[place] for place in _scattered(whole)]),
            *(_shares(rules, one) for one in _different(rules, clues)),
        )
        found.append(formula)
    return left, found, hidden - rules.cell_count


def _is_known(whole: Constraint, rules: Rules) -> TypeGuard[ChaosRegions]:
    return (
        type(whole) is ChaosRegions
        and whole.size <= min(rules.size, MOST_IN_REGION)
        and len(whole.cells) <= MOST_PLACES
        and set(whole.cells).isdisjoint(whole.regions)
    )


def _cut_once(
    rules: Rules, whole: ChaosRegions, names: Sequence[int]
) -> tuple[list[Constraint], list[_Clue], _native.FdFormula]:
    from cpsudoku import _native

    place = {cell: number for number, cell in enumerate(whole.regions)}
    told: list[Constraint] = []
    clues: list[_Clue] = []
    together: list[tuple[int, int]] = []
    for constraint in rules.constraints:
        if type(constraint) is SameValues and len(constraint.cells) == 2:
            one, other = (place.get(cell) for cell in constraint.cells)
            if one is not None and other is not None:
                together.append((one, other))
                told.append(constraint)
            continue
        clue = _clue(constraint, rules.board.first, place)
        if clue is not None:
            clues.append(clue)
            told.append(constraint)
    apart = [pair for one in _different(rules, clues) for pair in combinations(one, 2)]
    formula = _native.FdFormula.regions(
        list(whole.cells),
        [list(names), list(whole.regions)],
        len(whole.names),
        whole.size,
        touching(whole.board, whole.cells),
        together,
        [(one[3][0][0], other[3][0][0]) for one, other in apart],
        clues,
    )
    return told, clues, formula


def _different(rules: Rules, clues: Sequence[_Clue]) -> Iterator[list[_Clue]]:
    """Yield counts of the same cells that all differ: each is of another region."""
    families = defaultdict(list)
    for clue in clues:
        kind, _, first, (read, *_) = clue
        if kind == "count":
            families[first, frozenset(read)].append(clue)
    for family in families.values():
        if len(family) < 2:
            continue
        of_digit = {clue[1]: clue for clue in family}  # one each: two of a digit do not differ
        found = [[of_digit[c] for c in group.cells if c in of_digit] for group in rules.groups]
        most = max(found, key=len, default=[])
        if len(most) > 1:
            yield most


def _shares(rules: Rules, clues: Sequence[_Clue]) -> Primitive:
    """Return that different regions have no more of some cells than there are."""
    cells = tuple(clue[1] for clue in clues)
    worth = sum(clue[2] - rules.board.first for clue in clues)
    total = len(clues[0][3][0]) - worth
    return Linear(cells, (1,) * len(cells), "<=", (total,), "shares of regions")


def _clue(constraint: Constraint, first: int, place: dict[Cell, int]) -> _Clue | None:
    """Return a clue about regions; None where it is none, or reads a cell more than once."""
    if type(constraint) not in (RegionRun, RegionCount, CountedDistinct):  # nor those derived
        return None
    match constraint:
        case RegionRun():
            kind, control, arms = "run", constraint.control[0], constraint.arms
            first += constraint.offset or 0
        case RegionCount():
            kind, control, arms = "count", constraint.control[0], (constraint.cells,)
            first += constraint.offset or 0
        case CountedDistinct():
            kind, control, arms = "distinct", constraint.cells[0], (constraint.cells[1:],)
        case _:
            return None
    read = [cell for arm in arms for cell in arm[1:]] + [arms[0][0]]
    if len(set(read)) < len(read) or not all(cell in place for cell in read):
        return None
    return kind, control, first, [[place[cell] for cell in arm] for arm in arms]


def _scattered(whole: ChaosRegions) -> list[int]:
    """Return the places of cells, each the farthest from all before; the first four are corners."""
    where = [whole.board.places[cell] for cell in whole.cells]
    left = dict.fromkeys(range(len(where)))
    order = []
    for down, right in ((1, 1), (-1, -1), (1, -1), (-1, 1))[: len(where)]:
        corner = min(left, key=lambda p: (down * where[p][0] + right * where[p][1], p))
        order.append(corner)
        del left[corner]
    distance = {
        place: min(_steps(where[place], where[corner]) for corner in order) for place in left
    }
    while distance:
        chosen = max(distance, key=lambda place: (distance[place], -place))
        order.append(chosen)
        del distance[chosen]
        for place, before in distance.items():
            distance[place] = min(before, _steps(where[place], where[chosen]))
    return order


def _steps(one: tuple[int, int], other: tuple[int, int]) -> int:
    return abs(one[0] - other[0]) + abs(one[1] - other[1])
