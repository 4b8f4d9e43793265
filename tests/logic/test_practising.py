"""Positions to practise on: the technique is the next thing to find, and the same for a seed."""

import pytest

from cpsudoku import logic
from cpsudoku.asking import solving
from cpsudoku.errors import GenerationError, OptionError
from cpsudoku.logic import explaining
from cpsudoku.result import Verdict

pytestmark = pytest.mark.compiled


@pytest.mark.parametrize("technique", ["full house", "claiming", "hidden pair", "x-wing", "aic"])
def test_the_technique_is_what_the_whole_order_finds_next(technique: str) -> None:
    found = explaining.exercise(technique, seed=2, seconds=60)
    assert solving.check(found.puzzle).verdict is Verdict.UNIQUE
    next_step = next(logic.Path(found.position, order="teaching"))
    assert next_step == found.step
    assert next_step.technique == technique


def test_a_seed_gives_its_exercise_again_and_others_give_others() -> None:
    one, again, other = (explaining.exercise("pointing", seed=seed) for seed in (1, 1, 2))
    assert one == again
    assert one.position != other.position


def test_time_that_runs_out_is_no_proof_that_there_is_none() -> None:
    with pytest.raises(GenerationError, match="there may be some"):
        explaining.exercise("multi-colours 1", seconds=0.05)


def test_time_may_run_out_before_a_puzzle_is_made(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cpsudoku.generation.generate", lambda *_, **__: iter(()))
    with pytest.raises(GenerationError, match="there may be some"):
        explaining.exercise("naked pair", seconds=10)


def test_what_the_order_does_not_have_cannot_be_practised() -> None:
    with pytest.raises(OptionError, match="no technique 'swordfsh'"):
        explaining.exercise("swordfsh")
