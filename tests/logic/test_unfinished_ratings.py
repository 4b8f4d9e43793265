"""What time cut short, or techniques leave open, is never said as if it were known.

Time is not waited for: deadlines are over at once, or after this many looks at them.
"""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from command_line import run
from well_known import EASY, EASY_SOLVED, GOLDEN_NUGGET

import cpsudoku
from cpsudoku import logic
from cpsudoku.asking import solving
from cpsudoku.cli.commands import book
from cpsudoku.comparison.figures import rating_of
from cpsudoku.formats import parse
from cpsudoku.generation import searching
from cpsudoku.generation.searching import Fit, Judge
from cpsudoku.generation.specs import DifficultySpec
from cpsudoku.ground.deadline import Deadline, OutOfTimeError
from cpsudoku.logic import Position, Rating
from cpsudoku.logic.explaining.difficulty import (
    COLUMNS,
    Difficulties,
    Difficulty,
    document,
    shown,
)
from cpsudoku.logic.explaining.explanations import Walk
from cpsudoku.logic.explaining.rating import minutes_expected, report
from cpsudoku.logic.paths import ENDS, UNFINISHED, Findings
from cpsudoku.puzzle import Puzzle
from cpsudoku.reasons.clues import Conclusions, OneClue, SingleClues
from cpsudoku.result import Verdict
from cpsudoku.rules import boxes, classic
from cpsudoku.variants import with_variants

HARDER = ".......368...1........2.....3.6.2.........19....5..8..1.....9...6.....7....3....."
MIDDLING = "....8...6......1....23.....9..43....8....75..47.....8..9..7..5161..9..7..8.....9."
SEVERAL = "." * 81
NEVER = 1 << 30
LIMIT = "time ran out before the next step was found"


def _meaning(end: str, otherwise: str) -> str:
    return UNFINISHED[end].rating if end in UNFINISHED else otherwise


