"""Results of searches for solutions as columns and as JSON, for several questions."""

from __future__ import annotations

from typing import Any

from cpsudoku.asking.search import Search
from cpsudoku.backends import Session
from cpsudoku.result import Result, Stats, Verdict
from cpsudoku.rows.values import Packed, Same, Values
from cpsudoku.rules import cell_name, classic

NAMES = (
    "solutions",
    "differences",
    "given_fault",
    "verdict",
    "backend",
    "reason",
    "clash",
    "stats",
)
"""What a document of a result may have beside the puzzle's own columns."""

FEW = 256
"""Documents of this many puzzles at most say of each what its search cost."""


def document(result: Result, given_fault: str | None = None) -> dict[str, Any]:
    """Return all that is known of a result, as JSON can hold it."""
    rules, board = result.puzzle.rules, result.puzzle.rules.board
    found: dict[str, Any] = {"solutions": [rules.text(grid) for grid in result.solutions]}
    if result.differences:
        found["differences"] = [cell_name(cell, board) for cell in result.differences]
    if given_fault:
        found["given_fault"] = given_fault
    found |= {"verdict": result.verdict.value, "backend": result.backend}
    if result.reason:
        found["reason"] = result.reason
    if result.clash is not None:
        house = result.clash.house
        cells = [cell_name(cell, board) for cell in result.clash.cells]
        label = house.label if house else None
        found["clash"] = {"cells": cells, "digit": result.clash.digit, "house": label}
    return found | {"stats": figures(result.stats)}


def advice(result: Result) -> str:
    """Name the command that explains why a puzzle has no solution, if its givens do not show it."""
    if result.verdict is not Verdict.NONE or result.reason:
        return ""
    return "explain-conflict says which givens and clues contradict one another"


def documents(solutions: Packed, search: Search) -> dict[str, Values]:
    """Return what `document` returns, for many classic puzzles with one solution."""
    name = Session.of(classic(), search.backend).name
    said = {"verdict": Same(Verdict.UNIQUE.value), "backend": Same(name), "stats": Same({})}
    return {"solutions": [[text] for text in solutions.listed], **said}


def figures(stats: Stats) -> dict[str, float | str]:
    """Return the figures that a solver has given."""
    values = ((name, getattr(stats, name)) for name in Stats.__slots__)
    return {name: value for name, value in values if value is not None}
