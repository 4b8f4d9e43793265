"""Random final grids for any rules, the same on every machine.

The grid is filled by depth-first search: in the cell with the fewest candidates (the first of them
in reading order) one of its candidates is tried, each equally likely, and what follows by naked and
hidden singles is filled in.  What follows does not depend on the order in which it is found, so the
grid depends on the rules and the random numbers alone; no solver has a part in it, and the compiled
core draws the very same grids.

A search that has met too many dead ends starts over with twice the patience (Gomes, Selman and
Kautz, "Boosting combinatorial search through randomization", AAAI 1998): among random searches a
few are thousands of times longer than the others.

Every final grid can come out.  They are not equally likely: a grid's chance is the product of the
chances of the choices that lead to it.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING

from cpsudoku.errors import GenerationError
from cpsudoku.generation.randomness import Randomness
from cpsudoku.puzzle import Puzzle
from cpsudoku.rules import Candidates, Cell, Grid, Rules
from cpsudoku.rules.needs import require

if TYPE_CHECKING:
    from cpsudoku import _native

_NO_GRID = "no final grid obeys these rules and givens"

FIRST_PATIENCE = 32
"""Dead ends after which the first search starts over."""


class Singles:
    """What follows from candidates by naked and hidden singles.

    Args:
        rules: the rules.
    """

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.peers = rules.peers
        self.houses = tuple(house.cells for house in rules.houses)
        found: list[list[int]] = [[] for _ in range(rules.cell_count)]
        for number, cells in enumerate(self.houses):
            for cell in cells:
                found[cell].append(number)
        self.houses_of = tuple(map(tuple, found))

    def start(self, candidates: Candidates) -> State | None:
        """Return the state after everything that follows, or None for a contradiction.

        Args:
            candidates: for each cell the digits that it may have, as a bit mask.
        """
        size = self.rules.size
        places = [[size] * size for _ in self.houses]
        state = State(self, [self.rules.all_digits] * self.rules.cell_count, places)
        followed = all(
            state.remove(cell, self.rules.all_digits & ~mask)
            for cell, mask in enumerate(candidates)
        )
        # A grid of size 1 has nothing to remove, and no cell that is found to be single.
        return state if followed and state.follow() else None


class State:
    """Candidates of all cells, and in how many places of each house each digit can go.

    Args:
        singles: the rules, prepared.
        masks: for each cell its candidates; owned by the state.
        places: for each house and digit the number of its cells that can have the digit.
    """

    __slots__ = ("_hidden", "_naked", "_places", "_singles", "masks")

    def __init__(self, singles: Singles, masks: list[int], places: list[list[int]]) -> None:
        self.masks = masks
        self._singles = singles
        self._places = places
        self._naked: list[Cell] = []
        self._hidden: list[tuple[int, int]] = []

    def copy(self) -> State:
        """Return a copy of a state that has been followed to its end."""
        return State(self._singles, self.masks.copy(), [row.copy() for row in self._places])

    def remove(self, cell: Cell, digits: int) -> bool:
        """Remove digits from a cell; false if a cell or a digit has no way left.

        Args:
            cell: the cell.
            digits: which digits, as a bit mask; the cell need not have them.
        """
        before = self.masks[cell]
        left = before & ~digits
        if left == before:
            return True
        if not left:
            return False
        self.masks[cell] = left
        if not left & (left - 1):
            self._naked.append(cell)
        gone = before ^ left
        houses = self._singles.houses_of[cell]
        while gone:
            digit = gone.bit_length() - 1
            gone ^= 1 << digit
            for house in houses:
                places = self._places[house]
                places[digit] -= 1
                if places[digit] == 1:
                    self._hidden.append((house, digit))
                elif not places[digit]:
                    return False
        return True

    def follow(self) -> bool:
        """Fill in all singles that follow from the removals; false for a contradiction."""
        masks, peers = self.masks, self._singles.peers
        while True:
            while self._naked:
                cell = self._naked.pop()
                digit = masks[cell]
                if not all(self.remove(peer, digit) for peer in peers[cell]):
                    return False
            if not self._hidden:
                return True
            house, number = self._hidden.pop()
            digit = 1 << number
            cells = self._singles.houses[house]
            place = next((cell for cell in cells if masks[cell] & digit), None)
            if place is None or not self.remove(place, masks[place] ^ digit):
                return False

    def choice(self) -> Cell | None:
        """Return the first cell with the fewest candidates of those that have several, or None."""
        fewest, found = self._singles.rules.size + 1, None
        for cell, mask in enumerate(self.masks):
            if mask & (mask - 1) and mask.bit_count() < fewest:
                fewest, found = mask.bit_count(), cell
        return found


def _nth_digit(mask: int, n: int) -> int:
    for _ in range(n):
        mask &= mask - 1
    return mask & -mask


def _descend(state: State, chance: Randomness, patience: int) -> Sequence[int] | None:
    """Search for a filled grid; None after too many dead ends, and empty if there is none."""
    parents: list[tuple[State, Cell, int]] = []
    while True:
        cell = state.choice()
        if cell is None:
            return state.masks
        mask = state.masks[cell]
        digit = _nth_digit(mask, chance.below(mask.bit_count()))
        parents.append((state.copy(), cell, digit))
        alive = state.remove(cell, mask ^ digit) and state.follow()
        while not alive:
            patience -= 1
            if not parents:
                return ()
            if not patience:
                return None
            state, cell, digit = parents.pop()
            alive = state.remove(cell, digit) and state.follow()


@lru_cache(maxsize=32)
def _prepared(rules: Rules) -> Singles:
    require(rules, "random grids")
    return Singles(rules)


@lru_cache(maxsize=32)
def _compiled(rules: Rules) -> _native.Filler | None:
    """Return the compiled search for these rules, or None where there is none."""
    try:
        from cpsudoku import _native
    except ImportError:
        return None
    require(rules, "random grids")
    if rules.size > 64:
        return None
    return _native.Filler(rules.size, [list(c.cells) for c in rules.groups])


def random_grid(rules: Rules, chance: Randomness, candidates: Candidates | None = None) -> Grid:
    """Return a random final grid.

    Args:
        rules: the rules; any.
        chance: the random numbers; the same numbers give the same grid.
        candidates: for each cell the digits that it may have; None for all.

    Returns:
        A grid that obeys the rules and the candidates; every such grid can come out.

    Raises:
        GenerationError: there is no such grid.
    """
    compiled = _compiled(rules)
    if compiled is None:
        return random_grid_plainly(rules, chance, candidates)
    masks = candidates or (rules.all_digits,) * rules.cell_count
    grid, chance.state = compiled.fill(masks, chance.state)
    if not grid:
        raise GenerationError(_NO_GRID)
    return tuple(grid)


def random_grid_plainly(
    rules: Rules, chance: Randomness, candidates: Candidates | None = None
) -> Grid:
    """Do what `random_grid` does, and give the same, without the compiled core."""
    start = _prepared(rules).start(candidates or (rules.all_digits,) * rules.cell_count)
    patience = FIRST_PATIENCE
    while start is not None:
        masks = _descend(start.copy(), chance, patience)
        if masks:
            return tuple(mask.bit_length() for mask in masks)
        if masks is not None:
            break
        patience *= 2
    raise GenerationError(_NO_GRID)


def has_grid_soon(rules: Rules, chance: Randomness, patience: int) -> bool:
    """Return whether one random search finds a final grid before so many dead ends.

    Args:
        rules: the rules.
        chance: the random numbers.
        patience: number of dead ends at which to give up.
    """
    start = _prepared(rules).start((rules.all_digits,) * rules.cell_count)
    return start is not None and bool(_descend(start, chance, patience))


def followed(rules: Rules, candidates: Candidates) -> Sequence[int]:
    """Return what is left of the candidates after all naked and hidden singles.

    Args:
        rules: the rules.
        candidates: for each cell a bit mask; there is a solution.
    """
    compiled = _compiled(rules)
    if compiled is not None:
        return compiled.followed(candidates)
    state = _prepared(rules).start(candidates)
    if state is None:
        raise ValueError("the candidates contradict each other")
    return state.masks


def effort(puzzle: Puzzle) -> int:
    """Return how many choices a search for all solutions of a puzzle makes.

    The search fills in naked and hidden singles, and tries the lowest candidate of the first cell
    with the fewest.  0 means that singles alone solve the puzzle.

    Args:
        puzzle: the puzzle; it should have few solutions.
    """
    compiled = _compiled(puzzle.rules)
    if compiled is None:
        return effort_plainly(puzzle)
    return compiled.choices(puzzle.candidates, (1 << 64) - 1)


def effort_plainly(puzzle: Puzzle) -> int:
    """Do what `effort` does, and give the same, without the compiled core."""
    choices = 0
    start = _prepared(puzzle.rules).start(puzzle.candidates)
    todo = [] if start is None else [start]
    while todo:
        state = todo.pop()
        cell = state.choice()
        if cell is None:
            continue
        choices += 1
        digit = state.masks[cell] & -state.masks[cell]
        other = state.copy()
        for part, gone in ((state, digit), (other, state.masks[cell] ^ digit)):
            if part.remove(cell, gone) and part.follow():
                todo.append(part)
    return choices
