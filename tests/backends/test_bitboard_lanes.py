"""Many classic puzzles at once in the lanes of vector registers, on every width of the machine."""

from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from well_known import EASTER_MONSTER, GOLDEN_NUGGET, INKALA_2010, SEVENTEEN

from cpsudoku import classic, solve_many
from cpsudoku.asking.search import first_fault
from cpsudoku.backends.base import Batch
from cpsudoku.puzzle import Puzzle

_native = pytest.importorskip("cpsudoku._native")

WIDTHS = _native.bitboard_widths()
CELLS = 81

KNOWN = (SEVENTEEN, INKALA_2010, GOLDEN_NUGGET, EASTER_MONSTER)


@dataclass
class Answer:
    batch: Batch
    effort: dict[str, int]

    @property
    def counts(self) -> list[int]:
        return [int(count) for count in self.batch.counts]


def search(
    puzzles: NDArray[Any],
    limit: int | None = 2,
    *,
    seconds: float | None = None,
    threads: int = 1,
    width: str | None = None,
) -> Answer:
    n = len(puzzles)
    batch = Batch(
        np.full(n, -1, dtype=np.int64),
        np.full((n, CELLS), 99, dtype=np.uint8),
        np.ones(n, dtype=np.bool_),
    )
    options = {
        "limit": limit,
        "seconds": seconds,
        "threads": threads,
        "counts": batch.counts,
        "solutions": batch.solutions,
        "unknown": batch.unknown,
        "width": width,
    }
    if puzzles.dtype == np.uint16:
        effort = _native.lanes_search_candidates(puzzles, **options)
    else:
        effort = _native.lanes_search_digits(puzzles, **options)
    return Answer(batch, effort)


def digits(*texts: str) -> NDArray[np.uint8]:
    return np.array([[0 if s == "." else int(s) for s in t] for t in texts], dtype=np.uint8)


def same(a: Answer, b: Answer) -> bool:
    return (
        np.array_equal(a.batch.counts, b.batch.counts)
        and np.array_equal(a.batch.solutions, b.batch.solutions)
        and np.array_equal(a.batch.unknown, b.batch.unknown)
    )


def mutations(n: int, seed: int) -> NDArray[np.uint8]:
    """Known puzzles with clues added, removed and changed: impossible, unique and ambiguous."""
    random = np.random.default_rng(seed)
    known = digits(*KNOWN)
    full = search(known).batch.solutions
    rows = np.repeat(np.arange(n) % len(known), 1)
    puzzles = known[rows].copy()
    for puzzle, row in zip(puzzles, rows, strict=True):
        added = random.choice(CELLS, size=random.integers(0, 6), replace=False)
        puzzle[added] = full[row][added]
        dropped = random.choice(CELLS, size=random.integers(0, 20), replace=False)
        puzzle[dropped] = 0
        if random.random() < 0.3:
            puzzle[random.integers(CELLS)] = random.integers(1, 10)
    return puzzles


@pytest.fixture(scope="module")
def puzzles() -> NDArray[np.uint8]:
    return mutations(2500, seed=7)


@pytest.mark.parametrize("width", WIDTHS)
def test_known_puzzles_have_one_solution_which_is_given(width: str) -> None:
    known = digits(*KNOWN)
    answer = search(known, width=width)
    assert answer.counts == [1, 1, 1, 1]
    assert first_fault(known, answer.batch, classic()) is None
    assert not answer.batch.unknown.any()


@pytest.mark.parametrize("width", WIDTHS)
def test_counts_agree_with_exact_cover(width: str, puzzles: NDArray[np.uint8]) -> None:
    some = puzzles[:600]
    expected = solve_many(some, backend="dlx")
    answer = search(some, width=width)
    assert answer.counts == expected.counts.tolist()
    assert set(answer.counts) == {0, 1, 2}
    assert first_fault(some, answer.batch, classic()) is None


def test_answers_agree_with_sat(puzzles: NDArray[np.uint8]) -> None:
    pytest.importorskip("pysat", reason="PySAT is not installed")
    some = puzzles[600:800]
    expected, answer = solve_many(some, backend="sat"), search(some)
    assert answer.counts == expected.counts.tolist()
    assert set(answer.counts) == {0, 1, 2}
    only = expected.counts == 1
    assert np.array_equal(answer.batch.solutions[only], expected.solutions[only])


@pytest.mark.parametrize("limit", [1, 2, 7])
def test_neither_width_nor_threads_change_an_answer(puzzles: NDArray[np.uint8], limit: int) -> None:
    first = search(puzzles, limit, width=WIDTHS[0])
    for width in WIDTHS:
        for threads in (1, 3):
            assert same(first, search(puzzles, limit, width=width, threads=threads))


def test_the_order_of_the_puzzles_does_not_change_an_answer(puzzles: NDArray[np.uint8]) -> None:
    order = np.random.default_rng(1).permutation(len(puzzles))
    straight, shuffled = search(puzzles), search(puzzles[order])
    assert np.array_equal(straight.batch.counts[order], shuffled.batch.counts)
    assert np.array_equal(straight.batch.solutions[order], shuffled.batch.solutions)


