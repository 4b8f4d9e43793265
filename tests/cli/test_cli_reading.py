"""Puzzles out of arguments."""

import csv
import gzip
import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from command_line import refusal, run, run_apart
from well_known import EASY

from cpsudoku.cli import registry
from cpsudoku.rows.source import Source, files_of

LONG = "/".join(["nowhere", "x" * 150, "puzzles.txt"])


@pytest.mark.parametrize(
    "name", ["k", "k.txt", "./1.sdm", LONG, "my file.csv", "C:\\x\\y.txt", "123456.parquet"]
)
@pytest.mark.parametrize("command", [["solve"], ["check", "--skip-bad"], ["play", "--no-browser"]],
                         ids=" ".join)  # fmt: skip
def test_a_file_that_is_not_there_is_missing_by_its_whole_name(
    command: list[str], name: str
) -> None:
    wrong = run(*command, name)
    assert wrong.status == 2
    assert wrong.err == f"cpsudoku: {name}: No such file or directory\n"


NEEDED = {
    "book": ["-o", "x.pdf"], "convert": ["-f", "line"], "decode": ["--to", "dimacs"],
    "export": ["--to", "dimacs"], "play": ["--no-browser"], "prove": ["-o", "x"],
}  # fmt: skip
"""What commands do not do without, beside their arguments."""


def readable() -> Iterator[list[str | None]]:
    """All that can be a puzzle or the name of a file, as command lines with None in its place."""
    for name in registry.HELP:
        # Rules; an action and its files; a topic; a folder to write; a name.
        if name in {"atlas", "dataset", "help", "site", "techniques"}:
            continue
        command = registry.command_of(name)
        before = [name, *NEEDED.get(name, ())]
        arguments = [one for one in command.params if one.param_type_name == "argument"]
        for one in arguments:
            yield before + [None if one is other else EASY for other in arguments]
        for option in command.params:
            metavar, needs = option.metavar, [EASY] * len(arguments)
            if metavar in {"PUZZLE", "CELLS"} and option not in arguments:
                yield [*before, *(["."] if name == "verify" else needs), option.opts[0], None]


