"""The backend race: the first definite answer counts, and the others end."""

import time
from pathlib import Path

import pytest
from patience import BUSY

from cpsudoku.backends import Session, engine, get
from cpsudoku.backends.base import Engine
from cpsudoku.backends.race import Race, RaceEngine
from cpsudoku.errors import BackendError, OptionError
from cpsudoku.ground.processes.child import CAN_FORK
from cpsudoku.result import Limits, Outcome
from cpsudoku.rules import Candidates, boxes, latin

pytestmark = pytest.mark.skipif(not CAN_FORK, reason="this system cannot fork safely")


class Runner(Engine):
    """An engine that answers after a while, and leaves a mark when it has to end."""

    def __init__(self, seconds: float, outcome: Outcome | None, mark: Path | None = None) -> None:
        super().__init__(latin(1))
        self.seconds, self.outcome, self.mark = seconds, outcome, mark

    def search(self, candidates: Candidates, limits: Limits) -> Outcome:
        try:
            time.sleep(self.seconds)
        finally:
            if self.mark is not None:
                self.mark.touch()
        if self.outcome is None:
            raise RuntimeError("too hard")
        return self.outcome


def racing(**runners: Runner) -> RaceEngine:
    for name, runner in runners.items():
        runner.name = name
    return RaceEngine(latin(1), [Session(latin(1), runner) for runner in runners.values()])


ONE = Outcome(((1,),), True)
UNDECIDED = Outcome((), False)
MASKS = (1,)


def test_the_first_to_answer_wins_and_the_others_may_clean_up(tmp_path: Path) -> None:
    mark = tmp_path / "mark"
    race = racing(slow=Runner(60, ONE, mark), quick=Runner(0.1, ONE))
    start = time.monotonic()
    assert race.search(MASKS, Limits(solutions=2)).solutions == ONE.solutions
    assert time.monotonic() - start < 5 + BUSY
    assert mark.exists()


def test_undecided_and_failed_ones_do_not_win() -> None:
    race = racing(a=Runner(0, UNDECIDED), b=Runner(0, None), c=Runner(0.2, ONE))
    assert race.search(MASKS, Limits(solutions=2)).exhausted


def test_the_best_of_undecided_answers_counts() -> None:
    some = Outcome(((1,), (2,)), False)
    race = racing(a=Runner(0, UNDECIDED), b=Runner(0, some), c=Runner(0, None))
    outcome = race.search(MASKS, Limits(solutions=3))
    assert (outcome.solutions, outcome.exhausted) == (some.solutions, False)


def test_the_first_to_find_as_many_as_asked_for_wins() -> None:
    enough = Outcome(((1,), (2,)), False)
    race = racing(quick=Runner(0, enough), slow=Runner(2, ONE))
    assert race.search(MASKS, Limits(solutions=2)).solutions == enough.solutions


def test_when_all_fail_it_says_why() -> None:
    race = racing(a=Runner(0, None), b=Runner(0, None))
    with pytest.raises(BackendError, match="a: RuntimeError: too hard"):
        race.search(MASKS, Limits())


def test_a_limit_holds_for_those_who_do_not_keep_it() -> None:
    race = racing(a=Runner(60, ONE))
    start = time.monotonic()
    assert race.search(MASKS, Limits(seconds=0.1)).solutions == ()
    assert time.monotonic() - start < 0.6 + BUSY


def test_real_backends_race() -> None:
    race = engine("race:dlx, backtrack", boxes(2, 2))
    outcome = race.search((15,) * 16, Limits(solutions=None))
    assert outcome.exhausted
    assert len(set(outcome.solutions)) == 288


def test_wrong_names_are_refused() -> None:
    assert "race:dlx,sat" in Race().supports(boxes(2, 2)).reason
    with pytest.raises(OptionError, match="nonsense"):
        get("race:dlx,nonsense").supports(boxes(2, 2))
    with pytest.raises(OptionError, match="takes none"):
        get("race:dlx").compile(boxes(2, 2), colour="red")
