"""Puzzles as the calls of this room take them: of the same rules, or of several.

>>> [len(lot.rows) for lot in lots_of(["1.............4.", "1", "......2.34....1."])]
[2, 1]
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cpsudoku import formats
from cpsudoku.bulk.arrays import puzzle_of, read
from cpsudoku.bulk.inputs import Puzzles
from cpsudoku.bulk.rows import are_masks, digits_of, rows_of
from cpsudoku.errors import FormatError, PuzzleError
from cpsudoku.puzzle import Puzzle
from cpsudoku.rules import Rules


@dataclass(frozen=True)
class PuzzleLot:
    """Puzzles of the same rules: rows (n, cells) of digits (uint8), or of masks of candidates."""

    rules: Rules
    numbers: NDArray[np.intp]
    rows: NDArray[Any]

    @property
    def givens(self) -> NDArray[np.uint8]:
        """Their givens, an array (n, cells) with 0 for a blank."""
        return digits_of(self.rows) if are_masks(self.rows) else self.rows

    def puzzle(self, place: int) -> Puzzle:
        """Return one of them, by its place in the lot from 0."""
        return puzzle_of(self.rows[place].tolist(), self.rules, are_masks(self.rows))

    def part(self, which: NDArray[Any]) -> PuzzleLot:
        """Return some of them."""
        return PuzzleLot(self.rules, self.numbers[which], self.rows[which])


def lots_of(puzzles: Puzzles, rules: Rules | None = None) -> list[PuzzleLot]:
    """Return puzzles by their rules, in the order of each rules' first puzzle.

    Args:
        puzzles: as for `cpsudoku.solve_many`; those of a list may have several rules.
        rules: the rules; None for those that each puzzle says, or that a grid of its size has.

    Raises:
        CpsudokuError: something is not a puzzle.
        OSError: a file cannot be read.
    """
    if isinstance(puzzles, Puzzle):
        puzzles = [puzzles]
    if isinstance(puzzles, list | tuple):
        of_each = _by_rules(puzzles, rules)
        if of_each is not None:
            return of_each
        puzzles = list(puzzles)
    origin = read(puzzles, rules, None)
    return [PuzzleLot(origin.rules, np.arange(len(origin.rows)), origin.rows)]


def _by_rules(puzzles: Sequence[Any], rules: Rules | None) -> list[PuzzleLot] | None:
    """Return the lots of a list; None where all of it is of the usual rules of one size."""
    if not puzzles:
        empty = rules or formats.parse("." * 81).rules
        return [PuzzleLot(empty, np.arange(0), np.zeros((0, empty.cell_count), np.uint8))]
    plain = {len(one) for one in puzzles if isinstance(one, str)}
    if len(plain) == 1 and all(isinstance(one, str) and "\n" not in one for one in puzzles):
        return None
    found = [_puzzle(one, number, rules) for number, one in enumerate(puzzles, 1)]
    lots = []
    for its in dict.fromkeys(one.rules for one in found):
        numbers = [number for number, one in enumerate(found) if one.rules == its]
        rows, _ = rows_of([found[number] for number in numbers], its, None)
        lots.append(PuzzleLot(its, np.array(numbers, np.intp), rows))
    return lots


def _puzzle(one: Any, number: int, rules: Rules | None) -> Puzzle:
    if isinstance(one, Puzzle):
        if rules is not None and one.rules != rules:
            raise PuzzleError(f"puzzle {number} has other rules")
        return one
    try:
        return formats.parse(one, rules)
    except FormatError as error:
        raise FormatError(error.message, line=number) from None
