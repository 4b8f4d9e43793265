"""A game in a terminal: the player's moves, which can all be undone; it knows no screen.

>>> from cpsudoku.formats import parse
>>> game = Game(parse("1..............."))
>>> game.enter(1, 1)
>>> sorted(game.clashes())
[0, 1]
>>> game.undo()
>>> game.digits[:2]
[1, 0]
"""

from __future__ import annotations

from dataclasses import dataclass, field

from cpsudoku.puzzle import Puzzle
from cpsudoku.rules import Cell, Digit


@dataclass
class Game:
    """A puzzle, and what the player has entered and marked.

    Args:
        puzzle: the puzzle; its pencil marks are the first marks.
    """

    puzzle: Puzzle
    digits: list[Digit] = field(init=False)
    marks: list[int] = field(init=False)
    _states: list[tuple[list[Digit], list[int]]] = field(init=False)
    _at: int = field(init=False, default=0)

    def __post_init__(self) -> None:
        self.digits = list(self.puzzle.digits)
        full = self.puzzle.rules.all_digits
        self.marks = [
            0 if digit or mask == full else mask
            for digit, mask in zip(self.digits, self.puzzle.candidates, strict=True)
        ]
        self._states = [(self.digits, self.marks)]

    def is_given(self, cell: Cell) -> bool:
        return self.puzzle.digits[cell] > 0

    def enter(self, cell: Cell, digit: Digit) -> None:
        """Enter a digit, or take it away where the cell has it; its peers lose the mark."""
        if self.is_given(cell):
            return
        if self.digits[cell] == digit:
            self._act([(cell, 0, self.marks[cell])])
            return
        bit = 1 << digit - 1
        peers = [p for p in self.puzzle.rules.peers[cell] if self.marks[p] & bit]
        cleaned = [(p, self.digits[p], self.marks[p] & ~bit) for p in peers]
        self._act([(cell, digit, self.marks[cell]), *cleaned])

    def mark(self, cell: Cell, digit: Digit) -> None:
        """Mark a digit as a candidate, or take the mark away."""
        if not self.digits[cell]:
            self._act([(cell, 0, self.marks[cell] ^ 1 << digit - 1)])

    def erase(self, cell: Cell) -> None:
        """Empty a cell: of its digit; where it has none, of its marks."""
        if not self.is_given(cell):
            self._act([(cell, 0, self.marks[cell] if self.digits[cell] else 0)])

    def fill(self) -> None:
        """Mark in every open cell all digits that no peer has."""
        self._act([(cell, 0, self.allowed(cell)) for cell, d in enumerate(self.digits) if not d])

    def allowed(self, cell: Cell) -> int:
        """Return the digits that no peer of a cell has, as a mask."""
        mask = self.puzzle.rules.all_digits
        for peer in self.puzzle.rules.peers[cell]:
            if self.digits[peer]:
                mask &= ~(1 << self.digits[peer] - 1)
        return mask

    def _act(self, wanted: list[tuple[Cell, Digit, int]]) -> None:
        digits, marks = [*self.digits], [*self.marks]
        for cell, digit, mark in wanted:
            digits[cell], marks[cell] = digit, mark
        if (digits, marks) != (self.digits, self.marks):
            self._states[self._at + 1 :] = [(digits, marks)]
            self.redo()

    def redo(self) -> None:
        self._go(self._at + 1)

    def undo(self) -> None:
        self._go(self._at - 1)

    def _go(self, to: int) -> None:
        if 0 <= to < len(self._states):
            self._at = to
            self.digits, self.marks = self._states[to]

    def clashes(self) -> set[Cell]:
        """Return the cells whose digits clash with others by the rules."""
        found = set()
        for group in self.puzzle.rules.groups:
            digits = [self.digits[cell] for cell in group.cells]
            placed = zip(group.cells, digits, strict=True)
            found |= {cell for cell, digit in placed if digit and digits.count(digit) > 1}
        return found

    @property
    def complete(self) -> bool:
        """Whether every cell has a digit, and all rules hold."""
        return all(self.digits) and self.puzzle.rules.broken(tuple(self.digits)) is None

    @property
    def candidates(self) -> tuple[int, ...]:
        """For each cell what the player leaves to it: its digit, its marks, or what no peer has."""
        return tuple(
            1 << digit - 1 if digit else mark or self.allowed(cell)
            for cell, (digit, mark) in enumerate(zip(self.digits, self.marks, strict=True))
        )
