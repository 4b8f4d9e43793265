"""Signals: nothing hangs, workers end, unfinished files go, and the status says which it was."""

import os
import signal
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path

import pytest
from command_line import PROGRAM, run, wait_until_begun
from well_known import EASY, ENDLESS

from cpsudoku.cli import generating

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")


@pytest.fixture
def many(tmp_path: Path) -> Path:
    """A file that takes one process of the SAT solver a while."""
    path = tmp_path / "many.txt"
    path.write_text(f"{EASY}\n" * 4000)
    return path


def begin(*arguments: str | Path) -> "subprocess.Popen[str]":
    """Start a command as the first of a group of processes."""
    return subprocess.Popen(
        [*PROGRAM, *map(str, arguments)],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )


def group_of(leader: int) -> list[int]:
    """The living processes of a group."""
    found = []
    for path in Path("/proc").iterdir():
        if path.name.isdigit():
            try:
                fields = (path / "stat").read_text().rpartition(")")[2].split()
            except OSError:
                continue
            if int(fields[2]) == leader and fields[0] != "Z":
                found.append(int(path.name))
    return found


def wait_until_it_answers(process: "subprocess.Popen[str]") -> None:
    assert process.stdout is not None
    assert process.stdout.readline()


def assert_all_end(leader: int) -> None:
    end = time.monotonic() + 60
    while group_of(leader):
        assert time.monotonic() < end, group_of(leader)
        time.sleep(0.02)


ENDINGS = [("SIGINT", 130), ("SIGTERM", 143), ("SIGHUP", 129)]  # not every system has SIGHUP


@pytest.mark.thorough(but=2)
@pytest.mark.parametrize(("name", "status"), ENDINGS)
@pytest.mark.parametrize("backend", ["sat", "race:sat,dlx"])
def test_a_signal_ends_the_program_and_its_workers(
    many: Path, name: str, status: int, backend: str
) -> None:
    if signal.getsignal(getattr(signal, name)) == signal.SIG_IGN:
        pytest.skip("the tests were begun with the signal ignored, as by nohup, and so would this")
    process = begin("solve", many, "-b", backend, "-j", "2")
    wait_until_it_answers(process)
    process.send_signal(getattr(signal, name))
    _, err = process.communicate(timeout=60)
    assert process.returncode == status
    assert "Traceback" not in err
    assert_all_end(process.pid)


def test_workers_end_with_a_program_that_is_killed(many: Path) -> None:
    process = begin("solve", many, "-b", "sat", "-j", "2")
    wait_until_it_answers(process)
    process.kill()
    process.communicate(timeout=60)
    assert_all_end(process.pid)


@pytest.mark.thorough(but=1)
@pytest.mark.parametrize("tries", range(5))
def test_workers_end_when_the_reader_goes_away(many: Path, tries: int) -> None:
    process = begin("solve", many, "-b", "sat", "-j", "2")
    assert process.stdout is not None
    for _ in range(1 + 20 * tries):
        process.stdout.readline()
    with process:
        process.stdout.close()
        assert process.wait(timeout=60) == 0
    assert_all_end(process.pid)


@pytest.mark.thorough(but=1)
@pytest.mark.parametrize("before", [0, 1, 70, 500])
def test_workers_end_at_a_bad_line(tmp_path: Path, before: int) -> None:
    path = tmp_path / "bad.txt"
    path.write_text(f"{EASY}\n" * before + "bad\n" + f"{EASY}\n" * 4000)
    process = begin("solve", path, "-b", "sat", "-j", "2")
    _, err = process.communicate(timeout=60)
    assert process.returncode == 2
    assert f"line {before + 1}" in err
    assert_all_end(process.pid)


def has_open(process: "subprocess.Popen[str]", folder: Path) -> bool:
    """Whether a process has a file of a folder open, be it one without a name."""
    for link in Path(f"/proc/{process.pid}/fd").iterdir():
        with suppress(FileNotFoundError):
            if str(link.readlink()).startswith(f"{folder}/"):
                return True
    return False


