"""The answers to the rows of a block, as lines or as columns, for sinks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import Enum
from typing import Any, NamedTuple, TypeAlias

from cpsudoku.rows.block import Block
from cpsudoku.rows.values import ABSENT, Values, listed, some

Fields: TypeAlias = "Mapping[str, Any]"
"""The columns of a row, by their names."""


class Form(Enum):
    """How an answer is shown."""

    LINE = "a line of text"
    ROW = "columns of a table"
    DOCUMENT = "all that is known, as JSON"
    PICTURE = "one puzzle at a terminal"


Lines: TypeAlias = "tuple[str | Values, ...]"
"""The parts of each line, in turn: texts, the same in all, and values."""


class RowAnswers(NamedTuple):
    """The answers to the rows of a block, as a sink writes them.

    Args:
        outcomes: for each row what came of it.
        lines: the text of each row, for forms that are text; empty for others.
        fields: the added columns by their names, for tables and documents.
    """

    outcomes: Values
    lines: Lines = ()
    fields: Mapping[str, Values] = {}

    def part(self, begin: int, end: int) -> RowAnswers:
        """Return the answers to some of the rows."""
        rows = slice(begin, end)
        lines = tuple(one if isinstance(one, str) else some(one, rows) for one in self.lines)
        fields = {name: some(values, rows) for name, values in self.fields.items()}
        return RowAnswers(some(self.outcomes, rows), lines, fields)


Alone: TypeAlias = "tuple[object, str | list[Fields]]"
"""The answer to a row asked alone: the outcome, None for a piece of it, and how it is shown."""


def listed_lines(lines: Lines, count: int) -> list[str]:
    """Return lines one by one."""
    columns = ([one] * count if isinstance(one, str) else listed(one, count) for one in lines)
    return ["".join(map(str, parts)) for parts in zip(*columns, strict=True)] or [""] * count


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
    for row, (outcome, _) in alone.items():
        outcomes[row] = outcome
    texts = {row: shown for row, (_, shown) in alone.items() if isinstance(shown, str)}
    if texts:
        there = listed_lines(() if known is None else known.lines, count)
        for row, text in texts.items():
            there[row] = text
        return RowAnswers(outcomes, (there,)), None
    rows_of = {row: shown for row, (_, shown) in alone.items() if isinstance(shown, list)}
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
    return RowAnswers(outcomes, (), found), repeated if len(repeated) != count else None


def placed(block: Block, words: str) -> Lines:
    """Return lines of the same words after the place of each row."""
    if block.lines is None:
        return (f"{words}\n",)
    return f"{block.source or ''}:", block.lines, f": {words}\n"
