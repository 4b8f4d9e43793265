"""Results as JSON: an object and a line for each puzzle."""

from __future__ import annotations

import json
from dataclasses import asdict

from cpsudoku.cli import showing
from cpsudoku.cli.reading import Record
from cpsudoku.result import Result, Stats
from cpsudoku.rules import cell_name


def head(record: Record) -> dict[str, object]:
    """Return what identifies a puzzle: its text, and where it came from.

    Args:
        record: the puzzle.
    """
    found: dict[str, object] = {"puzzle": str(record.puzzle)}
    if record.source is not None:
        found["source"] = record.source
    if record.line is not None:
        found["line"] = record.line
    return found


def tail(result: Result) -> dict[str, object]:
    """Return the verdict on a puzzle and what it cost.

    Args:
        result: the answer.
    """
    found: dict[str, object] = {"verdict": result.verdict.value, "backend": result.backend}
    if result.reason:
        found["reason"] = result.reason
    if result.clash is not None:
        size = result.puzzle.rules.size
        found["clash"] = {
            "cells": [cell_name(cell, size) for cell in result.clash.cells],
            "digit": result.clash.digit,
            "house": result.clash.house.name if result.clash.house else None,
        }
    found["stats"] = figures(result.stats)
    return found


def figures(stats: Stats) -> dict[str, float]:
    """Return the figures that a solver has given.

    Args:
        stats: what a search cost.
    """
    return {name: value for name, value in asdict(stats).items() if value is not None}


def dumps(record: Record, result: Result) -> str:
    """Return the JSON line of a puzzle and its result, without solutions that were not found.

    Args:
        record: the puzzle.
        result: the answer.
    """
    rules = record.puzzle.rules
    found = head(record)
    found["solutions"] = [showing.line(grid, rules) for grid in result.solutions]
    if result.differences:
        found["differences"] = [cell_name(cell, rules.size) for cell in result.differences]
    return json.dumps(found | tail(result))
