"""The primitive that every sudoku has, and the only one that fast paths need to know."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import final

from cpsudoku.errors import RulesError
from cpsudoku.rules.board import Board, Cell
from cpsudoku.rules.constraint import Constraint


@final
@dataclass(frozen=True, slots=True)
class AllDifferent(Constraint):
    """The digits of these cells are all different.

    Args:
        cells: the cells, without repetition.
        kind: what people call it: ``row``, ``column``, ``box``, ``region``, ``diagonal``, …
        number: 1-based number among its kind, or None where there is only one.
    """

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

    @property
    def scope(self) -> tuple[Cell, ...]:
        """Its cells."""
        return self.cells

    @property
    def primitives(self) -> tuple[AllDifferent]:
        """Itself."""
        return (self,)

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