def test_every_width_searches_the_same_tree() -> None:
    unique = mutations(1500, seed=8)
    unique = unique[search(unique).batch.counts < 2]
    efforts = [search(unique, width=width).effort for width in WIDTHS]
    assert {e["guesses"] for e in efforts} == {efforts[0]["guesses"]}
    assert {e["nodes"] for e in efforts} == {efforts[0]["nodes"]}


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("limit", [1, 5, 100, None])
def test_solutions_are_counted_up_to_the_limit(width: str, limit: int | None) -> None:
    # Without the clues of some digits, few enough solutions are left to count them all.
    solution = search(digits(KNOWN[1])).batch.solutions[0]
    some = np.array([np.where(solution <= d, solution, 0) for d in (6, 7)], dtype=np.uint8)
    expected = solve_many(some, backend="dlx", limit=limit)
    assert search(some, limit, width=width).counts == expected.counts.tolist()


@pytest.mark.parametrize("width", WIDTHS)
def test_empty_grids_by_the_hundred_take_bounded_memory(width: str) -> None:
    empty = np.zeros((300, CELLS), dtype=np.uint8)
    answer = search(empty, width=width)
    assert set(answer.counts) == {2}
    assert first_fault(empty, answer.batch, classic()) is None
    assert (answer.batch.solutions == answer.batch.solutions[0]).all()
    assert answer.effort["peak_waiting"] < 20_000


@pytest.mark.parametrize("width", WIDTHS)
def test_pencil_marks_restrict_the_cells(width: str) -> None:
    engine = Puzzle.from_digits(digits(KNOWN[0])[0].tolist(), classic())
    marks = np.array([engine.candidates] * 3, dtype=np.uint16)
    solution = search(digits(KNOWN[0])).batch.solutions[0]
    cell = int(np.flatnonzero(digits(KNOWN[0])[0] == 0)[0])
    marks[1, cell] ^= 1 << (int(solution[cell]) - 1)
    marks[2, cell] = 0
    assert search(marks, width=width).counts == [1, 0, 0]
    assert same(search(marks[:1], width=width), search(digits(KNOWN[0]), width=width))


@pytest.mark.thorough(but=3)
@pytest.mark.parametrize("width", WIDTHS)
def test_the_first_malformed_puzzle_is_named(width: str) -> None:
    rows = np.tile(digits(*KNOWN), (750, 1))
    rows[[1500, 2900], 80] = 10
    with pytest.raises(ValueError, match=r"puzzle 1501 has a byte"):
        search(rows, width=width, threads=2)


def test_a_digit_above_nine_is_malformed() -> None:
    rows = digits(*KNOWN)
    rows[2, 40] = 10
    with pytest.raises(ValueError, match="puzzle 3 "):
        search(rows)


def test_an_unknown_width_is_refused() -> None:
    with pytest.raises(ValueError, match="no width 'avx1024'"):
        search(digits(*KNOWN), width="avx1024")


@pytest.mark.parametrize("width", WIDTHS)
def test_what_time_did_not_suffice_for_is_unknown(width: str) -> None:
    none = search(digits(*KNOWN), seconds=0.0, width=width)
    assert none.batch.unknown.all()
    assert none.counts == [0] * 4
    assert not none.batch.solutions.any()
    endless = np.zeros((3, CELLS), dtype=np.uint8)
    mixed = np.concatenate([digits(KNOWN[0]), endless])
    answer = search(mixed, None, seconds=0.05, width=width)
    # What was counted until then is a bound, of the first puzzle perhaps the number itself.
    assert answer.batch.unknown.tolist()[1:] == [True] * 3
    assert answer.counts[0] == 1 or answer.batch.unknown[0]
    assert first_fault(mixed, answer.batch, classic()) is None


def test_several_threads_may_search_at_once(puzzles: NDArray[np.uint8]) -> None:
    alone = search(puzzles)
    with ThreadPoolExecutor(4) as pool:
        assert all(same(alone, other) for other in pool.map(search, [puzzles] * 8))


def test_no_puzzles_are_no_work() -> None:
    assert search(np.zeros((0, CELLS), dtype=np.uint8)).counts == []


@pytest.mark.parametrize("limit", [1, 2, 3])
@pytest.mark.parametrize("width", WIDTHS)
def test_few_puzzles_are_answered_as_among_many(
    width: str, limit: int, puzzles: NDArray[np.uint8]
) -> None:
    some = puzzles[:96]
    whole = search(some, limit, width=width)
    assert max(whole.counts) == limit
    for size in (1, 2, 3, 5, 15):
        for first in range(0, 96 - size, size):
            part = search(some[first : first + size], limit, width=width)
            assert part.counts == whole.counts[first : first + size]
            grids = whole.batch.solutions[first : first + size]
            assert np.array_equal(part.batch.solutions, grids)


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("size", [1, 4, 40])
def test_a_mask_with_bits_beyond_nine_is_refused(width: str, size: int) -> None:
    masks = np.full((size, CELLS), 511, dtype=np.uint16)
    masks[size - 1, 80] = 512
    with pytest.raises(ValueError, match=f"puzzle {size} has a mask with bits"):
        search(masks, width=width)


@pytest.mark.parametrize("size", [1, 7, 8, 9, 15, 16, 17, 31, 32, 33, 63, 64, 65])
def test_any_number_of_puzzles_fills_the_lanes(size: int, puzzles: NDArray[np.uint8]) -> None:
    whole = search(puzzles)
    for width in WIDTHS:
        part = search(puzzles[:size], width=width)
        assert part.counts == whole.counts[:size]
        assert np.array_equal(part.batch.solutions, whole.batch.solutions[:size])
