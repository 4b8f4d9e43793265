"""Sets of few members that meet all sets, against all sets."""

from collections.abc import Iterator
from itertools import combinations
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cpsudoku.ground.deadline import Deadline, OutOfTimeError
from cpsudoku.reasons import search
from cpsudoku.reasons.search import SmallHittingSets, packed

pytestmark = pytest.mark.compiled

SETS = st.lists(st.integers(1, 63), max_size=8)
MEMBERS = 6


def all_found(sets: SmallHittingSets, most: int) -> Iterator[int]:
    while (chosen := sets.first(most)) is not None:
        yield chosen
        sets.rule_out(chosen)


def of_up_to(most: int) -> Iterator[int]:
    return (chosen for chosen in range(1 << MEMBERS) if chosen.bit_count() <= most)


@given(SETS, st.integers(0, 4), st.integers(0, 130))
def test_every_set_that_meets_all_contains_one_that_is_found(
    to_meet: list[int], most: int, shift: int
) -> None:
    sets = SmallHittingSets(MEMBERS + shift)
    for one in to_meet:
        sets.add(one << shift)
    found = list(all_found(sets, most))
    assert all(one << shift & chosen for chosen in found for one in to_meet)
    assert all(chosen.bit_count() <= most for chosen in found)
    for chosen in of_up_to(most):
        if all(one & chosen for one in to_meet):
            assert any(one & chosen << shift == one for one in found)


@given(
    SETS,
    st.integers(1, 4),
    st.lists(st.tuples(st.integers(0, 5), st.integers(0, 5)), max_size=8),
    st.integers(1, 63),
)
def test_what_hangs_together_and_meets_all_contains_one_that_is_found(
    to_meet: list[int], most: int, pairs: list[tuple[int, int]], roots: int
) -> None:
    neighbours = [0] * MEMBERS
    for one, other in pairs:
        neighbours[one] |= 1 << other
        neighbours[other] |= 1 << one
    sets = SmallHittingSets(MEMBERS)
    sets.link([packed(one, MEMBERS) for one in neighbours], roots)
    for one in to_meet:
        sets.add(one)
    found = list(all_found(sets, most))
    assert all(one & chosen for chosen in found for one in to_meet)
    for chosen in of_up_to(most):
        if not all(one & chosen for one in to_meet) or not chosen:
            continue
        if chosen & roots and hangs_together(chosen, neighbours):
            assert any(one & chosen == one for one in found)
        elif chosen.bit_count() == most:
            assert chosen not in found


def hangs_together(chosen: int, neighbours: list[int]) -> bool:
    groups = [{member} for member in range(MEMBERS) if chosen >> member & 1]
    for one, other in combinations(range(MEMBERS), 2):
        if neighbours[one] >> other & 1:
            joined = [group for group in groups if one in group or other in group]
            if chosen >> one & chosen >> other & 1 and len(joined) == 2:
                joined[0].update(joined[1])
                groups.remove(joined[1])
    return len(groups) == 1


def test_it_ends_when_time_has_run_out() -> None:
    sets = SmallHittingSets(400)
    for number in range(400):
        sets.add(sum(1 << (number * factor + 1) % 400 for factor in (1, 3, 7, 11, 13, 17, 19, 23)))
    with pytest.raises(OutOfTimeError):
        sets.first(60, Deadline(0))


@pytest.mark.parametrize("wrong", [b"", bytes(7), b"\x08" + bytes(7), bytes(16)])
def test_sets_of_other_widths_and_members_are_refused(wrong: bytes) -> None:
    from cpsudoku.ground import compiled

    sets = compiled.native.HittingSets(3)
    for take in (sets.add, sets.rule_out, lambda row: sets.link([row] * 3, row)):
        with pytest.raises(ValueError, match="8 bytes"):
            take(wrong)


def test_a_search_that_takes_too_long_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    sets, random = SmallHittingSets(60), Random(1)
    for _ in range(400):
        sets.add(sum(1 << member for member in random.sample(range(60), 4)))
    monkeypatch.setattr(search, "_LONGEST", 10)
    assert (sets.first(22), sets.gave_up) == (None, True)
    with pytest.raises(OutOfTimeError):
        sets.first(22, Deadline(0))
    assert (sets.first(0), sets.gave_up) == (None, False)
