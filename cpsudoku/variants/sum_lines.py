"""Lines whose digits add up: arrows, zippers, and lines that are cut into sums.

>>> from cpsudoku.rules import square
>>> Arrow(square(9), (0,), (1, 2)).holds((7, 3, 4))
True
"""

from __future__ import annotations

from abc import abstractmethod
from itertools import product

from cpsudoku.rules import Cell
from cpsudoku.rules.primitives import Linear, Or, Primitive
from cpsudoku.variants.automata import Acceptor
from cpsudoku.variants.base import (
    CellLists,
    Cells,
    Grid,
    Laid,
    OfTotal,
    OnCells,
    Variant,
    rows,
    up_to,
)
from cpsudoku.variants.cages import coefficients_of


class Arrow(Variant):
    """The digits along an arrow add up to the number in its circle or pill.

    Args:
        bulb: the circle; two cells or more are a pill, read as a number.
    """

    bulb: Cells
    cells: Cells

    notations = rows(
        f_puzzles="arrow bulb", iss="Arrow arrow; PillArrow pill", lisudoku="arrows bulb"
    )
    drawn = "arrow"
    laid = Laid("long")

    @property
    def scope(self) -> tuple[Cell, ...]:
        return tuple(dict.fromkeys((*self.bulb, *self.cells)))

    @property
    def primitives(self) -> tuple[Primitive, ...]:
        tens = [(cell, 10**place) for place, cell in enumerate(reversed(self.bulb))]
        factors = coefficients_of([*tens, *((cell, -1) for cell in self.cells)])
        return (Linear(tuple(factors), tuple(factors.values()), "=", (0,), self.name),)

    def holds(self, grid: Grid) -> bool:
        number = 0
        for cell in self.bulb:
            number = 10 * number + grid[cell]
        return number == sum(grid[cell] for cell in self.cells)


class DoubleArrow(OnCells):
    """The digits between the two circles add up to what the circles add up to."""

    least = 3
    notations = rows(f_puzzles="doublearrow lines", iss="DoubleArrow")
    drawn = "doublearrow"
    laid = Laid("long")

    @property
    def primitives(self) -> tuple[Primitive, ...]:
        factors = (1, *(-1,) * (len(self.cells) - 2), 1)
        return (Linear(self.cells, factors, "=", (0,), self.name),)

    def holds(self, grid: Grid) -> bool:
        first, *inner, last = self.values(grid)
        return first + last == sum(inner)


class Zipper(OnCells):
    """Digits as far from the middle add up to the digit in the middle.

    Args:
        cells: the line; where their number is even, all pairs have the same sum.
    """

    least = 3
    notations = rows(f_puzzles="zipperline lines", iss="Zipper enough")
    drawn = "line #8a5ad8 middle"
    laid = Laid("long")

    @property
    def primitives(self) -> tuple[Primitive, ...]:
        pairs = list(zip(self.cells, self.cells[::-1], strict=True))[: len(self.cells) // 2]
        if len(self.cells) % 2:
            middle = self.cells[len(pairs)]
            sums = ((*pair, middle) for pair in pairs)
            return tuple(Linear(cells, (1, 1, -1), "=", (0,), self.name) for cells in sums)
        return tuple(
            Linear((*pairs[0], *pair), (1, 1, -1, -1), "=", (0,), self.name) for pair in pairs[1:]
        )

    def holds(self, grid: Grid) -> bool:
        values = self.values(grid)
        half = len(values) // 2
        sums = {values[i] + values[len(values) - 1 - i] for i in range(half)}
        if len(values) % 2:
            sums.add(values[half])
        return len(sums) == 1


class EqualSums(Variant):
    """Parts of a line have equal sums, as where a line goes through several boxes."""

    parts: CellLists

    notations = rows(f_puzzles="regionsumline regions", iss="EqualSum sums; RegionSumLine regions")
    drawn = "parts #3388d8"

    @property
    def scope(self) -> tuple[Cell, ...]:
        return tuple(cell for part in self.parts for cell in part)

    @property
    def primitives(self) -> tuple[Primitive, ...]:
        first = self.parts[0]
        return tuple(
            Linear((*first, *part), (*(1,) * len(first), *(-1,) * len(part)), "=", (0,), self.name)
            for part in self.parts[1:]
        )

    def holds(self, grid: Grid) -> bool:
        return len({sum(grid[cell] for cell in part) for part in self.parts}) == 1


class _Pieces(OfTotal):
    """A line that can be cut into pieces that each add up to the number."""

    least = 2

    def fault(self) -> str:
        fits = self.total >= 1 and self.board.first >= 0
        return "" if fits else f"{self.label} needs a number of 1 or more, and no digits below 0"

    @property
    def primitives(self) -> tuple[Primitive, ...]:
        """The sum of the whole line, which is that of some pieces; and an automaton if need be."""
        most = len(self.cells) * self.board.last
        if self.total > most:
            return (Or((), self.label),)
        sums = tuple(range(self.total, most + 1, self.total))
        whole = Linear(self.cells, (1,) * len(self.cells), "=", sums, self.label)
        return (whole, self._cut()) if len(sums) > 1 else (whole,)

    @abstractmethod
    def _cut(self) -> Primitive:
        """Return that the line can be cut."""

    def _counting(self) -> set[tuple[int, int, int]]:
        """Return the steps that add digits up, and go back to 0 at the number."""
        total, every = self.total, product(range(self.total), self.digits)
        return {(state, d, (state + d) % total) for state, d in every if state + d <= total}


class SumLine(_Pieces):
    """The line can be cut into pieces that each add up to a number."""

    notations = rows(iss="SumLine pieces")
    drawn = "line #508850"
    laid = Laid("long", up_to(sum))

    def _cut(self) -> Primitive:
        """Return an automaton that counts on, and from 0 again at the number."""
        begun = self.total  # nothing read yet: all zeros alone make no piece
        steps = {(begun, 0, begun), *self._counting()}
        steps |= {(begun, digit, after) for state, digit, after in steps if state == 0 and digit}
        return Acceptor(frozenset(steps), frozenset({0}), begun).of(self.cells, self.label)

    def holds(self, grid: Grid) -> bool:
        return _can_be_cut(self.values(grid), self.total)


class SumLoop(_Pieces):
    """A line that ends where it begins can be cut into pieces that add up to a number."""

    notations = rows(iss="SumLine pieces LOOP")
    drawn = "line #508850 closed"

    def _cut(self) -> Primitive:
        """Return an automaton for each sum that may have been begun at the end."""
        steps = frozenset(self._counting())
        ways = (Acceptor(steps, frozenset({begun}), begun) for begun in range(self.total))
        return Or(tuple(way.of(self.cells, self.label) for way in ways), self.label)

    def holds(self, grid: Grid) -> bool:
        values = self.values(grid)
        turns = (values[start:] + values[:start] for start in range(len(values)))
        return any(_can_be_cut(turned, self.total) for turned in turns)


def _can_be_cut(values: tuple[int, ...], total: int) -> bool:
    ends = {0}
    for start in range(len(values)):
        if start in ends:
            ends |= {
                end for end in range(start + 1, len(values) + 1) if sum(values[start:end]) == total
            }
    return len(values) in ends
