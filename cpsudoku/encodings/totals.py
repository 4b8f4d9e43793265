"""Parts of cells with one total, as clauses over the sets of digits that each part may have.

A part that lies in a group has different digits, so a set of them, of which there are few: 126 of
four digits of nine.  A variable for each set (a *way*) and one for each total that all parts can
have tie cells of distant houses together by a few steps of unit propagation,

    r1c1 r1c2 = {1, 9} or {2, 8} or …   ⇔   the total is 10   ⇔   r2c4 r3c4 r3c5 = {1, 2, 7} or …

where sums of weights say little until nearly all cells are known.  A variable for each digit of a
part bars it from the other cells of the houses of that part, before it is known which cell has it.
Only region sum lines on an empty board, which CP-SAT did not decide in 211 s from its sums, take
2 s with these clauses, and 0.4 s where digits are barred so.

They follow from the sums, and the variables are functions of the cells, so that counts stay counts
of grids.

    >>> from cpsudoku.encodings.choices import Auxiliary
    >>> from cpsudoku.rules import boxes
    >>> rules = boxes(2, 2)
    >>> more = Auxiliary(64)
    >>> found = list(clauses([((0,), (2, 3))], rules, (15,) * 16, more.fresh))
    >>> more.last - 64, found[:2]
    (7, [(-65, -66), (3, 4)])
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, combinations
from math import comb
from typing import NamedTuple, TypeAlias

from cpsudoku.encodings.choices import Clause, Fresh, Literal
from cpsudoku.rules import Candidates, Cell, Rules, digits_of_mask

Parts: TypeAlias = Sequence[Sequence[Cell]]
"""Lists of cells, all of which have the same total."""

_MOST_WAYS = 512
"""A part with more sets of digits is left to its sum: of 16 digits those of more than three."""


class _Part(NamedTuple):
    """A part, and for each set of digits that it may have its total."""

    cells: Sequence[Cell]
    ways: dict[tuple[int, ...], int]


def clauses(
    totals: Iterable[Parts], rules: Rules, masks: Candidates, fresh: Fresh
) -> Iterator[Clause]:
    """Yield the clauses of parts that have one total each, over the candidates of masks."""
    groups = [frozenset(group.cells) for group in rules.groups]
    for parts in totals:
        distinct = [cells for cells in parts if any(map(frozenset(cells).issubset, groups))]
        found = [_Part(cells, ways) for cells in distinct if (ways := _ways(cells, rules, masks))]
        if len(found) > 1:
            yield from _of_one_total(found, rules, masks, fresh)


def _ways(cells: Sequence[Cell], rules: Rules, masks: Candidates) -> dict[tuple[int, ...], int]:
    """Return the sets of digits that some cells may have, each with its total; none if too many."""
    if comb(rules.size, len(cells)) > _MOST_WAYS:
        return {}
    some = 0
    for cell in cells:
        some |= masks[cell]
    sets = combinations(digits_of_mask(some), len(cells))
    shift = (rules.board.first - 1) * len(cells)
    return {
        way: sum(way) + shift
        for way in sets
        if all(any(masks[cell] >> digit - 1 & 1 for digit in way) for cell in cells)
    }


def _of_one_total(
    parts: Sequence[_Part], rules: Rules, masks: Candidates, fresh: Fresh
) -> Iterator[Clause]:
    common = sorted(set.intersection(*({*part.ways.values()} for part in parts)))
    total_is = dict(zip(common, fresh(len(common)), strict=True))
    yield from ((-one, -other) for one, other in combinations(total_is.values(), 2))
    for cells, ways in parts:
        possible = [way for way, total in ways.items() if total in total_is]
        if len(cells) == 1:  # the digit itself
            names = [cells[0] * rules.size + way[0] for way in possible]
        else:
            names = fresh(len(possible))
            yield from _of_ways(cells, dict(zip(possible, names, strict=True)), rules, masks, fresh)
        yield tuple(names)
        yield from ((-x, total_is[ways[way]]) for way, x in zip(possible, names, strict=True))
        for total, is_total in total_is.items():
            having = (x for way, x in zip(possible, names, strict=True) if ways[way] == total)
            yield -is_total, *having


def _of_ways(
    cells: Sequence[Cell],
    names: dict[tuple[int, ...], Literal],
    rules: Rules,
    masks: Candidates,
    fresh: Fresh,
) -> Iterator[Clause]:
    """Yield what a part has where it has a set of digits, and the other way round.

    A variable for each digit says that the part has it; then no other cell of its houses does.
    """
    size = rules.size
    digits = sorted(set(chain.from_iterable(names)))
    has = dict(zip(digits, fresh(len(digits)), strict=True))
    for way, name in names.items():
        yield from ((-name, is_in if digit in way else -is_in) for digit, is_in in has.items())
    beside = {
        cell for group in rules.groups if {*cells} <= {*group.cells} for cell in group.cells
    }.difference(cells)
    for digit, is_in in has.items():
        yield -is_in, *(c * size + digit for c in cells if masks[c] >> digit - 1 & 1)
        yield -is_in, *(name for way, name in names.items() if digit in way)
        yield from ((-is_in, -(c * size + digit)) for c in beside if masks[c] >> digit - 1 & 1)
    for cell in cells:
        for digit in digits_of_mask(masks[cell]):
            choice = cell * size + digit
            yield (-choice, has[digit]) if digit in has else (-choice,)
