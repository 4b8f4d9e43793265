"""Engines of huge boards keep limits that their parts do not look at."""

import pytest

from cpsudoku import backends
from cpsudoku.asking.estimation import estimate
from cpsudoku.backends.base import Clock, Engine
from cpsudoku.backends.session import ApartEngine, works_apart
from cpsudoku.diagnosis import explain_conflict, repair
from cpsudoku.errors import BackendError
from cpsudoku.ground.processes.child import CAN_FORK
from cpsudoku.puzzle import Puzzle
from cpsudoku.result import Count, Limits, Outcome, Verdict
from cpsudoku.rules import Candidates, boxes, classic
from cpsudoku.variants import with_variants

RULES = boxes(2, 2)
EMPTY = (15,) * 16
GRID = (1, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3, 4, 3, 2, 1)

forks = pytest.mark.skipif(not CAN_FORK, reason="needs processes that are forked")


class Endless(Engine):
    def search(self, candidates: Candidates, limits: Limits) -> Outcome:
        while limits.seconds is not None:
            pass
        return Outcome((GRID,), False)


class Failing(Engine):
    def search(self, candidates: Candidates, limits: Limits) -> Outcome:
        raise BackendError("no luck")


@forks
def test_a_search_that_looks_at_no_clock_ends_as_unknown() -> None:
    engine = ApartEngine(RULES, lambda: Endless(RULES))
    assert engine.search(EMPTY, Limits(seconds=0.2)) == Outcome((), False)
    assert engine.count(EMPTY, Limits(solutions=None, seconds=0.2)) == Count(0, False)


@forks
def test_building_counts_as_well() -> None:
    def make() -> Engine:
        while True:
            pass

    assert not ApartEngine(RULES, make).search(EMPTY, Limits(seconds=0.2)).exhausted


def test_a_clock_counts_what_is_built() -> None:
    clock = Clock(60)
    assert clock.building(lambda number: sum(range(number)), 10**5) == 4999950000
    assert 0 < clock.built < 60
    assert clock.left == 60 - clock.built


def test_without_a_limit_it_is_built_once_and_works_here() -> None:
    made = []

    def make() -> Engine:
        made.append(1)
        return Endless(RULES)

    engine = ApartEngine(RULES, make)
    for _ in range(2):
        assert engine.search(EMPTY, Limits()).solutions == (GRID,)
    assert len(made) == 1


def test_errors_come_through() -> None:
    engine = ApartEngine(RULES, lambda: Failing(RULES))
    for limits in (Limits(), Limits(seconds=60)):
        with pytest.raises(BackendError, match="no luck"):
            engine.search(EMPTY, limits)


def test_an_estimate_takes_the_engine_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cpsudoku.backends.session._HUGE", 0)
    rules = boxes(2, 2).with_groups([(0, 5, 10)])  # which no other test has compiled
    assert isinstance(backends.engine("backtrack", rules), ApartEngine) or not CAN_FORK
    assert estimate(Puzzle.empty(rules), samples=10).samples == 10


@forks
def test_a_conflict_of_a_huge_board_is_looked_for_apart() -> None:
    huge = Puzzle.empty(boxes(11, 11)).with_given(0, 1).with_given(1, 1)
    assert explain_conflict(huge, seconds=0.01).verdict is Verdict.UNKNOWN


@forks
def test_what_takes_long_to_encode_is_encoded_apart() -> None:
    ties = with_variants(classic(), "noties")  # millions of clauses
    assert isinstance(backends.engine("sat", ties), ApartEngine)
    assert not isinstance(
        backends.engine("sat", with_variants(classic(), "antiknight")), ApartEngine
    )
    assert explain_conflict(Puzzle.empty(ties), seconds=0.01).verdict is Verdict.UNKNOWN


@forks
def test_a_repair_that_takes_long_to_encode_ends_in_time(monkeypatch: pytest.MonkeyPatch) -> None:
    def endless(*_: object, **__: object) -> None:
        while True:
            pass

    monkeypatch.setattr("cpsudoku.encodings.cnf.encode", endless)
    clashing = Puzzle.empty(with_variants(classic(), "noties")).with_given(0, 1).with_given(1, 1)
    found = repair(clashing, seconds=0.3)
    assert (found.verdict, found.changes, found.impossible) == (Verdict.NONE, None, False)


@forks
def test_engines_of_huge_boards_work_apart() -> None:
    huge = boxes(11, 11)
    assert works_apart(huge, backends.get("backtrack"))
    assert not works_apart(boxes(10, 10), backends.get("backtrack"))
    engine = backends.engine("sat", huge)
    assert isinstance(engine, ApartEngine)
    assert engine.name == "sat"
