"""The commands about final grids and symmetry."""

import json
import subprocess
import sys
from pathlib import Path

import command_line
import pytest
from well_known import EASY, EIGHTEEN

from cpsudoku import parse
from cpsudoku.ground.randomness import Randomness
from cpsudoku.symmetry import shuffling
from cpsudoku.symmetry.transformations import random_transformation

pytest.importorskip("cpsudoku._native", reason="needs the compiled core")


def run(*arguments: str, text: str = "") -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "cpsudoku", *arguments]
    return subprocess.run(command, input=text, capture_output=True, text=True, check=False)


def shuffled(seed: int) -> str:
    return str(random_transformation(Randomness(seed)).apply_to_puzzle(parse(EASY)))


def test_canon_gives_equals_the_same_line() -> None:
    done = run("canon", "-", text=f"{EASY}\n{shuffled(1)}\n{'.' * 16}\n")
    one, other, small = done.stdout.splitlines()
    assert done.returncode == 0
    assert one == other != EASY
    assert small == "." * 16


def test_canon_gives_the_transformation_and_the_automorphisms_as_json() -> None:
    canon = json.loads(run("canon", "--json", EASY).stdout)
    assert canon["automorphisms"] == 1
    assert sorted(canon["rows"]) == list(range(1, 10))
    assert run("canon", "--automorphisms", "." * 16).stdout.split()[1] == str(128 * 24)


def test_same_prints_a_transformation_and_says_no_by_its_status() -> None:
    yes = run("same", EASY, shuffled(2))
    assert yes.returncode == 0
    assert yes.stdout.startswith("the same: ")
    no = run("same", EASY, "." + EASY[1:])
    assert (no.returncode, no.stdout) == (1, "not the same\n")


def test_same_refuses_a_file_with_several_puzzles(tmp_path: Path) -> None:
    path = tmp_path / "two.txt"
    path.write_text(f"{EASY}\n{EASY}\n")
    done = run("same", EASY, str(path))
    assert done.returncode == 2
    assert "expected one" in done.stderr


def test_dedupe_keeps_the_first_of_each_class_in_order() -> None:
    other = "." + EASY[1:]
    lines = [shuffled(1), other, EASY, shuffled(2), other, "." * 16, "." * 16]
    done = run("dedupe", "-", text="\n".join(lines) + "\n")
    assert done.stdout.splitlines() == [lines[0], other, "." * 16]
    assert "kept 3 of 7" in done.stderr


@pytest.mark.thorough
def test_dedupe_of_nothing_fails_as_reading_nothing_does() -> None:
    assert run("dedupe", "-", text="").returncode == run("check", "-", text="").returncode


def test_shuffle_makes_equal_copies_that_depend_on_the_seed() -> None:
    one = run("shuffle", "-n", "3", "--seed", "1", EASY).stdout
    assert one == run("shuffle", "-n", "3", "--seed", "1", EASY).stdout
    assert one != run("shuffle", "-n", "3", "--seed", "2", EASY).stdout
    lines = run("canon", "-", text=one).stdout.splitlines()
    assert len(set(one.splitlines())) == 3
    assert len(set(lines)) == 1


@pytest.mark.thorough(but=1)
@pytest.mark.parametrize("method", ["pattern", "random", "uniform"])
def test_grids_in_both_layouts_are_the_same_grids(method: str) -> None:
    arguments = ("grids", "-n", "5", "--method", method, "--first", "5")
    lines = run(*arguments).stdout.splitlines()
    boards = run(*arguments, "--format", "spaced").stdout
    assert len(lines) == 5
    assert all(line[0] == "5" for line in lines)
    assert len(boards) == 5 * 163 - 1
    assert [board.replace(" ", "").replace("\n", "") for board in boards.split("\n\n")] == lines


@pytest.mark.thorough
def test_grids_of_other_rules_and_with_given_cells() -> None:
    assert len(run("grids", "-n", "10", "--rules", "2x3").stdout.split()[0]) == 36
    done = run("grids", "--first", "12345678.", "--method", "uniform")
    assert done.stdout.startswith("123456789")


@pytest.mark.thorough(but=2)
@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--method", "magic"), "expected pattern, random or uniform"),
        (("--format", "fancy"), "expected line, spaced, csv"),
        (("-n", "289", "--rules", "4"), "there are 288"),
        (("--method", "pattern", "--first", "12"), "corner digit"),
        (("--first", "11"), "row 1"),
    ],
)
def test_grids_refuse_what_cannot_be(arguments: tuple[str, ...], message: str) -> None:
    done = run("grids", *arguments)
    assert done.returncode == 2
    assert message in done.stderr
    assert done.stdout == ""


def test_grids_leave_no_file_behind_when_they_fail(tmp_path: Path) -> None:
    path = tmp_path / "grids.txt"
    assert run("grids", "-n", "30000000", "--method", "pattern", "-o", str(path)).returncode == 2
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("notation", ["line", "csv", "jsonl"])
def test_copies_are_the_same_with_and_without_the_compiled_core(
    notation: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "mixed.txt"
    monkeypatch.setattr(shuffling, "AT_ONCE", 6)
    monkeypatch.setattr(shuffling, "_FEW", 0)
    lines = [EASY] * 3 + ["." * 80 + "1", EIGHTEEN, EASY]
    path.write_text("".join(f"{line}\n" for line in lines))
    fast = command_line.run("shuffle", "-n", "3", "--seed", "7", "-f", notation, path)
    monkeypatch.setattr(shuffling, "_FEW", 1000)
    slow = command_line.run("shuffle", "-n", "3", "--seed", "7", "-f", notation, path)
    assert fast == slow
    assert len([line for line in fast.lines if line[0] not in "#p"]) == 18
