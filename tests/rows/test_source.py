"""A source yields the puzzles of files, pipes and arguments in blocks, in their order."""

import gzip
import io
import os
import sys
import threading
from pathlib import Path
from types import SimpleNamespace

import pytest
from well_known import CLASH, EASY, SEVENTEEN

from cpsudoku.errors import FormatError
from cpsudoku.ground.files import PART
from cpsudoku.rows import source as reading
from cpsudoku.rows.source import Source
from cpsudoku.rules import classic


def puzzles(source: Source) -> list[str]:
    return [str(record.puzzle) for record in source.records()]


def test_puzzles_of_files_folders_patterns_and_arguments_come_in_their_order(
    tmp_path: Path,
) -> None:
    for name, puzzle in (("b.txt", SEVENTEEN), ("a.csv", f"puzzle\n{EASY}"), (".h.txt", CLASH)):
        (tmp_path / name).write_text(f"{puzzle}\n")
    wanted = [EASY, SEVENTEEN]
    assert puzzles(Source([str(tmp_path)])) == wanted
    assert puzzles(Source([str(tmp_path / "*.txt")])) == [SEVENTEEN]
    assert puzzles(Source([CLASH, str(tmp_path / "a.csv")])) == [CLASH, EASY]


@pytest.mark.parametrize("text", [f"....\n{EASY}\n", f"{EASY}\n....\n", f"....\n.2.1\n{EASY}\n"])
def test_a_row_of_four_cells_in_a_file_is_no_puzzle_beside_others(
    text: str, tmp_path: Path
) -> None:
    path = tmp_path / "rows.txt"
    path.write_text(text)
    with pytest.raises(FormatError, match="a row of cells beside others"):
        puzzles(Source([str(path)]))
    assert puzzles(Source([str(path)], skip_bad=True)) == [EASY]


@pytest.mark.parametrize("label", ["", "a: "])
def test_a_row_of_four_cells_is_no_puzzle_below_a_megabyte_of_others(
    label: str, tmp_path: Path
) -> None:
    path = tmp_path / "rows.txt"
    count, left = divmod(PART, len(EASY) + 1)
    last = label + EASY.ljust(len(EASY) + left - len(label))
    path.write_text(f"{EASY}\n" * (count - 1) + last + "\n....\n")
    assert path.stat().st_size == PART + len("....\n")
    with pytest.raises(FormatError, match="a row of cells beside others"):
        puzzles(Source([str(path)]))


@pytest.mark.compiled
def test_lines_of_classic_puzzles_are_one_block_of_digits(tmp_path: Path) -> None:
    path = tmp_path / "many.txt"
    path.write_text(f"{EASY}\n" * 300)
    (block,) = Source([str(path)])
    assert (len(block), block.records, block.own) == (300, {}, None)
    assert block.line(299) == 300
    assert bytes(block.digits[:9]) == bytes(map(int, EASY[:9].replace(".", "0")))


def test_rules_that_are_named_hold_for_every_line(tmp_path: Path) -> None:
    path = tmp_path / "many.txt"
    path.write_text(f"{EASY}\n" * 3)
    (block,) = Source([str(path)], rules="9+diagonals")
    assert len(block.others) == 3
    assert all(puzzle.rules != classic() for puzzle in block.others.values())


def test_rules_in_a_comment_hold_for_the_puzzles_after_it(tmp_path: Path) -> None:
    path = tmp_path / "rules.txt"
    path.write_text(f"{EASY}\n# rules: 9+diagonals\n" + f"{EASY}\n" * 5)
    first, others = Source([str(path)])
    assert (len(first), first.others) == (1, {})
    assert len(others.others) == 5
    assert [others.line(row) for row in range(5)] == [3, 4, 5, 6, 7]


def test_packed_files_and_pipes_are_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    class Pipe(io.BytesIO):
        def seekable(self) -> bool:
            return False

        def seek(self, *_: object) -> int:
            raise io.UnsupportedOperation

    data = gzip.compress(f"{EASY}\n{SEVENTEEN}\n".encode())
    (tmp_path / "puzzles.txt.gz").write_bytes(data)
    assert puzzles(Source([str(tmp_path / "puzzles.txt.gz")])) == [EASY, SEVENTEEN]
    monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=Pipe(data)))
    assert puzzles(Source(["-"])) == [EASY, SEVENTEEN]


