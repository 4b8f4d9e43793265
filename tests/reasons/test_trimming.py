"""Of the steps to a contradiction those are left that it needs."""

from collections.abc import Iterable
from dataclasses import replace

import pytest
from hypothesis import given
from strategies import leaving_out_what_is_too_big, varied

from cpsudoku.diagnosis.oracle import Oracle
from cpsudoku.errors import BackendError
from cpsudoku.formats import parse
from cpsudoku.ground.deadline import NEVER, OutOfTimeError
from cpsudoku.logic import Position
from cpsudoku.puzzle import Puzzle
from cpsudoku.reasons import ReasonStep, checking, smallest_reasons
from cpsudoku.reasons.checking import Trimming, check, moved
from cpsudoku.reasons.knowledge import SECOND, Knowledge
from cpsudoku.reasons.steps import Consequence, Reason
from cpsudoku.rules import boxes
from cpsudoku.variants import with_variants

pytestmark = pytest.mark.compiled

BROKEN = parse("..4.4.......12..", "4+killer:8@r2c2,r2c3")


def without_the_needless(puzzle: Puzzle, steps: list[ReasonStep]) -> list[ReasonStep]:
    start = Position.of(puzzle)
    with Knowledge(start, NEVER) as knowledge:
        return Trimming(knowledge).trimmed(start, steps)


def test_what_no_later_step_needs_goes() -> None:
    steps = list(smallest_reasons(BROKEN))
    assert len(steps) > 1
    (last,) = without_the_needless(BROKEN, steps)
    assert last.reason == steps[-1].reason
    assert last.position == steps[0].position


def test_of_several_conclusions_those_that_are_needed_stay() -> None:
    puzzle = parse("." * 16, "4+thermo@r1c1,r1c2,r1c3+killer:7@r1c1,r3c2")
    steps = list(smallest_reasons(puzzle))
    concluded = sum(len(step.placements) + len(step.eliminations) for step in steps)
    left = without_the_needless(puzzle, steps)
    assert left[-1].broken
    assert sum(len(step.placements) + len(step.eliminations) for step in left) < concluded


def test_a_step_that_does_not_follow_is_refused() -> None:
    steps = list(smallest_reasons(BROKEN))
    steps[-1] = replace(steps[-1], reason=Reason(()))
    with pytest.raises(BackendError, match="does not follow"):
        without_the_needless(BROKEN, steps)


def test_what_follows_from_a_contradiction_is_called_the_contradiction() -> None:
    *_, last = smallest_reasons(BROKEN)
    cell = last.position.digits.index(0)
    claimed = (cell, last.position.candidates[cell].bit_length())
    with Knowledge(Position.of(BROKEN), NEVER) as knowledge:
        step, _ = Trimming(knowledge).alone(replace(last, broken=False, eliminations=(claimed,)))
    assert step.broken
    assert (step.placements, step.eliminations) == ((), ())
    assert step.sentence == last.sentence


def test_what_the_solver_takes_too_long_for_is_asked_of_cp_sat(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    step = next(smallest_reasons(Puzzle.empty(with_variants(boxes(2, 2), "killer:3@r1c1,r1c2"))))

    def too_long(*_: object) -> bool:
        raise OutOfTimeError

    monkeypatch.setattr(Oracle, "satisfiable", too_long)
    with Knowledge(step.position, NEVER) as knowledge:
        patience = knowledge.patience.work
        assert Trimming(knowledge).alone(step) == (step, set())
        assert knowledge.patience.work == patience // 2
        with pytest.raises(BackendError, match="CP-SAT"):
            Trimming(knowledge).alone(replace(step, eliminations=((2, 1),)))
        monkeypatch.setattr(checking, "confirmed", lambda *_: False)
        with pytest.raises(OutOfTimeError):
            Trimming(knowledge).alone(step)
        assert knowledge.oracle.deadline is NEVER


def test_what_cp_sat_takes_too_long_for_as_well_is_asked_of_the_solver_for_longer(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    step = next(smallest_reasons(Puzzle.empty(with_variants(boxes(2, 2), "killer:3@r1c1,r1c2"))))
    taken: list[int] = []
    ask = Oracle.satisfiable

    def at_first_too_long(oracle: Oracle, assumed: Iterable[int] = ()) -> bool:
        taken.append((oracle._last or 0) - oracle._work)
        if len(taken) < 3:
            raise OutOfTimeError
        return ask(oracle, assumed)

    monkeypatch.setattr(Oracle, "satisfiable", at_first_too_long)
    monkeypatch.setattr(checking, "confirmed", lambda *_: False)
    with Knowledge(step.position, NEVER) as knowledge:
        assert Trimming(knowledge).alone(step)[0] == step
        assert knowledge.patience.work == 60 * SECOND
    assert taken[:3] == [2 * SECOND, 15 * SECOND, 60 * SECOND]


@given(varied())
@leaving_out_what_is_too_big
def test_what_is_left_leads_to_the_contradiction(puzzle: Puzzle) -> None:
    path = smallest_reasons(puzzle, most=1)
    steps = list(path)
    if path.end != "broken":
        return
    left = without_the_needless(puzzle, steps)
    assert len(left) <= len(steps)
    assert left[-1].broken
    position = left[0].position
    assert position == steps[0].position
    for step in left:
        assert step.position == position
        assert check(step, NEVER)
        position = position if step.broken else position.after(step)


def after(
    position: Position,
    *,
    placed: tuple[int, int] | None = None,
    gone: tuple[int, int] | None = None,
) -> Position:
    return position.after(Consequence((), (placed,) if placed else (), (gone,) if gone else ()))


@pytest.fixture
def seen() -> ReasonStep:
    """Return a step with which four candidates go."""
    return next(smallest_reasons(parse("12..............", "4")))


def test_what_the_board_says_already_is_left_out(seen: ReasonStep) -> None:
    position, gone = seen.position, seen.eliminations
    assert len(gone) > 1
    (there,) = moved(after(position, gone=gone[0]), [seen])
    assert there.eliminations == gone[1:]
    assert check(there, NEVER)
    assert not list(moved(position.after(seen), [seen]))


def test_with_what_the_board_contradicts_there_is_an_end(seen: ReasonStep) -> None:
    against = after(seen.position, placed=seen.eliminations[0])
    (there,) = moved(against, [seen, seen])
    assert there.broken
    assert there.position == against
    assert check(there, NEVER)


def test_a_conclusion_that_the_board_refutes_by_now_is_the_contradiction() -> None:
    before = Position.of(parse("12..............", "4"))
    start = after(before, placed=(3, 4))
    with Knowledge(before, NEVER) as knowledge:
        named = {str(element): element for element in knowledge.catalogue.elements}
        last = named["3 has a place in row 1"]
        placing = ReasonStep(start, Reason((last,)), ((2, 3),), ())
        other = Reason((named["3 is only once in column 3"],))
        follows = ReasonStep(start.after(placing), other, (), (), broken=True)
        now = before.without([(2, 3)])
        knowledge.update(now)
        found = Trimming(knowledge).trimmed(after(now, placed=(3, 4)), [placing, follows])
    assert [step.reason.elements for step in found] == [(last,)]
    assert found[0].broken
    assert check(found[0], NEVER)
