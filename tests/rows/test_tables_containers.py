"""Tables survive every container: columns, order, types, texts of any kind, rules, marks."""

import io
import itertools
import json
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pytest
from command_line import refusal, run
from containers import copied, rows_of
from hypothesis import given, settings
from hypothesis import strategies as st
from pyarrow import csv, feather, ipc, parquet
from well_known import CLASH, EASY, EASY_SOLVED, EIGHTEEN, SEVENTEEN

from cpsudoku import formats
from cpsudoku.rows import source
from cpsudoku.rows.output import COLUMNAR, TABLES
from cpsudoku.rows.source import Source

TYPED = ("jsonl", "json", "parquet", "arrow")
"""Containers whose values are more than texts."""

PUZZLES = st.sampled_from([EASY, EASY.replace(".", "0"), EIGHTEEN, CLASH, EASY_SOLVED])
TEXTS = st.text(st.characters(exclude_characters="\r\0", exclude_categories=["Cs"]), max_size=6)
COLUMNS: dict[str, st.SearchStrategy[object]] = {
    'né, "x"': st.none() | TEXTS.map(lambda text: f"t{text}"),
    "number": st.none() | st.integers(-(2**63), 2**63 - 1),
    "part": st.floats(allow_nan=False, allow_infinity=False),
    "is": st.booleans(),
    "list": st.lists(st.integers(-9, 9), max_size=3),
}


@st.composite
def tables(draw: st.DrawFn) -> list[dict[str, object]]:
    """Rows with the same columns in the same order, one of them of puzzles."""
    names = draw(st.permutations([*draw(st.sets(st.sampled_from(sorted(COLUMNS)))), "puzzle"]))
    values = [PUZZLES if name == "puzzle" else COLUMNS[name] for name in names]
    rows = draw(st.lists(st.tuples(*values), min_size=1, max_size=6))
    return [dict(zip(names, row, strict=True)) for row in rows]


@settings(deadline=None)
@given(rows=tables(), kinds=st.lists(st.sampled_from(TYPED), min_size=1, max_size=3))
def test_typed_tables_come_back_as_they_were(
    rows: list[dict[str, object]], kinds: list[str], tmp_path_factory: pytest.TempPathFactory
) -> None:
    path = tmp_path_factory.mktemp("typed") / "rows.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    for kind in kinds:
        path = copied(path, kind)
    found = rows_of(path)
    assert [list(row.items()) for row in found] == [list(row.items()) for row in rows]
    assert all(
        type(a) is type(b)
        for one, other in zip(found, rows, strict=True)
        for a, b in zip(one.values(), other.values(), strict=True)
    )


@settings(deadline=None)
@given(rows=tables(), kinds=st.lists(st.sampled_from(("csv", *COLUMNAR)), min_size=1, max_size=3))
def test_texts_come_back_as_they_were(
    rows: list[dict[str, object]], kinds: list[str], tmp_path_factory: pytest.TempPathFactory
) -> None:
    folder = tmp_path_factory.mktemp("texts")
    named = list(rows[0])
    texts = [{name: str(row[name] or "") for name in named} for row in rows]
    kinds = [kind for kind in kinds if kind != "npz" or all(len(t["puzzle"]) == 81 for t in texts)]
    table = pa.Table.from_pylist(texts, schema=pa.schema([(name, pa.string()) for name in named]))
    path = folder / "rows.parquet"
    parquet.write_table(table, path)
    for kind in kinds:
        path = copied(path, kind)
    again = rows_of(copied(path, "jsonl"))
    for one, other in zip(again, texts, strict=True):
        assert list(one) == named
        assert {n: v or "" for n, v in one.items()} == {
            n: v.replace(".", "0") if n == "puzzle" and "npz" in kinds else v
            for n, v in other.items()
        }


@pytest.mark.parametrize("ending", ["", ".gz", ".bz2", ".xz", ".zst"])
def test_compressed_tables_are_read_and_written(ending: str, tmp_path: Path) -> None:
    path = tmp_path / "rows.csv"
    path.write_text(f"id,quizzes\n7,{EASY}\n8,{EASY_SOLVED}\n")
    packed = copied(path, "csv", ending)
    assert (packed.read_bytes() == path.read_bytes()) is (ending == "")
    assert copied(packed, "csv").read_bytes() == path.read_bytes()
    lines = tmp_path / f"lines.txt{ending}"
    assert run("solve", "-q", packed, "-o", lines).status == 0
    assert run("convert", lines).out == f"{EASY_SOLVED}\n" * 2


