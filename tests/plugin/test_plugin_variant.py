"""The variant that CONTRIBUTING.md adds, built as a package of somebody else: a full citizen."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from command_line import run
from plugging import plugged_in

EMPTY = "." * 16
CLUE = "ends:3@r1c1,r1c2,r1c3,r1c4"
RULES = f"4+{CLUE}"


@pytest.fixture(autouse=True)
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    with plugged_in("Adding a variant", tmp_path, monkeypatch):
        yield


def test_help_lists_it() -> None:
    found = run("help", "rules").out
    assert "Variants: added" in found
    assert "ends:NUMBER@r1c1,r1c2,…" in found
    words = " ".join(found.split())
    assert "The first and the last digit of a line add up to a number." in words


@pytest.mark.compiled
def test_it_is_solved() -> None:
    found = run("solve", "--rules", RULES, EMPTY)
    assert found.status == 0
    grid = found.lines[-1]
    assert int(grid[0]) + int(grid[3]) == 3


@pytest.mark.parametrize("notation", ["fpuzzles", "iss", "json"])
def test_notations_write_and_read_it(notation: str) -> None:
    written = run("convert", "--rules", RULES, "--format", notation, EMPTY).out
    again = run("convert", "-", "--format", "json", text=written).out
    [record] = json.loads(again)
    assert record["rules"]["also"] == [
        {"type": "ends", "cells": ["r1c1", "r1c2", "r1c3", "r1c4"], "number": 3}
    ]


def test_it_is_drawn(tmp_path: Path) -> None:
    run("show", "--rules", RULES, EMPTY, "-o", tmp_path / "drawn.svg")
    drawn = (tmp_path / "drawn.svg").read_text(encoding="utf-8")
    assert 'class="clue"' in drawn
    assert ">3</text>" in drawn


@pytest.mark.compiled
def test_puzzles_are_made_with_it() -> None:
    made = run("generate", "--rules", "4", "--with", "ends", "--seed", "1", "--format", "json")
    [record] = json.loads(made.out)
    assert record["rules"].startswith("4+ends:")
