"""A puzzle of SudokuPad whose clues are drawn and told in words, for tests of how it is read."""

from __future__ import annotations

import json
from typing import Any

SOLUTION = "387492615621853974459671832876129453193745268245386197762518349518934726934267581"

RULES = """Normal sudoku rules apply.
Digits along a thermometer increase from the bulb.
Box borders divide blue lines into segments with the same sum.
Neighbours on green lines differ by at least 5.
A white dot joins consecutive digits.
The vanilla cell is the treasure that a digit must reach."""


def _line(colour: str, *points: tuple[float, float]) -> dict[str, Any]:
    return {"color": colour, "thickness": 10, "wayPoints": [[r + 0.5, c + 0.5] for r, c in points]}


def _round(row: float, column: float, size: float, colour: str, **more: Any) -> dict[str, Any]:
    return {"center": [row, column], "width": size, "height": size, "rounded": True,
            "backgroundColor": colour, **more}  # fmt: skip


def drawn(*, solution: str = "", rules: str = RULES) -> str:
    """Return it as SudokuPad's JSON: two thermometers, two blue lines, a green one and dots.

    Args:
        solution: stored in it; that of `SOLUTION` breaks the green line.
    """
    homes = [[[3 * r + i, 3 * c + j] for i in range(3) for j in range(3)]
             for r in range(3) for c in range(3)]  # fmt: skip
    data = {
        "id": "drawn",
        "cells": [[{} for _ in range(9)] for _ in range(9)],
        "regions": homes,
        "lines": [
            _line("#cccf", (1, 2), (1, 0)), _line("#cccf", (6, 6), (6, 8)),
            _line("#34bbe6", (3, 0), (1, 2), (1, 1)), _line("#34bbe6", (2, 2), (4, 2)),
            _line("#67f067", (8, 5), (8, 7)),
        ],
        "underlays": [_round(1.5, 2.5, 0.8, "#cccf"), _round(6.5, 6.5, 0.8, "#cccf"),
                      _round(5.5, 8.5, 0.5, "#f3e5ab", rounded=False)],
        "overlays": [_round(row, 2.0, 0.3, "#ffffff", borderColor="#000000")
                     for row in (0.5, 5.5)],
        "metadata": {"title": "Drawn", "author": "Somebody", "rules": rules, "solution": solution},
    }  # fmt: skip
    return json.dumps(data)
