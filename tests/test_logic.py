"""Solving as people do: steps that are sound, paths that end honestly, ratings by both scales."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from cpsudoku import logic, solving
from cpsudoku.errors import OptionError, PuzzleError, UnsupportedError
from cpsudoku.formats import parse
from cpsudoku.logic import Evidence, Position, Step
from cpsudoku.logic.paths import ENDS
from cpsudoku.logic.regression import Case
from cpsudoku.puzzle import Puzzle
from cpsudoku.rules import Linear, Rules, boxes, classic, jigsaw, latin, samurai

_native = pytest.importorskip("cpsudoku._native", reason="needs the compiled core")

ROOT = Path(__file__).parent.parent
LOGIC = ROOT / "cpsudoku" / "logic"
ALL_FINDERS = tuple(dict.fromkeys(technique.finder for technique in logic.TECHNIQUES.values()))

CLASSICS = (
    ".......1.4.........2...........5.6.4..8...3....1.9....3..4..2...5.1........8.7...",
    "000070000043002060007016020270000810006007050000080046000020000800300000400060100",
    ".......12..36..........7...41..2.......5..3..7.....6..28.....4....3..5...........",
    "4...3.......6..8..........1....5..9..8....6...7.2........1.27..5.3....4.9........",
    "5..7..6....38...........2..62.4............917............35.8.4.....1......9....",
    "..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9",
)


# Those that take seconds on big boards are for the regression library.
QUICK_FINDERS = tuple(
    name
    for name in ALL_FINDERS
    if not name.endswith(("squirmbag", "whale", "leviathan"))
    and not any(word in name for word in ("franken", "mutant", "siamese", "death", "als-xy-chain"))
)


def of_other_rules() -> Iterator[Puzzle]:
    """Puzzles with one solution, dug from final grids of many rules."""
    rules: tuple[Rules, ...] = (
        boxes(2, 2),
        boxes(2, 3),
        boxes(3, 4),
        boxes(4, 4),
        boxes(5, 5),
        latin(7),
        classic().with_diagonals(),
        classic().with_windows(),
        classic().with_disjoint_groups(),
        classic().with_groups([[0, 10, 20, 30]]),
        jigsaw("111222333111222333111222333444555666444555666444555666777888999777888999777888999"),
        jigsaw("1112132233243444"),
        samurai(),
    )
    for index, these in enumerate(rules):
        grid = solving.solve(Puzzle.empty(these)).solution
        assert grid is not None
        keep = 3 if these.size < 16 else 2
        digits = [
            d if (7 * c + index + c // these.size) % 5 < keep else 0 for c, d in enumerate(grid)
        ]
        yield Puzzle.from_digits(digits, these)


def paths() -> Iterator[tuple[Position, Step]]:
    """All positions of many paths, each with the step from it."""
    puzzles = [*map(parse, CLASSICS), *of_other_rules()]
    for number, puzzle in enumerate(puzzles):
        order = ("explainer", "hodoku", "teaching")[number % 3 if puzzle.rules.size < 16 else 0]
        path = logic.explain(puzzle, order=order)
        before = path.position
        for step in path:
            yield before, step
            before = path.position


def test_the_compiled_core_and_the_registry_know_the_same_techniques() -> None:
    here = {
        (t.name, t.family, t.needs_boxes, t.needs_uniqueness) for t in logic.TECHNIQUES.values()
    }
    assert here == set(_native.logic_techniques())
    finders = {finder: set(yields) for finder, yields in _native.logic_finders()}
    assert all(t.name in finders[t.finder] for t in logic.TECHNIQUES.values())


def test_orders_look_only_for_what_there_is_and_number_all_that_they_find() -> None:
    finders = dict(_native.logic_finders())
    for order in logic.ORDERS.values():
        for finder in order.finders:
            assert all(name in order.numbers for name in finders[finder]), (order.name, finder)


def test_a_position_begins_with_what_the_givens_leave() -> None:
    start = Puzzle.from_digits((1, 2, 0, 4) + (0,) * 11 + (3,), boxes(2, 2))
    for cell, left in enumerate(Position.of(start).candidates):
        seen = {start.digits[peer] for peer in start.rules.peers[cell]}
        open_digits = {d for d in range(1, 5) if d not in seen and not start.digits[cell]}
        assert left == sum(1 << d - 1 for d in open_digits)


def test_every_technique_has_a_check() -> None:
    position = Position.of(Puzzle.empty(boxes(2, 2)))
    for name in logic.TECHNIQUES:
        assert logic.fault(position, Step(name, (), ())) == "nothing follows"
    with pytest.raises(PuzzleError, match="no check"):
        logic.fault(position, Step("guessing", (), ()))


def test_every_step_of_a_path_is_sound_and_agrees_with_the_solution() -> None:
    seen = set()
    for before, step in paths():
        assert logic.fault(before, step) is None, (step, before)
        seen.add(step.technique)
    assert len(seen) > 8


def test_all_that_follows_is_sound() -> None:
    seen = set()
    for number, (before, _) in enumerate(paths()):
        if number % 89 or before.rules.cell_count > 81:
            continue
        found = logic.find_all(before, order=logic.Order("all", QUICK_FINDERS, {}))
        assert found.complete
        for step in found.steps:
            assert logic.fault(before, step) is None, step
            seen.add(step.technique)
    assert len(seen) > 12


@pytest.mark.parametrize("text", CLASSICS)
def test_no_step_contradicts_the_only_solution(text: str) -> None:
    puzzle = parse(text)
    solution = solving.solve(puzzle).solution
    assert solution is not None
    for order in logic.ORDERS:
        path = logic.explain(puzzle, order=order)
        for step in path:
            assert all(solution[cell] == digit for cell, digit in step.placements), step
            assert all(solution[cell] != digit for cell, digit in step.eliminations), step
        assert path.rating.end == ("solved" if path.position.digits == solution else "stuck")


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

TWO_RECTANGLES = (
    "..1...8.....6..2......7....28.5.........4..13.6...........3..746..2.............. 56 12 12"
)


def test_ratings_are_those_of_skfr() -> None:
    for line in (*RATED, TWO_RECTANGLES):
        text, _, expected = line.partition(" ")
        rating = logic.rate(parse(text))
        tenths = (rating.hardest, rating.to_placement, rating.first)
        assert (rating.solved, " ".join(map(str, tenths))) == (True, expected)


@pytest.mark.parametrize("line", RATED[5:])
def test_chains_and_nets_are_sound_and_refuse_more_than_follows(line: str) -> None:
    puzzle = parse(line.split(maxsplit=1)[0])
    solution = solving.solve(puzzle).solution
    assert solution is not None
    path = logic.explain(puzzle)
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
    path = logic.explain(parse(text))
    before, techniques = path.position, set()
    for step in path:
        assert logic.fault(before, step) is None, step
        techniques.add(step.technique)
        before = path.position
    assert (path.rating.end, path.rating.hardest) == ("solved", 119)
    assert "nested dynamic forcing chains" in techniques


def test_scores_are_those_of_hodoku() -> None:
    text = "000070000043002060007016020270000810006007050000080046000020000800300000400060100"
    rating = logic.rate(parse(text), order="hodoku")
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
        path = logic.explain(parse(text), order=logic.QQWING)
        return logic.qqwing_class([s.technique for s in path], solved=path.rating.solved)

    assert [qqwing(text) for text in (CLASSICS[1], CLASSICS[3])] == ["easy", "expert"]
    assert logic.qqwing_class(["naked single"], solved=True) == "simple"
    assert logic.qqwing_class(["naked single", "claiming"], solved=True) == "intermediate"


def test_what_these_techniques_do_not_solve_is_said_to_be_stuck() -> None:
    hard = parse(CLASSICS[3])
    path = logic.explain(hard, order="teaching")
    assert path.rating.end == "open"
    list(path)
    assert path.rating.end == "stuck"
    assert not path.position.solved


def test_a_contradiction_is_said_to_be_one() -> None:
    rating = logic.rate(Puzzle.from_digits([1, 2, 3, 0, 0, 0, 0, 4] + [0] * 8, boxes(2, 2)))
    assert rating.end == "broken"


def test_no_time_is_a_limit() -> None:
    assert logic.rate(parse(CLASSICS[0]), seconds=0).end == "limit"


def test_an_unfinished_rating_says_how_far_it_came() -> None:
    rating = logic.rate(parse(CLASSICS[0]))
    assert rating.text == f"{rating.hardest / 10}"
    assert replace(rating, end="limit", hardest=90).text == "≥ 9.0"
    hardest = "98.7..6..75..4......3..8.7.5....7.3...94.........2.1..3.......1.9...5.8...52....6"
    without_nested = replace(logic.EXPLAINER, finders=logic.EXPLAINER.finders[:-3])
    assert logic.rate(parse(hardest), order=without_nested).text == "≥ 9.0"
    in_no_time = logic.rate(parse(hardest), seconds=0.001)
    assert (in_no_time.end, in_no_time.text[0]) == ("limit", "≥")
    assert replace(rating, order="hodoku", hardest=150).text == "150"


def test_many_at_once_are_rated_as_one_by_one() -> None:
    puzzles = [parse(text) for text in CLASSICS] * 4
    for order in logic.ORDERS:
        many = logic.rate_many(puzzles, order=order, threads=2)
        for index, puzzle in enumerate(puzzles[: len(CLASSICS)]):
            one = logic.rate(puzzle, order=order)
            assert ENDS[many.ends[index]] == one.end
            assert many.names[many.techniques[index]] == one.technique
            assert many.hardest[index] == one.hardest
            assert many.to_placement[index] == one.to_placement
            assert many.first[index] == one.first
            assert many.totals[index] == one.total
            assert many.steps[index] == one.steps
        assert (many.totals.reshape(4, -1) == many.totals[: len(CLASSICS)]).all()


def test_the_path_goes_on_from_a_position_with_pencil_marks() -> None:
    path = logic.explain(parse(CLASSICS[1]))
    for _ in range(20):
        next(path)
    rest = logic.explain(path.position)
    assert [step.technique for step in rest] == [step.technique for step in path]


def test_techniques_that_need_uniqueness_can_be_left_out() -> None:
    order = logic.EXPLAINER
    without = replace(order, name="sound", options={"uniqueness": 0})
    assert logic.rate(parse(CLASSICS[0]), order=without).solved


# From HoDoKu's regression library.
GRAVE = (
    ":0610::.+9.+613.+8+4...2+5+7+1+393.184+92..968+5+7+1+42+3+4379+2+6+81+5+1..+3+84......+1+9+2..8..9+435+67+1+51.+76+8..+2:"
    ":373 673::"
)


def test_other_constraints_forbid_only_what_needs_uniqueness() -> None:
    before = Case.read(GRAVE).position
    order = logic.Order("grave", ("bug+1",), {})
    (grave,) = logic.find_all(before, order=order).steps
    assert Case.read(GRAVE).is_met_by((grave,))
    some = Linear((0, 1), (1, 1), "<=", (30,))
    more = replace(before, rules=before.rules.with_constraints([some]))
    assert logic.fault(more, grave) is not None
    assert logic.find_all(more, order=order).steps == ()


def test_bad_input_is_refused() -> None:
    puzzle = parse(CLASSICS[0])
    with pytest.raises(OptionError, match="expected one of explainer"):
        logic.rate(puzzle, order="harder")
    with pytest.raises(OptionError, match="no technique guessing"):
        logic.rate(puzzle, order=logic.Order("mine", ("guessing",), {}))
    with pytest.raises(OptionError, match="no option speed"):
        logic.rate(puzzle, order=logic.Order("mine", (), {}, {"speed": 1}))
    with pytest.raises(UnsupportedError, match="640 cells"):
        logic.rate(Puzzle.empty(boxes(6, 6)))
    with pytest.raises(PuzzleError, match="expected uint8"):
        logic.rate_many(np.zeros((2, 80), np.uint8))
    with pytest.raises(PuzzleError, match="puzzle 2 has digit 10"):
        logic.rate_many(np.array([[0] * 81, [10] + [0] * 80], np.uint8))
    with pytest.raises(OptionError, match="expected at least 1"):
        logic.rate_many([puzzle], threads=0)


KRAKEN = "hidden single in box, hidden single, naked single, pointing, claiming, naked pair"
WITH_KRAKEN = (
    "...5..7..1..83....4...79.1...2..3.47.3.9.2...5.......99........24...1.....3...5.4",
    "..7..35.....5.2....3....64.....3.....6297...1.1......84...27.....8..4...6.9...2..",
    "....1.94....3.96.....87....4.8....751.........9..5...6..4..2.6..169....8.8.7....9",
)
WITH_WXYZ = (
    ".3.........7.1..2.8..59....9....3.1.2.8...7....6..7..8......456........11..24..9.",
    ".9......87....6..9......6..67..9..2..8.1....73....2.....3.4...1.6..5.3..5...7.4..",
    "....6.........51.3..7.....4.39..15.....3.9..8...4.....5.6..3.9..82..6....4.....85",
)


@pytest.mark.parametrize(
    ("text", "technique", "order"),
    [(text, "wxyz-wing", "teaching") for text in WITH_WXYZ]
    + [
        (text, technique, f"{KRAKEN}, {technique}")
        for text in WITH_KRAKEN
        for technique in ("kraken fish type 1", "kraken fish type 2")
    ],
)
def test_rare_patterns_are_sound_and_refuse_more_than_follows(
    text: str, technique: str, order: str
) -> None:
    puzzle = parse(text)
    solution = solving.solve(puzzle).solution
    assert solution is not None
    before = next(
        s.position for s in logic.explain(puzzle, order=order) if s.technique == technique
    )
    assert before is not None
    found = [s for s in logic.find_all(before, order=technique).steps if s.technique == technique]
    assert found
    for step in found:
        assert logic.fault(before, step) is None, step
        assert all(solution[cell] != digit for cell, digit in step.eliminations), step
        for true in ((c, d) for c, d in enumerate(solution) if before.has(c, d)):
            worse = replace(step, eliminations=(*step.eliminations, true))
            assert logic.fault(before, worse) is not None, worse
        evidence = step.evidence
        for less in (
            replace(evidence, cells=evidence.cells[1:], base=evidence.base[1:]),
            replace(evidence, cells=evidence.cells[:3], proofs=()),
        ):
            assert logic.fault(before, replace(step, evidence=less)) is not None, less


def test_a_wxyz_wing_lets_go_what_sees_all_places_of_its_loose_digit() -> None:
    path = logic.explain(parse(WITH_WXYZ[0]), order="teaching")
    step = next(step for step in path if step.technique == "wxyz-wing")
    assert step.notation == "WXYZ-Wing: 5/8/9/6 in r2c7,r1c8,r4c7,r6c7 => r13c7<>6"
    assert "one cell is left for 6" in step.sentence


def test_a_kraken_fish_tells_its_fins_and_their_chains() -> None:
    path = logic.explain(parse(WITH_KRAKEN[0]), order=f"{KRAKEN}, kraken fish type 1")
    step = next(step for step in path if step.technique == "kraken fish type 1")
    assert step.notation == (
        "Kraken Fish Type 1: 6 r49 c14 fr4c7, (6)r4c7-(6)r4c1=(6)r6c2-(6)r6c4 => r6c4<>6"
    )
    assert step.sentence.count("is 6") >= 2
    assert "If it is not 6, the base uses up the cover houses" in step.sentence


# Final grids with three digits and twelve cells in which these have no place alone; all but one of
# the cells have one of the digits.
TRIDAGONS = (
    (
        "379528164824613795165479823236795418947381652581246379753862941412937586698154237",
        (6, 7, 8),
        (5, 12, 22, 7, 15, 26, 30, 40, 50, 35, 42, 52),
    ),
    (
        "285174369631592784794386512528647193369215478417839625142758936853961247976423851",
        (4, 6, 8),
        (1, 9, 20, 5, 12, 22, 55, 63, 74, 59, 67, 75),
    ),
)


@pytest.mark.parametrize(("grid", "digits", "cells"), TRIDAGONS)
def test_a_tridagon_needs_its_guardian(
    grid: str, digits: tuple[int, ...], cells: tuple[int, ...]
) -> None:
    solution = tuple(map(int, grid))
    left = [classic().all_digits] * 81
    for cell in cells:
        left[cell] = sum(1 << (digit - 1) for digit in {*digits, solution[cell]})
    position = Position.placed(classic(), (0,) * 81, left, frozenset())
    (guardian,) = ((c, solution[c]) for c in cells if solution[c] not in digits)
    (step,) = logic.find_all(position, order="tridagon").steps
    assert step.evidence.candidates == (guardian,)
    assert {(guardian[0], digit) for digit in digits} <= set(step.eliminations)
    assert logic.fault(position, step) is None
    assert all(solution[cell] != digit for cell, digit in step.eliminations)
    for true in enumerate(solution):
        worse = replace(step, eliminations=(*step.eliminations, true))
        assert logic.fault(position, worse) is not None, worse
    for less in (
        replace(step.evidence, cells=step.evidence.cells[1:]),
        replace(step.evidence, candidates=()),
    ):
        assert logic.fault(position, replace(step, evidence=less)) is not None
    told = step.sentence
    assert f"{digits[0]}, {digits[1]} and {digits[2]} alone cannot fill them all" in told


def test_rectangles_that_are_found_together_are_one_step() -> None:
    path = logic.explain(parse(TWO_RECTANGLES.partition(" ")[0]))
    step = next(step for step in path if len(step.evidence.inner) > 1)
    before = step.position
    assert before is not None
    assert step.technique.startswith("unique loop")
    assert logic.fault(before, step) is None
    assert logic.fault(before, replace(step, eliminations=step.eliminations[1:])) is not None
    assert "Together:" in step.sentence
    assert step.notation.count(";") == len(step.evidence.inner) - 1


def test_a_step_that_says_more_than_follows_is_refused() -> None:
    """Every candidate that is true, added to the eliminations, is caught."""
    tried = set()
    for text in CLASSICS[:5]:
        puzzle = parse(text)
        solution = solving.solve(puzzle).solution
        assert solution is not None
        path = logic.explain(puzzle, order="hodoku")
        before = path.position
        for step in path:
            for cell, digit in enumerate(solution):
                if before.has(cell, digit) and step.eliminations:
                    worse = replace(step, eliminations=(*step.eliminations, (cell, digit)))
                    assert logic.fault(before, worse) is not None, worse
                    tried.add(step.technique)
            before = path.position
    assert len(tried) > 4


def test_a_step_without_its_evidence_is_refused() -> None:
    refused = set()
    for before, step in paths():
        if step.technique in {"naked single"}:
            continue
        assert logic.fault(before, replace(step, evidence=Evidence())) is not None
        refused.add(step.technique)
    assert len(refused) > 8


def test_checks_know_no_finder() -> None:
    for path in [*(LOGIC / "checks").glob("*.py"), LOGIC / "checking.py", LOGIC / "position.py"]:
        tree = ast.parse(path.read_text(encoding="utf-8"))
        names = {
            alias.name for node in ast.walk(tree) if isinstance(node, ast.Import | ast.ImportFrom)
            for alias in node.names
        }  # fmt: skip
        assert not names & {"_native", "compiled"}, path
