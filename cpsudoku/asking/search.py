"""How solutions are searched for: one puzzle with any backend, classic ones by the block."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import count
from typing import TYPE_CHECKING, Any

from cpsudoku import backends, verify
from cpsudoku.backends import BackendLike, Session, registry
from cpsudoku.backends.base import Batch
from cpsudoku.errors import BackendError, OptionError
from cpsudoku.ground import compiled
from cpsudoku.ground.deadline import Deadline
from cpsudoku.ground.processes import useful_workers
from cpsudoku.result import Limits, Verdict
from cpsudoku.rows.answers import RowAnswers
from cpsudoku.rows.arrays import (
    ArrayBlock,
    Rows,
    are_masks,
    digits_of,
    puzzle_of,
    without_marks,
)
from cpsudoku.rows.block import Block
from cpsudoku.rows.values import CELLS, Packed, Same, grid_texts
from cpsudoku.rules import Rules, classic

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


_ONE = (1).to_bytes(8, sys.byteorder)


@dataclass(frozen=True)
class Search:
    """A backend with its options and limits.

    Args:
        seconds: wall-clock limit for a puzzle, or for the puzzles of a block together; None for
            none.
        seed: for solvers that make random choices.
        until: the end of a search whose seconds are for all puzzles of a call; None for others.
    """

    backend: BackendLike = backends.AUTO
    options: Mapping[str, Any] = field(default_factory=dict)
    seconds: float | None = None
    seed: int = 0
    until: Deadline | None = field(default=None, compare=False, repr=False)

    def __post_init__(self) -> None:
        self.limits(1)  # which refuses what makes no sense

    def given(self) -> dict[str, Any]:
        """Return the arguments that the functions of the facade take."""
        within = {"seconds": self._left, "seed": self.seed}
        return {"backend": self.backend, **within, **self.options}

    def limits(self, solutions: int | None) -> Limits:
        """Return the limits of a search for this many solutions."""
        return Limits(solutions=solutions, seconds=self._left, seed=self.seed)

    @property
    def _left(self) -> float | None:
        return self.seconds if self.until is None else self.until.left

    def together(
        self, block: Block, threads: int | None, limit: int = 2
    ) -> tuple[Packed, list[int]] | None:
        """Search the classic puzzles of a block in compiled code; None where that cannot be.

        Returns:
            The solutions of rows with just one, verified, and the rows with another number.

        Raises:
            BackendError: a solution is wrong.
        """
        if len(block.others) == len(block) or not self._is_compiled():
            return None
        groups = verify.verifier(classic())
        n, threads = len(block), useful_workers(threads)
        digits: Any = memoryview(block.digits).cast("B", (n, CELLS))
        counts: Any = memoryview(bytearray(8 * n)).cast("q")
        solutions, unknown = bytearray(CELLS * n), bytearray(n)
        grids: Any = memoryview(solutions).cast("B", (n, CELLS))
        are_open: Any = memoryview(unknown).cast("?")
        compiled.native.lanes_search_digits(
            digits, limit=limit, seconds=self.seconds, threads=threads, counts=counts,
            solutions=grids, unknown=are_open,
        )  # fmt: skip
        fault = -1 if groups is None else groups.first_fault(digits, grids, counts, threads)
        if fault >= 0:
            raise BackendError(
                f"{block.row(fault).place}: backend 'bitboard' gave a wrong solution"
            )
        left = set(block.others)
        if 1 in unknown or bytes(counts) != _ONE * n:
            rows = zip(count(), counts, unknown, strict=False)
            left |= {row for row, number, is_open in rows if number != 1 or is_open}
        return grid_texts(solutions), sorted(left)

    def arrays(
        self, block: ArrayBlock, limit: int | None, threads: int | None
    ) -> tuple[RowAnswers, list[int]]:
        """Return the answers to all rows of an array: counts, first solutions and unknown ones."""
        found = self.of_rows(block.rows, block.rules, limit, threads, block.before)
        return RowAnswers(Same(None), (), found._asdict()), []

    def of_rows(
        self,
        rows: Rows,
        rules: Rules,
        limit: int | None = 2,
        threads: int | None = None,
        before: int = 0,
    ) -> Batch:
        """Search the puzzles of an array up to a number of solutions, whatever the backend.

        The seconds are for all of them together.  Each solution has been verified.

        Args:
            rows: digits (uint8), or masks of candidates.
            before: number of puzzles before these, for messages.

        Raises:
            UnsupportedError: the backend does not know the rules.
            BackendError: the solver failed or gave a wrong answer.
        """
        session = Session.of(rules, self.backend, self.options)
        limits, rows = self.limits(limit), without_marks(rows, rules)
        try:
            found = session.engine.search_many(rows, limits, threads)
            fault = first_fault(rows, found, rules, threads)
        except Exception as error:
            registry.blame(session.name, error)
        if fault is not None:
            raise BackendError(
                f"backend {session.name!r} gave a wrong solution of puzzle {before + fault + 1}"
            )
        return found

    def _is_compiled(self) -> bool:
        is_known = self.backend in {backends.AUTO, "bitboard"} and not self.options
        if not is_known or not compiled.is_there():
            return False
        try:
            backends.engine("bitboard", classic())
        except OptionError:  # reported where one puzzle is asked about
            return False
        return True


VERDICTS = (Verdict.UNIQUE, Verdict.NONE, Verdict.MULTIPLE, Verdict.UNKNOWN, Verdict.SOLVED)
"""What the codes of verdicts are indices of."""


def verdicts_of(
    counts: NDArray[np.int64], unknown: NDArray[np.bool_], limit: int | None = 2
) -> NDArray[np.int8]:
    """Return the verdicts on numbers of solutions up to a limit: indices into `VERDICTS`."""
    import numpy as np

    found = np.full(len(counts), VERDICTS.index(Verdict.UNIQUE), np.int8)
    found[counts == 0] = VERDICTS.index(Verdict.NONE)
    if limit == 1:
        found[counts == 1] = VERDICTS.index(Verdict.SOLVED)
    found[unknown] = VERDICTS.index(Verdict.UNKNOWN)
    found[counts > 1] = VERDICTS.index(Verdict.MULTIPLE)
    return found


def first_fault(rows: Rows, batch: Batch, rules: Rules, threads: int | None = None) -> int | None:
    """Return the index of the first wrong solution of a batch, or None.

    Args:
        rows: the puzzles, an array (n, cells): uint8 for digits, wider for masks of candidates.
    """
    groups = verify.verifier(rules)
    if groups is None:
        return _first_fault_in_python(rows, batch, rules)
    digits = digits_of(rows) if are_masks(rows) else rows
    threads = useful_workers(threads)
    found = groups.first_fault(digits, batch.solutions, batch.counts, threads)
    faults = [] if found < 0 else [int(found)]
    if are_masks(rows):
        faults += _disallowed(rows, batch)
    return min(faults, default=None)


def _disallowed(masks: Rows, batch: Batch) -> list[int]:
    """Return the first puzzle with a digit that its candidates do not allow, if there is one."""
    import numpy as np

    # A digit that is out of range has no bit, and so is not allowed either.
    bits = np.zeros(256, dtype=masks.dtype)
    digits = 8 * masks.dtype.itemsize
    bits[1 : digits + 1] = np.uint64(1) << np.arange(digits, dtype=np.uint64)
    disallowed = (masks & bits[batch.solutions]) == 0
    wrong = np.flatnonzero(disallowed.any(axis=1) & (batch.counts > 0))
    return [int(i) for i in wrong[:1]]


def _first_fault_in_python(rows: Rows, batch: Batch, rules: Rules) -> int | None:
    for i, (row, solution) in enumerate(zip(rows.tolist(), batch.solutions.tolist(), strict=True)):
        if batch.counts[i] == 0:
            if any(solution):
                return i
            continue
        candidates = puzzle_of(row, rules, are_masks(rows)).candidates
        if not verify.is_solution(tuple(solution), rules, candidates):
            return i
    return None
