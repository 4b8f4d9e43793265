"""Final grids: all different, all valid, and the uniform ones each equally likely."""

from collections import Counter
from itertools import islice

import numpy as np
import pytest

from cpsudoku import GenerationError, OptionError, Puzzle, boxes, classic, jigsaw, parse, solutions
from cpsudoku.generation.final_grids import PATTERNS, final_grids
from cpsudoku.verify import is_solution

native = pytest.importorskip("cpsudoku._native", reason="needs the compiled core")


def made(count: int, **options: object) -> list[tuple[int, ...]]:
    pieces = final_grids(count, **options)  # type: ignore[arg-type]
    return [tuple(grid) for piece in pieces for grid in piece.tolist()]


def chi_square(counts: Counter[tuple[int, ...]], classes: int) -> float:
    expected = counts.total() / classes
    missing = (classes - len(counts)) * expected
    return missing + sum((n - expected) ** 2 / expected for n in counts.values())


@pytest.mark.thorough(but=2)
@pytest.mark.parametrize("method", ["pattern", "random", "uniform"])
def test_grids_are_final_grids_and_all_different(method: str) -> None:
    grids = made(2000, method=method, seed=1)
    free = Puzzle.empty(classic()).candidates
    assert len(set(grids)) == 2000
    assert all(is_solution(grid, classic(), free) for grid in grids)


@pytest.mark.thorough(but=1)
@pytest.mark.parametrize("method", ["random", "uniform"])
def test_grids_depend_on_the_seed_and_not_on_the_number_of_threads(method: str) -> None:
    one = made(500, method=method, seed=7, threads=1)
    assert made(500, method=method, seed=7, threads=2) == one
    assert made(500, method=method, seed=8) != one


