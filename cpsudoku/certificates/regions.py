"""Regions for the second encoder: of each cell whether it is inside, and how soon it is reached."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from cpsudoku.certificates.alternatives import Choices
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

    def row(self, number: int) -> range:
        """Return the variables of all cells: of being inside, of one up to it, of each step."""
        cells = len(self.connected.cells)
        first = self.below + number * cells + 1
        return range(first, first + cells)

    @property
    def last(self) -> int:
        """The last variable."""
        return self.row(2 + self.steps)[-1]


def clauses(region: ChosenRegion, choices: Choices) -> Iterator[frozenset[int]]:
    """Yield that all cells inside are reached from the first of them."""
    cells, values = region.connected.cells, region.connected.values
    rows = zip(*map(region.row, (0, 1, 2, 2 + region.steps)), strict=True)
    yield frozenset({region.row(1)[-1]})
    earlier: set[int] = set()
    for cell, (inside, some, root, reached) in zip(cells, rows, strict=True):
        chosen = [choice for choice, digit in choices(cell) if digit in values]
        yield frozenset({-inside, *chosen})
        yield from (frozenset({-choice, inside}) for choice in chosen)
        yield frozenset({-inside, some})
        yield frozenset({-some, inside} | earlier)
        yield frozenset({-root, inside})
        yield frozenset({-inside, root} | earlier)
        for one in earlier:
            yield frozenset({-one, some})
            yield frozenset({-root, -one})
        yield frozenset({-inside, reached})
        earlier = {some}
    for number in range(2, 2 + region.steps):
        yield from _reached_clauses(region, region.row(number), region.row(number + 1))


def _reached_clauses(
    region: ChosenRegion, within: range, next_within: range
) -> Iterator[frozenset[int]]:
    """Yield when a cell is reached with a step more: it is inside, and it or one beside was."""
    cells, pairs = region.connected.cells, region.connected.neighbours
    rows = zip(region.row(0), within, next_within, strict=True)
    for cell, (inside, now, later) in zip(cells, rows, strict=True):
        beside = [within[p] for p, c in enumerate(cells) if {(c, cell), (cell, c)} & pairs]
        yield frozenset({-later, inside})
        yield frozenset({-now, later})
        yield frozenset({-later, now, *beside})
        for other in beside:
            yield frozenset({-other, -inside, later})
