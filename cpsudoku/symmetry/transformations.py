"""The symmetries of a grid: which movements of cells and renamings of digits keep the rules.

Rows may be permuted within a band, columns within a stack, bands and stacks among themselves, the
digits renamed, and where boxes are square the grid transposed.  For the classic rules these are
3,359,232 movements times 9! names (Russell and Jarvis, "Mathematics of Sudoku II", 2006).

    >>> from cpsudoku.rules import classic
    >>> movements(classic())
    3359232
    >>> turn = Transformation(True, (3, 2, 1, 0), (0, 1, 2, 3), (0, 1, 2, 3, 4))
    >>> turn.then(turn.inverse()) == Transformation.identity(4)
    True
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import permutations, product
from math import factorial

from cpsudoku.errors import PuzzleError, UnsupportedError
from cpsudoku.ground.randomness import Randomness
from cpsudoku.puzzle import Puzzle
from cpsudoku.rules import Rules, boxes, usual
from cpsudoku.rules.rules import refusal


@dataclass(frozen=True, slots=True)
class Transformation:
    """A movement of cells and a renaming of digits.

    The cell in row r and column c of the result takes its digit from row ``rows[r]`` and column
    ``columns[c]`` of the source, transposed first if so asked, and renames it.

    Args:
        digits: for each digit 0 … N of the source its name in the result; ``digits[0]`` is 0.
    """

    transpose: bool
    rows: tuple[int, ...]
    columns: tuple[int, ...]
    digits: tuple[int, ...]

    @classmethod
    def identity(cls, size: int) -> Transformation:
        """Return the transformation that changes nothing."""
        line = tuple(range(size))
        return cls(False, line, line, tuple(range(size + 1)))

    @property
    def size(self) -> int:
        """Size of the grids that it applies to."""
        return len(self.rows)

    @property
    def sources(self) -> tuple[int, ...]:
        """For each cell of the result the cell of the source."""
        n = self.size
        across, down = (n, 1) if self.transpose else (1, n)
        return tuple(r * down + c * across for r in self.rows for c in self.columns)

    def apply(self, digits: Sequence[int]) -> tuple[int, ...]:
        """Move and rename the digits of a grid; 0, a blank, stays 0."""
        return tuple(self.digits[digits[source]] for source in self.sources)

    def apply_to_puzzle(self, puzzle: Puzzle) -> Puzzle:
        """Move and rename a puzzle's candidates."""
        if puzzle.rules.size != self.size:
            raise PuzzleError(f"a puzzle of size {puzzle.rules.size}; expected {self.size}")
        names = list(enumerate(self.digits[1:]))
        moved = (puzzle.candidates[source] for source in self.sources)
        masks = (sum(1 << new - 1 for d, new in names if mask >> d & 1) for mask in moved)
        return Puzzle(puzzle.rules, tuple(masks))

    def inverse(self) -> Transformation:
        """Return the transformation that undoes this one."""
        rows, columns, digits = map(_inverse, (self.rows, self.columns, self.digits))
        if self.transpose:
            rows, columns = columns, rows
        return Transformation(self.transpose, rows, columns, digits)

    def then(self, other: Transformation) -> Transformation:
        """Return the transformation that does this one first and another after it."""
        rows, columns = (self.columns, self.rows) if other.transpose else (self.rows, self.columns)
        places = ((rows, other.rows), (columns, other.columns), (other.digits, self.digits))
        taken = (tuple(its[i] for i in order) for its, order in places)
        return Transformation(self.transpose != other.transpose, *taken)

    def describe(self) -> str:
        """Say it in words, with rows and columns counted from 1."""
        first = "transpose; " if self.transpose else ""
        rows = " ".join(str(r + 1) for r in self.rows)
        columns = " ".join(str(c + 1) for c in self.columns)
        names = " ".join(f"{old}→{new}" for old, new in enumerate(self.digits) if old)
        return f"{first}rows {rows}; columns {columns}; digits {names}"


def _inverse(order: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(sorted(range(len(order)), key=order.__getitem__))


@lru_cache(maxsize=64)
def line_blocks(rules: Rules) -> tuple[int, int]:
    """Return how many rows a band and how many columns a stack has.

    The cells of the groups decide, and not what they are called.
    """
    size = rules.size
    if not refusal(rules):
        for height in range(1, size + 1):
            if size % height == 0 and rules.means(boxes(height, size // height)):
                return (height, size // height) if 1 < height < size else (size, size)
    known = "rules of rows, columns and rectangular boxes only"
    raise UnsupportedError(f"symmetries are known for {known}")


def movements(rules: Rules) -> int:
    """Return the number of movements of the cells that keep the rules."""
    height, width = line_blocks(rules)
    size = rules.size
    return (2 if height == width else 1) * _line_count(size, height) * _line_count(size, width)


def _line_count(size: int, block: int) -> int:
    blocks = size // block
    return int(factorial(block) ** blocks * factorial(blocks))


def line_orders(size: int, block: int) -> Iterator[tuple[int, ...]]:
    """Yield every order of lines that keeps blocks of them together."""
    within = list(permutations(range(block)))
    for blocks in permutations(range(size // block)):
        for inner in product(within, repeat=size // block):
            both = zip(blocks, inner, strict=True)
            yield tuple(b * block + i for b, order in both for i in order)


def all_movements(rules: Rules) -> Iterator[Transformation]:
    """Yield every movement of the cells that keeps the rules, digits unchanged."""
    height, width = line_blocks(rules)
    digits = tuple(range(rules.size + 1))
    for transpose in (False, True)[: 1 + (height == width)]:
        for rows in line_orders(rules.size, height):
            for columns in line_orders(rules.size, width):
                yield Transformation(transpose, rows, columns, digits)


def random_transformation(chance: Randomness, rules: Rules | None = None) -> Transformation:
    """Return a transformation that keeps rules, or the classic ones, each equally likely."""
    rules = rules or usual(9)
    size = rules.size
    height, width = line_blocks(rules)
    transpose = height == width and chance.below(2) == 1
    rows = _random_line(chance, size, height)
    columns = _random_line(chance, size, width)
    names = (digit + 1 for digit in _random_order(chance, size))
    return Transformation(transpose, rows, columns, (0, *names))


def _random_line(chance: Randomness, size: int, block: int) -> tuple[int, ...]:
    blocks = _random_order(chance, size // block)
    return tuple(b * block + i for b in blocks for i in _random_order(chance, block))


def _random_order(chance: Randomness, size: int) -> list[int]:
    order = list(range(size))
    chance.shuffle(order)
    return order
