"""`cpsudoku compare`."""

import csv
import io
import json
from pathlib import Path
from xml.etree import ElementTree

import pytest
from command_line import refusal, run
from well_known import CLASH, EASY, EIGHTEEN

from cpsudoku import backends
from cpsudoku.comparison.figures import HEADINGS
from cpsudoku.ground.processes.child import CAN_FORK


def test_the_table_has_a_line_for_each_backend() -> None:
    compared = run("compare", "--backends", "dlx,backtrack", EASY, EIGHTEEN, CLASH)
    assert compared.status == 0
    assert compared.lines[0].split() == " ".join(HEADINGS).split()
    assert [line.split()[:3] for line in compared.lines[1:]] == [
        ["dlx", "3", "3"],
        ["backtrack", "3", "3"],
    ]
    assert compared.lines[1].split()[-3:] == ["1", "dlx", "3"]


def test_all_backends_are_compared_by_default() -> None:
    compared = run("compare", "--rounds", "1", EASY)
    assert [line.split()[0] for line in compared.lines[1:]] == list(backends.names())


def test_json_has_the_figures_and_every_run() -> None:
    compared = run("compare", "--json", "--rounds", "2", "--backends", "dlx,backtrack", EASY, CLASH)
    document = json.loads(compared.out)
    assert len(document["runs"]) == 2 * 2 * 2
    assert {run["verdict"] for run in document["runs"]} == {"unique", "none"}
    assert [figures["backend"] for figures in document["figures"]] == ["dlx", "backtrack"]
    assert document["machine"]["python"]


def test_csv_has_every_run() -> None:
    compared = run("compare", "--csv", "--rounds", "2", "--backends", "dlx", "-", text=f"{EASY}\n")
    rows = list(csv.DictReader(io.StringIO(compared.out)))
    assert [row["round"] for row in rows] == ["0", "1"]
    assert {row["place"] for row in rows} == {"<stdin>:1"}
    assert all(float(row["seconds"]) > 0 for row in rows)


