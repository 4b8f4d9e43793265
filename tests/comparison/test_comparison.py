"""Backends side by side."""

import io
import time
from dataclasses import replace

import numpy as np
import pytest
from patience import BUSY
from well_known import EIGHTEEN

from cpsudoku import backends, formats
from cpsudoku.backends.base import SUPPORTED, Backend, Batch, Engine, Support
from cpsudoku.comparison import compare, disagreement, levels
from cpsudoku.comparison.figures import Figures, Run, figures_of, rating_of
from cpsudoku.errors import BackendError, DisagreementError, OptionError
from cpsudoku.formats import Record
from cpsudoku.puzzle import Puzzle
from cpsudoku.result import Limits, Outcome, Result, Stats, Verdict
from cpsudoku.rules import Candidates, Grid, Rules

PUZZLE = formats.parse(EIGHTEEN)
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
def test_answers_that_fit_no_truth_are_reported(one: Result, other: Result) -> None:
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


def test_a_wrong_solution_is_reported_with_the_puzzle(monkeypatch: pytest.MonkeyPatch) -> None:
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


class Bulk(Engine):
    """Answers one by one as `dlx` does, and in bulk what the test has set."""

    takes_arrays = True
    batch: Batch

    def search(self, candidates: Candidates, limits: Limits) -> Outcome:
        return backends.engine("dlx", self.rules).search(candidates, limits)

    def search_many(self, puzzles: object, limits: Limits, threads: int | None = None) -> Batch:
        return Bulk.batch


class Bulky(Wrong):
    name = "bulky"

    def compile(self, rules: Rules, **options: object) -> Engine:
        return Bulk(rules)


UNIQUE = formats.parse("1......2.3....4.")


def compare_in_bulk(
    monkeypatch: pytest.MonkeyPatch, count: int, grid: Grid, *, unknown: bool = False
) -> None:
    monkeypatch.setitem(backends.BUILT_IN, "bulky", f"{__name__}:Bulky")
    Bulk.batch = Batch(np.array([count], np.int64), np.array([grid], np.uint8), np.array([unknown]))
    compare([UNIQUE], ["bulky"], rounds=1)


NOTHING = (0,) * 16


def test_the_true_answer_in_bulk_is_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    (solution,) = backends.engine("dlx", UNIQUE.rules).search(UNIQUE.candidates, Limits()).solutions
    compare_in_bulk(monkeypatch, 1, solution)
    compare_in_bulk(monkeypatch, 0, NOTHING, unknown=True)


@pytest.mark.parametrize(
    ("count", "grid", "words"),
    [
        (0, NOTHING, "finds 0 in bulk and bulky 1 alone"),
        (2, None, "finds 2 in bulk and bulky 1 alone"),
    ],
)
def test_another_count_in_bulk_is_a_disagreement(
    monkeypatch: pytest.MonkeyPatch, count: int, grid: Grid | None, words: str
) -> None:
    (solution,) = backends.engine("dlx", UNIQUE.rules).search(UNIQUE.candidates, Limits()).solutions
    with pytest.raises(DisagreementError, match=words):
        compare_in_bulk(monkeypatch, count, grid or solution)


@pytest.mark.parametrize("count", [1, 2])
def test_solutions_in_bulk_are_verified(monkeypatch: pytest.MonkeyPatch, count: int) -> None:
    with pytest.raises(BackendError, match=r"puzzle 1.*'bulky' gave a wrong solution"):
        compare_in_bulk(monkeypatch, count, (1,) * 16)


class HalfEngine(Bulk):
    """One of two solutions alone, the other in bulk, each as if it were the only one."""

    def search(self, candidates: Candidates, limits: Limits) -> Outcome:
        return Outcome((ONE,), True)


class Half(Wrong):
    name = "half"

    def compile(self, rules: Rules, **options: object) -> Engine:
        return HalfEngine(rules)


