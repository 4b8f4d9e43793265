"""Puzzles as f-puzzles' JSON: what `cpsudoku.formats.setters.f_puzzles.reading` reads."""

from __future__ import annotations

import json

from cpsudoku.errors import FormatError
from cpsudoku.formats.base import Record
from cpsudoku.formats.setters.f_puzzles.fields import decorated
from cpsudoku.formats.setters.f_puzzles.reading import imported
from cpsudoku.formats.setters.f_puzzles.shapes import SHAPES, Object
from cpsudoku.formats.setters.lzstring import compressed
from cpsudoku.formats.setters.meaning import means_the_same
from cpsudoku.puzzle import Puzzle
from cpsudoku.rules import AllDifferent, Constraint, Rules, usual
from cpsudoku.variants.regions import ExtraRegion
from cpsudoku.variants.registry import rows_of


def fpuzzles_json(record: Record) -> str:
    """Return a puzzle as f-puzzles' JSON.

    Raises:
        FormatError: the board is not square, or f-puzzles has no word for a constraint.
    """
    puzzle = record.puzzle
    rules = puzzle.rules
    if not rules.board.is_square:
        raise FormatError("f-puzzles knows square boards alone")
    if not all(puzzle.candidates):
        raise FormatError("f-puzzles has no cells without candidates")
    found: Object = {"size": rules.size, "grid": _grid(puzzle)}
    about = {"title": record.label, "author": record.author, "ruleset": record.words}
    found |= {name: text for name, text in about.items() if text}
    groups = [c for c in rules.constraints if isinstance(c, AllDifferent)]
    for group in groups:
        _add_group(found, group, rules)
    for constraint in rules.constraints:
        if not isinstance(constraint, AllDifferent):
            _add(found, constraint)
    found |= decorated(record.decoration)
    text = json.dumps(found, separators=(",", ":"), ensure_ascii=False)
    if not means_the_same(imported(text).puzzle(), puzzle):
        raise FormatError("f-puzzles has no way to say these rules exactly")
    return text


def link(record: Record) -> str:
    """Return a puzzle as a link of f-puzzles."""
    return f"https://f-puzzles.com/?load={compressed(fpuzzles_json(record))}\n"


def sudokupad_link(record: Record) -> str:
    """Return a puzzle as a link of SudokuPad, which takes what f-puzzles writes."""
    return f"https://sudokupad.app/fpuz{compressed(fpuzzles_json(record))}\n"


def _grid(puzzle: Puzzle) -> list[list[Object]]:
    rules = puzzle.rules
    home = {c: n for n, g in enumerate(_regions(rules)) for c in g.cells}
    usual_home = {c: n for n, g in enumerate(_regions(usual(rules.size))) for c in g.cells}
    found: list[list[Object]] = [[] for _ in range(rules.size)]
    for cell, (row, _) in enumerate(rules.board.places):
        entry: Object = {}
        mask, digit = puzzle.candidates[cell], puzzle.digits[cell]
        if digit:
            entry |= {"value": digit, "given": True}
        elif mask != rules.all_digits:
            entry["givenPencilMarks"] = [d for d in range(1, rules.size + 1) if mask >> d - 1 & 1]
        if home != usual_home or not home:
            entry["region"] = home.get(cell)
        found[row].append(entry)
    return found


def _regions(rules: Rules) -> list[AllDifferent]:
    return [*rules.of_kind("box"), *rules.of_kind("region")]


def _add_group(found: Object, group: AllDifferent, rules: Rules) -> None:
    board = rules.board
    if group.kind in ("row", "column", "box", "region"):
        return
    if group.kind in ("diagonal", "antidiagonal"):
        found["diagonal-" if group.kind == "diagonal" else "diagonal+"] = True
    else:
        _add(found, ExtraRegion(board, group.cells))


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
