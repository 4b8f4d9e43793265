"""Many puzzles of the same rules as the rows of one array: of digits, or of candidate masks.

Lists, arrays, columns and tables of other libraries, texts and files become such an array, beside
the table that they came in; a block is some rows of it.

>>> origin = read({"id": [7, 8], "quiz": ["1.............4.", "1......2.34....1"]})
>>> origin.rows.shape, origin.rules.size, list(origin.frame_or_puzzles)
((2, 16), 4, ['id', 'quiz'])
"""

from __future__ import annotations

import io
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache
from itertools import islice
from math import inf, isqrt
from pathlib import Path, PurePath
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple, TypeAlias, cast

from cpsudoku import formats
from cpsudoku.errors import (
    FormatError,
    OptionError,
    PuzzleError,
    UnsupportedError,
    quoted,
    remedied,
)
from cpsudoku.formats.base import MAX_SYMBOL_SIZE, Context
from cpsudoku.formats.cells import bytes_digits_or_none
from cpsudoku.formats.columns import beside, refuse_repeated, roles
from cpsudoku.formats.line import is_plain
from cpsudoku.formats.source import is_path, names_a_file
from cpsudoku.formats.writing import cells_of
from cpsudoku.ground import compiled
from cpsudoku.puzzle import Puzzle
from cpsudoku.rows import frames
from cpsudoku.rows.block import Block
from cpsudoku.rows.frames import GLIMPSE_ROWS, PUZZLE, Frame
from cpsudoku.rows.source import Source
from cpsudoku.rows.values import CELLS, listed, plain_value
from cpsudoku.rules import Rules, cell_name, classic, usual

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


Rows: TypeAlias = "NDArray[Any]"
"""An array (n, cells): of digits as uint8, or of masks of candidates as a wider type."""

Texts: TypeAlias = "Iterable[str | Puzzle | formats.Cells]"
Puzzles: TypeAlias = "Rows | bytes | str | Path | Texts | Frame"
"""What calls about many puzzles take; `read` says how each is read."""

OnBadRow: TypeAlias = Callable[[PuzzleError], object]
"""Called with the error of a row that is left out; a `FormatError` says which line it was."""

_MOST_DIGITS = 255


@dataclass(frozen=True)
class ArrayBlock(Block):
    """Puzzles of the same rules, as they were read and as they were given.

    Args:
        rows: their cells.
        rules: those of each of them.
        frame: the table that they stand in; None for none.
        written: their texts, where they were given as a list of these.
        before: number of puzzles before these, for messages.
    """

    rows: Rows = field(kw_only=True)
    rules: Rules = field(kw_only=True)
    frame: Frame | None = field(kw_only=True, default=None)
    written: list[str] | None = field(kw_only=True, default=None)
    before: int = field(kw_only=True, default=0)

    def __len__(self) -> int:
        return len(self.rows)

    @property
    def frame_or_puzzles(self) -> Frame:
        """The input table, or a table with only the puzzles."""
        if self.frame is not None:
            return self.frame
        found: dict[str, list[Any]] = {PUZZLE: self.written or self._texts()}
        if self.rules != usual(self.rules.size):
            found["rules"] = [formats.rules_text(self.rules)] * len(self)
        return found

    @cached_property
    def given(self) -> list[Any] | None:
        """For each puzzle the solution that stands beside it in the table; None if none has one."""
        names = [] if self.frame is None else frames.names_of(self.frame)
        place = roles(tuple(names)).solution
        return None if place is None else frames.listed_in(self.frame, names[place])

    def _texts(self) -> list[str]:
        if are_masks(self.rows):
            return list(map(cells_of, self.puzzles()))
        return frames.of_grids(self.rows, self.rules)

    def puzzle(self, row: int) -> Puzzle:
        """Return the puzzle of a row."""
        return puzzle_of(self.rows[row].tolist(), self.rules, are_masks(self.rows))

    def puzzles(self) -> Iterator[Puzzle]:
        """Yield the puzzles one by one."""
        return (puzzle_of(row, self.rules, are_masks(self.rows)) for row in self.rows.tolist())

    def part(self, begin: int, end: int) -> ArrayBlock:
        """Return some of the rows, from one number up to another."""
        if (begin, end) == (0, len(self)):
            return self
        frame = None if self.frame is None else frames.part_of(self.frame, begin, end)
        written = None if self.written is None else self.written[begin:end]
        rows, before = self.rows[begin:end], self.before + begin
        return replace(self, rows=rows, frame=frame, written=written, before=before)

    def chosen(self, rows: Sequence[int]) -> ArrayBlock:
        """Return rows by their numbers, in any order."""
        numbers = list(rows)
        frame = None if self.frame is None else frames.taken(self.frame, numbers)
        written = None if self.written is None else [self.written[number] for number in numbers]
        return replace(self, rows=self.rows[numbers], frame=frame, written=written)


