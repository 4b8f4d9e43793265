"""Random copies of puzzles that are the same up to symmetry, many at a time."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Any

from cpsudoku.errors import OptionError
from cpsudoku.formats import Record
from cpsudoku.formats.base import BLANKS, locating_errors
from cpsudoku.formats.cells import digits_or_none
from cpsudoku.formats.columns import cells_like
from cpsudoku.ground import compiled
from cpsudoku.ground.progress import AT_ONCE
from cpsudoku.ground.randomness import WORD, Randomness
from cpsudoku.rows.block import Block, Columns, of_records
from cpsudoku.rows.values import CELLS, listed
from cpsudoku.rules import Rules
from cpsudoku.symmetry.transformations import Transformation, random_transformation

_FEW = 100  # fewer copies are made one by one in less time than NumPy takes to be imported
_LEAST = 4  # a text of fewer than 16 digits is rather a number than a grid


def copies_of(blocks: Iterable[Block], copies: int, *, seed: int) -> Iterator[Block]:
    """Yield random copies of puzzles in their order; a copy depends on the seed and its number.

    Args:
        blocks: the puzzles; solutions and other grids that they came with are moved along.
        seed: 0 … 2^64 − 1.
    """
    if not 0 <= seed <= WORD:
        raise OptionError(f"seed {seed}; expected 0 to {WORD}")
    number = 0
    for block in blocks:
        count = copies * len(block)
        moved_copies = _together if count >= _FEW and _is_plain(block) else _alone
        for first in range(0, count, AT_ONCE):
            rows = range(first, min(first + AT_ONCE, count))
            piece = block.chosen([row // copies for row in rows])
            yield moved_copies(piece, seed, number + first)
        number += count


def _is_plain(block: Block) -> bool:
    """Return whether all rows are classic puzzles whose other grids are texts of 81 cells."""
    are_odd = block.others or any(record.row is None for record in block.records.values())
    if are_odd or not compiled.is_there():
        return False
    own = block.own
    return own is None or not any(
        _is_odd(
            value, is_solution=place == own.roles.solution, is_comment=place == own.roles.comment
        )
        for place, values in enumerate(own.values)
        for value in listed(values, len(block))
    )


def _is_odd(value: object, *, is_solution: bool, is_comment: bool) -> bool:
    """Return whether a value has a grid that is no text of 81 cells."""
    if isinstance(value, list):
        return len(value) == CELLS
    if is_solution:
        return bool(value) and _grid(value) is None
    is_long = is_comment and isinstance(value, str) and len(value) >= CELLS
    return is_long and _grid(value) is None  # a word of a comment may be a grid


def _grid(value: object) -> bytes | None:
    """Return the digits of a text of 81 cells; None for any other value."""
    if not isinstance(value, str) or len(value) != CELLS:
        return None
    return digits_or_none(value, 9)


def _alone(block: Block, seed: int, first: int) -> Block:
    records = []
    for number in range(len(block)):
        record = block.record(number)
        with locating_errors(record):
            move = random_transformation(Randomness(seed, first + number), record.puzzle.rules)
            records.append(moved(record, move))
    return replace(of_records(records, block.own.column if block.own else ""), lines=block.lines)


def _together(block: Block, seed: int, first: int) -> Block:
    """Return copies of rows, of which each column is moved by itself.

    Only the number of a copy says how it is moved.
    """
    lines = _moved(bytes(block.digits), seed, first)
    digits = lines.translate(_DIGITS)
    if block.own is None:
        return replace(block, digits=digits, records={})
    values = tuple(
        _moved_texts(listed(column, len(block)), seed, first) for column in block.own.values
    )
    own = Columns(block.own.names, values, block.own.column, block.own.is_table)
    return replace(block, digits=digits, records={}, own=own)


_DIGITS = bytes.maketrans(b".123456789", bytes(range(10)))


def _moved(digits: bytes, seed: int, first: int) -> bytes:
    """Return the characters of grids that are moved as the copies from a number on are."""
    import numpy as np

    grids = np.frombuffer(digits, np.uint8).reshape(-1, CELLS)
    lines = np.empty((len(grids), CELLS + 1), np.uint8)
    compiled.native.shuffle_many(grids, seed, first, lines)
    return lines[:, :CELLS].tobytes()


def _moved_texts(values: Sequence[Any], seed: int, first: int) -> list[Any]:
    """Return a column with other grids where there are grids, written with the blanks they had."""
    grids = list(map(_grid, values))
    if not any(grids):
        return list(values)
    joined = b"".join([grid or bytes(CELLS) for grid in grids])
    text = _moved(joined, seed, first).decode("ascii")
    found = list(values)
    for row, grid in enumerate(grids):
        if grid is not None:
            blank = next((char for char in values[row] if char in BLANKS), ".")
            found[row] = text[row * CELLS : (row + 1) * CELLS].replace(".", blank)
    return found


def moved(record: Record, move: Transformation) -> Record:
    """Return a puzzle with all grids that it came with moved and renamed alike."""
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
