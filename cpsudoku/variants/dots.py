"""Dots and signs between neighbours, and what their absence means.

>>> from cpsudoku.rules import square
>>> dot = White(square(4), (0, 1))
>>> dot.label, dot.holds((1, 2)), dot.holds((1, 3))
('white 1', True, False)
"""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import dataclass
from typing import ClassVar

from cpsudoku.errors import RulesError
from cpsudoku.rules import Board, Cell
from cpsudoku.rules.primitives import Primitive
from cpsudoku.variants.base import (
    CellLists,
    Grid,
    Number,
    OfNeighbours,
    OptionalNumber,
    Variant,
    related,
)


def orthogonal(board: Board) -> tuple[tuple[Cell, Cell], ...]:
    """Return all pairs of cells that share an edge, the left or upper one first."""
    at = board.grid_at
    return tuple(
        (cell, at[place])
        for (row, column), cell in at.items()
        for place in ((row, column + 1), (row + 1, column))
        if place in at
    )


@dataclass(frozen=True)
class White(OfNeighbours):
    """A white dot: neighbours differ by 1, or by the number in it.

    Args:
        cells: the cells; there is a dot between each and the next.
        difference: the number; None for 1.
    """

    difference: OptionalNumber = None

    name: ClassVar[str] = "white"

    @property
    def label(self) -> str:
        """Its name with the number."""
        return f"{self.name} {self._difference}"

    @property
    def _difference(self) -> int:
        return 1 if self.difference is None else self.difference

    def fits(self, one: int, other: int) -> bool:
        """Return whether they differ so."""
        return abs(one - other) == self._difference

    def holds(self, grid: Grid) -> bool:
        """Return whether all neighbours do."""
        steps = [grid[b] - grid[a] for a, b in self.neighbours()]
        return all(step in (self._difference, -self._difference) for step in steps)

    def check(self, board: Board) -> None:
        """Raise unless the difference is one."""
        super().check(board)
        if self._difference < 0:
            raise RulesError(f"{self.label}; expected a difference of 0 or more")


@dataclass(frozen=True)
class Black(OfNeighbours):
    """A black dot: one digit is twice the other, or so many times as the number says.

    Where there are zeros, two of them are a pair with a dot: 0 is twice 0.

    Args:
        cells: the cells; there is a dot between each and the next.
        ratio: the number; None for 2.
    """

    ratio: OptionalNumber = None

    name: ClassVar[str] = "black"

    @property
    def label(self) -> str:
        """Its name with the number."""
        return f"{self.name} {self._ratio}"

    @property
    def _ratio(self) -> int:
        return 2 if self.ratio is None else self.ratio

    def fits(self, one: int, other: int) -> bool:
        """Return whether one is so many times the other."""
        return one == self._ratio * other or other == self._ratio * one

    def holds(self, grid: Grid) -> bool:
        """Return whether all neighbours do."""
        pairs = [(grid[a], grid[b]) for a, b in self.neighbours()]
        return all(0 in (a - b * self._ratio, b - a * self._ratio) for a, b in pairs)


@dataclass(frozen=True)
class PairSum(OfNeighbours):
    """An X or V, or any number between neighbours that they add up to.

    Args:
        cells: the cells; the sign is between each and the next.
        total: 10 for X, 5 for V.
    """

    total: Number

    name: ClassVar[str] = "xv"

    @property
    def label(self) -> str:
        """X, V, or the number."""
        return {10: "X", 5: "V"}.get(self.total, f"pair sum {self.total}")

    def fits(self, one: int, other: int) -> bool:
        """Return whether they add up to it."""
        return one + other == self.total

    def holds(self, grid: Grid) -> bool:
        """Return whether all neighbours do."""
        return all(sum((grid[a], grid[b])) == self.total for a, b in self.neighbours())


@dataclass(frozen=True)
class Greater(OfNeighbours):
    """Each digit is greater than the next.

    Args:
        board: the board.
        cells: the greatest first.
    """

    name: ClassVar[str] = "greater"

    def fits(self, one: int, other: int) -> bool:
        """Return whether the first is greater."""
        return one > other

    def holds(self, grid: Grid) -> bool:
        """Return whether the digits fall."""
        values = list(self.values(grid))
        return values == sorted(set(values), reverse=True)


