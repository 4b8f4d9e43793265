"""The first of each class: digests distinguish forms and rules, equals are found across blocks."""

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

np = pytest.importorskip("numpy")

from cpsudoku.rules import Rules, boxes, classic, usual  # noqa: E402
from cpsudoku.symmetry import canonical  # noqa: E402
from cpsudoku.symmetry.canonical import Digests, FirstOfEach  # noqa: E402


def forms(numbers: list[int], cells: int = 81) -> Any:
    found = np.zeros((len(numbers), cells), np.uint8)
    found[:, -1] = numbers
    return found


@given(st.lists(st.lists(st.integers(0, 9), max_size=30), max_size=5))
def test_the_first_of_each_class_is_kept_whatever_the_blocks(blocks: list[list[int]]) -> None:
    check_firsts(blocks)


@settings(max_examples=10)
@given(st.lists(st.lists(st.integers(0, 9), min_size=1, max_size=30), min_size=1, max_size=5))
def test_so_it_is_by_way_of_files(blocks: list[list[int]]) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(canonical, "_HELD", 0)
        check_firsts(blocks)


def check_firsts(blocks: list[list[int]]) -> None:
    firsts = FirstOfEach((forms(block), classic()) for block in blocks)
    numbers = [number for block in blocks for number in block]
    wanted = [numbers.index(number) == place for place, number in enumerate(numbers)]
    assert firsts.are_first(0, len(numbers)).tolist() == wanted
    assert (firsts.puzzles, firsts.classes) == (len(numbers), len(set(numbers)))
    for begin in range(len(numbers)):
        assert firsts.are_first(begin, 3).tolist()[: len(numbers) - begin] == wanted[begin:][:3]


@pytest.mark.parametrize("others", [boxes(3, 2), usual(4)])
def test_forms_of_other_rules_are_others(others: Rules) -> None:
    cells = others.cell_count
    parts = [(forms([1, 2], cells), usual(6)), (forms([2, 1], cells), others)]
    if others.size == 6:
        firsts = FirstOfEach(parts)
        assert firsts.are_first(0, 4).all()
    firsts = FirstOfEach([parts[1], (forms([0, 0, 1]), classic()), parts[1]])
    assert firsts.are_first(0, 7).tolist() == [True] * 3 + [False, True, False, False]


def test_digests_differ_in_every_bit_and_from_run_to_run() -> None:
    one = np.zeros((1, 81), np.uint8)
    near = np.eye(81, dtype=np.uint8)
    digests = Digests().of(np.vstack([one, near]), classic())
    assert digests.shape == (82, 2)
    for column in digests.T:
        assert len(set(column.tolist())) == 82
        assert np.bitwise_or.reduce(column) == np.uint64((1 << 64) - 1)
        assert np.bitwise_and.reduce(column) == 0
    assert (Digests().of(one, classic()) != digests[:1]).all()


def test_nothing_stays_of_the_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(canonical, "_HELD", 1)
    FirstOfEach([(forms([1, 1]), classic())], folder=tmp_path)
    assert list(tmp_path.iterdir()) == []
