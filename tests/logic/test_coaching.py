"""Ratings, hints and reports from Python: what is asked first, and what is said of mistakes."""

import re
from collections.abc import Callable
from dataclasses import replace
from math import exp
from pathlib import Path

import numpy as np
import pytest
from command_line import run
from well_known import CLASH, EASY, EASY_SOLVED, EIGHTEEN, INKALA_2010, SEVENTEEN

import cpsudoku
from cpsudoku import logic
from cpsudoku.asking.search import VERDICTS, verdicts_of
from cpsudoku.backends.base import Batch
from cpsudoku.errors import OptionError, PuzzleError, UnsupportedError
from cpsudoku.formats import parse
from cpsudoku.logic.classes import HODOKU_CLASSES, QQWING_CLASSES
from cpsudoku.logic.evidence import Position
from cpsudoku.logic.explaining.difficulty import Difficulty
from cpsudoku.logic.explaining.explanations import Walk
from cpsudoku.logic.explaining.hinting import Mistake
from cpsudoku.logic.explaining.rating import minutes_expected, report, symmetry_of
from cpsudoku.logic.paths import UNFINISHED
from cpsudoku.puzzle import Puzzle
from cpsudoku.reasons import ReasonStep
from cpsudoku.result import Verdict
from cpsudoku.rules import boxes, classic
from cpsudoku.variants import with_variants

HARDER = ".......368...1........2.....3.6.2.........19....5..8..1.....9...6.....7....3....."


@pytest.mark.compiled
def test_scales_stand_side_by_side() -> None:
    found = cpsudoku.rate(HARDER)
    assert (found.er, found.ep, found.ed, found.at_least) == (4.5, 1.2, 1.2, False)
    assert found.explainer == logic.walked(parse(HARDER))[1]
    assert found.hodoku == logic.walked(parse(HARDER), order="hodoku")[1]
    assert found.hodoku_class in HODOKU_CLASSES
    assert str(found).startswith("ER 4.5 EP 1.2 ED 1.2, HoDoKu ")
    alone = cpsudoku.rate(HARDER, scales=["hodoku"])
    assert (alone.er, alone.qqwing) == (None, "")
    assert alone.hardest == found.hodoku.technique
    with pytest.raises(OptionError, match="scale"):
        cpsudoku.rate(EASY, scales=["no such"])
    with pytest.raises(OptionError, match="scale"):
        cpsudoku.rate(EASY, scales=[])


SUMS = ["sum:8@r1c2,r2c2,r2c3", "even@r3c3", "sum:4@r4c2,r2c3,r1c4"]
OPEN = ["sum:5@r4c4,r4c2", "sum:9@r3c2,r3c3,r2c1", "sum:5@r3c2,r4c4,r1c4"]


@pytest.mark.compiled
def test_what_clues_say_counts_nothing_and_the_hardest_technique_besides_is_reported() -> None:
    found = cpsudoku.rate(Puzzle.empty(with_variants(boxes(2, 2), *SUMS)))
    assert found.explainer is not None
    assert (found.er, found.hardest, found.steps, found.clue_steps) == (2.3, "naked single", 16, 3)
    assert (found.hodoku_class, found.qqwing, found.why_not) == ("easy", "easy", "")
    assert str(found).endswith("naked single, 16 steps, 3 of clues")
    numbers = [
        path.number(step)
        for path in [Walk(Position.of(found.puzzle))]
        for step in path
        if isinstance(step, logic.Step)
    ]
    assert (found.explainer.total, found.explainer.first) == (sum(numbers), numbers[0])
    assert cpsudoku.rate(EASY).clue_steps is None


@pytest.mark.compiled
def test_no_bound_is_given_for_a_puzzle_that_clues_and_techniques_leave_open() -> None:
    puzzle = Puzzle.empty(with_variants(boxes(2, 2), *OPEN))
    found = cpsudoku.rate(puzzle)
    assert (found.verdict, found.er, found.hodoku, found.qqwing) == (Verdict.UNIQUE, None, None, "")
    assert found.why_not == UNFINISHED["stuck"].rating == "not solvable by the known techniques"
    assert str(found) == f"not rated: {found.why_not}"
    reported = report(puzzle)
    assert (reported.difficulty, reported.ways, reported.minutes) == (found, (), None)
    with pytest.raises(PuzzleError, match="clues beside their houses; rate each by itself"):
        cpsudoku.rate_many([puzzle])


