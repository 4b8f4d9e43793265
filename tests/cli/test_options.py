"""Options that several commands share."""

import re
from pathlib import Path

import click
import pytest
from command_line import run, start
from well_known import EASY

from cpsudoku import backends
from cpsudoku.cli import registry
from cpsudoku.cli.declaring import MOST
from cpsudoku.cli.options import (
    backend_names,
    backend_options,
    notation_of,
    solution_limit,
)
from cpsudoku.errors import OptionError


def test_backend_options_are_numbers_truths_or_texts() -> None:
    given = ["workers=2", "gap=0.5", "log=True", "solver=glucose4", "empty="]
    assert backend_options(given) == {
        "workers": 2,
        "gap": 0.5,
        "log": True,
        "solver": "glucose4",
        "empty": "",
    }
    assert backend_options([]) == {}


@pytest.mark.parametrize("text", ["workers", "=2", "two words=1", "limit=3", "seed=1"])
def test_backend_options_of_another_form_are_refused(text: str) -> None:
    with pytest.raises(OptionError):
        backend_options([text])


def test_backends_are_all_or_names_with_commas_or_one_each() -> None:
    assert backend_names() == list(backends.names())
    assert backend_names(["all"]) == list(backends.names())
    assert backend_names(["dlx, backtrack"]) == ["dlx", "backtrack"]
    assert backend_names(["dlx", "backtrack"]) == ["dlx", "backtrack"]
    assert backend_names(["dlx,backtrack", "backtrack:index"]) == [
        "dlx", "backtrack", "backtrack:index",
    ]  # fmt: skip
    for wrong in (["dlx,nothing"], ["dlx", "dlx"], [""], ["dlx,,sat"], ["dlx,"]):
        with pytest.raises(OptionError):
            backend_names(wrong)


def test_commas_behind_race_belong_to_the_race() -> None:
    assert backend_names(["race:sat,dlx"]) == ["race:sat,dlx"]
    assert backend_names(["dlx, race:sat:glucose4,dlx", "backtrack:index,sat"]) == [
        "dlx", "race:sat:glucose4,dlx", "backtrack:index", "sat",
    ]  # fmt: skip
    assert backend_names(["dimacs:kissat --seed=1,2"]) == ["dimacs:kissat --seed=1,2"]


def test_a_limit_is_a_positive_number_or_all() -> None:
    assert solution_limit("3") == 3
    assert solution_limit("all") is None
    assert solution_limit(str(MOST)) == MOST
    for wrong in ("0", "-1", "many", "", "٣", str(MOST + 1), "9" * 5000):
        with pytest.raises(OptionError):
            solution_limit(wrong)


def test_the_ending_of_a_file_stands_for_a_notation() -> None:
    assert notation_of(None) == notation_of(Path("a.txt")) == "line"
    assert notation_of(Path("A.CSV")) == "csv"


@pytest.mark.parametrize("command", [["solve"], ["export", "--to", "dimacs"]])
def test_puzzles_come_from_standard_input_when_none_are_named(command: list[str]) -> None:
    asked = run(*command, "-", text=f"{EASY}\n")
    assert asked.status == 0
    assert run(*command, text=f"{EASY}\n") == asked


def test_nothing_is_read_from_what_is_no_pipe_and_no_file() -> None:
    process = start("solve")  # whose standard input is /dev/null
    _, err = process.communicate(timeout=60)
    assert process.returncode == 2
    assert "missing: a file, a puzzle, or - for standard input" in err


@pytest.mark.parametrize("command", registry.HELP)
def test_help_has_no_option_twice(command: str) -> None:
    shown = run(command, "--help").out.partition("\nExamples:\n")[0]
    described = re.split(r"(?m)^[A-Z][a-z ]+:$", shown, maxsplit=1)[1]
    options = re.findall(r"(?m)^  (?:(-[a-zA-Z]), )?(--[a-z-]+)", described)
    names = [name for pair in options for name in pair if name]
    assert "--help" in names
    assert sorted(set(names)) == sorted(names)


@pytest.mark.parametrize("name", registry.HELP)
def test_every_whole_number_has_a_least_and_a_most(name: str) -> None:
    for parameter in registry.command_of(name).params:
        assert parameter.type is not click.INT, parameter.name


@pytest.mark.parametrize(
    ("arguments", "range_"),
    [
        (["generate", "--attempts"], "to 10^18"),
        (["generate", "-n"], "to 10^18"),
        (["generate", "--seed"], str(2**64 - 1)),
        (["solve", EASY, "--seed"], str(2**64 - 1)),
        (["count", EASY, "--estimate", "--samples"], "to 10^18"),
        (["solve", EASY, "--limit"], "to 10^18"),
        (["trace", EASY, "--limit"], "to 10^18"),
        (["trace", EASY, "--events"], "to 10^18"),
        (["book", "-o", "none.svg", "-n"], "to 10^18"),
    ],
    ids=" ".join,
)
@pytest.mark.parametrize("number", ["9" * 24, "-" + "9" * 24, "9" * 5000])
def test_a_number_beyond_its_range_is_refused_with_the_range(
    arguments: list[str], range_: str, number: str
) -> None:
    wrong = run(*arguments, number)
    assert wrong.status == 2
    if number.startswith("9" * 24) and len(number) == 24:
        assert range_ in wrong.err


@pytest.mark.parametrize("end", ["9" * 24, "9" * 5000])
@pytest.mark.parametrize("option", ["--clues", "--blanks", "--box-blanks", "--effort"])
def test_ends_of_ranges_that_no_64_bits_hold_are_refused(option: str, end: str) -> None:
    for text in (end, f"{end}-", f"0-{end}"):
        wrong = run("generate", option, text)
        assert wrong.status == 2
        assert "expected" in wrong.err
        assert len(wrong.err) < 200
    assert run("generate", "--rules", f"jigsaw:random:{end}").status == 2
