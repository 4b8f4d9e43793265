"""Canonical forms, duplicates and copies of tables: by the block as one by one, nothing lost."""

import csv
import io
import json
from pathlib import Path
from typing import Any

import pytest
from command_line import refusal, run
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from well_known import EASY, EASY_SOLVED

from cpsudoku import formats
from cpsudoku.rows.source import Source
from cpsudoku.symmetry import canonical, shuffling
from cpsudoku.symmetry.shuffling import moved
from cpsudoku.symmetry.transformations import Transformation

pytest.importorskip("cpsudoku._native")

SEVERAL = "." * 30 + EASY[30:]
ZEROS = EASY.replace(".", "0")
TURNED = str(
    moved(
        formats.Record(formats.parse(EASY)),
        Transformation(True, tuple(range(9)), tuple(range(9)), tuple(range(10))),
    ).puzzle
)
NAMES = ["id", "quizzes", "é,", "solutions", "canonical"]
ROWS: list[list[Any]] = [
    ["#1", ZEROS, 'a "b"', EASY_SOLVED, "x"],
    ["2", "." * 40 + EASY[40:], "日本", "", ""],
    ["3", TURNED, "", None, "y"],
    ["4", SEVERAL, EASY, "n/a", "z"],
    ["5", EASY, "1.5", EASY_SOLVED, EASY.replace(".", "_")],
    ["6", SEVERAL, "c", " ".join(EASY_SOLVED), "z"],
]
GRIDS = {"", None, EASY_SOLVED}
"""What JSON and NumPy's arrays take for a solution."""
KINDS = ["csv", "jsonl", "json", "parquet", "arrow", "npz", "csv.gz", "jsonl.zst"]
COMMANDS = {
    "dedupe": ["dedupe", "-q"],
    "shuffle": ["shuffle", "-q", "-n", "3", "--seed", "5"],
    "canon": ["canon", "-q"],
}


def csv_text(rows: list[list[Any]]) -> str:
    out = io.StringIO()
    csv.writer(out, lineterminator="\n").writerows([NAMES, *rows])
    return out.getvalue()


def made(folder: Path, kind: str) -> Path:
    """The table in a container."""
    source, path = folder / "source.csv", folder / f"in.{kind}"
    rows = [row for row in ROWS if kind[:3] in {"csv", "par", "arr"} or row[3] in GRIDS]
    source.write_text(csv_text(rows), encoding="utf-8")
    if kind.startswith("jsonl"):
        source = folder / "source.jsonl"
        objects = (dict(zip(NAMES, row, strict=True)) for row in rows)
        source.write_text("".join(json.dumps(one) + "\n" for one in objects))
    assert run("convert", "-q", source, "-o", path).status == 0
    return path


def rows_of(path: Path) -> list[list[object]]:
    """The names and values of every row, whatever the container."""
    found: list[list[object]] = []
    for record in Source([str(path)]).records():
        assert record.row is not None
        found += [] if found else [list(record.row.names)]
        found.append(list(record.row.values))
    return found


def written_by(command: str, path: Path, *options: str) -> list[str]:
    """What a command writes in text."""
    found = []
    for form in ("csv", "jsonl", "line"):
        is_plain = (command, form) == ("canon", "line")
        done = run(*COMMANDS[command], path, *options, *([] if is_plain else ["-f", form]))
        assert done.status == 0, done.err
        assert len(done.lines) >= 2
        found.append(done.out)
    return found


