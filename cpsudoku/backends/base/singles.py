"""Naked and hidden singles in plain Python, along one path of a search.

What follows does not depend on the order in which it is found.  The order is that of the compiled
cores, described in ``native/propagation/singles.hpp``, of which this is the twin, so that both
count the same placements.  Constraints that are not groups, where a search hands them over, are
asked whether they hold as soon as the last of their cells is placed.

    >>> from cpsudoku.rules import boxes
    >>> singles = Singles(boxes(2, 2), (1, 2, 4, 15, *[15] * 8, 2, 15, 15, 15))
    >>> singles.start(), singles.masks[3]
    (True, 8)
    >>> mark = singles.mark()
    >>> singles.place(5, 8), singles.masks[4]
    (True, 4)
    >>> singles.undo(mark)
    >>> singles.masks[4]
    12
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from typing import NamedTuple

from cpsudoku.rules import Candidates, Cell, Constraint, Rules


class Fault(NamedTuple):
    """The reason for a dead end.

    Args:
        kind: ``cell``: it has no candidate; ``house``: some digit has no place in it; ``crowded``:
            two digits have only this cell; ``constraint``: its cells are filled, and it does not
            hold; ``grid``: the full grid is not a solution.
        number: of the cell, of the house in ``rules.houses``, or of the constraint among those
            handed over; −1 for a grid.
        digits: those it is about, as a bit mask; 0 for none.
    """

    kind: str
    number: int
    digits: int = 0


class Singles:
    """The candidates of every cell along one path of a search, and what follows from them.

    Args:
        candidates: for each cell the digits that it may have, as a bit mask.
        kind: ``"none"`` only takes a placed digit from its peers, ``"naked"`` also places digits in
            cells with one candidate left, ``"hidden"`` also those with one place left in a house.
        others: constraints that must hold once their cells are filled.
        on_placed: called with every cell that is placed and its digit as a mask, or None.

    Attributes:
        fault: why the last dead end was one.
        masks: for each cell the candidates that are left.
        propagations: placements that followed from others.
    """

    def __init__(
        self,
        rules: Rules,
        candidates: Candidates,
        kind: str = "hidden",
        others: Sequence[Constraint] = (),
        on_placed: Callable[[Cell, int], None] | None = None,
    ) -> None:
        self.masks = list(candidates)
        self.fault = Fault("grid", -1)
        self._on_placed = on_placed
        self.propagations = 0
        self._naked = kind != "none"
        self._hidden = kind == "hidden"
        self._all = rules.all_digits
        self._peers = rules.peers
        self._houses, self._houses_of = _house_lists(rules)
        self._others = others
        self._others_of: list[list[int]] = [[] for _ in range(rules.cell_count)]
        for number, constraint in enumerate(others):
            for cell in constraint.scope:
                self._others_of[cell].append(number)
        self._values = [0] * rules.cell_count  # of the cells that are placed
        self._below = rules.board.first - 1
        self._open = [True] * rules.cell_count
        self._dirty = 0  # houses that lost a candidate since they were looked at, as a bit mask
        self._queue: deque[Cell] = deque()
        self._trail: list[tuple[Cell, int]] = []
        self._placed: list[Cell] = []

    def start(self) -> bool:
        """Place the cells with one candidate; return False if that shows a contradiction."""
        self._queue.extend(cell for cell, mask in enumerate(self.masks) if not mask & (mask - 1))
        if self._hidden:
            self._dirty = (1 << len(self._houses)) - 1
        without_cells = (n for n, one in enumerate(self._others) if not one.scope)
        return self._hold(without_cells) and self._propagate()

    def place(self, cell: Cell, digit: int) -> bool:
        """Place a digit, given as a mask, with what follows; return False at a dead end."""
        self.propagations -= 1  # the placement itself is the search's
        self._set(cell, digit)
        self._queue.append(cell)
        return self._propagate()

    def place_hidden(self) -> bool:
        """Place the hidden singles of all houses, with what follows; return False at a dead end."""
        usual, self._hidden = self._hidden, True
        self._dirty = (1 << len(self._houses)) - 1
        alive = self._propagate()
        self._hidden = usual
        return alive

    def mark(self) -> tuple[int, int]:
        """Return the place on the path to come back to."""
        return len(self._trail), len(self._placed)

    def undo(self, mark: tuple[int, int]) -> None:
        """Go back to a mark."""
        while len(self._trail) > mark[0]:
            cell, mask = self._trail.pop()
            self.masks[cell] = mask
        while len(self._placed) > mark[1]:
            self._open[self._placed.pop()] = True

    def first_open(self) -> Cell | None:
        """Return the open cell with the lowest number."""
        return next((cell for cell, is_open in enumerate(self._open) if is_open), None)

    def fewest(self) -> Cell | None:
        """Return the open cell with the fewest candidates, the lowest numbered of several."""
        open_cells = (cell for cell, is_open in enumerate(self._open) if is_open)
        return min(open_cells, key=lambda cell: self.masks[cell].bit_count(), default=None)

    def _propagate(self) -> bool:
        alive = True
        while alive:
            if self._queue:
                alive = self._settle(self._queue.popleft())
            elif self._dirty:
                house = (self._dirty & -self._dirty).bit_length() - 1
                self._dirty &= self._dirty - 1
                alive = self._find_hidden(house)
            else:
                return True
        self._queue.clear()
        self._dirty = 0
        return False

    def _settle(self, cell: Cell) -> bool:
        if not self._open[cell]:
            return True
        digit = self.masks[cell]
        if not digit:
            self.fault = Fault("cell", cell)
            return False
        self._open[cell] = False
        self._placed.append(cell)
        self.propagations += 1
        if self._on_placed is not None:
            self._on_placed(cell, digit)
        self._values[cell] = digit.bit_length() + self._below
        if not self._hold(self._others_of[cell]):
            return False
        for peer in self._peers[cell]:
            mask = self.masks[peer]
            if not mask & digit:
                continue
            left = mask ^ digit
            self._set(peer, left)
            if not self._naked:
                continue
            if not left:
                self.fault = Fault("cell", peer)
                return False
            if not left & (left - 1):
                self._queue.append(peer)
        return True

    def _hold(self, numbers: Iterable[int]) -> bool:
        """Return whether those of some constraints hold whose cells are all placed."""
        for number in numbers:
            constraint = self._others[number]
            is_filled = not any(map(self._open.__getitem__, constraint.scope))
            if is_filled and not constraint.holds(self._values):
                self.fault = Fault("constraint", number)
                return False
        return True

    def _find_hidden(self, house: int) -> bool:
        once = twice = placed = 0
        for cell in self._houses[house]:
            mask = self.masks[cell]
            twice |= once & mask
            once |= mask
            if not mask & (mask - 1):
                placed |= mask
        if once != self._all:
            self.fault = Fault("house", house, self._all & ~once)
            return False
        hidden = once & ~twice & ~placed
        for cell in self._houses[house] if hidden else ():
            digit = self.masks[cell] & hidden
            if digit & (digit - 1):
                self.fault = Fault("crowded", cell, digit)
                return False
            if digit:
                self._set(cell, digit)
                self._queue.append(cell)
        return True

    def _set(self, cell: Cell, mask: int) -> None:
        self._trail.append((cell, self.masks[cell]))
        self.masks[cell] = mask
        if self._hidden:
            for house in self._houses_of[cell]:
                self._dirty |= 1 << house


@lru_cache(maxsize=8)
def _house_lists(rules: Rules) -> tuple[tuple[tuple[Cell, ...], ...], tuple[tuple[int, ...], ...]]:
    """Return the cells of each house, and for each cell the numbers of its houses."""
    houses = tuple(house.cells for house in rules.houses)
    of_cell: list[list[int]] = [[] for _ in range(rules.cell_count)]
    for number, cells in enumerate(houses):
        for cell in cells:
            of_cell[cell].append(number)
    return houses, tuple(map(tuple, of_cell))
