"""Killers and jigsaws as texts of SumoCue (R. van der Werf), and as PS strings, as in JSudoku.

===========  ==================================================================================
SumoCue      ``SumoCueV1``, with a ``D`` after it where both diagonals are houses, and for each of
             81 cells ``=8`` where a cage with the total 8 begins or ``+3`` where the cage goes on
             that begins at cell 3, counted from 0; then ``J2`` for region 2 of a jigsaw
PS           ``3x3::k:``, with a ``d`` between the first colons for the diagonals, and for each
             cell the total of its cage times 256, plus a number for the cage
short        81 characters: totals as ``0`` to ``9``, ``A`` to ``Z`` and ``a`` to ``j``, and for
             the other cells of a cage ``<>^v`` toward the next one, or one of ``,.'`` and a
             grave accent, diagonally down and up; only read
===========  ==================================================================================

A total of 0 stands for no total; a cage of one cell is a given.

>>> job = imported("2x2::k:" + ":".join(["769", "769", *map(str, range(2, 16))]))
>>> [added.label for added in job.added]
['killer 3']
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

from cpsudoku.errors import FormatError, quoted
from cpsudoku.formats.base import Record
from cpsudoku.formats.setters.imported import Import, check_same, diagonal_of, houses_of
from cpsudoku.formats.source import SHORT_KILLER
from cpsudoku.puzzle import Puzzle
from cpsudoku.rules import Cell, Rules, boxes, classic
from cpsudoku.variants.cages import Killer

_CELLS: Final = 81
_DIAGONALS = ("diagonal", "antidiagonal")
_HEAD = re.compile(r"([0-9]{1,2})x([0-9]{1,2}):([a-z]*):k:")
_ENTRY = re.compile(r"([=+])([0-9]{1,4})(?:J([0-9]{1,2}))?")
_ARROWS = {"<": -1, ">": 1, "^": -9, "v": 9, "`": -10, "'": -8, ",": 8, ".": 10}
_TOTALS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghij"


def imported(text: str) -> Import:
    """Return the puzzle of a text of one of the three forms."""
    plain = "".join(text.split())
    if plain[:8].lower() == "sumocuev":
        return _of_sumocue(plain)
    return _of_ps(plain) if _HEAD.match(plain) else _of_short(plain)


def _of_sumocue(text: str) -> Import:
    head, entries = re.match("(?i)sumocuev[0-9]*D?", text), list(_ENTRY.finditer(text))
    begin = head.end() if head else 0
    if text[:9].lower() != "sumocuev1":
        raise FormatError(f"a text of SumoCue that begins with {quoted(text[:9])}; expected "
                          "SumoCueV1")  # fmt: skip
    if "".join(entry[0] for entry in entries) != text[begin:] or len(entries) != _CELLS:
        raise FormatError(f"a text of SumoCue with {len(entries)} cells; expected {_CELLS} such as "
                          "=8, +3 or =8J2")  # fmt: skip
    regions = [entry[3] for entry in entries]
    labels = None if None in regions else list(map(int, regions))
    if labels is None and any(regions):
        raise FormatError("a text of SumoCue with regions of some cells; expected all or none")
    rules, loose = houses_of(9, labels)
    if loose:
        raise FormatError("a text of SumoCue with regions that are not nine of nine cells")
    totals = {cell: int(entry[2]) for cell, entry in enumerate(entries) if entry[1] == "="}
    cages = {cell: [cell] for cell in totals}
    for cell, entry in enumerate(entries):
        if entry[1] == "+":
            if int(entry[2]) not in cages:
                raise FormatError(f"{rules.board.name(cell)} in a cage of cell {entry[2]}, where "
                                  "no cage begins")  # fmt: skip
            cages[int(entry[2])].append(cell)
    return _with_cages(rules, "D" in text[9:begin], ((totals[c], cages[c]) for c in cages))


def _of_ps(text: str) -> Import:
    head = _HEAD.match(text)
    assert head is not None
    height, width = int(head[1]), int(head[2])
    count, fields = (height * width) ** 2, text[head.end() :].rstrip(":").split(":")
    if head[3] not in ("", "d") or not 1 < height * width <= 16:
        raise FormatError(
            f"a killer with {quoted(head[0])}; expected such as '3x3::k:' or '3x3:d:k:'"
        )
    if len(fields) != count or not all(re.fullmatch("[0-9]{1,6}", field) for field in fields):
        raise FormatError(f"a killer with {len(fields)} numbers; expected {count}")
    cages: dict[int, list[Cell]] = {}
    for cell, field in enumerate(map(int, fields)):
        cages.setdefault(field if field >= 256 else -cell - 1, []).append(cell)
    found = ((max(0, field) // 256, cells) for field, cells in cages.items())
    return _with_cages(boxes(height, width), head[3] == "d", found)


def _of_short(text: str) -> Import:
    """Return the puzzle of 81 characters, each a total or an arrow toward it."""
    if SHORT_KILLER.fullmatch(text) is None:
        raise FormatError(f"a killer of {len(text)} characters; expected 81 totals and arrows")
    cages: dict[Cell, list[Cell]] = {}
    for cell in range(_CELLS):
        at, steps = cell, 0
        while (step := _ARROWS.get(text[at])) is not None and steps <= _CELLS:
            to, steps = at + step, steps + 1
            if not 0 <= to < _CELLS or abs(to % 9 - at % 9) > 1:
                raise FormatError(f"an arrow out of the board in {classic().board.name(at)}")
            at = to
        if steps > _CELLS:
            raise FormatError(f"arrows in a circle, as from {classic().board.name(cell)}")
        cages.setdefault(at, []).append(cell)
    found = ((_TOTALS.find(text[at]), cells) for at, cells in cages.items())
    return _with_cages(classic(), False, found)


def _with_cages(rules: Rules, diagonals: bool, cages: Iterable[tuple[int, list[Cell]]]) -> Import:
    if diagonals:
        rules = rules.with_constraints(diagonal_of(rules.size, kind) for kind in _DIAGONALS)
    job = Import(rules)
    for total, cells in cages:
        if len(cells) > 1:
            job.add(Killer(rules.board, tuple(sorted(cells)), total or None))
        elif total:
            job.give(cells[0], total)
    return job


def sumocue_of(record: Record) -> str:
    """Return a puzzle as a text of SumoCue."""
    puzzle = _plain(record.puzzle)
    rules = puzzle.rules
    if not rules.board.is_square or rules.size != 9:
        raise FormatError("SumoCue knows only 9×9")
    home = {c: f"J{n}" for n, group in enumerate(rules.of_kind("region")) for c in group.cells}
    begin, totals = _cages(puzzle, "SumoCue")
    entries = (
        (f"={totals[cell]}" if begin[cell] == cell else f"+{begin[cell]}") + home.get(cell, "")
        for cell in range(_CELLS)
    )
    text = f"SumoCueV1{_diagonals(rules).upper()}{''.join(entries)}\n"
    check_same(imported(text), puzzle, "SumoCue")
    return text


def ps_of(record: Record) -> str:
    """Return a puzzle as a PS string."""
    puzzle = _plain(record.puzzle)
    rules = puzzle.rules
    if rules.box_shape is None or rules.size > 16:
        raise FormatError("PS strings know only boxes, of up to 16 digits")
    begin, totals = _cages(puzzle, "PS")
    numbers = {cell: number for number, cell in enumerate(sorted(set(begin)))}
    fields = "".join(f"{totals[first] * 256 + numbers[first]}:" for first in begin)
    text = "{}x{}".format(*rules.box_shape) + f":{_diagonals(rules)}:k:{fields}\n"
    check_same(imported(text), puzzle, "PS")
    return text


def _diagonals(rules: Rules) -> str:
    return "d" if all(rules.of_kind(kind) for kind in _DIAGONALS) else ""


def _plain(puzzle: Puzzle) -> Puzzle:
    """Return a puzzle without pencil marks, in which a cage of one cell is a given."""
    rules, digits = puzzle.rules, list(puzzle.digits)
    kept = []
    for clue in rules.constraints:
        total = clue.total if isinstance(clue, Killer) and len(clue.cells) == 1 else None
        if total is not None and total in range(1, rules.size + 1):
            digits[clue.scope[0]] = total
        else:
            kept.append(clue)
    return Puzzle.from_digits(digits, Rules.trusted(rules.board, tuple(kept)))


def _cages(puzzle: Puzzle, program: str) -> tuple[list[Cell], dict[Cell, int]]:
    """Return for each cell where its cage begins, and the totals of those that begin somewhere."""
    begin = list(range(len(puzzle.digits)))
    totals = dict(enumerate(puzzle.digits))
    for clue in puzzle.rules.clues:
        if not isinstance(clue, Killer):
            raise FormatError(f"{program} has no word for: {clue.label}")
        first = min(clue.cells)
        if any(begin[cell] != cell or totals[cell] for cell in clue.cells):
            raise FormatError(f"{program} has no cages that share cells, nor givens in them")
        for cell in clue.cells:
            begin[cell] = first
        totals[first] = clue.total or 0
    return begin, totals
