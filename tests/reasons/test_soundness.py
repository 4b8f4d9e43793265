"""Steps under rules of every kind, held against all grids."""

import pytest
from brute_force import grids
from hypothesis import given
from needed_elements import needless
from strategies import leaving_out_what_is_too_big, varied

from cpsudoku.ground.deadline import NEVER
from cpsudoku.puzzle import Puzzle
from cpsudoku.reasons import smallest_reasons
from cpsudoku.reasons.checking import check

pytestmark = pytest.mark.compiled


@given(varied())
@leaving_out_what_is_too_big
def test_no_step_loses_a_grid_and_each_is_checked(puzzle: Puzzle) -> None:
    left = set(grids(puzzle.rules, puzzle.candidates))
    path = smallest_reasons(puzzle)
    for step in path:
        for cell, digit in step.placements:
            assert all(grid[cell] == digit for grid in left)
        for cell, digit in step.eliminations:
            assert all(grid[cell] != digit for grid in left)
        assert not (step.broken and left)
        assert check(step, NEVER)
        assert not (step.reason.smallest and needless(step))
    if path.too_big:
        return
    assert path.end == {0: "broken", 1: "solved"}.get(len(left), "stuck")
