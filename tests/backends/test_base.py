"""What `Engine` gives to an engine that can only search."""

import time
from itertools import islice, pairwise

import numpy as np
import pytest

from cpsudoku import backends
from cpsudoku.asking import solving
from cpsudoku.backends.base import SUPPORTED, Backend, Engine, Support, drained
from cpsudoku.errors import BackendError, OptionError, PuzzleError
from cpsudoku.puzzle import Puzzle
from cpsudoku.result import Limits, Outcome
from cpsudoku.rules import Candidates, Grid, Rules, boxes

RULES = boxes(2, 2)
EMPTY = Puzzle.empty(RULES)
ALL = backends.engine("backtrack", RULES).search(EMPTY.candidates, Limits(solutions=None)).solutions


class Knowing(Engine):
    """An engine that can only search, and knows this many solutions of the empty grid."""

    def __init__(self, solutions: tuple[Grid, ...], ends: bool = True) -> None:
        super().__init__(RULES)
        self.known, self.ends = solutions, ends
        self.asked: list[Limits] = []

    def search(self, candidates: Candidates, limits: Limits) -> Outcome:
        self.asked.append(limits)
        found = self.known[: limits.solutions]
        return Outcome(found, self.ends and len(found) == len(self.known))


@pytest.mark.parametrize("number", [0, 1, 2, 3, 4, 5, 7, 8, 9])
@pytest.mark.parametrize("limit", [None, 1, 2, 3, 8, 9])
def test_solutions_come_once_each_and_are_all_only_where_the_search_says_so(
    number: int, limit: int | None
) -> None:
    engine = Knowing(ALL[:number])
    found, exhausted = drained(engine.iterate(EMPTY.candidates, Limits(solutions=limit)))
    assert found == ALL[:number][:limit]
    assert exhausted == (limit is None or limit >= number)


class Wandering(Knowing):
    """An engine that finds others each time, like one of several that race."""

    def search(self, candidates: Candidates, limits: Limits) -> Outcome:
        self.known = self.known[3:] + self.known[:3]
        return super().search(candidates, limits)


@pytest.mark.parametrize("number", [9, 30])
@pytest.mark.parametrize("limit", [1, 2, 3, 5, 8, 9, 20])
def test_an_engine_that_finds_others_each_time_gives_no_more_than_the_limit(
    number: int, limit: int
) -> None:
    found, exhausted = drained(
        Wandering(ALL[:number]).iterate(EMPTY.candidates, Limits(solutions=limit))
    )
    assert len(found) == len(set(found)) == min(number, limit)
    assert exhausted == (limit >= number)


def test_a_search_that_gives_up_is_not_exhausted() -> None:
    found, exhausted = drained(
        Knowing(ALL[:5], ends=False).iterate(EMPTY.candidates, Limits(solutions=None))
    )
    assert (found, exhausted) == (ALL[:5], False)


def test_at_the_limit_nothing_is_claimed_that_the_search_did_not_claim() -> None:
    for limit in (1, 2, 3, 4):
        engine = Knowing(ALL[:4], ends=False)
        assert drained(engine.iterate(EMPTY.candidates, Limits(solutions=limit))) == (
            ALL[:limit],
            False,
        )


def test_time_between_solutions_is_not_counted_and_time_searching_is() -> None:
    class Slow(Knowing):
        def search(self, candidates: Candidates, limits: Limits) -> Outcome:
            time.sleep(0.01)
            return super().search(candidates, limits)

    engine = Slow(ALL)
    run = engine.iterate(EMPTY.candidates, Limits(solutions=None, seconds=60, seed=4))
    list(islice(run, 2))
    time.sleep(0.2)
    list(islice(run, 20))
    left = [limits.seconds for limits in engine.asked]
    assert all(seconds is not None for seconds in left)
    seconds = [s for s in left if s is not None]
    assert seconds[0] == 60
    assert seconds == sorted(seconds, reverse=True)
    assert all(later <= earlier - 0.01 for earlier, later in pairwise(seconds))
    assert {limits.seed for limits in engine.asked} == {4}


def test_a_count_is_of_verified_solutions() -> None:
    counted = Knowing(ALL).count(EMPTY.candidates, Limits(solutions=None))
    assert (counted.value, counted.exact, counted.verified) == (288, True, True)
    part = Knowing(ALL).count(EMPTY.candidates, Limits(solutions=5))
    assert (part.value, part.exact) == (5, False)


def test_a_wrong_solution_is_not_counted() -> None:
    with pytest.raises(BackendError, match="row 1 has a digit twice"):
        Knowing(((1,) * 16,)).count(EMPTY.candidates, Limits(solutions=None))


