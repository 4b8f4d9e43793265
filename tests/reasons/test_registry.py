"""Every named constraint is explained as far as anything follows, or said to be too big."""

import pytest
from needed_elements import needless
from variant_examples import CASES, THREE_CLASSES

from cpsudoku.asking import solving
from cpsudoku.ground.deadline import NEVER
from cpsudoku.puzzle import Puzzle
from cpsudoku.reasons import smallest_reasons
from cpsudoku.reasons.checking import check
from cpsudoku.rules import boxes
from cpsudoku.variants import with_variants

pytestmark = pytest.mark.compiled


def puzzle_of(name: str, text: str) -> Puzzle:
    """A board with the constraint and one given, and so with many solutions."""
    rules = with_variants(boxes(2, 3) if name in THREE_CLASSES else boxes(2, 2), text)
    return Puzzle.empty(rules).with_given(0, 4 if name not in THREE_CLASSES else 1)


@pytest.mark.thorough(but=20)
@pytest.mark.parametrize(("name", "text"), CASES)
def test_what_is_left_at_the_end_is_what_solutions_have(name: str, text: str) -> None:
    puzzle = puzzle_of(name, text)
    found = solving.candidates(puzzle)
    assert found.complete
    path = smallest_reasons(puzzle)
    for step in path:
        assert check(step, NEVER)
        assert not (step.reason.smallest and needless(step))
        assert all(found.masks[cell] in {0, 1 << d - 1} for cell, d in step.placements)
        assert not any(found.masks[cell] >> digit - 1 & 1 for cell, digit in step.eliminations)
    if path.too_big:
        assert path.end == "stuck"
        return
    if not any(found.masks):
        assert path.end == "broken"
        return
    end = path.position
    left = [1 << d - 1 if d else m for d, m in zip(end.digits, end.candidates, strict=True)]
    assert left == list(found.masks)
