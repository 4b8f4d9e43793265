"""``explain-conflict``, ``repair``, ``redundant``, ``ambiguity``: what is printed, exit status."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from well_known import EIGHTEEN, INKALA_2010

from cpsudoku.cli.application import app

# Arto Inkala's puzzle of 2010.
CLASH = "11.............."
IMPOSSIBLE = '{"rules": {"size": 2, "groups": [["r1c1", "r2c2"]]}, "puzzle": "1..."}'


def run(*arguments: str | Path) -> Result:
    return CliRunner().invoke(app, [str(argument) for argument in arguments])


def test_a_conflict_is_named_with_what_is_proved() -> None:
    found = run("explain-conflict", CLASH)
    assert found.stdout == "r1c1=1 r1c2=1 conflict under row 1 (proved minimal)\n"
    assert found.exit_code == 0
    found = run("explain-conflict", "--smallest", CLASH)
    assert found.stdout == "r1c1=1 r1c2=1 conflict under row 1 (proved smallest)\n"
    document = json.loads(run("explain-conflict", "--json", CLASH).stdout)
    assert document["givens"] == ["r1c1", "r1c2"]
    assert document["houses"] == ["row 1"]


def test_a_puzzle_with_a_solution_has_no_conflict() -> None:
    found = run("explain-conflict", INKALA_2010)
    assert (found.stdout, found.exit_code) == ("no conflict: there is a solution\n", 1)


@pytest.mark.compiled
def test_repairs_say_what_is_proved() -> None:
    found = run("repair", CLASH)
    assert found.exit_code == 0
    assert found.stdout.startswith("change or remove 1: r1c")
    assert "(proved smallest)" in found.stdout
    found = run("repair", EIGHTEEN)
    assert found.exit_code == 0
    assert found.stdout.startswith("give 2: ")
    assert run("repair", INKALA_2010).stdout == "nothing to repair: one solution\n"
    found = run("repair", IMPOSSIBLE)
    assert found.exit_code == 1
    assert found.stdout == "beyond repair: no solution whatever the givens\n"
    document = json.loads(run("repair", "--json", EIGHTEEN).stdout)
    assert document["smallest"] is True
    assert run("check", document["repaired"]).exit_code == 0


@pytest.mark.compiled
def test_a_repair_that_is_not_proved_smallest_has_status_3() -> None:
    found = run("repair", "." * 81, "--timeout", "0.3")
    assert found.exit_code == 3
    assert "not proved smallest" in found.stdout or "unknown" in found.stdout


def test_redundant_givens_and_the_minimal_subset_are_listed() -> None:
    found = run("redundant", INKALA_2010)
    assert (found.stdout, found.exit_code) == ("minimal: no given can be left out\n", 0)
    one = "81.........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
    assert run("redundant", one).stdout.startswith("can be left out: r1c2; a minimal")
    found = run("redundant", "1234341221434321")
    assert found.stdout.startswith("can each be left out: r1c1 r1c2")
    subset = found.stdout.strip().rpartition(" ")[2]
    assert run("redundant", subset).stdout.startswith("minimal")
    assert run("redundant", CLASH).exit_code == 1


@pytest.mark.thorough(but=9)
@pytest.mark.compiled
@pytest.mark.parametrize("rows", [1, 300], ids=["one by one", "by the block"])
@pytest.mark.parametrize("blank", [".", "0", "_"])
@pytest.mark.parametrize("ending", ["txt", "csv", "jsonl"])
@pytest.mark.parametrize("command", ["redundant", "repair"])
def test_grids_beside_a_puzzle_have_its_blanks(
    command: str, ending: str, blank: str, rows: int, tmp_path: Path
) -> None:
    column = {"redundant": "subset", "repair": "repaired"}[command]
    path, puzzle = tmp_path / f"puzzles.{ending}", INKALA_2010.replace(".", blank)
    line = json.dumps({"puzzle": puzzle}) if ending == "jsonl" else puzzle
    path.write_text(("puzzle\n" if ending == "csv" else "") + f"{line}\n" * rows)
    found = run(command, "-q", path, "-f", "jsonl").stdout.splitlines()
    assert len(found) == rows
    expected = puzzle if ending != "txt" else INKALA_2010
    assert all(
        (row["puzzle"], row[column]) == (expected, expected) for row in map(json.loads, found)
    )


def test_the_map_of_ambiguity_is_drawn_or_a_line_or_json(tmp_path: Path) -> None:
    found = run("ambiguity", EIGHTEEN)
    assert found.stdout.startswith("solutions differ in 14 cells; digits that each takes:\n")
    assert run("ambiguity", INKALA_2010).stdout == "one solution: no cell differs\n"
    two = tmp_path / "two.txt"
    two.write_text(f"{EIGHTEEN}\n{EIGHTEEN}\n")
    found = run("ambiguity", two, "--quiet")
    assert found.stdout.count(": ambiguous: 1 3 2 3 ") == 2
    document = json.loads(run("ambiguity", "--json", EIGHTEEN).stdout)
    witness = document["witnesses"]["r1c2"]["3"]
    assert witness[1] == "3"
    assert witness[0] == "1"
