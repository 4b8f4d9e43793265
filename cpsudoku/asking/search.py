"""How solutions are searched for: one puzzle with any backend, classic ones by the block."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import count
from typing import Any, TypeAlias

from cpsudoku import backends, verify
from cpsudoku.errors import BackendError, OptionError
from cpsudoku.ground import compiled
from cpsudoku.ground.processors import useful_workers
from cpsudoku.result import Limits
from cpsudoku.rows.block import CELLS, Block
from cpsudoku.rows.values import Packed, even_texts
from cpsudoku.rules import classic

_CHARACTERS = bytes(range(48, 58)) + bytes(246)
_ONE = (1).to_bytes(8, sys.byteorder)


FoundTogether: TypeAlias = tuple[bytes, list[int]]
"""The solutions of rows with just one, 81 bytes each, and the rows with another number."""


@dataclass(frozen=True)
class Search:
    """A backend with its options and limits.

    Args:
        seconds: wall-clock limit for a puzzle, or for the puzzles of a block together; None for
            none.
        seed: for solvers that make random choices.
    """

    backend: str = backends.AUTO
    options: Mapping[str, Any] = field(default_factory=dict)
    seconds: float | None = None
    seed: int = 0

    def __post_init__(self) -> None:
        self.limits(1)  # which refuses what makes no sense

    def given(self) -> dict[str, Any]:
        """Return the arguments that the functions of the facade take."""
        within = {"seconds": self.seconds, "seed": self.seed}
        return {"backend": self.backend, **within, **self.options}

    def limits(self, solutions: int | None) -> Limits:
        """Return the limits of a search for this many solutions."""
        return Limits(solutions=solutions, seconds=self.seconds, seed=self.seed)

    def together(self, block: Block, threads: int | None, limit: int = 2) -> FoundTogether | None:
        """Search the classic puzzles of a block in compiled code; None where that cannot be.

        Each solution has been verified.

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
        return bytes(solutions), sorted(left)

    def _is_compiled(self) -> bool:
        is_known = self.backend in {backends.AUTO, "bitboard"} and not self.options
        if not is_known or not compiled.is_there():
            return False
        try:
            backends.engine("bitboard", classic())
        except OptionError:  # reported where a puzzle is asked about alone
            return False
        return True


def solution_texts(solutions: bytes) -> Packed:
    """Return solutions of 81 bytes each as texts."""
    return even_texts(solutions.translate(_CHARACTERS), CELLS)
