"""Backends side by side."""

import pytest

from cpsudoku import backends, formats
from cpsudoku.backends.base import SUPPORTED, Backend, Engine, Support
from cpsudoku.comparison import compare, disagreement
from cpsudoku.errors import BackendError, DisagreementError, OptionError
from cpsudoku.puzzle import Puzzle
from cpsudoku.result import Limits, Outcome, Result
from cpsudoku.rules import Grid, Rules

PUZZLE = formats.parse("1.............4.")
ONE = (1, 3, 2, 4, 2, 4, 1, 3, 4, 1, 3, 2, 3, 2, 4, 1)
OTHER = (1, 3, 2, 4, 2, 4, 1, 3, 4, 2, 3, 1, 3, 1, 4, 2)


def result(*solutions: Grid, exhausted: bool, limit: int = 2) -> Result:
    outcome = Outcome(solutions, exhausted)
    return Result(PUZZLE, outcome, Limits(solutions=limit, seconds=1), f"b{len(solutions)}")


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (result(exhausted=True), result(exhausted=True)),
        (result(ONE, exhausted=True), result(ONE, exhausted=True)),
        (result(ONE, OTHER, exhausted=False), result(OTHER, ONE, exhausted=True)),
        (result(ONE, exhausted=True), result(exhausted=False)),
        (result(ONE, exhausted=False), result(exhausted=False)),
        (result(ONE, exhausted=False), result(OTHER, exhausted=False)),
        (result(ONE, exhausted=False), result(ONE, OTHER, exhausted=False)),
    ],
)
def test_answers_that_fit_one_truth_agree(one: Result, other: Result) -> None:
    assert disagreement([one, other]) is None
    assert disagreement([other, one]) is None


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (result(exhausted=True), result(ONE, exhausted=True)),
        (result(exhausted=True), result(ONE, exhausted=False)),
        (result(ONE, exhausted=True), result(OTHER, exhausted=True)),
        (result(ONE, exhausted=True), result(OTHER, exhausted=False)),
        (result(ONE, exhausted=True), result(ONE, OTHER, exhausted=False)),
    ],
)
def test_answers_that_fit_no_truth_are_told(one: Result, other: Result) -> None:
    for pair in ([one, other], [other, one]):
        words = disagreement(pair)
        assert words is not None
        assert one.backend in words
        assert other.backend in words


def test_every_backend_runs_every_puzzle_in_every_round_by_turns() -> None:
    found = compare([PUZZLE, PUZZLE], ["dlx", "backtrack"], rounds=3)
    turns = [(run.round, run.backend) for run in found.runs if run.puzzle == 0]
    assert turns == [
        (0, "dlx"),
        (0, "backtrack"),
        (1, "backtrack"),
        (1, "dlx"),
        (2, "dlx"),
        (2, "backtrack"),
    ]
    assert len(found.runs) == 12


def test_figures_follow_from_the_runs() -> None:
    found = compare([PUZZLE] * 20, ["dlx", "backtrack"], rounds=1)
    dlx, backtrack = found.figures
    seconds = sorted(run.seconds for run in found.runs if run.backend == "dlx")
    assert dlx.median_seconds == pytest.approx((seconds[9] + seconds[10]) / 2)
    assert dlx.p95_seconds == seconds[18]
    assert dlx.per_second == pytest.approx(20 / sum(seconds))
    assert dlx.speed == 1
    assert backtrack.speed is not None
    assert backtrack.per_second is not None
    assert backtrack.speed == pytest.approx(backtrack.per_second / (20 / sum(seconds)))


def test_speed_is_compared_on_the_puzzles_that_both_support() -> None:
    found = compare([PUZZLE], ["bitboard", "dlx"], rounds=1)
    assert found.figures[0].puzzles == 0
    assert found.figures[0].median_seconds is None
    assert found.figures[1].speed is None


class OneGrid(Engine):
    def search(self, candidates: object, limits: Limits) -> Outcome:
        return Outcome((ONE,), True)


class Wrong(Backend):
    """A backend that solves everything with one grid."""

    name = "wrong"
    summary = "wrong"

    def supports(self, rules: Rules) -> Support:
        return SUPPORTED

    def compile(self, rules: Rules, **options: object) -> Engine:
        return OneGrid(rules)


def test_a_wrong_solution_is_told_with_the_puzzle(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(backends.BUILT_IN, "wrong", f"{__name__}:Wrong")
    with pytest.raises(BackendError, match=r"second.*wrong solution.*r1c1"):
        compare(
            [PUZZLE, Puzzle.from_digits([2] + [0] * 15, PUZZLE.rules)],
            ["wrong"],
            name_puzzle=["first", "second"].__getitem__,
        )
    with pytest.raises(DisagreementError, match="puzzle 1"):
        compare([PUZZLE], ["wrong", "dlx"])


def test_senseless_comparisons_are_refused() -> None:
    for names, rounds in (([], 1), (["dlx", "dlx"], 1), (["dlx"], 0)):
        with pytest.raises(OptionError):
            compare([PUZZLE], names, rounds=rounds)
