"""Output files appear whole or not at all."""

import os
import re
import stat
from pathlib import Path

import pytest
from command_line import refusal, run, run_at_terminal
from well_known import EASY, EASY_SOLVED

from cpsudoku.rows.output import destination, harmless


def test_a_finished_file_has_all_and_nothing_else_is_left(tmp_path: Path) -> None:
    target = tmp_path / "solved.txt"
    assert run("solve", EASY, "--output", target).status == 0
    assert target.read_text(encoding="utf-8") == f"{EASY_SOLVED}\n"
    assert list(tmp_path.iterdir()) == [target]


def test_a_failure_leaves_no_file(tmp_path: Path) -> None:
    target = tmp_path / "solved.txt"
    assert run("solve", EASY, EASY[:-1], "--output", target).status == 2
    assert list(tmp_path.iterdir()) == []


def test_a_failure_leaves_the_old_file_as_it_was(tmp_path: Path) -> None:
    target = tmp_path / "solved.txt"
    target.write_text("old", encoding="utf-8")
    assert run("solve", EASY, EASY[:-1], "--output", target).status == 2
    assert target.read_text(encoding="utf-8") == "old"


def test_nobody_sees_an_unfinished_file(tmp_path: Path) -> None:
    target = tmp_path / "out.txt"
    with destination(target) as out:
        out.write("half")
        out.flush()
        assert not target.exists()
    assert target.read_text(encoding="utf-8") == "half"


@pytest.mark.posix
def test_permissions_are_those_of_the_old_file_or_of_any_new_one(tmp_path: Path) -> None:
    old, new, other = tmp_path / "old.txt", tmp_path / "new.txt", tmp_path / "other.txt"
    old.touch()
    old.chmod(0o640)
    other.touch()
    for path in (old, new):
        with destination(path) as out:
            out.write("x")
    assert stat.S_IMODE(old.stat().st_mode) == 0o640
    assert new.stat().st_mode == other.stat().st_mode


@pytest.mark.posix
def test_a_link_still_leads_to_the_file_it_led_to(tmp_path: Path) -> None:
    real, link = tmp_path / "real.txt", tmp_path / "link.txt"
    link.symlink_to(real)
    with destination(link) as out:
        out.write("x")
    assert link.is_symlink()
    assert real.read_text(encoding="utf-8") == "x"


def test_a_device_is_written_to_and_stays(tmp_path: Path) -> None:
    with destination(Path(os.devnull)) as out:
        out.write("x")
    assert Path(os.devnull).is_char_device()


def test_a_directory_that_is_not_there_is_reported(tmp_path: Path) -> None:
    target = tmp_path / "none" / "solved.txt"
    wrong = run("solve", EASY, "--output", target)
    assert wrong.status == 2
    assert wrong.err == f"cpsudoku: {target}: No such file or directory\n"


def test_a_dash_is_standard_output() -> None:
    assert run("solve", EASY, "--output", "-").out == f"{EASY_SOLVED}\n"


@pytest.mark.parametrize("ending", ["csv", "json", "jsonl"])
def test_the_ending_chooses_a_notation_with_puzzle_and_solution(
    ending: str, tmp_path: Path
) -> None:
    target = tmp_path / f"solved.{ending}"
    assert run("solve", EASY, "--output", target).status == 0
    assert EASY_SOLVED in target.read_text(encoding="utf-8")
    assert run("convert", target).out == f"{EASY}\n"


ESCAPES = "\x1b[31mred\x1b]0;title\x07\x9b2J"


@pytest.mark.posix
def test_a_terminal_obeys_nothing_of_a_file(tmp_path: Path) -> None:
    line, table, odd = (tmp_path / name for name in ("a.txt", "b.csv", f"{ESCAPES}.txt"))
    line.write_text(f"{EASY} # {ESCAPES}\n", encoding="utf-8")
    table.write_text(f"puz{ESCAPES},note\n{EASY},1\n", encoding="utf-8")
    odd.write_text(f"{EASY}\n")
    shown = run_at_terminal("convert", "-f", "line", line)
    refused = run_at_terminal("check", table)
    missing = run_at_terminal("check", odd, tmp_path / f"none{ESCAPES}")
    table_shown = run_at_terminal("check", line, "-f", "csv")
    for said in (shown, refused, missing, table_shown):
        assert not re.search("\x1b(?!\\[[01]m)|\x07|\x9b", said.out + said.err)
    assert f"{EASY} # \\x1b[31mred" in shown.out
    assert "puz\\x1b[31mred" in refused.err
    assert "none\\x1b[31mred" in missing.err


def test_what_is_no_terminal_gets_data_as_they_are(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_text(f"{EASY} # {ESCAPES}\n", encoding="utf-8")
    assert run("convert", "-f", "line", path).out == f"{EASY} # {ESCAPES}\n"


def test_what_is_bold_by_our_own_stays_so() -> None:
    assert harmless("\x1b[1m5\x1b[0m\t\n") == "\x1b[1m5\x1b[0m\t\n"
    assert harmless("\x1b[2J\r\x7f") == "\\x1b[2J\\x0d\\x7f"


@pytest.mark.parametrize(
    "command", ["solve", "convert", "canon", pytest.param("dedupe", marks=pytest.mark.compiled)]
)
def test_a_file_of_nothing_but_bad_rows_leaves_the_old_output(command: str, tmp_path: Path) -> None:
    table, old = tmp_path / "a.csv", tmp_path / "old.csv"
    table.write_text("id,puzzle\n1,x\n")
    old.write_text("old")
    assert "no puzzle" in refusal(command, table, "--skip-bad", "-o", old)
    assert old.read_text() == "old"


def test_rejects_are_a_table_in_a_file_of_their_own(tmp_path: Path) -> None:
    lines, out, link = tmp_path / "a.txt", tmp_path / "out.txt", tmp_path / "link"
    lines.write_text(f"{EASY}\nx\n")
    link.symlink_to(lines)
    for rejects in (lines, link, out):
        said = refusal("solve", lines, "-o", out, "--rejects", rejects)
        assert f"--rejects {rejects}: an input or the output" in said
    assert ".jsonl files are not written here; expected .csv" in refusal(
        "solve", lines, "--rejects", tmp_path / "a.jsonl"
    )
    assert lines.read_text() == f"{EASY}\nx\n" and not out.exists()
