"""`cpsudoku solve`."""

import io
import json
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

import pytest
from command_line import run, run_at_terminal
from well_known import CLASH, EASY, EASY_SOLVED, EIGHTEEN

import cpsudoku
from cpsudoku import backends, formats, verify
from cpsudoku.asking import solving
from cpsudoku.result import Limits, Outcome, Result
from cpsudoku.rules import Grid

PUZZLES = Path(__file__).parents[2] / "puzzles"
UNKNOWN = "." * 625


def test_a_puzzle_as_an_argument_gives_its_solution_in_one_line() -> None:
    solved = run("solve", EASY)
    assert (solved.status, solved.out, solved.err) == (0, f"{EASY_SOLVED}\n", "")


def test_files_standard_input_and_puzzles_are_read_in_the_order_given(tmp_path: Path) -> None:
    path = tmp_path / "easy.txt"
    path.write_text(f"# a comment\n\n{EASY}\n", encoding="utf-8")
    solved = run("solve", EIGHTEEN, path, "-", text="1234341221434321\n")
    assert solved.status == 0
    assert solved.lines[1:] == [EASY_SOLVED, "1234341221434321"]
    assert len(solved.lines[0]) == 16
    assert solved.err == "cpsudoku: 3 puzzles: 3 solved\n"


def test_quiet_leaves_the_summary_out() -> None:
    assert run("solve", "--quiet", EASY, EASY).err == ""


def test_a_puzzle_without_solution_is_a_comment_that_says_why_and_has_status_1() -> None:
    solved = run("solve", EASY, CLASH, EASY)
    assert solved.status == 1
    assert solved.lines == [
        EASY_SOLVED,
        f"# {CLASH} no solution: r1c1 and r1c2 are both 5 in row 1",
        EASY_SOLVED,
    ]
    assert "2 solved, 1 without solution" in solved.err


def test_a_definite_no_outranks_an_unknown() -> None:
    hopeless = run("solve", "--timeout", "0", CLASH, "." * 81)
    assert hopeless.status == 1
    assert "1 without solution, 1 unknown" in hopeless.err


@pytest.mark.parametrize("limit", ["2", "18", "all"])
def test_limit_asks_for_several_solutions(limit: str) -> None:
    solved = run("solve", "--limit", limit, EIGHTEEN)
    assert solved.status == 0
    expected = 18 if limit == "all" else int(limit)
    assert len(set(solved.lines)) == len(solved.lines) == expected
    puzzle = formats.parse(EIGHTEEN)
    for line in solved.lines:
        assert verify.is_solution(formats.parse(line).digits, puzzle.rules, puzzle.candidates)


@pytest.mark.parametrize("limit", ["1", "3", "all"])
def test_json_is_an_object_and_a_line_for_each_puzzle(limit: str) -> None:
    solved = run("solve", "--json", "--limit", limit, EIGHTEEN, CLASH)
    first, second = map(json.loads, solved.lines)
    assert first["puzzle"] == EIGHTEEN
    assert len(first["solutions"]) == {"1": 1, "3": 3, "all": 18}[limit]
    assert first["verdict"] == ("solved" if limit == "1" else "multiple")
    assert second["solutions"] == []
    assert second["verdict"] == "none"
    assert second["clash"] == {"cells": ["r1c1", "r1c2"], "digit": 5, "house": "row 1"}


def test_json_states_unusual_rules_and_the_place(tmp_path: Path) -> None:
    path = tmp_path / "x.txt"
    path.write_text("\n1...............\n", encoding="utf-8")
    document = json.loads(run("solve", "--json", "--rules", "+diagonals", path).out)
    assert (document["source"], document["line"]) == (str(path), 2)
    assert document["rules"] == "4+diagonals"


@pytest.mark.posix
def test_one_puzzle_at_a_terminal_is_drawn_with_bold_givens() -> None:
    shown = run_at_terminal("solve", EASY)
    assert shown.status == 0
    assert shown.lines[0] == "┌───────┬───────┬───────┐"
    assert shown.lines[1].startswith("│ \x1b[1m5\x1b[0m \x1b[1m3\x1b[0m 4 │ 6 \x1b[1m7\x1b[0m 8 │")


@pytest.mark.posix
def test_several_puzzles_at_a_terminal_are_a_line_each() -> None:
    assert run_at_terminal("solve", "-q", EASY, EASY).lines == [EASY_SOLVED, EASY_SOLVED]


@pytest.mark.posix
def test_an_explicit_format_is_obeyed_at_a_terminal_too() -> None:
    assert run_at_terminal("solve", "--format", "line", EASY).lines == [EASY_SOLVED]


