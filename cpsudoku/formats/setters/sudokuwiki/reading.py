"""Puzzles out of links and packed strings.

>>> job = imported("S9B" + "01" * 1 + "0b" + "ei" + "eh" * 78)
>>> job.candidates[:4]
[1, 2, 504, 503]
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from urllib.parse import unquote

from cpsudoku.errors import FormatError
from cpsudoku.formats.rules_text import parse_rules
from cpsudoku.formats.setters.imported import Import, houses_of
from cpsudoku.formats.setters.sudokuwiki.packing import (
    COLOURS,
    KINDS,
    LAST_PLACED,
    OTHERS,
    SIZE,
    Cell,
    PuzzleKind,
    pieces,
)
from cpsudoku.rules import classic
from cpsudoku.variants.cages import Killer

_LINK = re.compile(r"sudokuwiki\.org/[^?\s]*\?(?:[^#\s]*&)?bd=([^&#\s]*)")
_HEADER = re.compile(r"([A-Z])([0-9A-Z])([A-Z])(?=[0-9a-z]*$)", re.IGNORECASE)
_COUNT = SIZE * SIZE
_UNPACKED_KILLER = re.compile(r"([1-9]{81}),([0-9]{162})")


def is_text(text: str) -> bool:
    """Return whether a text is such a link or string."""
    kinds = "".join(KINDS)
    return (
        _LINK.search(text) is not None
        or re.fullmatch(rf"\s*[{kinds}]9B[0-9a-z]+\s*", text) is not None
    )


def imported(text: str) -> Import:
    """Return the puzzle of a link or packed string."""
    found = _LINK.search(text)
    packed = unquote(found[1]) if found is not None else text.strip()
    if re.fullmatch(r"[0-9.]{81}", packed):
        job = Import(classic())
        job.candidates = [1 << int(digit) >> 1 if digit not in "0." else 511 for digit in packed]
        return job
    if killer := _UNPACKED_KILLER.fullmatch(packed):
        totals = [int(killer[2][at : at + 2]) for at in range(0, 2 * _COUNT, 2)]
        cells = [Cell(0, 0, total, int(colour)) for total, colour in zip(totals, killer[1],
                                                                         strict=True)]  # fmt: skip
        return _job(KINDS["L"], cells)
    kind = _kind(packed)
    numbers = packed[3:]
    if len(numbers) != _COUNT * kind.width:
        raise FormatError(
            f"no packed string: expected {packed[:3]} and {kind.width} letters or digits for each "
            f"of {_COUNT} cells"
        )
    cells = []
    for cell in range(_COUNT):
        part = numbers[cell * kind.width : (cell + 1) * kind.width]
        try:
            cells.append(kind.unpack(part))
        except FormatError as error:
            name = classic().board.name(cell)
            raise FormatError(f"{name} has {error.message}") from error
    if any(cell.colour >= COLOURS for cell in cells):
        raise FormatError(f"a cage with a colour beyond {COLOURS}")
    return _job(kind, cells)


def _kind(packed: str) -> PuzzleKind:
    header = _HEADER.match(packed)
    if header is None:
        raise FormatError("no packed string: expected S9B and two letters or digits for each cell")
    letter, size, version = (part.upper() for part in header.groups())
    if letter in OTHERS:
        raise FormatError(f"a packed string of {OTHERS[letter]}, which is not a sudoku")
    if letter not in KINDS or size != "9" or version != "B":
        known = ", ".join(f"{kind}9B" for kind in KINDS)
        raise FormatError(f"a packed string of the kind {header[0]}; expected one of {known}")
    return KINDS[letter]


def _job(kind: PuzzleKind, cells: Sequence[Cell]) -> Import:
    if kind.has_regions:
        rules, others = houses_of(SIZE, [cell.region for cell in cells])
        if others:
            raise FormatError(f"regions that are not {SIZE} of {SIZE} cells")
    else:
        rules = parse_rules(kind.rules, files=False).rules()
    job = Import(rules)
    job.candidates = [_mask(cell.content) for cell in cells]
    if kind.has_cages:
        _add_cages(job, cells)
    return job


def _mask(content: int) -> int:
    if not content:
        return (1 << SIZE) - 1
    return content - LAST_PLACED if content > LAST_PLACED else 1 << (content - 1) % SIZE


def _add_cages(job: Import, cells: Sequence[Cell]) -> None:
    """Add cages: cells of one colour that hang together, with the only total among them."""
    board = job.rules.board
    for cage in pieces([cell.colour for cell in cells]):
        totals = [cells[cell].total for cell in cage if cells[cell].total]
        if len(totals) > 1:
            raise FormatError(f"a cage with {len(totals)} totals: {board.names(cage)}")
        if totals:
            job.add(Killer(board, cage, totals[0]))
        else:
            job.ignored.append(f"a cage without a total: {board.names(cage)}")
