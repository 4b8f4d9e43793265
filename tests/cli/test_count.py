"""`cpsudoku count`."""

import json

import pytest
from command_line import run
from well_known import CLASH, EIGHTEEN, ENDLESS


def test_a_count_is_a_number() -> None:
    assert (run("count", EIGHTEEN).status, run("count", EIGHTEEN).out) == (0, "18\n")


def test_the_grids_of_4x4_are_counted() -> None:
    assert run("count", "." * 16).out == "288\n"


def test_no_solution_counts_0_with_status_1() -> None:
    assert (run("count", CLASH).status, run("count", CLASH).out) == (1, "0\n")


def test_a_limit_that_was_asked_for_gives_a_bound_with_status_0() -> None:
    limited = run("count", "--limit", "5", EIGHTEEN)
    assert (limited.status, limited.out) == (0, "at least 5\n")


def test_time_that_runs_out_gives_a_bound_with_status_3() -> None:
    limited = run("count", "--timeout", "0.05", ENDLESS)
    assert limited.status == 3
    assert limited.out.startswith("at least ")


@pytest.mark.parametrize("limit", ["5", "all"])
def test_json_says_whether_the_count_is_exact(limit: str) -> None:
    document = json.loads(run("count", "--json", "--limit", limit, EIGHTEEN).out)
    assert document["count"] == (18 if limit == "all" else 5)
    assert document["exact"] == (limit == "all")


def test_counts_of_a_file_are_named_by_their_place() -> None:
    assert run("count", "-", text=f"{EIGHTEEN}\n").out == "<stdin>:1: 18\n"