@pytest.mark.parametrize("kind", [k for k in TABLES if k not in {"csv", "npz"}])
def test_rules_and_pencil_marks_come_along(kind: str, tmp_path: Path) -> None:
    path = tmp_path / "rows.jsonl"
    marked = [[1, 2], *[[1, 2, 3, 4]] * 15]
    rows: list[dict[str, object]] = [
        {"puzzle": EASY, "id": 1},
        {"puzzle": "1..............4", "rules": {"size": 4, "boxes": [2, 2], "diagonals": True}},
        {"puzzle": "." * 16, "candidates": marked},
    ]
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    wanted = [record.puzzle for record in formats.read(path)]
    assert [record.puzzle for record in Source([str(copied(path, kind))]).records()] == wanted


@pytest.mark.parametrize("kind", sorted(set(TABLES) - set(COLUMNAR)))
def test_blocks_say_what_records_say(kind: str, tmp_path: Path) -> None:
    path = tmp_path / "rows.csv"
    rows = [EASY, "1..............4", EASY_SOLVED, EASY, "", EIGHTEEN]
    kept = [row for row in rows if kind != "npz" or len(row) == 81]
    text = "".join(f'{i},"a ""b"" {i}",{row}\n' for i, row in enumerate(kept) if row)
    path.write_text(f"id,note,puzzle\n{text}")
    table = copied(path, kind)
    one = [record._replace(row=None) for record in Source([str(table)]).records()]
    assert one == [record._replace(row=None) for record in formats.read(table)]
    assert [record.puzzle for record in one] == [record.puzzle for record in formats.read(path)]


@pytest.mark.parametrize("kind", TABLES)
def test_a_bad_row_is_named_with_its_place(kind: str, tmp_path: Path) -> None:
    path = tmp_path / "rows.csv"
    path.write_text(f"id,puzzle\n1,{EASY}\n2,{EASY}\n")
    table = copied(path, kind)
    if kind == "npz":
        np.savez(table, puzzle=np.array([EASY, "x" * 81]))
    elif kind in {"parquet", "arrow"}:
        rows = pa.table({"puzzle": [EASY, "x" * 81]})
        parquet.write_table(rows, table) if kind == "parquet" else feather.write_feather(
            rows, table, compression="uncompressed"
        )
    else:
        table.write_text(f"x{EASY[1:]}".join(table.read_text().rsplit(EASY, 1)))
    line = {"csv": 3, "json": 3}.get(kind, 2)
    for command in (["solve"], ["check", "-f", "csv"], ["convert", "-f", "csv"]):
        said = refusal(*command, table)
        assert f"{table}, line {line}" in said
        assert "'x' is not a digit" in said
        skipped = run(*command, "--skip-bad", table)
        assert (skipped.status, "1 bad row skipped" in skipped.err) == (0, True)


def test_other_arrays_of_an_archive_are_columns(tmp_path: Path) -> None:
    path = tmp_path / "rows.npz"
    digits = np.array([[int(c) for c in EASY.replace(".", "0")]] * 2)
    np.savez(
        path, quizzes=digits.reshape(-1, 9, 9), er=[1.5, np.nan], id=[7, 8], name=["é", "b"],
        rules="9+diagonals", pairs=[[1, 2], [3, 4]],
    )  # fmt: skip
    found = rows_of(copied(path, "jsonl"))
    assert found[1] == {
        "quizzes": EASY.replace(".", "0"), "er": None, "id": 8, "name": "b",
        "rules": "9+diagonals", "pairs": [3, 4],
    }  # fmt: skip
    with np.load(copied(path, "npz")) as again:
        assert list(again) == ["quizzes", "er", "id", "name", "rules", "pairs"]
        assert again["quizzes"].dtype == np.uint8
        assert (again["quizzes"] == digits).all()
        assert again["id"].tolist() == [7, 8]


@pytest.mark.parametrize(
    ("arrays", "said"),
    [
        ({"puzzles": np.zeros((2, 81), int), "er": [1.0]}, "1 row of 'er' for 2 puzzles"),
        ({"puzzles": np.zeros((1, 81), int), "x": np.array([{}])}, "x of shape"),
    ],
)
def test_arrays_that_are_no_columns_are_refused(
    arrays: dict[str, Any], said: str, tmp_path: Path
) -> None:
    np.savez(tmp_path / "rows.npz", **arrays)
    assert said in refusal("convert", tmp_path / "rows.npz")


def test_what_a_container_cannot_hold_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "rows.txt"
    path.write_text(f"{EASY}\n1..............4\n")
    refused = run("convert", path, "-o", tmp_path / "rows.npz")
    assert refused.status == 2
    assert "arrays of grids of 9×9 cells cannot hold" in refused.err
    twice = tmp_path / "twice.csv"
    twice.write_text(f"puzzle,n,n\n{EASY},1,2\n")
    for kind in ("json", "jsonl", "parquet", "arrow"):
        assert "two columns 'n'" in refusal("convert", twice, "-o", tmp_path / f"twice.{kind}")
    assert sorted(p.name for p in tmp_path.iterdir()) == ["rows.txt", "twice.csv"]