@dataclass(frozen=True)
class _Negative(Variant):
    """All neighbours that are not marked must *not* stand in some relation.

    Args:
        exempt: pairs of neighbours that are marked, with whatever sign.
    """

    exempt: CellLists = ()

    @property
    def scope(self) -> tuple[Cell, ...]:
        """All cells of the board."""
        return tuple(range(self.board.grid_count))

    def pairs(self) -> tuple[tuple[Cell, Cell], ...]:
        """Return the neighbours that are not marked."""
        marked = {frozenset(pair) for pair in self.exempt}
        return tuple(pair for pair in orthogonal(self.board) if frozenset(pair) not in marked)

    @abstractmethod
    def marks(self, one: int, other: int) -> bool:
        """Return whether two digits would have a mark between them."""

    @property
    def primitives(self) -> tuple[Primitive, ...]:
        """Pairs."""
        allowed = self.pairs_where(lambda a, b: not self.marks(a, b))
        return related(self.pairs(), allowed, self.label)

    def holds(self, grid: Grid) -> bool:
        """Return whether no pair without a mark would have one."""
        marked = {tuple(sorted(pair)) for pair in self.exempt}
        at = self.board.grid_at
        for (row, column), cell in at.items():
            for place in ((row, column + 1), (row + 1, column)):
                other = at.get(place)
                if other is None or tuple(sorted((cell, other))) in marked:
                    continue
                if self.marks(grid[cell], grid[other]):
                    return False
        return True

    def check(self, board: Board) -> None:
        """Raise unless what is exempt are pairs of neighbours."""
        super().check(board)
        neighbours = {frozenset(pair) for pair in orthogonal(board)}
        for pair in self.exempt:
            if frozenset(pair) not in neighbours or len(pair) != 2:
                raise RulesError(
                    f"{self.label} exempts {board.names(pair)}; expected two neighbours"
                )


@dataclass(frozen=True)
class NoWhite(_Negative):
    """All white dots are given: other neighbours do not differ by that number.

    Args:
        exempt: the neighbours with a dot.
        difference: the number; None for 1, which is also called nonconsecutive.
    """

    difference: OptionalNumber = None

    name: ClassVar[str] = "nowhite"

    @property
    def label(self) -> str:
        """Its name, with the number if there is one."""
        return self.name if self.difference is None else f"{self.name} {self.difference}"

    def marks(self, one: int, other: int) -> bool:
        """Return whether they differ so."""
        return abs(one - other) == (1 if self.difference is None else self.difference)


@dataclass(frozen=True)
class NoBlack(_Negative):
    """All black dots are given: no digit is so many times another neighbour.

    Args:
        exempt: the neighbours with a dot.
        ratio: the number; None for 2.
    """

    ratio: OptionalNumber = None

    name: ClassVar[str] = "noblack"

    @property
    def label(self) -> str:
        """Its name, with the number if there is one."""
        return self.name if self.ratio is None else f"{self.name} {self.ratio}"

    def marks(self, one: int, other: int) -> bool:
        """Return whether one is so many times the other; of two zeros each is."""
        ratio = 2 if self.ratio is None else self.ratio
        return one == ratio * other or other == ratio * one


@dataclass(frozen=True)
class NoSum(_Negative):
    """All pairs with a sum are given: no other neighbours add up to it.

    Args:
        exempt: the neighbours with a sign.
        total: the sum: 10 where all X are given, 5 where all V are.
    """

    total: OptionalNumber = None

    name: ClassVar[str] = "nosum"

    @property
    def label(self) -> str:
        """Its name, with the sum if there is one."""
        return self.name if self.total is None else f"{self.name} {self.total}"

    def marks(self, one: int, other: int) -> bool:
        """Return whether they add up to it; to 5 or 10 where none is named."""
        return one + other in ((5, 10) if self.total is None else (self.total,))
