"""Text to puzzles and back."""

from __future__ import annotations

from math import isqrt

from cpsudoku.errors import FormatError
from cpsudoku.puzzle import Puzzle
from cpsudoku.rules import SYMBOLS, Rules, usual

_BLANKS = ".0*_"


def parse(text: str, rules: Rules | None = None) -> Puzzle:
    """Return the puzzle that a text stands for.

    Args:
        text: one puzzle, a character a cell.
        rules: the rules; None for those that a grid of its size usually has.

    Raises:
        FormatError: the text is no puzzle.
    """
    line = text.strip()
    size = isqrt(len(line))
    if size == 0 or size * size != len(line):
        raise FormatError(f"{len(line)} characters; expected a square number")
    digits = []
    for column, symbol in enumerate(line.upper(), start=1):
        digit = 0 if symbol in _BLANKS else SYMBOLS.find(symbol) + 1
        if symbol not in _BLANKS and not 1 <= digit <= size:
            raise FormatError(f"{symbol!r} is no digit", column=column)
        digits.append(digit)
    return Puzzle.from_digits(digits, rules or usual(size))
