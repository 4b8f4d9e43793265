"""Every backend that knows a constraint finds the grids in which it holds, and no others."""

import math
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import pairwise
from typing import Any

import pytest
from brute_force import grids
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import leaving_out_what_is_too_big, primitives, varied

from cpsudoku import backends
from cpsudoku.asking import solving
from cpsudoku.asking.estimation import estimate
from cpsudoku.encodings import machines
from cpsudoku.errors import UnsupportedError
from cpsudoku.puzzle import Puzzle
from cpsudoku.result import Verdict
from cpsudoku.rules import (
    AllDifferent,
    And,
    Board,
    Linear,
    Not,
    Or,
    Pair,
    Primitive,
    Rules,
    boxes,
    classic,
    latin,
    rectangular,
    samurai,
    square,
)
from cpsudoku.variants import from_text

FORMS: list[tuple[str, dict[str, Any]]] = [
    *((name, {}) for name in backends.names()),
    ("cpsat:integers", {}),
    ("backtrack:index", {}),
    ("backtrack", {"singles": "naked"}),
    ("sat", {"encoding": "minimal"}),
    ("sat", {"presolve": "singles"}),
    ("dlx", {"presolve": "probing"}),
    (backends.AUTO, {}),
    ("dlx:python", {}),
]


def agree(name: str, options: dict[str, Any], puzzle: Puzzle) -> None:
    """Compare all solutions with those of brute force, where the backend knows the rules."""
    if name != backends.AUTO and not backends.get(name).supports(puzzle.rules):
        return
    wanted = sorted(grids(puzzle.rules, puzzle.candidates))
    found = solving.solve(puzzle, backend=name, limit=None, **options)
    assert sorted(found.solutions) == wanted
    assert found.outcome.exhausted
    assert solving.count(puzzle, backend=name, **options).value == len(wanted)
    check = solving.check(puzzle, backend=name, **options).verdict
    assert check is [Verdict.NONE, Verdict.UNIQUE, Verdict.MULTIPLE][min(2, len(wanted))]


@pytest.mark.parametrize(("name", "options"), FORMS)
@given(puzzle=varied())
@leaving_out_what_is_too_big
def test_backends_agree_with_brute_force_on_any_constraints(
    name: str, options: dict[str, Any], puzzle: Puzzle
) -> None:
    agree(name, options, puzzle)


@pytest.mark.thorough(but=6)
@pytest.mark.parametrize(("name", "options"), FORMS)
def test_a_part_with_more_different_cells_than_digits_never_holds(
    name: str, options: dict[str, Any]
) -> None:
    rules, never = boxes(2, 2), AllDifferent((0, 1, 2, 3, 4))
    other = Pair.where(0, 5, lambda a, b: a < b, range(1, 5), "less")
    for whole in (And((never,)), And((never, other)), Or((never, other)), Not(never)):
        agree(name, options, Puzzle.empty(rules.with_constraints([whole])))


@pytest.mark.parametrize(("name", "options"), FORMS)
def test_backends_agree_on_x_sums_whose_first_digit_is_0(
    name: str, options: dict[str, Any]
) -> None:
    board = Board(tuple((0, column) for column in range(4)), 4, first=0)
    house = Rules(board, (AllDifferent((0, 1, 2, 3)),))
    for number, starts in {0: set(), 3: {(2, 1)}}.items():
        clue = from_text(f"xsum:{number}@r1c1,r1c2,r1c3,r1c4", board)
        puzzle = Puzzle.empty(house.with_constraints([clue]))
        agree(name, options, puzzle)
        found = {board.values(grid)[:2] for grid in grids(puzzle.rules, puzzle.candidates)}
        assert found == starts


@given(puzzle=varied())
def test_exhaustive_search_asks_every_constraint_of_a_full_grid(puzzle: Puzzle) -> None:
    if math.prod(mask.bit_count() for mask in puzzle.candidates) < 5000:
        agree("backtrack:exhaustive", {}, puzzle)


