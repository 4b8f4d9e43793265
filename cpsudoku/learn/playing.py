"""Many boards that are played on at the same time, as arrays.

An *action* is a number: ``cell × (N + 1) + digit`` puts a digit into a cell, and digit 0 takes back
what was put there.  It is *legal* if the cell is blank and no peer has the digit, or for digit 0 if
the cell was filled by an action.  An action that is not legal changes nothing.

For each cell and digit the boards count what stands against it, so that an action costs no more
than its peers, and the mask of legal actions is one comparison::

    against[board, cell, digit]   digit ≥ 1: peers with the digit, and 1 if the cell is filled
    against[board, cell, 0]       0 if the cell was filled by an action, else 1
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from cpsudoku.bulk.rows import are_masks
from cpsudoku.learn import boards
from cpsudoku.learn.puzzles import PuzzleLot
from cpsudoku.rules import Rules


class PlayedBoards:
    """Boards of the same rules."""

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
        self._peers = boards.peers(rules)

    def begin(self, which: NDArray[np.intp], lot: PuzzleLot) -> None:
        """Set up puzzles."""
        size, givens = self.rules.size, lot.givens
        against = np.zeros((len(which), self.rules.cell_count + 1, size + 1), np.uint8)
        against[:, :, 0] = 1
        if are_masks(lot.rows):
            bits = np.uint64(1) << np.arange(size, dtype=np.uint64)
            against[:, :-1, 1:] = (lot.rows.astype(np.uint64)[:, :, None] & bits) == 0
        for cell in range(self.rules.cell_count):
            rows = np.flatnonzero(givens[:, cell])
            digits = givens[rows, cell]
            against[rows[:, None], self._peers[cell], digits[:, None]] += 1
            against[rows, cell, 1:] += 1
        self._against[which] = against
        self.digits[which] = givens
        self.givens[which] = givens != 0
        self.filled[which] = (givens != 0).sum(axis=1)

    def legal(self) -> NDArray[np.int8]:
        """Return an array (boards, actions): 1 for a legal action, as Gymnasium has masks."""
        found = self._against[:, :-1] == 0
        masks: NDArray[np.int8] = found.reshape(self.count, self.actions).view(np.int8)
        return masks

    def act(self, actions: NDArray[np.int64], active: NDArray[np.bool_]) -> Played:
        """Do one action on each board."""
        every = np.arange(self.count)
        cells, digits = np.divmod(actions, self.rules.size + 1)
        known = active & (actions >= 0) & (actions < self.actions)
        cells = np.where(known, cells, 0)
        legal = known & (self._against[every, cells, digits] == 0)
        removes = digits == 0
        before = self.digits[every, cells]
        self._change(np.flatnonzero(legal & ~removes), cells, digits, 1)
        self._change(np.flatnonzero(legal & removes), cells, before, -1)
        return Played(legal, removes, cells, np.where(removes, before, digits))

    def _change(
        self, rows: NDArray[np.intp], cells: NDArray[Any], digits: NDArray[Any], change: int
    ) -> None:
        """Put digits into cells of some boards, or take them back."""
        if not len(rows):
            return
        at, digit = cells[rows], digits[rows]
        more = np.uint8(change % 256)  # bytes wrap, so that 255 more is 1 less
        width = self.rules.size + 1
        flat = self._against.reshape(-1)
        start = rows * ((self.rules.cell_count + 1) * width)
        flat[(start + digit)[:, None] + self._peers[at] * width] += more
        own = self._against[rows, at] + more
        own[:, 0] = change < 0  # what was put there can be taken back
        self._against[rows, at] = own
        self.digits[rows, at] = digit if change == 1 else 0
        self.filled[rows] += change

    def solved(self) -> NDArray[np.bool_]:
        """Return which boards are solved: full, by legal actions alone, and obeying all rules."""
        found: NDArray[np.bool_] = self.filled == self.rules.cell_count
        if self.rules.clues:
            full = np.flatnonzero(found)
            found[full] = boards.holds(self.digits[full], self.rules)
        return found


class Played(NamedTuple):
    """What an action on each board was; its digit was put there, or taken back."""

    legal: NDArray[np.bool_]
    removes: NDArray[np.bool_]
    cells: NDArray[Any]
    digits: NDArray[Any]
