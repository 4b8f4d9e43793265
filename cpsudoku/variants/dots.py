"""Dots and signs between neighbours, and what their absence means.

>>> from cpsudoku.rules import square
>>> dot = White(square(4), (0, 1))
>>> dot.label, dot.holds((1, 2)), dot.holds((1, 3))
('white 1', True, False)
"""

from __future__ import annotations

from dataclasses import dataclass

from cpsudoku.rules import Cell
from cpsudoku.variants.base import (
    CellLists,
    Grid,
    NeighboursApart,
    Number,
    OfNeighbours,
    OptionalNumber,
    touching,
)
from cpsudoku.variants.traits import (
    Dots,
    LaidShape,
    Mark,
    RandomLayout,
    f_puzzles,
    iss,
    lisudoku,
    rows,
    sudokumaker,
)


@dataclass(frozen=True)
class White(OfNeighbours):
    """A white dot: neighbours differ by 1, or by the number in it."""

    difference: OptionalNumber = None

    shown = ("difference",)
    usual = 1
    notations = rows(f_puzzles("difference", "dots"), iss("WhiteDot", "dots", "dots"),
                     lisudoku("kropkiDots", "dots", "Consecutive"),
                     sudokumaker(200, "dots"))  # fmt: skip
    drawn = Dots("#fff", "given")
    laid = RandomLayout(LaidShape.PAIR)

    def fits(self, one: int, other: int) -> bool:
        return abs(one - other) == self.amount

    def holds(self, grid: Grid) -> bool:
        steps = [grid[b] - grid[a] for a, b in self.neighbours()]
        return all(step in (self.amount, -self.amount) for step in steps)

    def fault(self) -> str:
        return f"{self.label}; expected a difference of 0 or more" if self.amount < 0 else ""


@dataclass(frozen=True)
class Black(OfNeighbours):
    """A black dot: one digit is twice the other, or this many times as the number says.

    Where there are zeros, two of them are a pair with a dot: 0 is twice 0.
    """

    ratio: OptionalNumber = None

    shown = ("ratio",)
    usual = 2
    notations = rows(f_puzzles("ratio", "dots"), iss("BlackDot", "dots", "dots"),
                     lisudoku("kropkiDots", "dots", "Double"),
                     sudokumaker(201, "dots"))  # fmt: skip
    drawn = Dots("#1a1a1a", "light")
    laid = RandomLayout(LaidShape.PAIR)

    def fits(self, one: int, other: int) -> bool:
        return one == self.amount * other or other == self.amount * one

    def holds(self, grid: Grid) -> bool:
        pairs = [(grid[a], grid[b]) for a, b in self.neighbours()]
        return all(0 in (a - b * self.amount, b - a * self.amount) for a, b in pairs)


@dataclass(frozen=True)
class PairSum(OfNeighbours):
    """Neighbours with an X between them add up to 10, with a V to 5, with a number to that."""

    total: Number

    name = "xv"
    labelled = "pair sum"
    shown = ("total",)
    signs = ((10, "X"), (5, "V"))
    notations = rows(f_puzzles("xv", "signs"), iss("X", "dots", "sums", "10"),
                     iss("V", "dots", "sums", "5"), sudokumaker(202, "dots"))  # fmt: skip
    drawn = Mark.SIGNS
    laid = RandomLayout(
        LaidShape.PAIR, lambda values, _: [(sum(values),)] if sum(values) in (5, 10) else []
    )

    def fits(self, one: int, other: int) -> bool:
        return one + other == self.total

    def holds(self, grid: Grid) -> bool:
        return all(sum((grid[a], grid[b])) == self.total for a, b in self.neighbours())


class Greater(OfNeighbours):
    """Each digit is greater than the next."""

    notations = rows(iss("GreaterThan", "dots"))
    drawn = Mark.GREATER
    laid = RandomLayout(LaidShape.PAIR)

    def fits(self, one: int, other: int) -> bool:
        return one > other

    def holds(self, grid: Grid) -> bool:
        values = list(self.values(grid))
        return values == sorted(set(values), reverse=True)


@dataclass(frozen=True)
class _Negative(NeighboursApart):
    """All neighbours that are not marked must *not* stand in some relation.

    Args:
        exempt: pairs of neighbours that are marked, with whatever sign.
    """

    exempt: CellLists = ()

    @property
    def marked(self) -> set[frozenset[Cell]]:
        return set(map(frozenset, self.exempt))

    def fault(self) -> str:
        neighbours = set(map(frozenset, touching(self.board, self.scope)))
        for pair in self.exempt:
            if frozenset(pair) not in neighbours or len(pair) != 2:
                return f"{self.label} exempts {self.board.names(pair)}; expected two neighbours"
        return ""


@dataclass(frozen=True)
class NoWhite(_Negative):
    """All white dots are given: other neighbours do not differ by that number.

    Args:
        difference: the number; None for 1, which is also called nonconsecutive.
    """

    difference: OptionalNumber = None

    shown = ("difference",)
    notations = rows(f_puzzles("nonconsecutive", "marked"), iss("StrictKropki", "absent", "dots"),
                     lisudoku("kropkiNegative", "absent"), sudokumaker(200, "absent"))  # fmt: skip

    def marks(self, one: int, other: int) -> bool:
        return abs(one - other) == (1 if self.difference is None else self.difference)


@dataclass(frozen=True)
class NoBlack(_Negative):
    """All black dots are given: no digit is this many times another neighbour."""

    ratio: OptionalNumber = None

    shown = ("ratio",)
    notations = rows(f_puzzles("negative", "absent", "ratio", "2"),
                     iss("StrictKropki", "absent", "dots"),
                     lisudoku("kropkiNegative", "absent"), sudokumaker(201, "absent"))  # fmt: skip

    def marks(self, one: int, other: int) -> bool:
        ratio = 2 if self.ratio is None else self.ratio
        return one == ratio * other or other == ratio * one


@dataclass(frozen=True)
class NoSum(_Negative):
    """All pairs with a sum are given: no other neighbours add up to it."""

    total: OptionalNumber = None

    shown = ("total",)
    notations = rows(f_puzzles("negative", "absent", "xv"), iss("StrictXV", "absent", "sums"),
                     sudokumaker(202, "absent"))  # fmt: skip

    def marks(self, one: int, other: int) -> bool:
        return one + other in ((5, 10) if self.total is None else (self.total,))
