"""Input that is changed, and folders that were damaged: refused or done again, never believed."""

import json
import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

import pytest
from job_folders import Copy, joined, written

from cpsudoku import formats, jobs
from cpsudoku.errors import OptionError
from cpsudoku.jobs import JobReport, Shard, Shards, folder
from cpsudoku.jobs.cubes import count_by_cubes


def copied(path: Path, folder: Path, work: Copy | None = None) -> JobReport:
    with ThreadPoolExecutor(2) as pool:
        return jobs.run(work or Copy(), Shards.of_files([str(path)], 10), folder, executor=pool)


@pytest.mark.posix  # elsewhere it is the time at which the file was made
def test_input_that_was_changed_is_seen_though_its_time_was_set_back(tmp_path: Path) -> None:
    path = written(tmp_path / "a.txt")
    copied(path, tmp_path / "out")
    before, data = path.stat(), path.read_bytes()
    path.write_bytes(data[:82] * 2 + data[164:])
    os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))
    with pytest.raises(OptionError, match=r"a\.txt has changed since the job"):
        copied(path, tmp_path / "out")


@dataclass(frozen=True)
class Meddling(Copy):
    """Work that touches its input when it is done, or makes another of it."""

    another: Callable[[bytes], bytes] = bytes

    def __call__(self, shard: Shard, argument: str, output: Path) -> tuple[dict[str, int], int]:
        done = super().__call__(shard, argument, output)
        Path(shard.path).write_bytes(self.another(Path(shard.path).read_bytes()))
        return done


def test_input_that_is_changed_meanwhile_is_refused(tmp_path: Path) -> None:
    path = written(tmp_path / "a.txt", 10)
    assert copied(path, tmp_path / "out", Meddling()).done == 1
    with pytest.raises(OptionError, match=r"a\.txt has changed since the job"):
        copied(path, tmp_path / "other", Meddling(another=lambda data: data[:82] * 2 + data[164:]))
    with pytest.raises(OptionError, match="belongs to another job"):
        copied(path, tmp_path / "third", Meddling(another=lambda data: data * 2))


def test_input_that_changes_for_ever_ends_the_job(tmp_path: Path) -> None:
    path = written(tmp_path / "a.txt", 10)
    times = iter(range(10))
    with pytest.raises(OptionError, match="an input file changed"), ThreadPoolExecutor(1) as pool:
        jobs.run(
            Copy(), Shards.of_files([str(path)]), tmp_path / "out", executor=pool,
            progress=lambda *_: os.utime(path, ns=(1, next(times))),
        )  # fmt: skip


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("shard", None), ("status", []), ("size", 1), ("output", "../a.txt"), ("output", 3),
        ("counts", {"puzzles": "x"}), ("counts", None),
    ],
)  # fmt: skip
def test_a_shard_whose_entry_is_damaged_is_done_again(
    tmp_path: Path, name: str, value: object
) -> None:
    path, work = written(tmp_path / "a.txt", 20), Copy()
    copied(path, tmp_path / "out", work)
    entry = min((tmp_path / "out" / "_job").glob("000000-*.json"))
    entry.write_text(json.dumps(json.loads(entry.read_bytes()) | {name: value}))
    report = copied(path, tmp_path / "out", work)
    assert (report.done, report.counts["puzzles"], len(work.log)) == (2, 20, 3)
    assert joined(tmp_path / "out") == path.read_bytes()


def test_a_job_whose_description_is_damaged_is_refused(tmp_path: Path) -> None:
    path = written(tmp_path / "a.txt", 10)
    copied(path, tmp_path / "out")
    place = tmp_path / "out" / "_job" / "job.json"
    place.write_text(json.dumps(json.loads(place.read_bytes()) | {"files": [3]}))
    with pytest.raises(OptionError, match="belongs to another job"):
        copied(path, tmp_path / "out")


def test_of_two_that_begin_a_job_at_once_the_first_says_what_it_is(tmp_path: Path) -> None:
    for seed in (1, 2):
        folder._write_once(tmp_path / "job.json", {"seed": seed})
    assert [one.name for one in tmp_path.iterdir()] == ["job.json"]
    assert json.loads((tmp_path / "job.json").read_bytes()) == {"seed": 1}


@pytest.mark.parametrize(
    "damage",
    [
        {"count": None}, {"count": "x"}, {"cube": None}, {"cube": [[0]]}, {"children": 1},
        {"count": None, "children": [3]}, {"count": None, "children": [[[0, "x"]]]},
    ],
)  # fmt: skip
def test_a_cube_whose_entry_is_damaged_is_counted_again(
    tmp_path: Path, damage: dict[str, object]
) -> None:
    puzzle = formats.parse("1..............4")
    with ThreadPoolExecutor(1) as pool:
        report = count_by_cubes(puzzle, tmp_path, seconds=30, executor=pool)
        for entry in (tmp_path / "_job").glob("*-*.json"):
            entry.write_text(json.dumps(json.loads(entry.read_bytes()) | damage))
        assert count_by_cubes(puzzle, tmp_path, seconds=30, executor=pool) == report
