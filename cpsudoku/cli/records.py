"""Puzzles and results as JSON: an object and a line for each puzzle."""

from __future__ import annotations

import json
from dataclasses import asdict

from cpsudoku.cli import showing
from cpsudoku.formats import Record, rules_text
from cpsudoku.puzzle import Puzzle
from cpsudoku.result import Result, Stats
from cpsudoku.rules import cell_name, usual


def identity(puzzle: Puzzle) -> dict[str, object]:
    """Return what a puzzle is, as our reader of JSON takes it: its cells, rules and pencil marks.

    Args:
        puzzle: the puzzle; what is usual of it is not said.
    """
    rules = puzzle.rules
    if rules.board.is_square and not puzzle.has_pencil_marks:
        found: dict[str, object] = {"puzzle": str(puzzle)}
    else:
        from cpsudoku.formats.documents import to_json

        found = to_json(Record(puzzle))
    return found if rules == usual(rules.size) else found | {"rules": rules_text(rules)}


def head(record: Record) -> dict[str, object]:
    """Return what identifies a puzzle: what it is, and where it came from.

    Args:
        record: the puzzle.
    """
    found = identity(record.puzzle)
    if record.source is not None:
        found["source"] = record.source
    if record.line is not None:
        found["line"] = record.line
    if record.label:
        found["label"] = record.label
    return found


def opened(record: Record) -> str:
    """Return the beginning of a JSON object that identifies a puzzle, without its brace."""
    return json.dumps(head(record))[:-1]


def closed(result: Result) -> str:
    """Return the end of a JSON object that tells a verdict, without the first brace."""
    return json.dumps(tail(result))[1:]


def tail(result: Result) -> dict[str, object]:
    """Return the verdict on a puzzle and what it cost.

    Args:
        result: the answer.
    """
    found: dict[str, object] = {"verdict": result.verdict.value, "backend": result.backend}
    if result.reason:
        found["reason"] = result.reason
    if result.clash is not None:
        board = result.puzzle.rules.board
        found["clash"] = {
            "cells": [cell_name(cell, board) for cell in result.clash.cells],
            "digit": result.clash.digit,
            "house": result.clash.house.label if result.clash.house else None,
        }
    found["stats"] = figures(result.stats)
    return found


def figures(stats: Stats) -> dict[str, float | str]:
    """Return the figures that a solver has given.

    Args:
        stats: what a search cost.
    """
    return {name: value for name, value in asdict(stats).items() if value is not None}


def dumps(record: Record, result: Result, *, given_fault: str | None = None) -> str:
    """Return the JSON line of a puzzle and its result.

    Args:
        record: the puzzle.
        result: the answer.
        given_fault: what is wrong with the solution that the puzzle brings along, if anything is.
    """
    rules = record.puzzle.rules
    found = head(record)
    found["solutions"] = [showing.line(grid, rules) for grid in result.solutions]
    if result.differences:
        found["differences"] = [cell_name(cell, rules.board) for cell in result.differences]
    if given_fault:
        found["given_fault"] = given_fault
    return json.dumps(found | tail(result)) + "\n"
