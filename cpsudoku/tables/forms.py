"""How the lines of a stream are read."""

from __future__ import annotations

import codecs
import io
import re
from collections.abc import Iterable, Iterator
from itertools import chain
from typing import IO, NamedTuple, Protocol

from cpsudoku import formats
from cpsudoku.errors import FormatError
from cpsudoku.formats.base import Job, Lines, Record
from cpsudoku.formats.source import Columns, lines_of, opened
from cpsudoku.tables.buffer import Buffer

MOST_PATIENCE = 8192
"""Before the compiled code tries again, 1, 2, 4, … up to this many lines are read in Python."""

DOUBTFUL = 1 << 16
"""Bytes that the compiled code gets at first when it tries again."""

_ARRAY, _GAP = re.compile(rb"\s*\[\s*(?={)"), re.compile(rb"}(\s*,\s*){")

_BARE_LINES = re.compile(rb"(?:[0-9.*_]{81}\r?\n)+")


class Form(NamedTuple):
    """How the lines of a file are read.

    Args:
        notation: the one that reads lines which the compiled code does not know.
        header: the first line of a table.
        columns: the separator of a table, its column of puzzles and that of solutions.
        gap: the text between two objects of an array of JSON; empty for lines.
    """

    notation: str
    header: str | None = None
    columns: tuple[str, int, int | None] | None = None
    gap: bytes = b""

    def read(self, lines: Lines, job: Job) -> Iterator[Record]:
        """Yield the puzzles of lines from the middle of the file."""
        if self.header is not None:
            lines = chain([(1, self.header)], lines)
        if self.gap:
            lines = ((number, text if n else f"[{text}") for n, (number, text) in enumerate(lines))
        return formats.notation(self.notation).read(lines, job)

    def may_go_on(self, block: Buffer, number: int) -> bool:
        """Return whether a row that begins in this many lines may end after them."""
        if self.columns is None:
            return self.notation == "json" and not block.has_objects(number)
        return block.has_open_quote(number, self.columns[0])


class PuzzleSource(Protocol):
    """Where puzzles come from: arguments, each a file, ``-`` for standard input, or a puzzle."""

    @property
    def arguments(self) -> Iterable[str]:
        """The arguments."""

    @property
    def is_unguided(self) -> bool:
        """Whether the text alone gives the rules and the notation."""

    def job(self, name: str) -> Job:
        """Return how one text is to be read."""

    def report_ignored(self, record: Record) -> None:
        """Report what is not understood of a record, if anything."""

    def read(self, argument: str) -> Iterator[Record]:
        """Yield the puzzles of one argument."""

    def source(self, source: str | IO[str] | IO[bytes], name: str | None) -> Iterator[Record]:
        """Yield the puzzles of a file or stream."""


def form_of(block: Buffer, name: str, column: str = "") -> Form | None:
    """Return how a file is read if its beginning has a puzzle on each line; None if it has not.

    Args:
        block: the file; nothing has been taken from it yet.
        name: that of the file, whose ending may show it.
        column: the column of puzzles; empty to find it by its name.
    """
    suffix = name.lower().rpartition(".")[2]
    head = block.head()
    if suffix != "sdk" and not column and _BARE_LINES.fullmatch(head):
        return Form("line")
    from cpsudoku.formats.sniffing import head_of, sniff
    from cpsudoku.formats.unwrapping import is_wrapped

    try:
        with opened(io.BytesIO(head)) as text:
            if isinstance(text, Columns) or getattr(text, "encoding", "") != "utf-8-sig":
                return None
            lines = head_of(lines_of(text, name))
            if not lines or (not column and is_wrapped(lines)):
                return None
            notation = sniff(lines, name, column=column)
            if notation == "json" and array_of(block.now.data):
                gap = _GAP.search(block.now.data, 0, block.now.size)
                return gap and Form(notation, gap=gap[1])
            return _form_named(notation, lines[0][1], column)
    except FormatError:  # the reader of all notations reports it
        return None


def array_of(data: bytes | bytearray) -> bytes:
    """Return the text before the objects of an array of JSON; empty for anything else."""
    found = _ARRAY.match(data.removeprefix(codecs.BOM_UTF8))
    return found[0] if found else b""


def _form_named(notation: str, first: str, column: str) -> Form | None:
    if notation == "line":
        return Form(notation)
    if notation == "json":
        return Form(notation) if first.startswith("{") else None
    if notation != "csv":
        return None
    from cpsudoku.formats.tables import columns_of

    columns = columns_of(first, column)
    if columns is None or columns.rules is not None:
        return None
    return Form(notation, first, (columns.separator, columns.puzzle, columns.solution))
