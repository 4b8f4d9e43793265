"""That cells are one region, as clauses: how many steps each is away from a first one.

Whether a cell is inside is known from its digit.  The first cell inside, in the order in which they
are listed, is the root; a cell inside is reached within t + 1 steps if it or a neighbour inside is
reached within t.  All that are inside have to be reached in the end:

    inside   # # .      from the root, the first #:   0 1 .      after as many steps as a region may
             . # #                                    . 2 3      be long, no # may be left out

All these variables are functions of the cells, so that models stay grids.  A flow along the edges,
or an order of reaching, would have fewer variables, and many values for one grid.

    >>> from cpsudoku.rules import Connected
    >>> line = Connected((0, 1, 2), frozenset({(0, 1), (1, 2)}), frozenset({1}))
    >>> steps_needed(line), len(list(reached(line, [1, 2, 3], lambda n: list(range(9, 9 + n)))))
    (2, 46)
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from cpsudoku.encodings.choices import Clause, Fresh, Literal, digit_of
from cpsudoku.rules import Candidates, Rules

if TYPE_CHECKING:
    from cpsudoku.rules.primitives import Connected


def steps_needed(connected: Connected) -> int:
    """Return how many steps lead from any cell of a region to any other at most."""
    cells = len(connected.cells)
    return max(min(cells, cells if connected.size is None else connected.size) - 1, 0)


def region(connected: Connected, rules: Rules, masks: Candidates, fresh: Fresh) -> Iterator[Clause]:
    """Yield clauses that cells are one region, over the choices of their digits.

    The first variables given out say which cells are inside.
    """
    inside = fresh(len(connected.cells))
    digits = sorted({digit_of(value, rules) or 0 for value in connected.values} - {0})
    for cell, literal in zip(connected.cells, inside, strict=True):
        made = [cell * rules.size + d for d in digits if masks[cell] >> d - 1 & 1]
        yield -literal, *made
        yield from ((-choice, literal) for choice in made)
    yield from reached(connected, inside, fresh)


def reached(connected: Connected, inside: Sequence[Literal], fresh: Fresh) -> Iterator[Clause]:
    """Yield clauses that the cells inside are one region; not of which size.

    Args:
        fresh: gives out variables: first those that some cell up to this one is inside, then
            those that a cell is reached within no step, within one, and so on.
    """
    some = fresh(len(inside))
    within = fresh(len(inside))
    yield tuple(some[-1:])
    for place, literal in enumerate(inside):
        before = some[place - 1] if place else None
        root = within[place]
        yield -literal, some[place]
        yield -root, literal
        if before is None:
            yield -some[place], literal
            yield -literal, root
        else:
            yield -some[place], before, literal
            yield -before, some[place]
            yield -root, -before
            yield -literal, before, root
    beside = _beside(connected)
    for _ in range(steps_needed(connected)):
        following = fresh(len(inside))
        for place, literal in enumerate(inside):
            later = following[place]
            yield -later, literal
            yield -within[place], later
            yield (-later, within[place], *(within[other] for other in beside[place]))
            yield from ((-within[other], -literal, later) for other in beside[place])
        within = following
    yield from ((-literal, within[place]) for place, literal in enumerate(inside))


def _beside(connected: Connected) -> list[list[int]]:
    """Return for each cell the places of its neighbours, ascending."""
    place = {cell: number for number, cell in enumerate(connected.cells)}
    found: list[set[int]] = [set() for _ in connected.cells]
    for one, other in connected.neighbours:
        found[place[one]].add(place[other])
        found[place[other]].add(place[one])
    return [sorted(places) for places in found]
