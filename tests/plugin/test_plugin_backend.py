"""The backend that CONTRIBUTING.md adds, built as a package of somebody else."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from command_line import run
from plugging import plugged_in

import cpsudoku
from cpsudoku.backends import registry

SEVERAL = "1234341221......"


@pytest.fixture(autouse=True)
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    with plugged_in("Adding a backend", tmp_path, monkeypatch):
        yield
    registry.get.cache_clear()


def test_it_is_listed_and_solves() -> None:
    assert "tries the digits of each cell in order" in run("backends").out
    solved = run("solve", "--backend", "ordered", "1...............")
    assert (solved.status, solved.lines[-1]) == (0, "1234341221434321")


def test_its_counts_and_verdicts_are_those_of_others() -> None:
    for puzzle in (SEVERAL, "1234341221434...", "12..3...........", "11.............."):
        others = cpsudoku.count(puzzle, backend="backtrack")
        assert cpsudoku.count(puzzle, backend="ordered").value == others.value
        verdict = cpsudoku.check(puzzle, backend="ordered").verdict
        assert verdict is cpsudoku.check(puzzle, backend="backtrack").verdict


def test_a_limit_is_unknown_and_what_it_does_not_know_is_refused() -> None:
    late = cpsudoku.check("." * 81, backend="ordered", seconds=0)
    assert late.verdict is cpsudoku.Verdict.UNKNOWN
    refused = run("solve", "--backend", "ordered", "-r", "4+thermo@r1c1,r1c2", "." * 16)
    assert refused.status == 2
    assert "ordered" in refused.err
