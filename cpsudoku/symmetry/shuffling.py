r"""Random copies of puzzles that are the same up to symmetry, many at a time.

>>> from cpsudoku import formats
>>> copies_as_lines([formats.parse("." * 81)], 1, seed=1)
b'.................................................................................\n'
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice

from cpsudoku.errors import OptionError
from cpsudoku.formats import Record
from cpsudoku.formats.columns import blank_of, cells_like, roles
from cpsudoku.formats.symbols import classic_or_none, digits_or_none
from cpsudoku.puzzle import Puzzle
from cpsudoku.rules import Rules
from cpsudoku.symmetry.transformations import Chance, Transformation, random_transformation

_CHUNK = 4096
"""So many copies, or those of one puzzle, are made together."""

_FEW = 100
"""Fewer copies are made one by one in less time than NumPy takes to be imported."""

_LEAST = 4
"""A text of fewer than 16 digits is rather a number than a grid."""

_NOTHING = "." * 81

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
        together = None if few else _together(chunk, copies, seed, number)
        yield from _alone(chunk, copies, seed, number, stream) if together is None else together
        number += len(chunk) * copies


def _alone(
    chunk: Sequence[Record],
    copies: int,
    seed: int,
    number: int,
    stream: Callable[[int, int], Chance],
) -> Iterator[Record]:
    for record in chunk:
        for _ in range(copies):
            yield moved(record, random_transformation(stream(seed, number), record.puzzle.rules))
            number += 1


def _together(
    chunk: Sequence[Record], copies: int, seed: int, first: int
) -> Iterable[Record | bytes] | None:
    """Return the copies of some puzzles, made in compiled code, or None where it cannot."""
    lines = copies_as_lines([record.puzzle for record in chunk], copies, seed=seed, first=first)
    if lines is None:
        return None
    if all(map(_is_bare, chunk)):
        return [lines]
    grids = [_grids_of(record) for record in chunk]
    places = {place for found in grids for place in found}
    if not all(grids):
        return None
    # The number of a copy alone says how it is moved, so that each column is moved by itself.
    columns = {
        place: _moved_texts([found.get(place, _NOTHING) for found in grids], copies, seed, first)
        for place in places
    }
    return (
        _with_texts(record, {place: columns[place][number * copies + copy] for place in found})
        for number, (record, found) in enumerate(zip(chunk, grids, strict=True))
        for copy in range(copies)
    )


def _grids_of(record: Record) -> dict[int, str]:
    """Return the texts of all grids in a row by their columns; none where some is no such text."""
    row = record.row
    if row is None or any(isinstance(value, list) for value in row.values):
        return {}
    found = {
        place: value
        for place, value in enumerate(row.values)
        if isinstance(value, str)
        and len(value) == len(_NOTHING)
        and digits_or_none(value, 9) is not None
    }
    at = roles(row.names)
    is_all = at.puzzle in found and (record.solution is None or at.solution in found)
    return found if is_all and len(record.comment) < len(_NOTHING) else {}


def _moved_texts(texts: Sequence[str], copies: int, seed: int, first: int) -> list[str]:
    import numpy as np

    from cpsudoku import _native

    digits = digits_or_none("".join(texts), 9)
    assert digits is not None  # `_grids_of` has seen to it
    lines = np.empty((len(texts) * copies, 82), dtype=np.uint8)
    _native.shuffle_many(np.frombuffer(digits, np.uint8).reshape(-1, 81), seed, first, lines)
    return lines.tobytes().decode("ascii").split("\n")


def _with_texts(record: Record, texts: dict[int, str]) -> Record:
    row = record.row
    assert row is not None  # as `_grids_of` found texts in it
    values = list(row.values)
    for place, text in texts.items():
        values[place] = text.replace(".", blank_of(str(values[place])))
    at = roles(row.names)
    puzzle = classic_or_none(texts[at.puzzle or 0]) or record.puzzle
    solution = None
    if record.solution is not None and at.solution is not None:
        solution = tuple(map(int, texts[at.solution]))
    row = row._replace(values=tuple(values), puzzle=puzzle, solution=solution)
    return record._replace(puzzle=puzzle, solution=solution, row=row)


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
