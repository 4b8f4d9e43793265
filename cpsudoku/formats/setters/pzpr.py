r"""Sudokus of pzpr and puzz.link: links with the givens, and files that begin with ``pzprv3``.

A link has ``sudoku/``, columns, rows, and the cells: a given is a digit of radix 16, or a minus
sign and two of them; a letter from ``g`` on is 1 blank, or 2 …, up to 20; a point is a question
mark, which stands in a cell without a number.  A file has a line each for the columns, for each row
of givens, and for each row of what a player entered, with pencil marks in square brackets; a slash
is a line end.

Boxes are as high and as wide as the root of the number of columns says, without its fraction; of
six columns they are two rows of three.

>>> imported("sudoku/4/4/g1k23k3g").puzzle().digits
(0, 1, 0, 0, 0, 0, 0, 2, 3, 0, 0, 0, 0, 0, 3, 0)
>>> imported("pzprv3/sudoku/4/. 1 . . /. . . 2 /3 . . . /. . 3 . /").puzzle().digits[:2]
(0, 1)
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from math import isqrt
from typing import Final

from cpsudoku.errors import FormatError, quoted
from cpsudoku.formats.base import Context, Lines, Notation, Record
from cpsudoku.formats.setters.imported import MOST_SIZE, Import, side_of
from cpsudoku.formats.setters.recogniser import record_of
from cpsudoku.puzzle import Puzzle
from cpsudoku.rules import Cell, Digit, Rules, latin, usual
from cpsudoku.variants.regions import ExtraRegion

FILE: Final = "pzprv3"
_BLANKS = "ghijklmnopqrstuvwxyz"
_TOKEN = re.compile(r"([0-9a-f])|-([0-9a-f]{2})|([g-z])|\.")
_MOST_LINES = 2 * MOST_SIZE + 4


def imported(text: str) -> Import:
    """Return the puzzle of what stands in a link after the question mark, or of a file."""
    parts = [part.strip() for part in text.strip().strip("/").split("/")]
    if parts[0].startswith(FILE):
        return _of_file(parts)
    if len(parts) != 4 or not all(re.fullmatch("[0-9]{1,3}", part) for part in parts[1:3]):
        raise FormatError("a link of puzz.link without columns, rows and cells")
    size = side_of(int(parts[2]), int(parts[1]))
    return _with_digits(size, _unpacked(parts[3], size))


def _unpacked(text: str, size: int) -> list[Digit]:
    digits: list[Digit] = []
    at = 0
    while at < len(text):
        token = _TOKEN.match(text, at)
        if token is None:
            raise FormatError(
                f"{quoted(text[at])} in the cells of puzz.link; expected 0 to 9 or a to z"
            )
        at = token.end()
        if token[3]:
            digits += [0] * (_BLANKS.index(token[3]) + 1)
        else:
            digits.append(int(token[1] or token[2] or "0", 16))
    if len(digits) != size * size:
        raise FormatError(f"{len(digits)} cells of puzz.link; expected {size * size}")
    return digits


def _of_file(lines: list[str]) -> Import:
    if lines[1:2] != ["sudoku"]:
        raise FormatError(f"a file of pzpr with {quoted(''.join(lines[1:2]))}; expected sudoku")
    heads = [line for line in lines[2:4] if re.fullmatch("[0-9]{1,3}", line)]
    if not heads:
        raise FormatError("a file of pzpr without its number of columns")
    size = side_of(int(heads[0]), int(heads[-1]))
    rows = [line.split() for line in lines[2 + len(heads) :] if line]
    if len(rows) < size or any(len(row) != size for row in rows[:size]):
        raise FormatError(f"a file of pzpr without {size} rows of {size} cells")
    digits = [_digit(token) for row in rows[:size] for token in row]
    job = _with_digits(size, digits)
    entries = [token for row in rows[size : 2 * size] for token in row]
    job.ignore_entries([c for c, token in enumerate(entries[: size**2]) if token.isdigit()])
    job.ignore_marks(sum("[" in token for token in entries))
    return job


def _digit(token: str) -> Digit:
    if token in (".", "-"):
        return 0
    if not re.fullmatch("[0-9]{1,3}", token):
        raise FormatError(f"{quoted(token)} in a file of pzpr; expected a number or a point")
    return int(token)


def _with_digits(size: int, digits: list[Digit]) -> Import:
    job = Import(*_rules(size))
    for cell, digit in enumerate(digits):
        if digit:
            job.give(cell, digit)
    return job


def _rules(size: int) -> tuple[Rules, list[tuple[Cell, ...]]]:
    """Return the houses of a board, and rooms that are smaller than houses."""
    root = isqrt(size)
    if size == 6 or root * root == size:
        return usual(size), []
    starts = range(0, size, root)
    rooms = [
        tuple(r * size + c for r in range(top, min(top + root, size))
              for c in range(left, min(left + root, size)))
        for top in starts for left in starts
    ]  # fmt: skip
    return latin(size), [room for room in rooms if len({cell // size for cell in room}) > 1 < root]


def link_of(record: Record) -> str:
    """Return a puzzle as a link of puzz.link."""
    size, digits = _checked(record.puzzle)
    text, blanks = [], 0
    for digit in (*digits, None):
        if digit == 0:
            blanks += 1
            continue
        text += ["z"] * (blanks // 20) + [_BLANKS[blanks % 20 - 1]] * (blanks % 20 > 0)
        blanks = 0
        text += [f"{digit:x}" if digit < 16 else f"-{digit:x}"] if digit else []
    return f"https://puzz.link/p?sudoku/{size}/{size}/{''.join(text)}\n"


def file_of(record: Record) -> str:
    """Return a puzzle as a file of pzpr, with the digits of its solution where it is known."""
    size, digits = _checked(record.puzzle)
    solved = [
        0 if given else digit
        for given, digit in zip(digits, record.solution or digits, strict=True)
    ]
    rows = [
        cells[at : at + size] for cells in (digits, solved) for at in range(0, size * size, size)
    ]
    lines = ["".join(f"{digit or '.'} " for digit in row) for row in rows]
    return "\n".join([FILE, "sudoku", str(size), *lines, ""])


def _checked(puzzle: Puzzle) -> tuple[int, tuple[Digit, ...]]:
    """Return the size and the givens of a puzzle that has the rules of these programs."""
    rules = puzzle.rules
    if rules.board.is_square and rules.size <= MOST_SIZE:
        houses, rooms = _rules(rules.size)
        wanted = houses.with_constraints(ExtraRegion(rules.board, room) for room in rooms)
        if wanted.means(rules):
            return rules.size, puzzle.digits
    raise FormatError("pzpr knows only the usual rules of its boards")


def read(lines: Lines, context: Context) -> Iterator[Record]:
    """Yield the puzzles of files of pzpr, in turn."""
    block: list[str] = []
    begun = 0
    for number, text in lines:
        if text.strip().startswith(FILE):
            yield from _taken(block, begun, context)
            block, begun = [], number
        if begun and len(block) < _MOST_LINES:
            block.append(text)
        elif not begun and text.strip().startswith("#"):
            context.take_directive(text.strip(), number)
        elif not begun and text.strip():
            context.bad(FormatError(f"{quoted(text.strip())}; expected {FILE}"), number, text)
    yield from _taken(block, begun, context)


def _taken(block: list[str], begun: int, context: Context) -> Iterator[Record]:
    if block:
        text = "/".join(line.strip() for line in block)
        yield from context.taken(begun, lambda text: record_of(imported(text), context), text)


NOTATION = Notation("pzprv3", "files of pzpr and puzz.link", read, file_of, keeps_rules=True)
