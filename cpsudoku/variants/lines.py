"""Lines: what holds from cell to cell, or for all that a line goes through.

>>> from cpsudoku.rules import square
>>> thermo = Thermo(square(9), (0, 1, 2))
>>> thermo.holds((2, 5, 9)), thermo.holds((2, 2, 9))
(True, False)
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations, product

from cpsudoku.rules import AllDifferent, Board, Cell
from cpsudoku.rules.primitives import Primitive
from cpsudoku.variants.base import (
    HALF_OF_DIGITS,
    Grid,
    OfNeighbours,
    OfPairs,
    OfSums,
    OnLine,
    OptionalNumber,
    Terms,
    related,
    table,
)
from cpsudoku.variants.traits import (
    BroadLine,
    Laid,
    LaidShape,
    f_puzzles,
    iss,
    lisudoku,
    rows,
    sudokumaker,
)


class _Line(OnLine):
    laid = Laid(LaidShape.LONG)


class Thermo(OfNeighbours):
    """A thermometer: digits grow from the bulb on."""

    notations = rows(f_puzzles("thermometer", "lines"), iss("Thermo"), lisudoku("thermos"),
                     sudokumaker(300, "thermo"))  # fmt: skip
    drawn = BroadLine("#808080", "bulb", named=False)
    laid = Laid(LaidShape.GROWING)

    def fits(self, one: int, other: int) -> bool:
        return one < other


class SlowThermo(OfNeighbours):
    """A slow thermometer: digits do not fall from the bulb on."""

    notations = rows(f_puzzles("slowthermometer", "lines"), sudokumaker(300, "thermo", "slow"))
    drawn = BroadLine("#a08050", "bulb")
    laid = Laid(LaidShape.GROWING)

    def fits(self, one: int, other: int) -> bool:
        return one <= other


@dataclass(frozen=True)
class Whispers(OfNeighbours):
    """Neighbours on the line differ by some number or more: 5 of 9 for German whispers."""

    difference: OptionalNumber = None

    shown = ("difference",)
    usual = HALF_OF_DIGITS
    notations = rows(f_puzzles("whispers", "valued"), iss("Whisper", "whisper"),
                     sudokumaker(401, "whisper"))  # fmt: skip
    drawn = BroadLine("#3fa52f", named=False)
    laid = Laid(LaidShape.GROWING)

    def fits(self, one: int, other: int) -> bool:
        return abs(one - other) >= self.amount


class Renban(_Line):
    """The digits of the line follow one another in some order, none twice."""

    notations = rows(f_puzzles("renban", "lines"), iss("Renban"), lisudoku("renbans"),
                     sudokumaker(400, "lines"))  # fmt: skip
    drawn = BroadLine("#a040b8", named=False)
    laid = Laid(LaidShape.LINE)

    @property
    def primitives(self) -> tuple[Primitive, ...]:
        """A group whose digits are nowhere further apart than their number allows."""
        near = self.pairs_where(lambda a, b: abs(a - b) < len(self.scope))
        pairs = list(combinations(self.scope, 2))
        return AllDifferent(self.scope, self.name), *related(pairs, near, self.name)

    def holds(self, grid: Grid) -> bool:
        values = sorted(grid[cell] for cell in set(self.cells))
        return values == list(range(values[0], values[0] + len(values)))


class Palindrome(OfPairs, _Line):
    """The line reads the same from both ends."""

    notations = rows(f_puzzles("palindrome", "lines"), iss("Palindrome", "enough"),
                     lisudoku("palindromes"), sudokumaker(402, "lines"))  # fmt: skip
    drawn = BroadLine("#707070", named=False)

    @property
    def pairs(self) -> Sequence[tuple[Cell, Cell]]:
        return list(zip(self.halves()[0], reversed(self.cells), strict=False))

    def fits(self, one: int, other: int) -> bool:
        return one == other


class _WithEnds(_Line):
    """What each digit of a line has to do with those of both ends."""

    @staticmethod
    @abstractmethod
    def fits(low: int, inner: int, high: int) -> bool:
        """Return whether a digit may be between ends of which one is low and one high."""

    @property
    def primitives(self) -> tuple[Primitive, ...]:
        """A table for each digit between and both ends."""
        first, *inner, last = self.cells
        fits = _fitting(type(self), self.digits)
        return tuple(table((first, cell, last), fits, self.name) for cell in inner)

    def holds(self, grid: Grid) -> bool:
        first, *inner, last = self.values(grid)
        return all(self.fits(min(first, last), value, max(first, last)) for value in inner)


@lru_cache(maxsize=16)
def _fitting(line: type[_WithEnds], digits: range) -> frozenset[tuple[int, ...]]:
    """Return the triples that fit, which all lines of a puzzle and those of others share."""
    every = product(digits, repeat=3)
    return frozenset((a, b, c) for a, b, c in every if line.fits(min(a, c), b, max(a, c)))


class Between(_WithEnds):
    """The digits between the two ends lie strictly between the digits of the ends."""

    notations = rows(f_puzzles("betweenline", "lines"), iss("Between"), sudokumaker(403, "lines"))
    drawn = BroadLine("#5577bb", "discs")

    @staticmethod
    def fits(low: int, inner: int, high: int) -> bool:
        return low < inner < high


@dataclass(frozen=True)
class Lockout(_WithEnds):
    """The ends differ by some number or more, and no digit of the line is between or at them."""

    difference: OptionalNumber = None

    usual = 4
    notations = rows(f_puzzles("lockout", "lines"), iss("Lockout", "number"),
                     sudokumaker(407, "lines"))  # fmt: skip
    drawn = BroadLine("#b06a20", "diamonds")

    @staticmethod
    def fits(low: int, inner: int, high: int) -> bool:
        return not low <= inner <= high

    @property
    def primitives(self) -> tuple[Primitive, ...]:
        """The ends are far apart, too."""
        ends = [(self.cells[0], self.cells[-1])]
        far = self.pairs_where(lambda a, b: abs(a - b) >= self.amount)
        return *related(ends, far, self.name), *super().primitives

    def holds(self, grid: Grid) -> bool:
        first, *_, last = self.values(grid)
        return abs(first - last) >= self.amount and super().holds(grid)


class _Near(OfPairs, _Line):
    """A relation of cells near one another on the line."""

    @property
    @abstractmethod
    def width(self) -> int:
        """Of this many cells in a row each two are a pair."""

    @property
    def pairs(self) -> Sequence[tuple[Cell, Cell]]:
        every = enumerate(self.cells)
        return [(one, other) for at, one in every for other in self.cells[at + 1 : at + self.width]]


@dataclass(frozen=True)
class Modular(_Near):
    """Every this many cells in a row have different remainders."""

    modulus: OptionalNumber = None

    usual = 3
    notations = rows(f_puzzles("modularline", "lines"), iss("Modular", "number"),
                     sudokumaker(406, "groups", "rests"))  # fmt: skip
    drawn = BroadLine("#1f9e96")
    laid = Laid(LaidShape.GROWING)

    @property
    def width(self) -> int:
        return self.amount

    def fits(self, one: int, other: int) -> bool:
        return one % self.amount != other % self.amount

    def fault(self) -> str:
        is_below = self.amount < 1
        return f"{self.label} {self.amount}; expected 1 or more remainders" if is_below else ""


class Entropic(_Near):
    """Every three cells in a row have a low, a middle and a high digit."""

    notations = rows(f_puzzles("entropicline", "lines"), iss("Entropic"),
                     sudokumaker(406, "groups", "thirds"))  # fmt: skip
    drawn = BroadLine("#e08020")
    laid = Laid(LaidShape.GROWING)

    width = 3

    def fits(self, one: int, other: int) -> bool:
        return not any({one, other} <= third for third in thirds(self.board))


def thirds(board: Board) -> list[frozenset[int]]:
    """Return the low, the middle and the high digits of a board.

    Where these cannot be equally many, the low and the high ones are: 1, 2 and 3, 4 of four digits
    and 1 and 2, 3, 4 and 5 of five, as SudokuSolver has it.

    >>> from cpsudoku.rules import square
    >>> [sorted(part) for part in thirds(square(8))]
    [[1, 2, 3], [4, 5], [6, 7, 8]]
    """
    outer = (board.size + 1) // 3
    digits = range(board.first, board.last + 1)
    parts = digits[:outer], digits[outer : board.size - outer], digits[board.size - outer :]
    return [frozenset(part) for part in parts if part]


class Nabner(OfPairs, _Line):
    """No two digits on the line are equal or follow one another, wherever on it they are."""

    notations = rows(f_puzzles("nabner", "lines"))
    drawn = BroadLine("#c8a800")
    laid = Laid(LaidShape.GROWING)

    @property
    def pairs(self) -> Sequence[tuple[Cell, Cell]]:
        return list(combinations(self.scope, 2))

    def fits(self, one: int, other: int) -> bool:
        return abs(one - other) >= 2


class ParityLine(OfNeighbours):
    """Odd and even digits take turns along the line."""

    name = "parity"
    notations = rows(sudokumaker(406, "groups", "parity"))
    drawn = BroadLine("#d86060")
    laid = Laid(LaidShape.GROWING)

    def fits(self, one: int, other: int) -> bool:
        return (one + other) % 2 == 1


class Arithmetic(OfSums, _Line):
    """The digits grow or fall along the line by the same number from cell to cell, or stay."""

    notations = rows(sudokumaker(405, "lines"))
    drawn = BroadLine("#6f7fd0")
    laid = Laid(LaidShape.GROWING)

    def sums(self) -> Iterator[Terms]:
        """A digit between two others is their average."""
        for one, middle, other in zip(self.cells, self.cells[1:], self.cells[2:], strict=False):
            yield [(one, 1), (middle, -2), (other, 1)], (0,)