def test_a_disagreement_names_the_puzzle(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(backends.BUILT_IN, "liar", "test_check:Liar")
    said = refusal("compare", "--backends", "dlx,liar", "-", text=f"{CLASH}\n{EASY}\n")
    assert "<stdin>:2" in said
    assert "liar says no solution" in said


def test_a_limit_is_no_disagreement_and_has_status_3() -> None:
    compared = run(
        "compare", "--each", "0", "--rounds", "1", "--backends", "dlx,backtrack", "." * 81
    )
    assert compared.status == 3
    assert compared.lines[2].split()[:3] == ["backtrack", "1", "0"]


def test_time_that_is_up_for_all_is_said_and_has_status_3() -> None:
    compared = run("compare", "--timeout", "0", "-b", "dlx,backtrack", "." * 81)
    assert compared.status == 3
    assert "time ran out" in compared.err
    assert compared.lines[2].split()[:3] == ["backtrack", "0", "0"]


@pytest.mark.compiled
def test_a_backend_gets_the_puzzles_that_it_supports() -> None:
    compared = run("compare", "--rounds", "1", "--backends", "dlx,bitboard", EASY, EIGHTEEN)
    assert [line.split()[1] for line in compared.lines[1:]] == ["2", "1"]


RATED = "1......2.3....4. 1.2\n1............... # ER=2.3\n12............4. 2.0\n"


def test_with_groups_the_table_goes_on_with_the_medians_of_each() -> None:
    compared = run(
        "compare", "--by", "givens", "--rounds", "1", "-b", "backtrack,backtrack:index", "-",
        text=RATED,
    )  # fmt: skip
    assert compared.status == 0
    at = compared.lines.index("median nodes by givens")
    assert compared.lines[at + 1].split() == ["givens", "puzzles", "backtrack", "backtrack:index"]
    assert [line.split()[:2] for line in compared.lines[at + 2 : at + 5]] == [
        ["1", "1"], ["3", "1"], ["4", "1"],
    ]  # fmt: skip
    assert "median ms by givens" in compared.lines


def test_puzzles_are_grouped_by_the_rating_behind_them() -> None:
    compared = run("compare", "--by", "er", "--rounds", "1", "-b", "dlx", "--json", "-", text=RATED)
    document = json.loads(compared.out)
    assert document["by"] == "er"
    assert [group["group"] for group in document["groups"]] == ["1.0–1.9", "2.0–2.9"]
    assert [group["puzzles"] for group in document["groups"]] == [[0], [1, 2]]
    assert document["groups"][1]["figures"][0]["puzzles"] == 2


def test_a_median_that_only_the_limit_bounds_says_so() -> None:
    compared = run(
        "compare", "--by", "givens", "--each", "0", "--rounds", "1", "-b", "backtrack", "." * 81
    )
    at = compared.lines.index("median nodes by givens")
    assert compared.lines[at + 2].split() == ["0", "1", "≥", "0"]


def test_each_file_gets_what_its_ending_says(tmp_path: Path) -> None:
    names = ["growth.svg", "all.json", "runs.csv", "table.txt"]
    files = [option for name in names for option in ("-o", tmp_path / name)]
    compared = run(
        "compare", "--by", "er", "--rounds", "1", "-b", "dlx,backtrack", *files, "-", text=RATED
    )
    assert (compared.status, compared.out) == (0, "")
    drawn = ElementTree.parse(tmp_path / "growth.svg").getroot()
    texts = [element.text for element in drawn.iter() if element.tag.endswith("text")]
    assert {"median nodes", "median milliseconds", "1.0–1.9", "2.0–2.9", "er"} <= set(texts)
    assert {"dlx", "backtrack"} <= set(texts)
    assert len(json.loads((tmp_path / "all.json").read_text(encoding="utf-8"))["runs"]) == 6
    rows = list(csv.DictReader(io.StringIO((tmp_path / "runs.csv").read_text(encoding="utf-8"))))
    assert [row["er"] for row in rows] == ["1.0–1.9", "2.0–2.9", "2.0–2.9"] * 2
    assert "median ms by er" in (tmp_path / "table.txt").read_text(encoding="utf-8")


@pytest.mark.compiled
def test_puzzles_without_ratings_are_rated() -> None:
    compared = run("compare", "--by", "er", "--rounds", "1", "-b", "dlx", EASY)
    assert compared.lines[-1].split()[:2] == ["1.0–1.9", "1"]
    assert "no puzzle has a rating" in refusal("compare", "--by", "er", "." * 16)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["-o", "figures.png"], "ending in .txt, .json, .svg, .csv, .jsonl"),
        (["-o", "growth.svg"], "add --by givens"),
        (["-o", "runs.csv", "--json"], "contradicts --json"),
        (["--json", "--csv"], "exclude each other"),
        (["--by", "size"], "givens or er"),
    ],
)
def test_what_cannot_be_written_is_refused_at_once(
    arguments: list[str], words: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert words in refusal("compare", *arguments, EASY)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.skipif(not CAN_FORK, reason="this system cannot fork safely")
def test_a_race_is_one_of_the_compared() -> None:
    compared = run("compare", "--rounds", "1", "-b", "dlx,race:backtrack:index,dlx", EIGHTEEN)
    assert [line.split()[0] for line in compared.lines[1:]] == ["dlx", "race:backtrack:index,dlx"]


@pytest.mark.compiled
@pytest.mark.parametrize("kind", ["jsonl", "parquet", "arrow", "npz"])
def test_runs_are_rows_of_any_table_beside_what_the_puzzles_came_with(
    kind: str, tmp_path: Path
) -> None:
    source, path = tmp_path / "in.csv", tmp_path / f"runs.{kind}"
    source.write_text(f"id,puzzle\n7,{EASY}\n", encoding="utf-8")
    arguments: list[str | Path] = ["compare", "-q", "-b", "dlx,bitboard", "--rounds", "2", source]
    assert run(*arguments, "-o", path).status == 0
    rows = list(csv.DictReader(io.StringIO(run("convert", "-f", "csv", path).out)))
    assert sorted((row["id"], row["backend"], row["round"]) for row in rows) == [
        ("7", name, number) for name in ("bitboard", "dlx") for number in "01"
    ]
    assert "expected csv, jsonl, parquet, arrow, npz, or --json" in refusal(
        *arguments, "-f", "json"
    )


def test_what_time_left_out_is_said_after_the_table() -> None:
    compared = run("compare", "--timeout", "0", "--rounds", "2", "-b", "dlx,backtrack", EASY, CLASH)
    assert compared.status == 3
    assert [line.split()[:3] for line in compared.lines[1:]] == [
        ["dlx", "0", "0"],
        ["backtrack", "0", "0"],
    ]
    assert "of 4 searches for each backend these were not made: dlx 4, backtrack 4" in compared.err
