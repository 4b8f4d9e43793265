"""``cpsudoku generate`` at the command line."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from cpsudoku.cli.application import app


def run(*arguments: str) -> Result:
    return CliRunner().invoke(app, ["generate", *arguments])


SMALL = ("--rules", "2x3", "--seed", "1")


@pytest.mark.compiled
def test_puzzles_are_lines_and_the_summary_is_on_stderr() -> None:
    found = run(*SMALL, "-n", "3")
    assert found.exit_code == 0
    assert len(found.stdout.splitlines()) == 3
    assert "3 made" in found.stderr
    assert run(*SMALL, "-n", "3", "--quiet").stderr == ""


@pytest.mark.compiled
def test_the_summary_names_a_random_seed_that_makes_the_same_again() -> None:
    first = run("--rules", "4")
    seed = first.stderr.split("seed ")[1].split()[0]
    assert run("--rules", "4", "--seed", seed).stdout == first.stdout


@pytest.mark.compiled
def test_a_file_gets_what_standard_output_gets(tmp_path: Path) -> None:
    path = tmp_path / "made.txt"
    assert run(*SMALL, "-n", "2", "-o", str(path)).exit_code == 0
    assert path.read_text() == run(*SMALL, "-n", "2").stdout


@pytest.mark.compiled
def test_added_rules_without_a_size_mean_nine_by_nine() -> None:
    rules, puzzle = run("--rules", "+diagonals", "--seed", "1").stdout.splitlines()
    assert rules == "# rules: 9+diagonals"
    assert len(puzzle) == 81


@pytest.mark.compiled
@pytest.mark.parametrize(
    ("arguments", "status", "said"),
    [
        (("--clues", "9-16"), 2, "at least 17"),
        (("--clues", "many"), 2, "24-28"),
        (("--clues", "17", "--attempts", "1", "--seed", "1"), 1, "1 ended with"),
        (("--timeout", "0"), 3, "timeout"),
        (("--symmetry", "round"), 2, "rotate180"),
        (("--backend", "nobody"), 2, "nobody"),
        (
            ("--rules", "9x9"),
            2,
            "boards beyond 25×25 need --clues or --timeout; --rules 9 is usual",
        ),
        (("--clues", "28-24"), 2, "givens from 28 to 24; expected the smaller first"),
        (("--er", "4.5-4.0"), 2, "a rating from 4.5 to 4.0; expected the smaller number first"),
        (("--from-scratch",), 2, "from scratch needs a rating (--er) of 9.3 or more"),
    ],
)
def test_what_fails_is_reported_in_a_line(
    arguments: tuple[str, ...], status: int, said: str
) -> None:
    found = run(*arguments)
    assert found.exit_code == status
    assert said in found.stderr
    assert "Traceback" not in found.stderr


@pytest.mark.compiled
@pytest.mark.parametrize("more", [(), ("--backend", "backtrack")])
def test_the_summary_counts_the_grids_of_what_was_not_found(more: tuple[str, ...]) -> None:
    found = run("--rules", "6", "--clues", "5", "--attempts", "1", "--seed", "1", *more)
    assert found.exit_code == 1
    assert "0 made out of 1 grid with seed 1" in found.stderr
    assert "a larger --attempts" in found.stderr
    assert "--attempts" not in run(*SMALL).stderr


@pytest.mark.parametrize("name", ["--difficulty", "--dificulty"])
def test_an_option_called_like_a_heading_names_those_under_it(name: str) -> None:
    found = run(name, "hard")
    assert found.exit_code == 2
    assert name in found.stderr
    assert "for this there are --effort, --er, --hodoku" in found.stderr
    assert "there are" not in run("--nonsense", "hard").stderr


@pytest.mark.parametrize(
    ("wish", "clues"),
    [
        (("--er", "1.0"), "64-72"),
        (("--rules", "25"), "350"),
        (("--rules", "16", "--effort", "0"), "143"),
    ],
)
def test_a_number_of_givens_is_named_where_digging_to_the_end_seldom_helps(
    wish: tuple[str, ...], clues: str
) -> None:
    found = run(*wish, "--timeout", "0")
    assert f"more givens help, such as --clues {clues}" in found.stderr
    assert "more givens" not in run(*wish, "--timeout", "0", "--quiet").stderr
    assert "more givens" not in run(*wish, "--timeout", "0", "--clues", clues).stderr


@pytest.mark.compiled
def test_controls_work_together() -> None:
    wish = ("--blanks", "40-45", "--box-blanks", "3-", "--symmetry", "rotate180", "--seed", "1")
    lines = run(*wish, "--givens", "5" + "." * 80, "-n", "4").stdout.split()
    assert len(lines) == 4
    for line in lines:
        assert line[0] == "5"
        assert 40 <= line.count(".") <= 45
        assert [c == "." for c in line] == [c == "." for c in line[::-1]]
    assert run("--clues", "30", "--blanks", "52").exit_code == 2


@pytest.mark.compiled
def test_a_random_jigsaw_states_its_rules() -> None:
    found = run("--rules", "jigsaw:random:6", "--seed", "3", "-n", "2")
    assert found.exit_code == 0
    rules = found.stderr.split("the rules are ")[1].split()[0]
    again = run("--rules", rules, "--seed", "3", "-n", "2")
    assert again.stdout == found.stdout


@pytest.mark.parametrize("more", [(), ("--with", "killer:3")])
def test_a_random_layout_counts_towards_the_timeout(more: tuple[str, ...]) -> None:
    found = run("--rules", "jigsaw:random:16", "--timeout", "0", *more)
    assert (found.exit_code, found.stdout) == (3, "")
    assert "the timeout was reached before there was an answer" in found.stderr


@pytest.mark.compiled
def test_a_mask_may_be_in_a_file(tmp_path: Path) -> None:
    path = tmp_path / "mask.txt"
    path.write_text("#..#..#..\n" + "?" * 72)
    [line] = run("--mask", str(path), "--seed", "1").stdout.split()
    assert [symbol == "." for symbol in line[:9]] == [False, True, True] * 3
    assert run("--mask", str(tmp_path / "none.txt")).exit_code == 2


@pytest.mark.compiled
@pytest.mark.parametrize(("er", "is_beyond"), [("12-13", True), ("11.9-12", False)])
def test_a_wish_beyond_all_known_puzzles_is_announced(er: str, is_beyond: bool) -> None:
    found = run("--er", er, "--timeout", "0.01")
    said = "no puzzle rated above 11.9 is known; only Ctrl-C or --timeout ends this"
    assert (said in found.stderr) is is_beyond


def test_few_givens_are_announced_as_slow() -> None:
    assert "rare" in run("--clues", "18-20", "--seed", "1", "--timeout", "0").stderr


@pytest.mark.thorough(but=1)
@pytest.mark.compiled
@pytest.mark.parametrize("width", ["portable", "avx2", "avx512"])
def test_the_width_of_the_vectors_changes_nothing(width: str) -> None:
    command = [sys.executable, "-m", "cpsudoku", "generate", "-n", "50", "--seed", "3"]
    environment = os.environ | {"CPSUDOKU_BITBOARD_WIDTH": width}
    ended = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    if ended.returncode and width in ended.stderr:
        pytest.skip(f"this processor has no {width}")
    assert ended.stdout == run("-n", "50", "--seed", "3").stdout


@pytest.mark.compiled
def test_a_single_given_is_not_said_to_be_several() -> None:
    made = run("--rules", "4", "--with", "thermo:1", "--seed", "4244379529")
    assert "1 thermo, 1 given;" in made.stderr
