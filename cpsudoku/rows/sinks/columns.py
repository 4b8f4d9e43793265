"""The columns of a table: those that rows came with, and then those of the answers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeAlias

from cpsudoku.formats.columns import beside, cells_like, places_in, unexpected, united
from cpsudoku.rows.answers import RowAnswers
from cpsudoku.rows.block import Block, Columns
from cpsudoku.rows.values import ABSENT, Packed, Same, Values, listed
from cpsudoku.rules import usual


def joined(own: Columns, fields: Mapping[str, Values]) -> tuple[list[str], list[Values]]:
    """Return the columns of rows and then those of their answers.

    A solution goes into the column of solutions, in the form of those that are there; a column
    that has the name of an answer is renamed.
    """
    fields, values, at = dict(fields), list(own.values), own.roles.solution
    if at is not None and "solution" in fields:
        new = fields.pop("solution")
        if not isinstance(values[at], Same | Packed):
            new = _as_before(new, listed(values[at], 0))
        values[at] = new
    names, said = beside(own.names, list(fields)), list(fields.values())
    if not own.is_table and "solution" in fields:  # which stands beside the puzzle of a line
        names = [names[0], "solution", *names[1:]]
        values = [values[0], fields.pop("solution"), *values[1:]]
        said = list(fields.values())
    return [*names, *fields], [*values, *said]


def _as_before(new: Values, old: list[Any]) -> Values:
    """Return solutions in the form of those before them, a text or a list of cells."""
    if not any(isinstance(one, list) for one in old):
        return new
    return [
        cells_like(o, tuple(map(int, n)), usual(9)) if isinstance(o, list) and n else n
        for n, o in zip(listed(new, len(old)), old, strict=True)
    ]


HELD = 256
"""Rows of lines show which columns their table has: some may have a comment, or rules."""


Part: TypeAlias = tuple[list[Values], Block]
"""The values of a table's columns, and the rows that they are of."""


class TableColumns:
    """Arranges rows under the columns of the first ones.

    Rows of a table show its columns at once; of lines the first `HELD` are held.

    Attributes:
        names: the columns; empty before they are known.
    """

    def __init__(self) -> None:
        self.names: tuple[str, ...] = ()
        self._held: list[tuple[list[str], list[Values], Block]] = []

    def ready(self, block: Block, own: Columns, answers: RowAnswers) -> list[Part]:
        """Take rows, and return those that can be written now.

        Args:
            own: the columns that the rows came with, as the table can hold them.

        Raises:
            FormatError: a row has something in a column that the table has not.
        """
        names, values = joined(own, answers.fields)
        if names == ["puzzle"] and not own.is_table:  # to which solutions may be added
            names, values = [*names, "solution"], [*values, Same(None)]
        self._held.append((names, values, block))
        is_known = bool(self.names) or own.is_table
        if not is_known and sum(len(part[2]) for part in self._held) < HELD:
            return []
        return self.rest()

    def rest(self) -> list[Part]:
        """Return the rows that are held."""
        held, self._held = self._held, []
        if not self.names:
            self.names = united(names for names, _, _ in held)
        return [(self._arranged(*part), part[2]) for part in held]

    def _arranged(self, names: list[str], values: list[Values], block: Block) -> list[Values]:
        if tuple(names) == self.names:
            return values
        found: list[Values] = [Same(ABSENT)] * len(self.names)
        for place, name, one in zip(places_in(names, self.names), names, values, strict=True):
            if place is not None:
                found[place] = one
                continue
            said = enumerate(listed(one, len(block)))
            row = next((row for row, value in said if value not in ("", None, ABSENT)), None)
            if row is not None:
                raise unexpected(block.row(row).place, name, self.names)
        return found