@pytest.mark.parametrize("name", formats.names())
def test_solutions_can_be_written_in_every_notation(name: str) -> None:
    solved = run("solve", "-q", "--format", name, EASY, CLASH)
    assert solved.status == 1
    first = next(formats.read(io.StringIO(solved.out)))
    assert (first.solution or first.puzzle.digits) == formats.parse(EASY_SOLVED).digits


def test_solutions_for_unusual_rules_can_be_read_again() -> None:
    solved = run("solve", "--rules", "+diagonals", "1...............")
    again = run("check", "-", text=solved.out)
    assert again.status == 0
    assert solved.lines[0] == "# rules: 4+diagonals"


def test_bad_lines_can_be_skipped_and_are_counted() -> None:
    text = f"{EASY}\n{EASY}x\n{EASY}\n"
    assert run("solve", "-", text=text).status == 2
    skipped = run("solve", "--skip-bad", "-", text=text)
    assert skipped.status == 0
    assert skipped.lines == [EASY_SOLVED, EASY_SOLVED]
    assert "<stdin>, line 2" in skipped.err
    assert "2 puzzles: 2 solved; 1 bad row skipped" in skipped.err


@pytest.mark.parametrize(
    "backend",
    [
        pytest.param(
            name, marks=pytest.mark.compiled if name in ("bitboard", "cover", "fd") else ()
        )
        for name in backends.names()
        if name != "race"
    ],
)
def test_backend_chooses_the_backend(backend: str) -> None:
    document = json.loads(run("solve", "--json", "--backend", backend, EASY).out)
    assert document["backend"] == backend
    assert document["solutions"] == [EASY_SOLVED]


def test_options_reach_the_backend() -> None:
    solved = run("solve", "--backend", "backtrack", "--option", "core=plain", EASY)
    assert solved.out == f"{EASY_SOLVED}\n"


def test_jobs_keep_the_order_of_the_puzzles() -> None:
    puzzles = [EASY, EIGHTEEN, CLASH, "1234............"] * 5
    alone = run("solve", "--backend", "backtrack", *puzzles)
    together = run("solve", "--backend", "backtrack", "--jobs", "2", *puzzles)
    assert together.lines == alone.lines
    assert together.status == alone.status == 1


@pytest.mark.parametrize("path", sorted(PUZZLES.glob("*.*")), ids=lambda path: path.name)
def test_the_shipped_puzzles_are_solved(path: Path) -> None:
    if path.suffix == ".md" or path.name == "contract.txt":
        pytest.skip("holds no puzzles, or some without solution")
    assert run("solve", path).status == 0


ALL_SOLUTIONS = solving.solutions


class Cut:
    """Solutions of which a limit lets three through."""

    exhausted = False
    backend = "dlx"
    found = 3

    def __init__(self, puzzle: cpsudoku.Puzzle, **_: object) -> None:
        self._all = ALL_SOLUTIONS(puzzle, backend="dlx")

    def __iter__(self) -> Iterator[Grid]:
        return islice(self._all, 3)


@pytest.mark.parametrize("form", [[], ["--json"]])
def test_a_list_of_solutions_that_a_limit_has_cut_says_so(
    form: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = run("solve", "." * 16, "-n", "all", *form)
    assert (whole.status, whole.err, "reason" in whole.out) == (0, "", False)
    monkeypatch.setattr("cpsudoku.asking.solving.solutions", Cut)
    cut = run("solve", "." * 16, "-n", "all", "--timeout", "9", *form)
    assert (cut.status, "reason" in cut.out) == (3, bool(form))
    assert cut.err == "cpsudoku: there may be more solutions: a limit was reached\n"


@pytest.mark.parametrize(
    ("found", "exhausted", "asked", "is_cut"),
    [
        (2, False, None, True), (2, False, 3, True), (2, False, 2, False), (2, True, None, False),
        (1, False, 2, True), (1, False, 1, False), (0, False, 1, True), (0, True, 1, False),
    ],
)  # fmt: skip
def test_a_result_knows_whether_solutions_asked_for_may_be_missing(
    found: int, exhausted: bool, asked: int | None, is_cut: bool
) -> None:
    puzzle = cpsudoku.parse("................")
    grids = tuple(islice(solving.solutions(puzzle), found))
    limits = Limits(solutions=asked, seconds=1.0)
    result = Result(puzzle, Outcome(grids, exhausted), limits, "dlx")
    assert result.is_cut == is_cut
    assert bool(result.reason) == is_cut