def test_a_library_that_ctrl_c_kept_from_loading_interrupts() -> None:
    broken = ImportError("initialization failed")
    broken.__cause__ = KeyboardInterrupt()
    with pytest.raises(KeyboardInterrupt):
        backends.registry.blame("cpsat", broken)
    with pytest.raises(BackendError, match="ImportError: initialization failed"):
        backends.registry.blame("cpsat", ImportError("initialization failed"))


def test_a_solution_given_twice_is_not_counted_twice() -> None:
    class Repeating(Knowing):
        def iterate(self, candidates, limits):  # type: ignore[no-untyped-def]
            yield from (ALL[0], ALL[0])
            return True

    with pytest.raises(BackendError, match="given before"):
        Repeating(ALL).count(EMPTY.candidates, Limits(solutions=None))


def test_many_puzzles_are_searched_one_by_one() -> None:
    rows = np.zeros((3, 16), dtype=np.uint8)
    batch = Knowing(ALL[:2]).search_many(rows, Limits(solutions=2))
    assert batch.counts.tolist() == [2, 2, 2]
    assert batch.solutions.tolist() == [list(ALL[0])] * 3
    assert not batch.unknown.any()
    marks = np.full((1, 16), 15, dtype=np.uint16)
    assert Knowing(()).search_many(marks, Limits()).counts.tolist() == [0]


def test_many_puzzles_of_which_some_are_given_up_are_unknown_and_not_none() -> None:
    rows = np.zeros((2, 16), dtype=np.uint8)
    batch = Knowing(ALL[:1], ends=False).search_many(rows, Limits(solutions=2, seconds=9))
    assert batch.counts.tolist() == [1, 1]
    assert batch.unknown.all()


def test_a_digit_out_of_range_is_refused_in_an_array() -> None:
    with pytest.raises(PuzzleError, match="r1c1 has digit 5"):
        Knowing(ALL).search_many(np.full((1, 16), 5, dtype=np.uint8), Limits())


def test_what_a_backend_compiles_has_to_be_an_engine(monkeypatch: pytest.MonkeyPatch) -> None:
    class Odd(Backend):
        name = "odd"
        summary = "compiles to nothing"

        def supports(self, rules: Rules) -> Support:
            return SUPPORTED

        def compile(self, rules: Rules, **options: object) -> Engine:
            return 7  # type: ignore[return-value]

    monkeypatch.setattr("cpsudoku.backends.registry.get", lambda name: Odd())
    with pytest.raises(BackendError, match="gave 7, which is not an Engine"):
        backends.engine("odd-one", RULES)


def test_the_module_has_all_that_a_backend_of_somebody_else_needs() -> None:
    written = """
from cpsudoku.backends import (
    SUPPORTED, Backend, BackendError, BackendUnavailableError, Candidates, Engine, Enumeration,
    Grid, Limits, OptionError, Outcome, Rules, Stats, Support, UnsupportedError, vocabulary,
)

class Mine(Engine):
    def search(self, candidates: Candidates, limits: Limits) -> Outcome:
        return Outcome((), False, Stats())

class MyBackend(Backend):
    name, summary = "mine", "knows nothing"
    knows = vocabulary("Linear")

    def compile(self, rules: Rules, **options: object) -> Engine:
        return Mine(rules)
"""
    names: dict[str, object] = {}
    exec(written, names)
    made = names["MyBackend"]
    assert isinstance(made, type)
    assert solving.solve("1" + "." * 15, backend=made()).verdict.value == "unknown"


class Asking(Backend):
    """A backend that can be asked for two things."""

    name = "asking"
    summary = "for a test"
    options = {"order": ("fewest", "index"), "sums": (True, False)}  # noqa: RUF012

    def compile(self, rules: Rules, **options: object) -> Engine:
        return Knowing(())


def test_an_option_has_its_usual_value_unless_another_of_its_values_is_given() -> None:
    assert Asking().chosen({}) == {"order": "fewest", "sums": True}
    assert Asking().chosen({"sums": False, "order": "index"}) == {"order": "index", "sums": False}


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"depth": 1}, "backend 'asking' has no option 'depth'; expected order, sums"),
        ({"order": "random"}, "asking: order is 'random'; expected one of fewest, index"),
        ({"sums": 1}, "asking: sums is 1; expected one of True, False"),  # though it equals True
    ],
)
def test_other_options_and_values_are_refused_with_those_that_there_are(
    given: dict[str, object], words: str
) -> None:
    with pytest.raises(OptionError, match=words):
        Asking().chosen(given)


def test_rules_are_not_an_option_but_the_puzzle_s() -> None:
    with pytest.raises(OptionError, match="rules belong to the puzzle; expected"):
        solving.solve("." * 16, rules="4+diagonals")


def test_a_backend_without_options_says_that_it_takes_none() -> None:
    with pytest.raises(OptionError, match="backend 'race' has no option 'depth'; it takes none"):
        backends.get("race:backtrack").compile(RULES, depth=1)
