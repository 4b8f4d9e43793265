"""Whatever many puzzles come in, for all calls about many: lists, arrays, columns, tables, files.

>>> [given(["1.............4."]).cells, given({"quiz": ["1......2.34....1"]}).column]
[['1.............4.'], 'quiz']
"""

from __future__ import annotations

import io
from collections.abc import Iterable, Iterator, Sized
from dataclasses import dataclass, replace
from itertools import islice
from math import inf
from pathlib import Path, PurePath
from typing import Any, TypeAlias

from cpsudoku import formats
from cpsudoku.bulk import frames
from cpsudoku.bulk.frames import NEEDED, PUZZLE, Frame
from cpsudoku.bulk.rows import Rows, Texts
from cpsudoku.errors import FormatError, OptionError, PuzzleError, quoted
from cpsudoku.formats.columns import roles
from cpsudoku.formats.rules_text import parse_rules
from cpsudoku.formats.source import is_path, names_a_file
from cpsudoku.formats.writing import cells_of
from cpsudoku.ground.extras import needing
from cpsudoku.puzzle import Puzzle
from cpsudoku.rows.block import CELLS, Block, columns_of_rows
from cpsudoku.rows.source import Source
from cpsudoku.rows.values import ABSENT, Number, listed
from cpsudoku.rules import Rules, usual

Puzzles: TypeAlias = "Rows | bytes | str | Path | Texts | Frame"
"""What calls about many puzzles take; `given` says how each is read."""


@dataclass(frozen=True, slots=True)
class Given:
    """Many puzzles in the order in which they were given.

    Args:
        cells: what `cpsudoku.bulk.rows.rows_of` reads: an array of digits or of texts, bytes with a
            puzzle a line, or a list.
        frame: the table that they stand in; None for none.
        column: the name of their column; empty for none.
        rules: the rules that a column of the table says; None where it says none.
    """

    cells: Rows | bytes | list[Any]
    frame: Frame | None = None
    column: str = ""
    rules: Rules | None = None

    def part(self, first: int, end: int) -> Given:
        """Return some of them, up to the number of the first after them."""
        frame = None if self.frame is None else frames.part_of(self.frame, first, end)
        return replace(self, cells=self.cells[first:end], frame=frame)

    def table(self, rows: Rows, rules: Rules) -> Frame:
        """Return the table that they stand in, or one with nothing but them as they were read."""
        if self.frame is not None:
            return self.frame
        found = {PUZZLE: self._texts(rows, rules)}
        if rules != usual(rules.size):
            found["rules"] = [formats.rules_text(rules)] * len(rows)
        return found

    def _texts(self, rows: Rows, rules: Rules) -> list[str]:
        if isinstance(self.cells, list) and all(isinstance(one, str) for one in self.cells):
            return self.cells
        if rows.dtype.itemsize > 1:
            masks = map(tuple, rows.tolist())
            return [cells_of(Puzzle.trusted(rules, candidates)) for candidates in masks]
        return frames.of_grids(rows, rules.size).listed()


def given(puzzles: Puzzles, column: str | None = None, rules: Rules | None = None) -> Given:
    """Return many puzzles from whatever they come in.

    Args:
        puzzles: as for `cpsudoku.solve_many`, and anything else that can be iterated over.
        column: the name of the column of puzzles in a table; None to find it.
        rules: the rules, where a file or text says none.

    Raises:
        FormatError: a file or text holds no puzzles.
        OptionError: there is no such column, or a column is named and there is no table; or a text
            that is a path.
        PuzzleError: this is nothing that holds puzzles, or rows of a table have several rules.
        BackendUnavailableError: PyArrow is missing, and nothing else can read the object.
        OSError: a file cannot be read.
    """
    import numpy as np

    if isinstance(puzzles, PurePath | str):
        return next(_of_text(puzzles, None, column, rules))
    is_plain = isinstance(puzzles, bytes | list | tuple | np.ndarray)
    frame = None if is_plain else frames.frame_of(puzzles)
    if frame is not None:
        return _of_frame(frame, column)
    kind = type(puzzles).__name__
    if column is not None:
        raise OptionError(f"column={column!r} for {kind}; expected a table")
    if isinstance(puzzles, bytes | list) or (isinstance(puzzles, np.ndarray) and puzzles.ndim):
        return Given(puzzles)
    try:
        return Given(list(puzzles))
    except TypeError:
        raise PuzzleError(
            f"{kind}; expected a list, an array, a column, a table or a path of puzzles"
        ) from None


