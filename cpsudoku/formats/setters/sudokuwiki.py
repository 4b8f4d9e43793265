"""Links and packed strings of sudokuwiki.org's solver (A. Stuart): a position of the classic 9×9.

After ``S9B`` each cell has two digits of radix 36: 1 to 9 for a given, 10 to 18 for a digit that
was placed since, and from 19 on the candidates, as 18 more than a sum of powers of two.  A link may
have the 81 digits of a puzzle instead.

>>> job = imported("S9B" + "01" * 1 + "0b" + "ei" + "eh" * 78)
>>> job.candidates[:4]
[1, 2, 504, 503]
"""

from __future__ import annotations

import re

from cpsudoku.errors import FormatError
from cpsudoku.formats.base import Record
from cpsudoku.formats.setters.imported import Import
from cpsudoku.rules import classic

_LINK = re.compile(r"sudokuwiki\.org/[^?\s]*\?(?:[^#\s]*&)?bd=([^&#\s]*)")
_PACKED = re.compile(r"[A-Z]9B[0-9a-z]*", re.IGNORECASE)
_LAST_PLACED = 18
_DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"


def is_text(text: str) -> bool:
    """Return whether a text is such a link or string."""
    return _LINK.search(text) is not None or re.fullmatch(r"\s*S9B[0-9a-z]+\s*", text) is not None


def imported(text: str) -> Import:
    """Return the puzzle of a link or packed string.

    Raises:
        FormatError: it is none, or of another kind than ``S9B``.
    """
    found = _LINK.search(text)
    packed = found[1] if found is not None else text.strip()
    job = Import(classic())
    if re.fullmatch(r"[0-9.]{81}", packed):
        masks = [1 << int(digit) >> 1 if digit not in "0." else 511 for digit in packed]
    else:
        masks = _unpacked(packed)
    for cell, mask in enumerate(masks):
        job.candidates[cell] &= mask
    return job


def _unpacked(packed: str) -> list[int]:
    """Return the candidates of each cell."""
    if _PACKED.fullmatch(packed) and packed[:3] != "S9B":
        raise FormatError(f"a packed string of the kind {packed[:3]}; expected S9B")
    if not re.fullmatch(r"S9B[0-9a-z]{162}", packed):
        raise FormatError("no packed string: expected S9B and two letters or digits for each cell")
    numbers = [int(packed[at : at + 2], 36) for at in range(3, len(packed), 2)]
    masks = [
        number - _LAST_PLACED if number > _LAST_PLACED else 1 << (number - 1) % 9
        for number in numbers
    ]
    for cell, (number, mask) in enumerate(zip(numbers, masks, strict=True)):
        if not number or mask > 511:
            name = classic().board.name(cell)
            raise FormatError(f"{name} has number {number} in a packed string; expected 1 to 529")
    return masks


def packed_of(record: Record) -> str:
    """Return a puzzle as a packed string.

    Args:
        record: the puzzle.

    Raises:
        FormatError: it is none of the classic 9×9, or has a cell without candidates.
    """
    puzzle = record.puzzle
    if not puzzle.rules.is_classic:
        raise FormatError("packed strings of sudokuwiki.org know the classic 9×9 alone")
    numbers = []
    for mask in puzzle.candidates:
        if not mask:
            raise FormatError("packed strings have no cells without candidates")
        is_given = not mask & (mask - 1)
        numbers.append(mask.bit_length() if is_given else mask + _LAST_PLACED)
    return "S9B" + "".join(_DIGITS[n // 36] + _DIGITS[n % 36] for n in numbers) + "\n"
