"""Backtracking in plain Python: the twin of the compiled core.

It makes the same choices in the same order, so that both find the same solutions in the same order
with the same counts of nodes, dead ends and propagations.  It runs where the compiled core was not
built, on boards of more than 64 digits, and in the tests as the other's check.  The method, the
order of propagation and the words are described in ``native/propagation/singles.hpp`` and
``native/search/backtrack.hpp``.
"""

from __future__ import annotations

import math
import time
from collections import deque
from functools import lru_cache

from cpsudoku.rules import Candidates, Cell, Grid, Rules

_CELLS_PER_POLL = 1 << 14  # nodes between two looks at the clock, times cells: some milliseconds


@lru_cache(maxsize=8)
def _house_lists(rules: Rules) -> tuple[tuple[tuple[Cell, ...], ...], tuple[tuple[int, ...], ...]]:
    """Return the cells of each house, and for each cell the numbers of its houses."""
    houses = tuple(house.cells for house in rules.houses)
    of_cell: list[list[int]] = [[] for _ in range(rules.cell_count)]
    for number, cells in enumerate(houses):
        for cell in cells:
            of_cell[cell].append(number)
    return houses, tuple(map(tuple, of_cell))


class _Position:
    """The candidates of every cell along one path of a search."""

    def __init__(self, rules: Rules, singles: str, candidates: Candidates) -> None:
        self.masks = list(candidates)
        self.propagations = 0
        self._naked = singles != "none"
        self._hidden = singles == "hidden"
        self._all = rules.all_digits
        self._peers = rules.peers
        self._houses, self._houses_of = _house_lists(rules)
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
        return self._propagate()

    def place(self, cell: Cell, digit: int) -> bool:
        """Place a digit, given as a mask, with what follows; return False at a dead end."""
        self.propagations -= 1  # the placement itself is the search's
        self._set(cell, digit)
        self._queue.append(cell)
        return self._propagate()

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
            return False
        self._open[cell] = False
        self._placed.append(cell)
        self.propagations += 1
        for peer in self._peers[cell]:
            mask = self.masks[peer]
            if not mask & digit:
                continue
            left = mask ^ digit
            self._set(peer, left)
            if not self._naked:
                continue
            if not left:
                return False
            if not left & (left - 1):
                self._queue.append(peer)
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
            return False
        hidden = once & ~twice & ~placed
        for cell in self._houses[house] if hidden else ():
            digit = self.masks[cell] & hidden
            if digit & (digit - 1):
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


class _Frame:
    """A chosen cell, the digits not tried in it yet, and where its branch began."""

    __slots__ = ("cell", "mark", "untried")

    def __init__(self, cell: Cell, untried: int, mark: tuple[int, int]) -> None:
        self.cell = cell
        self.untried = untried
        self.mark = mark


class PlainSearch:
    """One backtracking search, resumable.

    Args:
        rules: the rules.
        candidates: for each cell the digits that it may have, as a bit mask.
        order: ``"index"`` or ``"fewest"``.
        singles: ``"none"``, ``"naked"`` or ``"hidden"``.

    Attributes:
        nodes: digits tried.
        conflicts: dead ends.
    """

    def __init__(self, rules: Rules, candidates: Candidates, *, order: str, singles: str) -> None:
        self.nodes = 0
        self.conflicts = 0
        self._position = _Position(rules, singles, candidates)
        self._choose = self._position.first_open if order == "index" else self._position.fewest
        self._frames: list[_Frame] = []
        self._step = "start"

    @property
    def propagations(self) -> int:
        """Placements that followed from others."""
        return self._position.propagations

    @property
    def exhausted(self) -> bool:
        """Whether it is plain without more search that no solution is left."""
        if self._step == "advance":
            return not any(frame.untried for frame in self._frames)
        return self._step == "done"

    def next(self, seconds: float | None = None) -> Grid | None:
        """Return the next solution, or None if there is none or the seconds have passed."""
        if not self._search(None if seconds is None else time.monotonic() + seconds):
            return None
        return tuple(mask.bit_length() for mask in self._position.masks)

    def count(self, limit: int | None = None, seconds: float | None = None) -> int:
        """Count further solutions without keeping them, up to a limit."""
        deadline = None if seconds is None else time.monotonic() + seconds
        found = 0
        while found != limit and self._search(deadline):
            found += 1
        return found

    def _search(self, deadline: float | None) -> bool:
        """Go on to the next solution; return whether there is one."""
        poll = self.nodes
        between = 1 + _CELLS_PER_POLL // len(self._position.masks)
        while self._step != "done":
            if deadline is not None and self.nodes >= poll:
                if time.monotonic() >= deadline:
                    return False
                poll = self.nodes + between
            if self._step == "start":
                alive = self._position.start()
                self.conflicts += not alive
                self._step = "choose" if alive else "done"
            elif self._step == "choose":
                cell = self._choose()
                self._step = "advance"
                if cell is None:
                    return True
                untried = self._position.masks[cell]
                self.conflicts += not untried
                self._frames.append(_Frame(cell, untried, self._position.mark()))
            else:
                self._advance()
        return False

    def _advance(self) -> None:
        """Try the next digit of the newest frame that has one."""
        while self._frames and not self._frames[-1].untried:
            self._frames.pop()
        if not self._frames:
            self._step = "done"
            return
        frame = self._frames[-1]
        self._position.undo(frame.mark)
        digit = frame.untried & -frame.untried
        frame.untried ^= digit
        self.nodes += 1
        alive = self._position.place(frame.cell, digit)
        self.conflicts += not alive
        self._step = "choose" if alive else "advance"


