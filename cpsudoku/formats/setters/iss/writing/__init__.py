"""Strings out of puzzles; what was written is read again and has to mean the same."""

from __future__ import annotations

from cpsudoku.errors import FormatError
from cpsudoku.formats.base import Record
from cpsudoku.formats.setters.iss.reading import imported
from cpsudoku.formats.setters.iss.writing.primitives import PRIMITIVES
from cpsudoku.formats.setters.iss.writing.writer import StringWriter
from cpsudoku.formats.setters.meaning import means_the_same

__all__ = ["line_of", "string_of"]


def string_of(record: Record) -> str:
    """Return a puzzle as a string.

    Raises:
        FormatError: there is no word for a constraint, or for such a board.
    """
    puzzle = record.puzzle
    if not all(puzzle.candidates):
        raise FormatError("Interactive Sudoku Solver has no cells without candidates")
    writer = StringWriter(puzzle.rules, PRIMITIVES)
    text = writer.head + writer.givens(puzzle.candidates) + writer.constraints()
    if not means_the_same(imported(text).puzzle(), puzzle):
        raise FormatError("Interactive Sudoku Solver has no way to say these rules exactly")
    return text


def line_of(record: Record) -> str:
    """Return a puzzle as a line with a string, which is never empty."""
    return f"{string_of(record) or '.Shape~9x9'}\n"
