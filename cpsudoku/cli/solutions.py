"""How the solutions of puzzles are written: drawn, in a notation, or as JSON.

Solutions are written as they come, so that a puzzle may have any number of them.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from functools import cached_property
from typing import TYPE_CHECKING

from cpsudoku import formats
from cpsudoku.cli import failures, showing
from cpsudoku.cli.output import Paced
from cpsudoku.formats import Record
from cpsudoku.result import Result, Verdict
from cpsudoku.rules import Grid

if TYPE_CHECKING:
    from cpsudoku.bulk.briefly import Settled
    from cpsudoku.tables.writing import TableWriter

_WITHOUT_COMMENTS = {"sdk"}


class Style(ABC):
    """Writes for each puzzle a beginning, its solutions, and an end."""

    is_bare: bool = False
    """Whether what `settled` returns is what would be written next."""

    def __init__(self, out: Paced) -> None:
        self._out = out

    def begin(self, record: Record) -> None:  # noqa: B027 (most write nothing)
        """Begin a puzzle."""

    @abstractmethod
    def solution(self, record: Record, grid: Grid) -> None:
        """Write a solution of the puzzle."""

    @abstractmethod
    def end(self, record: Record, result: Result) -> None:
        """End the puzzle; the result need not hold more than its first two solutions."""

    def settled(self, found: Settled, backend: str) -> bytes | memoryview:
        """Return the lines of many classic puzzles with one solution."""
        from cpsudoku.tables.columns import grid_lines

        return grid_lines(found.solutions)

    def close(self) -> None:  # noqa: B027 (most write nothing)
        """Write what belongs after the last puzzle."""


class SolutionRows(Style):
    """A row of a table for each solution, with what is known of their number."""

    def __init__(self, table: TableWriter) -> None:
        self.table = table
        self._held: Grid = ()

    def begin(self, record: Record) -> None:
        self._held = ()

    def solution(self, record: Record, grid: Grid) -> None:
        """Write the solution before, which is not the only one then."""
        if self._held:
            self._write(record, Verdict.MULTIPLE.value)
        self._held = grid

    def end(self, record: Record, result: Result) -> None:
        self._write(record, result.verdict.value)

    def _write(self, record: Record, verdict: str) -> None:
        said = record._replace(solution=self._held, added=(("verdict", verdict),))
        self.table.write(said)


class Notated(Style):
    """Each solution in a notation; without a solution, a comment says why.

    In the notations of one line a puzzle, line n thus stays with puzzle n.

    Args:
        for_boards: that of a board that is not square, where the notation cannot show it.
    """

    def __init__(self, out: Paced, notation: str, for_boards: str = "drawn") -> None:
        super().__init__(out)
        self._notation = notation
        self._for_boards = for_boards
        self._has_written_rules = False

    @property
    def is_bare(self) -> bool:  # type: ignore[override]
        """Whether the next solution of a classic puzzle is a line of its digits."""
        return self._notation == "line" and not self._has_written_rules

    @cached_property
    def writer(self) -> formats.Writer:
        return formats.Writer(self._out, self._notation)

    def solution(self, record: Record, grid: Grid) -> None:
        rules = record.puzzle.rules
        if not (rules.board.is_square or formats.notation(self._notation).keeps_boards):
            self._notation = self._for_boards
        if self._notation == "line" and rules.is_classic and not self._has_written_rules:
            # What the writer would write, without its price for each of a million lines.
            self._out.write(rules.text(grid) + "\n")
        else:
            self._has_written_rules = True
            self.writer.write(grid, rules=rules, label=record.label)

    def end(self, record: Record, result: Result) -> None:
        if result.solutions:
            return
        words = f"{record.puzzle} {showing.verdict(result)}"
        if self._notation in _WITHOUT_COMMENTS:
            failures.report(f"{record.place}: {words}" if record.place else words)
        else:
            self._out.write(f"# {words}\n")

    def close(self) -> None:
        """Write what the notation has at its end; lines have nothing, nor need a writer for it."""
        if self._notation != "line":
            self.writer.close()


class DrawnSolutions(Style):
    """A drawn grid for each solution, its givens in bold."""

    def solution(self, record: Record, grid: Grid) -> None:
        self._out.write(showing.picture(grid, record.puzzle))

    def end(self, record: Record, result: Result) -> None:
        if not result.solutions:
            self._out.write(showing.picture(record.puzzle.digits, record.puzzle))
            self._out.write(showing.verdict(result) + "\n")
