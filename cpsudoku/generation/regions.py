"""Random layouts of jigsaw regions.

The layout begins with the usual boxes (rows, where the size is prime).  Then cells on borders are
exchanged between two regions, chosen at random, where both regions stay in one piece.  A layout
that no grid was found for in a bounded search is drawn again.
"""

from __future__ import annotations

import re

from cpsudoku.errors import OptionError
from cpsudoku.generation.filling import has_grid_soon
from cpsudoku.generation.randomness import Randomness
from cpsudoku.rules import Cell, Rules, jigsaw, usual

_RANDOM = "jigsaw:random"

_EXCHANGES = 4
"""Exchanges that are tried for each cell and digit; more leave layouts that look no different."""

_PATIENCE = 1 << 10


def _neighbours(cell: Cell, size: int) -> list[Cell]:
    row, column = divmod(cell, size)
    near = ((row - 1, column), (row, column - 1), (row, column + 1), (row + 1, column))
    return [r * size + c for r, c in near if 0 <= r < size and 0 <= c < size]


def _is_connected(cells: set[Cell], size: int) -> bool:
    todo = [next(iter(cells))]
    seen = set(todo)
    while todo:
        for near in _neighbours(todo.pop(), size):
            if near in cells and near not in seen:
                seen.add(near)
                todo.append(near)
    return len(seen) == len(cells)


def _exchange(label: list[int], chance: Randomness, size: int) -> None:
    """Try to exchange two random cells of neighbouring regions."""
    cell = chance.below(len(label))
    near = _neighbours(cell, size)
    other = label[near[chance.below(len(near))]]
    own = label[cell]
    if own == other:
        return
    # The cells of the other region that border on this one.
    border = [
        c for c, region in enumerate(label)
        if region == other and any(label[n] == own for n in _neighbours(c, size))
    ]  # fmt: skip
    back = border[chance.below(len(border))]
    label[cell], label[back] = other, own
    for region in (own, other):
        if not _is_connected({c for c, r in enumerate(label) if r == region}, size):
            label[cell], label[back] = own, other
            return


def random_layout(text: str, seed: int) -> Rules | None:
    """Return random regions where a text asks for them, None for any other text.

    Args:
        text: ``jigsaw:random``, or ``jigsaw:random:N`` for N digits.
        seed: what the layout depends on.

    Raises:
        OptionError: the size is no number, or too small.
    """
    if not text.startswith(_RANDOM):
        return None
    size = text.removeprefix(_RANDOM).removeprefix(":") or "9"
    if not re.fullmatch("[0-9]{1,5}", size):
        raise OptionError(f"rules {text[:40]}; expected {_RANDOM} or {_RANDOM}:SIZE")
    return random_jigsaw(int(size), seed)


def random_jigsaw(size: int, seed: int) -> Rules:
    """Return the rules of a jigsaw sudoku with a random layout, for which there are grids.

    Args:
        size: number of digits; at least 3.
        seed: the same seed gives the same layout.

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
        label = [0] * rules.cell_count
        for number, house in enumerate(houses):
            for cell in house.cells:
                label[cell] = number
        for _ in range(_EXCHANGES * rules.cell_count * size):
            _exchange(label, chance, size)
        layout = jigsaw(label)
        if has_grid_soon(layout, chance, _PATIENCE):
            return layout
        attempt += 1
