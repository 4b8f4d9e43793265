"""Puzzles of the same rules as the rows of one array: of digits, or of candidate masks.

>>> rows, rules = rows_of(["1.............4.", "1......2.34....1"], None, 1)
>>> rows.shape, rules.size
((2, 16), 4)
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from math import isnan, isqrt
from pathlib import PurePath
from typing import TYPE_CHECKING, Any, TypeAlias, cast

from cpsudoku import formats
from cpsudoku.errors import FormatError, PuzzleError, UnsupportedError
from cpsudoku.formats.base import MAX_SYMBOL_SIZE, Job
from cpsudoku.formats.symbols import bytes_digits_or_none
from cpsudoku.ground import compiled
from cpsudoku.ground.processors import useful_workers
from cpsudoku.puzzle import Puzzle
from cpsudoku.rules import Rules, cell_name, classic, usual

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

Digits: TypeAlias = "NDArray[np.uint8]"
Masks: TypeAlias = "NDArray[np.uint16] | NDArray[np.uint32] | NDArray[np.uint64]"
Rows: TypeAlias = "NDArray[Any]"
"""Digits or masks, distinguished by the type of the elements."""
Texts: TypeAlias = "Iterable[str | Puzzle | formats.Cells]"


_MOST_DIGITS = 255


def are_masks(rows: Rows) -> bool:
    """Return whether rows are candidate masks, not digits."""
    return bool(rows.dtype.itemsize > 1)


def rows_of(
    puzzles: Rows | bytes | Texts,
    rules: Rules | None,
    threads: int | None,
    before: int = 0,
    *,
    masks: bool = False,
    column: str = "",
) -> tuple[Rows, Rules]:
    """Return puzzles as an array (n, cells), and their rules.

    Args:
        puzzles: an array of digits or of texts; or bytes or strings, a puzzle a line; or lists of
            cells, or puzzles.
        before: number of puzzles before these, for messages.
        masks: whether an array is of candidates.
        column: name of the column that they stand in, for messages; empty for none.

    Returns:
        Rows of uint8 for digits, of a wider type for masks of candidates.

    Raises:
        FormatError: a line is not a puzzle; ``line`` is its number.
        PuzzleError: an array has a wrong shape, type, digit or mask, or a puzzle has other rules.
        UnsupportedError: a digit of the rules does not fit into a byte.
    """
    import numpy as np

    if isinstance(puzzles, np.ndarray) and puzzles.dtype.kind not in _TEXTS:
        return _checked(puzzles, rules, before, masks)
    if masks:
        raise PuzzleError(f"masks in {type(puzzles).__name__}; expected them in an array")
    if isinstance(puzzles, np.ndarray):
        read = _of_characters(puzzles, rules)
        if read is not None:
            return read
        puzzles = _listed(puzzles)
    elif not isinstance(puzzles, bytes | list):
        puzzles = list(puzzles)
    if rules is None or rules is classic():
        digits = _read_lines(puzzles, threads)
        if digits is not None:
            return digits, classic()
    if isinstance(puzzles, bytes):
        puzzles = list(puzzles.decode("ascii", errors="replace").splitlines())
    return _together(puzzles, rules) or _one_by_one(puzzles, rules, before, column)


_TEXTS = "OSUT"
"""The kinds of NumPy's types that may hold texts."""


def _listed(texts: NDArray[Any]) -> list[Any]:
    """Return the texts, or lists of cells, of an array."""
    if texts.ndim == 2 and texts.shape[1] == 1:  # a frame of one column
        texts = texts[:, 0]
    if texts.dtype.kind == "S":
        return [text.decode("ascii", errors="replace") for text in texts.tolist()]
    return cast("list[Any]", texts.tolist())


