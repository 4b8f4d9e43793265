"""What is too large is taken apart into small steps that break."""

from dataclasses import replace

import pytest

import cpsudoku
from cpsudoku.errors import BackendError
from cpsudoku.formats import parse
from cpsudoku.ground.deadline import NEVER, Deadline
from cpsudoku.logic import Position
from cpsudoku.logic.evidence import Candidate
from cpsudoku.reasons import ReasonStep, smallest_reasons
from cpsudoku.reasons.chains import _continued, _Supposition
from cpsudoku.reasons.checking import Trimming, after_supposing, check, moved
from cpsudoku.reasons.finding import Finder
from cpsudoku.reasons.knowledge import Knowledge
from cpsudoku.reasons.looks import Looks
from cpsudoku.reasons.steps import Consequence

pytestmark = pytest.mark.compiled

HARD = "98.7..6..75..4......3..8.7.8....9.5..3.2..1.....4....6.7...4.3....8..4......1...2"


@pytest.fixture(scope="module")
def large() -> ReasonStep:
    return next(smallest_reasons(parse(HARD), effort=300))


def test_the_whole_is_large_and_its_parts_are_smaller(large: ReasonStep) -> None:
    assert large.size > 6
    assert large.largest_part <= 6
    assert not large.reason.smallest  # little effort: with an honest bound
    assert large.reason.at_least <= large.size
    assert "at most" in large.bound
    assert large.total == sum(part.total for part in large.parts)
    assert "Suppose that" in large.sentence
    assert f"parts of at most {large.largest_part}" in large.bound


def test_the_parts_follow_one_another_to_a_contradiction(large: ReasonStep) -> None:
    assert large.supposed is not None
    position = after_supposing(large.position, large.supposed)
    sources = {id(source) for source in large.reason.sources}
    for part in large.parts[:-1]:
        assert part.position == position
        assert {id(source) for source in part.reason.sources} <= sources
        position = position.after(part)
    assert large.parts[-1].broken
    assert check(large, NEVER)


def test_the_whole_is_enough_to_refute_what_is_supposed(large: ReasonStep) -> None:
    assert large.supposed is not None
    cell, digit, truth = large.supposed
    assert truth
    with Knowledge(large.position, NEVER) as knowledge:
        first, number = knowledge.switches.element, knowledge.catalogue.number
        switched = [first + number(element) for element in large.reason.elements]
        opposite = knowledge.variable(cell, digit)
        assert knowledge.oracle.satisfiable([opposite])
        assert not knowledge.oracle.satisfiable([opposite, *switched])


def test_parts_without_a_contradiction_are_refused(large: ReasonStep) -> None:
    with pytest.raises(BackendError, match="without a contradiction"):
        check(replace(large, parts=large.parts[:-1]), NEVER)


def test_a_part_that_is_left_out_is_missed(large: ReasonStep) -> None:
    for place in range(len(large.parts) - 1):
        left = large.parts[:place] + large.parts[place + 1 :]
        assert large.supposed is not None
        position = after_supposing(large.position, large.supposed)
        moved = []
        for part in left:
            moved.append(replace(part, position=position))
            position = position if part.broken else position.after(part)
        if not any(part.parts for part in moved):
            with pytest.raises(BackendError):
                check(replace(large, parts=tuple(moved)), NEVER)


def nested(step: ReasonStep, depth: int = 0) -> int:
    """Return how deep suppositions are nested; each step is where those before it led."""
    if not step.parts:
        return depth
    assert step.supposed is not None
    position = after_supposing(step.position, step.supposed)
    for part in step.parts:
        assert part.position == position
        position = position if part.broken else position.after(part)
    return max(nested(part, depth + 1) for part in step.parts)


@pytest.fixture(scope="module")
def deep() -> ReasonStep:
    return next(smallest_reasons(parse(HARD), effort=300, most=1))


