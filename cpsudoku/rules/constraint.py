"""What a constraint says of itself, and the one that every sudoku has: a group of different cells.

The other primitives have a module of their own, which costs milliseconds to import and which fast
paths never need.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, final

from cpsudoku.errors import RulesError
from cpsudoku.rules.board import Board, Cell


class Constraint(ABC):
    """Something that must hold of the digits of some cells.

    People see its `label` and its cells; verification asks `holds` and nothing else; solvers see
    its `primitives`, which must hold of a grid just where the constraint does.
    """

    __slots__ = ()

    without_groups: ClassVar[bool] = False
    """Whether it has primitives, whatever its fields are, and none of them is a group of different
    cells.  Where that is not said, it is found out by expanding it, which for some takes long."""

    needs_houses: ClassVar[bool] = False
    """Whether its primitives mean what it says only where rows and columns are houses."""

    @property
    @abstractmethod
    def scope(self) -> tuple[Cell, ...]:
        """The cells that it is about, each once."""

    @property
    @abstractmethod
    def label(self) -> str:
        """What people call it, such as ``row 3`` or ``killer cage``."""

    @property
    @abstractmethod
    def primitives(self) -> tuple[PrimitiveConstraint, ...]:
        """What it means to solvers: primitives that hold together just where it does."""

    @abstractmethod
    def holds(self, grid: Sequence[int]) -> bool:
        """Return whether a grid, what each cell's digit is worth, obeys it.

        This is the one statement of what the constraint means.
        """

    def check(self, board: Board) -> None:
        """Raise `RulesError` for a cell twice, or cells that are not on the board."""
        scope = self.scope
        self._check_on_board(scope, board)
        if len(set(scope)) != len(scope):
            raise RulesError(f"{self.label} has a cell twice")

    def _check_on_board(self, cells: Sequence[Cell], board: Board) -> None:
        most = board.cell_count - 1
        if cells and (min(cells) < 0 or max(cells) > most):
            cell = next(cell for cell in cells if not 0 <= cell <= most)
            raise RulesError(f"{self.label} has cell {cell}; expected 0 to {most}")

    def described(self, board: Board) -> str:
        """Return its label and the names of its cells, unless these are most of the board."""
        if 2 * len(self.scope) > board.cell_count:
            return self.label
        return f"{self.label} {board.names(self.scope)}"


class PrimitiveConstraint(Constraint):
    """A constraint that solvers see as it is: one of the closed vocabulary of `primitives`."""

    __slots__ = ()

    without_groups: ClassVar[bool] = True

    @property
    def primitives(self) -> tuple[PrimitiveConstraint, ...]:
        """Itself."""
        return (self,)


class OfCells(PrimitiveConstraint):
    """A primitive whose scope is a field, its cells."""

    __slots__ = ()

    cells: tuple[Cell, ...]

    @property
    def scope(self) -> tuple[Cell, ...]:
        """Its cells."""
        return self.cells


@final
@dataclass(frozen=True, slots=True)
class AllDifferent(OfCells):
    """The digits of these cells are all different.

    Args:
        kind: what people call it: ``row``, ``column``, ``box``, ``region``, ``diagonal``, …
        number: 1-based number among its kind, or None where there is only one.
    """

    without_groups: ClassVar[bool] = False

    cells: tuple[Cell, ...]
    kind: str = "group"
    number: int | None = None

    @property
    def name(self) -> str:
        """The constraint's name for people, such as ``row 3``."""
        return self.kind if self.number is None else f"{self.kind} {self.number}"

    @property
    def label(self) -> str:
        """Its name."""
        return self.name

    def holds(self, grid: Sequence[int]) -> bool:
        """Return whether no two of the cells have the same digit."""
        return len({grid[cell] for cell in self.cells}) == len(self.cells)

    def check(self, board: Board) -> None:
        """Raise unless the cells are on the board, each once, and as many as digits or fewer."""
        Constraint.check(self, board)
        if len(self.cells) > board.size:
            raise RulesError(
                f"{self.label} has {len(self.cells)} cells for {board.size} digits; "
                "they cannot all be different"
            )


GROUPS_ALONE: frozenset[type] = frozenset({AllDifferent})
"""The vocabulary of what knows nothing but groups of different cells."""
