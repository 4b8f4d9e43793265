"""Solving as people do: steps that are sound, paths that end honestly, ratings by both scales."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from command_line import run
from regression_cases import Case
from well_known import EASY, OF_ALL_LEVELS

from cpsudoku import logic
from cpsudoku.asking import solving
from cpsudoku.errors import BackendError, OptionError, PuzzleError, UnsupportedError
from cpsudoku.formats import parse
from cpsudoku.logic import Evidence, Position, Step, checking, find_all
from cpsudoku.logic.checking.chains import exhaustion_fault
from cpsudoku.logic.checking.proofs import proof_fault
from cpsudoku.logic.evidence import Assertion
from cpsudoku.logic.steps import from_native
from cpsudoku.logic.techniques import TECHNIQUES, technique_named
from cpsudoku.puzzle import Puzzle
from cpsudoku.rules import Grid, Linear, Rules, boxes, classic, jigsaw, latin, samurai

_native = pytest.importorskip("cpsudoku._native", reason="needs the compiled core")

ROOT = Path(__file__).parents[2]
LOGIC = ROOT / "cpsudoku" / "logic"
ALL_FINDERS = tuple(dict.fromkeys(technique.finder for technique in logic.TECHNIQUES.values()))


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
    puzzles = [*map(parse, OF_ALL_LEVELS), *of_other_rules()]
    for number, puzzle in enumerate(puzzles):
        order = ("explainer", "hodoku", "teaching")[number % 3 if puzzle.rules.size < 16 else 0]
        path = logic.Path(puzzle, order=order)
        before = path.position
        for step in path:
            yield before, step
            before = path.position


@pytest.mark.parametrize("order", ["explainer", "hodoku", "teaching"])
def test_nets_are_looked_for_on_boards_of_128_cells_at_most(order: str) -> None:
    nets = {t.name for t in logic.TECHNIQUES.values() if t.family == "forcing nets"}
    texts = (ROOT / "puzzles" / "16x16.txt").read_text(encoding="utf-8").split()
    path = logic.Path(parse(texts[-1]), order=order)
    assert nets.isdisjoint(step.technique for step in path)
    assert path.rating.end in {"solved", "stuck"}


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


@pytest.mark.thorough
def test_all_that_follows_is_sound() -> None:
    seen = set()
    positions = [before for before, _ in paths()]
    for before in (positions[number] for number in (70, 180, 422, 633)):
        found = logic.find_all(before, order=logic.Order("all", QUICK_FINDERS, {}))
        assert found.complete
        for step in found.steps:
            assert logic.fault(before, step) is None, step
            seen.add(step.technique)
    assert len(seen) > 50


@pytest.mark.parametrize("text", OF_ALL_LEVELS)
def test_no_step_contradicts_the_only_solution(text: str) -> None:
    puzzle = parse(text)
    solution = solving.solve(puzzle).solution
    assert solution is not None
    for order in logic.ORDERS:
        path = logic.Path(puzzle, order=order)
        for step in path:
            assert all(solution[cell] == digit for cell, digit in step.placements), step
            assert all(solution[cell] != digit for cell, digit in step.eliminations), step
        assert path.rating.end == ("solved" if path.position.digits == solution else "stuck")


def test_the_path_goes_on_from_a_position_with_pencil_marks() -> None:
    path = logic.Path(parse(OF_ALL_LEVELS[1]))
    for _ in range(20):
        next(path)
    rest = logic.Path(path.position)
    assert [step.technique for step in rest] == [step.technique for step in path]


def test_techniques_that_need_uniqueness_can_be_left_out() -> None:
    order = logic.EXPLAINER
    without = replace(order, name="sound", options={"uniqueness": 0})
    assert logic.walked(parse(OF_ALL_LEVELS[0]), order=without)[1].solved


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


@pytest.mark.parametrize("name", list(logic.ORDERS))
def test_no_order_says_of_a_puzzle_with_clues_what_its_solution_denies(name: str) -> None:
    # Houses alone leave 288 grids, so that taking one of them for the solution is wrong.
    sums = (((15, 13), 5), ((9, 10, 4), 9), ((9, 15, 3), 5))
    clues = [Linear(cells, (1,) * len(cells), "=", (total,)) for cells, total in sums]
    puzzle = Puzzle.empty(boxes(2, 2).with_constraints(clues))
    assert list(logic.Path(puzzle, order=name)) == []
    solution = solving.solve(puzzle).solution
    assert solution is not None
    for step in logic.Path(puzzle.with_given(0, solution[0]), order=name):
        assert all(solution[cell] == digit for cell, digit in step.placements)
        assert all(solution[cell] != digit for cell, digit in step.eliminations)


def test_techniques_are_named_with_blanks_hyphens_and_letters_of_any_case() -> None:
    for name in TECHNIQUES:
        for written in (name.replace(" ", "-"), name.replace("-", " ").title(), f" {name}  "):
            assert technique_named(written) == name
    order = logic.orders.order_named("Naked-Single,hidden_single , X WING")
    assert order.finders == ("naked single", "hidden single", "x-wing")
    assert logic.orders.order_named(" HoDoKu") is logic.orders.HODOKU
    for name in ("", "-", "naked", "singles", "x--wing-x"):
        with pytest.raises(OptionError):
            technique_named(name)


def test_names_in_classical_texts_and_in_chinese_are_taken() -> None:
    order = logic.orders.order_named("row elimination, 宫摒除法, Rectangle-Elimination, 唯余法")
    names = ("hidden single", "hidden single in box", "x-wing", "naked single")
    assert order.finders == names
    shown = run("explain", EASY, "--order", "Unit Elimination,余数测试法", "--steps", "列排除法")
    assert "Hidden Single" in shown.out


def test_of_a_list_the_bad_name_is_named_and_what_is_near() -> None:
    said = "no technique 'nakd-single'; did you mean 'naked single'"
    with pytest.raises(OptionError, match=f"there is {said}"):
        logic.orders.order_named("x-wing,nakd-single,hidden pair")
    with pytest.raises(OptionError, match=f"expected one of explainer, .*{said}"):
        logic.orders.order_named("nakd-single")
    with pytest.raises(OptionError, match="`cpsudoku techniques` lists them"):
        technique_named("qqq")


def test_bad_input_is_refused() -> None:
    puzzle = parse(OF_ALL_LEVELS[0])
    with pytest.raises(OptionError, match="expected one of explainer"):
        logic.walked(puzzle, order="harder")[1]
    with pytest.raises(OptionError, match="no technique guessing"):
        logic.walked(puzzle, order=logic.Order("mine", ("guessing",), {}))[1]
    with pytest.raises(OptionError, match="no option speed"):
        logic.walked(puzzle, order=logic.Order("mine", (), {}, {"speed": 1}))[1]
    with pytest.raises(UnsupportedError, match="640 cells"):
        logic.walked(Puzzle.empty(boxes(6, 6)))[1]
    with pytest.raises(PuzzleError, match="expected uint8"):
        logic.rate_many(np.zeros((2, 80), np.uint8))
    with pytest.raises(PuzzleError, match="puzzle 2 has digit 10"):
        logic.rate_many(np.array([[0] * 81, [10] + [0] * 80], np.uint8))
    with pytest.raises(OptionError, match="expected at least 1"):
        logic.rate_many(np.array([puzzle.digits], np.uint8), threads=0)


SolvedPaths = list[tuple[Position, Step, Grid]]


@pytest.fixture(scope="module")
def solved_paths() -> SolvedPaths:
    """Positions of paths, each with the step from it and the only solution."""
    found = []
    for text in OF_ALL_LEVELS[:5]:
        puzzle = parse(text)
        solution = solving.solve(puzzle).solution
        assert solution is not None
        path = logic.Path(puzzle, order="hodoku")
        before = path.position
        for step in path:
            found.append((before, step, solution))
            before = path.position
    return found


def test_a_step_that_says_more_than_follows_is_refused(solved_paths: SolvedPaths) -> None:
    """Every candidate that is true, added to the eliminations, is caught."""
    tried = set()
    for before, step, solution in solved_paths:
        for cell, digit in enumerate(solution):
            if before.has(cell, digit) and step.eliminations:
                worse = replace(step, eliminations=(*step.eliminations, (cell, digit)))
                assert logic.fault(before, worse) is not None, worse
                tried.add(step.technique)
    assert len(tried) > 4


def test_evidence_about_what_is_placed_already_shows_nothing() -> None:
    """Cells that are full, and houses that have the digit, leave no case in which to look."""
    puzzle = parse(EASY)
    solution, position = solving.solve(puzzle).solution, Position.of(puzzle)
    assert solution is not None
    place, digit = next((c, d) for c, d in enumerate(solution) if position.has(c, d))
    seen = [c for c in position.rules.peers[place] if position.has(c, digit)]
    cases = tuple(
        (
            Assertion(((cell, digit),), True, "assumed", (), -1),
            Assertion(((place, digit),), False, "peer", (0,), -1),
        )
        for cell in seen[:2]
    )
    full = next(cell for cell, placed in enumerate(position.digits) if placed == digit)
    two = next(cell for cell in range(81) if len(position.left(cell)) == 2)
    house, own, other = full // 9, 9 + place % 9, 9 + (place + 1) % 9
    pair = tuple((two, d) for d in position.left(two))
    forged = {
        "naked pair": Evidence((full, two), pair),
        "aligned pair exclusion": Evidence((full, place)),
        "claiming": Evidence(base=(house,), cover=(own,)),
        "x-wing": Evidence(base=(house, house), cover=(own, other)),
        "grouped aic": Evidence(base=(house,), proofs=cases),
        "forcing chain verity": Evidence(base=(house,), proofs=cases),
    }
    for name, evidence in forged.items():
        step = Step(name, (), ((place, digit),), 0, evidence)
        assert logic.fault(position, step) is not None, name


def test_what_is_false_is_refused_beside_what_a_step_shows(solved_paths: SolvedPaths) -> None:
    """Checks of patterns look at what goes alone, those of singles at what is placed."""
    tried = set()
    for before, step, solution in solved_paths:
        said = {cell for cell, _ in (*step.placements, *step.eliminations)}
        left = [(c, d) for c in range(81) for d in before.left(c) if c not in said]
        for cell, digit in left[:6]:
            true = solution[cell] == digit
            if true:
                worse = replace(step, eliminations=(*step.eliminations, (cell, digit)))
            else:
                worse = replace(step, placements=(*step.placements, (cell, digit)))
            assert logic.fault(before, worse) is not None, worse
            tried.add((step.technique, true))
    assert len(tried) > 15


def test_no_line_of_a_proof_rests_on_a_later_one() -> None:
    position = Position.of(parse(EASY))
    cell = next(cell for cell in range(81) if len(position.left(cell)) == 2)
    one, other = position.left(cell)
    # Each of the two lines is there because of the other, the last one by its number from the end.
    proof = (
        Assertion(((cell, one),), False, "assumed", (), -1),
        Assertion(((cell, one),), False, "peer", (-1,), -1),
        Assertion(((cell, other),), True, "cell", (1,), -1),
    )
    assert proof_fault(position, Evidence(proofs=(proof,)), proof) is not None
    sound = (proof[0], replace(proof[2], premises=(0,)))
    assert proof_fault(position, Evidence(proofs=(sound,)), sound) is None


def test_a_step_without_its_evidence_is_refused() -> None:
    refused = set()
    for before, step in paths():
        if step.technique in {"naked single"}:
            continue
        assert logic.fault(before, replace(step, evidence=Evidence())) is not None
        refused.add(step.technique)
    assert len(refused) > 8


def test_checks_know_no_finder() -> None:
    for path in [*(LOGIC / "checking").glob("*.py"), LOGIC / "steps.py"]:
        tree = ast.parse(path.read_text(encoding="utf-8"))
        names = {
            alias.name for node in ast.walk(tree) if isinstance(node, ast.Import | ast.ImportFrom)
            for alias in node.names
        }  # fmt: skip
        assert not names & {"_native", "compiled"}, path


def test_a_step_that_does_not_follow_is_not_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    def swapped(raw: tuple[Any, ...]) -> Step:
        step = from_native(raw)
        ((cell, digit),) = step.placements
        return replace(step, placements=((cell, digit % 9 + 1),))

    monkeypatch.setattr(checking, "from_native", swapped)
    for found in (lambda: next(logic.Path(parse(EASY))), lambda: find_all(parse(EASY))):
        with pytest.raises(BackendError, match="gave a wrong step"):
            found()


def test_cases_are_all_of_a_cell_or_of_a_house() -> None:
    position = Position.of(parse(EASY))
    cell = next(cell for cell in range(81) if len(position.left(cell)) == 2)
    one, other = (Assertion(((cell, d),), True, "assumed", (), -1) for d in position.left(cell))
    assert exhaustion_fault(position, [one, other], ()) is None
    assert exhaustion_fault(position, [one, one], ()) is not None
    assert exhaustion_fault(position, [one, replace(other, truth=False)], ()) is not None
    # A group of three cells need not have the digit; a row must.
    empty = Position.of(Puzzle.empty(boxes(2, 2).with_groups([[0, 5, 10]])))
    cases = [Assertion(((cell, 1),), True, "assumed", (), -1) for cell in (0, 5, 10, 1, 2, 3)]
    groups = range(len(empty.rules.groups))
    assert exhaustion_fault(empty, cases, groups) is None
    assert exhaustion_fault(empty, cases[:3], groups) is not None
