"""What earlier steps have proved of later positions."""

import pytest

from cpsudoku.puzzle import Puzzle
from cpsudoku.reasons import smallest_reasons
from cpsudoku.reasons.finding import Finder
from cpsudoku.rules import boxes
from cpsudoku.variants import with_variants

VARIANTS = (
    "killer:6@r3c4,r3c3,r2c3",
    "whispers:2@r3c1,r3c2,r2c2",
    "whispers:2@r2c2,r3c2,r4c2",
)


@pytest.mark.compiled
def test_what_is_proved_by_earlier_steps_is_what_a_new_search_proves() -> None:
    puzzle = Puzzle.empty(with_variants(boxes(2, 2), *VARIANTS))
    searched = 0
    for step in smallest_reasons(puzzle):
        if step.size > 1:
            alone = Finder(step.position).next()
            assert alone is not None
            assert (step.reason.smallest, step.reason.cost) == (True, alone.reason.cost)
            searched += 1
    assert searched > 10
