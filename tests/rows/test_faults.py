"""What tables may have that is not a puzzle: kept, or refused with the place and a reason."""

import csv
import io
import json
from pathlib import Path

import numpy as np
import pyarrow as pa
import pytest
from command_line import refusal, run
from pyarrow import parquet
from well_known import EASY, EASY_SOLVED, SEVENTEEN

from cpsudoku import formats
from cpsudoku.errors import FormatError
from cpsudoku.logic import TECHNIQUES
from cpsudoku.rows import source

ODD = ["?", "12", "." * 81, EASY]
"""Texts that are not solutions."""


def test_objects_that_end_in_another_keep_it(tmp_path: Path) -> None:
    path = tmp_path / "rows.jsonl"
    rows = [{"puzzle": EASY, "of": {"a": {"b": number}}} for number in range(3)]
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    found = run("solve", path, "-f", "jsonl")
    wanted = [row | {"solution": EASY_SOLVED, "verdict": "unique"} for row in rows]
    assert [json.loads(line) for line in found.lines] == wanted


@pytest.mark.parametrize("kind", ["csv", "jsonl", "parquet"])
@pytest.mark.parametrize("odd", ODD)
def test_a_solution_that_is_not_a_grid_stays_and_is_a_fault(
    kind: str, odd: str, tmp_path: Path
) -> None:
    path, table = tmp_path / "rows.csv", tmp_path / f"table.{kind}"
    path.write_text(f"puzzle,solution\n{EASY},{odd}\n{EASY},{EASY_SOLVED}\n{EASY},\n")
    assert run("convert", path, "-o", table).status == 0
    assert run("convert", table, "-f", "csv").out.splitlines()[1] == f"{EASY},{odd}"
    checked = run("check", table, "-f", "jsonl")
    assert checked.status == 1
    faults = [json.loads(line)["given_fault"] for line in checked.lines]
    assert faults == ["not a full grid", "", ""]


def test_arrays_without_a_solution_are_read_as_none(tmp_path: Path) -> None:
    path, table = tmp_path / "rows.csv", tmp_path / "rows.npz"
    path.write_text(f"puzzle,solution\n{EASY},{EASY_SOLVED}\n{SEVENTEEN},\n")
    assert run("convert", path, "-o", table).status == 0
    with np.load(table) as arrays:
        assert not arrays["solution"][1].any()
    found = [json.loads(line) for line in run("convert", table, "-f", "jsonl").lines]
    assert [row["solution"] for row in found] == [EASY_SOLVED, None]
    assert run("convert", table, "-f", "csv").out == path.read_text().replace(".", "0")


@pytest.mark.compiled
@pytest.mark.parametrize("name", ["hardest", "verdict", "solution"])
def test_a_column_of_puzzles_may_have_the_name_of_one_that_is_added(
    name: str, tmp_path: Path
) -> None:
    path = tmp_path / "rows.csv"
    path.write_text(f"{name},id\n{EASY},1\n{SEVENTEEN},2\n")
    for command in ("rate", "check", "solve"):
        out = tmp_path / f"{command}.npz"
        assert run(command, "-q", path, "--column", name, "-o", out).status == 0
        with np.load(out) as arrays:
            found = arrays[f"given_{name}" if f"given_{name}" in arrays else name]
        assert found.shape == (2, 81)
        assert found.dtype == np.uint8


@pytest.mark.parametrize("separator", [",", ";", "\t"])
def test_a_table_whose_puzzles_have_an_unknown_name_says_what_to_do(
    separator: str, tmp_path: Path
) -> None:
    path = tmp_path / "rows.csv"
    path.write_text(f"clue{separator}hint one\n{EASY}{separator}2\n")
    refused = run("solve", path)
    assert refused.status == 2
    for said in (str(path), "clue, hint one", "--column"):
        assert said in refused.err
    assert run("solve", path, "--column", "clue").out == f"{EASY_SOLVED}\n"
    with pytest.raises(FormatError, match="--column"):
        list(formats.read(io.StringIO(f"clue\n{EASY}\n"), format="csv"))


def test_lines_with_a_comment_are_not_taken_for_a_table(tmp_path: Path) -> None:
    path = tmp_path / "rows.txt"
    for first, second in ((EASY, SEVENTEEN), ("_" * 14 + "12", "_" * 14 + "21")):
        path.write_text(f"{first},one\n{second},two\n")
        assert len(run("convert", path).lines) == 2


