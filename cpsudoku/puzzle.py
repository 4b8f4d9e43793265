"""A puzzle: rules, and the candidates left in each cell.

A *given* is a cell with one candidate, so that a puzzle of givens and one of pencil marks are the
same kind of thing.

    >>> from cpsudoku.puzzle import Puzzle
    >>> from cpsudoku.rules import boxes
    >>> puzzle = Puzzle.from_digits([1, 0, 0, 0] + [0] * 12, boxes(2, 2))
    >>> puzzle.clues, str(puzzle)
    (1, '1...............')
    >>> puzzle.with_given(1, 1).clash().describe(puzzle.rules.board)
    'r1c1 and r1c2 are both 1 in row 1'
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property, lru_cache

from cpsudoku.errors import PuzzleError
from cpsudoku.ground.notebook import Drawn
from cpsudoku.rules import AllDifferent, Board, Candidates, Cell, Digit, Rules, cell_name


@dataclass(frozen=True, slots=True)
class Clash:
    """Why a puzzle has no solution at first sight.

    Args:
        cells: two cells with the same given, or one cell without candidates.
        digit: the given that both cells have; 0 for a cell without candidates.
        house: the group that both cells are in; None for a cell without candidates.
    """

    cells: tuple[Cell, ...]
    digit: Digit = 0
    house: AllDifferent | None = None

    def describe(self, board: Board | int) -> str:
        """Say it in words, with cells as ``r1c1``; the board may be the size of a square one."""
        names = " and ".join(cell_name(cell, board) for cell in self.cells)
        if self.house is None:
            return f"{names} has no candidate left"
        first = 1 if isinstance(board, int) else board.first
        return f"{names} are both {self.digit + first - 1} in {self.house.label}"


@dataclass(frozen=True)
class Puzzle(Drawn):
    """Rules, and for each cell the digits that it may still have; hashable and never changed.

    What the text of a puzzle says besides (title, solution, proposals) is in its record:
    `cpsudoku.formats.record`.

    Args:
        candidates: for each cell a bit mask; bit d−1 stands for digit d.

    Raises:
        PuzzleError: the number of cells is wrong, or a mask has a digit that the rules do not have.
    """

    rules: Rules
    candidates: Candidates

    def __post_init__(self) -> None:
        rules, candidates = self.rules, self.candidates
        if len(candidates) != rules.cell_count:
            raise PuzzleError(f"a puzzle of {len(candidates)} cells; expected {rules.cell_count}")
        if min(candidates) < 0 or max(candidates) > rules.all_digits:
            cell = next(c for c, m in enumerate(candidates) if not 0 <= m <= rules.all_digits)
            raise PuzzleError(
                f"{cell_name(cell, rules.board)} has candidates outside of 1 to {rules.size}"
            )

    @classmethod
    def trusted(cls, rules: Rules, candidates: Candidates) -> Puzzle:
        """Return a puzzle without checking that the masks fit the rules."""
        puzzle = object.__new__(cls)
        fields = puzzle.__dict__  # The way around the frozen __setattr__, and quicker.
        fields["rules"] = rules
        fields["candidates"] = candidates
        return puzzle

    @classmethod
    def from_digits(cls, digits: Iterable[Digit], rules: Rules) -> Puzzle:
        """Return the puzzle with these givens, for each cell a digit, 0 for none.

        Raises:
            PuzzleError: the number of cells is wrong, or a digit is not among 0 … N.
        """
        cells = tuple(digits)
        mask_of = _masks_of_digits(rules.size)
        try:
            masks = tuple([mask_of[digit] for digit in cells])
        except KeyError:
            cell = next(cell for cell, digit in enumerate(cells) if digit not in mask_of)
            raise PuzzleError(
                f"{cell_name(cell, rules.board)} has digit {cells[cell]}; "
                f"expected 1 to {rules.size}, or 0 for none"
            ) from None
        is_whole = len(masks) == rules.cell_count
        return cls.trusted(rules, masks) if is_whole else cls(rules, masks)

    @classmethod
    def empty(cls, rules: Rules) -> Puzzle:
        """Return the puzzle without any given."""
        return cls(rules, (rules.all_digits,) * rules.cell_count)

    @cached_property
    def digits(self) -> tuple[Digit, ...]:
        """For each cell its given, 0 for none."""
        digit_of = _digits_of_masks(self.rules.size).get
        return tuple([digit_of(mask, 0) for mask in self.candidates])

    @property
    def clues(self) -> int:
        """Number of givens."""
        return sum(digit > 0 for digit in self.digits)

    @cached_property
    def has_pencil_marks(self) -> bool:
        """Whether some cell without a given has lost candidates, so that givens do not say all."""
        plain = {*_digits_of_masks(self.rules.size), self.rules.all_digits}
        return not plain.issuperset(self.candidates)

    def with_given(self, cell: Cell, digit: Digit) -> Puzzle:
        """Return this puzzle with a cell's candidates replaced by one given; 0 for all digits.

        Raises:
            PuzzleError: there is no such cell or digit.
        """
        rules = self.rules
        if not 0 <= cell < rules.cell_count:
            raise PuzzleError(f"there is no cell {cell}; expected 0 to {rules.cell_count - 1}")
        if not 0 <= digit <= rules.size:
            raise PuzzleError(f"there is no digit {digit}; expected 0 to {rules.size}")
        mask = 1 << (digit - 1) if digit else rules.all_digits
        return Puzzle(rules, (*self.candidates[:cell], mask, *self.candidates[cell + 1 :]))

    def clash(self) -> Clash | None:
        """Return the first contradiction that can be seen without any search, or None.

        Only groups of different cells are looked at, so that there may be others.
        """
        for cell, mask in enumerate(self.candidates):
            if not mask:
                return Clash((cell,))
        for house in self.rules.groups:
            seen: dict[Digit, Cell] = {}
            for cell in house.cells:
                digit = self.digits[cell]
                if digit and seen.setdefault(digit, cell) != cell:
                    return Clash((seen[digit], cell), digit, house)
        return None

    def __str__(self) -> str:
        return self.rules.text(self.digits)

    def __repr__(self) -> str:
        # The rules take thousands of characters, and a puzzle stands in hints, ratings and answers.
        return f"<Puzzle {self}>"


@lru_cache(maxsize=64)
def _digits_of_masks(size: int) -> dict[int, Digit]:
    return {1 << digit >> 1: digit for digit in range(1, size + 1)}


@lru_cache(maxsize=64)
def _masks_of_digits(size: int) -> dict[Digit, int]:
    """Return the mask of each digit, and all candidates of a cell for 0."""
    return {0: (1 << size) - 1, **{digit: 1 << digit >> 1 for digit in range(1, size + 1)}}
