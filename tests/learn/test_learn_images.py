"""Symmetric images: the same puzzle, moved as the transformation says, uniform over the group."""

from collections import Counter

import numpy as np
import pytest
from answer_grids import PUZZLE, SOLUTION

import cpsudoku
from cpsudoku import learn
from cpsudoku.errors import PuzzleError, UnsupportedError
from cpsudoku.learn.images import Images
from cpsudoku.rules import Rules, boxes, classic, latin, usual
from cpsudoku.symmetry.transformations import movements


def rows(text: str, count: int) -> np.ndarray[tuple[int, ...], np.dtype[np.uint8]]:
    return np.array([[int(c) if c != "." else 0 for c in text]] * count, np.uint8)


def test_arrays_are_moved_alike_and_as_the_transformations_say() -> None:
    moves = Images.drawn(600, np.random.default_rng(2))
    puzzles, solutions = moves.grids(rows(PUZZLE, 600), rows(SOLUTION, 600))
    assert learn.verify(puzzles, solutions).solved.all()
    puzzle = cpsudoku.parse(PUZZLE)
    for row in range(0, 600, 37):
        moved = moves.transformation(row).apply_to_puzzle(puzzle)
        assert list(moved.digits) == puzzles[row].tolist()
    assert len({bytes(row) for row in puzzles}) == 600


@pytest.mark.compiled
def test_images_are_the_same_puzzle() -> None:
    for moved in learn.augment(rows(PUZZLE, 5), seed=1).tolist():
        other = cpsudoku.Puzzle.from_digits(moved, classic())
        assert cpsudoku.same(cpsudoku.parse(PUZZLE), other) is not None


def test_cells_are_moved_with_their_grids() -> None:
    moves = Images.drawn(50, np.random.default_rng(5))
    solutions, cells = moves.grids(rows(SOLUTION, 50)), moves.cells()
    for row, (solution, names) in enumerate(zip(solutions, moves.names, strict=True)):
        assert all(solution[cells[row, c]] == names[int(SOLUTION[c])] for c in (2, 3, 80))


@pytest.mark.parametrize(
    "rules", [boxes(2, 2), boxes(2, 3), latin(5), usual(12), usual(16)], ids=lambda r: str(r.size)
)
def test_other_sizes_keep_their_rules(rules: Rules) -> None:
    solution = cpsudoku.random_solution(cpsudoku.Puzzle.empty(rules), seed=1).solution
    assert solution is not None
    grids = np.array([solution] * 40, np.uint8)
    moved = learn.augment(grids, seed=3, rules=rules)
    assert learn.verify(np.zeros_like(grids), moved, rules=rules).solved.all()


def test_all_elements_of_the_group_are_equally_likely() -> None:
    rules, count = boxes(2, 2), 128 * 24 * 20
    moves = Images.drawn(count, np.random.default_rng(1), rules)
    keys = zip(
        moves.transpose.tolist(),
        map(bytes, moves.rows),
        map(bytes, moves.columns),
        map(bytes, moves.names),
        strict=True,
    )
    found = Counter(keys)
    assert movements(rules) == 128
    assert len(found) == 128 * 24
    # Chi-squared with 3071 degrees of freedom: six standard deviations.
    chi = sum((n - 20) ** 2 / 20 for n in found.values())
    assert abs(chi - 3071) < 6 * (2 * 3071) ** 0.5


def test_the_seed_says_which() -> None:
    one, other = (learn.augment(rows(PUZZLE, 9), seed=seed).tolist() for seed in (1, 2))
    assert one == learn.augment(rows(PUZZLE, 9), seed=1).tolist() != other


def test_what_cannot_be_moved_is_an_error() -> None:
    with pytest.raises(UnsupportedError):
        learn.augment(rows(PUZZLE, 1), seed=1, rules=classic().with_diagonals())
    with pytest.raises(PuzzleError, match=r"shape \(1, 81\)"):
        learn.augment(rows(PUZZLE, 1).astype(np.int64), seed=1)
    with pytest.raises(PuzzleError, match="shape"):
        learn.augment(rows(PUZZLE, 2), rows(SOLUTION, 1), seed=1)
