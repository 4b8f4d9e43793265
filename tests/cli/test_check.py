"""`cpsudoku check`."""

import json
from pathlib import Path

import pytest
from command_line import refusal, run, run_at_terminal
from well_known import CLASH, EASY, EASY_SOLVED, EIGHTEEN, ENDLESS

from cpsudoku import backends
from cpsudoku.backends.base import SUPPORTED, Backend, Engine, Support
from cpsudoku.result import Limits, Outcome
from cpsudoku.rules import Candidates, Rules


def test_a_unique_puzzle_has_status_0() -> None:
    assert (run("check", EASY).status, run("check", EASY).out) == (0, "unique\n")


def test_of_several_solutions_two_are_shown_and_where_they_differ() -> None:
    checked = run("check", EIGHTEEN)
    assert checked.status == 1
    words = checked.out.split()
    one, other = words[1], words[3]
    differing = [f"r{i // 4 + 1}c{i % 4 + 1}" for i in range(16) if one[i] != other[i]]
    assert checked.out == f"multiple: {one} and {other} differ in {' '.join(differing)}\n"
    assert differing


@pytest.mark.parametrize("command", ["check", "solve"])
def test_what_explains_a_conflict_of_clues_is_named(command: str) -> None:
    puzzle = ("--rules", "4+killer:3@r1c1,r1c2+killer:3@r2c1,r2c2", "." * 16)
    found = run(command, *puzzle)
    assert (found.status, "explain-conflict says which" in found.err) == (1, True)
    assert "explain-conflict" not in run(command, *puzzle, "--quiet").err
    # Here it is said already what contradicts what, and there nothing does.
    assert "explain-conflict" not in run(command, CLASH).err + run(command, EASY).err


def test_givens_that_clash_are_named_with_their_house() -> None:
    checked = run("check", CLASH)
    assert checked.status == 1
    assert checked.out == "none: r1c1 and r1c2 are both 5 in row 1\n"


def test_an_unknown_verdict_says_which_limit_was_hit() -> None:
    checked = run("check", "--timeout", "0", "--backend", "backtrack", ENDLESS)
    assert checked.status == 3
    assert checked.out == "unknown: the limit of 0 s was reached\n"


def test_puzzles_of_a_file_are_named_by_their_place() -> None:
    checked = run("check", "-", text=f"{EASY}\n# between\n{CLASH}\n")
    assert checked.lines[0] == "<stdin>:1: unique"
    assert checked.lines[1].startswith("<stdin>:3: none: ")


def test_json_has_the_differences() -> None:
    document = json.loads(run("check", "--json", EIGHTEEN).out)
    assert document["verdict"] == "multiple"
    one, other = document["solutions"]
    assert len(document["differences"]) == sum(a != b for a, b in zip(one, other, strict=True))


@pytest.mark.posix
def test_at_a_terminal_two_solutions_are_drawn() -> None:
    shown = run_at_terminal("check", EIGHTEEN)
    assert shown.status == 1
    assert shown.out.count("┌─────┬─────┐") == 2
    assert shown.lines[-1].startswith("They differ in r")


@pytest.mark.parametrize("chosen", ["all", "dlx,backtrack", "auto,dlx"])
def test_several_backends_can_be_asked(chosen: str) -> None:
    checked = run("check", "--backends", chosen, EASY, EIGHTEEN, CLASH)
    assert [line.split(":")[0] for line in checked.lines] == ["unique", "multiple", "none"]
    assert checked.status == 1


class NoEngine(Engine):
    def search(self, candidates: Candidates, limits: Limits) -> Outcome:
        return Outcome((), True)


class Liar(Backend):
    """A backend that finds no solution of anything, and claims that to be proved."""

    name = "liar"
    summary = "says no"

    def supports(self, rules: Rules) -> Support:
        return SUPPORTED

    def compile(self, rules: Rules, **options: object) -> Engine:
        return NoEngine(rules)


def test_backends_that_disagree_are_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(backends.BUILT_IN, "liar", f"{__name__}:Liar")
    said = refusal("check", "--backends", "dlx,liar", EASY)
    assert "dlx says 1 solution and no more, but liar says no solution" in said
    assert EASY in said


def test_a_wrong_solution_beside_a_puzzle_is_reported(tmp_path: Path) -> None:
    wrong = EASY_SOLVED[:2] + EASY_SOLVED[3] + EASY_SOLVED[2] + EASY_SOLVED[4:]
    table = tmp_path / "given.csv"
    table.write_text(f"puzzle,solution\n{EASY},{EASY_SOLVED}\n{EASY},{wrong}\n{EASY},\n")
    checked = run("check", table)
    assert checked.status == 1
    assert checked.lines[0] == f"{table}:2: unique"
    assert checked.lines[1].startswith(f"{table}:3: unique: the solution given is wrong: ")
    assert checked.lines[2] == f"{table}:4: unique"
    assert "2 unique, 1 with a wrong solution given" in checked.err
    documents = [json.loads(line) for line in run("check", "--json", table).lines]
    assert ["given_fault" in document for document in documents] == [False, True, False]


def test_a_given_solution_may_be_one_of_several(tmp_path: Path) -> None:
    one = run("solve", EIGHTEEN).lines[0]
    table = tmp_path / "given.csv"
    table.write_text(f"puzzle,solution\n{EIGHTEEN},{one}\n{EIGHTEEN},{'1' * 16}\n")
    lines = run("check", table).lines
    assert ["the solution given is wrong" in line for line in lines] == [False, True]


def test_the_ending_of_the_output_asks_for_json_or_is_refused(tmp_path: Path) -> None:
    lines = tmp_path / "a.jsonl"
    assert run("check", EASY, "-o", lines).status == 0
    assert json.loads(lines.read_text())["verdict"] == "unique"
    for name in ("a.sdk", "a.zip", "a.png"):
        assert "files are not written here; expected .arrow, .csv" in refusal(
            "check", EASY, "-o", tmp_path / name
        )
    assert list(tmp_path.iterdir()) == [lines]


@pytest.mark.parametrize("one", [["--backend", "dlx"], ["-b", "dlx"], ["--option", "workers=1"]])
def test_one_backend_and_several_at_once_are_refused(one: list[str]) -> None:
    assert "with --backends" in refusal("check", EASY, *one, "--backends", "dlx,cover")


def test_b_names_one_backend_as_in_other_commands(tmp_path: Path) -> None:
    path = tmp_path / "one.txt"
    path.write_text(f"{EASY}\n")
    for given in (EASY, path):
        said = run("check", given, "-b", "nothing").err
        assert said.startswith("cpsudoku: there is no backend")
    assert run("check", "--help").out.count("  -b,") == 1
