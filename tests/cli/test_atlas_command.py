"""``cpsudoku atlas``: text, JSON, the page, and what is kept."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from command_line import refusal, run

pytestmark = pytest.mark.compiled


def test_one_set_of_rules_is_said_in_words() -> None:
    found = run("atlas", "4+diagonals", "-q")
    assert found.status == 0
    assert "  symmetries: 16 movements, 24 renamings\n" in found.out
    assert "  grids: 48 (cover " in found.out
    assert "  classes: 1 (Burnside " in found.out


def test_what_is_kept_is_not_done_again(tmp_path: Path) -> None:
    first = run("atlas", "4", "--keep", tmp_path, "--json", "-q")
    (place,) = tmp_path.iterdir()
    kept = json.loads(place.read_text())
    kept["largest"] = 33  # which no search would find
    place.write_text(json.dumps(kept))
    second = run("atlas", "4", "--keep", tmp_path, "--json", "-q")
    assert json.loads(first.out)["largest"] == 32
    assert json.loads(second.out)["largest"] == 33
    longer = run("atlas", "4", "--keep", tmp_path, "--json", "-q", "--timeout", "100")
    assert json.loads(longer.out)["largest"] == 32
    place.write_text("{")
    assert json.loads(run("atlas", "4", "--keep", tmp_path, "--json", "-q").out)["largest"] == 32


def test_the_page_has_a_line_for_each_and_what_was_known() -> None:
    found = run("atlas", "4", "4+windows", "--markdown", "-q")
    assert "| `4` | 128 × 24 | 288 | bands" in found.out
    assert "| `4+windows` |" in found.out
    assert "- `4`: 288 grids (well known); came out here." in found.out


def test_rules_that_are_out_of_reach_are_estimated_with_status_3() -> None:
    found = run("atlas", "16", "--timeout", "0.2", "-q")
    assert found.status == 3
    assert "grids: about " in found.out or "grids: not known" in found.out


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["4", "--timeout", "0"], "0.001 or more"),
        (["4", "--markdown", "--json"], "expected one of them"),
        (["4+sandwich"], "sandwich"),
        (["4+killer:6@r1c1,r1c2,r1c3"], "cannot say"),
    ],
)
def test_bad_usage_is_said_with_status_2(arguments: list[str], message: str) -> None:
    assert message in refusal("atlas", *arguments, "-q")