class AnswerTable(ABC):
    """Answers to many puzzles, a row each, in their order.

    They go into a table after the columns that the puzzles came with; other libraries that know
    Arrow's interface, such as Polars and DuckDB, take them as they are.
    """

    __slots__ = ()

    origin: ArrayBlock | None
    kinds: ClassVar[Mapping[str, type]]
    """The types of the columns, by name: those of Arrow's are the same where nothing is known."""

    @abstractmethod
    def columns(self, most: int | None = None) -> Mapping[str, list[Any]]:
        """Return the answers as columns, by name; None where nothing is known.

        Args:
            most: how many rows, from the first; None for all.
        """

    @abstractmethod
    def __len__(self) -> int: ...

    def __repr__(self) -> str:
        """Return the first answers as a short table."""
        rows = f"{len(self):,} row" + "s" * (len(self) != 1)
        first = self.columns(GLIMPSE_ROWS)
        return f"{type(self).__name__}: {rows}\n{frames.glimpse(first, len(self))}"

    def _table(self) -> Frame:
        return {} if self.origin is None else self.origin.frame_or_puzzles

    def to_arrow(self) -> Any:
        """Return the puzzles' table with the answers after its columns, as a ``pyarrow.Table``.

        A column that has the name of an answer is renamed, such as to ``given_solution``.
        """
        return frames.in_arrow(self._table(), self.columns(), self.kinds)

    def to_pandas(self) -> Any:
        """Return the puzzles' table with the answers after its columns, as a DataFrame of pandas'.

        A frame of pandas' keeps its index.

        Raises:
            BackendUnavailableError: pandas is missing.
        """
        return frames.in_pandas(self._table(), self.columns())

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        """Return the table of `to_arrow` for any library that knows Arrow's interface."""
        stream: object = self.to_arrow().__arrow_c_stream__(requested_schema)
        return stream

    def rows(self) -> Iterator[dict[str, object]]:
        """Yield the rows of the table; None where nothing is known."""
        table, columns = self._table(), self.columns()
        lists = {name: frames.listed_in(table, name) for name in frames.names_of(table)}
        names = (*beside(list(lists), list(columns)), *columns)
        for row in zip(*lists.values(), *columns.values(), strict=True):
            yield dict(zip(names, row, strict=True))


def read(
    puzzles: Puzzles,
    rules: Rules | str | None = None,
    *,
    masks: bool = False,
    column: str | None = None,
    on_bad: OnBadRow | None = None,
    remedy: str = "",
) -> ArrayBlock:
    """Return many puzzles, whatever they come in, with the rows of one array.

    Args:
        puzzles: as for `cpsudoku.solve_many`, and anything else that can be iterated over.
        rules: the rules or a text of them, where a file or text says none; None for those of the
            first puzzle.
        masks: whether an array is of candidates.
        column: the name of the column of puzzles in a table; None to find it.
        on_bad: called with the error of each row that is not a puzzle, or has other rules, which is
            then left out; None to raise the error.
        remedy: how a caller's user asks for that, for the error of one row of several.

    Raises:
        FormatError: a file or text holds no puzzles, or a line is not a puzzle.
        OptionError: there is no such column, or a column is named and there is no table; or a text
            that is a path.
        PuzzleError: nothing that holds puzzles; or an array has a wrong shape, type, digit or mask,
            or rows have several rules.
        UnsupportedError: a digit of the rules does not fit into a byte.
        OSError: a file cannot be read.
    """
    parts = read_in_parts(
        puzzles, None, rules, masks=masks, column=column, on_bad=on_bad, remedy=remedy
    )
    return next(parts)


