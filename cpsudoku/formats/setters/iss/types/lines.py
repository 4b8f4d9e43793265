"""What the types of lines mean whose digits stand in a relation."""

from __future__ import annotations

import re
from itertools import pairwise

from cpsudoku.formats.setters.iss.reader import Reader, Take
from cpsudoku.formats.setters.iss.taking import Arguments, Made, number, on_cells, with_number
from cpsudoku.variants import lines


def _whisper(reader: Reader, args: Arguments) -> Made:
    has_number = re.fullmatch(r"[0-9]{1,3}", args[0])
    difference = number(args[0]) if has_number else 5
    names = args[1:] if has_number else args
    found = reader.cells(names)
    if len(set(found)) == len(found):
        return [lines.Whispers(reader.board, found, difference)]
    return [lines.Whispers(reader.board, pair, difference) for pair in pairwise(found)]


def _palindrome(reader: Reader, names: Arguments) -> Made:
    found = reader.cells(names)
    return [lines.Palindrome(reader.board, found)] if len(found) > 1 else []


TYPES: dict[str, Take] = {
    "Thermo": on_cells(lines.Thermo),
    "Whisper": _whisper,
    "Renban": on_cells(lines.Renban),
    "Palindrome": _palindrome,
    "Between": on_cells(lines.Between),
    "Lockout": with_number(lines.Lockout),
    "Modular": with_number(lines.Modular),
    "Entropic": on_cells(lines.Entropic),
}
"""How each type is read."""
