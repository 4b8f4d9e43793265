"""What commands say of smallest reasons."""

import json
from pathlib import Path

import pytest
from command_line import run

from cpsudoku import coaching
from cpsudoku.reasons import ReasonStep

pytestmark = pytest.mark.compiled

THERMO = "r1c1,r1c2,r2c2"
EASY = "123434122143...."


def test_steps_are_written_in_every_way(tmp_path: Path) -> None:
    asked = ("explain", EASY, "--order", "reasons")
    ran = run(*asked)
    assert ran.status == 0
    assert ran.lines[0] == "1. Naked Single: r4c1 has only 4 left."
    assert len(ran.lines) == 4
    first = json.loads(run(*asked, "--json").lines[0])
    assert first["elements"] == [{"kind": "filled", "text": "r4c1 has a digit", "cells": ["r4c1"]}]
    assert (first["size"], first["at_least"], first["smallest"]) == (0, 0, True)
    assert "## 1. Naked Single" in run(*asked, "-f", "markdown").out
    page = tmp_path / "path.html"
    assert run(*asked, "-o", page).status == 0
    assert page.read_text().count("<section id=") == 4
    assert run(*asked, "--step", "2", "-o", tmp_path / "one.svg").status == 0
    assert (tmp_path / "one.svg").read_text().startswith("<svg")


def test_a_clue_is_named_with_its_cells_and_the_house_with_its_digits() -> None:
    rules = f"4+thermo@{THERMO}"
    ran = run("explain", "." * 16, "-r", rules, "--order", "reasons", "--to", "2")
    assert ran.lines[0] == (
        "1. Reason: Thermo r1c1 r1c2 r2c2 leaves r1c1 no 3 and no 4, r1c2 no 1 and no 4 "
        "and r2c2 no 1 and no 2."
    )
    assert "Row 1 (4) and box 2 (4) leave" in ran.lines[1]


def test_several_solutions_and_none_are_said() -> None:
    ran = run("explain", "12..............", "--order", "reasons")
    assert (ran.status, "several solutions" in ran.err) == (1, True)
    ran = run("explain", "....1....3...23.", "--order", "reasons")
    assert (ran.status, "no solution" in ran.err) == (1, True)
    assert ran.lines[-1].endswith("No digit is left for r2c2.")


def test_what_does_not_go_together_is_refused() -> None:
    for more in (["--all-steps"], ["--first", "x-wing"], ["--mode", "direct"]):
        assert run("explain", EASY, "--order", "reasons", *more).status == 2


def test_sizes_are_rated() -> None:
    ran = run("rate", EASY, "--scale", "reasons")
    assert ran.out == f"{EASY} # largest 0, largest part 0, sum 0, 4 steps\n"
    found = json.loads(run("rate", EASY, "--scale", "reasons", "--json").out)
    assert (found["end"], found["steps"], found["largest"]) == ("solved", 4, 0)
    assert run("rate", EASY, "--scale", "reasons", "--csv").status == 2


def test_steps_lead_to_a_contradiction() -> None:
    ran = run("explain-conflict", "--steps", "....1....3...23.")
    assert ran.status == 0
    assert ran.lines[-1].endswith("No digit is left for r2c2.")
    found = json.loads(run("explain-conflict", "--steps", "....1....3...23.", "--json").out)
    assert [step["broken"] for step in found["steps"]] == [False, True]
    ran = run("explain-conflict", "--steps", EASY)
    assert (ran.status, "there is a solution" in ran.err) == (1, True)


@pytest.mark.parametrize("level", range(1, 6))
def test_hints_say_more_with_each_level(level: int) -> None:
    found = coaching.hint(EASY, order="reasons", level=level)
    assert isinstance(found.clue, ReasonStep)
    assert ("has only 4 left" in str(found)) == (level == 5)


def test_a_hint_on_the_command_line() -> None:
    assert run("hint", EASY, "--order", "reasons").out == "Look for a naked single.\n"
