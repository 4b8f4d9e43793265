"""Regions that the solver has to find: cells that hang together, and what is counted in regions.

Which region a cell is in stands in an auxiliary cell: those of the first region have the lowest
digit, those of the next one the digit above it, and so on, in the order in which regions are met
row by row.  So every way to cut the board is counted once.

>>> from cpsudoku.rules import square
>>> ConnectedDigits(square(2), (0, 1, 2, 3), (1,)).holds((1, 2, 2, 1))
False
"""

from __future__ import annotations

import operator
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations
from typing import TypeAlias

from cpsudoku.rules import Board, Cell
from cpsudoku.rules.board import pieces
from cpsudoku.rules.primitives import Connected, Or, Pair, Primitive
from cpsudoku.variants.automata import Acceptor, from_function
from cpsudoku.variants.base import (
    CellLists,
    Cells,
    Grid,
    Number,
    Numbers,
    OnCells,
    OptionalNumber,
    Variant,
    touching,
)
from cpsudoku.variants.traits import Mark, OfRegions, Regions, iss, rows


@dataclass(frozen=True)
class ConnectedDigits(OnCells):
    """The cells with one of some digits are one region: any of them is reached over shared edges.

    Args:
        size: how many cells the region has; None for any number but none.
    """

    inside: Numbers
    size: OptionalNumber = None

    without_groups = True
    shown = ("inside",)
    notations = rows(iss("ConnectedValues", "connected"))

    @property
    def primitives(self) -> tuple[Primitive, ...]:
        pairs = ((self.cells[a], self.cells[b]) for a, b in touching(self.board, self.cells))
        edges, inside = frozenset(pairs), frozenset(self.inside)
        return (Connected(self.cells, edges, inside, self.size, self.label),)

    def fault(self) -> str:
        no_size = self.size is not None and self.size < 1
        return f"{self.label} of {self.size} cells; expected 1 or more" if no_size else ""

    def holds(self, grid: Grid) -> bool:
        members = {i for i, value in enumerate(self.values(grid)) if value in self.inside}
        joins = filter(members.issuperset, touching(self.board, self.cells))
        right_size = self.size is None or len(members) == self.size
        return right_size and tuple(sorted(members)) in pieces(len(self.cells), joins)