def read_in_parts(
    puzzles: Puzzles,
    size: int | None,
    rules: Rules | str | None = None,
    *,
    masks: bool = False,
    column: str | None = None,
    on_bad: OnBadRow | None = None,
    remedy: str = "",
) -> Iterator[ArrayBlock]:
    """Yield many puzzles as `read` returns them, some at a time, and read no further than that.

    Args:
        puzzles: as for `read`, as are the others.
        size: how many at a time, fewer where a stream of Arrow's has smaller batches; None for all.
    """
    before, rules = 0, formats.parse_rules(rules).rules() if isinstance(rules, str) else rules
    how: dict[str, Any] = {"rules": rules, "column": column, "remedy": remedy}
    if on_bad is not None:
        how |= {"skip_bad": True, "rejected": on_bad}
    for given in _given(puzzles, size, how):
        rules = given.rules or rules
        part = given
        try:
            rows, found = rows_of(
                part.cells, rules, before, masks=masks, column=part.column, remedy=remedy
            )
        except PuzzleError:
            if on_bad is None or masks:
                raise
            part = _without_bad(given, rules, before, on_bad)
            rows, found = rows_of(part.cells, rules, before, column=part.column)
        rules = found if len(rows) else rules
        is_text = isinstance(part.cells, list) and all(isinstance(one, str) for one in part.cells)
        texts = cast("list[str]", part.cells) if is_text and part.frame is None else None
        yield ArrayBlock(
            None, None, b"", {},
            rows=rows, rules=found, frame=part.frame, written=texts, before=before,
        )  # fmt: skip
        before += len(given.cells)


class _Given(NamedTuple):
    """Puzzles as they were given: an array or a list, the table and column, and its rules."""

    cells: Rows | list[Any]
    frame: Frame | None = None
    column: str = ""
    rules: Rules | None = None


def _without_bad(part: _Given, rules: Rules | None, before: int, on_bad: OnBadRow) -> _Given:
    """Return what is given without its bad rows, each of which is reported."""
    kept: list[int] = []
    for number, cells in enumerate(part.cells):
        try:
            rules = _read_row(cells, rules, before + number + 1, part.column).rules
        except PuzzleError as error:
            if isinstance(error, FormatError) and isinstance(cells, str):
                error.text = cells
            on_bad(error)
        else:
            kept.append(number)
    frame = None if part.frame is None else frames.taken(part.frame, kept)
    return part._replace(cells=[part.cells[number] for number in kept], frame=frame)


def _given(puzzles: Puzzles, size: int | None, how: dict[str, Any]) -> Iterator[_Given]:
    """Yield puzzles as they were given; `how` is what `Source` takes, for those of a text."""
    if isinstance(puzzles, bytearray | memoryview):
        puzzles = bytes(puzzles)
    if isinstance(puzzles, PurePath | str | bytes):
        yield from _of_text(puzzles, size, how)
        return
    is_stream = hasattr(puzzles, "__arrow_c_stream__") and not hasattr(puzzles, "__len__")
    if size is not None and is_stream:
        import pyarrow as pa

        for batch in pa.RecordBatchReader.from_stream(puzzles):
            yield from _given(pa.Table.from_batches([batch]), size, how)
        return
    if size is not None and isinstance(puzzles, Iterator):
        while texts := list(islice(puzzles, size)):
            yield _Given(texts)
        return
    whole = _whole_given(puzzles, how["column"])
    if size is None:
        yield whole
        return
    for at in range(0, len(whole.cells), size):
        frame = None if whole.frame is None else frames.part_of(whole.frame, at, at + size)
        yield whole._replace(cells=whole.cells[at : at + size], frame=frame)


