"""Puzzles as f-puzzles' JSON: what `cpsudoku.formats.setters.f_puzzles.reading` reads."""

from __future__ import annotations

import json
from functools import lru_cache
from typing import Final

from cpsudoku.errors import FormatError
from cpsudoku.formats.base import Record
from cpsudoku.formats.setters.f_puzzles.reading import decorated, imported
from cpsudoku.formats.setters.f_puzzles.shapes import SHAPES, Object
from cpsudoku.formats.setters.lzstring import compressed
from cpsudoku.formats.setters.meaning import means_the_same
from cpsudoku.puzzle import Puzzle
from cpsudoku.rules import AllDifferent, Constraint, Rules, classic, usual
from cpsudoku.variants.regions import ExtraRegion
from cpsudoku.variants.registry import rows_of

_ENCODER = json.JSONEncoder(separators=(",", ":"), ensure_ascii=False)

_USUAL: Final = object()  # stands for the region that a cell has where nothing is said


def fpuzzles_json(record: Record) -> str:
    """Return a puzzle as f-puzzles' JSON."""
    puzzle = record.puzzle
    rules = puzzle.rules
    if not rules.board.is_square:
        raise FormatError("f-puzzles knows square boards alone")
    if not all(puzzle.candidates):
        raise FormatError("f-puzzles has no cells without candidates")
    about = {"title": record.label, "author": record.author, "ruleset": record.words}
    said = {name: text for name, text in about.items() if text}
    # Nothing is said of the usual rules but the cells; to read those again takes as long as a link.
    is_sure = rules == classic() and not record.decoration
    if is_sure and not puzzle.has_pencil_marks:
        return _classic(puzzle, said)
    found: Object = {"size": rules.size, "grid": _grid(puzzle), **said}
    for group in (c for c in rules.constraints if isinstance(c, AllDifferent)):
        if group.kind in ("diagonal", "antidiagonal"):
            found["diagonal-" if group.kind == "diagonal" else "diagonal+"] = True
        elif group.kind not in ("row", "column", "box", "region"):
            _add(found, ExtraRegion(rules.board, group.cells))
    for clue in rules.clues:
        _add(found, clue)
    found |= decorated(record.decoration)
    text = _ENCODER.encode(found)
    if not is_sure and not means_the_same(imported(text).puzzle(), puzzle):
        raise FormatError("f-puzzles has no way to say these rules exactly")
    return text


_CELLS = ("{}", *(f'{{"value":{digit},"given":true}}' for digit in range(1, 10)))


def _classic(puzzle: Puzzle, said: dict[str, str]) -> str:
    """Return a puzzle of the usual rules without pencil marks, five times as fast as any other."""
    cells = [_CELLS[digit] for digit in puzzle.digits]
    rows = [",".join(cells[begin : begin + 9]) for begin in range(0, 81, 9)]
    after = f",{_ENCODER.encode(said)[1:]}" if said else "}"
    return f'{{"size":9,"grid":[[{"],[".join(rows)}]]{after}'


def link(record: Record) -> str:
    """Return a puzzle as a link of f-puzzles."""
    return f"https://f-puzzles.com/?load={compressed(fpuzzles_json(record))}\n"


def sudokupad_link(record: Record) -> str:
    """Return a puzzle as a link of SudokuPad, which takes what f-puzzles writes."""
    return f"https://sudokupad.app/fpuz{compressed(fpuzzles_json(record))}\n"


def _grid(puzzle: Puzzle) -> list[list[Object]]:
    rules = puzzle.rules
    homes = _homes(rules)
    every = rules.all_digits
    found: list[list[Object]] = [[] for _ in range(rules.size)]
    for (row, _), mask, digit, home in zip(
        rules.board.places, puzzle.candidates, puzzle.digits, homes, strict=True
    ):
        entry: Object = {}
        if digit:
            entry = {"value": digit, "given": True}
        elif mask != every:
            entry = {"givenPencilMarks": [d for d in range(1, rules.size + 1) if mask >> d - 1 & 1]}
        if home is not _USUAL:
            entry["region"] = home
        found[row].append(entry)
    return found


@lru_cache(maxsize=16)
def _homes(rules: Rules) -> list[object]:
    """Return for each cell what is said of its region: its number, None for none, or `_USUAL`."""
    home, usual_home = (
        {c: n for n, g in enumerate((*r.of_kind("box"), *r.of_kind("region"))) for c in g.cells}
        for r in (rules, usual(rules.size))
    )
    cells = range(rules.cell_count)
    return [_USUAL if home and home == usual_home else home.get(cell) for cell in cells]


def _add(found: Object, constraint: Constraint) -> None:
    row, *_ = *rows_of(type(constraint), "f_puzzles"), None
    if row is None:
        raise FormatError(f"f-puzzles has no word for: {constraint.label}")
    entries = SHAPES[row.shape].write(constraint)
    if isinstance(entries, list):
        found.setdefault(row.field, []).extend(entries)
    elif row.words:
        found.setdefault(row.field, []).append(row.words[0])
    else:
        found[row.field] = True
