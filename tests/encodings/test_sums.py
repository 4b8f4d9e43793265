"""Sums of candidates: the rules and nothing else, in compiled code as in plain Python."""

import contextlib
import random
from collections.abc import Callable, Iterator
from itertools import combinations, islice
from unittest import mock

import pytest
from brute_force import grids
from hypothesis import example, given
from hypothesis import strategies as st
from plain_sums import cardinality_formula_plainly

from cpsudoku import verify
from cpsudoku.encodings import cnf, sums
from cpsudoku.encodings.sums import reducer
from cpsudoku.rules import Candidates, Grid, Rules, boxes, jigsaw, latin

RULES = [
    boxes(2, 2),
    latin(4),
    boxes(2, 2).with_diagonals(),
    latin(4).with_groups([(0, 5, 10), (3, 6)]),
    jigsaw("1112122233343444"),
    Rules(4, latin(4).constraints[:5]),
]
puzzles = st.tuples(
    st.sampled_from(RULES),
    st.lists(st.sampled_from([15, 15, 15, 1, 6, 8, 13, 0]), min_size=16, max_size=16),
)


def chosen(grid: Grid, found: sums.Sums, size: int) -> set[int]:
    """The variables that are true of a grid."""
    right = {cell * size + digit for cell, digit in enumerate(grid)}
    return {number for number, name in enumerate(found.candidates, 1) if name in right}


def drawn(left: Candidates, solutions: list[Grid]) -> Iterator[Grid]:
    """Grids that obey the candidates: any, and solutions with one cell changed."""
    chance = random.Random(1)
    digits = [[d for d in range(1, 5) if mask >> d - 1 & 1] for mask in left]
    if 0 in left:
        return
    for _ in range(50):
        yield tuple(map(chance.choice, digits))
    for grid in solutions:
        cell = chance.randrange(len(grid))
        yield (*grid[:cell], chance.choice(digits[cell]), *grid[cell + 1 :])


@given(puzzles)
def test_sums_hold_for_the_solutions_and_for_nothing_else(
    puzzle: tuple[Rules, list[int]],
) -> None:
    rules, left = puzzle[0], tuple(puzzle[1])
    found = sums.open_sums(rules, left)
    solutions = list(islice(grids(rules, left), 20))
    for grid in [*solutions, *drawn(left, solutions)]:
        true = chosen(grid, found, rules.size)
        obeyed = all(len(true & set(g)) == 1 for g in found.exactly_one) and all(
            len(true & set(g)) <= 1 for g in found.at_most_one
        )
        assert obeyed == verify.is_solution(grid, rules, left)


@pytest.mark.parametrize("core", [pytest.param(True, marks=pytest.mark.compiled), False])
@given(puzzle=puzzles)
@example(puzzle=(latin(4).with_groups([(3, 6)]), [15] * 16))
def test_the_formula_for_cardinality_solvers_says_what_the_sums_say(
    core: bool, puzzle: tuple[Rules, list[int]]
) -> None:
    rules, left = puzzle[0], tuple(puzzle[1])
    without = mock.patch.object(sums, "reducer", return_value=None)
    with contextlib.nullcontext() if core else without:
        found = sums.cardinality_formula(rules, left)
    said = list(zip(found.candidates, found.literals, strict=True))
    solutions = list(islice(grids(rules, left), 20))
    without_boxes = Rules(4, rules.constraints[:8])  # what breaks one sum alone
    near = islice(grids(without_boxes, left), 60)
    for grid in [*solutions, *drawn(left, solutions), *near]:
        right = {cell * rules.size + digit for cell, digit in enumerate(grid)}
        true = {literal if name in right else -literal for name, literal in said}
        # A variable that stands for two candidates has both values where not exactly one is right.
        obeyed = (
            all(-literal not in true for literal in true)
            and all(true & set(clause) for clause in found.clauses)
            and all(len(true & set(group)) <= 1 for group in found.at_most_one)
        )
        assert obeyed == verify.is_solution(grid, rules, left)


@pytest.mark.compiled
@given(puzzles)
def test_two_candidates_of_which_one_is_right_are_one_variable_in_the_cardinality_formula(
    puzzle: tuple[Rules, list[int]],
) -> None:
    rules, left = puzzle[0], tuple(puzzle[1])
    literals = sums.cardinality_formula(rules, left).literals
    for one in sums.open_sums(rules, left).exactly_one:
        if len(one) == 2:
            assert abs(literals[one[0] - 1]) == abs(literals[one[1] - 1])


@pytest.mark.compiled
def test_opposites_are_told_by_their_sign() -> None:
    formula = sums.cardinality_formula(latin(3), (0b001, 0b110, 0b110, *([0b111] * 6)))
    said = list(zip(formula.candidates, formula.literals, strict=True))
    assert said[1:5] == [(5, 2), (6, -2), (8, -2), (9, 2)]
    assert formula.clauses[:2] == formula.at_most_one[:2] == [(-9, 15, 16), (-6, -9, 12)]


