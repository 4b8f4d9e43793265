"""Pencil marks in one line: for each cell N characters, the d-th of them d or a blank.

On 9×9 these are 729 characters.  ``12.......`` is a cell that can be 1 or 2.

    >>> puzzle_or_none("1..." + "1234" * 15, Job()).digits[:2]
    (1, 0)
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from cpsudoku.errors import FormatError, quoted
from cpsudoku.formats.base import BLANKS, MAX_SYMBOL_SIZE, Job, Lines, Notation, Record
from cpsudoku.formats.symbols import digits_or_none, expected
from cpsudoku.puzzle import Puzzle
from cpsudoku.rules import SYMBOLS

_SIZES = {size**3: size for size in range(1, MAX_SYMBOL_SIZE + 1)}


_SOLID = bytes([0, *[255] * 255])
_BITS = b"0" + b"1" * 255


@lru_cache(maxsize=MAX_SYMBOL_SIZE)
def _pattern(size: int) -> bytes:
    return bytes(range(1, size + 1)) * size**2


def _marks(cells: str, size: int) -> tuple[int, ...] | None:
    digits = digits_or_none(cells, size)
    if digits is None:
        return None
    # All characters at once, as one long number: where there is a mark it must be the pattern's.
    wrong = int.from_bytes(digits) ^ int.from_bytes(_pattern(size))
    if wrong & int.from_bytes(digits.translate(_SOLID)):
        return None
    # Each cell's marks, read as a binary number whose lowest bit is digit 1.
    bits = digits.translate(_BITS)[::-1].decode("ascii")
    return tuple(int(bits[end - size : end], 2) for end in range(len(bits), 0, -size))


def puzzle_or_none(cells: str, job: Job) -> Puzzle | None:
    """Return the puzzle of pencil marks, or None if the cells may be something else.

    Some lengths are both a cube and a square: 64 = 4³ = 8², 729 = 9³ = 27².  They are pencil marks
    if each mark is at its place and there is at least one for every second cell.
    """
    size = _SIZES.get(len(cells))
    if size is None or size == 1 or job.given_size not in {None, size}:
        return None
    if sum(map(cells.count, BLANKS)) > len(cells) - size**2 / 2 and job.given_size is None:
        return None
    masks = _marks(cells, size)
    return None if masks is None else Puzzle(job.rules_of(size), masks)


def parse_line(text: str, job: Job) -> Record:
    """Return the puzzle of one line."""
    if len(text) > 2 * MAX_SYMBOL_SIZE**3:
        raise FormatError(f"a line of {len(text)} characters; expected pencil marks")
    cells, _, comment = text.strip().partition(" ")
    size = _SIZES.get(len(cells))
    if size is None or job.given_size not in {None, size}:
        wanted = job.given_size or 9
        expected_marks = f"{wanted**3} pencil marks for {wanted}×{wanted}"
        raise FormatError(f"{len(cells)} characters; expected {expected_marks}")
    masks = _marks(cells, size)
    if masks is None:
        marks = enumerate(cells)
        place = next(i for i, s in marks if s not in BLANKS and s.upper() != SYMBOLS[i % size])
        found = f"{quoted(cells[place])} where only {SYMBOLS[place % size]} or a blank can be"
        wanted_marks = f"each cell's marks at their places ({expected(size)})"
        raise FormatError(f"{found}; expected {wanted_marks}", column=place + 1)
    return Record(Puzzle(job.rules_of(size), masks), comment=comment.strip(" #\t"))


def read(lines: Lines, job: Job) -> Iterator[Record]:
    """Yield the puzzles of a text with the pencil marks of one puzzle a line."""
    for number, text in lines:
        stripped = text.strip()
        if stripped.startswith("#"):
            job.comment(stripped, number)
        elif stripped:
            try:
                record = parse_line(text, job)
            except FormatError as error:
                job.bad(error, number)
            else:
                yield record._replace(source=job.source, line=number)


def text(record: Record) -> str:
    """Return a puzzle's pencil marks in one line."""
    size = record.puzzle.rules.size
    if size > MAX_SYMBOL_SIZE:
        raise FormatError(f"pencil marks of size {size}; expected at most {MAX_SYMBOL_SIZE}")
    digits = list(enumerate(SYMBOLS[:size]))
    masks = record.puzzle.candidates
    return "".join(s if mask >> d & 1 else "." for mask in masks for d, s in digits) + "\n"


NOTATION = Notation(
    "pencil", "pencil marks, N characters a cell in one line (729 on 9×9)", read, text,
    keeps_marks=True,
)  # fmt: skip
