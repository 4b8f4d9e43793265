"""Entries one by one: forced, true, false; and credit that cannot be gamed."""

import numpy as np
import pytest
from answer_grids import PUZZLE, SOLUTION

import cpsudoku
from cpsudoku import learn
from cpsudoku.errors import PuzzleError
from cpsudoku.logic import Path
from cpsudoku.logic.evidence import Position

TRUTH = list(map(int, SOLUTION))
BLANKS = [cell for cell, symbol in enumerate(PUZZLE) if symbol == "."]


@pytest.mark.compiled
def test_a_path_of_singles_is_forced_to_its_end() -> None:
    steps = [step.placements[0] for step in Path(cpsudoku.parse(PUZZLE))]
    found = learn.judge([PUZZLE], [steps])
    assert set(found.names(0)) == {"forced"}
    assert (found.credit[0], found.forced[0]) == (1.0, 1.0)


def test_forced_is_a_single_of_the_position_and_nothing_else() -> None:
    position = Position.of(cpsudoku.parse(PUZZLE))
    for cell in BLANKS:
        digit = TRUTH[cell]
        naked = position.left(cell) == (digit,)
        groups = [g for g, house in enumerate(position.rules.groups) if cell in house.cells]
        hidden = any(position.places(group, digit) == (cell,) for group in groups)
        [name] = learn.judge([PUZZLE], [[(cell, digit)]]).names(0)
        assert name == ("forced" if naked or hidden else "true")


def test_listing_all_digits_earns_nothing_after_the_first_false_one() -> None:
    listed = [(BLANKS[0], digit) for digit in (9, TRUTH[BLANKS[0]])] + [(BLANKS[1], 6)]
    found = learn.judge([PUZZLE], [listed])
    assert found.names(0)[0] == "false"
    assert found.credit[0] == 0


def test_repeating_and_altering_is_worth_nothing() -> None:
    cell = BLANKS[0]
    moves = [(cell, TRUTH[cell])] * 50 + [(0, 5), (0, 6), (-1, 5), (81, 5), (cell, 0), (cell, 10)]
    found = learn.judge([PUZZLE], [moves])
    assert found.names(0)[1:] == ["none"] * 55
    assert found.credit[0] == pytest.approx(1 / len(BLANKS))


def test_several_solutions_leave_entries_open_until_they_follow() -> None:
    puzzle = "1.............4."
    found = learn.judge([puzzle], [[(1, 2), (2, 3), (3, 4), (3, 3)]])
    assert found.names(0)[0] == "open"
    rest = cpsudoku.candidates("12............4.").masks
    expected = "false" if not rest[2] & 0b100 else None
    assert expected is None or found.names(0)[1] == expected
    none = learn.judge(["11.............."], [[(2, 3)]])
    assert none.names(0) == ["false"]


def test_entries_of_puzzles_of_several_rules() -> None:
    found = learn.judge([".12......21...4.", PUZZLE], [[(0, 3)], [(2, 4), (3, 6)]])
    assert found.codes.shape == (2, 2)
    assert found.names(0)[1] == "none"
    assert "false" not in found.names(1)


def test_entries_that_are_not_pairs_are_an_error() -> None:
    for entries in ([[1]], [[(1, 2, 3)]], np.zeros((1, 2, 3), int), np.zeros((1, 2, 2))):
        with pytest.raises(PuzzleError):
            learn.judge([PUZZLE], entries)
    with pytest.raises(PuzzleError, match="expected as many"):
        learn.judge([PUZZLE], [[], []])