def test_a_look_ahead_for_one_puzzle_loses_none(tmp_path: Path) -> None:
    path = tmp_path / "two.txt"
    path.write_text(f"{EASY}\n{SEVENTEEN}\n")
    for arguments, is_one in (([EASY], True), ([EASY, CLASH], False), ([str(path)], False)):
        source = Source(arguments)
        assert source.is_one() == is_one
        assert puzzles(source)[0] == EASY


def test_several_puzzles_are_refused_where_one_is_wanted(tmp_path: Path) -> None:
    path = tmp_path / "two.txt"
    path.write_text(f"{EASY}\n{SEVENTEEN}\n")
    assert str(Source([EASY]).only().puzzle) == EASY
    for arguments in ([EASY, CLASH], [str(path)]):
        with pytest.raises(FormatError, match="several puzzles; expected one: for a test"):
            Source(arguments).only("for a test")


def test_bad_lines_are_reported_with_their_place_or_passed_over(tmp_path: Path) -> None:
    path = tmp_path / "bad.txt"
    path.write_text(f"{EASY}\nnonsense\n{EASY}\n")
    blocks = iter(Source([str(path)]))
    assert len(next(blocks)) == 1  # what stands before is not lost
    with pytest.raises(FormatError) as caught:
        next(blocks)
    assert (caught.value.source, caught.value.line) == (str(path), 2)
    said: list[str] = []
    skipping = Source([str(path)], skip_bad=True, say=said.append)
    assert (len(puzzles(skipping)), skipping.bad) == (2, 1)
    assert said[0].startswith(f"skipped: {path}, line 2")


def test_of_many_bad_lines_the_first_are_named_and_all_are_counted(tmp_path: Path) -> None:
    path = tmp_path / "bad.txt"
    path.write_text(f"{EASY}\n" + f"{EASY}1\n" * 30)
    said: list[str] = []
    source = Source([str(path)], skip_bad=True, say=said.append)
    assert puzzles(source) == [EASY]
    assert (source.bad, len(said)) == (30, reading.SHOWN_BAD + 1)


@pytest.mark.parametrize("nothing", ["", "\n\n", "# a comment\n"])
def test_a_file_without_a_puzzle_is_an_error(nothing: str, tmp_path: Path) -> None:
    path = tmp_path / "empty.txt"
    path.write_text(nothing)
    with pytest.raises(FormatError, match="no puzzle found"):
        list(Source([str(path)]))


def test_what_is_not_understood_is_reported_or_refused(tmp_path: Path) -> None:
    from cpsudoku.formats.base import Record
    from cpsudoku.puzzle import Puzzle

    record = Record(Puzzle.empty(classic()), "x", 1, ignored=("a red line",))
    said: list[str] = []
    Source([], say=said.append)._report_ignored(record)
    assert said == ["x:1: not understood: a red line"]
    with pytest.raises(FormatError, match="not understood: a red line"):
        Source([], strict=True)._report_ignored(record)


@pytest.mark.parametrize("packed", [False, True])
def test_the_number_of_puzzles_is_judged_by_what_of_the_files_is_read(
    tmp_path: Path, packed: bool
) -> None:
    paths = [tmp_path / f"{name}.txt" for name in "ab"]
    for path in paths:
        path.write_bytes((gzip.compress if packed else bytes)(f"{EASY}\n".encode() * 30_000))
    source = Source([*map(str, paths)])
    totals = [source.total, *(source.total for _ in source), source.total]
    assert (totals[0], totals[-1]) == (None, 60_000)
    assert packed or totals[1:] == pytest.approx([60_000] * (len(totals) - 1), rel=0.02)


def test_the_number_of_puzzles_is_not_judged_where_some_are_not_in_files(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text(f"{EASY}\n")
    source = Source([str(tmp_path / "a.txt"), SEVENTEEN])
    assert len(puzzles(source)) == 2
    assert source.total is None


@pytest.mark.posix
def test_a_pipe_that_has_a_name_is_read_without_a_number_of_puzzles(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    writing = threading.Thread(target=pipe.write_text, args=(f"{EASY}\n",))
    writing.start()
    source = Source([str(pipe)])
    assert puzzles(source) == [EASY]
    writing.join()
    assert source.total is None