@pytest.mark.compiled
def test_only_puzzles_with_one_solution_are_rated() -> None:
    assert cpsudoku.rate(EIGHTEEN).verdict is Verdict.MULTIPLE
    assert cpsudoku.rate(CLASH).verdict is Verdict.NONE
    assert cpsudoku.rate(EIGHTEEN).explainer is None
    assert str(cpsudoku.rate(CLASH)) == "not rated: no solution"


@pytest.mark.compiled
def test_arrays_say_what_single_ratings_say() -> None:
    texts = [EASY, CLASH, HARDER, SEVENTEEN, "." * 81]
    rows = np.array([parse(text).digits for text in texts], np.uint8)
    many = cpsudoku.rate_many(rows)
    assert len(many) == len(texts)
    for index, text in enumerate(texts):
        one = cpsudoku.rate(text)
        assert VERDICTS[many.verdicts[index]] is one.verdict
        if one.explainer is None or one.hodoku is None:
            assert (many.er[index], many.steps[index], many.hardest[index]) == (0, 0, -1)
            continue
        assert many.er[index] == one.explainer.hardest
        assert many.ep[index] == one.explainer.to_placement
        assert many.ed[index] == one.explainer.first
        assert many.hodoku_score[index] == one.hodoku_score
        assert HODOKU_CLASSES[many.hodoku_class[index]] == one.hodoku_class
        assert QQWING_CLASSES[many.qqwing[index]] == one.qqwing
        assert many.names[many.hardest[index]] == one.hardest
        assert many.steps[index] == one.steps


@pytest.mark.compiled
def test_qqwing_classes_do_not_depend_on_other_scales() -> None:
    puzzles = [puzzle.digits for puzzle in cpsudoku.generate(60, minimal=True, seed=5)]
    puzzles += [puzzle.digits for puzzle in cpsudoku.generate(20, clues=36, seed=6)]
    rows = np.array(puzzles, np.uint8)
    classes = logic.rate_many(rows, order="qqwing").classes("qqwing")
    wanted = np.array([QQWING_CLASSES.index(one) for one in classes])
    assert set(wanted.tolist()) == {0, 1, 2, 3}
    assert (cpsudoku.rate_many(rows).qqwing == wanted).all()
    assert (cpsudoku.rate_many(rows, scales=["qqwing", "hodoku"]).qqwing == wanted).all()


@pytest.mark.compiled
def test_a_limit_for_each_leaves_lower_bounds_and_rates_the_rest() -> None:
    many = cpsudoku.rate_many([EASY, INKALA_2010, EASY], scales=["explainer"], seconds_each=0.05)
    assert many.at_least.tolist() == [False, True, False]
    assert many.er[1] > 60
    with pytest.raises(OptionError, match="seconds"):
        cpsudoku.rate_many([EASY], seconds=-1)


@pytest.mark.compiled
def test_the_limit_for_each_holds_for_the_question_of_its_solutions_too() -> None:
    puzzles = [Puzzle.empty(boxes(4, 4))] * 2
    many = cpsudoku.rate_many(puzzles, scales=["qqwing"], seconds_each=0)
    assert {VERDICTS[verdict] for verdict in many.verdicts} == {Verdict.UNKNOWN}


@pytest.mark.compiled
@pytest.mark.parametrize("ask", [cpsudoku.rate, cpsudoku.hint, lambda p: cpsudoku.rate_many([p])])
def test_boards_too_big_for_techniques_are_refused_before_they_are_searched(
    ask: Callable[[Puzzle], object], monkeypatch: pytest.MonkeyPatch
) -> None:
    searched: list[int] = []
    monkeypatch.setattr("cpsudoku.asking.solving.check", lambda *_, **__: searched.append(1))
    monkeypatch.setattr(
        "cpsudoku.asking.search.Search.of_rows", lambda *_, **__: searched.append(1)
    )
    with pytest.raises(UnsupportedError, match="techniques work on boards"):
        ask(Puzzle.empty(boxes(6, 6)))
    assert not searched


@pytest.mark.compiled
def test_the_used_techniques_of_many_are_those_of_their_paths() -> None:
    ratings = logic.rate_many(
        np.array([parse(EASY).digits, parse(HARDER).digits], np.uint8), order="explainer"
    )
    paths = [{step.technique for step in logic.Path(parse(text))} for text in (EASY, HARDER)]
    for name in ratings.names:
        assert ratings.uses([name]).tolist() == [name in path for path in paths]