def test_a_folder_goes_again_if_nothing_comes_into_it(tmp_path: Path) -> None:
    for bad in (["--to", "latin"], ["--to", "dimacs", "--encoding", "small"]):
        assert run("export", EASY, SEVENTEEN, *bad, "-o", tmp_path / "a" / "b").status == 2
        assert not (tmp_path / "a" / "b").exists()
    (tmp_path / "kept").mkdir()
    assert run("export", EASY, SEVENTEEN, "--to", "latin", "-o", tmp_path / "kept").status == 2
    assert (tmp_path / "kept").is_dir()
    assert run("export", EASY, SEVENTEEN, "--to", "lp", "-o", tmp_path / "new").status == 0
    assert sorted(one.name for one in (tmp_path / "new").iterdir()) == ["00001.lp", "00002.lp"]


@pytest.mark.compiled
@pytest.mark.parametrize("command", ["convert", "dedupe", "shuffle", "complete"])
def test_json_is_what_the_table_of_that_name_is(command: str, tmp_path: Path) -> None:
    path = tmp_path / "rows.csv"
    path.write_text(f"id,puzzle\n1,{EASY}\n")
    found = run(command, "-q", path, "--json")
    assert found.status == 0
    assert found.out == run(command, "-q", path, "-f", "jsonl").out
    assert json.loads(found.out)["id"] == "1"
    assert "expected one of them" in refusal(command, "-q", path, "--json", "-f", "csv")


@pytest.mark.compiled
def test_makers_write_json_too(tmp_path: Path) -> None:
    for command in ("generate", "grids"):
        found = run(command, "-q", "--seed", "1", "--json")
        assert found.out == run(command, "-q", "--seed", "1", "-f", "jsonl").out
        assert len(json.loads(found.out)["solution"]) == 81
        assert run(command, "--json", "-f", "csv").status == 2


@pytest.mark.compiled
def test_puzzles_with_variants_are_the_same_with_any_number_of_jobs() -> None:
    asked = ["generate", "--with", "thermo", "-r", "4", "-n", "3", "--seed", "4", "--json"]
    one, two = (run(*asked, "-j", jobs) for jobs in "12")
    assert one.out == two.out
    assert len(two.lines) == 3


@pytest.mark.compiled
def test_puzzles_with_variants_say_which_techniques_solve_them() -> None:
    asked = ["generate", "--with", "thermo", "-r", "6", "--seed", "1", "-f", "jsonl"]
    (line,) = run(*asked, "--columns", "puzzle,techniques").lines
    names = json.loads(line)["techniques"].split("; ")
    assert set(names) <= set(TECHNIQUES)


@pytest.mark.parametrize("odd", ["NaN", "Infinity", "-Infinity"])
@pytest.mark.parametrize("kind", ["jsonl", "json", "csv"])
def test_what_json_has_no_number_for_is_refused_by_the_block_and_row_by_row(
    odd: str, kind: str, tmp_path: Path
) -> None:
    objects = [f'{{"puzzle": "{EASY}", "x": {value}}}' for value in ("1.5", odd, "2")]
    for name, text in {"l.jsonl": "\n".join(objects), "a.json": f"[{','.join(objects)}]"}.items():
        path = tmp_path / name
        path.write_text(text)
        for by in ("auto", "dlx"):  # by the block and row by row
            assert "not a number in JSON" in refusal("solve", "-b", by, path, "-f", kind)


@pytest.mark.parametrize("kind", ["jsonl", "json", "csv", "parquet"])
def test_objects_with_the_same_names_keep_values_of_any_types(kind: str, tmp_path: Path) -> None:
    path, out = tmp_path / "rows.jsonl", tmp_path / f"out.{kind}"
    values = [1, "a", None, 1.5, True, 2**70, [1], {"é": '"'}, "\n", "é,"]
    path.write_text(
        "".join(json.dumps({"x": x, "puzzle": EASY}, ensure_ascii=False) + "\n" for x in values)
    )
    for by in ("auto", "dlx"):
        assert run("solve", "-q", "-b", by, path, "-o", out).status == 0
        found = [json.loads(line)["x"] for line in run("convert", "-q", out, "-f", "jsonl").lines]
        as_texts = ["1", "a", None, "1.5", "true", str(2**70), "[1]", '{"é": "\\""}', "\n", "é,"]
        wanted = values if kind.startswith("json") else as_texts
        assert found == (wanted if kind != "csv" else [x or "" for x in as_texts])


