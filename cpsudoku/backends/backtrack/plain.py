"""Backtracking in plain Python: the twin of the compiled core.

It makes the same choices in the same order, so that both find the same solutions in the same order
with the same counts of nodes, dead ends and propagations.  It runs where the compiled core was not
built, on boards of more than 64 digits, under constraints that are not groups, and in the tests as
the other's check.  The methods, the order of propagation and the words are described in
``native/propagation/singles.hpp`` and ``native/search/{backtrack,exhaustive}.hpp``.
"""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from dataclasses import dataclass

from cpsudoku.backends.base.singles import Fault, Singles
from cpsudoku.errors import UnsupportedError
from cpsudoku.ground.deadline import Deadline
from cpsudoku.ground.randomness import GOLDEN, WORD, mixed
from cpsudoku.rules import Candidates, Cell, Grid, Rules, digits_of_mask

_CELLS_PER_POLL = 1 << 14  # nodes between two looks at the clock, times cells: some milliseconds


class Observer:
    """Receives each event of a search as it happens, and ignores it; see `cpsudoku.tracing`.

    Every digit that is tried is taken back later, unless the search is left before.
    """

    def tried(self, cell: Cell, digit: int, choices: int) -> None:
        """A digit, as a mask, is tried in a cell that had this many left to try."""

    def placed(self, cell: Cell, digit: int) -> None:
        """A digit, as a mask, is placed: the one that was tried, or one that follows."""

    def contradicted(self, fault: Fault) -> None:
        """A dead end is met."""

    def took_back(self) -> None:
        """The digit tried last that stands is taken back, with all that followed."""


SILENT = Observer()


@dataclass(slots=True)
class _Frame:
    """A chosen cell, the digits not tried in it yet, and where its branch began."""

    cell: Cell
    untried: int
    mark: tuple[int, int]
    has_tried: bool = False


class PlainSearch(ABC):
    """One search, resumable; nodes are digits tried, and conflicts dead ends."""

    def __init__(self, masks: list[int], observer: Observer) -> None:
        self.nodes = 0
        self.conflicts = 0
        self._masks = masks  # which hold a solution where `_search` returns True
        self._observer = observer

    def next(self, seconds: float | None = None) -> Grid | None:
        """Return the next solution, or None if there is none or the seconds have passed."""
        if not self._search(Deadline(seconds)):
            return None
        return tuple(mask.bit_length() for mask in self._masks)

    def count(self, limit: int | None = None, seconds: float | None = None) -> int:
        """Count further solutions without keeping them, up to a limit."""
        deadline = Deadline(seconds)
        found = 0
        while found != limit and self._search(deadline):
            found += 1
        return found

    @abstractmethod
    def _search(self, deadline: Deadline) -> bool:
        """Search for the next solution; return whether there is one."""


class PlainBacktrackSearch(PlainSearch):
    """One backtracking search.

    Args:
        order: ``"index"`` or ``"fewest"``.
        singles: ``"none"``, ``"naked"`` or ``"hidden"``.
        late: from which depth, and from how many candidates of the chosen cell on, hidden singles
            are looked for before a branch; None for never.
    """

    def __init__(
        self,
        rules: Rules,
        candidates: Candidates,
        *,
        order: str,
        singles: str,
        late: tuple[int, int] | None = None,
        observer: Observer = SILENT,
    ) -> None:
        self._singles = Singles(rules, candidates, singles, rules.clues, observer.placed)
        super().__init__(self._singles.masks, observer)
        self._choose = self._singles.first_open if order == "index" else self._singles.fewest
        self._late = late
        self._frames: list[_Frame] = []
        self._step = "start"

    @property
    def propagations(self) -> int:
        return self._singles.propagations

    @property
    def exhausted(self) -> bool:
        """Whether it is known without more search that no solution is left."""
        if self._step == "advance":
            return not any(frame.untried for frame in self._frames)
        return self._step == "done"

    def _search(self, deadline: Deadline) -> bool:
        poll = self.nodes
        between = 1 + _CELLS_PER_POLL // len(self._singles.masks)
        while self._step != "done":
            if self.nodes >= poll:
                if deadline.has_passed:
                    return False
                poll = self.nodes + between
            if self._step == "start":
                alive = self._singles.start()
                self._count(alive, self._singles.fault)
                self._step = "choose" if alive else "done"
            elif self._step == "choose":
                cell = self._choose()
                self._step = "advance"
                if self._is_late(cell):
                    alive = self._singles.place_hidden()
                    self._count(alive, self._singles.fault)
                    if not alive:
                        continue
                    cell = self._choose()
                if cell is None:
                    return True
                untried = self._singles.masks[cell]
                self._count(bool(untried), Fault("cell", cell))
                self._frames.append(_Frame(cell, untried, self._singles.mark()))
            else:
                self._advance()
        return False

    def _is_late(self, cell: Cell | None) -> bool:
        """Return whether hidden singles are to be looked for before this cell is branched on."""
        if self._late is None or cell is None:
            return False
        depth, choices = self._late
        return len(self._frames) >= depth and self._singles.masks[cell].bit_count() >= choices

    def _count(self, alive: bool, fault: Fault) -> None:
        if alive:
            return
        self.conflicts += 1
        self._observer.contradicted(fault)

    def _advance(self) -> None:
        while self._frames and not self._frames[-1].untried:
            if self._frames.pop().has_tried:
                self._observer.took_back()
        if not self._frames:
            self._step = "done"
            return
        frame = self._frames[-1]
        if frame.has_tried:
            self._observer.took_back()
        self._singles.undo(frame.mark)
        digit = frame.untried & -frame.untried
        self._observer.tried(frame.cell, digit, frame.untried.bit_count())
        frame.untried ^= digit
        frame.has_tried = True
        self.nodes += 1
        alive = self._singles.place(frame.cell, digit)
        self._count(alive, self._singles.fault)
        self._step = "choose" if alive else "advance"