def marked(text: str) -> Puzzle:
    position = Position.of(parse(text))
    masks = zip(position.digits, position.candidates, strict=True)
    return Puzzle(classic(), tuple(1 << (d - 1) if d else mask for d, mask in masks))


@pytest.mark.compiled
def test_hints_go_on_from_what_the_player_has_done() -> None:
    before = cpsudoku.hint(marked(HARDER), order="pointing, naked pair, hidden pair")
    assert before.step is not None
    masks = list(marked(HARDER).candidates)
    for cell, digit in before.step.eliminations:
        masks[cell] &= ~(1 << (digit - 1))
    after = cpsudoku.hint(
        Puzzle(classic(), tuple(masks)), order="pointing, naked pair, hidden pair"
    )
    assert after.step is None or after.step != before.step


@pytest.mark.compiled
def test_a_removed_mark_that_was_right_is_named() -> None:
    right = int(EASY_SOLVED[2])
    masks = list(marked(EASY).candidates)
    masks[2] &= ~(1 << (right - 1))
    found = cpsudoku.hint(Puzzle(classic(), tuple(masks)))
    assert found.mistakes == (Mistake(2, right, removed=True),)
    assert str(found) == f"Before anything else: {right} was removed from r1c3, but belongs there."
    assert found.as_json()["wrong"] is True


@pytest.mark.compiled
def test_levels_and_givens_that_make_no_sense_are_refused() -> None:
    with pytest.raises(OptionError, match="level"):
        cpsudoku.hint(EASY, level=6)
    with pytest.raises(PuzzleError, match="given"):
        cpsudoku.hint("." * 81, givens=EASY)
    with pytest.raises(PuzzleError, match="other rules"):
        cpsudoku.hint(EASY, givens=parse(EASY, "9+diagonals"))
    assert str(cpsudoku.hint(EASY_SOLVED)) == "All cells are filled: solved."


@pytest.mark.compiled
def test_ways_mode_and_order_make_sense_or_are_refused() -> None:
    with pytest.raises(OptionError, match="mode"):
        cpsudoku.explain(EASY, mode="sideways")
    with pytest.raises(OptionError, match="there is no technique 'nothing'"):
        cpsudoku.explain(EASY, order="nothing, x-wing")
    path = cpsudoku.explain(EASY, order="naked single", mode="direct")
    assert {step.notation.partition(":")[0] for step in path} == {"Naked Single"}


@pytest.mark.compiled
def test_a_report_counts_ways_and_names_spikes() -> None:
    found = report(HARDER)
    spike = found.numbers.index(45) + 1
    assert found.spikes == (spike,)
    assert found.bottlenecks == tuple(n for n, w in enumerate(found.ways, 1) if w == 1)
    assert report(CLASH).ways == ()


def rated(er: float, blanks: int) -> Difficulty:
    """A puzzle with this many blanks, as if its rating were this one."""
    digits = [int(digit) if cell >= blanks else 0 for cell, digit in enumerate(EASY_SOLVED)]
    easy = cpsudoku.rate(EASY)
    assert easy.explainer is not None
    rating = replace(easy.explainer, hardest=round(10 * er))
    return replace(easy, puzzle=Puzzle.from_digits(digits, classic()), paths=(rating,))


RATINGS = " ".join(
    (Path(__file__).parents[2] / "docs" / "how-it-works" / "ratings.md").read_text("utf-8").split()
)


@pytest.mark.compiled
def test_minutes_are_those_of_the_formula_that_is_documented() -> None:
    pattern = r"minutes = exp\((\S+) \+ (\S+) ER \+ (\S+) blanks\) / 60"
    for text in (RATINGS, " ".join((minutes_expected.__doc__ or "").split())):
        ((constant, per_er, per_blank),) = re.findall(pattern, text)
        for er, blanks in ((1.2, 48), (1.2, 58), (4.2, 51), (8.5, 48), (8.5, 58)):
            logarithm = float(constant) + float(per_er) * er + float(per_blank) * blanks
            assert minutes_expected(rated(er, blanks)) == pytest.approx(exp(logarithm) / 60)


