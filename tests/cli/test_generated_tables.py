"""Generated puzzles in tables of every kind: the same rows in each, which others read."""

from __future__ import annotations

import csv
import gzip
import io
import json
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from command_line import refusal, run
from pyarrow import feather, parquet

from cpsudoku import formats
from cpsudoku.asking import solving
from cpsudoku.generation import generate
from cpsudoku.logic import explaining
from cpsudoku.puzzle import Puzzle
from cpsudoku.result import Verdict
from cpsudoku.rows.block import rows_of
from cpsudoku.rows.source import Source

KINDS = ("csv", "jsonl", "json", "parquet", "arrow", "csv.gz", "jsonl.xz")
VARIANTS = ("--rules", "4", "--with", "thermo:2", "--with", "killer:2")


def frame_of(path: Path) -> pd.DataFrame:
    if ".parquet" in path.suffixes:
        return parquet.read_table(path).to_pandas()
    if ".arrow" in path.suffixes:
        return feather.read_table(path).to_pandas()
    if ".csv" in path.suffixes:
        return pd.read_csv(path, dtype={"puzzle": str, "solution": str}, keep_default_na=False)
    return pd.read_json(
        path, lines=".jsonl" in path.suffixes, dtype={"puzzle": str, "solution": str}
    )


@pytest.mark.thorough(but=1)
@pytest.mark.compiled
@pytest.mark.parametrize(
    "wish", [(), ("--rules", "6+diagonals"), ("--rules", "4", "--columns", "puzzle,id,er")]
)
def test_every_kind_of_file_has_the_same_rows(wish: tuple[str, ...], tmp_path: Path) -> None:
    found = []
    for kind in KINDS:
        path = tmp_path / f"made.{kind}"
        assert run("generate", "-q", "-n", "9", "--seed", "1", *wish, "-o", path).status == 0
        table = frame_of(path)
        found.append(table.astype(object).where(table.notna() & (table != ""), None))
    for other in found[1:]:
        assert list(other.columns) == list(found[0].columns)
        assert other.astype(str).values.tolist() == found[0].astype(str).values.tolist()
    assert ("rules" in found[0].columns) == ("6+diagonals" in wish)


def make_variants(path: Path) -> list[Puzzle]:
    assert run("generate", "-q", "-n", "4", "--seed", "1", *VARIANTS, "-o", path).status == 0
    return [record.puzzle for record in rows_of(iter(Source([str(path)])))]


@pytest.fixture(scope="module")
def with_variants(tmp_path_factory: pytest.TempPathFactory) -> list[Puzzle]:
    path = tmp_path_factory.mktemp("variants") / "made.csv"
    puzzles = make_variants(path)
    assert any(len(puzzle.rules.constraints) > 3 for puzzle in puzzles)
    assert all(solving.check(puzzle).verdict is Verdict.UNIQUE for puzzle in puzzles)
    table = pd.read_csv(path)
    assert list(table.columns) == ["puzzle", "solution", "clues", "rules"]
    assert table.rules.str.startswith("4+").all()
    return puzzles


@pytest.mark.thorough(but=1)
@pytest.mark.compiled
@pytest.mark.parametrize("kind", [*KINDS, "npz", "txt", "sdk"])
def test_puzzles_with_variants_go_to_the_same_files(
    kind: str, tmp_path: Path, with_variants: list[Puzzle]
) -> None:
    assert make_variants(tmp_path / f"made.{kind}") == with_variants


@pytest.mark.thorough
@pytest.mark.compiled
def test_the_same_bytes_come_whatever_works_on_them(tmp_path: Path) -> None:
    wishes = [("-n", "40"), ("-n", "5", "--er", "2.0-3.0"), ("-n", "40", "-r", "4")]
    columns = ("--columns", "puzzle,er,techniques")
    for number, wish in enumerate(wishes):
        texts = set()
        for jobs in ([], ["-j", "1"], ["-j", "2"]):
            path = tmp_path / f"{number}-{len(jobs)}-{''.join(jobs)}.parquet"
            done = run("generate", "-q", "--seed", "3", *wish, *columns, *jobs, "-o", path)
            assert done.status == 0
            texts.add(path.read_bytes())
        assert len(texts) == 1