def _of_characters(texts: NDArray[Any], rules: Rules | None) -> tuple[Digits, Rules] | None:
    """Read texts of one width, a character or a puzzle each, as NumPy has them; None for others."""
    import numpy as np

    kind = texts.dtype.kind
    if kind not in "SU" or not texts.ndim or not texts.size or not texts.itemsize:
        return None
    characters: NDArray[Any] = np.ascontiguousarray(texts)
    if kind == "U":
        codes = characters.view(np.uint32)
        if int(codes.max()) > 127:
            return None
        characters = codes.astype(np.uint8)
    return _of_width(characters.tobytes(), len(texts), rules)


def _of_width(data: bytes, count: int, rules: Rules | None) -> tuple[Digits, Rules] | None:
    """Read puzzles of the same number of characters, one a cell, that stand without gaps."""
    import numpy as np

    width = len(data) // count
    size = isqrt(width)
    if size > MAX_SYMBOL_SIZE or width * count != len(data):
        return None
    if rules is None and size * size == width:
        rules = usual(size)
    if rules is None or rules.cell_count != width or Job(rules).board_rules is not None:
        return None
    digits = bytes_digits_or_none(data, size)
    if digits is None:
        return None
    return np.frombuffer(digits, dtype=np.uint8).reshape(count, width), rules


def _together(puzzles: list[Any], rules: Rules | None) -> tuple[Digits, Rules] | None:
    """Read texts of one width, or lists or arrays of cells of one shape; None for others."""
    if not puzzles or len({len(one) if hasattr(one, "__len__") else -1 for one in puzzles}) > 1:
        return None
    try:
        if isinstance(puzzles[0], str):
            return _of_width("".join(puzzles).encode("ascii"), len(puzzles), rules)
        return _of_cells(puzzles, rules)
    except (TypeError, ValueError, IndexError):  # not all of one kind or shape, or not ASCII
        return None


def _of_cells(puzzles: list[Any], rules: Rules | None) -> tuple[Digits, Rules] | None:
    """Read lists or arrays of cells of one shape; None for others."""
    import numpy as np

    if not isinstance(puzzles[0], list | tuple | np.ndarray):
        return None
    cells = _of_bytes(puzzles) if isinstance(puzzles[0][0], int) else np.array(puzzles)
    if cells.dtype.kind not in "iu" or cells.ndim not in {2, 3}:
        return None
    cells = cells.reshape(len(cells), -1)
    rules = rules or usual(isqrt(cells.shape[1]))
    fits = rules.cell_count == cells.shape[1] and Job(rules).board_rules is None
    if not fits or not 0 <= int(cells.min()) <= int(cells.max()) <= min(rules.size, _MOST_DIGITS):
        return None
    return cells.astype(np.uint8), rules


def _of_bytes(puzzles: list[Any]) -> Rows:
    """Return lists of whole numbers as an array, seven times as quick as NumPy makes one."""
    import numpy as np

    if any(type(one) is not list and type(one) is not tuple for one in puzzles):
        return np.array(puzzles)
    data = b"".join(map(bytes, puzzles))
    return np.frombuffer(data, np.uint8).reshape(len(puzzles), -1)


def _one_by_one(
    puzzles: list[Any], rules: Rules | None, before: int, column: str
) -> tuple[Rows, Rules]:
    import numpy as np

    read: list[Puzzle] = []
    for number, source in enumerate(puzzles, start=before + 1):
        puzzle = _read(source, rules, number, column)
        rules = rules or puzzle.rules
        if puzzle.rules is not rules and puzzle.rules != rules:
            raise PuzzleError(f"{place(number, column)} has other rules than the first")
        read.append(puzzle)
    rules = rules or usual(9)
    shape = len(read), rules.cell_count
    if any(puzzle.has_pencil_marks for puzzle in read):
        candidates = [puzzle.candidates for puzzle in read]
        return np.array(candidates, dtype=mask_type(rules.size)).reshape(shape), rules
    _check_size(rules)
    return np.array([puzzle.digits for puzzle in read], dtype=np.uint8).reshape(shape), rules


def place(number: int, column: str = "") -> str:
    """Return what messages call a puzzle: its number from 1, and its column if it stands in one."""
    return f"row {number} of column {column!r}" if column else f"puzzle {number}"


