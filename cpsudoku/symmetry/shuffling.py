r"""Random copies of puzzles that are the same up to symmetry, many at a time.

>>> from cpsudoku import formats
>>> copies_as_lines([formats.parse("." * 81)], 1, seed=1)
b'.................................................................................\n'
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain, islice

from cpsudoku.errors import OptionError
from cpsudoku.formats import Record
from cpsudoku.formats.columns import cells_like
from cpsudoku.formats.symbols import digits_or_none
from cpsudoku.puzzle import Puzzle
from cpsudoku.rules import Rules
from cpsudoku.symmetry.transformations import Chance, Transformation, random_transformation

_CHUNK = 4096
"""So many copies, or those of one puzzle, are made together."""

_FEW = 100
"""Fewer copies are made one by one in less time than NumPy takes to be imported."""

_LEAST = 4
"""A text of fewer than 16 digits is rather a number than a grid."""

_LARGEST_SEED = (1 << 64) - 1
_NO_DIGIT = 255


def copies_of(
    records: Iterable[Record], copies: int, *, seed: int, stream: Callable[[int, int], Chance]
) -> Iterator[Record | bytes]:
    """Yield random copies of puzzles in their order; a copy depends on the seed and its number.

    Args:
        records: the puzzles; solutions and other grids that they came with are moved along.
        copies: how many copies of each.
        seed: 0 … 2^64 − 1.
        stream: returns the random stream of a seed and a number.

    Yields:
        A copy, or the lines of many.

    Raises:
        OptionError: the seed is out of its range.
    """
    left = iter(records)
    number = 0
    while chunk := list(islice(left, max(1, _CHUNK // copies))):
        few = number == 0 and len(chunk) * copies < _FEW
        lines = None
        if not few and all(map(_is_bare, chunk)):
            puzzles = [record.puzzle for record in chunk]
            lines = copies_as_lines(puzzles, copies, seed=seed, first=number)
        if lines is None:
            left = chain(chunk, left)
            break
        yield lines
        number += len(chunk) * copies
    for record in left:
        for _ in range(copies):
            yield moved(record, random_transformation(stream(seed, number), record.puzzle.rules))
            number += 1


def _is_bare(record: Record) -> bool:
    return record.row is None and not (record.solution or record.label or record.comment)


def moved(record: Record, move: Transformation) -> Record:
    """Return a puzzle with all grids that it came with moved and renamed alike.

    Args:
        record: the puzzle; a field of as many digits and blanks as it has cells is a grid, too.
        move: keeps the puzzle's rules.
    """
    row, rules = record.row, record.puzzle.rules
    if row is not None:
        values = (_moved_value(value, move, rules) for value in row.values)
        row = row._replace(values=tuple(values))
    return record._replace(
        puzzle=move.apply_to_puzzle(record.puzzle),
        solution=move.apply(record.solution) if record.solution else record.solution,
        comment=" ".join(str(_moved_value(word, move, rules)) for word in record.comment.split()),
        row=row,
    )


def _moved_value(value: object, move: Transformation, rules: Rules) -> object:
    cells = value if isinstance(value, list) else ()
    if isinstance(value, str) and len(value) == rules.cell_count and rules.size >= _LEAST:
        digits = digits_or_none(value, rules.size)
        return value if digits is None else cells_like(value, move.apply(digits), rules)
    if len(cells) == rules.cell_count:
        return [_renamed(cells[source], move) for source in move.sources]
    return value


def _renamed(cell: object, move: Transformation) -> object:
    if isinstance(cell, list):
        return sorted(move.digits[d] if type(d) is int else d for d in cell)
    return move.digits[cell] if type(cell) is int and 0 <= cell <= move.size else cell


def copies_as_lines(
    puzzles: Sequence[Puzzle], copies: int, *, seed: int, first: int = 0
) -> bytes | None:
    """Return copies of classic puzzles as lines, made in compiled code.

    Each is what `cpsudoku.symmetry.transformations.random_transformation` makes of the puzzle with
    the stream of the seed and the number of the copy.

    Args:
        copies: how many copies of each.
        seed: 0 … 2^64 − 1.
        first: number of the first copy.

    Returns:
        The copies of the first puzzle, then those of the second and so on; None where a puzzle is
        not classic or has pencil marks, or where the compiled core is missing.

    Raises:
        OptionError: the seed is out of its range.
    """
    if not all(puzzle.rules.is_classic for puzzle in puzzles):
        return None
    try:
        from cpsudoku import _native
    except ImportError:
        return None
    import numpy as np

    if not 0 <= seed <= _LARGEST_SEED:
        raise OptionError(f"seed {seed}; expected 0 to {_LARGEST_SEED}")
    # A table of all masks: the digits of a puzzle by themselves would cost more than all else.
    digits = np.full(512, _NO_DIGIT, dtype=np.uint8)
    digits[511] = 0
    digits[1 << np.arange(9)] = np.arange(1, 10)
    cells = digits[np.array([puzzle.candidates for puzzle in puzzles], dtype=np.uint16)]
    if (cells == _NO_DIGIT).any():
        return None
    lines = np.empty((len(puzzles) * copies, 82), dtype=np.uint8)
    _native.shuffle_many(cells, seed, first, lines)
    return lines.tobytes()
