"""Compiled bit-parallel search for the classic 9×9 sudoku.

One puzzle has its nine boxes side by side in vector registers; how that works is described in
``native/bitboard/single.hpp``.  Many puzzles have one lane of the registers each, which gets far
more of them done; see ``native/bitboard/lanes.hpp``.

Registers of 512, 256 or 128 bits are used, as wide as the processor has them; a choice such as
``bitboard:avx2`` names one, and so does the environment variable ``CPSUDOKU_BITBOARD_WIDTH``.  The
solutions and their order are the same for all.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, ClassVar

from cpsudoku.backends.base import (
    SUPPORTED,
    Backend,
    Batch,
    Engine,
    Enumeration,
    Support,
    one_by_one,
)
from cpsudoku.errors import OptionError, PuzzleError
from cpsudoku.ground import compiled
from cpsudoku.ground.processes import useful_workers
from cpsudoku.result import Count, Limits, Outcome, Stats
from cpsudoku.rules import Candidates, Rules, classic
from cpsudoku.rules.rules import BoardNeed, require

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

VARIABLE = "CPSUDOKU_BITBOARD_WIDTH"


class Bitboard(Backend):
    """The backend for classic 9×9 rules.

    Args:
        width: one of `choices`; None for what the environment says, or else the widest there is.
    """

    name: ClassVar[str] = "bitboard"
    summary: ClassVar[str] = "compiled, bit-parallel, only for the classic 9×9; the fastest"
    choices: ClassVar[Mapping[str, str]] = {
        "avx512": "vectors of 512 bits",
        "avx2": "vectors of 256 bits",
        "portable": "vectors of 128 bits, on any processor",
    }
    board: ClassVar[BoardNeed] = "classic"

    def __init__(self, width: str | None = None) -> None:
        if width is not None and width not in self.choices:
            expected = ", ".join(self.choices)
            raise OptionError(f"bitboard:{width}: there is no such width; expected {expected}")
        self._width = width

    def installed(self) -> Support:
        if missing := compiled.needed():
            return Support(False, missing)
        widths = compiled.native.bitboard_widths()
        if self._width is not None and self._width not in widths:
            return Support(False, f"this machine has no {self._width}, only {', '.join(widths)}")
        return SUPPORTED

    def detail(self) -> str:
        try:
            width = self._solver().width
        except OptionError as error:
            return str(error)
        here = ", ".join(compiled.native.bitboard_widths())
        return f"compiled, vectors: {width} (this machine has {here})"

    def compile(self, rules: Rules, **options: object) -> Engine:
        self.chosen(options)
        require(rules, "backend 'bitboard'", board="classic")
        return BitboardEngine(self._solver())

    def _solver(self) -> compiled.native.BitboardSolver:
        asked = os.environ.get(VARIABLE) if self._width is None else None
        if asked and asked not in (here := compiled.native.bitboard_widths()):
            raise OptionError(
                f"{VARIABLE}: there is no width {asked[:40]!a}; this machine has {', '.join(here)}"
            )
        try:
            return compiled.native.BitboardSolver(self._width or asked or None)
        except ValueError as error:
            raise OptionError(str(error)) from None


class BitboardEngine(Engine):
    """The engine of `Bitboard`; it has no state, so any number of threads may use it."""

    takes_arrays = True

    def __init__(self, solver: compiled.native.BitboardSolver) -> None:
        super().__init__(classic())
        self._solver = solver
        self.width = solver.width

    def search(self, candidates: Candidates, limits: Limits) -> Outcome:
        """Search for solutions; a node of the statistics is a branch, both sides of it."""
        solutions, exhausted, branches, seconds = self._solver.search(
            candidates, limits.solutions, limits.seconds
        )
        # Said here, because adding it afterwards takes a quarter of the time of a solve.
        by = self.name or None if exhausted or solutions else None
        stats = Stats(search_seconds=seconds, nodes=branches, decided_by=by)
        return Outcome(solutions, exhausted, stats)

    def search_many(
        self,
        puzzles: NDArray[np.unsignedinteger[Any]],
        limits: Limits,
        threads: int | None = None,
    ) -> Batch:
        """Search many puzzles at once; answers depend on nothing but puzzles and limits.

        A few puzzles are searched one by one, which is quicker.  Of several solutions the first
        is that of the lanes, whatever the number of puzzles, threads and lanes; `search` may find
        another one first.
        """
        import numpy as np

        search: Callable[..., object] = compiled.native.lanes_search_digits
        if puzzles.dtype.itemsize > 1:
            search = compiled.native.lanes_search_candidates
            # Bits that do not fit become bits that are refused.
            puzzles = np.minimum(puzzles, 0xFFFF).astype(np.uint16, order="C", copy=False)
        batch = Batch.of_nothing(puzzles.shape)
        try:
            search(
                puzzles, limit=limits.solutions, seconds=limits.seconds,
                threads=useful_workers(threads), width=self.width, **batch._asdict(),
            )  # fmt: skip
        except ValueError as error:
            raise PuzzleError(str(error)) from None
        return batch

    def count(self, candidates: Candidates, limits: Limits) -> Count:
        value, exhausted, branches, seconds = self._solver.count(
            candidates, limits.solutions, limits.seconds
        )
        return Count(value, exhausted, Stats(search_seconds=seconds, nodes=branches))

    def iterate(self, candidates: Candidates, limits: Limits) -> Enumeration:
        enumeration = self._solver.enumerate(candidates)
        yield from one_by_one(enumeration.next, limits)
        return enumeration.exhausted
