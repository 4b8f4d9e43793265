"""The question and the command that CONTRIBUTING.md adds, built as a package of somebody else."""

import json
from pathlib import Path

import pytest
from command_line import run
from plugging import blocks

from cpsudoku.cli import registry


@pytest.fixture(autouse=True)
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    [code] = blocks("Adding a question and its command", "python")
    (tmp_path / "cpsudoku_givens.py").write_text(code, encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    for table, name in ((registry.HELP, "givens"), (registry._ELSEWHERE, "givens")):
        monkeypatch.setitem(table, name, "")
    monkeypatch.setitem(registry.COMMANDS, "Elsewhere", {})
    registry.register("Elsewhere", "givens", "Count the givens.", "cpsudoku_givens")


def test_help_has_it() -> None:
    assert "Elsewhere:\n  givens" in run("--help").out
    shown = run("givens", "--help").out
    assert "Write the share of the cells instead, in percent." in shown


def test_it_answers_lines_tables_and_documents(tmp_path: Path) -> None:
    puzzles = tmp_path / "some.csv"
    puzzles.write_text("name,puzzle\na,12..............\nb,................\n")
    counted = run("givens", puzzles, "-o", tmp_path / "out.csv")
    assert counted.status == 1
    assert "1 with givens, 1 without givens" in counted.err
    rows = (tmp_path / "out.csv").read_text().splitlines()
    assert rows == ["name,puzzle,givens", "a,12..............,2", "b,................,0"]
    assert run("givens", "12" + "." * 14).lines == ["2"]
    [found] = run("givens", "--percent", "--json", "1" + "." * 15).lines
    assert json.loads(found)["givens"] == 6
