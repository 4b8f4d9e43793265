"""How the solutions of puzzles are written: drawn, in a notation, or as JSON.

Solutions are written as they come, so that a puzzle may have any number of them.
"""

from __future__ import annotations

from functools import cached_property
from typing import Protocol

from cpsudoku import formats
from cpsudoku.cli import failures, showing
from cpsudoku.cli.output import Paced
from cpsudoku.formats import Record
from cpsudoku.result import Result, Verdict
from cpsudoku.rules import Grid

_WITH_SOLUTION = {"csv", "json", "jsonl"}
"""Notations that hold a puzzle and its solution beside each other."""

_WITHOUT_COMMENTS = {"sdk"}


class Style(Protocol):
    """Writes for each puzzle a beginning, its solutions, and an end."""

    def begin(self, record: Record) -> None:
        """Begin a puzzle."""
        ...

    def solution(self, record: Record, grid: Grid) -> None:
        """Write a solution of the puzzle."""
        ...

    def end(self, record: Record, result: Result) -> None:
        """End the puzzle; the result need not hold more than its first two solutions."""
        ...

    def close(self) -> None:
        """Write what belongs behind the last puzzle."""
        ...


class Notated:
    """Each solution in a notation; where there is none, a comment says why.

    In the notations of one line a puzzle, line n thus stays with puzzle n.

    Args:
        out: where to write.
        notation: name of the notation.
        for_boards: that of a board that is no square, where the notation cannot show it.
    """

    def __init__(self, out: Paced, notation: str, for_boards: str = "drawn") -> None:
        if notation not in formats.names():
            formats.notation(notation)  # raises the error that says which there are
        self._out = out
        self._notation = notation
        self._for_boards = for_boards
        self._told_rules = False
        self._held: Grid = ()

    @property
    def is_table(self) -> bool:
        """Whether each puzzle is a row under a header."""
        return self._notation == "csv"

    @property
    def holds_verdicts(self) -> bool:
        """Whether each puzzle is written with what is known of the number of its solutions."""
        return self._notation in _WITH_SOLUTION

    @property
    def is_bare(self) -> bool:
        """Whether the next solution of a classic puzzle is a line of its digits."""
        return self._notation == "line" and not self._told_rules

    @cached_property
    def writer(self) -> formats.Writer:
        """What writes the notation."""
        return formats.Writer(self._out, self._notation)

    def begin(self, record: Record) -> None:
        """Write nothing."""
        self._held = ()

    def solution(self, record: Record, grid: Grid) -> None:
        """Write a solution, beside its puzzle where the notation has a place for it."""
        rules = record.puzzle.rules
        if not (rules.board.is_square or formats.notation(self._notation).keeps_boards):
            self._notation = self._for_boards
        if self._notation in _WITH_SOLUTION:
            # A row says whether there are others, which is known after the next solution.
            if self._held:
                self._write_row(record, Verdict.MULTIPLE.value)
            self._held = grid
        elif self._notation == "line" and rules.is_classic and not self._told_rules:
            # What the writer would write, without its price for each of a million lines.
            self._out.write(showing.line(grid, rules) + "\n")
        else:
            self._told_rules = True
            self.writer.write(grid, rules=rules, label=record.label)

    def _write_row(self, record: Record, verdict: str) -> None:
        said = record._replace(solution=self._held, added=(("verdict", verdict),))
        self.writer.write(said)

    def end(self, record: Record, result: Result) -> None:
        """Say why there is no solution, if there is none."""
        if self.holds_verdicts:
            self._write_row(record, result.verdict.value)
            return
        if result.solutions:
            return
        words = f"{record.puzzle} {showing.verdict(result)}"
        if self._notation in _WITHOUT_COMMENTS:
            failures.tell(f"{record.place}: {words}" if record.place else words)
        else:
            self._out.write(f"# {words}\n")

    def close(self) -> None:
        """Write what the notation has at its end; lines have nothing, nor need a writer for it."""
        if self._notation != "line":
            self.writer.close()


class Drawn:
    """A drawn grid for each solution, its givens in bold.

    Args:
        out: where to write.
    """

    def __init__(self, out: Paced) -> None:
        self._out = out

    def begin(self, record: Record) -> None:
        """Write nothing."""

    def solution(self, record: Record, grid: Grid) -> None:
        """Draw a solution."""
        self._out.write(showing.picture(grid, record.puzzle))

    def end(self, record: Record, result: Result) -> None:
        """Draw the puzzle if it has no solution, and say why."""
        if not result.solutions:
            self._out.write(showing.picture(record.puzzle.digits, record.puzzle))
            self._out.write(showing.verdict(result) + "\n")

    def close(self) -> None:
        """Write nothing."""


class Json:
    """A line of JSON for each puzzle, with all its solutions.

    Args:
        out: where to write.
    """

    def __init__(self, out: Paced) -> None:
        self._out = out
        self._comma = ""

    def begin(self, record: Record) -> None:
        """Write what identifies the puzzle."""
        from cpsudoku.cli import records

        self._out.write(records.opened(record) + ', "solutions": [')
        self._comma = ""

    def solution(self, record: Record, grid: Grid) -> None:
        """Write a solution."""
        # A line of symbols has nothing in it that JSON would escape.
        self._out.write(f'{self._comma}"{showing.line(grid, record.puzzle.rules)}"')
        self._comma = ", "

    def end(self, record: Record, result: Result) -> None:
        """Write the verdict."""
        from cpsudoku.cli import records

        self._out.write("], " + records.closed(result) + "\n")

    def close(self) -> None:
        """Write nothing."""