@pytest.mark.compiled
def test_labels_are_what_rating_says(tmp_path: Path) -> None:
    names = "er,ep,ed,hodoku_class,hodoku_score,qqwing,hardest,steps"
    made = run(
        "generate", "-q", "-n", "20", "--seed", "1", "--columns", f"puzzle,{names},techniques"
    )
    rows = list(csv.DictReader(io.StringIO(made.out)))
    assert [row["puzzle"] for row in rows] == [str(one.puzzle) for one in generate(20, seed=1)]
    for row in rows:
        found = explaining.rate(row["puzzle"])
        expected = [getattr(found, name) for name in names.split(",")]
        assert [row[name] for name in names.split(",")] == list(map(str, expected))
        assert row["hardest"] in row["techniques"].split("; ")
        assert row["lower_bounds"] == " ".join(found.lower_bounds)


def test_labels_that_are_lower_bounds_say_so() -> None:
    asked = ("-n", "12", "--seed", "1", "--clues", "20-23", "--columns", "puzzle,hodoku_score")
    rows = [
        json.loads(line)
        for line in run("generate", "-q", *asked, "-f", "jsonl").out.split("\n")[:-1]
    ]
    assert all(set(row) == {"puzzle", "hodoku_score", "lower_bounds"} for row in rows)
    for row in rows:
        assert (row["lower_bounds"] or "") == " ".join(explaining.rate(row["puzzle"]).lower_bounds)


@pytest.mark.compiled
def test_distinct_puzzles_are_so_in_files_of_any_kind(tmp_path: Path) -> None:
    wish = ("--rules", "4", "--clues", "4", "--distinct", "-n", "12")
    path = tmp_path / "made.csv.gz"
    run("generate", "-q", "--seed", "1", *wish, "-o", path)
    assert len({str(record.puzzle) for record in formats.read(path)}) == 12


@pytest.mark.compiled
@pytest.mark.parametrize("name", ["made.jsonl", "made.npz", "made.parquet", "made.json"])
def test_a_file_without_a_puzzle_is_a_table_too(name: str, tmp_path: Path) -> None:
    assert run("generate", "-q", "--timeout", "0", "-o", tmp_path / name).status == 3
    assert [path.name for path in tmp_path.iterdir()] == [name]


def test_columns_that_there_are_not_are_refused() -> None:
    for columns, said in (
        ("puzzle,colour", "no column 'colour'"),
        ("puzzle,puzzle", "named twice"),
    ):
        assert said in refusal("generate", "--columns", columns)
    assert run("generate", "--with", "killer", "--columns", "effort").status == 2
    assert run("generate", "--format", "sdk", "--columns", "puzzle").status == 2


def lines_of_grids(folder: Path, *wish: str) -> list[str]:
    path = folder / "grids.txt"
    assert run("grids", "-q", "-n", "7", *wish, "-o", path).status == 0
    return [line for line in path.read_text().splitlines() if line[0] != "#"]


@pytest.mark.compiled
@pytest.mark.parametrize("kind", ["csv", "jsonl", "json", "parquet", "arrow"])
@pytest.mark.parametrize("wish", [(), ("-r", "4+diagonals"), ("-m", "pattern")])
def test_final_grids_are_tables(kind: str, wish: tuple[str, ...], tmp_path: Path) -> None:
    path = tmp_path / f"grids.{kind}"
    assert run("grids", "-q", "-n", "7", *wish, "-o", path).status == 0
    found = frame_of(path)
    assert found.solution.tolist() == lines_of_grids(tmp_path, *wish)
    assert list(found.columns) == (["solution", "rules"] if "-r" in wish else ["solution"])


