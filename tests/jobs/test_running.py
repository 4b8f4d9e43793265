"""A job is done by any executor, once, whatever fails on the way."""

import hashlib
import json
import os
import threading
from concurrent.futures import (
    BrokenExecutor,
    Executor,
    Future,
    ProcessPoolExecutor,
    ThreadPoolExecutor,
)
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import pytest
from job_folders import Copy, Silent, joined, outputs, sidecars, written

import cpsudoku
from cpsudoku import jobs
from cpsudoku.asking.questions.copy import Copy as CopyQuestion
from cpsudoku.cli.options import Reading
from cpsudoku.cli.sharding import Task
from cpsudoku.errors import BackendError, OptionError
from cpsudoku.jobs import JobReport, Shards, running
from cpsudoku.jobs.cluster import refuse_others
from cpsudoku.jobs.folder import Folder
from cpsudoku.jobs.running import Failure, do_shard, perform


def copied(path: Path, folder: Path, work: Copy | None = None, **options: Any) -> JobReport:
    with ThreadPoolExecutor(2) as pool:
        return jobs.run(
            work or Copy(), Shards.of_files([str(path)], 10), folder, executor=pool, **options
        )


def test_the_folder_has_the_answers_and_says_what_they_are(tmp_path: Path) -> None:
    path = written(tmp_path / "a.txt")
    report = copied(path, tmp_path / "out")
    assert (report.done, report.shards, report.counts) == (6, 6, {"puzzles": 60})
    assert joined(tmp_path / "out") == path.read_bytes()
    for number, (sidecar, (name, data)) in enumerate(
        zip(sidecars(tmp_path / "out"), outputs(tmp_path / "out").items(), strict=True)
    ):
        assert sidecar["shard"] == number
        assert sidecar["output"] == name
        assert (sidecar["size"], sidecar["sha256"]) == (len(data), hashlib.sha256(data).hexdigest())
        assert sidecar["counts"] == {"puzzles": 10}
        assert sidecar["input"]["sha256"] == hashlib.sha256(data).hexdigest()
        assert sidecar["seconds"] >= 0
    asked = json.loads((tmp_path / "out/_job/job.json").read_bytes())
    assert asked["command"] == "copy"
    assert asked["version"] == cpsudoku.__version__


def test_what_is_done_is_not_done_again(tmp_path: Path) -> None:
    path, work = written(tmp_path / "a.txt"), Copy()
    copied(path, tmp_path / "out", work)
    assert sorted(work.log) == list(range(6))
    assert copied(path, tmp_path / "out", work).counts == {"puzzles": 60}
    assert len(work.log) == 6
    names = list(outputs(tmp_path / "out"))
    (tmp_path / "out" / names[2]).unlink()
    (tmp_path / "out" / names[3]).write_text("cut off")
    (tmp_path / "out/_job" / names[4].replace(".txt", ".json")).write_text("{")
    assert copied(path, tmp_path / "out", work).done == 6
    assert sorted(work.log[6:]) == [2, 3, 4]
    assert joined(tmp_path / "out") == path.read_bytes()


def test_a_shard_that_fails_three_times_is_set_apart_and_the_rest_finishes(tmp_path: Path) -> None:
    path, work = written(tmp_path / "a.txt"), Copy(fails=(1, 4))
    report = copied(path, tmp_path / "out", work)
    assert report.apart == {1: "it is bad", 4: "it is bad"}
    assert (report.done, sorted(work.log).count(1), len(work.log)) == (4, 3, 10)
    said = json.loads((tmp_path / "out/_job/000004.failed.json").read_bytes())
    assert said == {"shard": 4, "error": "it is bad"}
    assert copied(path, tmp_path / "out").apart == {}
    assert not list((tmp_path / "out/_job").glob("*failed*"))
    assert joined(tmp_path / "out") == path.read_bytes()


def test_where_each_shard_fails_the_rest_is_not_tried(tmp_path: Path) -> None:
    path, work = written(tmp_path / "a.txt", 600), Copy(fails=tuple(range(60)))
    report = copied(path, tmp_path / "out", work)
    assert report.is_given_up
    assert len(report.apart) < 30


def test_an_option_that_makes_no_sense_ends_the_job(tmp_path: Path) -> None:
    path, work = written(tmp_path / "a.txt"), Copy(fails=(0, 1, 2, 3, 4, 5), is_final=True)
    with pytest.raises(OptionError, match="no such thing"):
        copied(path, tmp_path / "out", work)
    assert len(work.log) <= 6


def test_every_share_is_a_part_and_together_they_are_all(tmp_path: Path) -> None:
    path = written(tmp_path / "a.txt", 100)
    done = [copied(path, tmp_path / "out", share=(number, 3)).shards for number in (1, 2, 3)]
    assert sorted(done) == [3, 3, 4]
    assert joined(tmp_path / "out") == path.read_bytes()
    assert copied(path, tmp_path / "out", share=(0, 3)).shards == 4  # 3/3 by its other name


def test_a_job_of_another_version_is_called_so(tmp_path: Path) -> None:
    path = written(tmp_path / "a.txt")
    copied(path, tmp_path / "out")
    place = tmp_path / "out/_job/job.json"
    asked = json.loads(place.read_bytes())
    for version, said in (({"version": "0.0.9"}, r"0\.0\.9"), ({}, "of another version")):
        place.write_text(
            json.dumps({**{k: v for k, v in asked.items() if k != "version"}, **version})
        )
        with pytest.raises(OptionError, match=f"was started by cpsudoku {said}, this is"):
            copied(path, tmp_path / "out")