def _whole_given(puzzles: Puzzles, column: str | None) -> _Given:
    import numpy as np

    frame = frames.frame_of(puzzles)
    if frame is not None:
        name = frames.column_named(frame, column)
        return _Given(frames.values_of(frame, name), frame, name, _rules_in(frame))
    kind = type(puzzles).__name__
    if column is not None:
        raise OptionError(f"column={column!r} for {kind}; expected a table")
    if isinstance(puzzles, list) or (isinstance(puzzles, np.ndarray) and puzzles.ndim):
        return _Given(puzzles)
    try:
        return _Given(list(cast("Texts", puzzles)))
    except TypeError:
        raise PuzzleError(
            f"{kind}; expected a list, an array, a column, a table or a path of puzzles"
        ) from None


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
    return formats.parse_rules(said[0], files=False).rules() if said and said[0] else None


def _of_text(
    source: PurePath | str | bytes, size: int | None, how: dict[str, Any]
) -> Iterator[_Given]:
    """Yield the puzzles of a file or of a text, all at once where no size is given."""
    if isinstance(source, PurePath):
        file = Source([str(source)], **how)
        file.may_be_empty, blocks = True, iter(file)
    elif isinstance(source, str) and (is_path(source) or names_a_file(source)):
        path = quoted(source, 60)
        raise OptionError(f"{path} looks like a path; expected pathlib.Path({path})")
    else:
        data = source if isinstance(source, bytes) else source.encode("utf-8", "replace")
        blocks = Source([], **how).stream(io.BytesIO(data), "")
    taken: list[Block] = []
    most = room = inf if size is None else size
    try:
        for block in blocks:
            begin = 0
            while begin < len(block):
                part = block.part(begin, int(min(begin + room, len(block))))
                taken.append(part)
                begin, room = begin + len(part), room - len(part)
                if not room:
                    yield _of_blocks(taken)
                    taken, room = [], most
    except FormatError as error:
        if error.message.startswith(f"no column {how['column']!r}"):
            raise OptionError(str(error)) from None
        raise
    if taken or size is None:
        yield _of_blocks(taken)


def _of_blocks(blocks: list[Block]) -> _Given:
    """Return puzzles as they were read: as digits where all are plain, with their columns."""
    import numpy as np

    cells: Any = np.frombuffer(b"".join(block.digits for block in blocks), np.uint8)
    cells = cells.reshape(-1, CELLS)
    if any(block.others for block in blocks):
        cells = [block.puzzle(row) for block in blocks for row in range(len(block))]
    if all(block.own is None for block in blocks):
        return _Given(cells)
    tables = [block.table() for block in blocks]
    for table, block in zip(tables, blocks, strict=True):
        refuse_repeated(table.names, block.source)
    frame: dict[str, list[Any]] = {}
    for name in dict.fromkeys(name for table in tables for name in table.names):
        frame[name] = []
        for table, block in zip(tables, blocks, strict=True):
            held = dict(zip(table.names, table.values, strict=True))
            values = listed(held[name], len(block)) if name in held else [None] * len(block)
            frame[name] += map(plain_value, values)
    place = roles(tuple(frame), blocks[0].own.column if blocks[0].own else "").puzzle
    return _Given(cells, frame, "" if place is None else list(frame)[place])


def are_masks(rows: Rows) -> bool:
    """Return whether rows are candidate masks, not digits."""
    return bool(rows.dtype.itemsize > 1)


def puzzle_of(row: list[int], rules: Rules, masks: bool) -> Puzzle:
    """Return the puzzle of a row of digits, or of masks of candidates."""
    return Puzzle.trusted(rules, tuple(row)) if masks else Puzzle.from_digits(row, rules)


