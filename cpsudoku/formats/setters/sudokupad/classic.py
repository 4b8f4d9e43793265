"""SudokuPad's short links to classic puzzles: the givens stand in the link itself.

After ``classic`` and ``scf`` a character is a cell and the blanks after it: its place among the
digits, capitals and small letters is ten times the number of blanks, up to five, and the digit, 0
for a blank cell.  Older links after ``classic`` have a given as itself, and a letter or a sign
for a run of blanks (B is one, C two …).  After the 81 cells of ``scf``, or a star, ``x`` stands
for both diagonals and ``w`` for windows.

>>> job = imported("scf" + "1" + "o" * 13 + "A" + "x")
>>> job.candidates[:2], len(job.added)
([1, 511], 2)
"""

from __future__ import annotations

import re
from urllib.parse import unquote

from cpsudoku.errors import FormatError, quoted
from cpsudoku.formats.setters.imported import Import
from cpsudoku.rules import classic

_PLACES = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwx"
_RUNS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz()[]-.~:@!$&'*,;=_"
_CELLS = 81

_STAR = re.compile(r"(?<!\*)\*(?!\*)")  # what stands between texts; a star of theirs is doubled


def imported(text: str) -> Import:
    """Return the puzzle of what begins with ``classic`` or ``scf`` in a link."""
    is_old = text.startswith("classic")
    packed = unquote(text.removeprefix("classic" if is_old else "scf"))
    cells, rest = _packed(packed)
    if is_old and (len(cells) != _CELLS or rest):
        cells, rest = _in_runs(packed), ""
    if len(cells) != _CELLS:
        raise FormatError(f"a short link of SudokuPad with {len(cells)} cells; expected {_CELLS}")
    job = Import(classic())
    job.candidates = [1 << digit >> 1 if digit else 511 for digit in cells]
    # After the givens stand letters of further regions, then a title and an author.
    texts = rest.removeprefix("*").lstrip("wx")
    kinds = rest.removeprefix("*").removesuffix(texts)
    for letter, rules in (("x", classic().with_diagonals()), ("w", classic().with_windows())):
        for group in rules.groups[len(classic().groups) :] if letter in kinds else ():
            job.add(group)
    for part in filter(None, _STAR.split(texts)):
        said = part[1:].replace("**", "*")[:200]
        if part[0] == "t":
            job.title = said
        elif part[0] == "a":
            job.author = said
        else:
            raise FormatError(f"{quoted(part)} in a short link of SudokuPad")
    return job


def _packed(packed: str) -> tuple[list[int], str]:
    """Return the digits of up to 81 cells, and what follows."""
    cells: list[int] = []
    for at, character in enumerate(packed):
        place = _PLACES.find(character)
        if place < 0 or len(cells) >= _CELLS:
            return cells, packed[at:]
        cells += [place % 10, *[0] * (place // 10)]
    return cells, ""


def _in_runs(packed: str) -> list[int]:
    cells: list[int] = []
    for character in packed:
        if character in "123456789":
            cells.append(int(character))
        elif character in _RUNS and len(cells) <= _CELLS:
            cells += [0] * _RUNS.index(character)
        else:
            raise FormatError(f"{character!r} in a short link of SudokuPad")
    return cells
