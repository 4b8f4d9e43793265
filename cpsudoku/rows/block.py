"""Blocks: consecutive rows, with their puzzles and everything that stands beside them.

::

    digits      81 bytes a row, 0 for a blank: what compiled code reads and writes without NumPy
    records     rows that were read one by one: variants, pencil marks, other sizes, other notations
    own         the columns that the rows came with; None for lines of nothing but puzzles

Each row is in `digits`; a row that is not a classic puzzle without pencil marks has blanks there,
and is in `others` too.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, NamedTuple

from cpsudoku.formats.base import BLANKS, Record, TableRow, place_of
from cpsudoku.formats.cells import BAD, digits_by_code
from cpsudoku.formats.columns import Roles, blank_of, names_and_values, roles
from cpsudoku.formats.documents import solution_of
from cpsudoku.formats.writing import cells_of
from cpsudoku.puzzle import Puzzle
from cpsudoku.rows.values import (
    ABSENT,
    CELLS,
    Packed,
    Values,
    grid_texts,
    listed,
    listed_rows,
    some,
)
from cpsudoku.rules import Grid, Rules, classic, usual

_BLANKS = "." * CELLS


class Columns(NamedTuple):
    """The columns that rows came with.

    Args:
        column: the name of the one with the puzzles, where it does not show that.
        is_table: whether they stood in a table; else they were made of what stood in a line.
    """

    names: tuple[str, ...]
    values: tuple[Values, ...]
    column: str = ""
    is_table: bool = True

    @property
    def roles(self) -> Roles:
        """The columns of puzzles, solutions and so on."""
        return roles(self.names, self.column)

    def some(self, rows: slice | Sequence[int]) -> Columns:
        """Return the columns of some rows."""
        return self._replace(values=tuple(some(values, rows) for values in self.values))


@dataclass(frozen=True)
class Block:
    """Rows of the input, in their order.

    Args:
        lines: where each row begins, from 1; None for a puzzle that is an argument.
        digits: 81 bytes for each row, 0 for a blank.
        records: by their numbers in the block the rows that were read one by one.
    """

    source: str | None
    lines: range | list[int] | None
    digits: bytes
    records: Mapping[int, Record]
    own: Columns | None = None

    def __len__(self) -> int:
        return len(self.digits) // CELLS

    @cached_property
    def others(self) -> dict[int, Puzzle]:
        """The rows that are not classic puzzles without pencil marks."""
        puzzles = ((row, record.puzzle) for row, record in self.records.items())
        return {row: puzzle for row, puzzle in puzzles if not _is_plain(puzzle)}

    def puzzle(self, row: int) -> Puzzle:
        """Return the puzzle of a row."""
        record = self.records.get(row)
        if record is not None:
            return record.puzzle
        return Puzzle.from_digits(self.digits[row * CELLS : (row + 1) * CELLS], classic())

    def line(self, row: int) -> int | None:
        """Return where a row begins."""
        return None if self.lines is None else self.lines[row]

    def row(self, number: int) -> Row:
        """Return a row by itself."""
        return Row(self, number)

    def rules_of(self, row: int) -> Rules:
        """Return the rules of a row."""
        return self.others[row].rules if row in self.others else classic()

    def record(self, row: int) -> Record:
        """Return a row as readers of notations return it, with all that it says."""
        record = self.records.get(row) or self._record(row)
        return record._replace(source=self.source, line=self.line(row))

    @cached_property
    def _rows(self) -> list[tuple[Any, ...]]:
        """The rows of its columns: to list whole columns for each row took seconds a block."""
        return [] if self.own is None else listed_rows(self.own.values, len(self))

    def _record(self, row: int) -> Record:
        puzzle = self.puzzle(row)
        if self.own is None:
            return Record(puzzle)
        values = zip(self.own.names, self._rows[row], strict=True)
        pairs = [(name, value) for name, value in values if value is not ABSENT]
        names = tuple(name for name, _ in pairs)
        at = roles(names, self.own.column)

        def said(place: int | None) -> str:
            return "" if place is None or pairs[place][1] is None else str(pairs[place][1]).strip()

        given = tuple(value for _, value in pairs)
        claimed = None if at.solution is None else given[at.solution]
        solution = solution_of(claimed, puzzle.rules)
        found = Record(puzzle, solution=solution, label=said(at.label), comment=said(at.comment))
        if not self.own.is_table:
            return found
        return found._replace(row=TableRow(names, given, puzzle, solution, self.own.column))

    def part(self, begin: int, end: int) -> Block:
        """Return some of the rows, from one number up to another."""
        if (begin, end) == (0, len(self)):
            return self
        records = {row - begin: one for row, one in self.records.items() if begin <= row < end}
        lines = None if self.lines is None else self.lines[begin:end]
        own = None if self.own is None else self.own.some(slice(begin, end))
        digits = self.digits[begin * CELLS : end * CELLS]
        return replace(self, lines=lines, digits=digits, records=records, own=own)

    def chosen(self, rows: Sequence[int]) -> Block:
        """Return rows by their numbers; a number may occur more than once."""
        records = {n: self.records[row] for n, row in enumerate(rows) if row in self.records}
        lines = None if self.lines is None else [self.lines[row] for row in rows]
        own = None if self.own is None else self.own.some(rows)
        digits = b"".join([self.digits[row * CELLS : (row + 1) * CELLS] for row in rows])
        return replace(self, lines=lines, digits=digits, records=records, own=own)

    @cached_property
    def given(self) -> list[Any] | None:
        """For each row the solution that stands beside it, as it was read; None if none has one."""
        place = None if self.own is None else self.own.roles.solution
        if self.own is None or place is None:
            return None
        return listed(self.own.values[place], len(self))

    @cached_property
    def blanks(self) -> list[str]:
        """For each row the character for a blank in the text of its puzzle; a dot for none."""
        place = None if self.own is None else self.own.roles.puzzle
        if self.own is None or place is None:
            return ["."] * len(self)
        texts = listed(self.own.values[place], len(self))
        return [blank_of(text) if isinstance(text, str) else "." for text in texts]

    def texts(self) -> Values:
        """Return the puzzles as they are read again under their rules."""
        plain = grid_texts(self.digits, ".")
        if not self.others:
            return plain
        found = plain.listed
        for row, puzzle in self.others.items():
            found[row] = cells_of(puzzle)
        return found

    def table(self) -> Columns:
        """Return all columns, among them one of puzzles and, if some are unusual, one of rules."""
        own = self.own or Columns(("puzzle",), (self.texts(),), is_table=False)
        unusual = {row: p.rules for row, p in self.others.items() if p.rules != usual(p.rules.size)}
        place = own.roles.rules
        said = [ABSENT] * len(self) if place is None else listed(own.values[place], len(self))
        missing = {row: rules for row, rules in unusual.items() if not said[row]}
        if not missing:
            return own
        said = [missing.get(row, one) for row, one in enumerate(said)]
        names, values = list(own.names), list(own.values)
        if place is None:
            names, values, place = [*names, "rules"], [*values, ABSENT], len(names)
        values[place] = said
        return own._replace(names=tuple(names), values=tuple(values))


class Row:
    """A row by itself, of a block and with its number there."""

    def __init__(self, block: Block, number: int) -> None:
        self._block, self._number = block, number

    @cached_property
    def puzzle(self) -> Puzzle:
        """The puzzle."""
        return self._block.puzzle(self._number)

    @property
    def place(self) -> str:
        """Where the row stands, such as ``easy.txt:3``; empty where it came from no file."""
        return place_of(self._block.source, self._block.line(self._number))

    def placed(self, text: str) -> str:
        """Return a text after the place of the row, if it has one."""
        return f"{self.place}: {text}" if self.place else text

    @property
    def given(self) -> Any:
        """The solution beside the puzzle: a grid, or what stands in its column; None for none."""
        record = self._block.records.get(self._number)
        if record is not None and record.solution is not None:
            return record.solution
        given = self._block.given
        return None if given is None else given[self._number]

    @property
    def known(self) -> Grid | None:
        """The digits of a solution that the text claims in part, 0 for the other cells."""
        record = self._block.records.get(self._number)
        return None if record is None else record.known

    @property
    def record(self) -> Record | None:
        """The record of a row that was read one by one; None for any other."""
        return self._block.records.get(self._number)

    @property
    def full_record(self) -> Record:
        """The record of any row, made of its columns where it was not read one by one."""
        return self._block.record(self._number)

    @property
    def blank(self) -> str:
        """The character for a blank in the text of the puzzle; a dot if it has none."""
        return self._block.blanks[self._number]


def _is_plain(puzzle: Puzzle) -> bool:
    return puzzle.rules.is_classic and not puzzle.has_pencil_marks


def classic_cells(texts: Sequence[Any] | Packed) -> tuple[bytearray, list[int]]:
    """Return the digits of texts, and the numbers of those that are not classic puzzles."""
    if isinstance(texts, Packed):
        even = range(0, len(texts.data) + 1, CELLS)
        if texts.known is None and texts.places == array("i", even).tobytes():
            digits = bytearray(texts.data.translate(digits_by_code(9)))
            if digits.find(BAD) < 0 and not _may_doubt(texts.data):
                return digits, []
        texts = texts.listed
    fits = [type(t) is str and len(t) == CELLS and t.isascii() for t in texts]
    odd = [row for row, fit in enumerate(fits) if not fit]
    odd += [row for row, fit in enumerate(fits) if fit and _is_doubtful(texts[row])]
    joined = "".join([t if fit else _BLANKS for t, fit in zip(texts, fits, strict=True)])
    digits = bytearray(joined.encode("ascii").translate(digits_by_code(9)))
    at = digits.find(BAD)
    while at >= 0:
        row = at // CELLS
        odd.append(row)
        digits[row * CELLS : (row + 1) * CELLS] = bytes(CELLS)
        at = digits.find(BAD, (row + 1) * CELLS)
    return digits, sorted(set(odd))


def _may_doubt(data: bytes | bytearray) -> bool:
    """Return whether a text of several puzzles has 0 and another blank."""
    return b"0" in data and any(blank.encode() in data for blank in BLANKS if blank != "0")


def _is_doubtful(cells: str) -> bool:
    """Return whether 0 may be a digit, as it stands beside another blank and without a 9.

    The reader of single puzzles decides.
    """
    is_mixed = "0" in cells and any(blank in cells for blank in BLANKS if blank != "0")
    return is_mixed and "9" not in cells


def put(row: int, puzzle: Puzzle, digits: bytearray) -> None:
    """Put the digits of a puzzle into its place; blanks for one that is not classic."""
    plain = bytes(puzzle.digits) if _is_plain(puzzle) else bytes(CELLS)
    digits[row * CELLS : (row + 1) * CELLS] = plain


def of_records(records: Sequence[Record], column: str = "") -> Block:
    """Return puzzles that a reader of any notation has read one by one."""
    digits = bytearray(CELLS * len(records))
    for row, record in enumerate(records):
        put(row, record.puzzle, digits)
    is_table = any(record.row is not None for record in records)
    own: Columns | None = columns_of_rows(list(map(columns_in, records)), column, is_table=is_table)
    if own is not None and own.names == ("puzzle",) and not is_table:
        own = None
    lines = None if records[0].line is None else [record.line or 0 for record in records]
    return Block(records[0].source, lines, bytes(digits), dict(enumerate(records)), own)


def columns_in(record: Record) -> dict[str, object]:
    """Return the columns of a row: those that it came with, or made of what its line says."""
    row, puzzle = record.row, record.puzzle
    is_same = row is None or (row.puzzle is puzzle and row.solution is record.solution)
    if record.added or not is_same:
        names, values = names_and_values(record, rules=lambda rules: rules)
        return dict(zip(names, values, strict=True))
    if row is not None:
        return dict(zip(row.names, row.values, strict=False))
    solution = record.solution and puzzle.rules.text(record.solution)
    comment = "" if record.comment == solution else record.comment
    said = {"solution": solution, "label": record.label, "comment": comment}
    return {"puzzle": cells_of(puzzle), **{name: text for name, text in said.items() if text}}


def of_columns(names: Sequence[str], values: Sequence[Values], count: int) -> Block:
    """Return rows of a table of which nothing but the columns matters."""
    own = Columns(tuple(names), tuple(values))
    return Block(None, None, bytes(CELLS * count), {}, own)


def columns_of_rows(
    rows: Sequence[Mapping[str, Any]], column: str, *, is_table: bool = True
) -> Columns:
    """Return the columns of rows, each of which may have others."""
    names = tuple(dict.fromkeys(name for row in rows for name in row))
    values = tuple([row.get(name, ABSENT) for row in rows] for name in names)
    return Columns(names, values, column, is_table)


def rows_of(blocks: Iterator[Block]) -> Iterator[Record]:
    """Yield the rows of blocks one by one."""
    for block in blocks:
        yield from map(block.record, range(len(block)))