def test_patterns_are_all_different_to_the_last_one() -> None:
    rows = np.empty((100_000, 81), dtype=np.uint8)
    for start in (0, 1_300_000, PATTERNS // 9 - len(rows)):
        native.fill_pattern(5, start, rows)
        assert (rows[:, 0] == 5).all()
        assert len(set(map(bytes, rows))) == len(rows)
    first, last = np.empty((1, 81), dtype=np.uint8), np.empty((1, 81), dtype=np.uint8)
    native.fill_pattern(0, 0, first)
    native.fill_pattern(0, PATTERNS - 1, last)
    assert first[0, :9].tolist() == list(range(1, 10))
    assert last[0, :9].tolist() == list(range(9, 0, -1))
    with pytest.raises(ValueError, match="not this many"):
        native.fill_pattern(0, PATTERNS, first)


def test_more_patterns_than_there_are_is_refused() -> None:
    with pytest.raises(GenerationError, match="2903040"):
        made(PATTERNS // 9 + 1, method="pattern", given=parse("5" + "." * 80))


def test_4x4_grids_are_equally_likely() -> None:
    grids = np.empty((288 * 100, 16), dtype=np.uint8)
    native.fill_uniform(grids, 3, 0, 2)
    counts = Counter(map(tuple, grids.tolist()))
    assert set(counts) == set(solutions("." * 16))
    # 287 degrees of freedom: mean 287, standard deviation 24; the seed is fixed.
    assert 287 - 4 * 24 < chi_square(counts, 288) < 287 + 4 * 24


def test_6x6_grids_are_equally_likely_by_the_classes_of_their_corner() -> None:
    # The first two rows' first four cells and the first column: far fewer classes than the
    # 28,200,960 grids, but all of the same size for each naming.
    rules = boxes(2, 3)
    grids = np.empty((60_000, 36), dtype=np.uint8)
    native.fill_uniform(grids, 4, 0, 2)
    free = Puzzle.empty(rules).candidates
    assert all(is_solution(tuple(g), rules, free) for g in grids[:200].tolist())
    # Given the first row 1 … 6, what the cell below the last box's corner says.
    named = np.empty_like(grids)
    for digit in range(6):
        named[grids == grids[:, digit, None]] = digit
    cells = [6, 13, 20, 33]
    counts = Counter(map(tuple, named[:, cells].tolist()))
    exact = Counter(
        tuple(grid[cell] - 1 for cell in cells)
        for grid in solutions(parse("123456" + "." * 30), backend="dlx")
    )
    total = exact.total()
    chi = sum(
        (counts[key] - len(grids) * n / total) ** 2 / (len(grids) * n / total)
        for key, n in exact.items()
    )
    freedom = len(exact) - 1
    assert set(counts) <= set(exact)
    assert abs(chi - freedom) < 4 * (2 * freedom) ** 0.5


@pytest.mark.slow
def test_6x6_grids_are_equally_likely_among_all() -> None:
    rules = boxes(2, 3)
    first_row = "123456" + "." * 30
    every = dict.fromkeys(solutions(Puzzle(rules, parse(first_row).candidates)), 0)
    assert len(every) * 720 == 28_200_960
    counts: Counter[tuple[int, ...]] = Counter()
    for start in range(0, 2_000_000, 100_000):
        grids = np.empty((100_000, 36), dtype=np.uint8)
        native.fill_uniform(grids, 5, start, 2)
        named = np.empty_like(grids)
        for digit in range(6):
            named[grids == grids[:, digit, None]] = digit + 1
        counts.update(map(tuple, named.tolist()))
    freedom = len(every) - 1
    assert abs(chi_square(counts, len(every)) - freedom) < 4 * (2 * freedom) ** 0.5


@pytest.mark.thorough
def test_uniform_9x9_grids_are_alike_in_all_bands_and_stacks() -> None:
    # Bands are drawn in quite different ways, rows and columns too, and yet by symmetry any figure
    # must have the same distribution in all six.  The figure: how many digits of the second row's
    # first box the first row has in its second box.
    n = 4_000
    grids = np.empty((n, 81), dtype=np.uint8)
    native.fill_uniform(grids, 6, 0, 2)
    square = grids.reshape(n, 9, 9)
    counts = []
    for lines in (square, square.transpose(0, 2, 1)):
        for band in range(3):
            one, two = lines[:, 3 * band, 3:6], lines[:, 3 * band + 1, :3]
            shared = (one[:, :, None] == two[:, None, :]).sum(axis=(1, 2))
            counts.append(np.bincount(shared, minlength=4))
    table = np.array(counts)
    expected = table.sum(axis=0) / 6
    chi = float(((table - expected) ** 2 / expected).sum())
    assert chi < 15 + 4 * 30**0.5  # (6 − 1)·(4 − 1) degrees of freedom


def test_random_grids_agree_with_given_cells_of_any_rules() -> None:
    rules = jigsaw("aabbaabbccddccdd")
    given = Puzzle.empty(rules).with_given(5, 3)
    grids = made(10, given=given)
    assert len(set(grids)) == 10
    assert all(is_solution(grid, rules, given.candidates) for grid in grids)


def test_uniform_grids_with_cells_of_one_house_given() -> None:
    given = parse("123456..." + "." * 72)
    grids = made(300, method="uniform", given=given, seed=2)
    assert len(set(grids)) == 300
    assert all(is_solution(grid, classic(), given.candidates) for grid in grids)
    assert {grid[6] for grid in grids} == {7, 8, 9}


def test_uniform_grids_with_cells_anywhere_are_drawn_from_all() -> None:
    puzzle = parse("1.........2.....")
    grids = made(12, method="uniform", given=puzzle)
    assert set(grids) <= set(solutions(puzzle))
    with pytest.raises(GenerationError, match="method random"):
        made(1, method="uniform", given=parse("1" + "." * 79 + "2"))


def test_all_grids_there_are_can_be_had_and_no_more() -> None:
    assert len(set(made(288, rules=boxes(2, 2), seed=1))) == 288
    with pytest.raises(GenerationError, match="there are 288"):
        made(289, rules=boxes(2, 2))


@pytest.mark.parametrize(
    ("options", "error"),
    [
        ({"method": "magic"}, OptionError),
        ({"method": "pattern", "rules": boxes(2, 2)}, GenerationError),
        ({"method": "pattern", "given": parse(".5" + "." * 79)}, GenerationError),
        ({"given": parse("55" + "." * 79)}, GenerationError),
    ],
)
def test_what_cannot_be_is_refused(options: dict[str, object], error: type[Exception]) -> None:
    with pytest.raises(error):
        made(1, **options)


def test_pieces_come_before_all_is_made() -> None:
    [piece] = islice(final_grids(10**9, method="random"), 1)
    assert 0 < len(piece) < 10**6
