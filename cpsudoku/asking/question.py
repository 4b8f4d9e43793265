"""A question about puzzles: how one is answered alone, how many together, and what is shown.

A question is frozen and can be pickled, so that another process can ask it, and a job can be
continued if its question is the same.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from typing import ClassVar, Generic, TypeVar

from cpsudoku.asking.outcomes import Ending
from cpsudoku.puzzle import Puzzle
from cpsudoku.rows.answers import Fields, Form, RowAnswers
from cpsudoku.rows.block import Block, Row

A = TypeVar("A")


class Question(ABC, Generic[A]):
    """A question that can be asked of any puzzle.

    Attributes:
        outcomes: what can come of a puzzle, in the order of the summary.
        what: what is done to the puzzles, for progress: ``solving``.
        names: for tables and documents the columns that may be added, in order.
        is_drawn: whether one puzzle by itself is drawn, also where that is not at a terminal.
        is_slow: whether puzzles take milliseconds, so that few are answered at a time.
    """

    outcomes: ClassVar[type[Ending]]
    what: ClassVar[str]
    names: ClassVar[Mapping[Form, tuple[str, ...]]]
    is_drawn: ClassVar[bool] = False
    is_slow: ClassVar[bool] = False

    @property
    def notation(self) -> str:
        """The notation of lines that are puzzles again; empty for answers in words."""
        return ""

    @abstractmethod
    def alone(self, puzzle: Puzzle) -> A:
        """Return the answer for one puzzle; it may be asked in another process."""

    @abstractmethod
    def outcome(self, row: Row, answer: A) -> Ending:
        """Return what came of a row."""

    @abstractmethod
    def line(self, row: Row, answer: A) -> str:
        """Return an answer as text, with its last line end."""

    @abstractmethod
    def columns(self, row: Row, answer: A) -> Fields | list[Fields]:
        """Return an answer as the added columns of a row of a table, or of several rows."""

    def document(self, row: Row, answer: A) -> Fields:
        """Return all that is known, as values that JSON can hold."""
        found = self.columns(row, answer)
        assert isinstance(found, Mapping), "a question with several rows says what its document is"
        return found

    def advice(self, row: Row, answer: A) -> str:
        """Return what helps further with an answer; empty for nothing.  It is said once."""
        return ""

    def picture(self, row: Row, answer: A) -> str:
        """Return an answer as it is shown at a terminal, where the puzzle is the only one."""
        return self.line(row, answer)

    def together(
        self, block: Block, form: Form, threads: int | None
    ) -> tuple[RowAnswers, list[int]] | None:
        """Return the answers to rows that are answered together, and the rows that are left.

        None, the default, leaves all rows to be asked alone; answers to the rows that are left
        are ignored.
        """
        return None

    @property
    def is_long(self) -> bool:
        """Whether an answer may be too long to be kept, so that it comes in `pieces`."""
        return False

    def pieces(self, puzzle: Puzzle) -> Iterator[A]:
        """Yield the answer for one puzzle in pieces; the last says what came of the puzzle."""
        yield self.alone(puzzle)

    def shown(self, row: Row, answer: A, form: Form) -> str | list[Fields]:
        """Return an answer in one form: a text, or the columns of one or several rows."""
        if form is Form.LINE:
            return self.line(row, answer)
        if form is Form.PICTURE:
            return self.picture(row, answer)
        if form is Form.DOCUMENT:
            return [{**self.document(row, answer), **_readings(row)}]
        found = self.columns(row, answer)
        return found if isinstance(found, list) else [found]


READINGS = ("proposed", "not_read")
"""What documents say of rows that rest on drawings and words."""


def _readings(row: Row) -> dict[str, object]:
    """Return how many clues of a row were read from drawings and words, and what was not read."""
    record = row.record
    if record is None or not record.proposals:
        return {}
    return dict(zip(READINGS, (record.proposed, list(record.ignored)), strict=True))
