"""Many puzzles in one call."""

import numpy as np
import pytest

from cpsudoku import FormatError, PuzzleError, boxes, bulk, classic, latin, solve_many
from cpsudoku.backends.base import Batch
from cpsudoku.rules import Rules

FOUR = (1, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3, 4, 3, 2, 1)
NINE = tuple((3 * (r % 3) + r // 3 + c) % 9 + 1 for r in range(9) for c in range(9))


def batch_of(solution: tuple[int, ...], count: int = 1) -> Batch:
    return Batch(
        np.array([count], dtype=np.int64),
        np.array([solution], dtype=np.uint8),
        np.zeros(1, dtype=np.bool_),
    )


def test_strings_bytes_and_arrays_give_the_same_answers() -> None:
    texts = ["1.............4.", "1......2.34....1", "12343412214.4321"]
    rows = np.array([[0 if s == "." else int(s) for s in t] for t in texts], dtype=np.uint8)
    for puzzles in (texts, "\n".join(texts).encode(), rows):
        batch = solve_many(puzzles, backend="backtrack")
        assert batch.counts.tolist() == [2, 0, 1]
        assert batch.solutions[2].tolist() == list(FOUR)
        assert not batch.solutions[1].any()
        assert not batch.unknown.any()


def test_a_wrong_line_is_named() -> None:
    with pytest.raises(FormatError, match="line 2, column 3") as caught:
        solve_many(["1...............", "1.?............."])
    assert caught.value.line == 2


def test_lines_of_different_sizes_are_refused() -> None:
    with pytest.raises(FormatError, match="line 2"):
        solve_many(["1...............", "." * 81])


@pytest.mark.parametrize(
    "array",
    [
        np.zeros((2, 16), dtype=np.int64),
        np.zeros(16, dtype=np.uint8),
        np.zeros((2, 15), dtype=np.uint8),
        np.full((2, 16), 5, dtype=np.uint8),
    ],
)
def test_an_array_of_the_wrong_shape_type_or_digits_is_refused(array: np.ndarray) -> None:
    with pytest.raises(PuzzleError):
        solve_many(array)


def test_no_puzzles_give_empty_arrays() -> None:
    batch = solve_many([])
    assert batch.counts.shape == (0,)
    assert batch.solutions.shape == (0, 81)


def test_puzzles_not_reached_in_time_are_unknown_and_not_none() -> None:
    batch = solve_many(["." * 16] * 3, limit=None, seconds=0, backend="backtrack")
    assert batch.unknown.all()


@pytest.mark.parametrize(
    ("rules", "grid"), [(classic(), NINE), (boxes(2, 2), FOUR), (latin(4), FOUR)]
)
def test_the_verifier_takes_a_solution_and_refuses_every_change_of_it(
    rules: Rules, grid: tuple[int, ...]
) -> None:
    blank = np.zeros((1, rules.cell_count), dtype=np.uint8)
    assert bulk.first_fault(blank, batch_of(grid), rules) is None
    for cell in range(rules.cell_count):
        for digit in {0, 1, rules.size, rules.size + 1} - {grid[cell]}:
            wrong = (*grid[:cell], digit, *grid[cell + 1 :])
            assert bulk.first_fault(blank, batch_of(wrong), rules) == 0


def test_the_verifier_checks_rows_columns_and_boxes_each_on_its_own() -> None:
    blank = np.zeros((1, 81), dtype=np.uint8)
    shifted = tuple((r + c) % 9 + 1 for r in range(9) for c in range(9))  # boxes wrong
    same_rows = tuple(c + 1 for _ in range(9) for c in range(9))  # columns and boxes wrong
    same_columns = tuple(r + 1 for r in range(9) for _ in range(9))
    in_boxes = tuple(3 * (r % 3) + c % 3 + 1 for r in range(9) for c in range(9))
    for wrong in (shifted, same_rows, same_columns, in_boxes):
        assert bulk.first_fault(blank, batch_of(wrong), classic()) == 0


def test_the_verifier_refuses_a_solution_that_changes_a_given_or_where_none_was_found() -> None:
    puzzle = np.zeros((1, 16), dtype=np.uint8)
    puzzle[0, 0] = 2
    assert bulk.first_fault(puzzle, batch_of(FOUR), boxes(2, 2)) == 0
    assert bulk.first_fault(puzzle * 0, batch_of(FOUR, count=0), boxes(2, 2)) == 0


def test_the_verifier_finds_the_first_of_many() -> None:
    n = 20_000
    grids = np.tile(np.array(NINE, dtype=np.uint8), (n, 1))
    for bad in (19_999, 15_000, 7):
        grids[bad, 5] = grids[bad, 6]
        batch = Batch(np.ones(n, dtype=np.int64), grids, np.zeros(n, dtype=np.bool_))
        assert bulk.first_fault(np.zeros_like(grids), batch, classic(), 2) == bad
