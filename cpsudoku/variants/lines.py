"""Lines: what holds from cell to cell, or for all that a line goes through.

>>> from cpsudoku.rules import square
>>> thermo = Thermo(square(9), (0, 1, 2))
>>> thermo.holds((2, 5, 9)), thermo.holds((2, 2, 9))
(True, False)
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations, product

from cpsudoku.rules import AllDifferent, Board
from cpsudoku.rules.primitives import Primitive, Table
from cpsudoku.variants.base import (
    HALF_OF_DIGITS,
    Grid,
    OfNeighbours,
    OnLine,
    OptionalNumber,
    related,
    table,
    weighed,
)
from cpsudoku.variants.traits import (
    BroadLine,
    LaidShape,
    RandomLayout,
    f_puzzles,
    iss,
    lisudoku,
    rows,
    sudokumaker,
)


class _Line(OnLine):
    laid = RandomLayout(LaidShape.LONG)


class Thermo(OfNeighbours):
    """A thermometer: digits grow from the bulb on."""

    notations = rows(f_puzzles("thermometer", "lines"), iss("Thermo"), lisudoku("thermos"),
                     sudokumaker(300, "thermo"))  # fmt: skip
    drawn = BroadLine("#808080", "bulb", named=False)
    laid = RandomLayout(LaidShape.GROWING)

    def fits(self, one: int, other: int) -> bool:
        return one < other

    def holds(self, grid: Grid) -> bool:
        values = list(self.values(grid))
        return values == sorted(set(values))


class SlowThermo(OfNeighbours):
    """A slow thermometer: digits do not fall from the bulb on."""

    notations = rows(f_puzzles("slowthermometer", "lines"), sudokumaker(300, "thermo", "slow"))
    drawn = BroadLine("#a08050", "bulb")
    laid = RandomLayout(LaidShape.GROWING)

    def fits(self, one: int, other: int) -> bool:
        return one <= other

    def holds(self, grid: Grid) -> bool:
        values = list(self.values(grid))
        return values == sorted(values)


@dataclass(frozen=True)
class Whispers(OfNeighbours):
    """Neighbours on the line differ by some number or more: 5 of 9 for German whispers."""

    difference: OptionalNumber = None

    shown = ("difference",)
    usual = HALF_OF_DIGITS
    notations = rows(f_puzzles("whispers", "valued"), iss("Whisper", "whisper"),
                     sudokumaker(401, "whisper"))  # fmt: skip
    drawn = BroadLine("#3fa52f", named=False)
    laid = RandomLayout(LaidShape.GROWING)

    def fits(self, one: int, other: int) -> bool:
        return abs(one - other) >= self.amount

    def holds(self, grid: Grid) -> bool:
        values = self.values(grid)
        return all(abs(values[i] - values[i - 1]) >= self.amount for i in range(1, len(values)))


class Renban(_Line):
    """The digits of the line follow one another in some order, none twice."""

    notations = rows(f_puzzles("renban", "lines"), iss("Renban"), lisudoku("renbans"),
                     sudokumaker(400, "lines"))  # fmt: skip
    drawn = BroadLine("#a040b8", named=False)
    laid = RandomLayout(LaidShape.LINE)

    @property
    def primitives(self) -> tuple[Primitive, ...]:
        """A group whose digits are nowhere further apart than their number allows."""
        near = self.pairs_where(lambda a, b: abs(a - b) < len(self.scope))
        pairs = list(combinations(self.scope, 2))
        return AllDifferent(self.scope, self.name), *related(pairs, near, self.name)

    def holds(self, grid: Grid) -> bool:
        values = sorted(grid[cell] for cell in set(self.cells))
        return values == list(range(values[0], values[0] + len(values)))


class Palindrome(_Line):
    """The line reads the same from both ends."""

    notations = rows(f_puzzles("palindrome", "lines"), iss("Palindrome", "enough"),
                     lisudoku("palindromes"), sudokumaker(402, "lines"))  # fmt: skip
    drawn = BroadLine("#707070", named=False)

    @property
    def primitives(self) -> tuple[Primitive, ...]:
        equal = frozenset((d, d) for d in self.digits)
        pairs = zip(self.halves()[0], reversed(self.cells), strict=False)
        return related(list(pairs), equal, self.name)

    def holds(self, grid: Grid) -> bool:
        values = self.values(grid)
        return values == values[::-1]


class Between(_Line):
    """The digits between the two ends lie strictly between the digits of the ends."""

    notations = rows(f_puzzles("betweenline", "lines"), iss("Between"), sudokumaker(403, "lines"))
    drawn = BroadLine("#5577bb", "discs")

    @property
    def primitives(self) -> tuple[Primitive, ...]:
        """A table for each digit between and both ends."""
        return _with_both_ends(self, _is_between)

    def holds(self, grid: Grid) -> bool:
        values = self.values(grid)
        low, high = sorted((values[0], values[-1]))
        return all(low < value < high for value in values[1:-1])


@dataclass(frozen=True)
class Lockout(_Line):
    """The ends differ by some number or more, and no digit of the line is between or at them."""

    difference: OptionalNumber = None

    usual = 4
    notations = rows(f_puzzles("lockout", "lines"), iss("Lockout", "number"),
                     sudokumaker(407, "lines"))  # fmt: skip
    drawn = BroadLine("#b06a20", "diamonds")

    @property
    def primitives(self) -> tuple[Primitive, ...]:
        """The ends are far apart; a table for each digit between and both ends."""
        ends = [(self.cells[0], self.cells[-1])]
        far = related(ends, _far(self.digits, self.amount), self.name)
        return *far, *_with_both_ends(self, _is_beyond)

    def holds(self, grid: Grid) -> bool:
        values = self.values(grid)
        low, high = sorted((values[0], values[-1]))
        far = high - low >= self.amount
        return far and not any(low <= value <= high for value in values[1:-1])


def _is_between(one: int, middle: int, other: int) -> bool:
    return min(one, other) < middle < max(one, other)


def _is_beyond(one: int, middle: int, other: int) -> bool:
    return not min(one, other) <= middle <= max(one, other)


@lru_cache(maxsize=64)
def _far(digits: range, least: int) -> frozenset[tuple[int, int]]:
    """Return the pairs of digits that differ by a number or more."""
    return frozenset((a, b) for a, b in product(digits, repeat=2) if abs(a - b) >= least)


def _with_both_ends(line: OnLine, fits: Callable[[int, int, int], bool]) -> tuple[Table, ...]:
    """Return that a relation holds of the first digit, each digit between, and the last."""
    first, *inner, last = line.cells
    allowed = _triples(line.digits, fits)
    return tuple(table((first, cell, last), allowed, line.name) for cell in inner)


# (There are few relations, which all lines of a puzzle and those of others share.)
@lru_cache(maxsize=16)
def _triples(digits: range, fits: Callable[[int, int, int], bool]) -> frozenset[tuple[int, ...]]:
    """Return the triples of digits that fit."""
    return frozenset(three for three in product(digits, repeat=3) if fits(*three))


@dataclass(frozen=True)
class Modular(_Line):
    """Every this many cells in a row have different remainders."""

    modulus: OptionalNumber = None

    usual = 3
    notations = rows(f_puzzles("modularline", "lines"), iss("Modular", "number"),
                     sudokumaker(406, "groups", "rests"))  # fmt: skip
    drawn = BroadLine("#1f9e96")
    laid = RandomLayout(LaidShape.GROWING)

    @property
    def primitives(self) -> tuple[Primitive, ...]:
        """Two cells near one another are never of one class."""
        rest = {digit: digit % self.amount for digit in self.digits}
        return _of_different_classes(self, rest, self.amount)

    def holds(self, grid: Grid) -> bool:
        rests = [value % self.amount for value in self.values(grid)]
        windows = [rests[i : i + self.amount] for i in range(len(rests))]
        return all(len(set(window)) == len(window) for window in windows)

    def fault(self) -> str:
        is_below = self.amount < 1
        return f"{self.label} {self.amount}; expected 1 or more remainders" if is_below else ""


class Entropic(_Line):
    """Every three cells in a row have a low, a middle and a high digit."""

    notations = rows(f_puzzles("entropicline", "lines"), iss("Entropic"),
                     sudokumaker(406, "groups", "thirds"))  # fmt: skip
    drawn = BroadLine("#e08020")
    laid = RandomLayout(LaidShape.GROWING)

    @property
    def primitives(self) -> tuple[Primitive, ...]:
        """Two cells near one another are never of one class."""
        third = {digit: i for i, part in enumerate(thirds(self.board)) for digit in part}
        return _of_different_classes(self, third, 3)

    def holds(self, grid: Grid) -> bool:
        outer = (self.board.size + 1) // 3
        low, high = self.board.first + outer, self.board.last - outer
        ranks = [(value >= low) + (value > high) for value in self.values(grid)]
        return all(ranks[i] != ranks[j] for i, j in combinations(range(len(ranks)), 2) if j - i < 3)


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


def _of_different_classes(
    line: OnLine, class_of: dict[int, int], width: int
) -> tuple[Primitive, ...]:
    allowed = line.pairs_where(lambda a, b: class_of[a] != class_of[b])
    near = [(i, j) for i, j in combinations(range(len(line.cells)), 2) if j - i < width]
    return related([(line.cells[i], line.cells[j]) for i, j in near], allowed, line.label)


class Nabner(_Line):
    """No two digits on the line are equal or follow one another, wherever on it they are."""

    notations = rows(f_puzzles("nabner", "lines"))
    drawn = BroadLine("#c8a800")
    laid = RandomLayout(LaidShape.GROWING)

    @property
    def primitives(self) -> tuple[Primitive, ...]:
        return related(list(combinations(self.scope, 2)), _far(self.digits, 2), self.name)

    def holds(self, grid: Grid) -> bool:
        values = sorted(grid[cell] for cell in set(self.cells))
        return all(values[i + 1] - values[i] >= 2 for i in range(len(values) - 1))


class ParityLine(OfNeighbours):
    """Odd and even digits take turns along the line."""

    name = "parity"
    notations = rows(sudokumaker(406, "groups", "parity"))
    drawn = BroadLine("#d86060")
    laid = RandomLayout(LaidShape.GROWING)

    def fits(self, one: int, other: int) -> bool:
        return (one + other) % 2 == 1

    def holds(self, grid: Grid) -> bool:
        odd = [value % 2 for value in self.values(grid)]
        return 1 - odd[0] not in odd[::2] and odd[0] not in odd[1::2]


class Arithmetic(_Line):
    """The digits grow or fall along the line by the same number from cell to cell, or stay."""

    notations = rows(sudokumaker(405, "lines"))
    drawn = BroadLine("#6f7fd0")
    laid = RandomLayout(LaidShape.GROWING)

    @property
    def primitives(self) -> tuple[Primitive, ...]:
        """A digit between two others is their average."""
        threes = zip(self.cells, self.cells[1:], self.cells[2:], strict=False)
        return tuple(
            part
            for one, middle, other in threes
            for part in weighed(((one, 1), (middle, -2), (other, 1)), (0,), self.name)
        )

    def holds(self, grid: Grid) -> bool:
        values = self.values(grid)
        step = values[1] - values[0]
        return all(value == values[0] + place * step for place, value in enumerate(values))
