"""Where the solutions of a puzzle differ."""

from __future__ import annotations

from dataclasses import dataclass

from cpsudoku import backends
from cpsudoku.asking import solving
from cpsudoku.backends import BackendLike
from cpsudoku.backends.base.witnesses import TrueCandidates
from cpsudoku.formats import as_puzzle
from cpsudoku.puzzle import Puzzle
from cpsudoku.rules import Cell, Digit, Grid


@dataclass(frozen=True, slots=True)
class Ambiguity:
    """How many digits each cell takes over all solutions.

    Args:
        found: the digits of each cell, with a solution as witness for each.
    """

    puzzle: Puzzle
    found: TrueCandidates

    @property
    def counts(self) -> tuple[int, ...]:
        """For each cell how many digits it takes; at least, unless ``found.complete``."""
        if self.found.unique:
            return (1,) * self.puzzle.rules.cell_count
        return tuple(mask.bit_count() for mask in self.found.masks)

    @property
    def cells(self) -> tuple[Cell, ...]:
        """The cells in which solutions differ."""
        if self.found.unique:
            return ()
        return tuple(cell for cell, count in enumerate(self.counts) if count > 1)

    def witness(self, cell: Cell, digit: Digit) -> Grid | None:
        """Return a solution with a digit in a cell, or None if none was found."""
        return self.found.witnesses.get((cell, digit))


def ambiguity(
    puzzle: Puzzle | str, *, backend: BackendLike = backends.AUTO, seconds: float | None = None
) -> Ambiguity:
    """Find where the solutions of a puzzle differ.

    Raises:
        FormatError: the text is not a puzzle.
        BackendError: the solver failed or gave a wrong answer.

    Examples:
        >>> found = ambiguity("1.............4.", backend="backtrack")
        >>> found.counts[:4], len(found.cells)
        ((1, 3, 2, 3), 14)
    """
    asked = as_puzzle(puzzle)
    return Ambiguity(asked, solving.candidates(asked, backend=backend, seconds=seconds))