@pytest.mark.skipif(not hasattr(os, "O_TMPFILE"), reason="no files without a name")
@pytest.mark.parametrize(("name", "status"), [("SIGTERM", 143), ("SIGKILL", -9)])
def test_an_unfinished_file_goes_when_the_program_is_ended(
    many: Path, tmp_path: Path, name: str, status: int
) -> None:
    out = tmp_path / "out"
    out.mkdir()
    process = begin("solve", many, "-b", "sat", "-o", out / "solved.txt")
    while not has_open(process, out):
        assert process.poll() is None
        time.sleep(0.01)
    process.send_signal(getattr(signal, name))
    process.communicate(timeout=60)
    assert process.returncode == status
    assert list(out.iterdir()) == []


def test_a_signal_that_is_ignored_from_the_start_stays_so() -> None:
    program = (
        "import os, signal, sys\n"
        "signal.signal(signal.SIGHUP, signal.SIG_IGN)\n"
        "print('ignored', flush=True)\n"
        f"os.execv(sys.executable, {[*PROGRAM, 'count', ENDLESS, '--timeout', '1']!r})\n"
    )
    process = subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, text=True)
    wait_until_begun(process)
    process.send_signal(signal.SIGHUP)
    process.communicate(timeout=60)
    assert process.returncode == 3


IN_A_FINALIZER = """
        thing = Thing()
        weakref.finalize(thing, lose, None)
        print("begun", flush=True)
        del thing
"""
IN_A_CLASS = """
        Thing.__set_name__ = lambda *_: lose(None)
        print("begun", flush=True)
        class Owner: thing = Thing()
"""
LOSING = """
import os, signal, sys, weakref
from cpsudoku.cli.surroundings import leaving_cleanly
class Thing: pass
def lose(_):
    os.kill(os.getpid(), signal.{name})
    for _ in range(1000): pass
try:
    with leaving_cleanly():{place}
        while True: pass
except KeyboardInterrupt:
    sys.exit(130)
"""


@pytest.mark.parametrize(("name", "status"), [("SIGINT", 130), ("SIGTERM", 143)])
@pytest.mark.parametrize("place", [IN_A_FINALIZER, IN_A_CLASS])
def test_an_interruption_where_python_would_catch_it_is_not_lost(
    name: str, status: int, place: str
) -> None:
    done = subprocess.run(
        [sys.executable, "-c", LOSING.format(name=name, place=place)],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
        env=os.environ | {"PYTHONWARNINGS": "ignore"},
    )
    assert done.stdout == "begun\n"
    assert "Exception ignored" not in done.stderr
    assert done.returncode == status


def test_threads_that_compute_are_not_waited_for_after_a_signal() -> None:
    program = (
        "import signal, threading, time\n"
        "from cpsudoku.cli import application\n"
        "from cpsudoku.cli.commands import techniques\n"
        "def command() -> None:\n"
        "    threading.Thread(target=time.sleep, args=(600,)).start()\n"
        "    print('begun', flush=True)\n"
        "    time.sleep(600)\n"
        "techniques.command.callback = lambda **given: command()\n"
        "application.run()\n"
    )
    process = subprocess.Popen(
        [sys.executable, "-c", program, "techniques"],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    )  # fmt: skip
    assert process.stdout is not None
    assert process.stdout.readline() == "begun\n"
    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=60)
    assert (process.returncode, err) == (130, "cpsudoku: interrupted\n")


@pytest.mark.compiled
def test_puzzles_that_are_kept_are_counted_where_making_them_is_interrupted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(*given: object) -> None:
        raise KeyboardInterrupt

    path = tmp_path / "made.txt"
    with monkeypatch.context() as patch:
        patch.setattr(generating.GeneratingRun, "_write", interrupted)
        stopped = run("generate", "-n", "2", "-r", "4", "-o", path)
    assert stopped.status == 130
    assert "0 of 2 are kept; the same command continues from there" in stopped.err
    assert run("generate", "-n", "2", "-r", "4", "-o", path).status == 0
