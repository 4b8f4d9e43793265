r"""Writes puzzles and grids in any notation.

>>> from cpsudoku.rules import boxes
>>> write((1, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3, 4, 3, 2, 1), "line")
'1234341221434321\n'
>>> print(write(Puzzle.empty(boxes(1, 2).with_diagonals()), "line"), end="")
# rules: 2+diagonals
....
"""

from __future__ import annotations

import io
from collections.abc import Callable, Sequence
from math import isqrt
from typing import TYPE_CHECKING, Any, TypeAlias

from cpsudoku.errors import FormatError
from cpsudoku.formats.base import Context, Record, RulesLike, notation
from cpsudoku.formats.columns import names_and_values, unexpected, with_texts
from cpsudoku.formats.rules_text import rules_text
from cpsudoku.puzzle import Puzzle
from cpsudoku.rules import Digit, Grid, Rules, usual

if TYPE_CHECKING:
    from _typeshed import SupportsWrite

Writable: TypeAlias = Puzzle | Record | Sequence[Digit]
"""What can be written: a puzzle, a record with all it has, or the digits of a grid."""


def _as_record(what: Writable, rules: RulesLike | None) -> Record:
    if isinstance(what, Record):
        return what
    if isinstance(what, Puzzle):
        return Record(what)
    if (own := Context(rules).board_rules) is not None:
        return Record(Puzzle.from_digits(what, own))
    size = isqrt(len(what))
    if size == 0 or size * size != len(what):
        raise FormatError(f"a grid of {len(what)} cells; expected a square number of them")
    return Record(Puzzle.from_digits(what, Context(rules).rules_of(size)))


def cells_of(puzzle: Puzzle) -> str:
    """Return a puzzle as it is read again under its rules: its digits, or else its pencil marks."""
    is_marked = puzzle.has_pencil_marks and puzzle.rules.board.is_square
    return write(puzzle, "pencil", bare=True).rstrip() if is_marked else str(puzzle)


class Writer:
    """Writes puzzles to a stream, with the text that the notation has before and between them.

    A table has the columns of its first puzzle; `cpsudoku.rows.sinks` writes tables of many.

    Use it as a context manager, or call `close` at the end: some notations have an end.

    Args:
        stream: where the text goes; it stays open.
        bare: leave out the ``# rules:`` lines that state unusual rules to a reader.
        lossy: where the notation cannot hold pencil marks, write only the givens.
    """

    def __init__(
        self,
        stream: SupportsWrite[str],
        format: str = "line",
        *,
        bare: bool = False,
        lossy: bool = False,
    ) -> None:
        self.written = 0
        self._stream = stream
        self._notation = notation(format)
        self._bare = bare
        self._lossy = lossy
        self._stated: Rules | None = None
        self._columns: tuple[str, ...] = ()

    def write(
        self,
        what: Writable,
        *,
        rules: RulesLike | None = None,
        solution: Grid | None = None,
        label: str | None = None,
        comment: str | None = None,
    ) -> None:
        """Write one puzzle.

        Args:
            rules: the rules of a grid of digits; None for those that its size usually has.
            solution: its solution, for notations with a place for it; None for the record's.
            comment: what else to say; None for the record's.
        """
        said: dict[str, Any] = {"solution": solution, "label": label, "comment": comment}
        given = {name: value for name, value in said.items() if value is not None}
        record = _as_record(what, rules)._replace(**given)
        self.check(record)
        kind = self._notation
        if kind.fields is not None:
            self._write_row(record, kind.fields)
        else:
            text = kind.text(record)
            self._stream.write(kind.between if self.written else kind.before)
            self.write_rules(record.puzzle.rules)
            self._stream.write(text)
        self.written += 1

    def _write_row(self, record: Record, fields: Callable[[Sequence[object]], str]) -> None:
        """Write the line of a table, which has the columns of its first row."""
        names, values = names_and_values(with_texts(record))
        if not self._columns:
            self._columns = tuple(names)
            self._stream.write(fields(names))
        if tuple(names) != self._columns:
            said = dict(zip(names, values, strict=True))
            for name, value in said.items():
                if name not in self._columns and value not in ("", None):
                    raise unexpected(record.place, name, self._columns)
            values = [said.get(name, "") for name in self._columns]
        self._stream.write(fields(values))

    def check(self, record: Record) -> None:
        """Refuse a puzzle that the notation cannot hold, as `write` does."""
        puzzle, row = record.puzzle, record.row
        if not self._notation.keeps_boards and not puzzle.rules.board.is_square:
            expected = "drawn, candidates, json or jsonl"
            what = f"a board whose form or digits format {self._notation.name!r} cannot hold"
            raise FormatError(f"{what}; expected {expected}")
        if self._notation.keeps_marks or self._lossy or not puzzle.has_pencil_marks:
            return
        # A field of a table may have them in the text of the puzzle.
        is_text = row is not None and row.puzzle is puzzle and "candidates" not in row.names
        if self._notation.fields is None or not is_text:
            expected = "pencil, candidates, json or jsonl"
            what = f"a puzzle with pencil marks, which format {self._notation.name!r} cannot hold"
            raise FormatError(f"{what}; expected {expected}")

    def write_rules(self, rules: Rules) -> None:
        """Write a ``# rules:`` line if the puzzles that follow would be read under others.

        `write` does so itself; this is for a caller that writes lines of puzzles to the stream.
        """
        if self._notation.keeps_rules or self._bare:
            return
        size = rules.size
        # Each row might be a puzzle by itself, as those of 16 cells are 4×4; lines of four or nine
        # rows.
        is_row = size > 9 and isqrt(size) ** 2 == size
        is_clear = not is_row if self._notation.in_rows else size not in {2, 3}
        is_usual = self._stated is None and rules == usual(size) and is_clear
        if rules == self._stated or is_usual:
            return
        self._stated = rules
        self._stream.write(f"# rules: {rules_text(rules)}\n")

    def close(self) -> None:
        """Write the end of the text; the stream stays open."""
        kind = self._notation
        self._stream.write(kind.after if self.written else kind.nothing)

    def __enter__(self) -> Writer:
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        if kind is None:
            self.close()


def write(
    what: Writable,
    format: str = "line",
    *,
    rules: RulesLike | None = None,
    bare: bool = False,
    lossy: bool = False,
    solution: Grid | None = None,
    label: str | None = None,
    comment: str | None = None,
) -> str:
    """Return one puzzle as a text, with its last line end.

    Args:
        rules: the rules of a grid of digits; None for those that its size usually has.
        bare: leave out the ``# rules:`` line that states unusual rules to a reader.
        lossy: where the notation cannot hold pencil marks, write only the givens.
        solution: its solution, for notations with a place for it.

    Raises:
        FormatError: the notation cannot hold such a puzzle.
        OptionError: there is no such notation.
    """
    stream = io.StringIO()
    writer = Writer(stream, format, bare=bare, lossy=lossy)
    writer.write(what, rules=rules, solution=solution, label=label, comment=comment)
    kind = notation(format)
    if kind.stands_alone:
        return stream.getvalue().removeprefix(kind.before) + "\n"
    writer.close()
    return stream.getvalue()
