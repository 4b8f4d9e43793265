"""Text to puzzles and back, in every notation that is in use.

`parse` reads one puzzle, `record` one with all that its text says of it, `read` the puzzles of a
file of any length, `write` and `Writer` write them.  The notation is sniffed unless it is named.

    >>> from cpsudoku import formats
    >>> puzzle = formats.parse("1.....2........3")
    >>> print(formats.write(puzzle, "drawn"), end="")
    ┌─────┬─────┐
    │ 1 . │ . . │
    │ . . │ 2 . │
    ├─────┼─────┤
    │ . . │ . . │
    │ . . │ . 3 │
    └─────┴─────┘

A comment line ``# rules: 9+diagonals`` in any of the text notations says which rules hold for the
puzzles after it (see `cpsudoku.formats.rules_text`); without it the rules are what the caller
gives, or what a grid of that size usually has.
"""

from __future__ import annotations

import io
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from pathlib import Path, PurePath
from typing import IO, TYPE_CHECKING, Any, TypeAlias

from cpsudoku.errors import FormatError, quoted
from cpsudoku.formats.base import Context, Notation, OnBad, Record, RulesLike, names, notation
from cpsudoku.formats.cells import classic_or_none
from cpsudoku.formats.documents import puzzle_of_cells
from cpsudoku.formats.rules_text import parse_rules, rules_text
from cpsudoku.formats.rules_words import RulesSpec
from cpsudoku.formats.sniffing import head_of, is_opensudoku, is_whole, sniff, unwrapped
from cpsudoku.formats.source import Source, lines_of, name_of, names_a_file, opened
from cpsudoku.formats.writing import Writer, write
from cpsudoku.puzzle import Puzzle

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = [
    "Cells", "Notation", "PuzzleLike", "Record", "RulesLike", "RulesSpec", "Writer", "as_puzzle",
    "names", "notation", "parse", "parse_rules", "read", "record", "rules_text", "write",
]  # fmt: skip

Cells: TypeAlias = "Sequence[object] | NDArray[Any]"
"""The cells of a puzzle: digits or rows of digits, 0 for a blank."""

PuzzleLike: TypeAlias = "Puzzle | str | PurePath | Cells"
"""A puzzle, its text in any notation, the path of its file, or its cells as a list of digits, a
list of rows or an array, 0 for a blank."""

NOTHING = "no puzzle found; expected one line of 81 cells, a drawn grid, a table or JSON"


def parse(
    text: str | PurePath | Cells, rules: RulesLike | None = None, *, format: str | None = None
) -> Puzzle:
    """Return the one puzzle that a text or a file holds, with the clues that it declares.

    What is only drawn has no meaning here; `cpsudoku.formats.record(text).proposals` has what it
    probably means.

    Args:
        text: the puzzle, in any notation; the path of its file; or its cells: a list of digits, a
            list of rows, or an array or frame of whole numbers of a shape such as (81,) or (9, 9),
            with 0, None or NaN for a blank.
        rules: the rules, where the text has none; None for those that its size usually has.
        format: name of the notation; None to find out.

    Raises:
        FormatError: the text holds no puzzle, or more than one.
        OSError: the file cannot be read.
        RulesError: the rules are given as a text that makes no sense.
        OptionError: there is no such notation.

    >>> parse([[1, 0], [0, 0]]) == parse("1...")
    True
    """
    if not isinstance(text, str | PurePath):
        return puzzle_of_cells(text, Context(rules))
    if isinstance(text, str) and rules is None and format is None:
        puzzle = classic_or_none(text)
        if puzzle is not None:
            return puzzle
    return record(text, rules, format=format, proposes=False).puzzle


def record(
    text: str | PurePath,
    rules: RulesLike | None = None,
    *,
    format: str | None = None,
    meanings: Iterable[str] = (),
    proposes: bool = True,
) -> Record:
    """Return the one puzzle that a text or a file holds, with what it says of it and proposes.

    Args:
        text: the puzzle, in any notation, such as a link of a setter's program; or a path.
        rules: as for `parse`.
        format: as for `parse`.
        meanings: as for `read`.
        proposes: as for `read`; `cpsudoku.diagnosis.proposing.settled` drops the proposals that
            leave no solution.

    Raises:
        FormatError, RulesError, OptionError, OSError: as for `parse`.
    """
    source = io.StringIO(text, newline="") if isinstance(text, str) else Path(text)
    records = read(source, rules, format=format, meanings=meanings, proposes=proposes)
    try:
        first = next(records)
    except FormatError:
        if isinstance(text, str) and names_a_file(text) and Path(text).suffix[1:2].isalpha():
            path = quoted(text, 60)
            message = f"{path} looks like a path; expected pathlib.Path({path})"
            raise FormatError(message) from None
        raise
    for second in records:
        raise FormatError("a second puzzle; expected only one", line=second.line)
    return first


def as_puzzle(puzzle: PuzzleLike) -> Puzzle:
    """Return a puzzle, or the one that a text, a file or cells hold, as `parse` reads them."""
    return puzzle if isinstance(puzzle, Puzzle) else parse(puzzle)


def read(
    source: Source,
    rules: RulesLike | None = None,
    *,
    format: str | None = None,
    name: str | None = None,
    on_bad: OnBad | None = None,
    meanings: Iterable[str] = (),
    column: str | None = None,
    proposes: bool = True,
) -> Iterator[Record]:
    """Yield the puzzles of a file or stream, a little of it at a time.

    Args:
        source: a path, a text stream or a stream of bytes; a stream is not closed.  What it holds
            is text, compressed or not; `cpsudoku.rows` reads tables that are kept by columns too.
        rules: the rules, where the text has none; None for those that a grid's size usually has.
        format: name of the notation; None to find out.
        name: what to call the source in errors; None for its own name.
        on_bad: called with the `FormatError` of each part that is not a puzzle, which is then
            passed over; None to raise it.
        meanings: what things mean that a setter's program only draws, such as
            ``orange line=whispers 5``.
        column: which column of a table has the puzzles; None for the one that its name shows.
        proposes: whether things that are only drawn, and rules in words, get the meaning that they
            probably have; each record lists its ``proposals``.

    Raises:
        FormatError: something is not a puzzle, or there is none at all; with file, line and column.
        RulesError: the rules are given as a text that makes no sense.
        OptionError: there is no such notation.
    """
    name = name or name_of(source)
    context = Context(rules, name, on_bad, tuple(meanings), column or "", proposes)
    with opened(source, name) as stream:
        found = False
        for one in records_in(stream, context, format):
            found = True
            yield one
    if not found and not context.bad_parts:
        raise FormatError(NOTHING, source=name)


def records_in(stream: IO[str], context: Context, format: str | None) -> Iterator[Record]:
    """Yield the puzzles of a stream that has been opened, none of them for an empty one."""
    lines = lines_of(stream, context.source)
    head = head_of(lines) if format is None else []
    named = format or ("opensudoku" if is_opensudoku(head) else None)
    if (
        named is None
        and head
        and not context.column
        and (is_whole(head) or head[0][1].lstrip().startswith("<"))
    ):
        head = unwrapped([*head, *lines], context)
    named = named or sniff(head, context)
    return notation(named).read(chain(head, lines), context)
