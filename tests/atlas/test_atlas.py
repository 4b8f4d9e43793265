"""Each number of the atlas by methods that share nothing, and what others know."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path
from typing import Any

import pytest

from cpsudoku import formats
from cpsudoku.asking import estimation
from cpsudoku.asking.cubes import count_by_search
from cpsudoku.atlas import entries, page
from cpsudoku.atlas.classes import conjugacy_classes, count_classes, list_classes
from cpsudoku.atlas.counting import count_by_bands, count_by_frontier
from cpsudoku.atlas.entries import AtlasEntry, entry
from cpsudoku.errors import BackendError, OptionError
from cpsudoku.ground.deadline import Deadline, OutOfTimeError
from cpsudoku.ground.documents import read_as
from cpsudoku.puzzle import Puzzle
from cpsudoku.rules import Rules, boxes, latin
from cpsudoku.symmetry.of_rules import symmetries

pytestmark = pytest.mark.compiled


def rules_of(text: str) -> Rules:
    return formats.parse_rules(text).rules()


@pytest.mark.thorough(but=4)
@pytest.mark.parametrize(
    ("text", "grids", "classes"),
    [
        ("4", 288, 2),
        ("4+diagonals", 48, 1),
        ("4+antiknight", 24, 1),
        ("4+nonconsecutive", 0, 0),
        ("latin:4", 576, 2),
        ("latin:5", 161_280, 2),
        ("2x3", 28_200_960, 49),
        ("2x3+antiknight", 11_520, 7),
        ("2x3+nonconsecutive", 48, 6),
        ("2x3+cyclicnonconsecutive", 48, 2),
        ("latin:5+cyclicnonconsecutive", 20, 1),
    ],
)
def test_methods_agree(text: str, grids: int, classes: int) -> None:
    rules = rules_of(text)
    found = symmetries(rules)
    assert count_by_frontier(rules) == grids
    assert count_by_search(rules, found) == grids
    assert count_by_search(rules, found, backend="fd") == grids
    assert count_classes(rules, grids, found) == classes
    listed = list_classes(rules, found)
    assert listed is not None
    assert listed[:2] == (grids, classes)


@pytest.mark.thorough
def test_bands_count_the_classic_grids() -> None:
    assert count_by_bands(2, 2) == 288
    assert count_by_bands(2, 3) == count_by_bands(3, 2) == 28_200_960
    assert count_by_bands(3, 3) == 6_670_903_752_021_072_936_960


def test_the_most_symmetric_4x4_grids_have_32_symmetries() -> None:
    # Of 288 grids 96 are in one class and 192 in the other: 128 · 24 / 96.
    listed = list_classes(boxes(2, 2))
    assert listed is not None
    assert listed.largest == 32


def test_conjugates_are_classes_of_the_group() -> None:
    group = symmetries(latin(3)).cells  # of two copies of S3, and their exchange
    found = conjugacy_classes(group)
    assert sorted(one.size for one in found) == sorted([1, 4, 4, 6, 6, 9, 12, 12, 18])
    assert sum(one.size for one in found) == group.order == 72


def test_a_wrong_number_of_grids_is_noticed() -> None:
    rules = rules_of("4")
    with pytest.raises(OptionError, match="not a whole mean"):
        count_classes(rules, 289)


def test_methods_give_up_at_the_deadline_and_at_too_many_states(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    rules = rules_of("9")
    found = symmetries(rules)
    over = Deadline(0)
    monkeypatch.setattr("cpsudoku.atlas.counting.MOST_STATES", 100)
    assert count_by_frontier(rules) is None
    late: tuple[Callable[[], object], ...] = (
        lambda: count_by_frontier(rules, over),
        lambda: count_by_search(rules, found, over),
        lambda: list_classes(rules, found, over),
        lambda: count_classes(rules_of("2x3"), 28_200_960, deadline=over),
        lambda: count_by_bands(2, 3, over),
        lambda: count_by_bands(3, 3, over),
    )
    for call in late:
        with pytest.raises(OutOfTimeError):
            call()


def test_an_entry_without_time_counts_nothing() -> None:
    found = entry("9", seconds=0)
    assert (found.grids, found.classes) == ((), ())


def test_an_estimate_has_no_more_time_than_a_method(monkeypatch: pytest.MonkeyPatch) -> None:
    limits = []
    estimate = estimation.estimate

    def estimated(*puzzle: Puzzle, seconds: float, **options: Any) -> estimation.Estimate:
        limits.append(seconds)
        return estimate(*puzzle, seconds=seconds, **options)

    monkeypatch.setattr(estimation, "estimate", estimated)
    entry("9", seconds=0.01)
    assert limits == [0.01, 0.01]


def test_an_entry_is_kept_as_it_is() -> None:
    found = entry("2x3+windows", seconds=60)
    assert {one.method for one in found.grids} == {"cover", "frontier"}
    assert {one.value for one in found.grids} == {4_199_040}
    assert {one.value for one in found.classes} == {424}
    assert read_as(AtlasEntry, json.loads(json.dumps(asdict(found)))) == found
    assert "4,199,040" in page.page([found])


def test_a_disagreement_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(entries, "count_by_frontier", lambda rules, deadline: 49)
    with pytest.raises(BackendError, match=r"cover 48.*frontier 49"):
        entry("4+diagonals", seconds=60)


def test_rules_of_the_atlas_are_known_and_different() -> None:
    assert len(entries.SETS) == len(set(entries.SETS)) >= 57
    assert {*entries.KNOWN_GRIDS, *entries.KNOWN_CLASSES} <= set(entries.SETS)
    for text in entries.SETS:
        assert rules_of(text).cell_count


def test_the_page_of_the_docs_has_a_line_for_each() -> None:
    lines = (Path(__file__).parents[2] / "docs/measurements/atlas.md").read_text(encoding="utf-8")
    for text in entries.SETS:
        assert f"| `{text}` |" in lines
    for known in (entries.KNOWN_GRIDS, entries.KNOWN_CLASSES):
        for value, _ in known.values():
            assert f"{value:,}" in lines
