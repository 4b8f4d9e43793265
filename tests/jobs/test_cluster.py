"""Jobs on Dask: workers, scheduler and client may die, and the bytes are those of one process."""

import os
import random
import signal
import subprocess
import sys
from concurrent.futures import CancelledError, Future
from contextlib import suppress
from pathlib import Path
from threading import Event, Thread, Timer
from types import SimpleNamespace
from typing import Any

import pytest
from command_line import run_apart
from job_folders import outputs, written

from cpsudoku import jobs
from cpsudoku.asking.questions.candidates import TrueDigits
from cpsudoku.cli.options import Reading
from cpsudoku.cli.sharding import Task
from cpsudoku.errors import BackendError, BackendUnavailableError, OptionError
from cpsudoku.jobs import Shards, cluster

distributed = pytest.importorskip("distributed")
dask = pytest.importorskip("dask")

pytestmark = [pytest.mark.posix, pytest.mark.filterwarnings("ignore")]

COUNT = 120


def run(path: Path, folder: Path, executor: Any = None) -> jobs.JobReport:
    shards = Shards.of_files([str(path)], 6)
    work = Task("candidates", Reading(), TrueDigits(), "csv")
    return jobs.run(work, shards, folder, executor=executor, workers=2)


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> list[bytes]:
    """What processes here say, to which nothing happens."""
    folder = tmp_path_factory.mktemp("whole")
    run(written(folder / "a.txt", COUNT), folder / "job")
    return list(outputs(folder / "job").values())


def local(**options: Any) -> Any:
    return distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, dashboard_address=None, **options
    )


def test_the_command_line_starts_a_cluster_here(tmp_path: Path, whole: list[bytes]) -> None:
    path = written(tmp_path / "a.txt", COUNT)
    ran = run_apart(
        "candidates", path, "--job", tmp_path / "job", "--shard-size", "6", "-f", "csv",
        "--scheduler", "local:1",
    )  # fmt: skip
    assert ran.status == 0, ran.err
    assert f"20 of 20 shards; {COUNT} puzzles" in ran.err
    assert list(outputs(tmp_path / "job").values()) == whole


@pytest.mark.thorough
def test_workers_that_are_killed_lose_no_shard(tmp_path: Path, whole: list[bytes]) -> None:
    path, over = written(tmp_path / "a.txt", COUNT), Event()
    with (
        dask.config.set({"distributed.scheduler.allowed-failures": 20}),
        local() as here,
        distributed.Client(here) as client,
    ):

        def kill() -> None:
            chance = random.Random(1)
            for _ in range(2):
                if over.wait(chance.uniform(0.3, 1.0)):
                    return
                worker = chance.choice(list(here.workers.values()))
                if worker.pid:
                    with suppress(ProcessLookupError):  # its nanny has not yet seen it die
                        os.kill(worker.pid, signal.SIGKILL)

        killer = Thread(target=kill)
        killer.start()
        report = run(path, tmp_path / "job", client)
        over.set()
        killer.join()
    assert report.apart == {}
    assert list(outputs(tmp_path / "job").values()) == whole


@pytest.mark.thorough
def test_a_scheduler_that_is_gone_is_an_error_after_which_it_goes_on(
    tmp_path: Path, whole: list[bytes]
) -> None:
    path = written(tmp_path / "a.txt", COUNT)
    here = local()
    client = distributed.Client(here, timeout=10)
    closer = Timer(1.0, here.close)
    closer.start()
    try:
        report = run(path, tmp_path / "job", client)
        assert report.done == 20  # it was quicker
    except BackendError as error:
        assert "the same command continues" in str(error)
    finally:
        closer.join()
        client.close()
    assert run(path, tmp_path / "job").done == 20
    assert list(outputs(tmp_path / "job").values()) == whole


def test_names_say_what_is_done(tmp_path: Path) -> None:
    path, names = written(tmp_path / "a.txt", 12), []
    with local(processes=False) as here, distributed.Client(here) as client:
        submit = client.submit

        def noted(*arguments: Any, key: str, **options: Any) -> Any:
            names.append(key)
            return submit(*arguments, key=key, **options)

        client.submit = noted
        run(path, tmp_path / "job", client)
    assert sorted(name[:17] for name in names) == ["candidates-000000", "candidates-000001"]


@pytest.mark.parametrize(
    ("status", "error"), [("lost", BackendError), ("cancelled", CancelledError)]
)
def test_an_answer_lost_with_its_worker_is_a_failure_and_not_the_end(
    status: str, error: type[BaseException]
) -> None:
    ours: Future[Any] = Future()
    cluster._pass_on(SimpleNamespace(status=status), ours)
    with pytest.raises(error):
        ours.result(0)


def test_killed_workers_are_said_in_words() -> None:
    from distributed.scheduler import KilledWorker

    error = cluster._understood(KilledWorker("a", None, 3))
    assert "allowed-failures" in str(error)


def test_what_is_no_scheduler_is_refused(tmp_path: Path) -> None:
    with pytest.raises(OptionError, match="expected tcp"), cluster.connected("local:x"):
        pass
    with (
        pytest.raises(BackendError, match="no scheduler"),
        cluster.connected(str(tmp_path / "nothing.json")),
    ):
        pass


def test_without_dask_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "distributed", None)
    needed = pytest.raises(BackendUnavailableError, match=r"--scheduler needs distributed.*install")
    with needed, cluster.connected("local:2"):
        pass


def hears_ctrl_c() -> bool:
    return signal.SIGINT not in signal.pthread_sigmask(signal.SIG_BLOCK, [])


def test_workers_that_are_started_here_do_not_hear_ctrl_c() -> None:
    # In a process of its own, in which nothing has been started before.
    program = (
        "from test_cluster import cluster, hears_ctrl_c\n"
        "if __name__ == '__main__':\n"
        "    with cluster.connected('local:2') as client:\n"
        "        print(*client.run(hears_ctrl_c).values(), hears_ctrl_c())\n"
    )
    paths = os.pathsep.join(filter(None, sys.path))
    ran = subprocess.run(
        [sys.executable, "-c", program],
        capture_output=True, text=True, check=False, env=os.environ | {"PYTHONPATH": paths},
    )  # fmt: skip
    assert ran.stdout == "False False True\n", ran.stderr