def digits_of(masks: Rows) -> NDArray[np.uint8]:
    """Return the givens of masks of candidates (bit d−1 for digit d), 0 where there is none."""
    if masks.dtype.itemsize == 2:
        return _table_of_digits()[masks]
    return _digits_of(masks)


@lru_cache(maxsize=1)
def _table_of_digits() -> NDArray[np.uint8]:
    """Return the givens of all masks of 16 bits: four times as quick as computing them anew."""
    import numpy as np

    return _digits_of(np.arange(1 << 16, dtype=np.uint16))


def _digits_of(masks: Rows) -> NDArray[np.uint8]:
    import numpy as np

    # A float has the exponent of a power of two at hand, up to any size of an integer; that of no
    # candidate at all is 0.
    single = (masks & (masks - masks.dtype.type(1))) == 0
    return np.where(single, np.frexp(masks.astype(np.float64))[1], 0).astype(np.uint8)


def without_marks(rows: Rows, rules: Rules) -> Rows:
    """Return masks of candidates as digits, if no puzzle of them has pencil marks."""
    if not are_masks(rows):
        return rows
    digits = digits_of(rows)
    is_plain = ((digits > 0) | (rows == rows.dtype.type(rules.all_digits))).all()
    return digits if is_plain else rows


def rows_of(
    puzzles: Rows | list[Any],
    rules: Rules | None,
    before: int = 0,
    *,
    masks: bool = False,
    column: str = "",
    remedy: str = "",
) -> tuple[Rows, Rules]:
    """Return puzzles as an array (n, cells), and their rules.

    Args:
        puzzles: an array of digits or of texts; or a list of texts, of cells, or of puzzles.
        before: number of puzzles before these, for messages.
        masks: whether an array is of candidates.
        column: name of the column that they stand in, for messages; empty for none.
        remedy: as of `read`.

    Returns:
        Rows of uint8 for digits, of a wider type for masks of candidates.

    Raises:
        FormatError: a line is not a puzzle; ``line`` is its number.
        PuzzleError: an array has a wrong shape, type, digit or mask, or a puzzle has other rules.
        UnsupportedError: a digit of the rules does not fit into a byte.
    """
    import numpy as np

    if isinstance(puzzles, np.ndarray) and puzzles.dtype.kind not in "OSUT":
        return _checked(puzzles, rules, before, masks)
    if masks:
        raise PuzzleError(f"masks in {type(puzzles).__name__}; expected them in an array")
    if isinstance(puzzles, np.ndarray):
        puzzles = _listed(puzzles)
    found = _together(puzzles, rules) or _lines(puzzles, rules)
    return found or _one_by_one(puzzles, rules, before, column, remedy)


def _listed(texts: NDArray[Any]) -> list[Any]:
    """Return the texts, or lists of cells, of an array."""
    if texts.ndim == 2 and texts.dtype.kind != "O" and texts.shape[1] > 1:  # a character a cell
        return ["".join(row) for row in texts.astype(str).tolist()]
    if texts.ndim == 2 and texts.shape[1] == 1:  # a frame of one column
        texts = texts[:, 0]
    if texts.dtype.kind == "S":
        return [text.decode("ascii", errors="replace") for text in texts.tolist()]
    return cast("list[Any]", texts.tolist())


def _together(puzzles: list[Any], rules: Rules | None) -> tuple[Rows, Rules] | None:
    """Read texts of one width, or lists or arrays of cells of one shape; None for others."""
    if not puzzles or len({len(one) if hasattr(one, "__len__") else -1 for one in puzzles}) > 1:
        return None
    try:
        if isinstance(puzzles[0], str):
            return _of_width("".join(puzzles).encode("ascii"), len(puzzles), rules)
        return _of_cells(puzzles, rules)
    except (TypeError, ValueError, IndexError):  # not all of one kind or shape, ASCII, or right
        return None


