"""One puzzle counted case by case: the sum is that of one run, whatever is cut or killed."""

import json
import time
from concurrent.futures import BrokenExecutor, ThreadPoolExecutor
from pathlib import Path
from typing import Never

import pytest
from command_line import run, run_apart, start
from job_folders import Silent, outputs
from well_known import CLASH, EASY, EIGHTEEN

from cpsudoku import formats
from cpsudoku.asking import solving
from cpsudoku.asking.cubes import Cube, children_of, cover, size_of
from cpsudoku.errors import BackendError, OptionError
from cpsudoku.jobs import cubes, running
from cpsudoku.jobs.cubes import count_by_cubes
from cpsudoku.puzzle import Puzzle
from cpsudoku.rules import boxes, classic

pytestmark = pytest.mark.compiled

MANY = "98.7.....7.....6....6.5......4..3..2..3.6....2..1.......9......8.....9......2...."
"""A puzzle with 3,604,631 solutions, of which a second or two is needed to count them."""


def test_children_are_different_cases_and_together_the_whole() -> None:
    puzzle = formats.parse(EIGHTEEN)
    whole = {tuple(one) for one in solving.solve(puzzle, limit=None).solutions}
    children = children_of(puzzle, Cube())
    assert children is not None
    assert len(children) > 1
    parts = [
        {one for one in whole if all(one[cell] == digit for cell, digit in child.givens)}
        for child in children
    ]
    assert sum(map(len, parts)) == len(set().union(*parts)) == len(whole) == 18


@pytest.mark.thorough
def test_the_largest_cubes_are_cut() -> None:
    puzzle = formats.parse(MANY)
    cubes = cover(puzzle, number=20)
    assert len(cubes) >= 20
    sizes = [size_of(cube.of(puzzle)) for cube in cubes]
    assert sizes == sorted(sizes, reverse=True)
    parents = {cube.givens[:-1] for cube in cubes}
    assert min(size_of(Cube(one).of(puzzle)) for one in parents) >= sizes[0] - 1e-6
    assert sum(solving.count(cube.of(puzzle)).value for cube in cubes) == 3_604_631


def test_cubes_are_counted_up_to_the_limit_and_no_further(tmp_path: Path) -> None:
    puzzle = formats.parse(EIGHTEEN)
    with ThreadPoolExecutor(1) as pool:
        how = {"seconds": 60.0, "executor": pool, "workers": 1}
        whole = count_by_cubes(puzzle, tmp_path / "whole", **how)  # type: ignore[arg-type]
        some = count_by_cubes(puzzle, tmp_path / "some", limit=2, **how)  # type: ignore[arg-type]
    assert (whole.value, whole.exact) == (18, True)
    assert some.value >= 2
    entries = [len([*(tmp_path / name / "_job").glob("*-*.json")]) for name in ("some", "whole")]
    assert entries[0] < entries[1]
    assert not some.exact


def test_what_is_in_the_folder_counts_though_no_answer_comes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(running, "PATIENCE", 0.01)
    puzzle = formats.parse("1..............4")
    report = count_by_cubes(puzzle, tmp_path, seconds=30, executor=Silent())
    assert (report.value, report.exact) == (solving.count(puzzle).value, True)


@pytest.mark.parametrize("seconds", [1e-9, 30])
def test_the_sum_is_that_of_one_count(seconds: float, tmp_path: Path) -> None:
    """Whether each cube is cut until nothing is left of it, or none is."""
    puzzle = Puzzle.empty(boxes(2, 2))
    with ThreadPoolExecutor(2) as pool:
        report = count_by_cubes(puzzle, tmp_path, seconds=seconds, executor=pool)
        assert (report.value, report.exact) == (288, True)
        again = count_by_cubes(puzzle, tmp_path, seconds=seconds, executor=pool)
    assert again == report


def test_what_is_in_the_folder_is_not_counted_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    puzzle = Puzzle.empty(boxes(2, 2))
    with ThreadPoolExecutor(1) as pool:
        count_by_cubes(puzzle, tmp_path, seconds=30, executor=pool)
        entries = sorted((tmp_path / "_job").glob("0*-*.json"))
        entry = json.loads(entries[0].read_text())
        entry["count"] += 1000
        entries[0].write_text(json.dumps(entry))
        entries[1].unlink()
        report = count_by_cubes(puzzle, tmp_path, seconds=30, executor=pool)
    assert report.value == 288 + 24 * 1000  # each grid stands for all renamings of its digits
    assert entries[1].exists()


def test_a_limit_ends_the_count(tmp_path: Path) -> None:
    puzzle = Puzzle.empty(classic())
    with ThreadPoolExecutor(2) as pool:
        report = count_by_cubes(puzzle, tmp_path, seconds=30, limit=2, executor=pool)
    assert not report.exact
    assert report.value >= 2


