"""A few houses and clues that contradict a position together."""

import pytest
from well_known import EASY

from cpsudoku.formats import parse
from cpsudoku.ground.deadline import NEVER
from cpsudoku.logic import Position
from cpsudoku.puzzle import Puzzle
from cpsudoku.reasons.chains import Chains, FewSources
from cpsudoku.reasons.checking import after_supposing, check
from cpsudoku.reasons.finding import Finder
from cpsudoku.reasons.knowledge import Knowledge
from cpsudoku.reasons.looks import Looks
from cpsudoku.rules import boxes
from cpsudoku.variants import with_variants

pytestmark = pytest.mark.compiled


def contradictory() -> Position:
    """Return a board with a ring of three dots, of which each pair leaves each digit possible."""
    dots = (f"white@{cells}" for cells in ("r1c1,r1c2", "r1c2,r2c2", "r1c1,r2c2"))
    return Position.of(Puzzle.empty(with_variants(boxes(2, 2), *dots)))


def test_a_few_sources_are_found_none_of_which_can_be_left_out() -> None:
    position = contradictory()
    with Knowledge(position, NEVER) as knowledge:
        looks = Looks(knowledge, "houses")
        found = FewSources(knowledge, 6).contradicting(position, knowledge.sources)
        assert found is not None
        assert found.broken
        sources = looks.sources(found.elements)
        assert sources.bit_count() == 3
        step = looks.step(position, found)
        assert check(step, NEVER)
        for source in range(len(knowledge.catalogue.sources)):
            if sources >> source & 1:
                fewer = FewSources(knowledge, 6).contradicting(position, sources & ~(1 << source))
                assert fewer is None


def test_no_more_sources_are_taken_than_are_wanted() -> None:
    position = contradictory()
    with Knowledge(position, NEVER) as knowledge:
        for most in (1, 2):
            assert FewSources(knowledge, most).contradicting(position, knowledge.sources) is None
        assert FewSources(knowledge, 3).contradicting(position, knowledge.sources) is not None


def test_what_is_supposed_counts_and_what_is_possible_contradicts_nothing() -> None:
    puzzle = parse(EASY)
    position = Position.of(puzzle)
    with Knowledge(position, NEVER) as knowledge:
        together = FewSources(knowledge, 6)
        assert together.contradicting(position, knowledge.sources) is None
        cell = next(c for c, digit in enumerate(position.digits) if not digit)
        supposed = [after_supposing(position, (cell, d, True)) for d in position.left(cell)]
        found = [together.contradicting(one, knowledge.sources) for one in supposed]
        assert len(found) > 1
        assert found.count(None) == 1


def test_they_are_shown_as_one_step_where_suppositions_would_nest(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    finder = Finder(contradictory())
    assert finder._looks.every(finder.position, 6) == []
    monkeypatch.setattr(Chains, "_easily_refuted", lambda *_, **__: [])
    steps = finder._chains.to_contradiction(finder.position)
    assert steps is not None
    (step,) = steps
    assert (step.broken, step.size, step.parts) == (True, 3, ())
    assert check(step, NEVER)