@pytest.mark.parametrize(
    "command",
    list(readable()),
    ids=lambda one: " ".join(word or "MISSING" for word in one if word != EASY),
)
def test_whatever_can_name_a_file_says_that_it_is_missing(
    command: list[str | None], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    wrong = run(*(word or "none/such.txt" for word in command))
    assert wrong.err == "cpsudoku: none/such.txt: No such file or directory\n"
    assert wrong.status == 2


@pytest.mark.compiled
@pytest.mark.parametrize(
    "command", [["generate", "--clues", "81", "--givens"], ["grids", "--first"]], ids=" ".join
)
def test_what_is_to_be_in_a_grid_may_stand_in_a_file(command: list[str], tmp_path: Path) -> None:
    path = tmp_path / "given.txt"
    path.write_text(EASY)
    made = run_apart(*command, str(path))
    assert made.lines == run("solve", EASY).lines


@pytest.mark.parametrize("text", ["53..7", '{"a": "x/y.txt"}', "fpuzAB/C.txt"])
def test_what_is_meant_as_a_puzzle_is_not_taken_for_a_name(text: str) -> None:
    assert "is not a file, and not a puzzle" in refusal("solve", text)


def test_a_layout_that_is_not_there_is_missing(tmp_path: Path) -> None:
    for name in (tmp_path / "layout.txt", "layout.txt"):
        wrong = run("solve", EASY, "--rules", f"jigsaw:{name}")
        assert (wrong.status, wrong.err) == (2, f"cpsudoku: {name}: No such file or directory\n")
    (tmp_path / "layout.txt").write_bytes(b"\xff\xfe\xff")
    assert "layout.txt" in refusal("solve", EASY, "--rules", f"jigsaw:{tmp_path / 'layout.txt'}")


def test_folders_and_patterns_stand_for_their_files_in_order(tmp_path: Path) -> None:
    for name in ("b.txt", "a.sdm.gz", ".hidden.txt", "README.md"):
        text = f"{EASY}\n".encode()
        (tmp_path / name).write_bytes(gzip.compress(text) if name.endswith(".gz") else text)
    (tmp_path / "inner").mkdir()
    wanted = [str(tmp_path / name) for name in ("a.sdm.gz", "b.txt")]
    assert [record.source for record in Source([str(tmp_path)]).records()] == wanted
    assert run("check", tmp_path).out.splitlines() == [f"{name}:1: unique" for name in wanted]
    assert files_of([str(tmp_path / "[ab]*"), EASY]) == [*wanted, EASY]
    assert files_of([str(tmp_path / "*.md")]) == [str(tmp_path / "README.md")]


def test_a_folder_and_a_pattern_without_a_file_are_errors(tmp_path: Path) -> None:
    (tmp_path / "README.md").write_text("words")
    for command in ("check", "convert", "show"):
        assert f"{tmp_path}: a folder without a file of puzzles; expected names that" in refusal(
            command, tmp_path
        )
        wrong = run(command, tmp_path / "*.csv")
        assert wrong.err == f"cpsudoku: {tmp_path}/*.csv: No such file or directory\n"


def test_signs_of_patterns_are_blanks_in_a_puzzle_and_letters_in_a_name(tmp_path: Path) -> None:
    assert files_of([EASY.replace(".", "*"), "1?*4" * 4]) == [EASY.replace(".", "*"), "1?*4" * 4]
    (tmp_path / "a[1].txt").write_text(f"{EASY}\n")
    assert files_of([str(tmp_path / "a[1].txt")]) == [str(tmp_path / "a[1].txt")]


LINK = json.dumps({"size": 4, "grid": [[{"given": True, "value": 1}, {}, {}, {}], *[[{}] * 4] * 3],
                   "nosuchclue": [{"cells": ["R1C1"]}]})  # fmt: skip


@pytest.mark.parametrize("lines", [1, 300])
@pytest.mark.parametrize("command", ["convert", "check", "solve", "rate"])
def test_what_is_not_understood_is_said_or_refused_of_short_and_long_files(
    command: str, lines: int, tmp_path: Path
) -> None:
    path = tmp_path / "links.jsonl"
    path.write_text(f"{LINK}\n" * lines)
    said = f"{path}:{lines}: not understood: 'nosuchclue'"
    if command == "convert":
        assert said in run(command, path).err
    assert "line 1: not understood: 'nosuchclue'" in refusal(command, path, "--strict")


BAD = "id,puzzle\n1,12..............\n2,1x\n3\n4,................\n5,12,\n6,12.\n"


@pytest.mark.parametrize("command", ["solve", "convert"])
def test_the_error_of_one_row_among_several_names_what_passes_over_it(
    command: str, tmp_path: Path
) -> None:
    table = tmp_path / "table.csv"
    table.write_text(BAD)
    assert refusal(command, table).rstrip().endswith("(--skip-bad passes over it)")
    table.write_text("puzzle\n12..............\n\nbad row\n")
    assert "line 4, column 1: 2 words; expected" in refusal(command, table)
    assert "--skip-bad" not in refusal(command, "bad row")
    assert "--skip-bad" not in refusal("trace", table)


def rejected(path: Path) -> list[tuple[str, str, str]]:
    with path.open(newline="") as file:
        return [(one["line"], one["reason"], one["text"]) for one in csv.DictReader(file)]


@pytest.mark.parametrize("packed", [False, True])
def test_what_is_passed_over_is_written_with_its_line_and_its_reason(
    tmp_path: Path, packed: bool
) -> None:
    table, rejects = tmp_path / "table.csv", tmp_path / "rejects.csv"
    table.write_bytes(gzip.compress(BAD.encode()) if packed else BAD.encode())
    found = run("convert", table, "--rejects", rejects)
    assert (found.status, found.lines[0][:2]) == (0, "12")
    assert "2 puzzles; 4 bad rows skipped" in found.err
    two, three = "2 characters; expected a square", "3 characters; expected a square"
    lines = rejected(rejects)
    assert [(line, text) for line, _, text in lines] == [
        ("3", "2,1x"), ("4", "3"), ("6", "5,12,"), ("7", "6,12."),
    ]  # fmt: skip
    expected = [two, "1 field; expected at least 2", "3 fields; expected 2", three]
    assert all(why.startswith(begin) for (_, why, _), begin in zip(lines, expected, strict=True))
    with rejects.open(newline="") as file:
        assert {(one["file"], one["column"]) for one in csv.DictReader(file)} == {
            (str(table), "3"), (str(table), ""),
        }  # fmt: skip


def test_null_in_the_named_column_of_an_object_is_an_empty_field(tmp_path: Path) -> None:
    path = tmp_path / "null.jsonl"
    path.write_text('{"clue": null, "n": 1}\n')
    assert "line 1: an empty field" in refusal("check", path, "--column", "clue")


@pytest.mark.parametrize("at", [81, 9])
def test_blanks_that_are_spaces_are_refused_with_what_to_write(at: int, tmp_path: Path) -> None:
    path, text = tmp_path / "spaces.txt", EASY.replace(".", " ")
    path.write_text("".join(f"{text[i : i + at]}\n" for i in range(0, 81, at)))
    assert "with . for each blank" in refusal("solve", path)


def test_rejects_of_standard_input_have_the_text_of_each_line_and_row(tmp_path: Path) -> None:
    rejects = tmp_path / "rejects.csv"
    inputs = {
        BAD: [("3", "2,1x"), ("4", "3"), ("6", "5,12,"), ("7", "6,12.")],
        'id,puzzle\n"1, 2",1x\n3,12..............\n': [("2", '"1, 2",1x')],
        f"{'.' * 16}\n1x # a comment\n": [("2", "1x # a comment")],
        f'{{"puzzle": "{"." * 16}"}}\n{{"puzzle": "1x"}}\n': [("2", '{"puzzle": "1x"}')],
        f'[{{"puzzle": "{"." * 16}"}},\n{{"puzzle": "1x", "名": 1}}]': [
            ("2", '{"puzzle": "1x", "名": 1}')
        ],
        f'[{{"puzzle": "{"." * 16}"}},\n{{"puzzle": NaN}}]': [("2", '{"puzzle": NaN}]')],
        "1...\n....\n....\n....\n\n12..\n....\n..x.\n....\n\n1...\n.2..\n": [
            ("8", "12..\n....\n..x.\n...."), ("11", "1...\n.2.."),
        ],
        f'<opensudoku><game data="{"0" * 81}"/>\n<game data="12" note="数"/></opensudoku>': [
            ("2", '<game data="12" note="数" />')
        ],
        f"pzprv3/sudoku/4/{'. . . . /' * 4}\npzprv3/sudoku/4/x\n": [("2", "pzprv3/sudoku/4/x/")],
    }  # fmt: skip
    for text, expected in inputs.items():
        assert run("convert", "-", "--rejects", rejects, text=text).status == 0
        assert [(line, text) for line, _, text in rejected(rejects)] == expected
    text = "123\n23.\n\n123\n2x1\n\n12.\n"
    options = ("-f", "jsonl", "-r", "rectangle:2x3", "--rejects", rejects)
    assert run("convert", "-", *options, text=text).status == 0
    assert [(line, text) for line, _, text in rejected(rejects)] == [("5", "2x1"), ("7", "12.")]
    wide = f"{'.' * 16}\n1x\n".encode("utf-16")
    assert run("convert", "-", "--rejects", rejects, text=wide).status == 0
    assert [text for _, _, text in rejected(rejects)] == ["1x"]


@pytest.mark.parametrize("ending", ["parquet", "arrow"])
def test_rejects_of_columns_have_the_fields_of_each_row_as_json(
    tmp_path: Path, ending: str
) -> None:
    arrow, parquet = pytest.importorskip("pyarrow"), pytest.importorskip("pyarrow.parquet")
    table, rejects = tmp_path / f"table.{ending}", tmp_path / "rejects.csv"
    made = arrow.table({"id": [1, 2], "puzzle": ["." * 16, "1x"], "名": ["a", None]})
    if ending == "parquet":
        parquet.write_table(made, table)
    else:
        with arrow.ipc.new_file(str(table), made.schema) as file:
            file.write_table(made)
    assert run("convert", table, "--rejects", rejects).status == 0
    ((line, _, text),) = rejected(rejects)
    assert (line, json.loads(text)) == ("2", {"id": 2, "puzzle": "1x", "名": None})


def test_rejects_are_written_where_the_run_fails_and_are_empty_where_nothing_is_bad(
    tmp_path: Path,
) -> None:
    rejects = tmp_path / "rejects.csv"
    assert run("check", "-", "--rejects", rejects, text="1x\n").status == 2
    assert [(line, text) for line, _, text in rejected(rejects)] == [("1", "1x")]
    assert run("check", EASY, "--rejects", rejects).status == 0
    assert rejected(rejects) == []
    nowhere = tmp_path / "nowhere" / "rejects.csv"
    assert "No such file" in refusal("check", EASY, "--rejects", nowhere)
    assert "--rejects with --job; expected one" in refusal(
        "check", EASY, "--rejects", rejects, "--job", tmp_path / "job"
    )


def test_a_row_of_another_size_is_noted_unless_the_text_says_so() -> None:
    rows, rules = f"{EASY}\n1.............4.\n1......2.34....1\n", "# rules: 4\n"
    note = "<stdin>:2: 4×4 cells, unlike the puzzles beside it"
    assert run("check", "-q", "-", text=rows).err.count("unlike") == 1
    assert note in run("check", "-q", "-", text=rows).err
    assert "unlike" not in run("check", "-", text=rows.replace("1..", f"{rules}1..", 1)).err


def test_a_line_whose_cells_do_not_touch_is_noted() -> None:
    empty = "." * 16
    apart = run("check", empty, "--rules", "4+thermo@r1c1,r2c2,r4c4").err
    assert "thermo: r2c2 and r4c4 do not touch" in apart
    assert run("check", empty, "--rules", "4+thermo@r1c1,r2c2,r3c2").err == ""
    apart = run("check", empty, "--rules", "4+arrow@r1c1/r1c2,r2c4").err
    assert "arrow: r1c2 and r2c4 do not touch" in apart


def test_a_broken_line_of_json_is_named_by_its_own_number(tmp_path: Path) -> None:
    path, rejects = tmp_path / "a.jsonl", tmp_path / "no.csv"
    good = f'{{"puzzle": "{EASY}"}}\n'
    path.write_text(good * 3 + '{"puzzle":\n' + good * 3)
    assert "line 4: not JSON: Expecting ',' delimiter at line 6" in refusal("solve", path)
    assert len(run("solve", path, "--rejects", rejects).lines) == 6
    (row,) = list(csv.reader(rejects.read_text().splitlines()))[1:]
    assert (row[1], row[4]) == ("4", '{"puzzle":')


def test_an_empty_array_is_a_table_without_puzzles(tmp_path: Path) -> None:
    path = tmp_path / "a.json"
    path.write_text("[]\n")
    assert "no puzzle found" in refusal("solve", path)
