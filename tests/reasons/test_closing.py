"""What a clue alone excludes: everything, unless that takes too long, which is said then."""

from itertools import product
from random import Random

import pytest

from cpsudoku.backends.fd import Fd
from cpsudoku.ground.deadline import NEVER, Deadline, OutOfTimeError
from cpsudoku.logic import Position
from cpsudoku.puzzle import Puzzle
from cpsudoku.reasons import clues
from cpsudoku.reasons.clues import Conclusions, OneClue
from cpsudoku.reasons.knowledge import Budget, Knowledge
from cpsudoku.reasons.looks import Glance, Looks
from cpsudoku.rules import Rules, boxes, classic, digits_of_mask
from cpsudoku.variants import with_variants

pytestmark = pytest.mark.compiled

SUM = (0, 1, 4, 6)
"""Cells that add up to nine, on 4×4."""


def alone(position: Position, scope: tuple[int, ...]) -> tuple[Knowledge, OneClue]:
    knowledge = Knowledge(position, NEVER)
    clue = position.rules.constraints[-1]
    engine = Fd().compile(Rules.trusted(position.rules.board, (clue,)))
    return knowledge, OneClue(position, scope, engine)


def test_what_a_clue_excludes_is_in_none_of_its_models_at_each_position_that_is_asked_for() -> None:
    rules = with_variants(boxes(2, 2), "sum:9@r1c1,r1c2,r2c1,r2c3")
    knowledge, clue = alone(Position.of(Puzzle.empty(rules)), SUM)
    chance, followed, broken = Random(5), 0, 0
    for _ in range(600):
        masks = [15] * 16
        for cell in SUM:
            masks[cell] = chance.choice((15, 15, chance.randrange(1, 16)))
        position = Position.of(Puzzle(rules, tuple(masks)))
        digits = [digits_of_mask(position.masks[cell]) for cell in SUM]
        models = [model for model in product(*digits) if sum(model) == 9]
        expected = set()
        for cell, own, seen in zip(SUM, digits, map(set, zip(*models, strict=True)), strict=False):
            expected |= {-knowledge.variable(cell, d) for d in own if d not in seen}
            if len(seen) == 1 and not position.digits[cell]:
                expected |= {knowledge.variable(cell, *seen)}
        found = clue.conclusions(position, NEVER)
        assert (set(found.literals), found.broken) == (expected, not models)
        assert found.complete
        followed += bool(expected)
        broken += not models
    assert min(followed, broken) > 5


def test_what_takes_too_much_work_to_refute_is_possible_and_the_next_question_has_less(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(clues, "_PATIENCE", 20)
    cells = ",".join(f"r{row}c{column}" for row in range(1, 6) for column in range(1, 10))
    rules = with_variants(classic(), f"circles@{cells}")
    position = Position.of(Puzzle.empty(rules))
    _, clue = alone(position, rules.constraints[-1].scope)
    assert clue.conclusions(position, NEVER) == Conclusions((), complete=False)
    assert clue.patience.work == clues._LEAST


def test_a_budget_is_halved_in_vain_and_doubled_when_it_sufficed() -> None:
    budget, works = Budget(40, 8), []
    for note in (*[budget.in_vain] * 4, *[budget.sufficed] * 4):
        note()
        works.append(budget.work)
    assert works == [20, 10, 8, 8, 16, 32, 40, 40]


def test_a_deadline_that_has_passed_counts_even_if_everything_is_known() -> None:
    rules = with_variants(boxes(2, 2), "sum:9@r1c1,r1c2,r2c1,r2c3")
    position = Position.of(Puzzle.empty(rules))
    _, clue = alone(position, SUM)
    with pytest.raises(OutOfTimeError):
        clue.conclusions(position, Deadline(0))
    assert clue.conclusions(position, NEVER).complete
    with pytest.raises(OutOfTimeError):
        clue.conclusions(position, Deadline(0))


def test_nothing_is_proved_while_a_clue_may_say_more(monkeypatch: pytest.MonkeyPatch) -> None:
    rules = with_variants(boxes(2, 2), "thermo@r1c1,r2c2")
    masks = [7, 15, 15, 15, 15, 14, *[15] * 6, 3, 3, 15, 15]
    pair, start = (Position.of(Puzzle(rules, tuple(m))) for m in (masks, [*masks[:12], *[15] * 4]))

    def seen(position: Position) -> Glance:
        return Looks(Knowledge(position, NEVER), "houses").seen(position)

    assert seen(start) == ([], 2, False)
    assert seen(pair)[1:] == (1, True)
    monkeypatch.setattr(OneClue, "conclusions", lambda *_: Conclusions((), complete=False))
    assert seen(start) == ([], 1, False)
    assert seen(pair)[1:] == (1, False)
