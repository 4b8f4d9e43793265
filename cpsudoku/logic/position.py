"""Where a puzzle stands while it is solved by people's techniques: what is placed, what is left.

>>> from cpsudoku.puzzle import Puzzle
>>> from cpsudoku.rules import boxes
>>> position = Position.of(Puzzle.from_digits([1, 0, 0, 0] + [0] * 12, boxes(2, 2)))
>>> position.digits[:2], position.left(1), position.solved
((1, 0), (2, 3, 4), False)
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Protocol

from cpsudoku.puzzle import Puzzle
from cpsudoku.rules import Candidates, Cell, Digit, Rules, digits_of_mask


class Conclusion(Protocol):
    """What follows from a position: the part common to all steps."""

    @property
    def placements(self) -> Iterable[tuple[Cell, Digit]]:
        """Digits that are placed."""

    @property
    def eliminations(self) -> Iterable[tuple[Cell, Digit]]:
        """Candidates that go."""


@dataclass(frozen=True)
class Position:
    """Placed digits, and the candidates of the open cells.

    Args:
        digits: for each cell its digit; 0 for an open one.
        candidates: for each cell the digits that it may have, as a bit mask; 0 for a placed one.
        at_first: for each cell the digits that the puzzle as given left it, before anything
            followed; what supposes one solution rests on what could be there then.
    """

    rules: Rules
    digits: tuple[Digit, ...]
    candidates: Candidates
    at_first: Candidates

    @classmethod
    def of(cls, puzzle: Puzzle) -> Position:
        """Return where a puzzle begins: its givens, and what they leave of its pencil marks."""
        return cls.placed(puzzle.rules, puzzle.digits, puzzle.candidates)

    @classmethod
    def placed(
        cls,
        rules: Rules,
        digits: Sequence[Digit],
        candidates: Sequence[int],
        at_first: Candidates | None = None,
    ) -> Position:
        """Return the position with some digits placed.

        Args:
            candidates: for each cell the digits that it may have before any is placed.
            at_first: for each cell the digits that the puzzle as given left it; None where the
                digits are the givens and the candidates its own.
        """
        if at_first is None:
            own = zip(digits, candidates, strict=True)
            at_first = tuple(1 << digit >> 1 if digit else mask for digit, mask in own)
        each = zip(digits, candidates, at_first, strict=True)
        left = [0 if digit else mask & own for digit, mask, own in each]
        for group in rules.groups:  # by groups: the peers of a huge board would fill the memory
            placed = 0
            for cell in group.cells:
                placed |= 1 << digits[cell] >> 1  # no bit for an open cell
            for cell in group.cells:
                left[cell] &= ~placed
        return cls(rules, tuple(digits), tuple(left), at_first)

    @cached_property
    def givens(self) -> frozenset[Cell]:
        """The cells whose digits were given, not placed by a player."""
        own = self.at_first
        return frozenset(c for c, d in enumerate(self.digits) if d and not own[c] & own[c] - 1)

    @cached_property
    def masks(self) -> Candidates:
        """For each cell its digit, or what is left for it, as a bit mask: the puzzle by now."""
        each = zip(self.digits, self.candidates, strict=True)
        return tuple(1 << digit >> 1 or mask for digit, mask in each)

    def could_be(self, cell: Cell, digit: Digit) -> bool:
        """Return whether the puzzle as given left a cell a digit."""
        return bool(self.at_first[cell] >> (digit - 1) & 1)

    @property
    def solved(self) -> bool:
        """Whether every cell has a digit."""
        return all(self.digits)

    def has(self, cell: Cell, digit: Digit) -> bool:
        """Return whether an open cell may have a digit."""
        return bool(self.candidates[cell] >> (digit - 1) & 1)

    def left(self, cell: Cell) -> tuple[Digit, ...]:
        """Return the candidates of a cell, ascending."""
        return digits_of_mask(self.candidates[cell])

    def places(self, group: int, digit: Digit) -> tuple[Cell, ...]:
        """Return the open cells of a group that may have a digit."""
        return tuple(c for c in self.rules.groups[group].cells if self.has(c, digit))

    def without(self, candidates: Iterable[tuple[Cell, Digit]]) -> Position:
        """Return the position without some candidates."""
        left = list(self.candidates)
        for cell, digit in candidates:
            left[cell] &= ~(1 << (digit - 1))
        return Position(self.rules, self.digits, tuple(left), self.at_first)

    def after(self, step: Conclusion) -> Position:
        """Return the position once a step has been applied."""
        digits, left = list(self.digits), list(self.candidates)
        for cell, digit in step.eliminations:
            left[cell] &= ~(1 << (digit - 1))
        for cell, digit in step.placements:
            digits[cell] = digit
            left[cell] = 0
            for peer in self.rules.peers[cell]:
                left[peer] &= ~(1 << (digit - 1))
        return Position(self.rules, tuple(digits), tuple(left), self.at_first)
