"""Transformations keep the rules and form a group."""

import pytest

from cpsudoku import Puzzle, UnsupportedError, boxes, classic, jigsaw, latin
from cpsudoku.ground.randomness import Randomness
from cpsudoku.rules import AllDifferent, Linear, Rules, rectangular, samurai
from cpsudoku.symmetry.transformations import (
    Transformation,
    all_movements,
    movements,
    random_transformation,
)
from cpsudoku.verify import is_solution

NINE = tuple((3 * (r % 3) + r // 3 + c) % 9 + 1 for r in range(9) for c in range(9))
SIX = tuple((3 * (r % 2) + r // 2 + c) % 6 + 1 for r in range(6) for c in range(6))
FIVE = tuple((r + c) % 5 + 1 for r in range(5) for c in range(5))
GRIDS = [(classic(), NINE), (boxes(2, 3), SIX), (latin(5), FIVE)]


@pytest.mark.parametrize(("rules", "grid"), GRIDS)
def test_a_transformation_of_a_solution_is_a_solution(rules: Rules, grid: tuple[int, ...]) -> None:
    rng = Randomness(1)
    free = Puzzle.empty(rules).candidates
    for _ in range(50):
        assert is_solution(random_transformation(rng, rules).apply(grid), rules, free)


@pytest.mark.parametrize(("rules", "grid"), GRIDS)
def test_composition_and_inverse_agree_with_application(
    rules: Rules, grid: tuple[int, ...]
) -> None:
    rng = Randomness(2)
    for _ in range(50):
        one, other = random_transformation(rng, rules), random_transformation(rng, rules)
        assert one.then(other).apply(grid) == other.apply(one.apply(grid))
        assert one.inverse().apply(one.apply(grid)) == grid
        assert one.then(one.inverse()) == Transformation.identity(rules.size)


def test_candidates_move_and_are_renamed_like_digits() -> None:
    rng = Randomness(3)
    puzzle = Puzzle(classic(), tuple(1 << (d - 1) | 0b11 for d in NINE))
    move = random_transformation(rng)
    moved = move.apply_to_puzzle(puzzle)
    names = {move.digits[1], move.digits[2]}
    for mask, digit in zip(moved.candidates, move.apply(NINE), strict=True):
        assert mask == sum(1 << (d - 1) for d in names | {digit})


@pytest.mark.parametrize("rules", [boxes(2, 2), boxes(2, 3), latin(3), latin(4)])
def test_the_number_of_movements_is_the_number_of_different_ones(rules: Rules) -> None:
    assert len(set(all_movements(rules))) == movements(rules)


def test_symmetries_go_by_cells_and_not_by_names() -> None:
    renamed = Rules(4, [AllDifferent(g.cells, "line") for g in boxes(2, 2).groups])
    assert movements(renamed) == movements(boxes(2, 2))
    without_columns = Rules(4, [g for g in boxes(2, 2).groups if g.kind != "column"])
    called_boxes = Rules(4, [*latin(4).groups, AllDifferent((0, 5, 10, 15), "box", 1)])
    for rules in (without_columns, called_boxes, rectangular(2, 2, 4), samurai()):
        with pytest.raises(UnsupportedError, match="symmetries are known"):
            movements(rules)


def test_symmetries_are_refused_where_digits_are_not_alike() -> None:
    cage = Linear((0, 1), (1, 1), "=", (5,))
    with pytest.raises(UnsupportedError, match="symmetries are known"):
        movements(boxes(2, 2).with_constraints([cage]))


def test_the_classic_grid_has_its_known_number_of_movements() -> None:
    assert movements(classic()) == 3_359_232


@pytest.mark.parametrize("rules", [classic().with_diagonals(), jigsaw("1112122233343444")])
def test_other_constraints_are_refused(rules: Rules) -> None:
    with pytest.raises(UnsupportedError):
        movements(rules)
