"""Propagation: nothing of a solution is lost, nothing plain is missed."""

from unittest import mock

import pytest
from brute_force import grids
from hypothesis import given
from hypothesis import strategies as st
from well_known import EASY

from cpsudoku.backends import presolving
from cpsudoku.backends.presolving import probe, propagate
from cpsudoku.encodings import sums
from cpsudoku.ground import compiled
from cpsudoku.puzzle import Puzzle
from cpsudoku.rules import Rules, boxes, latin

# Found by the generator; singles and locked candidates leave most of it open.
NEEDS_PROBING = "3.9.........9....4....82..1.3...5.4...6.4..8....6.3..9.....7..6..4...7..6.2...85."


def digits(text: str) -> list[int]:
    return [int(c) if c.isdigit() else 0 for c in text]


@given(
    masks=st.lists(st.integers(0, 15), min_size=16, max_size=16),
    rules=st.sampled_from([boxes(2, 2), latin(4), boxes(2, 2).with_diagonals()]),
)
def test_solutions_stay_and_only_candidates_go(masks: list[int], rules: Rules) -> None:
    before = tuple(masks)
    after = propagate(rules, before)
    if after is None:
        assert not list(grids(rules, before))
    else:
        assert all(a & b == a for a, b in zip(after, before, strict=True))
        assert set(grids(rules, after)) == set(grids(rules, before))


@given(masks=st.lists(st.integers(0, 15), min_size=16, max_size=16))
def test_no_single_is_left(masks: list[int]) -> None:
    rules = boxes(2, 2)
    after = propagate(rules, tuple(masks))
    if after is None:
        return
    assert propagate(rules, after) == after
    for house in rules.houses:
        for bit in (1, 2, 4, 8):
            places = [c for c in house.cells if after[c] & bit]
            assert places
            if len(places) == 1:
                assert after[places[0]] == bit
            if any(after[c] == bit for c in places):
                assert len(places) == 1


@pytest.mark.compiled
@given(masks=st.lists(st.integers(0, 15), min_size=16, max_size=16))
def test_no_locked_candidate_is_left(masks: list[int]) -> None:
    rules = boxes(2, 2)
    after = propagate(rules, tuple(masks))
    if after is None:
        return
    for house in rules.houses:
        for other in rules.houses:
            shared = set(house.cells) & set(other.cells)
            for bit in (1, 2, 4, 8) if len(shared) == 2 and house != other else ():
                if all(c in shared for c in house.cells if after[c] & bit):
                    assert not any(after[c] & bit for c in set(other.cells) - shared)


def test_an_easy_puzzle_needs_nothing_else() -> None:
    puzzle = Puzzle.from_digits(digits(EASY), boxes(3, 3))
    after = propagate(puzzle.rules, puzzle.candidates)
    assert after is not None
    assert all(mask.bit_count() == 1 for mask in after)


@given(
    masks=st.lists(st.sampled_from([511, 511, 511, 1, 2, 4, 8, 48, 192]), min_size=81, max_size=81),
    rules=st.sampled_from([boxes(3, 3), boxes(3, 3).with_windows().with_groups([(0, 40)])]),
)
def test_plain_python_finds_nothing_that_the_compiled_core_does_not(
    masks: list[int], rules: Rules
) -> None:
    found = propagate(rules, tuple(masks))
    with mock.patch.object(presolving, "reducer", return_value=None):
        plain = propagate(rules, tuple(masks))
    if found is not None:
        assert plain is not None
        assert all(a & b == a for a, b in zip(found, plain, strict=True))


def test_grids_beyond_a_word_are_propagated_as_well() -> None:
    rules = latin(compiled.MOST_DIGITS + 1)
    masks = ((1 << 64), *([rules.all_digits] * (rules.cell_count - 1)))
    after = propagate(rules, masks)
    assert after is not None
    assert after[1] == rules.all_digits ^ (1 << 64)


def test_cells_outside_of_houses_take_part() -> None:
    rules = Rules(3, latin(3).constraints[:1]).with_groups([(3, 4)])
    masks = (0b001, 0b111, 0b111, 0b010, 0b011, 0b111, 0b111, 0b111, 0b111)
    after = propagate(rules, masks)
    assert after is not None
    assert after[:5] == (0b001, 0b110, 0b110, 0b010, 0b001)


@given(
    masks=st.lists(
        st.sampled_from([15, 15, 15, 15, 1, 2, 4, 8, 3, 12, 7]), min_size=16, max_size=16
    ),
    rules=st.sampled_from([boxes(2, 2), latin(4), boxes(2, 2).with_diagonals()]),
)
def test_probing_keeps_every_solution(masks: list[int], rules: Rules) -> None:
    before = tuple(masks)
    after = probe(rules, before, 1000)
    solutions = set(grids(rules, before))
    if after is None:
        assert not solutions
    else:
        plain = propagate(rules, before)
        assert plain is not None
        assert all(a & b == a for a, b in zip(after, plain, strict=True))
        assert set(grids(rules, after)) == solutions


@pytest.mark.skipif(sums.reducer(boxes(3, 3)) is None, reason="no compiled core")
def test_probing_solves_what_plain_propagation_leaves_open() -> None:
    puzzle = Puzzle.from_digits(digits(NEEDS_PROBING), boxes(3, 3))
    plain = propagate(puzzle.rules, puzzle.candidates)
    probed = probe(puzzle.rules, puzzle.candidates)
    assert plain is not None and probed is not None
    assert any(mask & (mask - 1) for mask in plain)
    assert all(mask.bit_count() == 1 for mask in probed)


def test_probing_finds_a_contradiction_behind_both_ways() -> None:
    # Two digits for three cells that differ: no single, and every way comes to a dead end.
    rules = latin(4).with_groups([(0, 6, 11)])
    masks = tuple(0b0011 if cell in (0, 6, 11) else 0b1111 for cell in range(16))
    assert propagate(rules, masks) is not None
    if sums.reducer(rules) is not None:
        assert probe(rules, masks) is None
