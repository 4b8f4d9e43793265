"""A few houses and clues that contradict a position together."""

import pytest
from well_known import EASY

from cpsudoku.deadline import NEVER
from cpsudoku.formats import parse
from cpsudoku.logic import Position
from cpsudoku.puzzle import Puzzle
from cpsudoku.reasons.checking import check
from cpsudoku.reasons.knowledge import Knowledge
from cpsudoku.reasons.looking import Looks
from cpsudoku.reasons.together import Together
from cpsudoku.reasons.trimming import after_supposing
from cpsudoku.rules import boxes
from cpsudoku.variants import with_variants

pytestmark = pytest.mark.compiled


def contradictory() -> Position:
    """Return a board on which two thermometers do not leave two cages the same sum."""
    cages = [f"killer:{total}@{cells}" for total, cells in ((5, "r1c1,r1c2"), (5, "r2c1,r2c2"))]
    rules = with_variants(boxes(2, 2), *cages, "thermo@r1c2,r2c2", "thermo@r1c1,r2c1")
    return Position.of(Puzzle.empty(rules))


def test_a_few_sources_are_found_none_of_which_can_be_left_out() -> None:
    position = contradictory()
    with Knowledge(position, NEVER) as knowledge:
        looks = Looks(knowledge, "houses")
        found = Together(knowledge, 6).contradicting(position, knowledge.sources)
        assert found is not None
        assert found.broken
        sources = looks.sources(found.elements)
        assert sources.bit_count() == 4
        step = looks.step(position, found)
        assert check(step, NEVER)
        for source in range(len(knowledge.catalogue.sources)):
            if sources >> source & 1:
                fewer = Together(knowledge, 6).contradicting(position, sources & ~(1 << source))
                assert fewer is None


def test_no_more_sources_are_taken_than_are_wanted() -> None:
    position = contradictory()
    with Knowledge(position, NEVER) as knowledge:
        for most in (1, 2, 3):
            assert Together(knowledge, most).contradicting(position, knowledge.sources) is None
        assert Together(knowledge, 4).contradicting(position, knowledge.sources) is not None


def test_what_is_supposed_counts_and_what_is_possible_contradicts_nothing() -> None:
    puzzle = parse(EASY)
    position = Position.of(puzzle)
    with Knowledge(position, NEVER) as knowledge:
        together = Together(knowledge, 6)
        assert together.contradicting(position, knowledge.sources) is None
        cell = next(c for c, digit in enumerate(position.digits) if not digit)
        supposed = [after_supposing(position, (cell, d, True)) for d in position.left(cell)]
        found = [together.contradicting(one, knowledge.sources) for one in supposed]
        assert len(found) > 1
        assert found.count(None) == 1
