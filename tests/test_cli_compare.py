"""`cpsudoku compare`."""

import csv
import io
import json

import pytest
from command_line import CLASH, EASY, EIGHTEEN, run

from cpsudoku import backends
from cpsudoku.cli.commands.compare import HEADINGS


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
    monkeypatch.setitem(backends.BUILT_IN, "liar", "test_cli_check:Liar")
    compared = run("compare", "--backends", "dlx,liar", "-", text=f"{CLASH}\n{EASY}\n")
    assert compared.status == 2
    assert "<stdin>:2" in compared.err
    assert "liar says no solution" in compared.err


def test_a_limit_is_no_disagreement_and_has_status_3() -> None:
    compared = run(
        "compare", "--timeout", "0", "--rounds", "1", "--backends", "dlx,backtrack", "." * 81
    )
    assert compared.status == 3
    assert compared.lines[2].split()[:3] == ["backtrack", "1", "0"]


def test_a_backend_gets_the_puzzles_that_it_supports() -> None:
    compared = run("compare", "--rounds", "1", "--backends", "dlx,bitboard", EASY, EIGHTEEN)
    assert [line.split()[1] for line in compared.lines[1:]] == ["2", "1"]
