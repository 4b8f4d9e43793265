"""How the solutions of puzzles are written: drawn, one line each, or as JSON.

Solutions are written as they come, so that a puzzle may have any number of them.
"""

from __future__ import annotations

import json
from typing import Protocol

from cpsudoku.cli import records, showing
from cpsudoku.cli.output import Paced
from cpsudoku.cli.reading import Record
from cpsudoku.result import Result
from cpsudoku.rules import Grid


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


class Lines:
    """A line for each solution; where there is none, a comment says why."""

    def __init__(self, out: Paced) -> None:
        self._out = out

    def begin(self, record: Record) -> None:
        """Write nothing."""

    def solution(self, record: Record, grid: Grid) -> None:
        """Write a line."""
        self._out.write(showing.line(grid, record.puzzle.rules) + "\n")

    def end(self, record: Record, result: Result) -> None:
        """Write a comment if there was no line, so that line n stays with puzzle n."""
        if not result.solutions:
            self._out.write(f"# {record.puzzle} {showing.verdict(result)}\n")


class Drawn:
    """A drawn grid for each solution, its givens in bold."""

    def __init__(self, out: Paced) -> None:
        self._out = out

    def begin(self, record: Record) -> None:
        """Write nothing."""

    def solution(self, record: Record, grid: Grid) -> None:
        """Draw a solution."""
        self._out.write(showing.picture(grid, record.puzzle) + "\n")

    def end(self, record: Record, result: Result) -> None:
        """Draw the puzzle if it has no solution, and say why."""
        if not result.solutions:
            self._out.write(showing.picture(record.puzzle.digits, record.puzzle) + "\n")
            self._out.write(showing.verdict(result) + "\n")


class Json:
    """A line of JSON for each puzzle, with all its solutions."""

    def __init__(self, out: Paced) -> None:
        self._out = out
        self._comma = ""

    def begin(self, record: Record) -> None:
        """Write what identifies the puzzle."""
        self._out.write(json.dumps(records.head(record))[:-1] + ', "solutions": [')
        self._comma = ""

    def solution(self, record: Record, grid: Grid) -> None:
        """Write a solution."""
        self._out.write(self._comma + json.dumps(showing.line(grid, record.puzzle.rules)))
        self._comma = ", "

    def end(self, record: Record, result: Result) -> None:
        """Write the verdict."""
        self._out.write("], " + json.dumps(records.tail(result))[1:] + "\n")
