"""Many boards of the same rules that are played on at the same time, as arrays.

For each cell and digit they count what stands against it, so that putting a digit or taking it back
costs no more than its peers, and the mask of legal actions is one comparison::

    against[board, cell, digit]   digit ≥ 1: peers with the digit, and 1 if the cell is filled; no
                                  more than 1 for all givens and pencil marks
    against[board, cell, 0]       0 if the cell was filled by an action, else 1

The place after the last cell stands for none: no digit is left there.

>>> from cpsudoku.learn.puzzles import lots_of
>>> boards = PlayedBoards.of(lots_of([".12......21...4."])[0])
>>> int(boards.left(0, 0)), boards.has(0, 0, np.array([1, 2, 3, 4])).tolist()
(2, [False, False, True, True])
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cpsudoku.learn.puzzles import PuzzleLot, holds, peers
from cpsudoku.rules import Rules


class PlayedBoards:
    """What stands on boards, and what is left for their cells."""

    def __init__(self, rules: Rules, count: int) -> None:
        self.rules, self.count = rules, count
        self.actions = rules.cell_count * (rules.size + 1)
        """How many actions there are."""
        self.digits = np.zeros((count, rules.cell_count), np.uint8)
        """What stands, an array (boards, cells) with 0 for a blank."""
        self.givens = np.zeros((count, rules.cell_count), np.bool_)
        """Which cells are given."""
        self.filled = np.zeros(count, np.int64)
        """How many cells are filled."""
        self._against = np.ones((count, rules.cell_count + 1, rules.size + 1), np.uint8)
        self._peers = peers(rules)

    @classmethod
    def of(cls, lot: PuzzleLot) -> PlayedBoards:
        """Return boards on which puzzles begin."""
        found = cls(lot.rules, len(lot.rows))
        found.begin(np.arange(found.count), lot)
        return found

    def begin(self, which: NDArray[np.intp], lot: PuzzleLot) -> None:
        """Set up puzzles; pencil marks count."""
        against, givens = self._against, lot.givens
        against[which] = 0
        against[which, :, 0] = 1
        against[which, -1] = 1
        if lot.has_masks:
            bits = np.uint64(1) << np.arange(self.rules.size, dtype=np.uint64)
            against[which, :-1, 1:] = (lot.rows.astype(np.uint64)[:, :, None] & bits) == 0
        for cell in range(self.rules.cell_count):
            rows = np.flatnonzero(givens[:, cell])
            boards, digits = which[rows], givens[rows, cell]
            # Since givens stay, it does not matter how many of them rule out a digit.
            against[boards[:, None], self._peers[cell], digits[:, None]] = 1
            against[boards, cell, 1:] = 1
        self.digits[which] = givens
        self.givens[which] = givens != 0
        self.filled[which] = (givens != 0).sum(axis=1)

    def legal(self) -> NDArray[np.int8]:
        """Return an array (boards, actions): 1 for a legal action, as Gymnasium has masks."""
        found = self._against[:, :-1] == 0
        masks: NDArray[np.int8] = found.reshape(self.count, self.actions).view(np.int8)
        return masks

    def has(self, boards: Any, cells: Any, digits: Any) -> NDArray[np.bool_]:
        """Return whether digits are left for cells of boards; the arrays are of one shape."""
        found: NDArray[np.bool_] = self._against[boards, cells, digits] == 0
        return found

    def left(self, boards: Any, cells: Any) -> NDArray[np.intp]:
        """Return how many digits are left for cells of boards, two arrays of one shape."""
        found: NDArray[np.intp] = (self._against[boards, cells, 1:] == 0).sum(axis=-1)
        return found

    def is_single(self, cells: NDArray[np.int64], digits: NDArray[np.int64]) -> NDArray[np.bool_]:
        """Return for each board whether a digit in a blank cell is a naked or hidden single."""
        every = np.arange(self.count)
        others = others_in_houses(self.rules)[cells]  # (n, houses, cells)
        elsewhere = self.has(every[:, None, None], others, digits[:, None, None]).any(axis=2)
        is_house = others[:, :, 0] < self.rules.cell_count
        hidden = (~elsewhere & is_house).any(axis=1)
        is_only = (self.left(every, cells) == 1) | hidden
        found: NDArray[np.bool_] = self.has(every, cells, digits) & is_only
        return found

    def act(
        self, actions: NDArray[np.int64], active: NDArray[np.bool_]
    ) -> tuple[NDArray[np.bool_], NDArray[np.bool_], NDArray[Any], NDArray[Any]]:
        """Do one action on each board.

        Returns:
            Which actions are legal, which take a digit back, their cells, and their digits.
        """
        every = np.arange(self.count)
        cells, digits = np.divmod(actions, self.rules.size + 1)
        known = active & (actions >= 0) & (actions < self.actions)
        cells = np.where(known, cells, 0)
        legal = known & (self._against[every, cells, digits] == 0)
        removes = digits == 0
        digits = np.where(removes, self.digits[every, cells], digits)
        for which, change in ((~removes, 1), (removes, -1)):
            rows = np.flatnonzero(legal & which)
            self.place(rows, cells[rows], digits[rows], change)
        return legal, removes, cells, digits

    def place(
        self, rows: NDArray[np.intp], cells: NDArray[Any], digits: NDArray[Any], change: int = 1
    ) -> None:
        """Put a digit into a cell of each of some boards; with the change −1 take it back."""
        if not len(rows):
            return
        more = np.uint8(change % 256)  # bytes wrap, so that 255 more is 1 less
        width = self.rules.size + 1
        flat = self._against.reshape(-1)
        start = rows * ((self.rules.cell_count + 1) * width)
        flat[(start + digits)[:, None] + self._peers[cells] * width] += more
        own = self._against[rows, cells] + more
        own[:, 0] = change < 0  # what was put there can be taken back
        self._against[rows, cells] = own
        self.digits[rows, cells] = digits if change == 1 else 0
        self.filled[rows] += change

    def solved(self) -> NDArray[np.bool_]:
        """Return which boards are solved: full, by legal actions only, and obeying all rules."""
        found: NDArray[np.bool_] = self.filled == self.rules.cell_count
        if self.rules.clues:
            full = np.flatnonzero(found)
            found[full] = holds(self.digits[full], self.rules)
        return found


@lru_cache(maxsize=64)
def others_in_houses(rules: Rules) -> NDArray[np.intp]:
    """Return an array (cells, most houses, N − 1) of the other cells of each cell's houses.

    Where a cell has fewer houses than others, the places left have the number of cells.
    """
    houses = [[g.cells for g in groups if rules.is_exact(g)] for groups in rules.groups_of]
    most = max(1, *map(len, houses))
    found = np.full((rules.cell_count, most, max(1, rules.size - 1)), rules.cell_count, np.intp)
    for cell, its in enumerate(houses):
        for place, cells in enumerate(its):
            found[cell, place, : len(cells) - 1] = [other for other in cells if other != cell]
    return found
