"""Puzzles on boards that are not square, which the rules have to say: rows as drawn, and in JSON.

A row of text has the cells of a row of the board and nothing in the gaps, so that it does
not matter how wide the gaps are::

    . 1 │ 2 .       . . │ 3 .
    . . │ . .       4 . │ . .
    ────┼─────────────┼────
        │ . . . . . . │

In JSON it is a list of rows with a character for each place, a blank where there is no cell; or,
where digits take more than one character, a list with a number for each cell.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import lru_cache

from cpsudoku.errors import FormatError, quoted
from cpsudoku.formats.base import BLANKS, Job, Lines, Record
from cpsudoku.formats.rows import NO_CANDIDATE, BoardRow, Kind, is_border, is_title
from cpsudoku.formats.symbols import EMPTY
from cpsudoku.puzzle import Puzzle
from cpsudoku.rules import SYMBOLS, Candidates, Grid, Rules, square


@lru_cache(maxsize=8)
def _digits(rules: Rules) -> dict[str, int]:
    """Return for each text of one cell its digit, 0 for a blank."""
    found = dict.fromkeys([*BLANKS, EMPTY], 0)
    for digit, symbol in enumerate(rules.symbols, start=1):
        worth = digit + rules.board.first - 1
        letter = SYMBOLS[worth - 1] if 9 < worth <= len(SYMBOLS) else symbol
        names = (symbol, symbol.lower(), letter, letter.lower(), str(worth))
        found |= dict.fromkeys(names, digit)
    return found


def mask_of(text: str, rules: Rules) -> int | None:
    """Return the candidates that a cell's text stands for, or None if it stands for nothing.

    It is a blank, a digit as a character or a number, or a set of digits; where there are digits
    above 9 or below 0, with commas between them.
    """
    digits = _digits(rules)
    if text == NO_CANDIDATE:
        return 0
    if text in digits:
        return 1 << digits[text] >> 1 if digits[text] else rules.all_digits
    is_apart = "," in text or rules.board.last > 9 or rules.board.first < 0
    parts = text.split(",") if is_apart else text
    some = [digits.get(part, 0) for part in parts]
    if 0 in some or len(set(some)) != len(some):
        return None
    return sum(1 << digit - 1 for digit in some)


def read(lines: Lines, job: Job) -> Iterator[Record]:
    """Yield the puzzles of a text with a row of cells a line, up to a directive of other rules.

    A fault costs the lines up to the next blank one.
    """
    rules = job.board_rules
    assert rules is not None
    counts = [n for _, n in sorted(Counter(row for row, _ in rules.board.places).items())]
    in_one_line = _takes_lines(rules)
    masks: list[int] = []
    done, begun, label, skipping = 0, 0, "", False
    for number, text in lines:
        stripped = text.strip()
        skipping = skipping and bool(stripped)
        if skipping or not stripped or is_border(stripped):
            continue
        if stripped[0] == "#":
            job.comment(stripped, number)
            if job.board_rules != rules:
                break
        elif not done and is_title(stripped):
            label = stripped
        else:
            begun = begun if done else number
            row = BoardRow.of(number, text)
            is_whole = not done and in_one_line and _is_whole(row, rules.cell_count)
            try:
                masks += _row(row, rules.cell_count if is_whole else counts[done], rules)
            except FormatError as error:
                job.bad(error, number)
                masks, done, skipping = [], 0, True
                continue
            done += len(counts) if is_whole else 1
            if done == len(counts):
                yield Record(Puzzle(rules, tuple(masks)), job.source, begun, label=label)
                masks, done, label = [], 0, ""
    if done:
        job.bad(FormatError(f"{done} rows; expected {len(counts)}"), begun)


def _kind(row: BoardRow, count: int) -> Kind | None:
    """Return as what kind of cells a row has this many of them."""
    kinds = (Kind.TOKENS, Kind.CHARACTERS, Kind.FIELDS)
    return next((kind for kind in kinds if row.shape(kind) == count), None)


def _is_whole(row: BoardRow, count: int) -> bool:
    """Return whether a row has all cells of a board, as words or as one word of characters."""
    return len(row.tokens) == count or [*map(len, row.tokens)] == [count]


def _takes_lines(rules: Rules) -> bool:
    """Return whether a board differs from a usual one in its digits only."""
    return rules.board.places == square(rules.size).places


def puzzle_of_line(text: str, rules: Rules) -> Puzzle:
    """Return the puzzle of a line with a character or a word for each cell of a square."""
    if not _takes_lines(rules):
        rules_say = f"the rules have a board of {rules.cell_count} cells"
        raise FormatError(f"a line; {rules_say}, which drawn grids and JSON show")
    return Puzzle(rules, _row(BoardRow.of(1, text), rules.cell_count, rules))


def _row(row: BoardRow, count: int, rules: Rules) -> Candidates:
    kind = _kind(row, count) or Kind.TOKENS
    cells = row.cells(kind)
    if len(cells) != count:
        raise FormatError(f"{len(cells)} cells in a row; expected {count}")
    masks = [mask_of(text, rules) for text in cells]
    if None in masks:
        at = masks.index(None)
        message = f"{quoted(cells[at])} is not a cell; expected {_expected(rules)}"
        raise FormatError(message, column=row.column(kind, at))
    return tuple(mask for mask in masks if mask is not None)


def _expected(rules: Rules) -> str:
    return f"{rules.symbols[0]} to {rules.symbols[-1]}, or . for a blank"


def to_json(grid: Grid, rules: Rules) -> list[object]:
    """Return a grid as JSON has it."""
    board = rules.board
    if max(map(len, rules.symbols)) > 1:
        return [digit + board.first - 1 if digit else None for digit in grid]
    symbols = (".", *rules.symbols)
    rows = [[" "] * board.width for _ in range(board.height)]
    for (row, column), digit in zip(board.places, grid, strict=True):
        rows[row][column] = symbols[digit]
    return ["".join(row).rstrip() for row in rows]


def from_json(value: object, rules: Rules) -> Puzzle:
    """Return the puzzle of a JSON value."""
    board = rules.board
    if isinstance(value, str) and _takes_lines(rules):
        return puzzle_of_line(value, rules)
    if not isinstance(value, list):
        raise FormatError("a puzzle on a board of its own; expected a list of rows or of cells")
    if value and all(isinstance(row, str) for row in value):
        marks = {(r, c): mark for r, row in enumerate(value) for c, mark in enumerate(row)}
        for place, mark in marks.items():
            if mark != " " and place not in board.cells_at:
                raise FormatError(f"{mark!r} in row {place[0] + 1}, where there is no cell")
        cells: list[str] = [marks.get(place, "").strip() or "." for place in board.places]
    else:
        cells = ["." if one is None else str(one) for one in value]
    if len(cells) != board.cell_count:
        raise FormatError(f"{len(cells)} cells; expected {board.cell_count}")
    masks = [mask_of(text, rules) for text in cells]
    if None in masks:
        at = masks.index(None)
        raise FormatError(f"{quoted(cells[at])} in {board.name(at)}; expected {_expected(rules)}")
    return Puzzle(rules, tuple(mask for mask in masks if mask is not None))


def candidates_from_json(value: object, rules: Rules) -> Puzzle:
    """Return the puzzle of a list of candidates for each cell."""
    count = rules.cell_count
    if not isinstance(value, list) or len(value) != count:
        raise FormatError(f"candidates; expected a list of {count} lists")
    first = rules.board.first
    masks = []
    for cell, marks in enumerate(value):
        digits = marks if isinstance(marks, list) else [None]
        if not all(type(one) is int and first <= one <= rules.board.last for one in digits):
            raise FormatError(f"candidates of {rules.board.name(cell)}; expected a list of digits")
        masks.append(sum(1 << digit - first for digit in set(marks)))
    return Puzzle(rules, tuple(masks))
