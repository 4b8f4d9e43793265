"""Sets of few members that meet all sets, against all sets."""

from itertools import combinations

from hypothesis import given
from hypothesis import strategies as st

from cpsudoku.reasons.hitting import hitting_sets


@given(st.lists(st.integers(1, 63), max_size=8), st.integers(0, 4))
def test_every_set_that_meets_all_contains_one_that_is_found(sets: list[int], most: int) -> None:
    found = list(hitting_sets(sets, most))
    assert all(one & chosen for chosen in found for one in sets)
    assert all(chosen.bit_count() <= most for chosen in found)
    assert len(set(found)) == len(found)
    for size in range(most + 1):
        for members in combinations(range(6), size):
            chosen = sum(1 << member for member in members)
            if all(one & chosen for one in sets):
                assert any(one & chosen == one for one in found)
