"""Puzzles and results as JSON: an object and a line for each puzzle."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import asdict

from cpsudoku import backends
from cpsudoku.bulk.briefly import Settled
from cpsudoku.cli.solutions import Style
from cpsudoku.deferred import pa
from cpsudoku.formats import Record, rules_text, strict_json
from cpsudoku.puzzle import Puzzle
from cpsudoku.result import Result, Stats
from cpsudoku.rules import Grid, cell_name, classic, usual
from cpsudoku.tables import arrow, columns
from cpsudoku.tables.columns import AnswerColumns


def identity(puzzle: Puzzle) -> dict[str, object]:
    """Return what is unusual of a puzzle, as our reader of JSON takes it."""
    rules = puzzle.rules
    if rules.board.is_square and not puzzle.has_pencil_marks:
        found: dict[str, object] = {"puzzle": str(puzzle)}
    else:
        from cpsudoku.formats.documents import to_json

        found = to_json(Record(puzzle))
    return found if rules == usual(rules.size) else found | {"rules": rules_text(rules)}


def head(record: Record) -> dict[str, object]:
    """Return what identifies a puzzle: what it is, and where it came from."""
    known: dict[str, object] = {"source": record.source, "line": record.line}
    place = {name: value for name, value in known.items() if value is not None}
    if record.row is not None:
        from cpsudoku.formats.columns import names_and_values

        names, values = names_and_values(record)
        return _beside(dict(zip(names, values, strict=True)), place) | place
    if record.label:
        place["label"] = record.label
    return identity(record.puzzle) | place


def _beside(columns: dict[str, object], answer: Collection[str]) -> dict[str, object]:
    """Return the columns of a puzzle with other names where an answer has the same."""
    if columns.keys().isdisjoint(answer):
        return columns
    from cpsudoku.formats.columns import beside

    return dict(zip(beside(list(columns), answer), columns.values(), strict=True))


def line(record: Record, answer: dict[str, object], names: Collection[str] | None = None) -> str:
    """Return what identifies a puzzle, and the answer to a question about it, as a line of JSON.

    Args:
        record: the puzzle; a column that is called as something in the answer becomes
            ``given_…``.
        names: what may be in such an answer; None for what is in this one.
    """
    return strict_json.dumps(_beside(head(record), names or answer) | answer) + "\n"


_TAIL = (
    "solutions", "differences", "given_fault", "verdict", "backend", "reason", "clash", "stats",
)  # fmt: skip


def of_settled(settled: Settled, answer: dict[str, object]) -> memoryview:
    """Return what `line` returns, for many puzzles with one solution.

    Args:
        answer: for each name an array of the values, or the value that all puzzles share.
    """
    block = settled.block
    place = {"source": block.source, "line": arrow.numbers(block.lines)}
    said = AnswerColumns(added=place | answer)
    there = {
        name for frame in [block.frame] if frame and frame.columns for name in frame.columns.names
    }
    parts = columns.objects(block, said) if there.isdisjoint({*said.names, *_TAIL}) else None
    if parts is not None:
        return columns.joined(parts, "\n", is_open=True)
    lines = [
        line(record, dict(said.of(record, number).added), _TAIL)
        for number, record in enumerate(block.records())
    ]
    return memoryview("".join(lines).encode())


def of_unique(settled: Settled, backend: str) -> memoryview:
    """Return what `dumps` returns, for many puzzles with one solution."""
    found = pa.FixedSizeListArray.from_arrays(columns.solutions(settled.solutions), 1)
    name = backends.Session.of(classic(), backend).name
    return of_settled(
        settled, {"solutions": found, "verdict": "unique", "backend": name, "stats": {}}
    )


class JsonSolutions(Style):
    """A line of JSON for each puzzle, with all its solutions."""

    is_bare = True

    def begin(self, record: Record) -> None:
        identity = strict_json.dumps(_beside(head(record), _TAIL))
        self._out.write(identity[:-1] + ', "solutions": [')
        self._comma = ""

    def solution(self, record: Record, grid: Grid) -> None:
        # A line of symbols has nothing in it that JSON would escape.
        self._out.write(f'{self._comma}"{record.puzzle.rules.text(grid)}"')
        self._comma = ", "

    def end(self, record: Record, result: Result) -> None:
        self._out.write("], " + strict_json.dumps(tail(result))[1:] + "\n")

    def settled(self, found: Settled, backend: str) -> memoryview:
        return of_unique(found, backend)


def tail(result: Result) -> dict[str, object]:
    """Return the verdict on a puzzle and what it cost."""
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
    """Return the figures that a solver has given."""
    return {name: value for name, value in asdict(stats).items() if value is not None}


def dumps(record: Record, result: Result, *, given_fault: str | None = None) -> str:
    """Return a line of JSON: a puzzle, its result, and what is wrong with a given solution."""
    rules = record.puzzle.rules
    found: dict[str, object] = {"solutions": [rules.text(grid) for grid in result.solutions]}
    if result.differences:
        found["differences"] = [cell_name(cell, rules.board) for cell in result.differences]
    if given_fault:
        found["given_fault"] = given_fault
    found |= tail(result)
    return line(record, found, _TAIL)
