"""Is this answer a solution of this puzzle?  The reward of a learning machine, which nothing games.

An answer is *solved* if it is a full grid that keeps every given and obeys the rules.  Nothing else
is asked: any solution counts, of variants as well, and of puzzles that have several.  No stored
grid is compared with, and no solver has a say.

>>> answers = ["It is 3124 2431 4213 1342.", "3124243142131234", "3124243142121342", "I give up."]
>>> found = verify([".12......21...4."] * 4, answers)
>>> found.solved.tolist(), found.read.tolist()
([True, False, False, False], [True, True, True, False])
>>> found.why[1:]
['the given 4 of r4c3 is 3', 'row 3 has a digit twice', 'no grid of 16 cells']
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cpsudoku import verify as verification
from cpsudoku.errors import PuzzleError
from cpsudoku.learn.puzzles import PuzzleLot, holds, lots_of
from cpsudoku.learn.reading import ReadAnswer, read_answer
from cpsudoku.rows.arrays import Puzzles
from cpsudoku.rules import Rules, cell_name


@dataclass(frozen=True)
class Rewards:
    """Rewards and faults of answers, a row for each.

    Args:
        read: bool array (n,): a grid was found in the answer, with blanks or without.
        answers: array (n, most cells): the grids as they were read; 0 for a blank, for a cell that
            a board does not have, and where nothing was read.
        grids: int array (n,): how many different complete grids an answer has, of which the last
            counts; more than one is a sign of guessing.
    """

    read: NDArray[np.bool_]
    answers: NDArray[Any]
    grids: NDArray[np.int64]
    _lots: tuple[PuzzleLot, ...]
    _unread: dict[int, str]

    def __len__(self) -> int:
        return len(self.read)

    @cached_property
    def altered(self) -> NDArray[np.bool_]:
        """Bool array (n, most cells): the givens that an answer has changed or left out."""
        found = np.zeros(self.answers.shape, np.bool_)
        for lot, grids in self._by_lot():
            wrong = (lot.givens != 0) & (grids != lot.givens)
            found[lot.numbers, : grids.shape[1]] = wrong & self.read[lot.numbers][:, None]
        return found

    @cached_property
    def solved(self) -> NDArray[np.bool_]:
        """Bool array (n,): a full grid that keeps the givens and obeys the rules."""
        found = self.kept.copy()
        for lot, grids in self._by_lot():
            good = holds(grids, lot.rules)
            if lot.has_masks and good.any():
                masks = lot.rows[good].astype(np.uint64)
                bits = np.uint64(1) << (grids[good].astype(np.uint64) - np.uint64(1))
                good[good] = ((masks & bits) != 0).all(axis=1)
            found[lot.numbers] &= good
        return found

    def _by_lot(self) -> Iterator[tuple[PuzzleLot, NDArray[Any]]]:
        """Yield the puzzles of each rules, and the grids of their answers."""
        for lot in self._lots:
            yield lot, self.answers[lot.numbers, : lot.rules.cell_count]

    @property
    def kept(self) -> NDArray[np.bool_]:
        """Bool array (n,): every given stands in the answer."""
        kept: NDArray[np.bool_] = self.read & ~self.altered.any(axis=1)
        return kept

    @cached_property
    def right(self) -> NDArray[np.float64]:
        """Share of the blank cells that have the digit of the solution; 0 where nothing was read.

        It is not a reward: an answer can be nearly all right and worth nothing.  NaN where the
        puzzle has not just one solution.  The puzzles are solved when this is first asked for.
        """
        found = np.full(len(self), np.nan)
        for lot, grids in self._by_lot():
            solved = lot.solved()
            blank = lot.givens == 0
            hits = ((grids == solved.solutions) & blank).sum(axis=1)
            blanks = blank.sum(axis=1)
            share = np.where(blanks > 0, hits / np.maximum(blanks, 1), self.solved[lot.numbers])
            found[lot.numbers] = np.where(solved.counts == 1, share, np.nan)
        return found

    @cached_property
    def why(self) -> list[str]:
        """The first fault of each answer; empty for a solution."""
        said = [""] * len(self)
        for lot in self._lots:
            for place, number in enumerate(lot.numbers.tolist()):
                if not self.solved[number]:
                    said[number] = self._unread.get(number) or self._fault(lot, place, number)
        return said

    def _fault(self, lot: PuzzleLot, place: int, number: int) -> str:
        rules = lot.rules
        row = self.answers[number, : rules.cell_count].tolist()
        for cell, (digit, own) in enumerate(zip(row, lot.givens[place].tolist(), strict=True)):
            if own and digit != own:
                was = rules.symbols[own - 1]
                now = rules.symbols[digit - 1] if 0 < digit <= rules.size else "another"
                said = f"is {now}" if digit else "is left out"
                return f"the given {was} of {cell_name(cell, rules.board)} {said}"
        for cell, digit in enumerate(row):
            name = cell_name(cell, rules.board)
            if not digit:
                return f"{name} is blank"
            if digit > rules.size:
                return f"{name} has a digit that the rules do not have"
        fault = verification.fault(tuple(row), rules, lot.puzzle(place).candidates)
        return fault or "the grid is not a solution"


def verify(
    puzzles: Puzzles, answers: Any, *, rules: Rules | None = None, reading: str = "lenient"
) -> Rewards:
    """Return which answers are solutions of their puzzles.

    Args:
        puzzles: as for `cpsudoku.solve_many`: texts, an array (n, cells) or (n, rows, columns), a
            column, a table; in a list they may have several rules.  A text may be one puzzle.
        answers: one for each puzzle: an array of digits of the same shape, or a list of texts, of
            lists of digits, or of anything else, which counts as not read.
        rules: the rules; None for those that each puzzle says.
        reading: how texts are read, ``lenient`` or ``strict``: see `cpsudoku.learn.reading`.

    Raises:
        CpsudokuError: a puzzle is not one.  What is wrong with an answer is never an error.
        PuzzleError: there is not one answer for each puzzle, or an array is not of digits.
        OptionError: there is no such reading.
    """
    if isinstance(answers, str):
        answers = [answers]
    lots = tuple(lots_of([puzzles] if isinstance(puzzles, str) else puzzles, rules))
    count = sum(len(lot.numbers) for lot in lots)
    cells = max(lot.rules.cell_count for lot in lots)
    if not hasattr(answers, "__len__") or len(answers) != count:
        said = len(answers) if hasattr(answers, "__len__") else type(answers).__name__
        raise PuzzleError(f"{said} answers for {count} puzzles; expected one for each")
    if isinstance(answers, np.ndarray) and answers.dtype.kind in "iufb":
        return _of_array(answers, lots)
    listed = answers.tolist() if isinstance(answers, np.ndarray) else list(answers)
    return _of_list(listed, lots, reading, (count, cells))


def _of_array(answers: NDArray[Any], lots: tuple[PuzzleLot, ...]) -> Rewards:
    if len(lots) > 1:
        raise PuzzleError("an array of answers to puzzles of several rules; expected a list")
    lot, count = lots[0], len(answers)
    cells = lot.rules.cell_count
    if answers.dtype.kind == "b" or answers.size != count * cells:
        shape = f"{answers.dtype} of shape {answers.shape}"
        raise PuzzleError(f"answers of {shape}; expected digits of shape ({count}, {cells})")
    grids = as_digits(answers.reshape(count, cells), lot.rules)
    complete: NDArray[np.int64] = np.all(grids > 0, axis=1).astype(np.int64)
    return Rewards(np.ones(count, np.bool_), grids, complete, lots, {})


def as_digits(values: NDArray[Any], rules: Rules) -> NDArray[Any]:
    """Return numbers of any kind as digits; what is neither a digit nor a blank becomes N + 1."""
    kind = digits_kind(rules.size)
    if values.dtype == kind == np.uint8:
        return values
    with np.errstate(invalid="ignore"):
        known = (values >= 0) & (values <= rules.size) & (values == np.floor(values))
        return np.where(known, values, rules.size + 1).astype(kind)


def digits_kind(size: int) -> type[np.generic]:
    """Return the type of arrays of digits 0 … N + 1."""
    return np.uint8 if size < 255 else np.int32


def _of_list(
    answers: Sequence[object], lots: tuple[PuzzleLot, ...], reading: str, shape: tuple[int, int]
) -> Rewards:
    kind = digits_kind(max(lot.rules.size for lot in lots))
    read, counts = np.zeros(shape[0], np.bool_), np.zeros(shape[0], np.int64)
    found = Rewards(read, np.zeros(shape, kind), counts, lots, {})
    for lot in lots:
        for number in lot.numbers.tolist():
            one = read_any(answers[number], lot.rules, reading)
            counts[number], read[number] = one.grids, one.digits is not None
            if one.digits is None:
                found._unread[number] = one.why
            else:
                found.answers[number, : len(one.digits)] = one.digits
    return found


def read_any(answer: object, rules: Rules, reading: str) -> ReadAnswer:
    """Return the grid of an answer, a text or a list of digits; no answer raises an error.

    Raises:
        OptionError: there is no such reading.
    """
    if isinstance(answer, str) or not isinstance(answer, list | tuple | np.ndarray):
        return read_answer(answer, rules, reading)
    try:
        cells = np.asarray(answer)
    except (ValueError, RecursionError):
        cells = np.empty(0)
    if cells.dtype.kind not in "iuf" or cells.size != rules.cell_count:
        return ReadAnswer(None, f"not a list of {rules.cell_count} digits")
    digits = as_digits(cells.reshape(1, -1), rules)[0].tolist()
    return ReadAnswer(tuple(digits), grids=int(all(digits)))
