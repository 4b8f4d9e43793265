"""Puzzles out of arguments."""

from pathlib import Path

import pytest
from command_line import run
from well_known import EASY

from cpsudoku import FormatError
from cpsudoku.cli.reading import Reader, only


def test_a_file_with_several_puzzles_where_one_is_wanted_is_refused_and_closed(
    tmp_path: Path,
) -> None:
    path = tmp_path / "three.txt"
    path.write_text(f"{EASY}\n" * 3)
    reader = Reader([str(path)])
    with pytest.raises(FormatError, match="several puzzles; expected one"):
        only(reader)
    assert next(reader, None) is None


def test_looking_ahead_loses_no_puzzle() -> None:
    reader = Reader([EASY, "." * 16])
    assert not reader.has_just_one()
    assert [record.puzzle.rules.size for record in reader] == [9, 4]


LONG = "/".join(["nowhere", "x" * 150, "puzzles.txt"])


@pytest.mark.parametrize(
    "name", ["k", "k.txt", "./1.sdm", LONG, "my file.csv", "C:\\x\\y.txt", "123456.parquet"]
)
@pytest.mark.parametrize(
    "command",
    [
        ["solve"], ["check", "--skip-bad"], ["show"], ["same", EASY], ["rate"], ["backends"],
        ["play", "--no-browser"], ["show", EASY, "--givens"],
    ],
    ids=" ".join,
)  # fmt: skip
def test_a_file_that_is_not_there_is_missing_by_its_whole_name(
    command: list[str], name: str
) -> None:
    wrong = run(*command, name)
    assert wrong.status == 2
    assert wrong.err == f"cpsudoku: {name}: No such file or directory\n"


@pytest.mark.parametrize("text", ["53..7", '{"a": "x/y.txt"}', "fpuzAB/C.txt"])
def test_what_is_meant_as_a_puzzle_is_not_taken_for_a_name(text: str) -> None:
    wrong = run("solve", text)
    assert wrong.status == 2
    assert "is not a file, and not a puzzle" in wrong.err


def test_a_layout_that_is_not_there_is_missing(tmp_path: Path) -> None:
    for name in (tmp_path / "layout.txt", "layout.txt"):
        wrong = run("solve", EASY, "--rules", f"jigsaw:{name}")
        assert (wrong.status, wrong.err) == (2, f"cpsudoku: {name}: No such file or directory\n")
    (tmp_path / "layout.txt").write_bytes(b"\xff\xfe\xff")
    wrong = run("solve", EASY, "--rules", f"jigsaw:{tmp_path / 'layout.txt'}")
    assert (wrong.status, "layout.txt" in wrong.err) == (2, True)