def test_a_stream_of_arrow_is_read(tmp_path: Path) -> None:
    out = io.BytesIO()
    rows = pa.table({"id": [1, 2], "question": [EASY, EASY_SOLVED]})
    with ipc.new_stream(out, rows.schema) as writer:
        writer.write_table(rows)
    found = run("solve", "-", "-f", "jsonl", text=out.getvalue())
    assert [json.loads(line)["id"] for line in found.lines] == [1, 2]


def test_standard_output_takes_any_container(tmp_path: Path) -> None:
    for kind in TABLES:
        whole = tmp_path / f"rows.{kind}"
        assert run("solve", EASY, "-o", whole).status == 0
        assert run("solve", EASY, "-f", kind).data == whole.read_bytes()


@pytest.mark.parametrize("size", [100, 300, 1 << 20])
def test_any_size_of_blocks_gives_the_same(
    size: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "rows.csv"
    rows = itertools.islice(itertools.cycle([EASY, EIGHTEEN, CLASH, "1" + "." * 15]), 50)
    path.write_text("n,puzzle\n" + "".join(f'"{i}\n",{row}\n' for i, row in enumerate(rows)))
    whole = run("check", "-q", path, "-f", "csv").out
    monkeypatch.setattr(source, "SIZE", size)
    assert run("check", "-q", path, "-f", "csv").out == whole
    read = csv.read_csv(
        io.BytesIO(whole.encode()), parse_options=csv.ParseOptions(newlines_in_values=True)
    )
    assert read.column_names == ["n", "puzzle", "verdict", "reason", "given_fault"]
    assert read.num_rows == 50


@pytest.mark.thorough(but=8)
@pytest.mark.parametrize("kind", TABLES)
@pytest.mark.parametrize("command", ["check", "solve", "convert", "rate"])
def test_a_column_of_any_name_has_the_puzzles_where_it_is_named(
    command: str, kind: str, tmp_path: Path
) -> None:
    table = tmp_path / "unknown.jsonl"
    rows = [{"n": 1, "clue": EASY}, {"n": 2, "clue": SEVENTEEN}, {"n": 3, "clue": CLASH}]
    table.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    known, named = tmp_path / f"known.{kind}", tmp_path / f"clue.{kind}"
    assert run("convert", table, "--column", "clue", "-o", named).status == 0
    table.write_text(table.read_text(encoding="utf-8").replace("clue", "puzzle"))
    assert run("convert", table, "-o", known).status == 0
    wanted, found = (
        run(command, known, "-f", "csv"),
        run(command, named, "--column", "clue", "-f", "csv"),
    )
    assert found.out == wanted.out.replace("n,puzzle", "n,clue", 1)
    assert found.status == wanted.status
    for command_line in (["convert"], ["check", "--skip-bad"]):
        assert "no column 'x'; expected one of n, clue" in refusal(
            *command_line, named, "--column", "x"
        )
    assert "no column" in run("check", named, "--column", "puzzle").err


def test_another_column_than_the_one_of_puzzles_can_be_named(tmp_path: Path) -> None:
    path = tmp_path / "two.jsonl"
    path.write_text(f'{{"puzzle": "{CLASH}", "rule": "{EASY}"}}\n' * 300, encoding="utf-8")
    assert run("check", "-q", path, "--column", "rule").lines[-1] == f"{path}:300: unique"
    written = run("solve", "-q", path, "--column", "rule", "-f", "jsonl").lines[0]
    assert json.loads(written) == {
        "puzzle": CLASH, "rule": EASY, "solution": EASY_SOLVED, "verdict": "unique",
    }  # fmt: skip


@pytest.mark.compiled
def test_parquet_looks_for_repeated_values_only_where_there_are_some(tmp_path: Path) -> None:
    path, out = tmp_path / "rows.csv", tmp_path / "rows.parquet"
    rows = "".join(f"{number},{EASY}\n" for number in range(50))
    path.write_text(f"id,puzzle\n{rows}")
    assert run("check", "-q", path, "-o", out).status == 0
    group = parquet.ParquetFile(out).metadata.row_group(0)
    columns = {one.path_in_schema: one for one in map(group.column, range(group.num_columns))}
    assert not columns["id"].has_dictionary_page
    assert columns["puzzle"].has_dictionary_page
    assert columns["verdict"].has_dictionary_page