def _of_width(data: bytes, count: int, rules: Rules | None) -> tuple[Rows, Rules] | None:
    """Read puzzles of the same number of characters, one a cell, that stand without gaps.

    One by one, 4×4 puzzles took a thousand times as long, and 16×16 ones a hundred times.
    """
    import numpy as np

    width = len(data) // count
    size = isqrt(width)
    if size > MAX_SYMBOL_SIZE or width * count != len(data):
        return None
    if rules is None and size * size == width:
        rules = usual(size)
    if rules is None or rules.cell_count != width or Context(rules).board_rules is not None:
        return None
    digits = bytes_digits_or_none(data, size)
    if digits is None:
        return None
    return np.frombuffer(digits, dtype=np.uint8).reshape(count, width), rules


def _of_cells(puzzles: list[Any], rules: Rules | None) -> tuple[Rows, Rules] | None:
    """Read lists or arrays of cells of one shape; None for others."""
    import numpy as np

    if not isinstance(puzzles[0], list | tuple | np.ndarray):
        return None
    cells: Rows = np.array(puzzles)
    is_square = rules is None or Context(rules).board_rules is None
    if not is_square or cells.dtype.kind not in "iu" or cells.ndim not in {2, 3}:
        return None
    return _checked(cells.reshape(len(cells), -1), rules, 0, masks=False)


def _lines(puzzles: list[Any], rules: Rules | None) -> tuple[Rows, Rules] | None:
    """Read lines that each begin with a classic puzzle, in compiled code; None for others."""
    import numpy as np

    if not (compiled.is_there() and puzzles and (rules is None or rules is classic())):
        return None
    try:
        if max(map(len, puzzles)) > 2 * CELLS and not all(map(is_plain, puzzles)):
            return None
        text = "\n".join(puzzles).encode("ascii")
    except (TypeError, UnicodeEncodeError):
        return None
    found, end = compiled.native.line_digits(text)
    rows = np.frombuffer(found, np.uint8).reshape(-1, CELLS)
    is_whole = end == len(text) and len(rows) == len(puzzles) == text.count(b"\n") + 1
    return (rows, classic()) if is_whole else None


def _one_by_one(
    puzzles: list[Any], rules: Rules | None, before: int, column: str, remedy: str
) -> tuple[Rows, Rules]:
    import numpy as np

    found: list[Puzzle] = []
    for number, source in enumerate(puzzles, start=before + 1):
        try:
            puzzle = _read_row(source, rules, number, column)
        except PuzzleError as error:
            if remedy and len(puzzles) > 1:
                raise remedied(error, remedy) from None
            raise
        rules = puzzle.rules
        found.append(puzzle)
    rules = rules or usual(9)
    shape = len(found), rules.cell_count
    if any(puzzle.has_pencil_marks for puzzle in found):
        candidates = [puzzle.candidates for puzzle in found]
        return np.array(candidates, dtype=_mask_type(rules.size)).reshape(shape), rules
    _check_size(rules)
    return np.array([puzzle.digits for puzzle in found], dtype=np.uint8).reshape(shape), rules


def _read_row(source: object, rules: Rules | None, number: int, column: str) -> Puzzle:
    """Return the puzzle of a row, given the rules of those before it."""
    where = f"row {number} of column {column!r}" if column else f"puzzle {number}"
    try:
        puzzle = _puzzle(source, rules, where)
    except FormatError as error:
        name, line = (where, None) if column else (None, number)
        raise FormatError(error.message, source=name, line=line, column=error.column) from None
    if rules is not None and puzzle.rules is not rules and puzzle.rules != rules:
        raise PuzzleError(f"{where} has other rules than the first")
    return puzzle