@contextmanager
def automata_of(steps: int) -> Iterator[None]:
    """Let no automaton have more steps than some."""
    before = machines.MOST_STEPS
    machines.unrolled.cache_clear()
    machines.MOST_STEPS = steps
    try:
        yield
    finally:
        machines.MOST_STEPS = before
        machines.unrolled.cache_clear()


@pytest.mark.thorough(but=1)
@pytest.mark.parametrize("name", ["sat", "cpsat", "cpsat:integers"])
@given(parts=st.lists(primitives(square(3)), min_size=2, max_size=4))
@leaving_out_what_is_too_big
def test_alternatives_too_wide_for_an_automaton_are_said_part_by_part(
    name: str, parts: list[Primitive]
) -> None:
    rules = latin(3).with_constraints([Or((And(tuple(parts)), *parts[:2])), Or(tuple(parts))])
    with automata_of(steps=20):
        agree(name, {}, Puzzle.empty(rules))


def test_alternatives_of_whole_rows_are_counted_though_no_automaton_holds_them() -> None:
    rows = [tuple(range(4 * row, 4 * row + 4)) for row in range(4)]
    apart = Or(tuple(Linear((*a, *b), (1, 2, 3, 4) * 2, "=", (44,)) for a, b in pairwise(rows)))
    puzzle = Puzzle.empty(boxes(2, 2).with_constraints([apart, Or((apart, apart))]))
    with automata_of(steps=1500):
        agree("sat", {}, puzzle)


@pytest.mark.slow
@pytest.mark.parametrize(("name", "options"), FORMS)
@settings(max_examples=5000)
@given(puzzle=varied())
@leaving_out_what_is_too_big
def test_backends_agree_with_brute_force_on_very_many(
    name: str, options: dict[str, Any], puzzle: Puzzle
) -> None:
    agree(name, options, puzzle)


def test_the_constraints_of_variants_are_solved_on_real_boards() -> None:
    cages = [
        Linear((0, 1, 9), (1, 1, 1), "=", (6,), "killer cage"),
        *(Pair.where(c, c + 1, lambda a, b: abs(a - b) > 1, range(1, 10), "apart") for c in (3, 4)),
    ]
    puzzle = Puzzle.empty(classic().with_constraints(cages))
    for name in ("sat", "cpsat"):
        solution = solving.solve(puzzle, backend=name).solution
        assert solution is not None
        assert solution[0] + solution[1] + solution[9] == 6
    apart = classic().with_constraints(cages[1:])
    assert solving.solve(Puzzle.empty(apart), backend="dlx").solution is not None


def test_counts_of_constrained_boards_are_known() -> None:
    # 4×4 with cells a knight's move apart different has 24 grids of 288.
    moves = [(1, 2), (2, 1), (1, -2), (2, -1)]
    board = boxes(2, 2).board
    pairs = [
        Pair.where(cell, board.cells_at[r + i, c + j], lambda a, b: a != b, range(1, 5), "knight")
        for cell, (r, c) in enumerate(board.places)
        for i, j in moves
        if (r + i, c + j) in board.cells_at
    ]
    puzzle = Puzzle.empty(boxes(2, 2).with_constraints(pairs))
    for name in ("dlx", "sat", "cpsat", "backtrack"):
        assert solving.count(puzzle, backend=name).value == 24
    low, high = estimate(puzzle, samples=500).interval or (0, 0)
    assert low <= 24 <= high


@pytest.mark.parametrize("name", [n for n in backends.names() if n != "bitboard"])
def test_general_backends_solve_other_boards(name: str) -> None:
    if not backends.get(name).installed():
        pytest.skip(backends.get(name).installed().reason)
    for rules in (rectangular(2, 3), rectangular(3, 2, 4)):
        puzzle = Puzzle.empty(rules)
        wanted = sum(1 for _ in grids(rules, puzzle.candidates))
        assert solving.count(puzzle, backend=name).value == wanted
    assert solving.solve(Puzzle.empty(samurai()), backend=name, seconds=60).solution is not None


def test_a_board_of_its_own_is_no_puzzle_for_the_bitboard() -> None:
    with pytest.raises(UnsupportedError, match="only the classic"):
        solving.solve(Puzzle.empty(samurai()), backend="bitboard")