def given_in_parts(
    puzzles: Puzzles, size: int, column: str | None = None, rules: Rules | None = None
) -> Iterator[Given]:
    """Yield many puzzles as `given` returns them, some at a time, and read no further than that.

    Args:
        puzzles: as for `given`, as are the others.
        size: how many at a time; fewer where a stream of Arrow's has smaller batches.
    """
    if isinstance(puzzles, PurePath | str):
        yield from _of_text(puzzles, size, column, rules)
    elif isinstance(puzzles, bytes):
        text = io.BytesIO(puzzles)
        while lines := b"".join(islice(text, size)):
            yield Given(lines)
    elif isinstance(puzzles, Iterator) and not hasattr(puzzles, "__arrow_c_stream__"):
        while texts := list(islice(puzzles, size)):
            yield Given(texts)
    elif hasattr(puzzles, "__arrow_c_stream__") and not isinstance(puzzles, Sized):
        with needing(NEEDED, "pyarrow"):
            import pyarrow as pa
        yield from _of_batches(pa.RecordBatchReader.from_stream(puzzles), size, column)
    else:
        whole = given(puzzles, column)
        for first in range(0, len(whole.cells), size):
            yield whole.part(first, first + size)


def _of_frame(frame: Frame, column: str | None) -> Given:
    name = frames.column_named(frame, column)
    return Given(frames.values_of(frame, name), frame, name, _rules_in(frame))


def _rules_in(frame: Frame) -> Rules | None:
    """Return the rules that a column of a table says for all its rows."""
    names = frames.names_of(frame)
    place = roles(tuple(names)).rules
    if place is None:
        return None
    said = sorted({text or "" for text in frames.listed_in(frame, names[place])})
    if len(said) > 1:
        raise PuzzleError(
            f"column {names[place]!r} says {len(said)} rules, such as {said[0]!r} and {said[1]!r}; "
            "expected the same in all rows: ask about the rows of each by themselves"
        )
    return parse_rules(said[0], files=False).rules() if said and said[0] else None


def _of_batches(batches: Iterable[Any], size: int, column: str | None) -> Iterator[Given]:
    import pyarrow as pa

    for batch in batches:
        whole = _of_frame(pa.Table.from_batches([batch]), column)
        for first in range(0, len(batch), size):
            yield whole.part(first, first + size)


def _of_text(
    source: PurePath | str, size: int | None, column: str | None, rules: Rules | None
) -> Iterator[Given]:
    """Yield the puzzles of a file or of a text, all at once where no size is given."""
    if isinstance(source, PurePath):
        blocks = iter(Source([str(source)], rules=rules, column=column))
    elif is_path(source) or names_a_file(source):
        path = quoted(source, 60)
        raise OptionError(f"{path} looks like a path; expected pathlib.Path({path})")
    else:
        text = io.BytesIO(source.encode("utf-8", "replace"))
        blocks = Source([], rules=rules, column=column).stream(text, "")
    try:
        yield from map(_of_blocks, _sized(blocks, size))
    except FormatError as error:
        if error.message.startswith(f"no column {column!r}"):
            raise OptionError(str(error)) from None
        raise


def _sized(blocks: Iterator[Block], size: int | None) -> Iterator[list[Block]]:
    """Yield blocks that have this many puzzles together, or all."""
    taken: list[Block] = []
    most = room = inf if size is None else size
    for block in blocks:
        begin = 0
        while begin < len(block):
            part = block.part(begin, int(min(begin + room, len(block))))
            taken.append(part)
            begin, room = begin + len(part), room - len(part)
            if not room:
                yield taken
                taken, room = [], most
    if taken:
        yield taken


def _of_blocks(blocks: list[Block]) -> Given:
    """Return puzzles as they were read: as digits where all are plain, with their columns."""
    import numpy as np

    first = blocks[0]
    names = None if first.own is None else first.own.names
    is_alike = all((None if one.own is None else one.own.names) == names for one in blocks)
    cells: Any = np.frombuffer(b"".join(block.digits for block in blocks), np.uint8)
    cells = cells.reshape(-1, CELLS)
    if any(block.others for block in blocks) or not is_alike:
        cells = [block.puzzle(row) for block in blocks for row in range(len(block))]
    if all(block.own is None for block in blocks):
        return Given(cells)
    tables = [block.table() for block in blocks]
    joined = columns_of_rows(
        [
            {
                name: value
                for name, value in zip(table.names, row, strict=True)
                if value is not ABSENT
            }
            for table, block in zip(tables, blocks, strict=True)
            for row in zip(*(listed(v, len(block)) for v in table.values), strict=True)
        ],
        first.own.column if first.own else "",
    )
    frame = {
        name: [_in_words(one) for one in listed(values, len(cells))]
        for name, values in zip(joined.names, joined.values, strict=True)
    }
    place = joined.roles.puzzle
    return Given(cells, frame, "" if place is None else joined.names[place])


def _in_words(value: object) -> object:
    if value is ABSENT:
        return None
    if isinstance(value, Number):
        return float(value)
    return formats.rules_text(value) if isinstance(value, Rules) else value
