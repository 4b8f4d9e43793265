"""Regions for the second encoder: of each cell whether it is inside, and how soon it is reached."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from cpsudoku.certificates.alternatives import Choices
from cpsudoku.rules import Cell
from cpsudoku.rules.primitives import Connected


class ChosenRegion(NamedTuple):
    """A region and the number below its first variable.

    Of n cells, the variables 1 … n above it say which are inside, the next n which have one inside
    up to them, in their order, and each n that follow, from no step on, which are reached so soon.
    """

    connected: Connected
    below: int

    @property
    def steps(self) -> int:
        """Steps after which each cell inside has been reached."""
        cells, size = len(self.connected.cells), self.connected.size
        return max((cells if size is None else min(size, cells)) - 1, 0)

    def inside(self, place: int) -> int:
        """Return the variable that a cell is inside."""
        return self.below + place + 1

    def some(self, place: int) -> int:
        """Return the variable that a cell up to this one is inside."""
        return self.below + len(self.connected.cells) + place + 1

    def within(self, steps: int, place: int) -> int:
        """Return the variable that a cell is reached within some steps."""
        return self.below + (2 + steps) * len(self.connected.cells) + place + 1


def clauses(region: ChosenRegion, choices: Choices) -> Iterator[frozenset[int]]:
    """Yield that all cells inside are reached from the first of them."""
    cells, values = region.connected.cells, region.connected.values
    yield frozenset({region.some(len(cells) - 1)})
    for place, cell in enumerate(cells):
        inside, some, root = region.inside(place), region.some(place), region.within(0, place)
        chosen = [choice for choice, digit in choices(cell) if digit in values]
        yield frozenset({-inside, *chosen})
        yield from (frozenset({-choice, inside}) for choice in chosen)
        earlier = {region.some(place - 1)} if place else set()
        yield frozenset({-inside, some})
        yield frozenset({-some, inside} | earlier)
        yield frozenset({-root, inside})
        yield frozenset({-inside, root} | earlier)
        for one in earlier:
            yield frozenset({-one, some})
            yield frozenset({-root, -one})
        yield frozenset({-inside, region.within(region.steps, place)})
    for steps in range(region.steps):
        for place, cell in enumerate(cells):
            yield from _reached_clauses(region, steps, place, cell)


def _reached_clauses(
    region: ChosenRegion, steps: int, place: int, cell: Cell
) -> Iterator[frozenset[int]]:
    """Yield when a cell is reached with a step more: it is inside, and it or one beside was."""
    cells = region.connected.cells
    pairs = region.connected.neighbours
    beside = [p for p, c in enumerate(cells) if (c, cell) in pairs or (cell, c) in pairs]
    later, inside = region.within(steps + 1, place), region.inside(place)
    yield frozenset({-later, inside})
    yield frozenset({-region.within(steps, place), later})
    yield frozenset({-later, *(region.within(steps, p) for p in [place, *beside])})
    for other in beside:
        yield frozenset({-region.within(steps, other), -inside, later})
