"""Limits, verdicts and results: "there is none" and "gave up" are never the same."""

import math

import pytest
from well_known import EIGHTEEN

from cpsudoku.errors import OptionError
from cpsudoku.puzzle import Clash, Puzzle
from cpsudoku.result import Count, Limits, Outcome, Result, Stats, Verdict
from cpsudoku.rules import Grid, boxes

EMPTY = Puzzle.empty(boxes(2, 2))
ONE: Grid = (1, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3, 4, 3, 2, 1)
OTHER: Grid = (1, 2, 3, 4, 3, 4, 1, 2, 4, 1, 2, 3, 2, 3, 4, 1)


def result(
    *solutions: Grid,
    exhausted: bool = False,
    asked: int | None = 2,
    seconds: float | None = None,
    clash: Clash | None = None,
) -> Result:
    limits = Limits(solutions=asked, seconds=seconds)
    return Result(EMPTY, Outcome(solutions, exhausted), limits, "somebody", clash)


@pytest.mark.parametrize(
    ("found", "exhausted", "asked", "verdict"),
    [
        (0, True, 1, Verdict.NONE),
        (0, True, 2, Verdict.NONE),
        (0, True, None, Verdict.NONE),
        (0, False, 1, Verdict.UNKNOWN),
        (0, False, 2, Verdict.UNKNOWN),
        (0, False, None, Verdict.UNKNOWN),
        (1, True, 1, Verdict.UNIQUE),
        (1, True, 2, Verdict.UNIQUE),
        (1, True, None, Verdict.UNIQUE),
        (1, False, 1, Verdict.SOLVED),
        (1, False, 2, Verdict.UNKNOWN),
        (1, False, None, Verdict.UNKNOWN),
        (2, True, 2, Verdict.MULTIPLE),
        (2, False, 2, Verdict.MULTIPLE),
        (2, False, None, Verdict.MULTIPLE),
        (5, False, 7, Verdict.MULTIPLE),
    ],
)
def test_the_verdict_follows_from_what_was_found_asked_and_proved(
    found: int, exhausted: bool, asked: int | None, verdict: Verdict
) -> None:
    assert Verdict.of(found, exhausted=exhausted, asked=asked) is verdict


def test_a_result_derives_its_verdict_and_shows_its_solutions() -> None:
    several = result(ONE, OTHER)
    assert several.verdict is Verdict.MULTIPLE
    assert several.solutions == (ONE, OTHER)
    assert several.solution == ONE
    assert several.differences == (8, 10, 12, 14)
    assert result(ONE, OTHER, ONE).differences == several.differences
    assert several.stats == Stats()
    none = result(exhausted=True)
    assert none.verdict is Verdict.NONE
    assert none.solution is None
    assert none.differences == ()
    assert result(ONE, exhausted=True).differences == ()


def test_time_that_ends_before_a_second_solution_is_unknown_and_says_so() -> None:
    cut = result(ONE, seconds=1.5)
    assert cut.verdict is Verdict.UNKNOWN
    assert cut.reason == "the limit of 1.5 s was reached"
    assert result(ONE).reason == "somebody gave up"
    assert result().reason == "somebody gave up"


def test_a_certain_verdict_needs_no_reason_but_a_clash() -> None:
    assert result(exhausted=True, seconds=1).reason == ""
    assert result(ONE, exhausted=True, seconds=1).reason == ""
    assert result(ONE, OTHER, seconds=1).reason == ""
    clash = Clash((0, 1), 3, EMPTY.rules.groups[0])
    assert result(exhausted=True, clash=clash).reason == "r1c1 and r1c2 are both 3 in row 1"


def test_limits_that_make_no_sense_are_refused() -> None:
    for solutions in (0, -1):
        with pytest.raises(OptionError, match=f"a limit of {solutions} solutions"):
            Limits(solutions=solutions)
    for seconds in (-0.001, math.nan, math.inf, -math.inf):
        with pytest.raises(OptionError, match="seconds"):
            Limits(seconds=seconds)


def test_a_limit_beyond_64_bits_is_as_good_as_the_greatest_that_compiled_code_counts_to() -> None:
    assert Limits(solutions=2**63 - 1).solutions == 2**63 - 1
    assert Limits(solutions=2**63).solutions == 2**63 - 1
    assert Limits(solutions=10**30).solutions == 2**63 - 1


def test_limits_and_stats_are_given_by_name() -> None:
    for kind in (Limits, Stats):
        with pytest.raises(TypeError, match="positional"):
            kind(1)  # type: ignore[call-arg]
    with pytest.raises(TypeError, match="positional"):
        Count(1, True, Stats(), True)  # type: ignore[call-arg]


def test_limits_without_arguments_ask_for_one_solution_and_take_any_time() -> None:
    assert Limits() == Limits(solutions=1, seconds=None, seed=0)
    assert Limits(solutions=None, seconds=0).solutions is None


def test_a_count_that_is_a_bound_says_so() -> None:
    assert str(Count(5, True)) == "5"
    assert str(Count(5, False)) == "at least 5"
    assert not Count(5, True).verified


def test_a_result_is_shown_in_a_line() -> None:
    from cpsudoku.asking import solving

    assert repr(solving.check(EIGHTEEN, backend="backtrack")) == (
        "<MULTIPLE: 2 solutions of 1.............4. by backtrack>"
    )
    assert repr(result(ONE)) == f"<UNKNOWN: a solution of {EMPTY} by somebody>"
    assert repr(result()) == f"<UNKNOWN: 0 solutions of {EMPTY} by somebody>"