@pytest.mark.compiled
def test_final_grids_are_arrays(tmp_path: Path) -> None:
    path = tmp_path / "grids.npz"
    assert run("grids", "-q", "-n", "7", "-o", path).status == 0
    with np.load(path) as arrays:
        assert arrays["solution"].shape == (7, 81)
        texts = ["".join(map(str, row)) for row in arrays["solution"].tolist()]
    assert texts == lines_of_grids(tmp_path)


@pytest.mark.compiled
def test_a_booklet_has_several_difficulties(tmp_path: Path) -> None:
    asked = ("--make", "2 easy, 1 hard,1 1.0-2.0", "--seed", "1", "-q", "--per-page", "4")
    made = run("book", *asked, "-o", tmp_path / "all.svg")
    assert (made.status, made.err) == (0, "")
    text = (tmp_path / "all-001.svg").read_text()
    assert text.count("easy · ER") == 2
    assert text.count("hard · ER") == 1
    assert run("book", *asked, "--no-answers", "-o", tmp_path / "few.svg", "-j", "1").status == 0
    assert sorted(path.name for path in tmp_path.iterdir()) == [
        "all-001.svg", "all-002.svg", "few-001.svg",
    ]  # fmt: skip
    assert (tmp_path / "few-001.svg").read_text() == text


@pytest.mark.parametrize("make", ["", "easy", "2 silly", "0 easy", "2 easy; 3 hard", "2 9.x"])
def test_a_booklet_of_nothing_known_is_refused(make: str, tmp_path: Path) -> None:
    assert run("book", "--make", make, "-o", tmp_path / "book.svg").status == 2
    assert run("book", "--make", "1 easy", "-n", "2", "-o", tmp_path / "book.svg").status == 2
    assert list(tmp_path.iterdir()) == []


@pytest.mark.compiled
def test_each_of_many_puzzles_is_exported_to_a_file_of_its_own(tmp_path: Path) -> None:
    source = tmp_path / "many.txt"
    puzzles = [str(made.puzzle) for made in generate(3, seed=1)]
    source.write_text("\n".join(puzzles) + "\n")
    folder = tmp_path / "folder"
    assert run("export", source, source, "--to", "dimacs", "-o", folder).status == 0
    names = sorted(path.name for path in folder.iterdir())
    assert names == [f"0000{number}.cnf" for number in range(1, 7)]
    for name, puzzle in zip(names, puzzles * 2, strict=True):
        assert (folder / name).read_text() == run("export", puzzle, "--to", "dimacs").out
    assert run("export", source, "--to", "lp", "-o", tmp_path / "p-%d.lp").status == 0
    assert sorted(path.name for path in tmp_path.glob("*.lp")) == ["p-1.lp", "p-2.lp", "p-3.lp"]
    refused = run("export", source, "--to", "lp")
    assert (refused.status, refused.out) == (2, "")
    assert "several puzzles" in refused.err


@pytest.mark.compiled
def test_a_problem_that_is_not_finished_in_time_is_not_exported(tmp_path: Path) -> None:
    source = tmp_path / "many.txt"
    source.write_text("".join(f"{made.puzzle}\n" for made in generate(2, seed=1)))
    late = run("export", source, "--to", "lp", "-o", tmp_path / "p-%d.lp", "--timeout", "0")
    assert late.status == 3
    assert [path.name for path in tmp_path.iterdir()] == ["many.txt"]


@pytest.mark.compiled
@pytest.mark.parametrize("method", ["random", "pattern"])
def test_grids_in_a_compressed_file_are_those_of_a_plain_one(method: str, tmp_path: Path) -> None:
    plain, packed = tmp_path / "a.txt", tmp_path / "a.txt.gz"
    for path in (plain, packed):
        assert run("grids", "-q", "-n", "5", "-m", method, "-o", path).status == 0
    assert gzip.decompress(packed.read_bytes()) == plain.read_bytes()
