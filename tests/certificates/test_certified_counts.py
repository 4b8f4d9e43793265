"""Certificates of counts: the cover is named, and what is not a cover is refused."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from command_line import refusal, run
from forging import edit
from well_known import EIGHTEEN

from cpsudoku import formats
from cpsudoku.asking.cubes import Cube
from cpsudoku.certificates import certify
from cpsudoku.certificates.counting import certify_count, verify_count
from cpsudoku.errors import CertificateError
from cpsudoku.puzzle import Puzzle
from cpsudoku.rules import boxes

pytestmark = pytest.mark.compiled

SMALL = "1" + "." * 15
"""A 4×4 puzzle with 72 solutions."""


@pytest.fixture(scope="module")
def original(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("original")
    assert certify_count(SMALL, folder, limit=20).count == 72
    return folder


@pytest.fixture
def forged(original: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(original, tmp_path / "forged"))


def cover(folder: Path) -> dict[str, Any]:
    return dict(json.loads((folder / "cover.json").read_text()))


def rewrite(folder: Path, **changes: object) -> None:
    (folder / "cover.json").write_text(json.dumps(cover(folder) | changes))


def refused(folder: Path, message: str) -> None:
    with pytest.raises(CertificateError, match=message):
        verify_count(folder)


def test_a_count_is_the_sum_of_its_cubes(original: Path) -> None:
    found = verify_count(original, puzzle=SMALL)
    assert (found.count, found.cubes) == (72, len(cover(original)["cubes"]))
    assert found.cubes > 3
    with pytest.raises(CertificateError, match="not the puzzle that was asked about"):
        verify_count(original, puzzle="2" + SMALL[1:])


def test_a_puzzle_with_few_solutions_is_one_cube(tmp_path: Path) -> None:
    assert certify_count(EIGHTEEN, tmp_path).cubes == 1
    assert verify_count(tmp_path).count == 18


def test_a_certificate_that_was_begun_is_finished(forged: Path) -> None:
    (forged / "cover.json").unlink()
    shutil.rmtree(forged / "000001")
    kept = (forged / "000000" / "manifest.json").stat().st_mtime_ns
    assert certify_count(SMALL, forged, limit=20).count == 72
    assert (forged / "000000" / "manifest.json").stat().st_mtime_ns == kept
    assert verify_count(forged).count == 72


def without_the_last(cubes: list[Any]) -> list[Any]:
    return cubes[:-1]


def twice(cubes: list[Any]) -> list[Any]:
    return [*cubes, cubes[0]]


def shorter(cubes: list[Any]) -> list[Any]:
    return [cubes[0][:-1], *cubes[1:]]


def another_cell(cubes: list[Any]) -> list[Any]:
    (cell, digit), *rest = cubes[-1]
    return [*cubes[:-1], [[cell + 1, digit], *rest]]


@pytest.mark.parametrize(
    ("forgery", "message"),
    [
        (without_the_last, "there is no cube with"),
        (twice, "not different cases"),
        (shorter, "not different cases|two cells|no cube|needless"),
        (another_cell, "cut at two cells"),
        (lambda _: [], "not different cases"),
        (lambda _: [[[0, 1]] * 5000], "cut at r1c1, which has one candidate"),
        (lambda _: [[[True, 1]]], r"cubes\[0\]\[0\]\[0\]: True; expected a whole number"),
        (lambda _: [[[16, 1]]], "expected cell and digit"),
        (lambda _: [[[1, 1, 1]]], r"cubes\[0\]\[0\]: \[1, 1, 1\]; expected a list"),
        (lambda _: [7], r"cubes\[0\]: 7; expected a list"),
        (lambda _: "all", "cubes: 'all'; expected a list"),
    ],
)
def test_a_forged_cover_is_refused(
    forgery: Callable[[list[Any]], Any], message: str, forged: Path
) -> None:
    rewrite(forged, cubes=forgery(cover(forged)["cubes"]))
    refused(forged, message)


def test_a_needless_cube_is_refused(forged: Path, tmp_path: Path) -> None:
    """It would be harmless; but a cover is what it says, to the last cube."""
    cubes = cover(forged)["cubes"]
    cell = cubes[0][0][0]
    assert cell in {1, 2, 3, 4, 5, 8, 12}  # it sees the given
    rewrite(forged, cubes=[*cubes, [[cell, 1]]])
    puzzle = Cube(((cell, 1),)).of(formats.parse(SMALL))
    certify(puzzle, forged / f"{len(cubes):06d}")
    refused(forged, "needless cube")


def test_another_count_is_refused(forged: Path) -> None:
    rewrite(forged, count=73)
    refused(forged, "73 solutions; its cubes have 72")
    rewrite(forged, count=True)
    refused(forged, "count: True; expected a whole number")


def test_two_cubes_that_change_places_are_refused(forged: Path) -> None:
    cubes = cover(forged)["cubes"]
    rewrite(forged, cubes=[cubes[1], cubes[0], *cubes[2:]])
    refused(forged, "000000: .*not the puzzle")


def test_a_cube_that_is_missing_or_forged_is_refused(forged: Path) -> None:
    edit(forged / "000001" / "manifest.json", '"multiple"', '"none"')
    refused(forged, "000001: manifest.json: verdict")
    shutil.rmtree(forged / "000001")
    refused(forged, "000001: it is missing")


def test_another_puzzle_beside_the_cubes_is_refused(forged: Path) -> None:
    other = Puzzle.empty(boxes(2, 2)).with_given(0, 2)
    certify(other, forged / "other")
    shutil.copy(forged / "other" / "puzzle.json", forged / "puzzle.json")
    refused(forged, "cube|000000")


def test_cubes_have_no_backend_of_their_own(tmp_path: Path) -> None:
    asked = ("prove", SMALL, "--cubes", "--backend", "sat", "-o", tmp_path / "it")
    assert "--backend sat with --cubes" in refusal(*asked)


@pytest.mark.thorough
def test_the_commands(tmp_path: Path) -> None:
    proved = run("prove", SMALL, "--cubes", "-n", "20", "-o", tmp_path / "it")
    assert proved.status == 0, proved.err
    assert proved.out.startswith("exactly 72 solutions (cubes: ")
    verified = run("verify", tmp_path / "it", "--puzzle", SMALL)
    assert verified.status == 0, verified.err
    assert verified.out.startswith("verified: exactly 72 solutions\n")
    rewrite(tmp_path / "it", count=1)
    assert run("verify", tmp_path / "it").out.startswith("refused: cover.json: 1 solution;")