def test_a_part_that_would_be_too_large_is_taken_apart_in_turn(deep: ReasonStep) -> None:
    assert deep.largest_part <= 1
    assert nested(deep) > 1
    assert check(deep, NEVER)
    inner = next(part for part in deep.parts if part.parts)
    assert {id(e) for part in inner.parts for e in part.reason.elements} == {
        id(element) for element in inner.reason.elements
    }


def test_what_is_supposed_is_what_the_reason_was_made_to_refute() -> None:
    finder = Finder(Position.of(parse(HARD)), effort=300)
    step = finder.next()
    assert step is not None
    assert finder.refuted is not None
    *candidate, truth = finder.refuted
    assert tuple(candidate) in (step.eliminations if truth else step.placements)
    assert finder.taken_apart(step, NEVER).supposed == finder.refuted


def test_where_time_has_run_out_the_whole_is_given() -> None:
    finder = Finder(Position.of(parse(HARD)), effort=300)
    step = finder.next()
    assert step is not None
    assert finder.taken_apart(step, Deadline(0)) is step


def test_of_a_part_whose_supposition_is_known_the_parts_are_left(deep: ReasonStep) -> None:
    inner = next(part for part in deep.parts if part.parts)
    assert inner.supposed is not None
    known = after_supposing(inner.position, inner.supposed)
    assert list(moved(known, [inner, inner])) == list(inner.parts)


def test_what_rests_on_no_other_supposition_is_a_step_of_the_board(deep: ReasonStep) -> None:
    inner = next(part for part in deep.parts if part.parts)
    with Knowledge(deep.position, NEVER) as knowledge:
        trimming = Trimming(knowledge)
        trimming._apart(inner)
        assert not trimming.free
        trimming._apart(deep)
        assert [step.supposed for step in trimming.free] == [deep.supposed]


def test_what_was_hard_to_refute_is_known_when_more_is(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []
    every = Looks.every

    def counted(looks: Looks, position: Position, most: int) -> list[Consequence]:
        asked.append(position)
        return every(looks, position, most)

    monkeypatch.setattr(Looks, "every", counted)
    finder = Finder(Position.of(parse(HARD)), effort=300, most=1)
    candidates = [(cell, digit) for cell in range(81) for digit in finder.position.left(cell)]
    (first,) = finder._chains.refuted(finder.position, candidates, 1)
    assert any(part.parts for part in first.parts)
    looks = len(asked)
    grid = cpsudoku.solve(parse(HARD)).solution
    assert grid is not None
    false = next(
        one for one in candidates if grid[one[0]] != one[1] and one not in first.eliminations
    )
    for position in (finder.position.without([false]), finder.position):
        asked.clear()
        (again,) = finder._chains.refuted(position, candidates, 1)
        assert (again.supposed, again.position) == (first.supposed, position)
        assert len(asked) < looks / 4


def test_what_followed_is_taken_up_unless_the_board_contradicts_it() -> None:
    position = Position.of(parse("." * 16, "4"))
    tried: dict[Candidate, _Supposition] = {}
    first = _continued(tried, position, (0, 1))
    assert _continued(tried, position.without([(5, 2)]), (0, 1)) is first
    assert not first.position.has(5, 2)
    assert first.position.digits[0] == 1
    placed = position.after(Consequence((), ((9, 3),), ()))
    assert _continued(tried, placed, (0, 1)).position.digits[9] == 3
    assert _continued(tried, position.after(Consequence((), ((0, 2),), ())), (0, 1)) is not first


def test_a_part_that_the_board_refutes_otherwise_is_no_step_of_it(
    deep: ReasonStep, monkeypatch: pytest.MonkeyPatch
) -> None:
    def trimmed(trimming: Trimming, *_: object) -> list[ReasonStep]:
        trimming.free.append(deep)
        return []

    monkeypatch.setattr(Trimming, "trimmed", trimmed)
    finder = Finder(deep.position)
    assert len(list(finder._trimmed(deep))) == 2
    assert deep.supposed is not None
    known = after_supposing(deep.position, deep.supposed)
    assert len(list(finder._trimmed(replace(deep, position=known)))) == 1