@pytest.mark.parametrize(
    "odd", ['{"puzzle": "%s", "verdict": 1}', '{"id": 1, "puzzle": "%s", "solution": null}']
)
def test_an_object_with_other_names_is_not_answered_as_those_before_it(
    odd: str, tmp_path: Path
) -> None:
    path = tmp_path / "rows.jsonl"
    path.write_text(f'{{"id": 1, "puzzle": "{EASY}"}}\n' * 3 + odd % EASY + "\n")
    found = run("solve", "-q", path, "-f", "jsonl").lines
    assert all(json.loads(line)["solution"] == EASY_SOLVED for line in found)
    assert all(line.count(name) == 1 for line in found for name in ('"verdict"', '"solution"'))
    assert len(found) == 4


def test_nothing_is_said_later_of_a_table_that_was_not_finished(tmp_path: Path) -> None:
    path = tmp_path / "rows.csv"
    path.write_text(f"puzzle\n{EASY}\n{EASY[1:]}\n")
    for _ in range(2):  # the writer of the first run is gone by the end of the second
        found = run("solve", "-q", path, "-o", tmp_path / "out.parquet")
        assert found.status == 2
        assert len(found.err.splitlines()) == 1


@pytest.mark.parametrize("short", [0, 200])
@pytest.mark.compiled
def test_line_ends_within_a_field_stay_as_they_are(
    short: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, table = tmp_path / "rows.csv", tmp_path / "table.csv"
    notes = ["a\r\nb", "a\rb", "a\nb", "\r", "b"]
    rows = "".join(f'{EASY},"{note}"\r\n' for note in notes)
    path.write_bytes(f"puzzle,note\r\n{rows}".encode())
    for command in ("convert", "canon"):
        assert run(command, path, "-o", table).status == 0
        with table.open(newline="", encoding="utf-8") as file:
            assert [row["note"] for row in csv.DictReader(file)] == notes
    found = [json.loads(line)["note"] for line in run("convert", path, "-f", "jsonl").lines]
    assert found == notes


@pytest.mark.parametrize("short", [0, 200])
@pytest.mark.parametrize("kind", ["csv", "jsonl", "json"])
@pytest.mark.compiled
def test_a_table_in_another_encoding_is_refused_where_it_shows(
    kind: str, short: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / f"rows.{kind}"
    notes = ["a", "na\xefve", "b"]
    head, tail, between, form = {
        "csv": ("puzzle,note\n", "\n", "\n", f"{EASY},%s"),
        "jsonl": ("", "\n", "\n", f'{{"puzzle": "{EASY}", "note": "%s"}}'),
        "json": ("[", "]", ",\n", f'{{"puzzle": "{EASY}", "note": "%s"}}'),
    }[kind]
    path.write_bytes((head + between.join(form % note for note in notes) + tail).encode("latin-1"))
    line = 3 if kind == "csv" else 2
    for command in ("convert", "solve", "rate"):
        said = refusal(command, path, "-f", "jsonl")
        assert f"line {line}, column" in said
        assert "the byte 0xef, which is not UTF-8" in said
        rest = run(command, path, "-f", "jsonl", "--skip-bad")
        assert [json.loads(row)["note"] for row in rest.lines] == ["a", "b"]
        assert "1 bad row skipped" in rest.err


def test_a_value_may_begin_with_the_mark_of_a_byte_order(tmp_path: Path) -> None:
    path = tmp_path / "rows.csv"
    path.write_text(f"id,puzzle\n\ufeffa,{EASY}\n\ufeffb,{EASY}\n", encoding="utf-8")
    assert run("convert", path, "-f", "csv").out == path.read_text(encoding="utf-8")


@pytest.mark.parametrize("short", [0, 200])
@pytest.mark.parametrize("kind", ["csv", "parquet"])
def test_files_of_other_columns_never_lose_a_value(
    kind: str, short: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second = tmp_path / "first.csv", tmp_path / "second.csv"
    out = tmp_path / f"out.{kind}"
    first.write_text(f"id,quizzes,solutions\n1,{EASY},\n")
    second.write_text(f"solution,puzzle,id\n{EASY_SOLVED},{SEVENTEEN},2\n")
    assert run("convert", first, second, "-o", out).status == 0
    rows = run("convert", out, "-f", "csv").out
    assert rows == f"id,quizzes,solutions\n1,{EASY},\n2,{SEVENTEEN},{EASY_SOLVED}\n"
    second.write_text(f"id,puzzle,name\n2,{EASY},kept\n")
    found = run("convert", first, second, "-o", out)
    if found.status == 0:  # where the first rows are held, their table has all columns
        rows = run("convert", out, "-f", "jsonl").lines[1]
        assert json.loads(rows) == {
            "id": "2", "quizzes": EASY, "solutions": None, "name": "kept",
        }  # fmt: skip
    else:
        assert "has a column 'name', which the table has not" in found.err


def test_texts_never_become_the_numbers_or_truths_that_they_look_like(tmp_path: Path) -> None:
    first, second, out = tmp_path / "1.parquet", tmp_path / "2.csv", tmp_path / "out.parquet"
    for value, text in ((7, "007"), (True, "true"), (1.5, "1.50")):
        table = pa.table({"id": [value] * 300, "puzzle": [EASY] * 300})
        parquet.write_table(table, first)
        second.write_text("id,puzzle\n" + f"{text},{EASY}\n" * 300)
        assert f"column 'id' of string from {second}:2 on" in refusal(
            "convert", first, second, "-o", out
        )
        assert not out.exists()


@pytest.mark.parametrize("separator", [",", ";", "\t"])
@pytest.mark.parametrize("place", [0, 1])
def test_names_of_columns_may_have_line_breaks(separator: str, place: int, tmp_path: Path) -> None:
    path, out = tmp_path / "rows.csv", tmp_path / "out.csv"
    row = ["x", EASY]
    names = ['"no\nte"', "puzzle"]
    if place:
        names, row = names[::-1], row[::-1]
    lines = [separator.join(names), *[separator.join(row)] * 300]
    path.write_text("\n".join(lines) + "\n")
    assert run("solve", path, "-o", out).status == 0
    with out.open(newline="") as file:
        found = list(csv.DictReader(file))
    assert len(found) == 300
    assert found[299] == {
        "no\nte": "x", "puzzle": EASY, "solution": EASY_SOLVED, "verdict": "unique",
    }  # fmt: skip


@pytest.mark.parametrize("kind", ["json", "jsonl"])
def test_objects_longer_than_a_block_are_read(
    kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(source, "SIZE", 1000)
    path = tmp_path / f"rows.{kind}"
    rows = [{"puzzle": EASY, "note": "x" * length} for length in (1, 1, 3000, 2)]
    lines = [json.dumps(row) for row in rows]
    path.write_text("\n".join(lines) if kind == "jsonl" else f"[{', '.join(lines)}]")
    assert [json.loads(line) for line in run("convert", path, "-f", "jsonl").lines] == rows


@pytest.mark.parametrize("kind", ["csv", "parquet"])
def test_lists_that_begin_with_null_are_read_object_by_object(kind: str, tmp_path: Path) -> None:
    path, out = tmp_path / "rows.jsonl", tmp_path / f"out.{kind}"
    rows = [{"puzzle": EASY, "y": y} for y in ([None, "é,"], ["a"], None, [])]
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    assert run("convert", path, "-o", out).status == 0
    found = [json.loads(line)["y"] for line in run("convert", out, "-f", "jsonl").lines]
    if kind == "csv":
        found = [json.loads(text) if text else None for text in found]
    assert found == [row["y"] for row in rows]


@pytest.mark.parametrize("short", [0, 200])
@pytest.mark.parametrize("field", ['"x"y', '"x" ', '"x""" y', '""x', '"x,"y'])
def test_text_after_a_closing_quote_is_refused(
    field: str, short: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "rows.csv"
    long = "x" * 150_000  # Python's own limit is 131,072
    kept = f'a,puzzle\nx"y,{EASY}\n"x ""y""",{EASY}\n"""x",{EASY}\n"{long},""""",{EASY}\n'
    path.write_text(kept + f"{field},{EASY}\n")
    found = run("solve", path, "-f", "csv")
    assert (found.status, f"{path}, line 6" in found.err) == (2, True)
    path.write_text("puzzle,a\n" + f'{EASY},"x"\n' * 4 + f'{EASY},"x')
    assert (run("solve", path, "-f", "csv").status, found.status) == (2, 2)
    path.write_text(kept)
    rows = list(csv.reader(io.StringIO(run("convert", path, "-f", "csv").out)))
    assert [row[0] for row in rows] == ["a", 'x"y', 'x "y"', '"x', f'{long},""']


def test_arrays_of_any_byte_order_and_with_nulls_within_are_whole(tmp_path: Path) -> None:
    grids = np.array([[int(c) for c in EASY.replace(".", "0")]] * 2, ">u2")
    numbers, texts = np.array([1, 2], ">i4"), np.array(["a\0b", "é"], ">U3")
    path = tmp_path / "rows.npz"
    np.savez(path, puzzle=grids, n=numbers, x=texts)
    rows = [json.loads(line) for line in run("convert", path, "-f", "jsonl").lines]
    zeros = EASY.replace(".", "0")
    assert [list(row.values()) for row in rows] == [[zeros, 1, "a\0b"], [zeros, 2, "é"]]
