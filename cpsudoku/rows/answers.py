"""What a sink writes: the answers to the rows of a block, as lines or as columns."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Any, NamedTuple, TypeAlias

from cpsudoku.rows.block import Block
from cpsudoku.rows.values import ABSENT, Values, listed, some, text_of_rows

Fields: TypeAlias = "Mapping[str, Any]"
"""The columns of a row, by their names."""


class Form(Enum):
    """How an answer is shown."""

    LINE = "a line of text"
    ROW = "columns of a table"
    DOCUMENT = "all that is known, as JSON"
    PICTURE = "one puzzle at a terminal"


@dataclass(frozen=True)
class Lines:
    """The lines of many rows: what stands in each, one after the other.

    Args:
        parts: texts, the same in all lines, and values, one for each line.
        count: how many lines there are.
    """

    parts: tuple[str | Values, ...]
    count: int

    def listed(self) -> list[str]:
        """Return the lines one by one."""
        columns = (
            [one] * self.count if isinstance(one, str) else map(str, listed(one, self.count))
            for one in self.parts
        )
        return list(map("".join, zip(*columns, strict=True)))

    def text(self) -> str:
        """Return all lines as one text."""
        return text_of_rows(self.parts, self.count)

    def part(self, rows: slice) -> Lines:
        """Return some of the lines."""
        parts = tuple(one if isinstance(one, str) else some(one, rows) for one in self.parts)
        return Lines(parts, len(range(self.count)[rows]))


class RowAnswers(NamedTuple):
    """The answers to the rows of a block, as a sink writes them.

    Args:
        outcomes: for each row what came of it.
        lines: the text of each row, for forms that are text.
        fields: the added columns by their names, for tables and documents.
    """

    outcomes: Values
    lines: Lines | list[str] | None = None
    fields: Mapping[str, Values] = {}

    def part(self, begin: int, end: int) -> RowAnswers:
        """Return the answers to some of the rows."""
        rows, lines = slice(begin, end), self.lines
        if isinstance(lines, Lines):
            lines = lines.part(rows)
        elif lines is not None:
            lines = lines[rows]
        fields = {name: some(values, rows) for name, values in self.fields.items()}
        return RowAnswers(some(self.outcomes, rows), lines, fields)


class Alone(NamedTuple):
    """The answer to a row that was asked alone.

    Args:
        outcome: what came of it; None for a piece of a longer answer.
    """

    outcome: object
    shown: str | list[Fields]


def merged(
    known: RowAnswers | None, alone: Mapping[int, Alone], count: int, names: Sequence[str]
) -> tuple[RowAnswers, list[int] | None]:
    """Return answers to rows of which some were given alone.

    Args:
        known: the answers that were given together; None where all were given alone.
        alone: the others, by their rows.
        count: how many rows there are.
        names: the columns in their order.

    Returns:
        The answers, and for each the number of its row; None if they are one for each row.
    """
    outcomes = [None] * count if known is None else listed(known.outcomes, count).copy()
    for row, one in alone.items():
        outcomes[row] = one.outcome
    texts = {row: one.shown for row, one in alone.items() if isinstance(one.shown, str)}
    if texts:
        lines = None if known is None else known.lines
        there = lines.listed() if isinstance(lines, Lines) else list(lines or [""] * count)
        for row, text in texts.items():
            there[row] = text
        return RowAnswers(outcomes, there), None
    rows_of = {row: one.shown for row, one in alone.items() if isinstance(one.shown, list)}
    repeated = [row for row in range(count) for _ in rows_of.get(row, [None])]
    fields = {} if known is None else known.fields
    given = dict.fromkeys(name for rows in rows_of.values() for one in rows for name in one)
    given |= dict.fromkeys(fields)
    found: dict[str, Values] = {}
    for name in [*filter(given.__contains__, names), *(n for n in given if n not in names)]:
        before = listed(fields[name], count) if name in fields else [ABSENT] * count
        values: list[Any] = []
        for row in range(count):
            if row in rows_of:
                values += [one.get(name, ABSENT) for one in rows_of[row]]
            else:
                values.append(before[row])
        found[name] = values
    return RowAnswers(outcomes, None, found), repeated if len(repeated) != count else None


def placed(block: Block, words: str) -> Lines:
    """Return lines of the same words after the place of each row."""
    if block.lines is None:
        return Lines((f"{words}\n",), len(block))
    return Lines((f"{block.source or ''}:", block.lines, f": {words}\n"), len(block))
