"""What supposes one solution: what a cell could be at first decides, and several forbid it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from random import Random

import pytest
from command_line import run
from well_known import EIGHTEEN

import cpsudoku
from cpsudoku import logic
from cpsudoku.asking import solving
from cpsudoku.asking.solving import solutions
from cpsudoku.formats import parse
from cpsudoku.logic import Order, Position, Step
from cpsudoku.logic.explaining.explanations import order_on
from cpsudoku.logic.orders import without_uniqueness
from cpsudoku.puzzle import Puzzle
from cpsudoku.result import Verdict
from cpsudoku.rules import Rules, boxes, classic, jigsaw

pytest.importorskip("cpsudoku._native", reason="needs the compiled core")

Grid = tuple[int, ...]

ORDERS = ("explainer", "hodoku", "teaching")
UNIQUENESS = tuple(
    dict.fromkeys(
        technique.finder
        for technique in logic.TECHNIQUES.values()
        if technique.needs_uniqueness and technique.name != "brute force"
    )
)
WAYS_OF_LOOKING = ({"missing candidates": 1}, {"missing candidates": 1, "rows first": 1})

SIX_REGIONS = "111112133422334442355642355642556666"
RULES = (
    *(boxes(2, 2),) * 8,
    *(boxes(2, 2).with_diagonals(),) * 4,
    *(boxes(2, 3),) * 8,
    *(boxes(2, 3).with_diagonals(),) * 4,
    *(jigsaw(SIX_REGIONS),) * 4,
    *(classic(),) * 4,
    classic().with_diagonals(),
    classic().with_windows(),
)


def without(puzzle: Puzzle, cell: int, digit: int) -> Puzzle:
    left = list(puzzle.candidates)
    left[cell] &= ~(1 << digit - 1)
    return Puzzle(puzzle.rules, tuple(left))


def rival(puzzle: Puzzle, solution: Grid) -> Grid | None:
    """Another solution, if there is one."""
    return next((grid for grid in solutions(puzzle, limit=2) if grid != solution), None)


def dug(rules: Rules, random: Random, more: int) -> tuple[Puzzle, Grid]:
    """A puzzle without needless givens, and then without some that it needs."""
    solution = solving.solve(Puzzle.empty(rules), seed=random.randrange(10**6)).solution
    assert solution is not None
    puzzle = Puzzle.from_digits(solution, rules)
    for cell in random.sample(range(rules.cell_count), rules.cell_count):
        less = puzzle.with_given(cell, 0)
        puzzle = puzzle if rival(less, solution) else less
    needed = [cell for cell, digit in enumerate(puzzle.digits) if digit]
    for cell in random.sample(needed, more):
        puzzle = puzzle.with_given(cell, 0)
    return puzzle, solution


def unique_by_marks(rules: Rules, random: Random) -> tuple[Puzzle, Grid]:
    """A puzzle of several solutions that has one since some candidates have been removed."""
    puzzle, solution = dug(rules, random, more=2)
    while other := rival(puzzle, solution):
        differing = [cell for cell, digit in enumerate(other) if digit != solution[cell]]
        cell = random.choice(differing)
        puzzle = without(puzzle, cell, other[cell])
    return puzzle, solution


def after_a_player(puzzle: Puzzle, solution: Grid, random: Random) -> Position:
    """A position in which right digits were entered, and wrong marks removed."""
    open_cells = [cell for cell, digit in enumerate(puzzle.digits) if not digit]
    digits, left = list(puzzle.digits), list(puzzle.candidates)
    for cell in random.sample(open_cells, int(len(open_cells) * random.random())):
        digits[cell] = solution[cell]
    for cell in open_cells:
        for digit in range(1, puzzle.rules.size + 1):
            if digit != solution[cell] and random.random() < 0.4:
                left[cell] &= ~(1 << digit - 1)
    return Position.placed(puzzle.rules, digits, left, puzzle.candidates)


def denies(step: Step, solution: Grid) -> bool:
    return any(solution[cell] == digit for cell, digit in step.eliminations) or any(
        solution[cell] != digit for cell, digit in step.placements
    )


def all_uniqueness_steps(position: Position) -> Iterator[Step]:
    for options in WAYS_OF_LOOKING:
        yield from logic.find_all(position, order=Order("u", UNIQUENESS, {}, options)).steps


def test_a_rectangle_that_could_not_be_swapped_at_first_says_nothing() -> None:
    text = "8..95.....7.36.2.5.1..28....45...8.....6.54..79..42.561..5..9.......356....2....3"
    puzzle = without(parse(text), 74, 4)
    solution = solving.solve(puzzle).solution
    assert solution is not None
    assert solving.check(puzzle).verdict is Verdict.UNIQUE
    for name in ORDERS:
        path = logic.Path(puzzle, order=name)
        assert not any(denies(step, solution) for step in path), name
        assert path.rating.solved
    # As though the candidate had gone by a technique: then the rectangle would be a deadly one.
    deduced = replace(Position.of(puzzle), at_first=parse(text).candidates)
    path = logic.Path(deduced, order="hodoku")
    wrong = next(step for step in path if denies(step, solution))
    assert wrong.position is not None
    assert wrong.notation.startswith("Uniqueness Test 1")
    assert logic.fault(wrong.position, wrong) is None
    refused = replace(wrong.position, at_first=puzzle.candidates)
    assert logic.fault(refused, wrong) == "r9c3 may be 9 in a case of the pattern"


@pytest.mark.thorough(but=6)
@pytest.mark.parametrize("number", range(len(RULES)))
def test_no_step_denies_the_solution_of_a_puzzle_that_is_unique_by_its_marks(number: int) -> None:
    random = Random(number)
    puzzle, solution = unique_by_marks(RULES[number], random)
    for name in ORDERS:
        path = logic.Path(puzzle, order=name, seconds=2)
        assert not any(denies(step, solution) for step in path), name
        assert path.rating.end != "broken"
    for _ in range(20):
        position = after_a_player(puzzle, solution, random)
        for step in all_uniqueness_steps(position):
            assert not denies(step, solution), step
            assert logic.fault(position, step) is None, step


# Two corners of a rectangle of 1 and 2, r1c1, r1c3, r2c1 and r2c3, and room for both in the others.
ENTERED = {(0, 1), (2, 2), (4, 2)}


def avoidable(at_first: dict[int, int]) -> tuple[Position, tuple[Step, ...]]:
    """The position with these digits entered, and the avoidable rectangles in it."""
    rules = boxes(2, 2)
    digits, full = [0] * 16, (rules.all_digits,) * 16
    for cell, digit in ENTERED:
        digits[cell] = digit
    first = [at_first.get(cell, mask) for cell, mask in enumerate(full)]
    position = Position.placed(rules, digits, full, tuple(first))
    return position, logic.find_all(position, order="avoidable rectangle 1").steps


def test_digits_that_a_player_entered_could_be_swapped_and_givens_could_not() -> None:
    position, (step,) = avoidable({})
    assert step.eliminations == ((6, 1),)
    assert logic.fault(position, step) is None
    for cell, mask in ((0, 0b0001), (0, 0b1101), (2, 0b1110), (4, 0b0010), (6, 0b1101)):
        held, found = avoidable({cell: mask})
        assert found == ()
        assert logic.fault(held, step) == "r2c3 may be 1 in a case of the pattern"


def test_hints_begin_with_the_marks_of_the_puzzle_and_not_with_those_of_the_player() -> None:
    random = Random(1)
    for rules in (boxes(2, 2), boxes(2, 3)) * 6:
        puzzle, solution = unique_by_marks(rules, random)
        at = after_a_player(puzzle, solution, random)
        plain = [d or 0 for d in at.digits]
        for now in (Puzzle.from_digits(plain, rules), puzzle_at(at)):
            found = cpsudoku.hint(now, givens=puzzle, order="hodoku")
            assert (found.mistakes, found.position.at_first) == ((), puzzle.candidates)
            both = zip(found.position.candidates, puzzle.candidates, strict=True)
            assert not any(mask & ~own for mask, own in both)
            assert found.position.givens == {c for c, d in enumerate(puzzle.digits) if d}
            if found.step is not None:
                assert not denies(found.step, solution)
                assert logic.fault(found.position, found.step) is None


def puzzle_at(position: Position) -> Puzzle:
    own = zip(position.digits, position.candidates, strict=True)
    return Puzzle(position.rules, tuple(1 << d >> 1 if d else mask for d, mask in own))


def of_several_solutions() -> Iterator[tuple[Puzzle, list[Grid]]]:
    random = Random(7)
    for rules in (boxes(2, 2), boxes(2, 3), boxes(2, 3).with_diagonals(), classic()) * 4:
        puzzle, _ = dug(rules, random, more=1)
        yield puzzle, list(solutions(puzzle, limit=10_000))


@pytest.mark.thorough
def test_what_is_said_of_a_puzzle_with_several_solutions_holds_for_all_of_them() -> None:
    several = 0
    for puzzle, grids in of_several_solutions():
        several += len(grids) > 1
        for name in ("hodoku", "teaching"):
            for step in cpsudoku.explain(puzzle, order=name, seconds=5):
                assert isinstance(step, Step) and not any(denies(step, grid) for grid in grids)
            hint = cpsudoku.hint(puzzle, order=name)
            assert not hint.wrong
            assert hint.step is None or not any(denies(hint.step, grid) for grid in grids)
    assert several == 16


def test_a_hint_supposes_one_solution_only_where_there_is_one() -> None:
    rules = boxes(2, 2)
    two = Puzzle.from_digits((1, 0, 3, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0), rules)
    found = cpsudoku.hint(two, order="brute force")
    assert found.step is None
    assert str(found).endswith("finds anything here. The puzzle has several solutions.")
    # What is entered leaves one, but it is not the puzzle's only one.
    (grid, *_) = solutions(two, limit=2)
    entered = Puzzle.from_digits((*grid[:12], 0, 0, 0, 0), rules)
    assert cpsudoku.hint(entered, givens=two, order="brute force").step is None
    assert cpsudoku.hint(entered, order="brute force").step is not None


def test_a_hint_supposes_nothing_where_the_search_was_cut_short(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    check = solving.check
    monkeypatch.setattr(solving, "check", lambda puzzle, seconds: check(puzzle, seconds=0))
    empty = Puzzle.empty(classic())
    assert cpsudoku.hint(empty, order="brute force").step is None


def test_an_entry_that_the_marks_of_the_puzzle_exclude_is_wrong() -> None:
    given = without(parse(EIGHTEEN), 2, 3)
    assert solving.check(given).verdict is Verdict.MULTIPLE
    entered = parse(EIGHTEEN).with_given(2, 3)
    assert solving.check(entered).verdict is Verdict.MULTIPLE
    assert cpsudoku.hint(entered, givens=given).wrong
    assert not cpsudoku.hint(entered, givens=EIGHTEEN).wrong


@pytest.mark.parametrize("name", ORDERS)
def test_nothing_supposes_one_solution_where_that_is_unknown(name: str) -> None:
    puzzle = parse("." * 81)
    assert order_on(puzzle, name, seconds=0) == without_uniqueness(logic.ORDERS[name])
    assert order_on(parse(EIGHTEEN), name) == without_uniqueness(logic.ORDERS[name])


def test_paths_of_a_puzzle_with_several_solutions_suppose_nothing_and_say_so() -> None:
    found = run("explain", EIGHTEEN, "--order", "hodoku", "--json")
    assert "the puzzle has several solutions: steps that suppose one are left out" in found.err
    assert not any('"brute force"' in line for line in found.lines)
