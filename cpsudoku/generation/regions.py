"""Random layouts of jigsaw regions.

The layout begins with the usual boxes (rows, where the size is prime).  Then cells on borders are
exchanged between two regions, chosen at random, where both regions stay in one piece.  A layout
that no grid was found for is drawn again: in a bounded search by singles for up to 13 digits, and
for more, where singles fail with nearly every layout, by a solver.
"""

from __future__ import annotations

import re

from cpsudoku.errors import OptionError
from cpsudoku.generation.filling import has_grid, has_grid_soon
from cpsudoku.ground.deadline import NEVER, Deadline
from cpsudoku.ground.randomness import Randomness
from cpsudoku.rules import Cell, Rules, jigsaw, usual

_RANDOM = "jigsaw:random"

_EXCHANGES = 4
"""Exchanges that are tried for each cell and digit; more leave layouts that look no different."""

_BY_SINGLES = 13
"""Up to this many digits a search by singles finds a grid for one of a few layouts."""


def _neighbours(cell: Cell, size: int) -> list[Cell]:
    row, column = divmod(cell, size)
    near = ((row - 1, column), (row, column - 1), (row, column + 1), (row + 1, column))
    return [r * size + c for r, c in near if 0 <= r < size and 0 <= c < size]


def _is_connected(cells: set[Cell], neighbours: list[list[Cell]]) -> bool:
    todo = [next(iter(cells))]
    seen = set(todo)
    while todo:
        for near in neighbours[todo.pop()]:
            if near in cells and near not in seen:
                seen.add(near)
                todo.append(near)
    return len(seen) == len(cells)


class _Layout:
    """Regions, and for each cell the number of its region."""

    def __init__(self, regions: list[set[Cell]], size: int) -> None:
        self._regions = regions
        self.label = [0] * size * size
        for number, cells in enumerate(regions):
            for cell in cells:
                self.label[cell] = number
        self._near = [_neighbours(cell, size) for cell in range(size * size)]

    def exchange(self, chance: Randomness) -> None:
        """Try to exchange two random cells of neighbouring regions."""
        cell = chance.below(len(self.label))
        near = self._near[cell]
        other = self.label[near[chance.below(len(near))]]
        own = self.label[cell]
        if own == other:
            return
        border = [
            c for c in sorted(self._regions[other])
            if any(self.label[n] == own for n in self._near[c])
        ]  # fmt: skip
        back = border[chance.below(len(border))]
        self._swap(cell, back)
        if not all(_is_connected(self._regions[one], self._near) for one in (own, other)):
            self._swap(back, cell)

    def _swap(self, one: Cell, other: Cell) -> None:
        own, others = self.label[one], self.label[other]
        self._regions[own] ^= {one, other}
        self._regions[others] ^= {one, other}
        self.label[one], self.label[other] = others, own


def random_layout(text: str, seed: int, deadline: Deadline = NEVER) -> Rules | None:
    """Return random regions where a text asks for them, None for any other text.

    Raises:
        OptionError: the size is not a number, or too small.
    """
    if not text.startswith(_RANDOM):
        return None
    size = text.removeprefix(_RANDOM).removeprefix(":") or "9"
    if not re.fullmatch("[0-9]{1,5}", size):
        raise OptionError(f"rules {text[:40]}; expected {_RANDOM} or {_RANDOM}:SIZE")
    return random_jigsaw(int(size), seed, deadline)


def random_jigsaw(size: int, seed: int, deadline: Deadline = NEVER) -> Rules:
    """Return the rules of a jigsaw sudoku with a random layout, for which there are grids.

    Raises:
        OptionError: the size is too small for regions other than rows.
    """
    if size < 3:
        raise OptionError(f"a jigsaw of size {size}; expected at least 3")
    rules = usual(size)
    houses = rules.of_kind("box") or rules.of_kind("row")
    attempt = 0
    while True:
        chance = Randomness(seed, 0, attempt)
        drawn = _Layout([set(house.cells) for house in houses], size)
        for _ in range(_EXCHANGES * rules.cell_count * size):
            deadline.check()
            drawn.exchange(chance)
        layout = jigsaw(drawn.label)
        by_singles = size <= _BY_SINGLES
        if has_grid_soon(layout, chance, deadline) if by_singles else has_grid(layout, deadline):
            return layout
        attempt += 1
