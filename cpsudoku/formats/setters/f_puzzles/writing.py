"""Puzzles as f-puzzles' JSON: what `cpsudoku.formats.setters.f_puzzles.reading` reads."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from cpsudoku.errors import FormatError
from cpsudoku.formats.base import Record
from cpsudoku.formats.setters.f_puzzles.reading import imported
from cpsudoku.formats.setters.meaning import means_the_same
from cpsudoku.puzzle import Puzzle
from cpsudoku.rules import AllDifferent, Board, Cell, Rules, usual
from cpsudoku.variants import (
    cages,
    cells,
    chess,
    counts,
    dots,
    indexing,
    lines,
    outside,
    regions,
    sum_lines,
)
from cpsudoku.variants.base import Variant

Object = dict[str, Any]


def fpuzzles_json(record: Record) -> str:
    """Return a puzzle as f-puzzles' JSON.

    Args:
        record: the puzzle.

    Raises:
        FormatError: the board is no square, or f-puzzles has no word for a constraint.
    """
    puzzle = record.puzzle
    rules = puzzle.rules
    if not rules.board.is_square:
        raise FormatError("f-puzzles knows square boards alone")
    if not all(puzzle.candidates):
        raise FormatError("f-puzzles has no cells without candidates")
    found: Object = {"size": rules.size, "grid": _grid(puzzle)}
    if record.label:
        found["title"] = record.label
    groups = [c for c in rules.constraints if isinstance(c, AllDifferent)]
    for group in groups:
        _add_group(found, group, rules)
    for constraint in rules.constraints:
        if not isinstance(constraint, AllDifferent):
            _add(found, constraint, rules.board)
    text = json.dumps(found, separators=(",", ":"), ensure_ascii=False)
    if not means_the_same(imported(text).puzzle(), puzzle):
        raise FormatError("f-puzzles has no way to say these rules exactly")
    return text


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
        found.setdefault("extraregion", []).append({"cells": _names(board, group.cells)})


def _names(board: Board, those: tuple[Cell, ...]) -> list[str]:
    return [board.name(cell).upper() for cell in those]


def _add(found: Object, constraint: object, board: Board) -> None:
    writer = _WRITERS.get(type(constraint))
    if writer is None or not isinstance(constraint, Variant):
        words = getattr(constraint, "label", str(constraint))
        raise FormatError(f"f-puzzles has no word for: {words}")
    field, entry = writer(constraint)
    if entry is True:
        found[field] = True
    elif isinstance(entry, list):
        found.setdefault(field, []).extend(entry)
    else:
        found.setdefault(field, []).append(entry)


_Writer = Callable[[Any], tuple[str, Any]]


def _line(field: str) -> _Writer:
    return lambda line: (field, {"lines": [_names(line.board, line.cells)]})


def _cells(field: str) -> _Writer:
    return lambda one: (field, {"cells": _names(one.board, one.cells)})


def _each(field: str) -> _Writer:
    return lambda one: (field, [{"cell": name} for name in _names(one.board, one.cells)])


def _valued(field: str, attribute: str) -> _Writer:
    """Return a writer of dots: between each cell and the next one of its own."""

    def write(one: Any) -> tuple[str, Any]:
        value = getattr(one, attribute)
        extra = {} if value is None else {"value": value}
        return field, [{"cells": _names(one.board, pair)} | extra for pair in one.neighbours()]

    return write


def _cage(cage: cages.Killer) -> tuple[str, Any]:
    extra = {} if cage.total is None else {"value": str(cage.total)}
    return "killercage", {"cells": _names(cage.board, cage.cells)} | extra


def _whispers(line: lines.Whispers) -> tuple[str, Any]:
    extra = {} if line.difference is None else {"value": line.difference}
    return "whispers", {"lines": [_names(line.board, line.cells)]} | extra


def _arrow(arrow: sum_lines.Arrow) -> tuple[str, Any]:
    bulb = _names(arrow.board, arrow.bulb)
    return "arrow", {"cells": bulb, "lines": [[bulb[-1], *_names(arrow.board, arrow.cells)]]}


def _xv(sign: dots.PairSum) -> tuple[str, Any]:
    value = {10: "X", 5: "V"}.get(sign.total, str(sign.total))
    pairs = sign.neighbours()
    return "xv", [{"cells": _names(sign.board, pair), "value": value} for pair in pairs]


def _quad(quad: counts.Quad) -> tuple[str, Any]:
    return "quadruple", {"cells": _names(quad.board, quad.cells), "values": list(quad.wanted)}


def _clone(clone: regions.Clone) -> tuple[str, Any]:
    half = len(clone.cells) // 2
    names = _names(clone.board, clone.cells)
    return "clone", {"cells": names[:half], "cloneCells": names[half:]}


def _clue(field: str) -> _Writer:
    def write(clue: Any) -> tuple[str, Any]:
        board: Board = clue.board
        (row, column), (next_row, next_column) = (board.places[c] for c in clue.cells[:2])
        # One step back from the first cell is the place of the clue.
        place = f"R{2 * row - next_row + 1}C{2 * column - next_column + 1}"
        return field, {"cell": place, "value": str(clue.number)}

    return write


def _little_killer(clue: outside.LittleKiller) -> tuple[str, Any]:
    board = clue.board
    row, column = board.places[clue.cells[0]]
    last_row, last_column = board.places[clue.cells[-1]]
    down = last_row > row or (last_row == row and row == 0)
    right = last_column > column or (last_column == column and column == 0)
    place = f"R{row + 1 - (1 if down else -1)}C{column + 1 - (1 if right else -1)}"
    return "littlekillersum", {
        "cell": place,
        "direction": ("D" if down else "U") + ("R" if right else "L"),
        "cells": _names(board, clue.cells),
        "value": str(clue.number),
    }


_WRITERS: dict[type, _Writer] = {
    cages.Killer: _cage,
    counts.Quad: _quad,
    sum_lines.Arrow: _arrow,
    lines.Thermo: _line("thermometer"),
    lines.SlowThermo: _line("slowthermometer"),
    lines.Whispers: _whispers,
    lines.Renban: _line("renban"),
    lines.Palindrome: _line("palindrome"),
    lines.Between: _line("betweenline"),
    lines.Entropic: _line("entropicline"),
    lines.Nabner: _line("nabner"),
    sum_lines.DoubleArrow: _line("doublearrow"),
    sum_lines.Zipper: _line("zipperline"),
    dots.White: _valued("difference", "difference"),
    dots.Black: _valued("ratio", "ratio"),
    dots.PairSum: _xv,
    # With numbers or exemptions of their own these are refused, as they are no longer the same once
    # they were read.
    dots.NoWhite: lambda _: ("nonconsecutive", True),
    dots.NoBlack: lambda _: ("negative", ["ratio"]),
    dots.NoSum: lambda _: ("negative", ["xv"]),
    chess.NonConsecutive: lambda _: ("nonconsecutive", True),
    chess.AntiKnight: lambda _: ("antiknight", True),
    chess.AntiKing: lambda _: ("antiking", True),
    cells.Odd: _each("odd"),
    cells.Even: _each("even"),
    cells.Minimum: _each("minimum"),
    cells.Maximum: _each("maximum"),
    regions.ExtraRegion: _cells("extraregion"),
    regions.Clone: _clone,
    outside.Sandwich: _clue("sandwichsum"),
    outside.XSum: _clue("xsum"),
    outside.Skyscraper: _clue("skyscraper"),
    outside.LittleKiller: _little_killer,
    indexing.RowIndexer: _cells("rowindexer"),
    indexing.ColumnIndexer: _cells("columnindexer"),
    indexing.BoxIndexer: _cells("boxindexer"),
}