@pytest.mark.thorough(but=3)
@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize("kind", KINDS)
def test_tables_by_the_block_are_as_those_one_by_one(
    command: str, kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = made(tmp_path, kind)
    blocks = written_by(command, path)
    monkeypatch.setattr(shuffling, "AT_ONCE", 2)
    assert written_by(command, path) == blocks
    monkeypatch.undo()
    assert written_by(command, path, "-r", "9") == blocks  # with rules given, one by one


@pytest.mark.thorough(but=8)
@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize("kind", KINDS)
def test_every_container_holds_the_same_rows(
    command: str, kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, other, out = made(tmp_path, "jsonl"), tmp_path / "out.csv", tmp_path / f"out.{kind}"
    assert run(*COMMANDS[command], path, "-o", other).status == 0
    assert run(*COMMANDS[command], path, "-o", out).status == 0

    def plain(rows: list[list[object]]) -> list[list[str]]:
        texts = [["" if v is None else str(v) for v in row] for row in rows]
        grids = [[v.replace(".", "0") if len(v) == 81 else v for v in row] for row in texts]
        return [["" if v == "0" * 81 else v for v in row] for row in grids]

    wanted, found = plain(rows_of(other)), plain(rows_of(out))
    count = len(wanted[0])
    assert [row[:count] for row in found] == wanted
    has_moves = command == "canon" and "json" in kind
    assert found[0][count:] == (["transpose", "rows", "columns", "digits"] if has_moves else [])


@pytest.mark.compiled
def test_many_lines_are_shuffled_as_few_are(tmp_path: Path) -> None:
    path = tmp_path / "lines.txt"
    path.write_text(f"{EASY}\n" * shuffling._FEW, encoding="utf-8")
    found = run("shuffle", path, "--seed", "1")
    assert found.status == 0, found.err
    classes = {
        canonical.canonical(formats.parse(one)).puzzle for one in found.out.splitlines()[::25]
    }
    assert classes == {canonical.canonical(formats.parse(EASY)).puzzle}
    assert len(set(found.out.splitlines())) == shuffling._FEW


def test_canon_adds_columns_and_keeps_those_that_are_there(tmp_path: Path) -> None:
    path = made(tmp_path, "csv")
    header, *rows = csv.reader(io.StringIO(run("canon", "-q", path, "-f", "csv").out))
    assert header == [*NAMES[:-1], "given_canonical", "canonical", "automorphisms"]
    assert [row[:5] for row in rows] == [[v or "" for v in row] for row in ROWS]
    lines = run("canon", path, "--automorphisms").lines
    assert [" ".join(row[5:]) for row in rows] == lines
    for line, row in zip(run("canon", path, "--json").lines, ROWS, strict=True):
        canon = json.loads(line)
        assert (canon["id"], canon["given_canonical"]) == (row[0], row[4])
        move = Transformation(
            canon["transpose"],
            tuple(r - 1 for r in canon["rows"]),
            tuple(c - 1 for c in canon["columns"]),
            (0, *canon["digits"]),
        )
        found = move.apply_to_puzzle(formats.parse(row[1]))
        assert found == formats.parse(canon["canonical"])


@pytest.mark.thorough(but=1)
@pytest.mark.parametrize("form", ["csv", "jsonl", "json", "parquet"])
def test_canon_of_other_rules_and_of_many_in_one_table(form: str, tmp_path: Path) -> None:
    path, out = tmp_path / "mixed.txt", tmp_path / f"out.{form}"
    text = f"{EASY}\n" * 250 + f"{'.' * 16}\n{'1' + '.' * 35}\n# a comment\nbad\n"
    path.write_text(text + f"{EASY}\n")
    done = run("canon", path, "-o", out, "--skip-bad")
    assert done.status == 0
    assert "253 puzzles; 1 bad row skipped" in done.err
    assert run("canon", "-q", path, "-o", out, "--skip-bad").err.count("skipped") == 1
    forms = [row[1 if "json" in form else -2] for row in rows_of(out)[1:]]
    assert [len(str(form)) for form in forms] == [81] * 250 + [16, 36, 81]
    assert run("canon", path, "--skip-bad").lines == [
        *(str(form) for form in forms)
    ]  # no rules need to be said


def test_canon_refuses_pencil_marks_by_their_place(tmp_path: Path) -> None:
    path = tmp_path / "marks.jsonl"
    marked = {"puzzle": "." * 81, "candidates": [[1, 2]] + [list(range(1, 10))] * 80}
    path.write_text(json.dumps({"puzzle": EASY}) + "\n" + json.dumps(marked) + "\n")
    assert f"{path}:2: canonical forms are for givens" in refusal("canon", path)


def test_dedupe_and_shuffle_keep_rules_of_rows(tmp_path: Path) -> None:
    path, out = tmp_path / "rules.csv", tmp_path / "out.parquet"
    rows = [["a", "." * 16, ""], ["b", "." * 16, "4+boxes 1x4"], ["c", "." * 16, ""]]
    path.write_text("id,puzzle,rules\n" + "".join(f"{','.join(row)}\n" for row in rows[:1] * 2))
    assert run("dedupe", "-q", path, "-o", out).status == 0
    assert [row[0] for row in rows_of(out)] == ["id", "a"]


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    rows=st.lists(
        st.tuples(
            st.sampled_from([EASY, ZEROS, SEVERAL, TURNED]),
            st.text(st.characters(exclude_categories=["Cs", "Cc"]), max_size=5),
            st.none() | st.integers(-5, 5),
            st.sampled_from([None, "", EASY_SOLVED]),
        ),
        min_size=1,
        max_size=12,
    )
)
def test_dedupe_of_any_rows_keeps_the_first_ones(
    rows: list[tuple[object, ...]], tmp_path: Path
) -> None:
    pa = pytest.importorskip("pyarrow")
    pq = pytest.importorskip("pyarrow.parquet")
    names = ["puzzle", "t", "n", "solution"]
    kinds = [pa.string(), pa.string(), pa.int32(), pa.large_string()]
    columns = [pa.array(c, k) for c, k in zip(zip(*rows, strict=True), kinds, strict=True)]
    pq.write_table(pa.table(dict(zip(names, columns, strict=True))), tmp_path / "in.parquet")
    for kind in ("parquet", "arrow"):
        out = tmp_path / f"out.{kind}"
        assert run("dedupe", "-q", tmp_path / "in.parquet", "-o", out).status == 0
        seen: set[object] = set()
        wanted = []
        for row in rows:
            same = EASY if row[0] in {ZEROS, TURNED} else row[0]
            wanted += [] if same in seen else [list(row)]
            seen.add(same)
        assert rows_of(out) == [names, *wanted]


def test_copies_of_other_grids_beside_a_puzzle_stay_beside_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "in.jsonl"
    row = {"n": 1.5, "puzzle": EASY, "solution": EASY_SOLVED, "cells": [int(c) for c in ZEROS]}
    path.write_text((json.dumps(row) + "\n" + json.dumps({**row, "cells": [1]}) + "\n") * 3)
    copies = [json.loads(line) for line in run("shuffle", path, "-f", "jsonl").lines]
    assert len(copies) == 6
    for number, copy in enumerate(copies):
        assert list(copy) == list(row)
        assert copy["n"] == 1.5
        assert all(a in {".", b} for a, b in zip(copy["puzzle"], copy["solution"], strict=True))
        cells = [0 if cell == "." else int(cell) for cell in copy["puzzle"]]
        assert copy["cells"] == ([1] if number % 2 else cells)


def test_complete_writes_tables(tmp_path: Path) -> None:
    path, out = tmp_path / "half.csv", tmp_path / "whole.parquet"
    path.write_text("id,puzzle\né,1234............\n")
    assert run("complete", "-q", path, "--seed", "1", "-o", out).status == 0
    header, (name, puzzle, solution) = rows_of(out)
    assert header == ["id", "puzzle", "solution"]
    assert name == "é"
    assert len(str(puzzle)) == len(str(solution)) == 16


@pytest.mark.parametrize("command", ["shuffle", "canon"])
@pytest.mark.parametrize("rows", [1, 300], ids=["one by one", "by the block"])
def test_a_puzzle_whose_symmetries_are_not_known_is_named(
    command: str, rows: int, tmp_path: Path
) -> None:
    path = tmp_path / "rows.csv"
    path.write_text("puzzle,rules\n" + f"{EASY},\n" * rows + f"{EASY},9+diagonals\n")
    assert f"rows.csv:{rows + 2}: symmetries are known" in refusal(command, "-q", path, "-f", "csv")