def _check_size(rules: Rules) -> None:
    if rules.size > _MOST_DIGITS:
        raise UnsupportedError(
            f"boards of {rules.size} digits; arrays of puzzles may have at most {_MOST_DIGITS}"
        )


def digits_of(masks: Masks) -> Digits:
    """Return the givens of masks of candidates (bit d−1 for digit d), 0 where there is none."""
    if masks.dtype.itemsize == 2:
        return _table_of_digits()[masks]
    return _digits_of(masks)


@lru_cache(maxsize=1)
def _table_of_digits() -> Digits:
    """Return the givens that all masks of 16 bits are: four times as quick as to find them out."""
    import numpy as np

    return _digits_of(np.arange(1 << 16, dtype=np.uint16))


def _digits_of(masks: Masks) -> Digits:
    import numpy as np

    # A float has the exponent of a power of two at hand, up to any size of an integer; that of no
    # candidate at all is 0.
    single = (masks & (masks - masks.dtype.type(1))) == 0
    return np.where(single, np.frexp(masks.astype(np.float64))[1], 0).astype(np.uint8)


def givens_of_masks(masks: Masks, rules: Rules) -> tuple[Digits, NDArray[np.bool_]]:
    """Return the givens of masks of candidates, and which puzzles have no pencil marks."""
    digits, full = digits_of(masks), masks.dtype.type(rules.all_digits)
    return digits, ((digits > 0) | (masks == full)).all(axis=1)


def mask_type(size: int) -> type[np.unsignedinteger[Any]]:
    """Return the smallest type of numbers that has a bit for each of this many digits."""
    import numpy as np

    for bits, kind in ((16, np.uint16), (32, np.uint32), (64, np.uint64)):
        if size <= bits:
            return kind
    raise PuzzleError(f"pencil marks of {size} digits; many puzzles may have at most 64 of them")


def _read(source: object, rules: Rules | None, number: int, column: str) -> Puzzle:
    if isinstance(source, Puzzle):
        return source
    if is_null(source):
        raise PuzzleError(f"{place(number, column)} is empty (null); expected a puzzle")
    if not (isinstance(source, str | list | tuple) or hasattr(source, "tolist")):
        kind = "a path" if isinstance(source, PurePath) else f"of type {type(source).__name__}"
        raise PuzzleError(
            f"{place(number, column)} is {kind}; expected text, a Puzzle, or a list of cells"
        )
    try:
        return formats.parse(cast("str | formats.Cells", source), rules)
    except FormatError as error:
        where = place(number, column) if column else None
        line = None if column else number
        raise FormatError(error.message, source=where, line=line, column=error.column) from None


def is_null(value: object) -> bool:
    """Return whether a value is what tables have where there is nothing."""
    is_nan = isinstance(value, float) and isnan(value)
    return value is None or is_nan or type(value).__name__ in {"NAType", "NaTType"}


def _read_lines(
    puzzles: bytes | list[str | Puzzle | formats.Cells], threads: int | None
) -> Digits | None:
    """Read classic puzzles, a line each, in compiled code; None where there is anything else."""
    import numpy as np

    if not compiled.is_there():
        return None
    if isinstance(puzzles, bytes):
        text = puzzles
    else:
        digits = np.empty((len(puzzles), 81), dtype=np.uint8)
        # Joining the strings to one text took a third of the time of searching them.
        if puzzles and compiled.native.list_digits(puzzles, digits) == len(puzzles):  # type: ignore[arg-type]
            return digits
        try:
            text = "\n".join(puzzles).encode("ascii")  # type: ignore[arg-type]
        except (TypeError, UnicodeEncodeError):
            return None
        if text.count(b"\n") != len(puzzles) - 1:
            return None
    digits = np.empty((len(text) // 81 + 1, 81), dtype=np.uint8)
    number, end = compiled.native.line_digits(text, 0, digits, threads=useful_workers(threads))
    wanted = len(puzzles) if isinstance(puzzles, list) else max(1, number)
    return digits[:number] if end == len(text) and number == wanted else None


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
    """Return the whole numbers that floats are."""
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