@pytest.mark.compiled
def test_minutes_are_said_only_where_the_model_reaches() -> None:
    pattern = r"fewer than (\d+) or more than (\d+) blanks, or beyond ER (\S+)\."
    ((fewest, most, hardest),) = re.findall(pattern, RATINGS)
    hard, few, many = float(hardest), int(fewest), int(most)
    inside = [(1.0, few), (1.0, many), (hard, few), (hard, many)]
    outside = [(1.0, few - 1), (1.0, many + 1), (hard + 0.1, few), (hard + 0.1, many)]
    assert all(minutes_expected(rated(*one)) is not None for one in inside)
    assert all(minutes_expected(rated(*one)) is None for one in outside)
    assert minutes_expected(cpsudoku.rate("1.3..4...1....2.")) is None


@pytest.mark.compiled
def test_minutes_are_said_of_no_bound_and_of_classic_puzzles_without_marks_alone() -> None:
    known = rated(1.0, 51)
    assert known.explainer is not None
    assert minutes_expected(known) is not None
    first, *others = known.puzzle.candidates
    marked = Puzzle(classic(), (first & ~1, *others))
    diagonal = Puzzle(classic().with_diagonals(), known.puzzle.candidates)
    for unknown in (
        replace(known, paths=(replace(known.explainer, end="limit"),)),
        replace(known, paths=()),
        replace(known, puzzle=marked),
        replace(known, puzzle=diagonal),
    ):
        assert minutes_expected(unknown) is None


@pytest.mark.compiled
def test_a_puzzle_without_solution_is_not_blamed_on_the_player() -> None:
    rules = with_variants(boxes(2, 2), "killer:3@r1c1,r1c2", "killer:3@r1c3,r1c4")
    empty = Puzzle.empty(rules)
    assert str(cpsudoku.hint(empty)) == "The puzzle has no solution."
    assert "An entry" in str(cpsudoku.hint(empty.with_given(0, 1)))
    twice = Puzzle.from_digits((1, 1, *(0,) * 14), boxes(2, 2))
    assert str(cpsudoku.hint(twice, givens=twice)).startswith("The puzzle has no solution: ")


def test_symmetries_of_givens_are_the_greatest_there_is() -> None:
    assert symmetry_of(parse(EASY)) == "rotate180"
    assert symmetry_of(Puzzle.empty(classic())) == "all"
    assert symmetry_of(parse("1" + "." * 80)) == "diagonal"
    assert symmetry_of(parse(".1" + "." * 79)) == "none"


def test_a_puzzle_whose_search_was_cut_short_is_unknown_unless_two_solutions_were_seen() -> None:
    batch = Batch(np.array([1, 0, 2]), np.zeros((3, 81), np.uint8), np.array([True, True, True]))
    said = [VERDICTS[verdict] for verdict in verdicts_of(batch.counts, batch.unknown)]
    assert said == [Verdict.UNKNOWN, Verdict.UNKNOWN, Verdict.MULTIPLE]


def test_classes_of_many_are_raised_by_their_scores_as_that_of_one_is() -> None:
    totals = np.array([800, 801, 1001, 1601, 1801], np.int32)
    none, solved = np.zeros(5, np.int32), np.ones(5, np.int32)
    used, placed = np.zeros((5, 4), np.uint64), np.ones(5, np.bool_)
    ratings = logic.Ratings(
        "hodoku", ("full house",), solved, none, none, none, none, totals, none, placed, used
    )
    classes = [one.puzzle_class for one in ratings]
    assert classes == [logic.hodoku_class([], int(total)) for total in totals]
    assert classes == list(HODOKU_CLASSES)


@pytest.mark.compiled
def test_a_path_under_rules_with_clues_is_the_same_in_python_and_on_the_command_line() -> None:
    puzzle, rules = "1" + "." * 15, "4+killer:3@r1c1,r1c2+thermo@r3c1,r3c2,r3c3"
    path = cpsudoku.explain(parse(puzzle, rules), order="teaching")
    steps = list(path)
    shown = run("explain", "--order", "teaching", "-r", rules, puzzle).lines
    assert [f"{n}. {step.name}: {step.sentence}" for n, step in enumerate(steps, 1)] == shown
    assert any(isinstance(step, ReasonStep) for step in steps)
    assert all(step._repr_svg_().startswith("<svg") for step in steps)
