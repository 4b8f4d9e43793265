"""`cpsudoku check`."""

import json

import pytest
from command_line import run, run_at_terminal
from well_known import CLASH, EASY, EIGHTEEN, ENDLESS

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
    checked = run("check", "--backends", "dlx,liar", EASY)
    assert checked.status == 2
    assert "dlx says 1 solution and no more, but liar says no solution" in checked.err
    assert EASY in checked.err