def test_a_limit_that_the_last_cube_reaches_leaves_a_bound(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cubes, "_FIRST", 1)
    with ThreadPoolExecutor(1) as pool:
        report = count_by_cubes(
            formats.parse(EIGHTEEN), tmp_path, seconds=30, limit=2, executor=pool
        )
    assert (report.value, report.exact) == (2, False)


def test_an_executor_that_breaks_is_an_error(tmp_path: Path) -> None:
    class Broken(ThreadPoolExecutor):
        def submit(self, *_: object, **__: object) -> Never:
            raise BrokenExecutor("no worker is left")

    with Broken(1) as pool, pytest.raises(BackendError, match="broke: no worker is left; what is"):
        count_by_cubes(formats.parse(EIGHTEEN), tmp_path, seconds=30, executor=pool)


def test_another_puzzle_in_the_same_folder_is_refused(tmp_path: Path) -> None:
    with ThreadPoolExecutor(1) as pool:
        count_by_cubes(Puzzle.empty(boxes(2, 2)), tmp_path, seconds=30, executor=pool)
        with pytest.raises(OptionError, match="another job"):
            other = Puzzle.empty(boxes(2, 2)).with_given(0, 1)
            count_by_cubes(other, tmp_path, seconds=30, executor=pool)


def test_a_cube_that_fails_three_times_ends_the_count(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    calls = []

    def fail(*arguments: object, **options: object) -> None:
        calls.append(1)
        raise BackendError("it is broken")

    monkeypatch.setattr("cpsudoku.asking.solving.count", fail)
    with ThreadPoolExecutor(1) as pool, pytest.raises(BackendError, match="3 times: it is broken"):
        count_by_cubes(formats.parse(EASY), tmp_path, seconds=30, executor=pool)
    assert len(calls) >= 3


def test_the_command_counts_and_checks(tmp_path: Path) -> None:
    counted = run("count", EIGHTEEN, "--cubes", "5", "--job", tmp_path / "a", "-j", "1")
    assert (counted.status, counted.out) == (0, "18\n"), counted.err
    for name, puzzle, status in (("b", EIGHTEEN, 1), ("c", EASY, 0), ("d", CLASH, 1)):
        found = run("check", puzzle, "--cubes", "5", "--job", tmp_path / name, "-j", "1")
        assert found.status == status, found.err
        assert found.out == {"b": "multiple\n", "c": "unique\n", "d": "none\n"}[name]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ([EASY, "--cubes", "5"], "without --job"),
        ([EASY, "--cubes", "5", "--job", "x", "--shard", "1/2"], "--shard with --cubes"),
        ([EASY, "--cubes", "5", "--job", "x", "--json"], "--json with --cubes"),
        ([EASY, EIGHTEEN, "--cubes", "5", "--job", "x"], "several puzzles"),
    ],
)
def test_bad_usage_is_said_with_status_2(arguments: list[str], message: str) -> None:
    found = run("count", *arguments)
    assert found.status == 2
    assert message in found.err


@pytest.mark.thorough
@pytest.mark.posix
def test_a_count_that_is_killed_goes_on(tmp_path: Path) -> None:
    wish = ("count", MANY, "--cubes", "0.1", "--job", tmp_path / "job", "-j", "2")
    process, deadline = start(*wish), time.monotonic() + 60
    while process.poll() is None and not list(tmp_path.glob("job/_job/0*-*.json")):
        assert time.monotonic() < deadline
        time.sleep(0.01)
    process.kill()
    process.communicate()
    ran = run_apart(*wish)
    assert ran.status == 0, ran.err
    assert ran.out == "3604631\n"


@pytest.mark.thorough
def test_all_grids_as_a_job_are_those_of_one_run(tmp_path: Path) -> None:
    wish = ("grids", "--all", "--rules", "latin:4", "--first", "12")
    whole = run(*wish)
    assert (whole.status, len(whole.out.split())) == (0, len(set(whole.out.split())))
    job = (*wish, "--job", tmp_path / "a", "--shard-size", "10")
    ran = run(*job, "-j", "1")
    assert ran.status == 0, ran.err
    assert f"{576 // 12} puzzles" in ran.err
    found = outputs(tmp_path / "a")
    assert len(found) > 3
    assert sorted(b"".join(found.values()).split()) == sorted(whole.out.encode().split())
    kept = sorted((tmp_path / "a").iterdir())[1]
    kept.unlink()
    assert run(*job, "-j", "1").status == 0
    assert outputs(tmp_path / "a") == found
    other = run(*wish[:-1], "21", *job[6:], "-j", "1")
    assert other.status == 2
    assert "belongs to another job" in other.err


@pytest.mark.parametrize("more", [("-n", "5"), ("--skip", "2"), ("--method", "pattern")])
def test_all_grids_are_not_a_number_of_them(more: tuple[str, str]) -> None:
    found = run("grids", "--all", *more)
    assert found.status == 2
    assert "--all" in found.err