@given(puzzles)
def test_a_model_is_read_as_its_grid_and_excluded_by_what_it_says(
    puzzle: tuple[Rules, list[int]],
) -> None:
    rules, left = puzzle[0], tuple(puzzle[1])
    found = sums.cardinality_formula(rules, left)
    said = list(zip(found.candidates, found.literals, strict=True))
    for grid in islice(grids(rules, left), 5):
        right = {cell * rules.size + digit for cell, digit in enumerate(grid)}
        model = sorted({lit if name in right else -lit for name, lit in said}, key=abs)
        read, clause = sums.solution(rules, left, found.candidates, found.literals, model)
        assert read == grid
        assert sorted(clause) == sorted({-lit for name, lit in said if name in right})


@pytest.mark.compiled
@pytest.mark.parametrize(
    ("named", "literals", "model"),
    [([1], [2], [1]), ([1], [1], [99]), ([1], [1], [-99]), ([9], [1], [1]), ([1, 2], [1], [1])],
)
def test_a_literal_or_a_candidate_that_there_is_not_is_refused(
    named: list[int], literals: list[int], model: list[int]
) -> None:
    core = reducer(latin(2))
    assert core is not None
    with pytest.raises(ValueError):
        core.solution((3, 3, 3, 3), named, literals, model)


@given(puzzles)
def test_only_cells_with_one_candidate_to_begin_with_strike_it_from_their_peers(
    puzzle: tuple[Rules, list[int]],
) -> None:
    rules, masks = puzzle[0], tuple(puzzle[1])
    for cell, left in enumerate(sums.struck(rules, masks)):
        given_near = {masks[p] for p in rules.peers[cell] if masks[p].bit_count() == 1}
        assert left == masks[cell] & ~sum(given_near)


@given(puzzles)
def test_each_sum_and_each_exclusion_comes_once(puzzle: tuple[Rules, list[int]]) -> None:
    rules, left = puzzle[0], tuple(puzzle[1])
    found = sums.open_sums(rules, left)
    lists = [tuple(g) for g in (*found.exactly_one, *found.at_most_one)]
    assert all(list(g) == sorted(set(g)) for g in lists)
    assert all(len(g) > 1 for g in found.at_most_one)
    assert len(set(map(tuple, found.exactly_one))) == len(found.exactly_one)
    pairs = [(-a, -b) for a, b in sums.exclusions(rules, left)]
    assert len(set(pairs)) == len(pairs)
    assert set(pairs) == {pair for g in lists for pair in combinations(g, 2)}


@given(puzzles)
def test_the_compiled_core_and_its_plain_twin_agree(puzzle: tuple[Rules, list[int]]) -> None:
    rules, left = puzzle[0], tuple(puzzle[1])
    if reducer(rules) is None:
        return

    def check(function: Callable[..., object], *what: object) -> None:
        found = function(*what)
        with (
            mock.patch.object(sums, "reducer", return_value=None),
            mock.patch.object(cnf, "reducer", return_value=None),
        ):
            assert function(*what) == found

    check(sums.struck, rules, left)
    check(sums.open_sums, rules, left, 0)
    check(sums.open_sums, rules, left, 1)
    formula = sums.cardinality_formula(rules, left)
    assert formula == cardinality_formula_plainly(sums.open_sums(rules, left))
    model = [v if v % 3 else -v for v in range(1, max(formula.literals, default=0) + 1)]
    check(sums.solution, rules, left, formula.candidates, formula.literals, model)
    check(cnf.assumptions, left, rules)
    check(sums.remaining, rules, left, [5, -7, 64, -65, 0, 12])
    check(lambda *what: sorted(sums.exclusions(*what)), rules, left)


def test_boards_beyond_the_compiled_core_have_sums_as_well() -> None:
    rules = Rules(65, latin(65).constraints[:1])
    row = [1 << digit for digit in range(63)] + [0b11 << 63] * 2
    left = (*row, *([1] * (rules.cell_count - 65)))
    found = sums.open_sums(rules, left)
    assert found.candidates == [63 * 65 + 64, 63 * 65 + 65, 64 * 65 + 64, 64 * 65 + 65]
    assert found.exactly_one == [[1, 2], [1, 3], [2, 4], [3, 4]]
    assert sorted(sums.exclusions(rules, left)) == [(-3, -4), (-2, -4), (-1, -3), (-1, -2)]


def test_a_digit_without_a_place_has_a_sum_in_houses_only() -> None:
    rules = latin(4).with_groups([(0, 5)])
    masks = (0b0111,) * 16
    house, group = rules.groups[0], rules.groups[-1]
    assert list(sums.sums_of(house, rules, masks))[-1] == ([], True)
    assert [is_exact for _, is_exact in sums.sums_of(group, rules, masks)] == [False] * 3
