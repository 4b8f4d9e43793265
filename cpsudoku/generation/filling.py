"""Random final grids for any rules, the same on every machine.

The grid is filled by depth-first search: in the cell with the fewest candidates (the first of them
in reading order) one of its candidates is tried, each equally likely, and what follows by naked and
hidden singles is filled in.  What follows does not depend on the order in which it is found, so the
grid depends only on the rules and the random numbers; no solver has a part in it.  Of the classic
rules a band and a stack are drawn first (``native/generation/crossing.hpp``).

A search that has met too many dead ends starts over with twice the patience (Gomes, Selman and
Kautz, "Boosting combinatorial search through randomization", AAAI 1998): among random searches a
few are thousands of times longer than the others.

Only singles hardly ever fill regions of more than 13 cells that are not boxes.  Where this search
has given up on a grid, and for more than 64 digits, a solver that looks further ahead draws it.

Every final grid can come out.  They are not equally likely: a grid's chance is the product of the
chances of the choices that lead to it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

from cpsudoku.asking import solving
from cpsudoku.backends import AUTO
from cpsudoku.errors import GenerationError, OptionError, UnsupportedError
from cpsudoku.ground import compiled
from cpsudoku.ground.deadline import NEVER, Deadline, OutOfTimeError
from cpsudoku.ground.randomness import Randomness
from cpsudoku.puzzle import Puzzle
from cpsudoku.result import Verdict
from cpsudoku.rules import Candidates, Cell, Grid, Rules, jigsaw, usual
from cpsudoku.rules.rules import require

MOST_PATIENCE = 1 << 13
"""Dead ends of the last search by singles: some tenths of a second on 16×16."""

_SEEDS = (1 << 31) - 1


@lru_cache(maxsize=32)
def _filler(rules: Rules) -> compiled.native.Filler | None:
    """Return the compiled search for these rules, or None for more digits than it takes."""
    require(rules, "random grids")
    if rules.size > compiled.MOST_DIGITS:
        return None
    return compiled.native.Filler(rules.size, [list(c.cells) for c in rules.groups])


def random_grid(
    rules: Rules,
    chance: Randomness,
    candidates: Candidates | None = None,
    deadline: Deadline = NEVER,
) -> Grid:
    """Return a random final grid that obeys rules and candidates; every such grid can come out.

    Args:
        candidates: for each cell the digits that it may have; None for all.

    Raises:
        GenerationError: there is no such grid.
    """
    filler = _filler(rules)
    masks = candidates or (rules.all_digits,) * rules.cell_count
    grid: Sequence[int] | None = None
    if filler is not None:
        grid, chance.state = filler.fill(masks, chance.state, deadline.left, MOST_PATIENCE)
    if grid is None:  # the random numbers set the solver on its way
        seed = 1 + chance.below(_SEEDS)
        grid = _solved(Puzzle(rules, tuple(masks)), deadline, seed)
    if not grid:
        raise GenerationError("no final grid obeys these rules and givens")
    return tuple(grid)


def _solved(puzzle: Puzzle, deadline: Deadline, seed: int) -> Grid | None:
    """Return a solution, None if there is none; the solver is one that looks beyond singles."""
    backend = AUTO if puzzle.rules.size > compiled.MOST_DIGITS else "fd"
    found = solving.solve(puzzle, backend=backend, seconds=deadline.left, seed=seed)
    if found.verdict is Verdict.UNKNOWN:
        raise OutOfTimeError
    return found.solution


def followed(rules: Rules, candidates: Candidates) -> Sequence[int]:
    """Return what naked and hidden singles leave of candidates with a solution, up to 64 digits."""
    filler = _filler(rules)
    return candidates if filler is None else filler.followed(candidates)


def effort(puzzle: Puzzle) -> int:
    """Return how many choices a search for all solutions, of which there should be few, makes.

    The search fills in naked and hidden singles, and tries the lowest candidate of the first cell
    with the fewest.  0 means that singles solve the puzzle.

    Raises:
        UnsupportedError: it has more than 64 digits.
    """
    filler = _filler(puzzle.rules)
    if filler is None:
        raise UnsupportedError(f"the effort of more than {compiled.MOST_DIGITS} digits")
    return filler.choices(puzzle.candidates, (1 << 64) - 1)


def classic_grid(chance: Randomness) -> Grid:
    """Return a random final grid of the classic rules."""
    grid, chance.state = compiled.native.classic_grid(chance.state)
    return tuple(grid)


_RANDOM = "jigsaw:random"

_EXCHANGES = 4
"""Exchanges that are tried for each cell and digit; more leave layouts that look no different."""


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


class _Regions:
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

    The layout begins with the usual boxes (rows, where the size is prime).  Then cells on borders
    are exchanged between two regions, chosen at random, where both regions stay in one piece.  A
    layout for which a solver finds no grid is drawn again.

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
        drawn = _Regions([set(house.cells) for house in houses], size)
        for _ in range(_EXCHANGES * rules.cell_count * size):
            deadline.check()
            drawn.exchange(chance)
        layout = jigsaw(drawn.label)
        if _solved(Puzzle.empty(layout), deadline, seed=0) is not None:
            return layout
        attempt += 1
