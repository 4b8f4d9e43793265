"""Lines whose digits add up: arrows, zippers, and lines that are cut into sums.

>>> from cpsudoku.rules import square
>>> Arrow(square(9), (0,), (1, 2)).holds((7, 3, 4))
True
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import groupby, product

from cpsudoku.rules import Cell
from cpsudoku.rules.primitives import Or, Primitive
from cpsudoku.variants.automata import Acceptor
from cpsudoku.variants.base import CellLists, Cells, Grid, OfTotal, OnLine, Variant, each, weighed
from cpsudoku.variants.traits import (
    BroadLine,
    EqualTotals,
    LaidShape,
    Mark,
    RandomLayout,
    SplitLine,
    f_puzzles,
    iss,
    lisudoku,
    rows,
    sudokumaker,
    up_to,
)


@dataclass(frozen=True)
class Arrow(Variant):
    """The digits along an arrow add up to the number in its circle or pill.

    Args:
        bulb: the circle; two cells or more are a pill, read as a number.
    """

    bulb: Cells
    cells: Cells

    repeats = True
    notations = rows(f_puzzles("arrow", "bulb"), iss("Arrow", "arrow"), iss("PillArrow", "pill"),
                     lisudoku("arrows", "bulb"), sudokumaker(408, "arrow"))  # fmt: skip
    drawn = Mark.ARROW
    laid = RandomLayout(LaidShape.LONG)

    @property
    def primitives(self) -> tuple[Primitive, ...]:
        tens = [(cell, 10**place) for place, cell in enumerate(reversed(self.bulb))]
        return weighed([*tens, *each(self.cells, -1)], (0,), self.name)

    def holds(self, grid: Grid) -> bool:
        number = 0
        for cell in self.bulb:
            number = 10 * number + grid[cell]
        return number == sum(grid[cell] for cell in self.cells)


class DoubleArrow(OnLine):
    """The digits between the two circles add up to what the circles add up to.

    Args:
        cells: the line; nothing is said of two circles without any digit between them.
    """

    notations = rows(f_puzzles("doublearrow", "lines"), iss("DoubleArrow"),
                     sudokumaker(409, "lines"))  # fmt: skip
    drawn = Mark.DOUBLE_ARROW
    laid = RandomLayout(LaidShape.LONG)

    @property
    def primitives(self) -> tuple[Primitive, ...]:
        first, *inner, last = self.cells
        return weighed([(first, 1), (last, 1), *each(inner, -1)], (0,), self.name) if inner else ()

    def holds(self, grid: Grid) -> bool:
        first, *inner, last = self.values(grid)
        return not inner or first + last == sum(inner)


class Zipper(OnLine):
    """Digits as far from the middle add up to the digit in the middle.

    Args:
        cells: the line; where their number is even, all pairs have the same sum.
    """

    notations = rows(f_puzzles("zipperline", "lines"), iss("Zipper", "enough"))
    drawn = BroadLine("#8a5ad8", "middle")
    laid = RandomLayout(LaidShape.LONG)

    @property
    def primitives(self) -> tuple[Primitive, ...]:
        half = len(self.cells) // 2
        pairs = list(zip(self.cells, self.cells[::-1], strict=True))[:half]
        middle = (self.cells[half],) if len(self.cells) % 2 else pairs.pop()
        sums = ([*each(pair), *each(middle, -1)] for pair in pairs)
        return tuple(part for one in sums for part in weighed(one, (0,), self.name))

    def holds(self, grid: Grid) -> bool:
        values = self.values(grid)
        half = len(values) // 2
        sums = {values[i] + values[len(values) - 1 - i] for i in range(half)}
        if len(values) % 2:
            sums.add(values[half])
        return len(sums) == 1


class Average(OnLine):
    """The first digit of a line is the average of the others."""

    drawn = BroadLine("#c07898", "bulb")
    laid = RandomLayout(LaidShape.LONG)

    @property
    def primitives(self) -> tuple[Primitive, ...]:
        first, *others = self.cells
        return weighed([(first, len(others)), *each(others, -1)], (0,), self.name)

    def holds(self, grid: Grid) -> bool:
        first, *others = self.values(grid)
        return sum(others) / len(others) == first


@dataclass(frozen=True)
class EqualSums(Variant):
    """Parts of a line have equal sums, as where a line goes through several boxes."""

    parts: CellLists

    notations = rows(f_puzzles("regionsumline", "regions"), iss("EqualSum", "sums"),
                     iss("RegionSumLine", "regions"), sudokumaker(404, "parts"))  # fmt: skip
    drawn = SplitLine("#3388d8")

    @property
    def primitives(self) -> tuple[Primitive, ...]:
        first, *others = self.parts
        sums = ([*each(first), *each(other, -1)] for other in others)
        return tuple(part for one in sums for part in weighed(one, (0,), self.name))

    @property
    def implied(self) -> EqualTotals:
        return EqualTotals(self.parts)

    def holds(self, grid: Grid) -> bool:
        return len({sum(grid[cell] for cell in part) for part in self.parts}) == 1


def cut_at_borders(
    line: tuple[Cell, ...], homes: Iterable[Iterable[Cell]]
) -> tuple[tuple[Cell, ...], ...]:
    """Return the parts of a line in boxes or regions, each as often as it comes into one.

    A closed line, which ends where it began and does not come back the way it went, has no ends:
    where it begins within a box, its last part and its first are one.

    Args:
        homes: the cells of each box or region.

    >>> cut_at_borders((0, 1, 2, 6, 5, 0), [(0, 1, 4, 5), (2, 3, 6, 7)])
    ((2, 6), (5, 0, 1))
    """
    home = {cell: number for number, cells in enumerate(homes) for cell in cells}
    is_closed = line[0] == line[-1] and len(line) > 1 and line[1] != line[-2]
    parts = [tuple(part) for _, part in groupby(line[is_closed:], key=home.get)]
    if is_closed and len(parts) > 1 and home.get(line[0]) == home.get(parts[0][0]):
        parts[:1], parts[-1:] = [], [parts[-1] + parts[0]]
    return tuple(parts)


class _Pieces(OnLine, OfTotal):
    """A line that can be cut into pieces that each add up to the number."""

    def fault(self) -> str:
        fits = self.total >= 1 and self.board.first >= 0
        return "" if fits else f"{self.label} needs a number of 1 or more, and no digits below 0"

    @property
    def primitives(self) -> tuple[Primitive, ...]:
        """The sum of the whole line, which is that of some pieces; and an automaton if need be."""
        cells = self._walk
        most = len(cells) * self.board.last
        if self.total > most:
            return (Or((), self.label),)
        sums = tuple(range(self.total, most + 1, self.total))
        whole = weighed(each(cells), sums, self.label)
        return (*whole, self._cut()) if len(sums) > 1 else whole

    @property
    def _walk(self) -> tuple[Cell, ...]:
        """The cells along which digits are added up."""
        return self.cells

    @abstractmethod
    def _cut(self) -> Primitive:
        """Return that the line can be cut."""

    def _counting(self) -> set[tuple[int, int, int]]:
        """Return the steps that add digits up, and go back to 0 at the number."""
        total, every = self.total, product(range(self.total), self.digits)
        return {(state, d, (state + d) % total) for state, d in every if state + d <= total}


class SumLine(_Pieces):
    """The line can be cut into pieces that each add up to a number."""

    notations = rows(iss("SumLine", "pieces"))
    drawn = BroadLine("#508850")
    laid = RandomLayout(LaidShape.LONG, up_to(sum))

    def _cut(self) -> Primitive:
        """Return an automaton that counts on, and from 0 again at the number."""
        begun = self.total  # nothing read yet: only zeros make no piece
        steps = {(begun, 0, begun), *self._counting()}
        steps |= {(begun, digit, after) for state, digit, after in steps if state == 0 and digit}
        return Acceptor(frozenset(steps), frozenset({0}), begun).of(self.cells, self.label)

    def holds(self, grid: Grid) -> bool:
        return _can_be_cut(self.values(grid), self.total)


class SumLoop(_Pieces):
    """A line that ends where it begins can be cut into pieces that add up to a number."""

    notations = rows(iss("SumLine", "pieces", "LOOP"))
    drawn = BroadLine("#508850", closed=True)

    @property
    def _walk(self) -> tuple[Cell, ...]:
        """The line without its first cell at its end, where that is written once more."""
        return self.cells[: -1 if self.cells[0] == self.cells[-1] else None]

    def _cut(self) -> Primitive:
        """Return an automaton for each sum that may have been begun at the end."""
        steps = frozenset(self._counting())
        ways = (Acceptor(steps, frozenset({begun}), begun) for begun in range(self.total))
        return Or(tuple(way.of(self._walk, self.label) for way in ways), self.label)

    def holds(self, grid: Grid) -> bool:
        values = tuple(grid[cell] for cell in self._walk)
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
