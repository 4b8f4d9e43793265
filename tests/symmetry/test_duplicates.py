"""The first of each class: digests distinguish forms and rules, equals are found across blocks."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

np = pytest.importorskip("numpy")

from cpsudoku.rules import Rules, boxes, classic, usual  # noqa: E402
from cpsudoku.symmetry.canonical import Digests, FirstOfEach  # noqa: E402


def forms(numbers: list[int], cells: int = 81) -> Any:
    found = np.zeros((len(numbers), cells), np.uint8)
    found[:, -1] = numbers
    return found


@given(st.lists(st.lists(st.integers(0, 9), max_size=30), max_size=5))
def test_the_first_of_each_class_is_kept_whatever_the_blocks(blocks: list[list[int]]) -> None:
    digests, numbers = Digests(), list[int]()
    with FirstOfEach() as firsts:
        for block in blocks:
            found = firsts.of(digests.of(forms(block), classic())).tolist()
            before = len(numbers)
            numbers += block
            assert found == [numbers.index(one) == before + n for n, one in enumerate(block)]


@pytest.mark.parametrize("others", [boxes(3, 2), usual(4)])
def test_forms_of_other_rules_are_others(others: Rules) -> None:
    digests, some = Digests(), forms([2, 1], others.cell_count)
    with FirstOfEach() as firsts:
        assert others.size != 6 or firsts.of(digests.of(some, usual(6))).all()
        assert firsts.of(digests.of(some, others)).all()
        assert firsts.of(digests.of(forms([0, 0, 1]), classic())).tolist() == [True, False, True]
        assert not firsts.of(digests.of(some, others)).any()


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


def test_what_cannot_be_kept_is_a_failure_of_the_system(monkeypatch: pytest.MonkeyPatch) -> None:
    with FirstOfEach() as firsts:
        firsts._met.execute("pragma max_page_count = 2")
        with pytest.raises(OSError, match="cannot be kept: database or disk is full"):
            firsts.of(np.arange(4000, dtype=np.uint64).reshape(-1, 2))