def test_another_solution_in_bulk_is_a_disagreement(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(backends.BUILT_IN, "half", f"{__name__}:Half")
    solutions = backends.engine("dlx", PUZZLE.rules).search(
        PUZZLE.candidates, Limits(solutions=None)
    )
    other = next(grid for grid in solutions.solutions if grid != ONE)
    Bulk.batch = Batch(np.array([1]), np.array([other], np.uint8), np.array([False]))
    with pytest.raises(DisagreementError, match="another solution in bulk than half alone"):
        compare([PUZZLE], ["half"], rounds=1)
    with pytest.raises(DisagreementError, match="half"):
        compare([PUZZLE], ["dlx", "half"], rounds=1)


@pytest.mark.compiled("plain Python takes half a minute")
def test_a_puzzle_that_a_backend_refuses_is_left_out_for_it() -> None:
    full = UNIQUE.with_given(1, 2)
    found = compare([Puzzle.empty(formats.parse("." * 81).rules), full], ["backtrack:exhaustive"])
    assert [run.puzzle for run in found.runs] == [1, 1, 1]
    assert (found.figures[0].puzzles, found.figures[0].solved) == (1, 1)


def run_of(puzzle: int, nodes: int, *, verdict: Verdict = Verdict.UNIQUE) -> Run:
    return Run("one", puzzle, 0, nodes / 1000, verdict, Stats(nodes=nodes))


def figures(*runs: Run) -> Figures:
    (found,) = figures_of(runs, ["one"])
    return found


def test_a_puzzle_at_its_limit_counts_as_more_than_any_other_in_medians() -> None:
    limited = run_of(0, 2, verdict=Verdict.UNKNOWN)
    found = figures(limited, run_of(1, 5), run_of(2, 9))
    assert (found.median_nodes, found.medians_are_bounds) == (9, False)
    assert found.median_seconds == 0.009
    most = figures(limited, replace(limited, puzzle=1), run_of(2, 9))
    assert (most.median_nodes, most.medians_are_bounds) == (2, True)
    half = figures(limited, run_of(1, 9))
    assert (half.median_nodes, half.medians_are_bounds) == (5.5, True)


def records(*texts: str) -> list[Record]:
    return [record for text in texts for record in formats.read(io.StringIO(text))]


def test_puzzles_are_grouped_by_givens_and_by_size_where_there_are_several() -> None:
    assert levels(
        records("12..............", "1...............", "...1...2........"), "givens"
    ) == {
        "1": [1],
        "2": [0, 2],
    }
    mixed = records("1" + "." * 80, "1" + "." * 15, "." * 7 + "12" + "." * 7)
    assert list(levels(mixed, "givens")) == ["4×4: 1", "4×4: 2", "9×9: 1"]


@pytest.mark.parametrize(
    ("comment", "rating"),
    [
        ("7.2", 7.2),
        ("1.0", 1.0),
        ("ER=8.3", 8.3),
        ("# ED=9.0/1.2/1.2", 9.0),
        ("SE 11.9 Golden Nugget", 11.9),
        ("EASY 334", None),
        ("12.5", None),
        ("v1.2.3", None),
        ("77.25", None),
        ("", None),
    ],
)
def test_a_rating_is_a_number_with_one_decimal_place(comment: str, rating: float | None) -> None:
    assert rating_of(comment) == rating


def test_puzzles_are_grouped_by_the_rating_behind_them() -> None:
    text = "1" + "." * 15
    found = levels(
        records(f"{text} 2.9", f"{text} 10.0", text, f"{text} # ER=2.0/1.2", f"{text} 3.0"), "er"
    )
    assert found == {"2.0–2.9": [0, 3], "3.0–3.9": [4], "10.0–10.9": [1], "no rating": [2]}


def test_grouping_by_what_is_not_there_is_refused() -> None:
    with pytest.raises(OptionError, match="no puzzle has a rating"):
        levels(records("1" + "." * 15), "er")
    with pytest.raises(OptionError, match="givens or er"):
        levels(records("1" + "." * 15), "size")


def test_figures_by_level_are_those_of_its_puzzles_alone() -> None:
    found = compare([PUZZLE, UNIQUE, UNIQUE], ["backtrack:index", "backtrack"], rounds=2)
    by_level = found.by_level({"many": [0], "one": [1, 2]})
    assert list(by_level) == ["many", "one"]
    assert [line.backend for line in by_level["one"]] == ["backtrack:index", "backtrack"]
    assert [line.puzzles for line in by_level["one"]] == [2, 2]
    alone = compare([UNIQUE], ["backtrack:index"], rounds=1).figures[0]
    assert by_level["one"][0].median_nodes == alone.median_nodes
    assert by_level["many"][0].puzzles == 1


class Sleepy(Engine):
    """Finds nothing, and needs all the time that it is given."""

    def search(self, candidates: Candidates, limits: Limits) -> Outcome:
        assert limits.seconds is not None
        time.sleep(limits.seconds)
        return Outcome((), False)


class SleepyBackend(Backend):
    name = "sleepy"
    summary = "sleepy"

    def compile(self, rules: Rules, **options: object) -> Engine:
        return Sleepy(rules)


def test_a_limit_for_all_is_shared_by_the_turns(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(backends.BUILT_IN, "sleepy", f"{__name__}:SleepyBackend")
    monkeypatch.setitem(backends.BUILT_IN, "drowsy", f"{__name__}:SleepyBackend")
    found = compare([PUZZLE] * 3, ["sleepy", "drowsy"], rounds=2, total=0.4)
    assert not found.complete
    assert sum(run.seconds for run in found.runs) < 0.4 + BUSY
    assert {(run.backend, run.puzzle) for run in found.runs} == {("sleepy", 0), ("drowsy", 0)}


def test_a_limit_for_all_that_is_far_away_leaves_nothing_out() -> None:
    found = compare([PUZZLE] * 3, ["dlx", "backtrack"], rounds=2, total=1000)
    assert found.complete
    assert len(found.runs) == 12


def test_a_puzzle_that_only_a_later_round_came_to_counts_as_solved() -> None:
    runs = [
        Run("dlx", puzzle, number, 0.1, Verdict.UNIQUE, Stats())
        for number, puzzles in enumerate(([0], [0, 1]))
        for puzzle in puzzles
    ]
    [figures] = figures_of(runs, ["dlx"])
    assert (figures.puzzles, figures.solved) == (2, 2)
