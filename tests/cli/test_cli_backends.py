"""`cpsudoku backends`."""

import json
import sys

import pytest
from command_line import refusal, run
from well_known import EASY

from cpsudoku import backends


def test_every_backend_is_listed_with_its_summary() -> None:
    listed = run("backends")
    assert listed.status == 0
    for name in backends.names():
        assert any(line.split()[0] == name for line in listed.lines)
        assert backends.get(name).summary in listed.out


def test_the_compiled_core_is_named() -> None:
    present = "cpsudoku._native" in sys.modules
    document = json.loads(run("backends", "--json").out)
    assert document["compiled_core"] is present
    assert run("backends").lines[0] == f"compiled core: {'present' if present else 'missing'}"


def test_a_backend_that_cannot_be_loaded_says_why(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(backends.BUILT_IN, "gone", "no_such_module:Gone")
    listed = run("backends")
    assert listed.status == 0
    line = next(line for line in listed.lines if line.startswith("gone"))
    assert "missing" in line
    assert "no_such_module" in line


def test_the_choices_of_a_backend_are_listed() -> None:
    listed = run("backends")
    document = json.loads(run("backends", "--json").out)
    choices = {row["name"]: row["choices"] for row in document["backends"]}
    for name in backends.names():
        assert choices[name] == dict(backends.choices(name))
        for choice, line in choices[name].items():
            assert any(f":{choice} " in row and row.endswith(line) for row in listed.lines)
    assert "index" in choices["backtrack"]
    assert "python" in choices["dlx"]


@pytest.mark.parametrize("command", ["solve", "check", "count"])
def test_a_choice_goes_wherever_a_backend_is_named(command: str) -> None:
    answered = run(command, "--backend", "backtrack:index", "1......2.3....4.")
    assert answered.status == 0


def test_backends_of_choice_check_each_other() -> None:
    names = "backtrack:index,backtrack:exhaustive,dlx"
    checked = run("check", "--backends", names, "12....12.3.12.4.")
    assert (checked.status, checked.out) == (0, "unique\n")
    # The one that does not take such a puzzle is left out, and alone says why.
    puzzle = EASY
    assert run("check", "--backends", "backtrack:exhaustive,dlx", puzzle).status == 0
    assert "ways" in refusal("check", "--backends", "backtrack:exhaustive", puzzle)


def test_for_a_puzzle_each_backend_says_whether_and_how_big_it_takes_its_rules() -> None:
    puzzle = "# rules: 4+killer:5@r1c1,r1c2\n" + "." * 16
    listed = {line.split()[0]: line.split()[1] for line in run("backends", puzzle).lines[1:]}
    assert listed["backtrack"] == "native"
    assert "cannot say: killer 5 r1c1 r1c2" in run("backends", puzzle).out
    document = json.loads(run("backends", "--json", "-r", "4+diagonals", "." * 16).out)
    rows = {row["name"]: (row["state"], row["detail"]) for row in document["backends"]}
    assert rows["dlx"] == ("encoded", "about 64 options")
    assert rows["bitboard"][0] == "refused"
