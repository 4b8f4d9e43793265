"""Rules for all cells that are a chess piece's move apart, and for all neighbours.

>>> from cpsudoku.rules import square
>>> AntiKing(square(2)).holds((1, 2, 2, 1))
False
"""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations, pairwise

from cpsudoku.rules import AllDifferent, Board, Cell, square
from cpsudoku.rules.primitives import Primitive
from cpsudoku.variants.base import Everywhere, Grid, NeighboursApart, Number, related
from cpsudoku.variants.traits import f_puzzles, iss, lisudoku, rows, sudokumaker, sudokupad


@lru_cache(maxsize=32)
def apart(board: Board, down: int, right: int) -> tuple[tuple[Cell, Cell], ...]:
    """Return all pairs of cells that are a move apart, in whatever direction."""
    at = board.grid_at
    moves = {(i, j) for a, b in ((down, right), (right, down)) for i in (a, -a) for j in (b, -b)}
    forward = [move for move in moves if move > (0, 0)]  # cells are numbered row by row
    pairs = ((c, at.get((row + i, col + j))) for (row, col), c in at.items() for i, j in forward)
    return tuple(sorted((cell, other) for cell, other in pairs if other is not None))


class _AntiMoves(Everywhere):
    @property
    @abstractmethod
    def moves(self) -> tuple[tuple[int, int], ...]:
        """The moves, each as rows and columns."""

    @property
    def primitives(self) -> tuple[Primitive, ...]:
        pairs = (pair for move in self.moves for pair in apart(self.board, *move))
        return tuple(AllDifferent(pair, self.label) for pair in pairs)

    def holds(self, grid: Grid) -> bool:
        places = self.board.places
        wanted = {tuple(sorted(move)) for move in self.moves}
        for digit in set(grid):
            cells = [places[cell] for cell in self.scope if grid[cell] == digit]
            for (row, column), (i, j) in combinations(cells, 2):
                if tuple(sorted((abs(row - i), abs(column - j)))) in wanted:
                    return False
        return True


@dataclass(frozen=True)
class AntiMove(_AntiMoves):
    """Cells a move apart, in whatever direction, have different digits."""

    down: Number
    right: Number

    shown = ("down", "right")

    @property
    def moves(self) -> tuple[tuple[int, int], ...]:
        return ((abs(self.down), abs(self.right)),)

    def fault(self) -> str:
        is_move = self.down or self.right
        expected = "expected rows or columns other than 0"
        return "" if is_move else f"{self.label} is not a move; {expected}"


class AntiKnight(_AntiMoves):
    """Cells a knight's move apart have different digits."""

    spoken = "knight"
    moves = ((1, 2),)
    notations = rows(f_puzzles("antiknight", "flag"), iss("AntiKnight", "everywhere"),
                     lisudoku("antiKnight", "flag"), sudokupad("antiknight"),
                     sudokumaker(13, "everywhere"))  # fmt: skip


class AntiKing(_AntiMoves):
    """Cells a king's move apart have different digits."""

    spoken = "king"
    moves = ((0, 1), (1, 1))
    notations = rows(f_puzzles("antiking", "flag"), iss("AntiKing", "king"),
                     lisudoku("antiKing", "flag"), sudokupad("antiking"),
                     sudokumaker(12, "everywhere"))  # fmt: skip


class AntiTaxicab(Everywhere):
    """A digit is never just as many steps along rows and columns away from itself as it says."""

    notations = rows(iss("AntiTaxicab", "everywhere"))

    @property
    def primitives(self) -> tuple[Primitive, ...]:
        found: list[Primitive] = []
        for digit in self.digits:
            allowed = self.pairs_where(lambda _, __: True) - {(digit, digit)}
            moves = [(down, digit - down) for down in range(digit // 2 + 1)] if digit > 0 else []
            for down, right in moves:
                found += related(apart(self.board, down, right), allowed, self.name)
        return tuple(found)

    def holds(self, grid: Grid) -> bool:
        places = self.board.places
        for cell, other in combinations(self.scope, 2):
            (row, column), (i, j) = places[cell], places[other]
            if grid[cell] == grid[other] == abs(row - i) + abs(column - j):
                return False
        return True


class NonConsecutive(NeighboursApart):
    """Neighbours never differ by 1."""

    spoken = "non-?consecutive"
    notations = rows(f_puzzles("nonconsecutive", "written"), iss("AntiConsecutive", "everywhere"),
                     sudokupad("nonconsecutive"), sudokumaker(15, "everywhere"))  # fmt: skip

    def marks(self, one: int, other: int) -> bool:
        return abs(one - other) == 1


class CyclicNonConsecutive(NonConsecutive):
    """Neighbours never differ by 1, and the highest digit is followed by the lowest."""

    spoken = ""
    notations = rows()

    def marks(self, one: int, other: int) -> bool:
        return abs(one - other) in (1, len(self.digits) - 1)


class TopBottom(Everywhere):
    """Two kings count across the board, a row at a step: one downward, one upward.

    The first digit in the top row and the next one in the next row touch at a side or a corner,
    and so on to the bottom row; likewise from the bottom row to the top.
    """

    notations = rows(lisudoku("topBottom", "flag"))

    @property
    def primitives(self) -> tuple[Primitive, ...]:
        """Pairs of cells of neighbouring rows that do not touch."""
        size, found = self.board.size, list[Primitive]()
        rows = [range(first, first + size) for first in range(0, size * size, size)]
        for steps in (rows, rows[::-1]):
            for digit, (one, other) in zip(self.digits, pairwise(steps), strict=False):
                allowed = self.pairs_where(lambda _, __: True) - {(digit, digit + 1)}
                distant = [(a, b) for i, a in enumerate(one) for j, b in enumerate(other)
                           if abs(i - j) > 1]  # fmt: skip
                found += related(distant, allowed, self.name)
        return tuple(found)

    def fault(self) -> str:
        board, size = self.board, self.board.size
        fits = board.places[: board.grid_count] == square(size).places
        return "" if fits else f"{self.name} needs {size} rows of {size} cells"

    def holds(self, grid: Grid) -> bool:
        places, top, bottom = self.board.places, self.digits[0], self.digits[-1]
        for cell, other in combinations(self.scope, 2):
            (row, column), (below, beside) = places[cell], places[other]
            if below == row + 1 and abs(column - beside) > 1:
                down = grid[cell] == row + top and grid[other] == grid[cell] + 1
                up = grid[cell] == bottom - row and grid[other] == grid[cell] - 1
                if down or up:
                    return False
        return True
