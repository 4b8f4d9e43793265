"""Whatever is killed at whatever moment, the same command continues, and the bytes are the same."""

import os
import random
import signal
import subprocess
import time
from contextlib import suppress
from pathlib import Path

import pytest
from command_line import PROGRAM, Ran, run_apart, start
from job_folders import outputs, written

pytestmark = [pytest.mark.posix]

COUNT = 120


def wish(path: Path, folder: Path) -> tuple[str | Path, ...]:
    return ("solve", path, "--job", folder, "--shard-size", "6", "-j", "2")


def when_done(shards: int, folder: Path, process: "subprocess.Popen[str]") -> None:
    """Wait until that many shards of a job are done, or the process has ended."""
    deadline = time.monotonic() + 60
    while process.poll() is None and len(list(folder.glob("_job/*-*.json"))) < shards:
        assert time.monotonic() < deadline
        time.sleep(0.01)


def children(process: int) -> list[int]:
    """The processes that a process has started."""
    found: list[int] = []
    for file in Path(f"/proc/{process}/task").glob("*/children"):
        with suppress(FileNotFoundError, ProcessLookupError):  # the thread has just ended
            found += map(int, file.read_text().split())
    return found


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    """What a run says that nothing happens to."""
    folder = tmp_path_factory.mktemp("whole")
    path = written(folder / "a.txt", COUNT)
    assert run_apart(*wish(path, folder / "job")).status == 0
    return outputs(folder / "job")


def the_same(folder: Path, whole: dict[str, bytes]) -> bool:
    """Whether the answers are those of the other run; the names have their own paths in them."""
    own = outputs(folder)
    return list(own.values()) == list(whole.values()) and [n[:6] for n in own] == [
        n[:6] for n in whole
    ]


def test_a_client_that_is_killed_is_followed_by_others(
    tmp_path: Path, whole: dict[str, bytes]
) -> None:
    path, chance = written(tmp_path / "a.txt", COUNT), random.Random(0)
    for shards in (0, 3, 9):
        process = start(*wish(path, tmp_path / "job"))
        when_done(shards, tmp_path / "job", process)
        time.sleep(chance.uniform(0, 0.1))
        process.kill()
        process.communicate()
    ran = run_apart(*wish(path, tmp_path / "job"))
    assert ran.status == 0, ran.err
    assert f"20 of 20 shards; {COUNT} puzzles" in ran.err
    assert the_same(tmp_path / "job", whole)


@pytest.mark.thorough
@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="no list of children here")
def test_workers_that_are_killed_lose_no_shard(tmp_path: Path, whole: dict[str, bytes]) -> None:
    path, chance = written(tmp_path / "a.txt", COUNT), random.Random(3)
    process = start(*wish(path, tmp_path / "job"))
    killed = 0
    # Two: a shard that fails three times is set apart, and all may have hit the same one.
    while process.poll() is None and killed < 2:
        if own := children(process.pid):
            time.sleep(chance.uniform(0, 0.1))
            with suppress(ProcessLookupError):  # a pool that has lost a worker ends the others
                os.kill(chance.choice(own), signal.SIGKILL)
                killed += 1
    ran = ended(process)
    assert killed
    assert ran.status == 0, ran.err
    assert the_same(tmp_path / "job", whole)


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="no list of children here")
def test_workers_end_with_their_client(tmp_path: Path) -> None:
    path = written(tmp_path / "a.txt", COUNT)
    process = start(*wish(path, tmp_path / "job"))
    deadline = time.monotonic() + 60
    while not (own := children(process.pid)):
        assert time.monotonic() < deadline
        time.sleep(0.01)
    process.kill()
    process.communicate()
    while any(Path(f"/proc/{worker}").exists() for worker in own):
        assert time.monotonic() < deadline
        time.sleep(0.01)


@pytest.mark.thorough
def test_two_clients_at_once_share_a_folder(tmp_path: Path, whole: dict[str, bytes]) -> None:
    path = written(tmp_path / "a.txt", COUNT)
    both = [start(*wish(path, tmp_path / "job")) for _ in range(2)]
    for ran in map(ended, both):
        assert ran.status == 0, ran.err
        assert f"20 of 20 shards; {COUNT} puzzles" in ran.err
    assert the_same(tmp_path / "job", whole)


@pytest.mark.thorough
def test_ctrl_c_ends_all_and_leaves_nothing_half_written(
    tmp_path: Path, whole: dict[str, bytes]
) -> None:
    path = written(tmp_path / "a.txt", COUNT)
    process = start(*wish(path, tmp_path / "job"))
    when_done(1, tmp_path / "job", process)
    process.send_signal(signal.SIGINT)
    ran = ended(process)
    assert ran.status in {130, 0}
    assert ran.status == 0 or "the same command continues" in ran.err
    assert set(outputs(tmp_path / "job").values()) <= set(whole.values())
    assert run_apart(*wish(path, tmp_path / "job")).status == 0
    assert the_same(tmp_path / "job", whole)


@pytest.mark.thorough
def test_a_full_disk_sets_shards_apart_until_there_is_place(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)  # so that the job's own file is short wherever that is
    written(Path("a.txt"), 60)
    written(Path("b.txt"), 2)
    job = ("convert", "a.txt", "b.txt", "--shard-size", "30", "-f", "json", "--job")
    limited = ["sh", "-c", 'ulimit -f 4; exec "$@"', "sh", *PROGRAM, *job, "job"]
    found = subprocess.run(limited, capture_output=True, text=True, check=False, timeout=120)
    assert found.returncode == 3, found.stderr
    assert "File too large" in found.stderr
    assert "1 of 3 shards; 2 puzzles" in found.stderr
    ran = run_apart(*job, tmp_path / "job")
    assert ran.status == 0, ran.err
    assert not list(tmp_path.glob("job/_job/*.failed.json"))
    assert run_apart(*job, tmp_path / "other").status == 0
    assert outputs(tmp_path / "job") == outputs(tmp_path / "other")


def ended(process: "subprocess.Popen[str]") -> Ran:
    out, err = process.communicate(timeout=120)
    return Ran(process.returncode, out, err)
