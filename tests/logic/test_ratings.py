"""Ratings: paths that end honestly, numbers of both scales, many at once."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from well_known import GOLDEN_NUGGET, OF_ALL_LEVELS

from cpsudoku import logic
from cpsudoku.asking import solving
from cpsudoku.formats import parse
from cpsudoku.logic import Evidence
from cpsudoku.logic.paths import ENDS
from cpsudoku.puzzle import Puzzle
from cpsudoku.rules import boxes

pytest.importorskip("cpsudoku._native", reason="needs the compiled core")

# ER, EP and ED of skfr 2.0.2, in tenths; a direct step that also eliminated would make the
# third to fifth easier: 2.6, 2.0 and 2.8.
RATED = (
    ".......1.4.........2...........5.6.4..8...3....1.9....3..4..2...5.1........8.7... 15 12 12",
    ".......15.4..8..........3......4.26.5..1.7...9........3..5......8....4.....9..... 20 15 15",
    ".......195..8..............3...7.5...4....3......1....47.....6....2..4...1.9..... 28 15 15",
    ".......314...7....2.8......7.....2.....3........9.....63.....9....58.4......2.... 26 12 12",
    ".......431..2.................6..7...3....2....5.8....27.1.........3..659........ 30 12 12",
    ".......368...1........2.....3.6.2.........19....5..8..1.....9...6.....7....3..... 45 12 12",
    "....1456.8...2....3.........645........3...7...........3....4..7..6.............1 47 12 12",
    ".......218..4.......9......6..57..4.3.....8......2.....7.9..4...21............... 56 12 12",
    "..8.1....3.....7..5...........3..5...7....6...2.....4....62.......7...2.4......1. 58 12 12",
    ".2.3...........8.4..3...5.....2...7.5.....6.....1......1..6..2.8...4.........5... 62 12 12",
    ".2..8....9......1.........3...2..6..5.....8..1...........1.3.5..6.5.....84....... 65 12 12",
    ".......13.4.....9.2...7....7.6...4.....3........9......3.1..5......6.8.7......... 66 15 15",
    ".......659..2.................9..24..53................6..57...1....68......3.9.. 67 12 12",
    "....18.6.2.....7......3.......5..2.4.31.........9.....5..2..4...8.....1.......... 69 12 12",
    ".......14......2.38...5.......2.7....31............65.6.....7.....14.......3..... 73 12 12",
    ".....6.274..5.....3.........21.........4...3.......8......2...1.7.3.....6.....7.. 76 15 15",
    "......6.23..8........2..5..2..3...4..67.......1...........761..8......3.......... 82 12 12",
    "....4.9....3.2.....1..........1.2..34......8.9..6.....8....74.....3............5. 85 12 12",
    "....1.8...9.....3.2........4..5.3.6.7.1.....4..........5.2.......8...1.....6..... 89 15 15",
    "4...3.......6..8..........1....5..9..8....6...7.2........1.27..5.3....4.9........ 90 12 12",
    "5..7.........3..7...8..5..36..1..4...8..2..9...9..8..1...4..3...6..9..4...2..6..9 92 12 12",
    "..3.5...94.....1...8...1.4..6....8....7.2...5...6.......25...7......2..393..7.... 108 108 34",
    "98.76.5..5..4.39....3......7..2..4...6............8.1.2....7.59..75....4....2.7.. 110 110 103",
)

# Two rectangles that are found together; two ways that are too long together, of which the first is
# taken; a shorter choice that is not taken, because the net contradicts itself.
ODD = (
    "..1...8.....6..2......7....28.5.........4..13.6...........3..746..2.............. 56 12 12",
    "4.21......5.....78...3......7..5...6......1.....4.........67.5.2.....4..3........ 88 15 15",
    "..1.......2..8.3.1..4.63......4...3.....95...9....16.2.6....4.7..57.....7....98.. 91 12 12",
)


def test_ratings_are_those_of_skfr() -> None:
    for line in (*RATED, *ODD):
        text, _, expected = line.partition(" ")
        rating = logic.walked(parse(text))[1]
        tenths = (rating.hardest, rating.to_placement, rating.first)
        assert (rating.solved, " ".join(map(str, tenths))) == (True, expected)


@pytest.mark.thorough(but=6)
@pytest.mark.parametrize("line", RATED[5:])
def test_chains_and_nets_are_sound_and_refuse_more_than_follows(line: str) -> None:
    puzzle = parse(line.split(maxsplit=1)[0])
    solution = solving.solve(puzzle).solution
    assert solution is not None
    path = logic.Path(puzzle)
    before = path.position
    for step in path:
        assert logic.fault(before, step) is None, step
        assert all(solution[cell] == digit for cell, digit in step.placements), step
        assert all(solution[cell] != digit for cell, digit in step.eliminations), step
        if step.evidence.proofs or step.evidence.inner:
            for true in ((c, d) for c, d in enumerate(solution) if before.has(c, d)):
                worse = replace(step, eliminations=(*step.eliminations, true))
                assert logic.fault(before, worse) is not None, worse
            assert logic.fault(before, replace(step, evidence=Evidence())) is not None
        before = path.position
    assert path.position.digits == solution


@pytest.mark.slow
def test_dynamic_chains_inside_of_nets_are_sound() -> None:
    # Golden Nugget, of which Sudoku Explainer says 11.9.
    text = ".......39.....1..5..3.5.8....8.9...6.7...2...1..4.......9.8..5..2....6..4..7....."
    path = logic.Path(parse(text))
    before, techniques = path.position, set()
    for step in path:
        assert logic.fault(before, step) is None, step
        techniques.add(step.technique)
        before = path.position
    assert (path.rating.end, path.rating.hardest) == ("solved", 119)
    assert "nested dynamic forcing chains" in techniques


def test_scores_are_those_of_hodoku() -> None:
    text = "000070000043002060007016020270000810006007050000080046000020000800300000400060100"
    rating = logic.walked(parse(text), order="hodoku")[1]
    assert (rating.solved, rating.total) == (True, 334)


def test_classes_are_those_of_the_hardest_technique_and_of_the_score() -> None:
    assert logic.hodoku_class(["hidden single", "full house"], 800) == "easy"
    assert logic.hodoku_class(["hidden single", "full house"], 801) == "medium"
    assert logic.hodoku_class(["hidden triple"], 200) == "medium"
    assert logic.hodoku_class(["bug+1", "naked pair"], 200) == "hard"
    assert logic.hodoku_class(["finned swordfish"], 500) == "unfair"
    assert logic.hodoku_class(["grouped aic"], 1801) == "extreme"
    assert logic.hodoku_class(["mutant jellyfish"], 300) == "extreme"


def test_qqwing_classes_go_by_the_kind_of_what_is_needed() -> None:
    def qqwing(text: str) -> str:
        return logic.walked(parse(text), order=logic.QQWING)[1].puzzle_class

    assert [qqwing(text) for text in (OF_ALL_LEVELS[1], OF_ALL_LEVELS[3])] == ["easy", "expert"]
    assert logic.qqwing_class(["naked single"]) == "simple"
    assert logic.qqwing_class(["naked single", "claiming"]) == "intermediate"


def test_what_these_techniques_do_not_solve_is_said_to_be_stuck() -> None:
    path = logic.Path(parse(GOLDEN_NUGGET), order="teaching")
    assert path.rating.end == "open"
    list(path)
    assert path.rating.end == "stuck"
    assert not path.position.solved


def test_a_contradiction_is_said_to_be_one() -> None:
    rating = logic.walked(Puzzle.from_digits([1, 2, 3, 0, 0, 0, 0, 4] + [0] * 8, boxes(2, 2)))[1]
    assert rating.end == "broken"


def test_no_time_is_a_limit() -> None:
    assert logic.walked(parse(OF_ALL_LEVELS[0]), seconds=0)[1].end == "limit"


def test_an_unfinished_rating_says_how_far_it_came() -> None:
    rating = logic.walked(parse(OF_ALL_LEVELS[0]))[1]
    assert rating.text == f"{rating.hardest / 10}"
    assert replace(rating, end="limit", hardest=90).text == "≥ 9.0"
    hardest = "98.7..6..75..4......3..8.7.5....7.3...94.........2.1..3.......1.9...5.8...52....6"
    without_nested = replace(logic.EXPLAINER, finders=logic.EXPLAINER.finders[:-3])
    assert logic.walked(parse(hardest), order=without_nested)[1].text == "≥ 9.0"
    in_no_time = logic.walked(parse(hardest), seconds=0.001)[1]
    assert (in_no_time.end, in_no_time.text[0]) == ("limit", "≥")
    assert replace(rating, order="hodoku", hardest=150).text == "150"


def test_many_at_once_are_rated_as_one_by_one() -> None:
    puzzles = [parse(text) for text in OF_ALL_LEVELS] * 4
    for order in logic.ORDERS:
        digits = np.array([puzzle.digits for puzzle in puzzles], np.uint8)
        many = logic.rate_many(digits, order=order, threads=2)
        for index, puzzle in enumerate(puzzles[: len(OF_ALL_LEVELS)]):
            one = logic.walked(puzzle, order=order)[1]
            assert ENDS[many.ends[index]] == one.end
            assert many.names[many.techniques[index]] == one.technique
            assert many.hardest[index] == one.hardest
            assert many.to_placement[index] == one.to_placement
            assert many.first[index] == one.first
            assert many.totals[index] == one.total
            assert many.steps[index] == one.steps
        assert (many.totals.reshape(4, -1) == many.totals[: len(OF_ALL_LEVELS)]).all()
