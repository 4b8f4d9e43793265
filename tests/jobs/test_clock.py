"""The clock jumps by hours while a job runs: the bytes are those of a run with a right one."""

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest
from command_line import run_apart, start
from job_folders import outputs, written

pytestmark = [pytest.mark.posix]

CLOCK = Path(__file__).parents[2] / "benchmarks" / "jumping_clock"
COUNT, SHARD = 60, 6
YEARS = 100 * 10**9 * 31_536_000


@pytest.fixture
def jumping(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the clock jump in all processes that are started."""
    paths = [str(CLOCK), *filter(None, [os.environ.get("PYTHONPATH")])]
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join(paths))
    monkeypatch.setenv("JUMPING_CLOCK", "1e-5")  # almost each time it is asked


@pytest.mark.usefixtures("jumping")
def test_the_clock_of_processes_jumps() -> None:
    program = "import time\nfor _ in range(9): print(time.time()); time.sleep(.01)"
    said = subprocess.run([sys.executable, "-c", program], capture_output=True, check=True)
    moments = [float(line) - time.time() for line in said.stdout.split()]
    assert all(abs(one) > 1800 for one in moments)
    assert len({round(one, -2) for one in moments}) > 1


@pytest.mark.thorough
def test_a_job_does_not_ask_what_time_it_is(tmp_path: Path, request: pytest.FixtureRequest) -> None:
    """Neither for limits, here less than a jump, nor for what is done: files from other years."""
    path = written(tmp_path / "a.txt", COUNT)

    def wish(folder: str) -> tuple[str | Path, ...]:
        job = ("--job", tmp_path / folder, "--shard-size", str(SHARD), "-j", "2")
        return ("candidates", path, "--timeout", "1800", *job)

    assert run_apart(*wish("right")).status == 0
    request.getfixturevalue("jumping")
    process = start(*wish("job"))
    deadline = time.monotonic() + 60
    while process.poll() is None and len(list(tmp_path.glob("job/_job/*-*.json"))) < 3:
        assert time.monotonic() < deadline
        time.sleep(0.01)
    process.kill()
    process.communicate()
    for number, file in enumerate([path, *tmp_path.glob("job/**/*.*")]):
        os.utime(file, ns=(0, (number % 2) * YEARS))
    ran = run_apart(*wish("job"))
    assert ran.status == 0, ran.err
    assert f"10 of 10 shards; {COUNT} puzzles" in ran.err
    assert list(outputs(tmp_path / "job").values()) == list(outputs(tmp_path / "right").values())