@pytest.fixture
def looks(monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """End each path after this many looks at its deadline, the last number for all that follow.

    The compiled core looks at it before the first step and each sixteenth one after.
    """

    def allow(*numbers: int) -> None:
        budgets = iter(numbers)

        class Deadline:
            def __init__(self, _seconds: float | None) -> None:
                self.looks = next(budgets, numbers[-1])

            @property
            def left(self) -> float | None:
                self.looks -= 1
                return None if self.looks >= 0 else 0.0

        monkeypatch.setattr("cpsudoku.logic.paths.Deadline", Deadline)

    return allow


@pytest.fixture
def no_time_for_many(monkeypatch: pytest.MonkeyPatch) -> None:
    real = logic.rate_many

    def cut(*puzzles: Any, **options: Any) -> logic.Ratings:
        return real(*puzzles, **{**options, "seconds": 0})

    monkeypatch.setattr(logic, "rate_many", cut)
    monkeypatch.setattr(searching, "rate_many", cut)


def path(
    order: str, end: str, *, steps: int = 20, placed: bool = True, puzzle_class: str = ""
) -> Rating:
    return Rating(order, end, 66, "forcing x-chain", 26, 23, 300, steps, placed, puzzle_class)


def difficulty(*paths: Rating) -> Difficulty:
    return Difficulty(parse(EASY), Verdict.UNIQUE, paths)


ALL = ("er", "ep", "ed", "hardest", "steps")


@pytest.mark.parametrize(
    ("rating", "bounds"),
    [
        (path("explainer", "solved"), ()),
        (path("explainer", "limit"), ("er", "hardest", "steps")),
        (path("explainer", "stuck"), ("er", "hardest", "steps")),
        (path("explainer", "limit", placed=False), ("er", "ep", "hardest", "steps")),
        (path("explainer", "limit", placed=False, steps=0), ALL),
    ],
)
def test_of_a_path_that_did_not_end_just_what_was_not_reached_is_a_bound(
    rating: Rating, bounds: tuple[str, ...]
) -> None:
    found = difficulty(rating)
    assert (found.lower_bounds, found.at_least, found.end) == (bounds, bool(bounds), rating.end)
    values = {"er": "6.6", "ep": "2.6", "ed": "2.3", "hardest": "forcing x-chain"}
    values["steps"] = str(rating.steps)
    assert shown(found) == {n: f"≥ {v}" if n in bounds else v for n, v in values.items()}
    assert document(found)["lower_bounds"] == list(bounds)
    assert document(found)["er"] == 6.6
    assert str(found).startswith(f"ER {'≥ ' if bounds else ''}6.6 EP ")
    assert str(found).endswith(_meaning(rating.end, "20 steps"))


@pytest.mark.parametrize(
    ("end", "classes", "bounds"),
    [
        ("limit", ("hard", "easy"), {"hodoku_class", "hodoku_score", "qqwing"}),
        ("limit", ("extreme", "expert"), {"hodoku_score"}),
        ("stuck", ("extreme", "expert"), {"hodoku_score"}),
        ("solved", ("hard", "easy"), set()),
    ],
)
def test_a_class_is_known_once_nothing_can_raise_it(
    end: str, classes: tuple[str, str], bounds: set[str]
) -> None:
    of_each = zip(("hodoku", "qqwing"), classes, strict=True)
    found = difficulty(*(path(order, end, puzzle_class=its) for order, its in of_each))
    assert set(found.lower_bounds) - {"hardest", "steps"} == bounds


def test_a_path_that_contradicts_itself_bounds_nothing() -> None:
    found = difficulty(path("explainer", "broken"))
    assert (found.er, found.lower_bounds, found.why_not) == (None, (), UNFINISHED["broken"].rating)
    with_other = difficulty(path("explainer", "broken"), path("hodoku", "solved"))
    assert (with_other.er, with_other.hodoku_score, with_other.why_not) == (None, 300, "")
    assert minutes_expected(difficulty(path("explainer", "solved"))) is not None
    assert minutes_expected(difficulty(path("explainer", "limit"))) is None
    assert str(with_other).endswith(UNFINISHED["broken"].rating)


@pytest.mark.compiled
def test_an_easy_puzzle_without_time_is_neither_easy_nor_expert(
    looks: Callable[..., None],
) -> None:
    looks(0)
    found = cpsudoku.rate(EASY)
    assert str(found) == (
        "ER ≥ 1.0 EP ≥ 1.0 ED ≥ 1.0, HoDoKu ≥ easy ≥ 0, qqwing ≥ simple, ≥ 0 steps, " + LIMIT
    )
    looks(16)
    later = cpsudoku.rate(EASY)
    assert (later.er, later.ep, later.ed, later.steps) == (1.2, 1.2, 1.2, 16)
    assert {"ep", "ed"}.isdisjoint(later.lower_bounds)
    assert {"er", "hodoku_class", "hodoku_score", "qqwing", "steps"} < set(later.lower_bounds)


@pytest.mark.compiled
def test_each_path_has_an_end_of_its_own(looks: Callable[..., None]) -> None:
    looks(0, NEVER)  # qqwing's comes first
    found = cpsudoku.rate(EASY)
    assert [(one.order, one.end) for one in found.paths] == [
        ("explainer", "solved"), ("hodoku", "solved"), ("qqwing", "limit"),
    ]  # fmt: skip
    assert (found.lower_bounds, found.end) == (("qqwing",), "limit")


@pytest.mark.compiled
@pytest.mark.usefixtures("no_time_for_many")
def test_many_say_of_each_row_how_it_ended(looks: Callable[..., None]) -> None:
    texts = [EASY, SEVERAL, HARDER]
    many = cpsudoku.rate_many(texts)
    assert [ENDS[end] for end in many.ends] == ["limit", "open", "limit"]
    for name in ("er", "ep", "ed", "hodoku_class", "hodoku_score", "qqwing", "steps"):
        assert many.is_lower_bound(name).tolist() == [True, False, True]
    assert not many.is_lower_bound("hardest").any()  # none is known yet
    assert many.at_least.tolist() == [True, False, True]
    looks(0)
    for text, one in zip(texts, many.of(map(parse, texts)), strict=True):
        assert document(one) == document(cpsudoku.rate(text))


@pytest.mark.compiled
@pytest.mark.usefixtures("no_time_for_many")
def test_files_name_the_bounds_beside_the_values(tmp_path: Path) -> None:
    source = tmp_path / "puzzles.txt"
    source.write_text(f"{EASY}\n{SEVERAL}\n")
    assert run("rate", source).lines[0].startswith(f"{EASY} # ER ≥ 1.0 EP ≥ 1.0 ED ≥ 1.0, ")
    table = run("rate", source, "--csv")
    assert table.status == 1
    assert "1 with several solutions, 1 not rated to the end" in table.err
    first, second = csv.DictReader(io.StringIO(table.out))
    assert (first["er"], first["at_least"], first["end"]) == ("1.0", "true", "limit")
    bounds = ["er", "ep", "ed", "hodoku_class", "hodoku_score", "qqwing", "steps"]
    assert first["lower_bounds"].split() == bounds
    assert (second["not_rated"], second["end"]) == ("several solutions", "")
    one = json.loads(run("rate", source, "--json").lines[0])
    assert (one["er"], one["lower_bounds"], one["end"]) == (1.0, bounds, "limit")
    parquet = pytest.importorskip("pyarrow.parquet")
    target = tmp_path / "rated.parquet"
    run("rate", source, "-o", target)
    row = parquet.read_table(target).to_pylist()[0]
    assert (row["lower_bounds"].split(), row["at_least"], row["end"]) == (bounds, True, "limit")


@pytest.mark.compiled
def test_a_report_that_was_cut_says_how_far_it_came(looks: Callable[..., None]) -> None:
    looks(NEVER, NEVER, 16)  # Sudoku Explainer's path comes last
    found = report(EASY)
    assert (found.difficulty.end, found.end, len(found.numbers)) == ("limit", "limit", 16)
    assert (found.once, found.spikes) == ((), ())
    looks(NEVER, NEVER, 16)
    reported = run("rate", "--report", EASY)
    assert reported.status == 3
    assert f"≥ 16 steps, {LIMIT}\n  of the first 16 steps alone:\n  techniques: " in reported.out
    looks(NEVER, NEVER, 0)
    assert json.loads(run("rate", "--report", "--json", EASY).out)["report"]["end"] == "limit"


@pytest.mark.compiled
def test_ways_that_were_not_counted_in_time_are_unknown_and_not_many(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(logic, "find_all", lambda *_, **__: Findings((), complete=False))
    found = report(EASY)
    assert set(found.ways) == {None}
    assert found.bottlenecks == ()
    reported = run("rate", "--report", EASY)
    assert (reported.status, "before the ways on were counted at 51 steps" in reported.out) == (
        3,
        True,
    )


OPEN = ["sum:5@r4c4,r4c2", "sum:9@r3c2,r3c3,r2c1", "sum:5@r3c2,r4c4,r1c4"]


@pytest.mark.compiled
def test_a_puzzle_with_clues_is_not_called_unsolvable_where_time_ran_out(
    monkeypatch: pytest.MonkeyPatch, looks: Callable[..., None]
) -> None:
    puzzle = Puzzle.empty(with_variants(boxes(2, 2), *OPEN))
    assert cpsudoku.rate(puzzle).why_not == "not solvable by the known techniques"
    looks(0)
    assert cpsudoku.rate(puzzle).why_not == LIMIT
    looks(NEVER)
    monkeypatch.setattr(OneClue, "conclusions", lambda *_: Conclusions((), complete=False))
    reasoning = Walk(Position.of(puzzle))
    assert (list(reasoning), reasoning.end) == ([], "limit")
    assert not reasoning.rating.placed
    clues = SingleClues(start := Position.of(puzzle))
    assert (list(clues.steps(start)), clues.complete) == ([], False)
    # What is not searched a second time, as nothing has changed, is not complete for that.
    assert (list(clues.steps(start)), clues.complete) == ([], False)


@pytest.mark.compiled
@pytest.mark.parametrize(("puzzle", "is_exact"), [(EASY, True), (MIDDLING, False)])
def test_a_clue_that_time_cuts_short_leaves_what_comes_after_unrated(
    puzzle: str, is_exact: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    solution = solving.solve(parse(puzzle)).solution
    assert solution is not None
    total = sum(solution[:4])
    clued = parse(puzzle, with_variants(classic(), f"sum:{total}@r1c1,r1c2,r1c3,r1c4"))
    whole = cpsudoku.rate(clued)
    assert (whole.end, whole.lower_bounds) == ("solved", ())

    monkeypatch.setattr(OneClue, "conclusions", lambda *_: Conclusions((), complete=False))
    found = cpsudoku.rate(clued)
    assert (found.er, found.why_not) == ((whole.er, "") if is_exact else (None, LIMIT))
    reasoning = Walk(Position.of(clued))
    assert list(reasoning)
    assert reasoning.end == "solved"  # the path continues, and is not rated


@pytest.mark.compiled
def test_a_puzzle_with_clues_that_qqwing_leaves_open_has_no_class_and_is_not_rated(
    tmp_path: Path,
) -> None:
    found = cpsudoku.rate(Puzzle.empty(with_variants(boxes(2, 2), *OPEN)), scales=["qqwing"])
    assert (found.qqwing, found.end) == ("", "stuck")
    source = tmp_path / "open.txt"
    source.write_text(f"# rules: 4+{'+'.join(OPEN)}\n{'.' * 16}\n")
    assert run("rate", "--scale", "qqwing", source).status == 3


@pytest.mark.parametrize(("end", "overall"), [("stuck", "solved"), ("limit", "limit")])
def test_one_scale_that_leaves_a_puzzle_with_clues_open_does_not_deny_another(
    end: str, overall: str
) -> None:
    found = replace(difficulty(path("explainer", "solved"), path("qqwing", end)), clue_steps=3)
    assert (found.er, found.qqwing, found.lower_bounds, found.end) == (6.6, "", (), overall)
    assert str(found).endswith(_meaning(overall, "20 steps, 3 of clues"))


@pytest.fixture
def unchecked(monkeypatch: pytest.MonkeyPatch) -> None:
    unknown = SimpleNamespace(verdict=Verdict.UNKNOWN, solution=None)
    monkeypatch.setattr("cpsudoku.asking.solving.check", lambda *_, **__: unknown)


@pytest.mark.compiled
@pytest.mark.usefixtures("unchecked")
def test_a_hint_says_that_the_entries_were_not_checked() -> None:
    found = cpsudoku.hint(EASY)
    assert (found.wrong, found.checked) == (False, False)
    assert found.step is not None
    for text in found.levels:
        assert text.endswith(
            "(Time ran out before it was known whether all entries so far are right.)"
        )
    assert found.as_json()["checked"] is False
    assert "not" not in str(cpsudoku.hint(EASY_SOLVED)).split("(")[0]
    assert run("hint", EASY).status == 3
    clued = Puzzle.empty(with_variants(boxes(2, 2), "thermo@r1c1,r1c2,r2c2"))
    assert (cpsudoku.hint(clued).clue is not None, cpsudoku.hint(clued).checked) == (True, False)
    nothing_left = Puzzle(boxes(2, 2), (1, 1, *(15,) * 14))
    assert (cpsudoku.hint(nothing_left).wrong, cpsudoku.hint(nothing_left).checked) == (True, True)


@pytest.mark.compiled
def test_a_path_that_was_cut_says_so_in_its_file(
    looks: Callable[..., None], tmp_path: Path
) -> None:
    for ending in ("md", "html"):
        looks(16)
        assert run("explain", EASY, "-o", tmp_path / f"path.{ending}").status == 3
        assert f"The path ends here: {LIMIT}." in (tmp_path / f"path.{ending}").read_text()
        looks(NEVER)
        assert run("explain", EASY, "-o", tmp_path / f"path.{ending}").status == 0
        assert "ends here" not in (tmp_path / f"path.{ending}").read_text()


@pytest.mark.compiled
@pytest.mark.usefixtures("unchecked")
def test_a_path_of_a_puzzle_that_was_not_checked_in_time_is_doubted() -> None:
    found = run("explain", EASY)
    assert found.status == 3
    assert "the puzzle may have no solution, or several: steps that suppose one" in found.err


@pytest.mark.compiled
def test_whether_anything_was_placed_is_what_the_steps_say() -> None:
    for order, placed in (("pointing, naked pair", False), ("naked single", True)):
        puzzle = parse(EASY if placed else HARDER)
        rating = logic.walked(puzzle, order=order)[1]
        (many,) = logic.rate_many(np.array([puzzle.digits], np.uint8), order=order)
        assert (rating.placed, many) == (placed, rating)
        assert rating.steps > 0


@pytest.mark.compiled
def test_a_hint_for_which_time_ran_out_says_so(looks: Callable[..., None]) -> None:
    looks(0)
    found = cpsudoku.hint(EASY)
    assert (str(found), found.checked) == ("Time ran out before a step was found.", True)


@pytest.mark.compiled
@pytest.mark.usefixtures("no_time_for_many")
@pytest.mark.parametrize(
    "wish",
    [DifficultySpec(er=(0, 120)), DifficultySpec(hodoku="easy"), DifficultySpec(hodoku="extreme"),
     DifficultySpec(without=("x-wing",)), DifficultySpec(needs=("naked single",))],
)  # fmt: skip
def test_no_wish_is_met_by_a_rating_that_was_cut_short(wish: DifficultySpec) -> None:
    (fit,) = Judge(wish, classic())([parse(EASY).digits])
    assert fit is not Fit.FITS


@pytest.mark.compiled
def test_a_puzzle_that_takes_long_is_judged_until_the_deadline(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    limits = []

    def rated(*puzzles: Any, seconds: float | None, **options: Any) -> logic.Ratings:
        limits.append(seconds)
        return logic.rate_many(*puzzles, seconds=seconds, **options)

    monkeypatch.setattr(searching, "rate_many", rated)
    judge = Judge(DifficultySpec(er=(119, 119)), classic(), Deadline(0))
    with pytest.raises(OutOfTimeError):
        judge.rating(parse(GOLDEN_NUGGET).digits)
    assert limits == [0]


def test_a_lower_bound_behind_a_puzzle_is_not_its_rating() -> None:
    assert rating_of("ER 6.6 EP 1.2") == 6.6
    assert rating_of("ER ≥ 6.6 EP 1.2 ED 1.2") is None


@pytest.mark.compiled
def test_logic_cut_short_is_not_said_to_leave_candidates(looks: Callable[..., None]) -> None:
    commands = pytest.importorskip("cpsudoku.web.fpuzzles", reason="needs the extra web")
    from cpsudoku.ground.deadline import Deadline

    looks(NEVER)
    assert any(commands._left_by_logic(parse(EASY), Deadline(None)))
    looks(0)
    assert commands._left_by_logic(parse(EASY), Deadline(None)) is None


@pytest.mark.compiled
def test_the_page_says_no_rating_that_is_only_a_bound(looks: Callable[..., None]) -> None:
    answering = pytest.importorskip("cpsudoku.web.answering", reason="needs the extra web")
    puzzle, asked = parse(EASY), answering.models.PuzzleRequest(puzzle=EASY)
    whole = answering.rate(puzzle, asked, seconds=5)
    assert (whole.er, whole.steps, whole.end) == ("1.2", "51", "solved")
    assert answering._exact_er(puzzle, 5) == 1.2
    looks(0)
    cut = answering.rate(puzzle, asked, seconds=5)
    assert (cut.er, cut.ep, cut.hodoku_class, cut.end) == ("≥ 1.0", "≥ 1.0", "≥ easy", "limit")
    assert answering._exact_er(puzzle, 5) is None
    hinted = answering.hint(puzzle, answering.models.HintRequest(puzzle=EASY), seconds=5)
    # A part of the time is kept for smallest reasons, which find what no technique found in time.
    assert (hinted.checked, hinted.text) == (True, "r5c5 has only 5 left.")
    assert set(type(cut).model_fields) == {
        "verdict", "end", "not_rated", *(column.name for column in COLUMNS),
    }  # fmt: skip


def test_a_booklet_has_what_is_not_rated_last_and_the_sign_of_a_bound() -> None:
    cut, none = difficulty(path("explainer", "limit")), Difficulty(parse(EASY), Verdict.UNKNOWN)
    whole = difficulty(path("explainer", "solved"))
    assert sorted([none, cut, whole], key=book._rank)[-1] is none
    captions = [book._caption(None, one) for one in (none, cut, whole, None)]
    assert captions == ["", "ER ≥ 6.6", "ER 6.6", ""]


def test_arrays_of_columns_are_made_as_those_of_one() -> None:
    one = np.array([1], np.int32)
    ends = [np.array([ENDS.index(end)], np.int32) for end in ("solved", "limit", "stuck", "broken")]
    for end in ends:
        many = logic.Ratings(
            "explainer",
            ("x",),
            end,
            one,
            one * 0,
            one,
            one,
            one,
            one,
            one > 0,
            np.zeros((1, 4), np.uint64),
        )
        (single,) = many
        level = np.zeros(1, np.int8)
        found = Difficulties(level, (many,))
        assert found.is_lower_bound("er").tolist() == [ENDS[end[0]] not in {"solved", "broken"}]
        (alone,) = found.of([parse(EASY)])
        values = {name: column[0] for name, column in found.columns().items()}
        wanted = document(alone)
        wanted["lower_bounds"] = " ".join(wanted.get("lower_bounds", [])) or None
        assert {name: value for name, value in values.items() if value not in (None, "")} == {
            name: value for name, value in wanted.items() if value is not None
        }
        assert isinstance(single.placed, bool)
