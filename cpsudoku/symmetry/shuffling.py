"""Random copies of puzzles that are the same up to symmetry, many at a time."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import groupby, islice
from typing import cast

from cpsudoku import compiled
from cpsudoku.bulk.rows import Digits, givens_of
from cpsudoku.deferred import NDArray, np, pa
from cpsudoku.errors import OptionError
from cpsudoku.formats import Record
from cpsudoku.formats.base import locating_errors
from cpsudoku.formats.columns import cells_like, roles
from cpsudoku.formats.symbols import classic_or_none, digits_or_none
from cpsudoku.randomness import WORD, Randomness
from cpsudoku.rules import Rules, classic
from cpsudoku.symmetry.transformations import Transformation, random_transformation
from cpsudoku.tables.arrow import texts_of
from cpsudoku.tables.blocks import CELLS, Block, RowValues, blanks_of, classic_digits, is_empty

_PIECE = 4096  # copies that are made together
_FEW = 100  # fewer copies are made one by one in less time than NumPy takes to be imported
_LEAST = 4  # a text of fewer than 16 digits is rather a number than a grid


def copies_of(
    parts: Iterable[Block | Record], copies: int, *, seed: int
) -> Iterator[Block | Record]:
    """Yield random copies of puzzles in their order; a copy depends on the seed and its number.

    Args:
        parts: the puzzles; solutions and other grids that they came with are moved along.
        seed: 0 … 2^64 − 1.
    """
    if not 0 <= seed <= WORD:
        raise OptionError(f"seed {seed}; expected 0 to {WORD}")
    number = 0
    for part in _blocked(parts, copies):
        if isinstance(part, Record):
            yield from _alone([part] * copies, seed, number)
            number += copies
        else:
            yield from _of_block(part, copies, seed, number)
            number += copies * len(part)


def _blocked(parts: Iterable[Block | Record], copies: int) -> Iterator[Block | Record]:
    """Yield puzzles, and as blocks those that are classic and nothing else."""
    for is_bare, group in groupby(parts, _is_bare):
        if not is_bare:
            yield from group
            continue
        while records := list(islice(cast(Iterator[Record], group), _PIECE)):
            puzzles = [record.puzzle for record in records]
            digits = givens_of(puzzles, classic())[0] if len(puzzles) * copies >= _FEW else None
            if digits is None:
                yield from records
            else:
                yield Block(digits, records[0].source or "", records[0].line or 0)


def _is_bare(part: Block | Record) -> bool:
    if isinstance(part, Block) or part.row is not None:
        return False
    puzzle, has_more = part.puzzle, part.solution or part.label or part.comment or part.added
    return not has_more and puzzle.rules.is_classic and not puzzle.has_pencil_marks


def _alone(records: Iterable[Record], seed: int, first: int) -> Iterator[Record]:
    for number, record in enumerate(records, first):
        with locating_errors(record):
            copy = moved(
                record, random_transformation(Randomness(seed, number), record.puzzle.rules)
            )
        yield copy


def _of_block(block: Block, copies: int, seed: int, first: int) -> Iterator[Block | Record]:
    can_move = _can_move(block)
    edges = (np.flatnonzero(np.diff(can_move)) + 1).tolist()
    for start, end in zip((0, *edges), (*edges, len(block)), strict=True):
        some, together = block.taken(start, end), bool(can_move[start])
        if together and some.frame is not None and some.frame.is_whole:
            some = replace(some, frame=replace(some.frame, lines=None, notation=""))
        for begin in range(0, len(some) * copies, _PIECE):
            numbers = np.arange(begin, min(begin + _PIECE, len(some) * copies)) // copies
            piece, number = some.chosen(numbers), first + start * copies + begin
            if together:
                yield from _together(piece, seed, number)
            else:
                yield from _alone(piece.records(), seed, number)


def _can_move(block: Block) -> NDArray[np.bool_]:
    """Return which rows have grids in texts of 81 cells alone, which columns can move."""
    import pyarrow.compute as pc

    frame = block.frame
    if not compiled.is_there() or (frame is not None and frame.rows is None):
        return np.zeros(len(block), np.bool_)
    can_move = np.ones(len(block), np.bool_)
    if frame is None or frame.rows is None or frame.columns is None:
        return can_move
    for place, column in enumerate(frame.rows.columns):
        kind = column.type
        if _is_text(column):
            if place == frame.columns.solution:
                can_move &= classic_digits(column)[1] | is_empty(column)
            elif place == frame.columns.comment:  # each word may be a grid
                short = pc.less(pc.fill_null(pc.binary_length(column), 0), CELLS)
                can_move &= classic_digits(column)[1] | np.asarray(short, dtype=np.bool_)
        elif place == frame.columns.solution or pa.types.is_dictionary(kind):
            can_move &= is_empty(column)
        elif pa.types.is_nested(kind) and not (pa.types.is_struct(kind) or pa.types.is_map(kind)):
            is_grid = pc.fill_null(pc.equal(pc.list_value_length(column), CELLS), False)
            can_move &= ~np.asarray(is_grid, dtype=np.bool_)
    return can_move


def _is_text(column: pa.Array) -> bool:
    return bool(pa.types.is_string(column.type) or pa.types.is_large_string(column.type))


def _together(block: Block, seed: int, first: int) -> Iterator[Block | Record]:
    """Yield copies of rows, of which each column is moved by itself.

    The number of a copy alone says how it is moved.
    """
    frame, lines = block.frame, _moved(block.digits, seed, first)
    digits = np.where(lines == ord("."), 0, lines - ord("0")).astype(np.uint8)
    if frame is None or frame.rows is None or frame.columns is None:
        yield replace(block, digits=digits)
        return
    all_rows = np.ones(len(block), np.bool_)
    names, columns = frame.rows.schema.names, list(frame.rows.columns)
    for place, column in enumerate(columns):
        if place == frame.columns.puzzle:
            columns[place] = _in_column(column, lines, block.digits, all_rows)
        elif _is_text(column):
            old, known = classic_digits(column)
            if known.any():
                old = np.where(known[:, None], old, 0)
                columns[place] = _in_column(column, _moved(old, seed, first), old, known)
    if frame.is_whole:
        rows = pa.RecordBatch.from_arrays(columns, names=names)
        yield replace(block, digits=digits, frame=frame.holding(RowValues(rows, is_whole=True)))
        return
    every = zip(names, columns, frame.rows.columns, strict=True)
    changed = {name: new.to_pylist() for name, new, old in every if new is not old}
    for number, record in enumerate(block.records()):
        yield _with_texts(record, {name: texts[number] for name, texts in changed.items()})


def _moved(digits: Digits, seed: int, first: int) -> Digits:
    """Return the characters of grids that are moved as the copies from a number on are."""
    lines = np.empty((len(digits), CELLS + 1), np.uint8)
    compiled.native.shuffle_many(np.ascontiguousarray(digits), seed, first, lines)
    return lines[:, :CELLS]


def _in_column(column: pa.Array, lines: Digits, old: Digits, known: NDArray[np.bool_]) -> pa.Array:
    """Return a column with other grids where there are grids, written with the blanks it had."""
    import pyarrow.compute as pc

    texts = np.where(lines == ord("."), blanks_of(column, old, known)[:, None], lines)
    found = texts_of(pa.py_buffer(texts.tobytes()), len(column), CELLS).cast(column.type)
    return found if known.all() else pc.if_else(pa.array(known), found, column)


def _with_texts(record: Record, texts: dict[str, str]) -> Record:
    row = record.row
    assert row is not None
    both = zip(row.names, row.values, strict=True)
    values = tuple(texts.get(name, v) if isinstance(v, str) else v for name, v in both)
    at = roles(row.names, row.column)
    assert at.puzzle is not None
    puzzle = classic_or_none(str(values[at.puzzle])) or record.puzzle
    solution = None
    if record.solution is not None and at.solution is not None:
        solution = tuple(map(int, str(values[at.solution])))
    row = row._replace(values=values, puzzle=puzzle, solution=solution)
    return record._replace(puzzle=puzzle, solution=solution, row=row)


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
