"""The notation that CONTRIBUTING.md adds, built as a package of somebody else."""

from pathlib import Path

import pytest
from command_line import run
from plugging import blocks

from cpsudoku.formats import base

ROWS = "1.../..2./..../...3"


@pytest.fixture(autouse=True)
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    [code] = blocks("Adding a notation", "python")
    (tmp_path / "cpsudoku_slashes.py").write_text(code, encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(base, "_PLACES", dict(base._PLACES))
    base.register("slashes", "cpsudoku_slashes:NOTATION")


def test_commands_write_and_read_it() -> None:
    written = run("convert", ROWS.replace("/", ""), "--format", "slashes")
    assert (written.status, written.lines) == (0, [ROWS])
    read = run("convert", "-", "--from", "slashes", text=written.out)
    assert read.lines == [ROWS.replace("/", "")]


def test_unusual_rules_survive() -> None:
    written = run("convert", "-r", "4+diagonals", "." * 16, "--format", "slashes").out
    assert written == "# rules: 4+diagonals\n..../..../..../....\n"
    assert run("convert", "-", "--from", "slashes", text=written).lines[0] == "# rules: 4+diagonals"


def test_what_is_no_puzzle_is_named_with_its_line() -> None:
    wrong = run("convert", "-", "--from", "slashes", text=f"{ROWS}\n1../2x\n")
    assert wrong.status == 2
    assert "line 2, column 1" in wrong.err


def test_pencil_marks_are_refused() -> None:
    marked = '{"candidates": [[1, 2]' + ", [1, 2, 3, 4]" * 15 + "]}"
    refused = run("convert", "-", "--format", "slashes", text=marked)
    assert refused.status == 2
    assert "pencil marks" in refused.err