def test_another_job_does_not_go_into_the_folder(tmp_path: Path) -> None:
    path = written(tmp_path / "a.txt")
    copied(path, tmp_path / "out")
    with pytest.raises(OptionError, match="belongs to another job"):
        copied(written(tmp_path / "b.txt"), tmp_path / "out")
    with pytest.raises(OptionError, match="belongs to another job"), ThreadPoolExecutor(1) as pool:
        shards = Shards.of_files([str(path)], 20)
        jobs.run(Copy(), shards, tmp_path / "out", executor=pool)
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / "mine.txt").write_text("x")
    with pytest.raises(OptionError, match=r"mine\.txt in it; expected an empty folder"):
        copied(path, tmp_path / "other")


def test_input_that_was_touched_is_compared_and_what_was_changed_refused(tmp_path: Path) -> None:
    path, work = written(tmp_path / "a.txt"), Copy()
    copied(path, tmp_path / "out", work)
    os.utime(path, ns=(1, 1))
    assert copied(path, tmp_path / "out", work).done == 6
    assert len(work.log) == 6
    data = path.read_bytes()
    path.write_bytes(data[:82] * 2 + data[164:])
    with pytest.raises(OptionError, match=r"a\.txt has changed since the job"):
        copied(path, tmp_path / "out", work)


def test_what_is_in_the_folder_counts_though_no_answer_comes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(running, "PATIENCE", 0.01)
    path, work = written(tmp_path / "a.txt"), Copy()
    shards = Shards.of_files([str(path)], 10)
    report = jobs.run(work, shards, tmp_path / "out", executor=Silent(), workers=1)
    assert (report.done, report.counts, sorted(work.log)) == (6, {"puzzles": 60}, list(range(6)))


def test_a_worker_with_another_version_does_nothing(tmp_path: Path) -> None:
    shard = Shards.of_files([str(written(tmp_path / "a.txt"))])[0]
    (tmp_path / "out").mkdir()
    do = partial(do_shard, Copy(), shard, Folder(tmp_path / "out"))
    found = perform(("copy-000000", do), "0.0.0")
    assert isinstance(found, Failure)
    assert found.error == f"a worker has cpsudoku {cpsudoku.__version__}; expected 0.0.0"
    assert list((tmp_path / "out").iterdir()) == []


def test_a_cluster_with_another_version_is_refused() -> None:
    class Client:
        def run(self, *_: object, **__: object) -> dict[str, object]:
            died = OSError("Stream is closed")
            return {"tcp://a:1": died, "tcp://b:1": cpsudoku.__version__, "tcp://b:2": "0.0.0"}

    with pytest.raises(BackendError, match=r"worker tcp://b:2 has cpsudoku 0\.0\.0; expected"):
        refuse_others(Client())


@pytest.mark.posix
def test_processes_of_any_pool_can_do_it(tmp_path: Path) -> None:
    path = written(tmp_path / "a.txt")
    with ProcessPoolExecutor(1, get_context("spawn")) as pool:
        shards = Shards.of_files([str(path)], 20)
        work = Task("convert", Reading(), CopyQuestion(), "line")
        report = jobs.run(work, shards, tmp_path / "out", executor=pool)
    assert report.counts == {"puzzles": 60}
    assert joined(tmp_path / "out") == path.read_bytes()


class Counting(Executor):
    """Notes how many calls are outstanding at a time; breaks after some."""

    def __init__(self, breaks: int = 10**9) -> None:
        self._pool = ThreadPoolExecutor(1)
        self._lock = threading.Lock()
        self._max_workers = 2
        self.now = self.most = self.begun = 0
        self.breaks = breaks

    def submit(self, fn: Any, /, *args: Any, **kwargs: Any) -> Future[Any]:
        with self._lock:
            self.now += 1
            self.begun += 1
            self.most = max(self.most, self.now)
        if self.begun > self.breaks:
            raise BrokenExecutor("gone")

        def call() -> Any:
            try:
                return fn(*args, **kwargs)
            finally:
                with self._lock:
                    self.now -= 1

        return self._pool.submit(call)


def test_a_few_shards_for_each_worker_are_outstanding(tmp_path: Path) -> None:
    path, executor = written(tmp_path / "a.txt", 300), Counting()
    jobs.run(Copy(), Shards.of_files([str(path)], 10), tmp_path / "out", executor=executor)
    assert 4 <= executor.most <= 8
    assert executor.begun == 30


def test_an_executor_that_breaks_is_an_error_and_what_is_done_stays(tmp_path: Path) -> None:
    path = written(tmp_path / "a.txt", 300)
    shards = Shards.of_files([str(path)], 10)
    with pytest.raises(BackendError, match=r"gone.*the same command continues"):
        jobs.run(Copy(), shards, tmp_path / "out", executor=Counting(20))
    assert len(outputs(tmp_path / "out")) > 5
    jobs.run(Copy(), shards, tmp_path / "out", executor=Counting())
    assert joined(tmp_path / "out") == path.read_bytes()
