"""What every named constraint is: a value of its board, its cells and its parameters.

A variant says three things: its name with its parameters (the fields of the class, which
`cpsudoku.variants.naming` writes as text and as JSON, both ways); what it means to solvers, in
primitives; and `holds`, an independent test of a full grid, which verification asks.  The two last
share no code, so that each can be tested against the other.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Sequence
from copy import copy
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from typing import Annotated, ClassVar, TypeAlias

from cpsudoku.errors import RulesError
from cpsudoku.rules import Board, Cell, Constraint
from cpsudoku.rules.primitives import Pair, Primitive

Cells: TypeAlias = Annotated[tuple[Cell, ...], "cells"]
"""A field with cells in their order."""

CellLists: TypeAlias = Annotated[tuple[tuple[Cell, ...], ...], "cell lists"]
"""A field with several lists of cells."""

Number: TypeAlias = Annotated[int, "number"]
"""A field with a whole number."""

OptionalNumber: TypeAlias = Annotated[int | None, "optional number"]
"""A field with a whole number, or nothing."""

Numbers: TypeAlias = Annotated[tuple[int, ...], "numbers"]
"""A field with whole numbers."""

Grid: TypeAlias = Sequence[int]
"""For each cell what its digit is worth."""


@dataclass(frozen=True)
class Variant(Constraint):
    """A constraint that people know by a name.

    Args:
        board: the board, whose digits and places it may ask for.
    """

    name: ClassVar[str]

    board: Board

    @property
    @abstractmethod
    def primitives(self) -> tuple[Primitive, ...]:
        """What it means to solvers."""

    @abstractmethod
    def holds(self, grid: Grid) -> bool:
        """Return whether a full grid obeys it; written from the rule as people tell it."""

    @property
    def label(self) -> str:
        """Its name, with the parameters that people see."""
        return self.name

    def check(self, board: Board) -> None:
        """Raise unless it is of this board, and has its cells there, each once.

        Raises:
            RulesError: it is not.
        """
        if board != self.board:
            raise RulesError(f"{self.label} is of another board")
        Constraint.check(self, board)

    @property
    def digits(self) -> range:
        """What the digits are worth."""
        return range(self.board.first, self.board.last + 1)

    def pairs_where(self, relation: Callable[[int, int], bool]) -> frozenset[tuple[int, int]]:
        """Return the pairs of digits between which a relation holds.

        Args:
            relation: called with both digits.
        """
        digits = self.digits
        return frozenset([(a, b) for a in digits for b in digits if relation(a, b)])

    def pairs_implied(self, digit: int, other: int) -> frozenset[tuple[int, int]]:
        """Return the pairs of digits in which one digit first implies another one second.

        Args:
            digit: the first, if it is there.
            other: the second then.
        """
        return _implying(self.digits, digit, other)


@lru_cache(maxsize=1024)
def _implying(digits: range, digit: int, other: int) -> frozenset[tuple[int, int]]:
    return frozenset([(a, b) for a in digits for b in digits if a != digit or b == other])


@dataclass(frozen=True)
class OnCells(Variant):
    """A variant of some cells.

    Args:
        cells: the cells, in the order in which people read them.
    """

    cells: Cells

    least: ClassVar[int] = 1
    """Fewest cells that make sense."""

    @property
    def scope(self) -> tuple[Cell, ...]:
        """Its cells."""
        return self.cells

    def check(self, board: Board) -> None:
        """Raise unless it is of this board, and has enough cells there, each once."""
        # Before the scope is asked for, which may be what is around them.
        self._check_on_board(self.cells, board)
        super().check(board)
        if len(set(self.cells)) < len(self.cells):
            raise RulesError(f"{self.label} has a cell twice")
        if len(self.cells) < self.least:
            raise RulesError(
                f"{self.label} has {len(self.cells)} cells; expected {self.least} or more"
            )

    def values(self, grid: Grid) -> tuple[int, ...]:
        """Return the digits of its cells."""
        return tuple(grid[cell] for cell in self.cells)

    def neighbours(self) -> tuple[tuple[Cell, Cell], ...]:
        """Return the pairs of cells that follow one another."""
        return tuple(pairwise(self.cells))


@dataclass(frozen=True)
class OfTotal(OnCells):
    """A variant of some cells with a number that people see.

    Args:
        total: the number.
    """

    total: Number

    @property
    def label(self) -> str:
        """Its name with the number."""
        return f"{self.name} {self.total}"


@dataclass(frozen=True)
class OfNeighbours(OnCells):
    """A relation of each of its cells to the next."""

    least: ClassVar[int] = 2
    without_groups: ClassVar[bool] = True

    @abstractmethod
    def fits(self, one: int, other: int) -> bool:
        """Return whether two digits may follow one another."""

    @property
    def primitives(self) -> tuple[Primitive, ...]:
        """Pairs."""
        alike = copy(self)
        vars(alike)["cells"] = ()
        return related(self.neighbours(), _fitting(alike), self.label)


@lru_cache(maxsize=256)
def _fitting(variant: OfNeighbours) -> frozenset[tuple[int, int]]:
    """Return the pairs that fit a variant, of which the cells do not matter.

    A puzzle has many variants with the same relation, and large relations are worth sharing.
    """
    return variant.pairs_where(variant.fits)


def check_no_negatives(variant: Variant, board: Board) -> None:
    """Raise if a board has digits below 0, for a variant whose automaton counts sums upward.

    Args:
        variant: what needs it.
    """
    if board.first < 0:
        raise RulesError(f"{variant.label} needs digits of 0 or more")


def related(
    pairs: Sequence[tuple[Cell, Cell]], allowed: frozenset[tuple[int, int]], label: str
) -> tuple[Pair, ...]:
    """Return the primitives that the same relation holds for pairs of cells.

    Args:
        allowed: pairs of digits.
        label: what people call it.
    """
    return tuple(Pair(one, other, allowed, label) for one, other in pairs)