_WORD = (1 << 64) - 1
_ONE = 1 << 16
_POWER = 0.1
_LARGEST_SHARE = 1 << 20


class PlainSampler:
    """Random walks down the search tree: the twin of ``native/search/estimate.hpp``.

    Args:
        rules: the rules.
        candidates: for each cell the digits that it may have, as a bit mask.
        seed: of the random numbers, 0 … 2⁶⁴−1.

    Attributes:
        contradictory: whether there is no solution, which the root alone shows.
    """

    def __init__(self, rules: Rules, candidates: Candidates, seed: int) -> None:
        self._position = _Position(rules, "hidden", candidates)
        self.contradictory = not self._position.start()
        self._root = self._position.mark()
        self._state = seed
        self._sizes = [0] + [
            round(math.log2(count) * _POWER * _ONE) for count in range(1, rules.size + 1)
        ]

    def draw(self, number: int, seconds: float | None = None) -> list[tuple[float, int]]:
        """Walk so many times, fewer if the seconds pass; return weights."""
        deadline = None if seconds is None else time.monotonic() + seconds
        weights: list[tuple[float, int]] = []
        while len(weights) < number and (deadline is None or time.monotonic() < deadline):
            weights.append(self._walk())
        return weights

    def _walk(self) -> tuple[float, int]:
        fraction, exponent = 1.0, 0
        if self.contradictory:
            return 0.0, 0
        position = self._position
        position.undo(self._root)
        while (cell := position.fewest()) is not None:
            shares = self._look_ahead(cell)
            if not shares:
                return 0.0, 0
            total = sum(shares.values())
            number = self._random() % total
            chosen = iter(shares.items())
            digit, share = next(chosen)
            while number >= share:
                number -= share
                digit, share = next(chosen)
            fraction *= total / share
            if fraction >= 2.0**512:
                fraction, exponent = fraction * 2.0**-512, exponent + 512
            position.place(cell, digit)
        return fraction, exponent

    def _look_ahead(self, cell: Cell) -> dict[int, int]:
        """Return the share of each digit, as a mask, that does not die at once."""
        position = self._position
        mark = position.mark()
        sizes: dict[int, int] = {}
        left = position.masks[cell]
        while left:
            digit = left & -left
            left ^= digit
            if position.place(cell, digit):
                sizes[digit] = sum(map(self._size_of, position.masks))
            position.undo(mark)
        largest = max(sizes.values(), default=0)
        return {
            digit: max(1, round(2.0 ** ((size - largest) / _ONE) * _LARGEST_SHARE))
            for digit, size in sizes.items()
        }

    def _size_of(self, mask: int) -> int:
        return self._sizes[mask.bit_count()]

    def _random(self) -> int:
        self._state = (self._state + 0x9E3779B97F4A7C15) & _WORD
        z = self._state
        z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9 & _WORD
        z = (z ^ (z >> 27)) * 0x94D049BB133111EB & _WORD
        return z ^ (z >> 31)
