"""`cpsudoku convert`."""

from pathlib import Path

import pytest
from command_line import refusal, run
from well_known import EASY, EASY_SOLVED

from cpsudoku import formats


@pytest.mark.parametrize("name", formats.names())
def test_a_puzzle_comes_back_from_every_notation(name: str) -> None:
    written = run("convert", "--format", name, EASY)
    assert written.status == 0
    assert run("convert", "-", text=written.out).out == f"{EASY}\n"
    assert run("convert", "--from", name, "-", text=written.out).out == f"{EASY}\n"


@pytest.mark.parametrize(
    ("ending", "start"), [("csv", "puzzle"), ("json", "{"), ("sdk", "5"), ("txt", EASY)]
)
def test_the_ending_of_the_output_file_chooses_the_notation(
    ending: str, start: str, tmp_path: Path
) -> None:
    path = tmp_path / f"puzzle.{ending}"
    assert run("convert", EASY, "-o", path).status == 0
    written = path.read_text(encoding="utf-8")
    assert written.lstrip("[\n ").startswith(start)
    assert formats.parse(written) == formats.parse(EASY)


def test_solutions_go_along(tmp_path: Path) -> None:
    path = tmp_path / "solved.csv"
    assert run("solve", EASY, "-o", path).status == 0
    assert EASY_SOLVED in run("convert", "--format", "jsonl", path).out


def test_pencil_marks_are_only_lost_when_asked_for() -> None:
    marks = run("convert", "--format", "pencil", "--rules", "4", "1...............").out
    without = marks.replace("1234", "0234", 1) if "1234" in marks else marks
    assert without != marks
    assert "pencil marks" in refusal("convert", "-", text=without)
    assert run("convert", "--lossy", "-", text=without).out == "1...............\n"


def test_bad_puzzles_are_skipped_and_counted() -> None:
    done = run("convert", "--skip-bad", "-", text=f"{EASY}\nnothing\n{EASY}\n")
    assert done.status == 0
    assert done.lines == [EASY, EASY]
    assert "cpsudoku: 2 puzzles; 1 bad row skipped\n" in done.err


@pytest.mark.parametrize("ending", ["zip", "png", "tsv", "arrows", "csv.Z"])
@pytest.mark.parametrize(
    "command", ["solve", "convert", "shuffle", pytest.param("dedupe", marks=pytest.mark.compiled)]
)
def test_files_that_are_no_text_are_refused(command: str, ending: str, tmp_path: Path) -> None:
    assert f".{ending.lower().rpartition('.')[2]} files are not written here" in refusal(
        command, EASY, "-o", tmp_path / f"puzzle.{ending}"
    )
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("command", ["shuffle", pytest.param("dedupe", marks=pytest.mark.compiled)])
def test_every_writer_of_puzzles_minds_the_ending(command: str, tmp_path: Path) -> None:
    path = tmp_path / "puzzle.jsonl"
    assert run(command, EASY, "-o", path).status == 0
    assert path.read_text().startswith('{"puzzle"')


@pytest.mark.parametrize(
    "command",
    [
        *("convert", "shuffle", "solve", "check"),
        *(pytest.param(command, marks=pytest.mark.compiled) for command in ("canon", "dedupe")),
    ],
)
def test_what_was_skipped_is_counted_even_quietly_where_not_all_of_it_was_shown(
    command: str,
) -> None:
    done = run(command, "-q", "--skip-bad", "-", text=f"{EASY}\n" + "1234\n123\n" * 15)
    assert done.status == 0
    assert done.err.splitlines()[-1].endswith("cpsudoku: 30 bad rows skipped")
    few = run(command, "-q", "--skip-bad", "-", text=f"{EASY}\n123\n")
    assert "1 bad row skipped" not in few.err


@pytest.mark.parametrize(
    ("lines", "header"),
    [
        (f"{EASY}\n", "puzzle,solution"),
        (f"{EASY} # mine\n", "puzzle,solution,comment"),
        (f"# rules: 4+diagonals\n{'.' * 16}\n", "puzzle,solution,rules"),
    ],
)
def test_a_table_of_lines_has_a_column_for_solutions(lines: str, header: str) -> None:
    assert run("convert", "-f", "csv", "-", text=lines).out.startswith(f"{header}\n")
