"""Estimates: right within their interval on known counts, reproducible, never a count."""

from __future__ import annotations

import json
import time
from decimal import Decimal

import pytest
from click.testing import CliRunner
from patience import BUSY
from well_known import EASY

import cpsudoku
from cpsudoku.asking.estimation import estimate
from cpsudoku.backends.backtrack import Backtrack
from cpsudoku.cli.application import app
from cpsudoku.errors import OptionError
from cpsudoku.puzzle import Puzzle
from cpsudoku.rules import Rules, boxes, classic, jigsaw, latin

# Arto Inkala's puzzle of 2010 with 3 of its givens taken away: 9,732 solutions.
THOUSANDS = "..53.....8.........7..1.5.......53......7...6..32...8..6.5....9..4....3......97.."


@pytest.mark.parametrize(
    ("puzzle", "count"),
    [
        (Puzzle.empty(boxes(2, 2)), 288),
        (Puzzle.empty(latin(5)), 161_280),
        (Puzzle.empty(boxes(2, 3)), 28_200_960),
        # Felgenhauer and Jarvis, Enumerating possible Sudoku grids (2005).
        pytest.param(
            Puzzle.empty(classic()), 6_670_903_752_021_072_936_960, marks=pytest.mark.compiled
        ),
    ],
    ids=["4x4", "latin 5", "6x6", "9x9"],
)
def test_known_counts_lie_in_the_interval(puzzle: Puzzle, count: int) -> None:
    found = estimate(puzzle, samples=3000)
    assert found.interval is not None
    low, high = found.interval
    assert low < count < high
    assert low < found.value < high
    assert found.standard_error < found.value / 20
    assert found.samples == 3000


@pytest.mark.compiled
def test_a_puzzle_with_thousands_of_solutions_is_estimated() -> None:
    count = cpsudoku.count(THOUSANDS, limit=100_000)
    assert count.exact
    assert count.value > 5000
    found = estimate(THOUSANDS, samples=3000)
    assert found.interval is not None
    assert found.interval[0] < count.value < found.interval[1]


@pytest.mark.compiled("plain Python takes minutes")
def test_intervals_hold_about_as_often_as_they_say() -> None:
    # 95 in 100 are expected of them; fewer than 85 would be a fault and no bad luck.
    inside = 0
    for seed in range(100):
        low, high = estimate(Puzzle.empty(boxes(2, 2)), samples=300, seed=seed).interval or (0, 0)
        inside += low < 288 < high
    assert inside >= 85


def test_a_seed_gives_the_same_estimate() -> None:
    one, same, other = (estimate(THOUSANDS, samples=200, seed=seed) for seed in (5, 5, 6))
    assert one == same != other


@pytest.mark.thorough(but=4)
@pytest.mark.parametrize(
    "rules",
    [boxes(2, 2), boxes(2, 3), classic(), jigsaw("1112 1222 3334 3444"), latin(7), boxes(5, 5)],
    ids=["4", "6", "9", "jigsaw", "latin", "25"],
)
def test_both_cores_walk_the_same_ways(rules: Rules) -> None:
    pytest.importorskip("cpsudoku._native", reason="the compiled core was not built")
    walks = 1 if rules.size > 9 else 20
    drawn = [
        Backtrack().compile(rules, core=core).sampler(Puzzle.empty(rules).candidates, 3).draw(walks)
        for core in ("compiled", "plain")
    ]
    assert drawn[0] == drawn[1]


def test_the_only_solution_is_estimated_as_one() -> None:
    found = estimate(EASY)
    assert found.value == 1
    assert found.standard_error == 0
    assert found.interval == (Decimal(1), Decimal(1))


def test_a_contradiction_that_shows_at_once_is_a_proved_nothing() -> None:
    found = estimate("11..............")
    assert found.value == found.hits == 0
    assert found.interval == (Decimal(0), Decimal(0))


def test_no_walk_to_a_solution_is_no_estimate_of_zero() -> None:
    # No solution, though neither naked nor hidden singles show it.
    broken = "..53.....8......2..7..1.5..4....53...1..7...6..32...8..6.5....9..4....3......97.1"
    found = estimate(broken, samples=50)
    assert (found.interval, found.hits) == (None, 0)
    assert str(found) == "no estimate: none of 50 walks met a solution"


@pytest.mark.compiled
def test_counts_beyond_any_float_are_estimated() -> None:
    found = estimate(Puzzle.empty(latin(36)), samples=3)
    assert found.value > Decimal("1e700")
    assert "e+" in str(found)


def test_a_time_limit_holds_and_progress_is_reported() -> None:
    reports: list[int] = []
    start = time.monotonic()
    found = estimate(
        Puzzle.empty(classic()),
        samples=10**9,
        seconds=0.5,
        progress=reports.append,
    )
    assert time.monotonic() - start < 0.5 + 0.5 + BUSY
    assert 0 < sum(reports) <= found.samples < 10**9
    assert len(reports) > 1


def test_too_few_samples_are_refused() -> None:
    with pytest.raises(OptionError, match="expected at least 2"):
        estimate(THOUSANDS, samples=1)


def test_the_command_line_says_about_and_gives_the_interval() -> None:
    run = CliRunner().invoke(app, ["count", "--estimate", "--samples", "500", THOUSANDS])
    assert run.exit_code == 0
    assert run.stdout.startswith("about ")
    assert "(95 %: " in run.stdout
    run = CliRunner().invoke(app, ["count", "--estimate", "--json", "." * 81, "--samples", "100"])
    document = json.loads(run.stdout)
    assert float(document["interval"][0]) < 6.67e21 < float(document["interval"][1])
    assert "count" not in document


def test_an_estimate_cut_by_time_says_so_and_is_no_success() -> None:
    cut = ("count", "--estimate", "--timeout", "0.2", "." * 81, "--samples", "1000000000")
    run = CliRunner().invoke(app, cut)
    assert run.exit_code == 3
    assert run.stdout.endswith("; time ran out before 1000000000 walks\n")
    run = CliRunner().invoke(app, [*cut, "--json"])
    assert json.loads(run.stdout)["time_ran_out_before_walks"] == 10**9
    run = CliRunner().invoke(app, [*cut[:4], "11.............."])
    assert run.exit_code == 1


def test_options_of_counting_do_not_go_with_an_estimate() -> None:
    run = CliRunner().invoke(app, ["count", "--estimate", "--backend", "dlx", THOUSANDS])
    assert run.exit_code == 2
    assert "--estimate takes neither" in run.output
    run = CliRunner().invoke(app, ["count", "--samples", "5", THOUSANDS])
    assert run.exit_code == 2
