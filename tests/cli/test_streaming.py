"""Files of lines are answered while they are read, and the command ends when it should."""

import os
import signal
import subprocess
import time
from pathlib import Path

import pytest
from command_line import PROGRAM, refusal, run
from well_known import EASY, EASY_SOLVED

from cpsudoku.rows import source as block

pytest.importorskip("cpsudoku._native")

LONG_WITHOUT_SOLUTION = (
    ".....5.8....6.1.43..........1.5........1.6...3.......553.....61........4........."
)
"""No two givens clash; from Peter Norvig's "Solving Every Sudoku Puzzle" (2006), where it took the
longest by far."""


def piped(*arguments: str, **environment: str) -> "subprocess.Popen[bytes]":
    return subprocess.Popen(
        [*PROGRAM, *arguments],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        bufsize=0,
        env=os.environ | environment,
    )


def test_answers_to_what_has_come_do_not_wait_for_the_rest_of_the_input() -> None:
    with piped("solve", "-", "--quiet") as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(f"{EASY}\n".encode() * 300 + EASY[:40].encode())
        assert process.stdout.read(82) == f"{EASY_SOLVED}\n".encode()
        process.stdin.write(EASY[40:].encode())
        process.stdin.close()
        assert len(process.stdout.read()) == 300 * 82
    assert process.returncode == 0


@pytest.mark.thorough(but=1)
@pytest.mark.parametrize("unbuffered", ["", "1"])
def test_nothing_is_lost_in_a_pipe_that_is_read_slowly(unbuffered: str, tmp_path: Path) -> None:
    path = tmp_path / "many.txt"
    path.write_text(f"{EASY}\n" * 20_000)
    with piped("solve", str(path), PYTHONUNBUFFERED=unbuffered) as process:
        assert process.stdout is not None
        process.stdout.read(5)
        time.sleep(0.1)
        assert len(process.stdout.read()) == 20_000 * 82 - 5


def test_a_reader_who_has_seen_enough_is_no_failure(tmp_path: Path) -> None:
    path = tmp_path / "many.txt"
    path.write_text(f"{EASY}\n" * 20_000)
    with piped("check", str(path)) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdin.close()
        process.stdout.read(10)
        process.stdout.close()
        assert process.stderr.read() == b""
    assert process.returncode == 0


@pytest.mark.posix
def test_ctrl_c_ends_the_wait_for_more_input() -> None:
    with piped("check", "-", "--quiet") as process:
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdin.write(f"{EASY}\n".encode() * 300)
        process.stdout.read(5)
        process.send_signal(signal.SIGINT)
        begun = time.monotonic()
        assert b"interrupted" in process.stderr.read()
        assert time.monotonic() - begun < 20  # far less than forever, however busy the machine is
    assert process.returncode == 130


@pytest.mark.posix
def test_ctrl_c_ends_the_search_in_the_middle_of_a_file(tmp_path: Path) -> None:
    path = tmp_path / "hard.txt"
    path.write_text(f"{EASY}\n" * 60_000 + f"{LONG_WITHOUT_SOLUTION}\n" * 100_000)
    with piped("check", str(path), "--quiet") as process:
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdin.close()
        begun = process.stdout.read(5)
        process.send_signal(signal.SIGINT)
        answers = (begun + process.stdout.read()).decode()
        assert b"interrupted" in process.stderr.read()
    assert process.returncode == 130
    assert "".join(f"{path}:{n}: unique\n" for n in range(1, 60_001)).startswith(answers)


def test_a_full_disk_is_reported() -> None:
    full = Path("/dev/full")
    if not full.exists():
        pytest.skip("needs a device that is always full")
    with full.open("wb") as out:
        ran = subprocess.run(
            [*PROGRAM, "check", "-"],
            input=f"{EASY}\n".encode() * 500,
            stdout=out,
            stderr=subprocess.PIPE,
            check=False,
        )
    assert ran.returncode == 2
    assert b"No space left" in ran.stderr


def test_blocks_are_bounded_whatever_the_length_of_a_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(block, "SIZE", 1 << 15)
    path = tmp_path / "long_line.txt"
    path.write_text(f"{EASY}\n" * 250 + f"{EASY} {'x' * 50_000}\n{EASY}\n{EASY[:9]}\n")
    ran = run("check", path, "--skip-bad")
    assert [line.split(":")[1] for line in ran.lines] == [str(n) for n in range(1, 253)]
    assert f"{path}, line 253, column 1" in ran.err


def test_a_file_without_puzzles_is_an_error(tmp_path: Path) -> None:
    path = tmp_path / "empty.txt"
    path.write_text("# nothing\n\n")
    assert "no puzzle found" in refusal("check", path)


def test_a_binary_file_is_named(tmp_path: Path) -> None:
    path = tmp_path / "binary.txt"
    path.write_bytes(b"ab\0cd\n")
    assert f"{path}, line 1, column 3: the file is binary" in refusal("check", path)


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "utf-32"])
def test_a_byte_order_mark_is_understood(encoding: str, tmp_path: Path) -> None:
    path = tmp_path / "marked.txt"
    path.write_bytes(f"{EASY}\n{EASY}\n".encode(encoding))
    assert run("solve", path).lines == [EASY_SOLVED] * 2


def test_the_summary_counts_every_puzzle_once(tmp_path: Path) -> None:
    path = tmp_path / "mixed.txt"
    path.write_text(f"{EASY}\n{EASY[:60]}{'.' * 21}\n55{'.' * 79}\nbad\n{EASY[:2]}1{EASY[3:]}\n")
    ran = run("check", path, "--skip-bad")
    assert "4 puzzles: 1 unique, 1 multiple, 2 none; 1 bad row skipped" in ran.err
    assert ran.status == 1