MOST_FILLINGS = 1 << 32
"""Puzzles with more fillings are refused; the empty 4×4 board has just as many, 4¹⁶."""


def check_fillings(candidates: Candidates) -> None:
    """Raise `UnsupportedError` if cells can be filled in more than `MOST_FILLINGS` ways."""
    fillings = math.prod(mask.bit_count() for mask in candidates)
    if fillings > MOST_FILLINGS:
        # Of great numbers the logarithm, since to write one out takes long, or is refused.
        small = fillings < 1 << 4096
        tens = len(str(fillings)) - 1 if small else int(fillings.bit_length() * 0.30103)
        raise UnsupportedError(
            f"backtrack:exhaustive would have to fill the grid in about 10^{tens} ways; "
            f"it takes puzzles with up to {MOST_FILLINGS:,}, as many as the empty 4×4 board has"
        )


class PlainExhaustiveSearch(PlainSearch):
    """One exhaustive search: all cells are filled in order, and a grid is tested when it is full.

    Attributes:
        conflicts: full grids that are not solutions; 1 where a cell has no candidate at all.
        propagations: 0; nothing is propagated.
    """

    propagations = 0

    def __init__(
        self, rules: Rules, candidates: Candidates, *, observer: Observer = SILENT
    ) -> None:
        super().__init__(list(candidates), observer)
        self._rules = rules
        self._wheels = [cell for cell, mask in enumerate(candidates) if mask & (mask - 1)]
        self._candidates = [candidates[cell] for cell in self._wheels]
        self._untried = list(self._candidates)
        # The wheel to turn; after the last: the grid is to be tested; -1: no more.
        self._turning = 0 if all(candidates) else -1
        self.conflicts = int(self._turning < 0)

    @property
    def exhausted(self) -> bool:
        """Whether it is known without more search that no solution is left."""
        at = self._turning
        return at < len(self._wheels) and not any(self._untried[: at + 1])

    def _search(self, deadline: Deadline) -> bool:
        poll = self.nodes
        while self._turning >= 0:
            if self.nodes >= poll:
                if deadline.has_passed:
                    return False
                poll = self.nodes + 1 + _CELLS_PER_POLL // len(self._masks)
            if self._turning < len(self._wheels):
                self._advance()
                continue
            self._turning -= 1
            if self._rules.broken(tuple(mask.bit_length() for mask in self._masks)) is None:
                return True
            self.conflicts += 1
            self._observer.contradicted(Fault("grid", -1))
        return False

    def _advance(self) -> None:
        """Turn the wheel by a digit and set the next one back, or go to the one before."""
        at = self._turning
        untried = self._untried[at]
        if untried != self._candidates[at]:
            self._observer.took_back()
        if not untried:
            self._turning -= 1
            return
        digit = untried & -untried
        self._observer.tried(self._wheels[at], digit, untried.bit_count())
        self._untried[at] ^= digit
        self._masks[self._wheels[at]] = digit
        self.nodes += 1
        self._turning = at + 1
        if at + 1 < len(self._wheels):
            self._untried[at + 1] = self._candidates[at + 1]


_ONE = 1 << 16
_POWER = 0.1
_LARGEST_SHARE = 1 << 20


class PlainSampler:
    """Random walks down the search tree: the twin of ``native/search/estimate.hpp``.

    Attributes:
        contradictory: whether the root shows already that no solution exists.
    """

    def __init__(self, rules: Rules, candidates: Candidates, seed: int) -> None:
        self._singles = Singles(rules, candidates, others=rules.clues)
        self.contradictory = not self._singles.start()
        self._root = self._singles.mark()
        self._state = seed
        self._sizes = [0] + [
            round(math.log2(count) * _POWER * _ONE) for count in range(1, rules.size + 1)
        ]

    def draw(self, number: int, seconds: float | None = None) -> list[tuple[float, int]]:
        """Return weights of walks (fraction, exponent of two), fewer if the seconds pass."""
        deadline = Deadline(seconds)
        weights: list[tuple[float, int]] = []
        while len(weights) < number and not deadline.has_passed:
            weights.append(self._walk())
        return weights

    def _walk(self) -> tuple[float, int]:
        fraction, exponent = 1.0, 0
        if self.contradictory:
            return 0.0, 0
        path = self._singles
        path.undo(self._root)
        while (cell := path.fewest()) is not None:
            shares = self._look_ahead(cell)
            if not shares:
                return 0.0, 0
            total = sum(shares.values())
            self._state = (self._state + GOLDEN) & WORD
            number = mixed(self._state) % total
            chosen = iter(shares.items())
            digit, share = next(chosen)
            while number >= share:
                number -= share
                digit, share = next(chosen)
            fraction *= total / share
            if fraction >= 2.0**512:
                fraction, exponent = fraction * 2.0**-512, exponent + 512
            path.place(cell, digit)
        return fraction, exponent

    def _look_ahead(self, cell: Cell) -> dict[int, int]:
        """Return the share of each digit, as a mask, that does not die at once."""
        path = self._singles
        mark = path.mark()
        sizes: dict[int, int] = {}
        for digit in digits_of_mask(path.masks[cell]):
            if path.place(cell, 1 << digit - 1):
                sizes[1 << digit - 1] = sum(self._sizes[mask.bit_count()] for mask in path.masks)
            path.undo(mark)
        largest = max(sizes.values(), default=0)
        return {
            digit: max(1, round(2.0 ** ((size - largest) / _ONE) * _LARGEST_SHARE))
            for digit, size in sizes.items()
        }
