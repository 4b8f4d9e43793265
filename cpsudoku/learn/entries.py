"""Entries one by one: does each follow, is it true, or is it false?  Partial credit that is earned.

An entry is a digit that is put into a blank cell.  In the order in which they are made each is

==========  ========================================================================================
``none``    not an entry: the cell is given or filled already, or there is no such cell or digit
``false``   in no solution with the givens and the entries before it that stand
``open``    in some of these solutions, not in all; only where the puzzle has several
``true``    in all of them, though no single shows it yet
``forced``  in all of them, and a single: the only digit left for its cell, or its only place in a
            house, once the digits that stand are struck off their peers
==========  ========================================================================================

A false entry does not stand, so that what follows is judged as if it had not been made.  *Credit*
is the share of the blank cells that are filled before the first false entry.  More entries never
make up for a false one, and neither repeating an entry nor altering a given is worth anything.

>>> found = judge([".12......21...4."], [[(0, 3), (5, 4), (0, 3), (4, 1), (4, 2)]])
>>> found.names(0), round(float(found.credit[0]), 3)
(['true', 'forced', 'none', 'false', 'forced'], 0.182)
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cpsudoku.asking import solving
from cpsudoku.errors import PuzzleError
from cpsudoku.learn.boards import PlayedBoards
from cpsudoku.learn.puzzles import PuzzleLot, lots_of
from cpsudoku.puzzle import Puzzle
from cpsudoku.rows.arrays import Puzzles
from cpsudoku.rules import Rules

ENTRIES = ("none", "false", "open", "true", "forced")
"""What the codes of entries are indices of."""

NONE, FALSE, OPEN, TRUE, FORCED = range(5)


@dataclass(frozen=True)
class Judgements:
    """Judgements of entries, a row for each puzzle.

    Args:
        codes: int8 array (n, most entries), indices into `ENTRIES`.
        credit: float array (n,): share of the blank cells that are filled before the first false
            entry.
        forced: float array (n,): share of the blank cells that are filled by forced entries before
            the first that is false.
    """

    codes: NDArray[np.int8]
    credit: NDArray[np.float64]
    forced: NDArray[np.float64]

    def names(self, row: int) -> list[str]:
        """Return the judgements of a puzzle's entries in words."""
        return [ENTRIES[code] for code in self.codes[row].tolist()]


def judge(puzzles: Puzzles, entries: object, *, rules: Rules | None = None) -> Judgements:
    """Judge each entry, in the order in which they are made.

    Args:
        puzzles: as for `cpsudoku.solve_many`; in a list they may have several rules.
        entries: for each puzzle pairs of a cell, from 0, and a digit, from 1: lists, or an array
            (n, most entries, 2) in which cell −1 is not an entry.
        rules: the rules; None for those that each puzzle says.

    Raises:
        CpsudokuError: a puzzle is not one.
        PuzzleError: there is not one list of entries for each puzzle, or it is not of pairs.
    """
    lots = lots_of([puzzles] if isinstance(puzzles, str) else puzzles, rules)
    moves = _array_of(entries, sum(len(lot.numbers) for lot in lots))
    codes = np.zeros(moves.shape[:2], np.int8)
    shares = np.zeros((2, len(moves)))
    for lot in lots:
        codes[lot.numbers] = _codes(lot, moves[lot.numbers])
        blanks = np.maximum((lot.givens == 0).sum(axis=1), 1)
        stands = np.logical_and.accumulate(codes[lot.numbers] != FALSE, axis=1)
        for share, least in zip(shares, (OPEN, FORCED), strict=True):
            counted = (codes[lot.numbers] >= least) & stands
            share[lot.numbers] = counted.sum(axis=1) / blanks
    return Judgements(codes, *shares)


def _array_of(entries: Any, count: int) -> NDArray[np.int64]:
    if not isinstance(entries, np.ndarray):
        listed: Sequence[Any] = [list(some) for some in entries]
        most = max(map(len, listed), default=0)
        try:
            rows = [[*some, *[(-1, 0)] * (most - len(some))] for some in listed]
            entries = np.array(rows, np.int64).reshape(len(listed), most, 2)
        except (ValueError, TypeError, OverflowError) as error:
            raise PuzzleError("entries that are not pairs of a cell and a digit") from error
    if entries.ndim != 3 or entries.shape[2] != 2 or entries.dtype.kind not in "iu":
        shape = f"{entries.dtype} of shape {entries.shape}"
        raise PuzzleError(f"entries of {shape}; expected whole numbers of shape ({count}, m, 2)")
    if len(entries) != count:
        raise PuzzleError(f"entries of {len(entries)} puzzles for {count}; expected as many")
    found: NDArray[np.int64] = entries.astype(np.int64)
    return found


def _codes(lot: PuzzleLot, moves: NDArray[np.int64]) -> NDArray[np.int8]:
    found = lot.solved()
    codes = np.zeros(moves.shape[:2], np.int8)
    several = (found.counts > 1) | found.unknown
    one = np.flatnonzero(~several)
    # Of a puzzle without solution the row is of zeros, which no entry agrees with.
    codes[one] = _by_solution(lot.part(one), found.solutions[one], moves[one])
    for place in np.flatnonzero(several).tolist():
        codes[place] = _by_search(lot.puzzle(place), moves[place].tolist())
    return codes


def _by_solution(
    lot: PuzzleLot, solutions: NDArray[Any], moves: NDArray[np.int64]
) -> NDArray[np.int8]:
    """Judge the entries of puzzles that have one solution or none."""
    rules, count = lot.rules, len(moves)
    boards = PlayedBoards.of(lot)
    codes = np.zeros(moves.shape[:2], np.int8)
    every = np.arange(count)
    for turn in range(moves.shape[1]):
        cells, digits = moves[:, turn, 0], moves[:, turn, 1]
        known = (cells >= 0) & (cells < rules.cell_count) & (digits >= 1) & (digits <= rules.size)
        at, digit = np.where(known, cells, 0), np.where(known, digits, 1)
        known &= boards.digits[every, at] == 0
        true = known & (solutions[every, at] == digit)
        forced = true & boards.is_single(at, digit)
        codes[:, turn] = np.select([forced, true, known], [FORCED, TRUE, FALSE], NONE)
        rows = np.flatnonzero(true)
        boards.place(rows, at[rows], digit[rows])
    return codes


def _by_search(puzzle: Puzzle, moves: Sequence[tuple[int, int]]) -> list[int]:
    """Judge the entries of a puzzle that has several solutions."""
    rules, codes = puzzle.rules, []
    placed = [bool(digit) for digit in puzzle.digits]
    for cell, digit in moves:
        known = 0 <= cell < rules.cell_count and 1 <= digit <= rules.size
        if not known or placed[cell]:
            codes.append(NONE)
            continue
        left = solving.candidates(puzzle).masks[cell]
        if not left >> (digit - 1) & 1:
            codes.append(FALSE)
            continue
        boards = PlayedBoards.of(lots_of([puzzle])[0])
        single = bool(boards.is_single(np.array([cell]), np.array([digit]))[0])
        codes.append(OPEN if left & (left - 1) else FORCED if single else TRUE)
        placed[cell] = True
        puzzle = puzzle.with_given(cell, digit)
    return codes
