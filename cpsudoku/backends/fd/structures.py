"""Structures of variants that the compiled core handles better than their primitives.

The few ways to fill a house; lists with the same digits, for which primitives count each digit on
both sides; all ranks of a digit together, without disjunctions; and regions to be found.

The board numbers regions in the order in which they occur row by row, so a number in the middle of
the grid says little until everything above is known.  The core gets other numbers as well, in
hidden cells: regions numbered as they occur from the corners on, then in the cell that is farthest
from all before.  Cells so far apart are soon known to differ.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from itertools import combinations, islice, product
from typing import TypeAlias

from cpsudoku.ground import compiled
from cpsudoku.rules import AllDifferent, Cell, Rules
from cpsudoku.rules.primitives import Linear, Primitive
from cpsudoku.variants.ranks import sides
from cpsudoku.variants.traits import OfRegions, Rank, Regions, SameDigits, Structure, Way, Ways

MOST_WAYS = 1024
"""If there are more ways, the primitives are used."""

_Left: TypeAlias = dict[int, tuple[Primitive, ...]]


def known(rules: Rules) -> tuple[_Left, list[compiled.native.FdFormula], int]:
    """Return the core's structures that stand for primitives.

    Returns:
        For each constraint that is covered, by its identity, the primitives that are not; the
        formulas; and the number of hidden cells in them, which follow those of the board.
    """
    implied = ((id(one), getattr(one, "implied", None)) for one in rules.constraints)
    structures = {identity: structure for identity, structure in implied if structure}
    if not structures:
        return {}, [], 0
    houses = {frozenset(c.cells) for c in rules.constraints
              if type(c) is AllDifferent and len(c.cells) == rules.size}  # fmt: skip
    formulas: list[compiled.native.FdFormula] = []
    left: _Left = {}
    for take in (_ranked, _arranged, _matched):
        taken, found = take(rules, houses, structures)
        left |= dict.fromkeys(taken, ())
        formulas += found
    cuts, found, hidden = cut(rules, structures)
    return left | cuts, formulas + found, hidden


_Found: TypeAlias = "tuple[list[int], list[compiled.native.FdFormula]]"
_Houses: TypeAlias = set[frozenset[int]]


def _arranged(rules: Rules, houses: _Houses, structures: dict[int, Structure]) -> _Found:
    taken, found = [], []
    for place, clue in structures.items():
        if isinstance(clue, Ways) and frozenset(clue.cells) in houses:
            ways = _made(clue.make, rules.board.first, rules.size, clue.number)
            if len(ways) <= MOST_WAYS:
                taken.append(place)
                found.append(compiled.native.FdFormula.arrangements(list(clue.cells), ways))
    return taken, found


@lru_cache(maxsize=256)
def _made(
    make: Callable[[int, int, int], Iterator[Way]], first: int, size: int, number: int
) -> list[Way]:
    return list(islice(make(first, size, number), MOST_WAYS + 1))


def _matched(rules: Rules, _: _Houses, structures: dict[int, Structure]) -> _Found:
    alike = {place: it for place, it in structures.items() if isinstance(it, SameDigits)}
    return list(alike), [
        compiled.native.FdFormula.as_many(it.one, 1 << digit, it.other, 1 << digit)
        for it, digit in product(alike.values(), range(rules.size))
    ]


def _ranked(rules: Rules, houses: _Houses, structures: dict[int, Structure]) -> _Found:
    """Return the ranks if rows and columns are houses: then each side has a line for each digit."""
    ranks = {place: it for place, it in structures.items() if isinstance(it, Rank)}
    if not ranks:
        return [], []
    lines = sides(rules.board)
    if not all(frozenset(line) in houses for side in lines for line in side):
        return [], []
    place_of = {line: (s, i) for s, side in enumerate(lines) for i, line in enumerate(side)}
    of_digit = defaultdict(list)
    for clue in ranks.values():
        digit, place = divmod(clue.rank - 1, 4)
        of_digit[digit].append((*place_of[clue.line], place, clue.ties))
    return list(ranks), [
        compiled.native.FdFormula.ranks(lines, digit, said)
        for digit, said in sorted(of_digit.items())
    ]


MOST_PLACES = 256
"""The most cells in regions that the core takes."""

MOST_IN_REGION = 63
"""The largest region about which the core takes clues: its numbers begin with 0."""

_Clue: TypeAlias = tuple[str, int, int, list[list[int]]]
"""The kind, the cell with the digit, the value of digit 0, and the arms, by places."""


def cut(
    rules: Rules, structures: dict[int, Structure]
) -> tuple[_Left, list[compiled.native.FdFormula], int]:
    """Return regions, each with the clues about it as one formula, as `known` does."""
    left: _Left = {}
    found: list[compiled.native.FdFormula] = []
    hidden = rules.cell_count
    for identity, whole in structures.items():
        if not (isinstance(whole, Regions) and _is_small(whole, rules)):
            continue
        names = range(hidden, hidden + len(whole.cells))
        hidden += len(names)
        taken, clues, formula = _cut_once(rules, whole, names, structures)
        left |= dict.fromkeys(taken, ())
        left[identity] = (
            whole.order(whole.names),
            whole.order([names[place] for place in _scattered(rules, whole)]),
            *(_shares(rules, one) for one in _different(rules, clues)),
        )
        found.append(formula)
    return left, found, hidden - rules.cell_count


def _is_small(whole: Regions, rules: Rules) -> bool:
    return (
        whole.size <= min(rules.size, MOST_IN_REGION)
        and len(whole.cells) <= MOST_PLACES
        and set(whole.cells).isdisjoint(whole.names)
    )


def _cut_once(
    rules: Rules, whole: Regions, names: Sequence[int], structures: dict[int, Structure]
) -> tuple[list[int], list[_Clue], compiled.native.FdFormula]:
    place = {cell: number for number, cell in enumerate(whole.names)}
    taken: list[int] = []
    clues: list[_Clue] = []
    together: list[tuple[int, int]] = []
    for identity, structure in structures.items():
        if isinstance(structure, SameDigits) and len(structure.one) == 1:
            one, other = (place.get(cell) for cell in (*structure.one, *structure.other))
            if one is not None and other is not None:
                together.append((one, other))
                taken.append(identity)
        elif isinstance(structure, OfRegions):
            clue = _clue(structure, rules.board.first, place)
            if clue is not None:
                clues.append(clue)
                taken.append(identity)
    apart = [pair for one in _different(rules, clues) for pair in combinations(one, 2)]
    formula = compiled.native.FdFormula.regions(
        list(whole.cells),
        [list(names), list(whole.names)],
        whole.number,
        whole.size,
        list(whole.touching),
        together,
        [(one[3][0][0], other[3][0][0]) for one, other in apart],
        clues,
    )
    return taken, clues, formula


def _different(rules: Rules, clues: Sequence[_Clue]) -> Iterator[list[_Clue]]:
    """Yield counts of the same cells that all differ, each of another region."""
    families = defaultdict(list)
    for clue in clues:
        kind, _, first, (read, *_) = clue
        if kind == "count":
            families[first, frozenset(read)].append(clue)
    for family in families.values():
        if len(family) < 2:
            continue
        of_digit = {clue[1]: clue for clue in family}  # one each: those of one digit do not differ
        found = [[of_digit[c] for c in group.cells if c in of_digit] for group in rules.groups]
        most = max(found, key=len, default=[])
        if len(most) > 1:
            yield most


def _shares(rules: Rules, clues: Sequence[_Clue]) -> Primitive:
    """Return that different regions together contain no more than all of some cells."""
    cells = tuple(clue[1] for clue in clues)
    worth = sum(clue[2] - rules.board.first for clue in clues)
    total = len(clues[0][3][0]) - worth
    return Linear(cells, (1,) * len(cells), "<=", (total,), "shares of regions")


def _clue(it: OfRegions, first: int, place: dict[Cell, int]) -> _Clue | None:
    """Return a clue about regions; None if it is about others or reads a cell twice."""
    read = [cell for arm in it.arms for cell in arm[1:]] + [it.arms[0][0]]
    if len(set(read)) < len(read) or not all(cell in place for cell in read):
        return None
    return it.kind, it.control, first + it.offset, [[place[cell] for cell in a] for a in it.arms]


def _scattered(rules: Rules, whole: Regions) -> list[int]:
    """Return the places of cells, each farthest from all before; the first four are corners."""
    where = [rules.board.places[cell] for cell in whole.cells]
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
