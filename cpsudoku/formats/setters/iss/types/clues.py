"""What the types of clues beside the grid mean, and of indexers."""

from __future__ import annotations

import re
from collections.abc import Callable

from cpsudoku.errors import FormatError
from cpsudoku.formats.setters.iss.reader import Reader, Take
from cpsudoku.formats.setters.iss.taking import Arguments, Made, number
from cpsudoku.rules import Cell
from cpsudoku.rules.primitives import Element
from cpsudoku.variants import cages, indexing, outside, ranks
from cpsudoku.variants.base import Variant


def _line_of(reader: Reader, name: str) -> tuple[Cell, ...]:
    found = re.fullmatch(r"([RC])([0-9]{1,2})", name)
    if found is not None:
        whole = reader.layout.rows if found[1] == "R" else reader.layout.columns
        if 1 <= int(found[2]) <= len(whole):
            return whole[int(found[2]) - 1]
    raise FormatError(f"there is no row or column {name[:20]!r}")


def _both_ends(variant: Callable[..., Variant], *more: int | None) -> Take:
    """Return a reader of clues at both ends of a row or column."""

    def take(reader: Reader, args: Arguments) -> Made:
        line = _line_of(reader, args[0])
        for text, cells_seen in zip(args[1:3], (line, line[::-1]), strict=False):
            if text:
                yield variant(reader.board, cells_seen, number(text), *more)

    return take


def _full_rank(reader: Reader, args: Arguments) -> Made:
    return _both_ends(ranks.FullRank, 1 if reader.ties == "any" else None)(reader, args)


def _sandwich(reader: Reader, args: Arguments) -> Made:
    line, total = _line_of(reader, args[1]), number(args[0])
    if len(line) == reader.board.size:
        return [outside.Sandwich(reader.board, line, total)]
    return [cages.Lunchbox(reader.board, line, total)]


def _little_killer(reader: Reader, args: Arguments) -> Made:
    layout = reader.layout
    row, column = divmod(layout.cell(args[1]), layout.width)
    last_row, last_column = layout.height - 1, layout.width - 1
    if column == 0 and row < last_row:
        step = (1, 1)
    elif column == last_column and row not in (0, last_row):
        step = (-1, -1)
    elif row == 0 and column > 0:
        step = (1, -1)
    elif row == last_row and 0 < column < last_column:
        step = (-1, 1)
    else:
        raise FormatError(f"a diagonal from {args[1][:20]!r}")
    found: list[Cell] = []
    while 0 <= row <= last_row and 0 <= column <= last_column:
        found.append(row * layout.width + column)
        row, column = row + step[0], column + step[1]
    return [outside.LittleKiller(reader.board, tuple(found), number(args[0]))]


def _indexing(reader: Reader, args: Arguments) -> Made:
    kind = indexing.RowIndexer if args[0] == "R" else indexing.ColumnIndexer
    return [kind(reader.board, reader.cells(args[1:]))]


def _value_index(reader: Reader, names: Arguments) -> Made:
    found = reader.cells(names)
    if len(set(found)) == len(found):
        return [indexing.ValueIndex(reader.board, found)]
    value, index, *line = found
    return [Element(tuple(line), index, value, "valueindex")]


TYPES: dict[str, Take] = {
    "LittleKiller": _little_killer,
    "Sandwich": _sandwich,
    "XSum": _both_ends(outside.XSum),
    "Skyscraper": _both_ends(outside.Skyscraper),
    "HiddenSkyscraper": _both_ends(outside.HiddenSkyscraper),
    "NumberedRoom": _both_ends(outside.NumberedRoom),
    "FullRank": _full_rank,
    "Indexing": _indexing,
    "ValueIndexing": _value_index,
}
"""How each type is read."""