@dataclass(frozen=True)
class ChaosRegions(Variant):
    """The grid is cut into regions of one size, each with different digits.

    Args:
        regions: for each the auxiliary cell that says in which region it is.
    """

    cells: Cells
    regions: Cells
    size: Number

    name = "chaos"
    notations = rows(iss("ChaosConstruction", "construction"))
    without_groups = True

    @property
    def scope(self) -> tuple[Cell, ...]:
        return (*self.cells, *self.regions)

    @property
    def names(self) -> range:
        """The names of the regions, in the order in which they are met."""
        return range(self.board.first, self.board.first + len(self.cells) // self.size)

    @property
    def primitives(self) -> tuple[Primitive, ...]:
        """The order of the regions; each is connected; equal digits are in different ones."""
        pairs = touching(self.board, self.cells)
        edges = frozenset((self.regions[a], self.regions[b]) for a, b in pairs)
        cells, size, label = self.regions, self.size, self.name
        whole = (Connected(cells, edges, frozenset({name}), size, label) for name in self.names)
        return self.order(self.regions), *whole, *self._differences()

    def order(self, cells: Sequence[Cell]) -> Primitive:
        """Return that no region is named before those with lower names.

        Args:
            cells: those that say the regions, in the order in which they are met.
        """
        names, first = self.names, self.board.first
        steps = frozenset(
            (met, name, max(met, name - first + 1))
            for met in range(len(names) + 1)
            for name in names[: met + 1]
        )
        return Acceptor(steps, frozenset({len(names)})).of(tuple(cells), self.name)

    def _differences(self) -> list[Primitive]:
        """Return for cells near enough to be in one region that digits or regions differ."""
        unequal, places = self.pairs_where(operator.ne), self.board.places
        both = zip(self.cells, self.regions, strict=True)
        every = [(*places[cell], cell, region) for cell, region in both]
        return [
            Or((Pair(cell, other_cell, unequal, self.name),
                Pair(region, other_region, unequal, self.name)), self.name)
            for (row, column, cell, region), (other_row, other_column, other_cell, other_region)
            in combinations(every, 2)
            if abs(row - other_row) + abs(column - other_column) < self.size
        ]  # fmt: skip

    def holds(self, grid: Grid) -> bool:
        names = [grid[cell] for cell in self.regions]
        if list(dict.fromkeys(names)) != list(self.names):
            return False
        for name in self.names:
            members = {place for place, other in enumerate(names) if other == name}
            digits = {grid[self.cells[place]] for place in members}
            if not len(digits) == len(members) == self.size:
                return False
        joins = ((a, b) for a, b in touching(self.board, self.cells) if names[a] == names[b])
        return len(pieces(len(names), joins)) == len(self.names)

    @property
    def implied(self) -> Regions:
        edges = touching(self.board, self.cells)
        return Regions(self.cells, self.regions, self.size, len(self.names), edges, self.order)

    def fault(self) -> str:
        count, says = len(self.cells), len(self.regions)
        if count != says:
            why = f"{count} cells, and {says} that say which region; expected as many"
            return f"{self.name} has {why}"
        if self.size < 2 or count % self.size:
            return f"{self.name}: {count} cells in regions of {self.size}"
        if not self.cells or len(self.names) > self.board.size:
            return f"{self.name} has {len(self.names)} regions for {self.board.size} digits"
        return ""


_Run: TypeAlias = tuple[int, int, int, bool]
"""Place in what is read, cells still wanted, region, whether it continues.

Before the region is known it is one below the lowest digit."""


@lru_cache(maxsize=64)
def _running(board: Board, begins: tuple[int, ...], offset: int) -> Acceptor:
    """Return an automaton of a digit and what is seen along arms after it.

    Args:
        begins: before which places, from 0, of what is read the arms after the first begin, and
            how much is read at last; one number, whichever, where there is one arm.
    """
    several, length = len(begins) > 1, begins[-1]
    unknown = board.first - 1

    def left(place: int, wanted: int, region: int, *, goes_on: bool) -> _Run | None:
        """Return the state after this many cells; None if it cannot come out any more."""
        if several:
            possible = 0 <= wanted <= length - place
            return (place, wanted, region, goes_on or place in begins) if possible else None
        if wanted < 0 or (wanted > 0 and not goes_on):
            return None
        return 2, wanted, region if goes_on else board.first, goes_on

    def step(state: _Run, digit: int) -> _Run | None:
        place, wanted, region, goes_on = state
        if place == 0:
            return (1, digit + offset, unknown, True) if digit + offset >= 0 else None
        if region == unknown:
            return left(2, wanted - 1, digit, goes_on=True)
        if several and place == length:
            return None
        is_own = goes_on and digit == region
        return left(place + 1, wanted - is_own, region, goes_on=is_own)

    return from_function((0, 0, unknown, True), step, lambda state: state[1] == 0, board)


@lru_cache(maxsize=16)
def _counting_down(board: Board, offset: int) -> Acceptor:
    """Return an automaton of a digit and how many of the region are after it."""
    unknown = board.first - 1

    def step(state: tuple[int, int] | None, digit: int) -> tuple[int, int] | None:
        if state is None:
            return digit + offset, unknown
        region = digit if state[1] == unknown else state[1]
        left = state[0] - (digit == region)
        return (left, region) if left >= 0 else None

    return from_function(None, step, lambda state: state is None or state[0] == 0, board)


@dataclass(frozen=True)
class RegionRun(Variant):
    """A digit says how many cells one sees of the own region along some arms, until it ends.

    Each arm begins with the same cell, which counts once.

    Args:
        offset: what is added to the digit; 1 where it does not count the first cell.
    """

    control: Cells
    arms: CellLists
    offset: OptionalNumber = None

    of_regions = True
    notations = rows(iss("ChaosArrow", "arms"))
    drawn = Mark.LOOKS
    without_groups = True

    @property
    def primitives(self) -> tuple[Primitive, ...]:
        """An automaton that counts down; it forgets its place where there is one arm."""
        read = [*self.control, *self.arms[0]]
        begins = [len(read)]
        for arm in self.arms[1:]:
            read += arm[1:]
            begins.append(len(read))
        if self.board.first + (self.offset or 0) >= len(read):  # more than there are
            return (Or((), self.name),)
        # Where there is but one arm, all clues have the same automaton, however long it is.
        made = _running(self.board, tuple(begins) if len(begins) > 1 else (0,), self.offset or 0)
        return (made.of(tuple(read), self.name),)

    def holds(self, grid: Grid) -> bool:
        seen = 1
        for arm in self.arms:
            own = [grid[cell] == grid[arm[0]] for cell in arm]
            seen += (own.index(False) if False in own else len(own)) - 1
        return grid[self.control[0]] + (self.offset or 0) == seen

    @property
    def implied(self) -> OfRegions:
        return OfRegions("run", self.control[0], self.arms, self.offset or 0)

    def fault(self) -> str:
        if len(self.control) != 1 or not self.arms or not all(self.arms):
            return f"{self.name}; expected one cell with a digit, and arms of cells"
        if len({arm[0] for arm in self.arms}) > 1:
            return f"{self.name} has arms that do not begin with the same cell"
        others = [cell for arm in self.arms for cell in arm[1:]]
        is_twice = len({self.arms[0][0], *others}) <= len(others)
        return f"{self.name} has a cell twice in its arms" if is_twice else ""


@dataclass(frozen=True)
class RegionCount(Variant):
    """A digit says how many of some cells are in the region of the first of them."""

    control: Cells
    cells: Cells
    offset: OptionalNumber = None

    of_regions = True
    notations = rows(iss("ChaosCount", "around"))
    without_groups = True

    @property
    def scope(self) -> tuple[Cell, ...]:
        return (*self.control, *self.cells)

    @property
    def primitives(self) -> tuple[Primitive, ...]:
        if self.board.first + (self.offset or 0) > len(self.cells):
            return (Or((), self.name),)
        return (_counting_down(self.board, self.offset or 0).of(self.scope, self.name),)

    def holds(self, grid: Grid) -> bool:
        own = sum(grid[cell] == grid[self.cells[0]] for cell in self.cells)
        return grid[self.control[0]] == own - (self.offset or 0)

    @property
    def implied(self) -> OfRegions:
        return OfRegions("count", self.control[0], (self.cells,), self.offset or 0)

    def fault(self) -> str:
        is_whole = len(self.control) == 1 and self.cells
        expected = "expected one cell with a digit, and cells to count"
        return "" if is_whole else f"{self.name}; {expected}"
