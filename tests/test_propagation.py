"""Singles: nothing of a solution is lost, nothing plain is missed."""

from brute_force import grids
from hypothesis import given
from hypothesis import strategies as st

from cpsudoku.encodings.propagation import propagate
from cpsudoku.puzzle import Puzzle
from cpsudoku.rules import Rules, boxes, latin

EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"


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


def test_an_easy_puzzle_needs_nothing_else() -> None:
    puzzle = Puzzle.from_digits(digits(EASY), boxes(3, 3))
    after = propagate(puzzle.rules, puzzle.candidates)
    assert after is not None
    assert all(mask.bit_count() == 1 for mask in after)


def test_cells_outside_of_houses_take_part() -> None:
    rules = Rules(3, latin(3).constraints[:1]).with_groups([(3, 4)])
    masks = (0b001, 0b111, 0b111, 0b010, 0b011, 0b111, 0b111, 0b111, 0b111)
    after = propagate(rules, masks)
    assert after is not None
    assert after[:5] == (0b001, 0b110, 0b110, 0b010, 0b001)
