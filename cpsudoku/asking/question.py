"""A question about puzzles: how one is answered alone, how many together, and what is shown.

A question is frozen and can be pickled, so that another process can ask it, and a job can be
continued if its question is the same.
"""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass
from typing import Any, ClassVar, Generic, TypeAlias, TypeVar

from cpsudoku import formats
from cpsudoku.asking.outcomes import Ending
from cpsudoku.formats.base import Record
from cpsudoku.puzzle import Puzzle
from cpsudoku.rows.answers import Alone, Fields, Form, RowAnswers, merged, placed
from cpsudoku.rows.block import Block, Row
from cpsudoku.rows.values import Same
from cpsudoku.rules import Rules

A = TypeVar("A")

Together: TypeAlias = tuple[RowAnswers, list[int]]
"""Answers to rows that are answered together, and the rows that are left."""


def asked_by(value: Any) -> dict[str, object]:
    """Return a frozen value as JSON: its fields, and those of values within.

    Fields that its equality leaves out change no answer, and are left out here.

    >>> from cpsudoku.asking.questions.rate import Rate
    >>> asked_by(Rate(seconds=2.0))
    {'scales': ['explainer', 'hodoku', 'qqwing'], 'seconds': 2.0}
    """
    found: dict[str, object] = {}
    for one in fields(value):
        part, own = getattr(value, one.name), {}
        if is_dataclass(part) and not isinstance(part, Puzzle | Rules):
            own = asked_by(part)
            part = type(part).__name__
        own[one.name] = _in_json(part)
        if one.compare:
            assert not own.keys() & found.keys(), "two fields of one name"
            found |= own
    return found


def _in_json(value: Any) -> object:
    if isinstance(value, Puzzle):
        return formats.write(Record(value), "jsonl")
    if isinstance(value, Rules):
        return formats.rules_text(value)
    if isinstance(value, Mapping):
        return {str(name): _in_json(one) for name, one in value.items()}
    return list(map(_in_json, value)) if isinstance(value, tuple | list) else value


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
    names: ClassVar[Mapping[Form, tuple[str, ...]]] = {}
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
        """Return the outcome of a row."""

    def words(self, row: Row, answer: A) -> str:
        """Return an answer in words, for a line after the place of its row."""
        raise NotImplementedError

    def line(self, row: Row, answer: A) -> str:
        """Return an answer as text, with its last line end."""
        return row.placed(f"{self.words(row, answer)}\n")

    @abstractmethod
    def document(self, row: Row, answer: A) -> Fields:
        """Return all that is known, as values that JSON can hold, and puzzles."""

    def columns(self, row: Row, answer: A) -> Fields | list[Fields]:
        """Return an answer as the added columns of a row of a table, or of several rows.

        By default those of the document, with lists as texts.
        """
        return {name: _field(row, value) for name, value in self.document(row, answer).items()}

    def remark(self, row: Row, answer: A) -> str:
        """Return a remark that stands beside an answer; empty for none."""
        return ""

    def advice(self, row: Row, answer: A) -> str:
        """Return advice about an answer, which is given once; empty for none."""
        return ""

    def picture(self, row: Row, answer: A) -> str:
        """Return an answer as it is shown at a terminal, where the puzzle is the only one."""
        return self.line(row, answer)

    def together(self, block: Block, form: Form, threads: int | None) -> Together | None:
        """Return the answers to rows that are answered together, and the rows that are left.

        None, the default, leaves all rows to be asked alone; answers to the rows that are left
        are ignored.
        """
        return None

    def shown_together(self, block: Block, known: Mapping[int, A], form: Form) -> Together | None:
        """Return what `together` returns, given the answers to some rows by their numbers."""
        if not known:
            return None
        alone: dict[int, Alone] = {}
        for number, answer in known.items():
            row = block.row(number)
            alone[number] = self.outcome(row, answer), self.shown(row, answer, form)
        answers, _ = merged(None, alone, len(block), self.names.get(form, ()))
        return answers, [row for row in range(len(block)) if row not in known]

    def alike(self, block: Block, form: Form, left: list[int], answer: A) -> Together:
        """Return what `together` returns where one answer holds for all rows but those left.

        It says nothing of its puzzle.
        """
        row = block.row(0)
        fields = self.columns(row, answer) if form is Form.ROW else self.document(row, answer)
        assert not isinstance(fields, list)
        same = {name: Same(value) for name, value in fields.items()}
        lines = placed(block, self.words(row, answer))
        return RowAnswers(Same(self.outcome(row, answer)), lines, same), left

    @property
    def is_long(self) -> bool:
        """Whether an answer may be too long to be kept, so that it comes in `pieces`."""
        return False

    def pieces(self, puzzle: Puzzle) -> Iterator[A]:
        """Yield the answer for one puzzle in pieces; the last has the outcome of the puzzle."""
        yield self.alone(puzzle)

    def shown(self, row: Row, answer: A, form: Form) -> str | list[Fields]:
        """Return an answer in one form: a text, or the columns of one or several rows."""
        if form is Form.LINE:
            return self.line(row, answer)
        if form is Form.PICTURE:
            return self.picture(row, answer)
        if form is Form.DOCUMENT:
            document = {**self.document(row, answer), **_readings(row)}
            return [{name: _text(row, value) for name, value in document.items()}]
        found = self.columns(row, answer)
        return found if isinstance(found, list) else [found]


READINGS = ("proposed", "proposals", "not_read")
"""What documents say of rows that rest on drawings and words."""


def _readings(row: Row) -> dict[str, object]:
    """Return which clues of a row were read from drawings and words, and what was not read."""
    record = row.record
    if record is None or not record.proposals:
        return {}
    board = record.puzzle.rules.board
    each = [one.document(board) for one in record.proposals]
    return dict(zip(READINGS, (record.proposed, each, list(record.ignored)), strict=True))


def _text(row: Row, value: Any) -> Any:
    """Return a puzzle as a text with the blanks of its row, and any other value as it is."""
    return str(value).replace(".", row.blank) if isinstance(value, Puzzle) else value


def _field(row: Row, value: Any) -> Any:
    """Return a value as a table holds it: of a list or an object a text."""
    if not isinstance(value, dict | list | tuple):
        return _text(row, value)
    if isinstance(value, dict) or any(" " in str(one) for one in value):
        return json.dumps(value, ensure_ascii=False)
    return " ".join(map(str, value))
