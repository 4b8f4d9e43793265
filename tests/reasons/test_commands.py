"""What commands say of smallest reasons."""

import json
from pathlib import Path

import pytest
from command_line import run

from cpsudoku.errors import OptionError
from cpsudoku.logic import explaining
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
    assert run(*asked, "--steps", "2", "-o", tmp_path / "one.svg").status == 0
    assert (tmp_path / "one.svg").read_text().startswith("<svg")


def test_a_clue_is_named_with_its_cells_and_the_house_with_its_digits() -> None:
    rules = f"4+thermo@{THERMO}"
    ran = run("explain", "." * 16, "-r", rules, "--order", "reasons", "--steps", "1-2")
    assert ran.lines[0] == (
        "1. Clue: Thermo r1c1 r1c2 r2c2 means that r1c1 cannot be 3 or 4, r1c2 cannot be 1 or 4, "
        "r2c2 cannot be 1 or 2."
    )
    assert "Row 1 (4) and box 2 (4) mean that r2c3 and r2c4 cannot be 4" in ran.lines[1]


def test_several_solutions_and_none_are_said() -> None:
    ran = run("explain", "12..............", "--order", "reasons")
    assert (ran.status, "several solutions" in ran.err) == (1, True)
    ran = run("explain", "....1....3...23.", "--order", "reasons")
    assert (ran.status, "no solution" in ran.err) == (1, True)
    assert ran.lines[-1].endswith("No digit is left for r2c2.")


def test_what_does_not_go_together_is_refused() -> None:
    for more in (["--steps", "all"], ["--steps", "x-wing"], ["--mode", "direct"]):
        assert run("explain", EASY, "--order", "reasons", *more).status == 2


def test_sizes_are_rated() -> None:
    ran = run("rate", EASY, "--scale", "reasons")
    assert ran.out == f"{EASY} # largest 0, largest part 0, sum 0, 4 steps\n"
    found = json.loads(run("rate", EASY, "--scale", "reasons", "--json").out)
    assert (found["end"], found["steps"], found["largest"]) == ("solved", 4, 0)
    table = run("rate", EASY, EASY, "--scale", "reasons", "--csv", "-j", "2").out
    assert table.startswith("puzzle,end,steps,largest,largest_part,total,smallest,too_big\n")
    assert table.count(",solved,4,0,0,0,4,") == 2


def test_what_is_not_rated_to_the_end_says_so() -> None:
    ran = run("rate", "12..............", "....1....3...23.", "--scale", "reasons")
    assert ran.status == 1
    several, none = ran.lines
    assert "largest ≥ 1" in several
    assert several.endswith("there are several solutions")
    assert none.endswith("the puzzle has no solution")


def test_the_rules_of_a_rated_variant_stand_before_it() -> None:
    rules = f"4+thermo@{THERMO}"
    ran = run("rate", "." * 16, "." * 16, "-r", rules, "--scale", "reasons")
    assert [line.startswith("# rules") for line in ran.lines] == [True, False, False]


def test_it_is_said_when_a_clue_is_needed() -> None:
    spec = "4+thermo@r3c2,r4c1,r4c2,r4c3+killer:10@r2c2,r3c1,r3c2,r3c3"
    ran = run("redundant", "--steps", "-r", spec, "." * 16)
    assert ran.status == 0
    assert "thermo r3c2 r4c1 r4c2 r4c3 is first needed at step 1 of" in ran.out
    found = json.loads(run("redundant", "--steps", "--json", "-r", spec, "." * 16).out)
    first = {clue["clue"]: clue["first_step"] for clue in found["clues"]}
    lines = run("explain", "--order", "reasons", "-r", spec, "." * 16).lines
    for clue, step in first.items():
        used = [number for number, line in enumerate(lines, start=1) if clue in line.lower()]
        assert used[:1] == ([] if step is None else [step])
    ran = run("redundant", "--steps", "-r", "4+killer:3@r1c1,r1c2", EASY)
    assert ran.out.endswith("no step needs killer 3 r1c1 r1c2\n")
    assert run("redundant", "--steps", EASY).out.endswith("no clue beside houses and givens\n")


def test_steps_lead_to_a_contradiction() -> None:
    ran = run("explain-conflict", "--steps", "....1....3...23.")
    assert ran.status == 0
    assert ran.lines[-1].endswith("No digit is left for r2c2.")
    found = json.loads(run("explain-conflict", "--steps", "....1....3...23.", "--json").out)
    assert [step["broken"] for step in found["steps"]] == [False, True]
    ran = run("explain-conflict", "--steps", EASY)
    assert (ran.status, "there is a solution" in ran.out) == (1, True)
    ran = run(
        "explain-conflict", "--steps", "12..............", EASY, "....1....3...23.", "-j", "2"
    )
    assert ran.status == 1
    assert "there are several solutions" in ran.lines[0]
    assert "No digit is left for r2c2." in ran.lines[-1]
    table = run("explain-conflict", "--steps", "-f", "csv", "....1....3...23.").out
    assert table.startswith("puzzle,end,sentences\n")


@pytest.mark.parametrize("level", range(1, 5))
def test_hints_say_more_with_each_level(level: int) -> None:
    found = explaining.hint(EASY, order="reasons", level=level)
    assert isinstance(found.clue, ReasonStep)
    assert ("has only 4 left" in str(found)) == (level == 4)


def test_a_hint_on_the_command_line() -> None:
    assert run("hint", EASY, "--order", "reasons").out == "Look for a naked single.\n"


@pytest.mark.parametrize("asked", [("explain", "what"), ("hint", "what"), ("hint", "what+reasons")])
def test_a_wrong_order_is_answered_with_those_that_give_reasons_too(asked: tuple[str, str]) -> None:
    command, order = asked
    ran = run(command, EASY, "--order", order)
    assert ran.status == 2
    assert "expected one of explainer, hodoku, teaching, qqwing, teaching+reasons, reasons, " in (
        ran.err
    )
    with pytest.raises(OptionError, match=r"teaching\+reasons, reasons, or techniques"):
        explaining.explain(EASY, order=order)