def _puzzle(source: object, rules: Rules | None, where: str) -> Puzzle:
    if isinstance(source, Puzzle):
        return source
    if isinstance(source, bytes):
        source = source.decode("ascii", errors="replace")
    if frames.is_null(source):
        raise PuzzleError(f"{where} is empty (null); expected a puzzle")
    if not (isinstance(source, str | list | tuple) or hasattr(source, "tolist")):
        kind = "a path" if isinstance(source, PurePath) else f"of type {type(source).__name__}"
        raise PuzzleError(
            f"{where} is {kind}; expected text (a number has lost the zeros in front; "
            "pandas.read_csv keeps them with dtype=str), a Puzzle, or a list of cells"
        )
    return formats.parse(cast("str | formats.Cells", source), rules)


def _mask_type(size: int) -> type[np.unsignedinteger[Any]]:
    """Return the smallest type of whole numbers with a bit for each of this many digits."""
    import numpy as np

    for bits, kind in ((16, np.uint16), (32, np.uint32), (64, np.uint64)):
        if size <= bits:
            return kind
    raise PuzzleError(f"pencil marks of {size} digits; many puzzles may have at most 64 of them")


def _check_size(rules: Rules) -> None:
    if rules.size > _MOST_DIGITS:
        raise UnsupportedError(
            f"boards of {rules.size} digits; arrays of puzzles may have at most {_MOST_DIGITS}"
        )


def _flat(rows: Rows, rules: Rules | None) -> Rows:
    """Return an array of puzzles with all cells of a puzzle in a row."""
    if rows.ndim == 3:
        return rows.reshape(len(rows), -1)
    if rows.ndim != 2:
        raise PuzzleError(
            f"an array of shape {rows.shape}; expected (n, cells) or (n, rows, columns)"
        )
    count, cells = rows.shape
    if rules is None and count == cells and isqrt(cells) ** 2 == cells and cells < 81:
        raise PuzzleError(
            f"an array of shape {rows.shape}, which may be one puzzle or {count}; expected "
            f"(1, {cells}, {cells}) for one, or rules for puzzles of {cells} cells"
        )
    return rows


def _whole(rows: Rows, before: int) -> Rows:
    """Return floats, which must be whole numbers, as such."""
    import numpy as np

    with np.errstate(invalid="ignore"):  # what is not a number becomes another one
        whole = rows.astype(np.int16)
    if not (whole == rows).all():
        row, cell = (int(i) for i in np.argwhere(whole != rows)[0])
        raise PuzzleError(
            f"puzzle {before + row + 1}: cell {cell + 1} has {rows[row, cell]}; expected whole "
            "numbers, 0 for a blank"
        )
    return whole


def _checked(rows: Rows, rules: Rules | None, before: int, masks: bool) -> tuple[Rows, Rules]:
    import numpy as np

    rows = _flat(rows, rules)
    if not masks and rows.dtype.kind == "f":
        rows = _whole(rows, before)
    if masks and rows.dtype not in (np.uint16, np.uint32, np.uint64):
        raise PuzzleError(f"masks of type {rows.dtype}; expected uint16, uint32 or uint64")
    if rows.dtype.kind not in "iu":
        raise PuzzleError(f"digits of type {rows.dtype}; expected whole numbers, such as uint8")
    cells = rows.shape[1]
    rules = rules or usual(max(1, isqrt(cells)))
    if cells != rules.cell_count:
        raise PuzzleError(f"puzzles of {cells} cells; expected {rules.cell_count}")
    _check_size(rules)
    most = rules.all_digits if masks else rules.size
    if rows.size and not 0 <= int(rows.min()) <= int(rows.max()) <= most:
        wrong = (rows < 0) | (rows > most)
        row, cell = (int(i) for i in np.argwhere(wrong)[0])
        found = int(rows[row, cell])
        what = (
            f"the mask {found:#x}; expected bits for the digits 1 to {rules.size}"
            if masks
            else f"digit {found}; expected 0 to {rules.size}, or masks=True for candidates"
        )
        where = cell_name(cell, rules.board)
        raise PuzzleError(f"puzzle {before + row + 1}: {where} has {what}")
    return np.ascontiguousarray(rows if masks else rows.astype(np.uint8, copy=False)), rules
