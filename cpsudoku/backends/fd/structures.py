"""Structures of variants that the compiled core handles better than their primitives.

The few ways to fill a house; lists with the same digits, for which primitives count each digit on
both sides; all ranks of a digit together, without disjunctions; and regions to be found, which have
a module of their own (`cutting`).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator
from functools import lru_cache
from itertools import islice, product
from typing import TypeAlias

from cpsudoku import compiled
from cpsudoku.backends.fd.cutting import cut
from cpsudoku.rules import AllDifferent, Rules
from cpsudoku.rules.primitives import Primitive
from cpsudoku.variants.structures import Rank, SameDigits, Structure, Way, Ways

MOST_WAYS = 1024
"""If there are more ways, the primitives are used."""

_Left: TypeAlias = dict[int, tuple[Primitive, ...]]


def known(rules: Rules) -> tuple[_Left, list[compiled.native.FdFormula], int]:
    """Return what the core takes in place of primitives.

    Returns:
        For each constraint that is covered, by its identity, the primitives that are not; the
        formulas; and the number of hidden cells in them, which follow those of the board.
    """
    implied = ((id(one), getattr(one, "implied", None)) for one in rules.constraints)
    structures = {identity: structure for identity, structure in implied if structure}
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
    from cpsudoku.variants.ranks import sides

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
