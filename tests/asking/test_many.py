"""Many puzzles in one call."""

from collections.abc import Iterator
from itertools import chain
from itertools import count as numbers
from math import isqrt
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest
from well_known import EIGHTEEN

from cpsudoku import (
    BackendError,
    FormatError,
    OptionError,
    Puzzle,
    PuzzleError,
    UnsupportedError,
    boxes,
    canonical_many,
    check_many,
    classic,
    count_many,
    explain_many,
    latin,
    parse,
    rate_many,
    solve,
    solve_many,
    solve_stream,
)
from cpsudoku.asking.search import first_fault
from cpsudoku.backends import registry
from cpsudoku.backends.base import Batch, Engine
from cpsudoku.result import Limits, Outcome
from cpsudoku.rows.arrays import digits_of, read, rows_of, without_marks
from cpsudoku.rules import Candidates, Linear, Rules

FOUR = (1, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3, 4, 3, 2, 1)
NINE = tuple((3 * (r % 3) + r // 3 + c) % 9 + 1 for r in range(9) for c in range(9))


def batch_of(solution: tuple[int, ...], count: int = 1) -> Batch:
    return Batch(
        np.array([count], dtype=np.int64),
        np.array([solution], dtype=np.uint8),
        np.zeros(1, dtype=np.bool_),
    )


def test_strings_bytes_and_arrays_give_the_same_answers() -> None:
    texts = [EIGHTEEN, "1......2.34....1", "12343412214.4321"]
    rows = np.array([[0 if s == "." else int(s) for s in t] for t in texts], dtype=np.uint8)
    for puzzles in (texts, "\n".join(texts).encode(), rows):
        batch = solve_many(puzzles, backend="backtrack")
        assert batch.counts.tolist() == [2, 0, 1]
        assert batch.solutions[2].tolist() == list(FOUR)
        assert not batch.solutions[1].any()
        assert not batch.unknown.any()


def test_a_wrong_line_is_named() -> None:
    with pytest.raises(FormatError, match="line 2, column 3") as caught:
        solve_many(["1...............", "1.x............."])
    assert caught.value.line == 2


def test_lines_of_different_sizes_are_refused() -> None:
    with pytest.raises(FormatError, match="line 2"):
        solve_many(["1...............", "." * 81])


@pytest.mark.parametrize(
    "array",
    [
        np.full((2, 16), 0.5),
        np.full((2, 16), np.nan),
        np.zeros((2, 16), dtype=np.bool_),
        np.full((2, 16), -1, dtype=np.int8),
        np.full((2, 16), 15, dtype=np.uint16),
        np.zeros((2, 17), dtype=np.uint8),
        np.zeros((9, 9), dtype=np.uint8),
        np.zeros(16, dtype=np.uint8),
        np.zeros((2, 15), dtype=np.uint8),
        np.full((2, 16), 5, dtype=np.uint8),
    ],
)
def test_an_array_of_the_wrong_shape_type_or_digits_is_refused(array: np.ndarray) -> None:
    with pytest.raises(PuzzleError):
        solve_many(array)


@pytest.mark.parametrize("cells", [15, 17])
def test_an_array_of_too_few_or_too_many_cells_is_refused_with_their_number(cells: int) -> None:
    with pytest.raises(
        PuzzleError, match=f"puzzles of {cells} cells; expected {isqrt(cells) ** 2}"
    ):
        solve_many(np.zeros((2, cells), dtype=np.uint8))


@pytest.mark.parametrize(
    "puzzles", [np.zeros((1, 2**16), np.uint16), [Puzzle.empty(boxes(16, 16))]]
)
def test_digits_that_no_byte_holds_are_refused(puzzles: Any) -> None:
    with pytest.raises(UnsupportedError, match="256 digits"):
        solve_many(puzzles)


def marked(n: int, size: int = 9, seed: int = 3) -> np.ndarray:
    """Masks of candidates around a grid: most with one solution, some with none or several."""
    random = np.random.default_rng(seed)
    grid = np.array(NINE if size == 9 else FOUR)
    bits = np.left_shift(1, grid - 1)
    marks = random.integers(0, 1 << size, size=(n, size * size))
    few = random.integers(0, 1 << size, size=(n, size * size)) & marks
    masks = np.where(random.random((n, size * size)) < 0.4, few, marks) | bits
    emptied = random.integers(0, n, size=n // 8)
    masks[emptied, random.integers(0, size * size, size=n // 8)] = 0
    return np.asarray(masks, dtype=np.uint16)


@pytest.mark.parametrize("backend", ["auto", "backtrack"])
def test_masks_of_candidates_are_answered_as_each_puzzle_alone(backend: str) -> None:
    masks = marked(60)
    batch = solve_many(masks, masks=True, backend=backend)
    assert set(batch.counts.tolist()) == {0, 1, 2}
    for row, count, solution in zip(masks.tolist(), batch.counts, batch.solutions, strict=True):
        puzzle = Puzzle(classic(), tuple(row))
        alone = solve(puzzle, backend="dlx", limit=2)
        assert count == len(alone.solutions)
        if count == 1:
            assert tuple(solution.tolist()) == alone.solution


@pytest.mark.parametrize("dtype", [np.uint16, np.uint32, np.uint64])
def test_masks_may_be_wider_than_needed(dtype: type) -> None:
    masks = marked(20)
    wide, narrow = solve_many(masks.astype(dtype), masks=True), solve_many(masks, masks=True)
    assert wide.counts.tolist() == narrow.counts.tolist()
    assert (wide.solutions == narrow.solutions).all()


@pytest.mark.compiled
def test_candidates_beyond_the_highest_digit_are_refused() -> None:
    masks = np.full((2, 81), 511, dtype=np.uint32)
    masks[1, 0] = 1 << 16 | 1
    with pytest.raises(PuzzleError):
        solve_many(masks, masks=True)
    engine = registry.get("bitboard").compile(classic())
    with pytest.raises(PuzzleError):
        engine.search_many(masks, Limits(solutions=2))


def test_masks_without_pencil_marks_are_searched_as_givens() -> None:
    digits = np.array([NINE], dtype=np.uint8)
    digits[0, ::2] = 0
    masks = np.where(digits > 0, 1 << digits.astype(np.uint16) >> 1, 511).astype(np.uint16)
    for backend in ("auto", "dlx"):
        one = solve_many(masks, masks=True, backend=backend)
        other = solve_many(digits, backend=backend)
        assert (one.counts == other.counts).all()
        assert (one.solutions == other.solutions).all()


def test_givens_are_found_among_masks_of_any_width() -> None:
    for size, kind in ((9, np.uint16), (25, np.uint32), (64, np.uint64)):
        rules, full = latin(size), kind((1 << size) - 1)
        masks = np.full((1, size * size), full, dtype=kind)
        masks[0, :3] = kind(1), kind(1 << size - 1), full
        found = without_marks(masks, rules)
        assert found.dtype == np.uint8
        assert found[0, :4].tolist() == [1, size, 0, 0]
        masks[0, 3] = 3
        assert without_marks(masks, rules) is masks
        assert digits_of(masks)[0, :4].tolist() == [1, size, 0, 0]
        masks[0, 3] = 0
        assert without_marks(masks, rules) is masks


def test_lines_are_read_by_the_rules_that_are_given() -> None:
    rules = classic().with_diagonals()
    for puzzles in (["." * 81, "1" + "." * 80], ("." * 81 + "\n").encode()):
        origin = read(puzzles, rules)
        assert (origin.rules, origin.rows.shape[1]) == (rules, 81)
        assert read(puzzles, classic()).rules is classic()
        assert read(puzzles).rules is classic()


def test_masks_of_other_rules_are_searched_one_by_one() -> None:
    masks = marked(12, size=4)
    batch = solve_many(masks, masks=True, limit=None)
    for row, count in zip(masks.tolist(), batch.counts.tolist(), strict=True):
        assert count == len(solve(Puzzle(boxes(2, 2), tuple(row)), limit=None).solutions)


def test_a_mask_beyond_the_digits_is_refused_with_its_puzzle_and_cell() -> None:
    masks = marked(5)
    masks[3, 10] |= 1 << 9
    with pytest.raises(PuzzleError, match=r"puzzle 4: r2c2 has the mask 0x[0-9a-f]+; expected"):
        solve_many(masks, masks=True)


def test_a_digit_beyond_the_rules_is_refused_with_its_puzzle_and_cell() -> None:
    for cell, wrong in ((80, 10), (79, -1)):
        digits = np.zeros((5, 81), dtype=np.int8)
        digits[4, cell] = wrong
        with pytest.raises(PuzzleError, match=f"puzzle 5: r9c{cell - 71} has digit {wrong}; exp"):
            solve_many(digits)


def test_faults_in_a_stream_are_numbered_from_its_beginning() -> None:
    digits = np.zeros((5, 81), dtype=np.uint8)
    digits[4, 0] = 77
    stream = solve_stream(digits, chunk=2, limit=1)
    assert len(next(stream).counts) == len(next(stream).counts) == 2
    with pytest.raises(PuzzleError, match="puzzle 5: r1c1"):
        next(stream)


@pytest.mark.parametrize("wrong", ["!", "\x80", "\x00", "é"])
def test_a_malformed_byte_is_refused_with_its_line(wrong: str) -> None:
    lines = ["." * 81] * 40
    lines[27] = "." * 80 + wrong
    for puzzles in (lines, "\n".join(lines).encode("latin-1")):
        with pytest.raises(FormatError) as caught:
            solve_many(puzzles, limit=1)
        assert caught.value.line == 28


def test_puzzles_keep_their_pencil_marks() -> None:
    free = Puzzle.empty(classic())
    marks = [Puzzle(classic(), tuple(row)) for row in marked(6).tolist()]
    batch = solve_many([free, *marks, "." * 81])
    alone = [solve(p, limit=2, backend="dlx") for p in marks]
    assert batch.counts.tolist() == [2, *(len(one.solutions) for one in alone), 2]
    with pytest.raises(PuzzleError, match="puzzle 2 has other rules"):
        solve_many([free, Puzzle.empty(latin(9))])


def test_texts_with_pencil_marks_keep_them() -> None:
    text = "\n".join(["12 12 34 34", "34 34 12 12", "2 1 4 3", "4 3 2 1"])
    puzzle = solve(text).puzzle
    assert puzzle.has_pencil_marks
    assert (
        solve_many([text, text], limit=None).counts.tolist()
        == [len(solve(puzzle, limit=None).solutions)] * 2
    )


def test_the_verifier_refuses_a_digit_that_the_candidates_do_not_allow() -> None:
    masks = np.full((3, 16), 15, dtype=np.uint16)
    masks[2, 5] = 15 & ~(1 << (FOUR[5] - 1))
    grids = np.array([FOUR] * 3, dtype=np.uint8)
    batch = Batch(np.ones(3, dtype=np.int64), grids, np.zeros(3, dtype=np.bool_))
    assert first_fault(masks, batch, boxes(2, 2)) == 2
    two = Batch(batch.counts[:2], grids[:2], batch.unknown[:2])
    assert first_fault(masks[:2], two, boxes(2, 2)) is None
    grids[1, 0] = 0
    assert first_fault(masks, batch, boxes(2, 2)) == 1


def test_masks_have_a_bit_for_each_of_sixteen_digits() -> None:
    rules = boxes(4, 4)
    grid = tuple((4 * (r % 4) + r // 4 + c) % 16 + 1 for r in range(16) for c in range(16))
    masks = np.full((1, 256), 0xFFFF, dtype=np.uint16)
    assert first_fault(masks, batch_of(grid), rules) is None
    masks[0, 7] ^= 1 << grid[7] - 1
    assert first_fault(masks, batch_of(grid), rules) == 0


def test_a_wrong_digit_without_a_bit_is_refused() -> None:
    masks = np.full((1, 16), 15, dtype=np.uint16)
    for digit in (17, 255):
        assert first_fault(masks, batch_of((digit, *FOUR[1:])), boxes(2, 2)) == 0


class Lying(Engine):
    """Says that each puzzle has one solution, and of the fourth a wrong one."""

    def search(self, candidates: Candidates, limits: Limits) -> Outcome:
        raise NotImplementedError

    def search_many(self, puzzles: np.ndarray, limits: Limits, threads: int | None = None) -> Batch:
        grids = np.array([FOUR] * len(puzzles), dtype=np.uint8)
        grids[puzzles[:, 0] == 1, :2] = 1
        return Batch(np.ones(len(puzzles), np.int64), grids, np.zeros(len(puzzles), np.bool_))


def test_a_wrong_solution_is_blamed_on_the_backend_with_the_number_of_the_puzzle() -> None:
    engine = Lying(boxes(2, 2))
    puzzles = ["." * 16] * 3 + ["1" + "." * 15]
    assert solve_many(puzzles[:3], backend=engine).counts.tolist() == [1, 1, 1]
    with pytest.raises(BackendError, match=r"gave a wrong solution of puzzle 4$"):
        solve_many(puzzles, backend=engine)
    for chunk in (1, 3):
        with pytest.raises(BackendError, match=r"gave a wrong solution of puzzle 4$"):
            list(solve_stream(puzzles, chunk=chunk, backend=engine))
    with pytest.raises(BackendError, match=r"gave a wrong solution of puzzle 304$"):
        solve_many(puzzles[:3] * 100 + puzzles, backend=engine, progress=lambda *_: None)


def test_what_the_compiled_verifier_does_not_know_is_verified_without_it() -> None:
    rules = boxes(2, 2).with_constraints([Linear((0, 1), (1, 1), "=", (3,), "cage")])
    digits = np.zeros((1, 16), dtype=np.uint8)
    masks = np.full((1, 16), 15, dtype=np.uint16)
    other = tuple({2: 3, 3: 2}.get(digit, digit) for digit in FOUR)  # 1 and 3 in the cage
    for rows in (digits, masks):
        assert first_fault(rows, batch_of(FOUR), rules) is None
        assert first_fault(rows, batch_of(other), rules) == 0
        assert first_fault(rows, batch_of(FOUR, 0), rules) == 0
        assert first_fault(rows, batch_of((0,) * 16, 0), rules) is None
    digits[0, 5], masks[0, 5] = 2, 2
    for rows in (digits, masks):  # the cell has 4
        assert first_fault(rows, batch_of(FOUR), rules) == 0
    none, wrong = batch_of((0,) * 16, 0), batch_of(other)
    both = Batch(
        np.concatenate([none.counts, wrong.counts]),
        np.concatenate([none.solutions, wrong.solutions]),
        np.concatenate([none.unknown, wrong.unknown]),
    )
    assert first_fault(digits.repeat(2, axis=0), both, rules) == 1


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
    assert first_fault(blank, batch_of(grid), rules) is None
    for cell in range(rules.cell_count):
        for digit in {0, 1, rules.size, rules.size + 1} - {grid[cell]}:
            wrong = (*grid[:cell], digit, *grid[cell + 1 :])
            assert first_fault(blank, batch_of(wrong), rules) == 0


def test_the_verifier_checks_rows_columns_and_boxes_each_on_its_own() -> None:
    blank = np.zeros((1, 81), dtype=np.uint8)
    shifted = tuple((r + c) % 9 + 1 for r in range(9) for c in range(9))  # boxes wrong
    same_rows = tuple(c + 1 for _ in range(9) for c in range(9))  # columns and boxes wrong
    same_columns = tuple(r + 1 for r in range(9) for _ in range(9))
    in_boxes = tuple(3 * (r % 3) + c % 3 + 1 for r in range(9) for c in range(9))
    for wrong in (shifted, same_rows, same_columns, in_boxes):
        assert first_fault(blank, batch_of(wrong), classic()) == 0


def test_the_verifier_refuses_a_solution_that_changes_a_given_or_where_none_was_found() -> None:
    puzzle = np.zeros((1, 16), dtype=np.uint8)
    puzzle[0, 0] = 2
    assert first_fault(puzzle, batch_of(FOUR), boxes(2, 2)) == 0
    assert first_fault(puzzle * 0, batch_of(FOUR, count=0), boxes(2, 2)) == 0


def test_the_verifier_finds_the_first_of_many() -> None:
    n = 20_000
    grids = np.tile(np.array(NINE, dtype=np.uint8), (n, 1))
    for bad in (19_999, 15_000, 7):
        grids[bad, 5] = grids[bad, 6]
        batch = Batch(np.ones(n, dtype=np.int64), grids, np.zeros(n, dtype=np.bool_))
        assert first_fault(np.zeros_like(grids), batch, classic(), 2) == bad


@pytest.mark.parametrize("dtype", [np.uint8, np.uint16, np.int32, np.int64])
@pytest.mark.parametrize("shape", [(2, 81), (2, 9, 9)])
def test_arrays_of_whole_numbers_are_digits_whatever_their_type(
    dtype: type, shape: tuple[int, ...]
) -> None:
    digits = np.array([NINE, NINE])
    digits[:, ::2] = 0
    expected = solve_many(digits.astype(np.uint8))
    batch = solve_many(digits.astype(dtype).reshape(shape))
    assert (batch.counts == expected.counts).all()
    assert (batch.solutions == expected.solutions).all()


def test_masks_that_are_not_called_so_are_refused_with_what_to_say() -> None:
    with pytest.raises(PuzzleError, match="expected 0 to 9, or masks=True for candidates"):
        solve_many(marked(5))
    with pytest.raises(PuzzleError, match="masks of type uint8; expected uint16"):
        solve_many(np.zeros((1, 81), dtype=np.uint8), masks=True)
    with pytest.raises(PuzzleError, match="masks in list; expected them in an array"):
        solve_many(["." * 81], masks=True)


def test_an_array_that_may_be_one_puzzle_or_several_is_refused() -> None:
    with pytest.raises(PuzzleError, match="may be one puzzle or 9; expected"):
        solve_many(np.zeros((9, 9), dtype=np.uint8))
    assert len(solve_many(np.zeros((9, 9), dtype=np.uint8), rules=latin(3)).counts) == 9
    assert len(solve_many(np.zeros((1, 9, 9), dtype=np.uint8)).counts) == 1


def test_grids_of_one_cell_are_puzzles() -> None:
    assert solve_many(np.array([[0], [1]], dtype=np.uint8)).counts.tolist() == [1, 1]


def test_rules_made_twice_are_the_same_rules() -> None:
    made = [boxes(2, 2).with_constraints([Linear((0, 1), (1, 1), "=", (3,))]) for _ in range(2)]
    assert made[0] is not made[1]
    assert solve_many([Puzzle.empty(rules) for rules in made], limit=1).counts.tolist() == [1, 1]


def test_a_string_of_two_lines_is_no_two_puzzles() -> None:
    for texts in (["." * 81 + "\n" + "." * 81, ""], ["", "." * 81 + "\n" + "." * 81]):
        with pytest.raises(FormatError):
            solve_many(texts)


@pytest.mark.parametrize("size", [16, 17, 32, 33, 64])
def test_pencil_marks_of_up_to_64_digits_are_kept(size: int) -> None:
    rules = latin(size)
    marks = (1, 1 << size - 1, *Puzzle.empty(rules).candidates[2:])
    rows, _ = rows_of([Puzzle(rules, (*marks[:-1], 3))], None)
    assert rows[0].tolist() == [*marks[:-1], 3]


def test_pencil_marks_of_more_digits_than_a_mask_has_bits_are_refused() -> None:
    free = Puzzle.empty(latin(65))
    with pytest.raises(PuzzleError, match="pencil marks of 65 digits"):
        solve_many([Puzzle(free.rules, (3, *free.candidates[1:]))])


def test_lists_of_cells_are_puzzles() -> None:
    flat = [digit if i % 2 else 0 for i, digit in enumerate(NINE)]
    rows = [flat[i : i + 9] for i in range(0, 81, 9)]
    expected = solve(parse(flat))
    for cells in (flat, tuple(flat), rows, np.array(flat), np.array(rows), [*map(np.array, rows)]):
        assert solve(cells).solutions == expected.solutions
        assert parse(cells) == expected.puzzle
        assert solve_many([cells, cells]).solutions[1].tolist() == list(expected.solution or ())
    blanks = [digit or None for digit in flat]
    assert parse(blanks) == expected.puzzle


@pytest.mark.parametrize("cells", [[1, 2, 3], [[1, 2], [3, 4]], [0.5] * 16, np.full(16, 15)])
def test_lists_that_are_no_cells_are_refused(cells: list[int]) -> None:
    with pytest.raises(FormatError, match="expected"):
        parse(cells)


@pytest.mark.parametrize(
    "backend", ["auto", pytest.param("cover", marks=pytest.mark.compiled), "dlx", "backtrack"]
)
def test_the_first_of_several_solutions_depends_neither_on_threads_nor_on_the_others(
    backend: str,
) -> None:
    texts = ["." * 81, "1" + "." * 80, "." * 80 + "9"]
    together = solve_many(texts * 40, backend=backend, threads=2, seed=5).solutions[-3:]
    for text, solution in zip(texts, together, strict=True):
        alone = solve_many([text], backend=backend, threads=1, seed=5).solutions[0]
        assert (alone == solution).all()


def test_a_stream_is_read_only_as_far_as_its_answers() -> None:
    taken: list[int] = []

    def texts() -> Iterator[str]:
        for number in numbers():
            taken.append(number)
            yield EIGHTEEN

    stream = solve_stream(texts(), chunk=3, limit=20)
    assert taken == []
    assert [next(stream).counts.tolist() for _ in range(2)] == [[18] * 3] * 2
    assert taken == list(range(6))


def test_a_stream_gives_what_one_call_gives_whatever_it_is_made_of() -> None:
    texts = [EIGHTEEN, "1......2.34....1", "12343412214.4321", "1.............3."]
    digits = np.array([[int(s) for s in t.replace(".", "0")] for t in texts], dtype=np.uint8)
    expected = solve_many(digits, limit=None).counts.tolist()
    for puzzles in (texts, digits, "\n".join(texts).encode(), map(parse, texts)):
        batches = list(solve_stream(puzzles, chunk=3, limit=None))
        assert [len(batch.counts) for batch in batches] == [3, 1]
        assert list(chain(*(batch.counts.tolist() for batch in batches))) == expected
    (whole,) = solve_stream(texts, limit=None)
    assert whole.counts.tolist() == expected
    for chunk in (0, -1):
        with pytest.raises(OptionError, match=f"chunk={chunk}; expected a whole number"):
            list(solve_stream(texts, chunk=chunk))


OF_FOUR = ["1.............4.", "12x", "1......2.34....1", "", "5" * 16, "." * 81]


def test_bad_rows_are_left_out_of_answers_and_tables_and_reported() -> None:
    bad: list[PuzzleError] = []
    found = solve_many({"id": list(range(6)), "quiz": OF_FOUR}, on_bad=bad.append)
    assert found.counts.tolist() == [2, 0]
    assert [row["id"] for row in found.rows()] == [0, 2]
    assert [str(error).partition(" of column")[0] for error in bad] == [
        f"row {number}" for number in (2, 4, 5, 6)
    ]
    for call, puzzles in (
        (count_many, OF_FOUR), (check_many, OF_FOUR), (count_many, "\n".join(OF_FOUR)),
        (check_many, np.array(OF_FOUR)),
    ):  # fmt: skip
        bad.clear()
        assert len(call(puzzles, on_bad=bad.append)) == 2
        texts = {error.line: error.text for error in bad if isinstance(error, FormatError)}
        assert (texts[2], texts[5]) == ("12x", "5" * 16)
        with pytest.raises(PuzzleError, match=r"\(on_bad= passes over it\)$"):
            call(puzzles)


def test_the_error_of_a_row_names_what_passes_over_it_where_there_is_such_a_thing() -> None:
    bad = {"quiz": [OF_FOUR[0], None]}
    calls: list[Any] = [solve_many, check_many, lambda puzzles: next(solve_stream(puzzles))]
    for call in calls:
        with pytest.raises(PuzzleError, match=r"row 2 of .* is empty .*\(on_bad= passes over it"):
            call(bad)
    others: list[Any] = [lambda _: solve_many(["12x"]), canonical_many]
    for call in others:
        with pytest.raises(PuzzleError) as caught:
            call(bad)
        assert "on_bad" not in str(caught.value)


def test_rows_of_arrays_and_of_parts_are_left_out_by_themselves() -> None:
    bad: list[PuzzleError] = []
    rows = np.zeros((3, 16), np.uint8)
    rows[1, 3] = 9
    assert len(count_many(rows, limit=2, on_bad=bad.append)) == 2
    assert [str(error)[:15] for error in bad] == ["line 2: 9 in r1"]
    bad.clear()
    parts = solve_stream(iter(OF_FOUR), chunk=2, on_bad=bad.append)
    assert [len(part) for part in parts] == [1, 1, 0]
    assert [error.line for error in bad if isinstance(error, FormatError)] == [2, 4, 5, 6]
    masks = np.full((2, 16), 1 << 9, np.uint16)
    with pytest.raises(PuzzleError, match="the mask"):
        solve_many(masks, masks=True, on_bad=bad.append)


def test_two_columns_of_one_name_are_refused_as_no_table_of_ours_holds_them(
    tmp_path: Path,
) -> None:
    path = tmp_path / "a.csv"
    path.write_text(f"id,a,a,puzzle\n1,x,y,{EIGHTEEN}\n")
    for twice in (path, pd.DataFrame([[EIGHTEEN, 1, 2]], columns=["puzzle", "a", "a"])):
        with pytest.raises(PuzzleError, match="two columns 'a'"):
            solve_many(twice)
    with pytest.raises(PuzzleError, match="two columns of puzzles, 'quiz' and 'puzzle'"):
        solve_many({"quiz": [EIGHTEEN], "puzzle": [EIGHTEEN]})
    with pytest.raises(PuzzleError, match="2 in 'puzzle', 1 in 'x'"):
        solve_many({"puzzle": [EIGHTEEN] * 2, "x": [1]})


@pytest.mark.parametrize("chunk", [1, 2, 3])
def test_chunks_of_bad_rows_say_nothing_of_the_size_of_later_ones(chunk: int) -> None:
    texts = ["x" * 16] * 2 + [EIGHTEEN] * 4
    found = solve_stream(texts, chunk=chunk, on_bad=lambda error: None)
    assert sum(map(len, found)) == 4


def test_a_text_and_a_file_of_nothing_but_bad_rows_are_empty(tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    path.write_text("puzzle\nx\n")
    for source in (path, "x\ny\n", ["x", "y"]):
        bad: list[PuzzleError] = []
        assert len(solve_many(source, on_bad=bad.append)) == 0
        assert bad


@pytest.mark.compiled
@pytest.mark.parametrize("ask", [solve_many, check_many, count_many, rate_many, explain_many])
def test_the_types_of_columns_do_not_depend_on_the_answers(ask: Any) -> None:
    def types(puzzles: list[str]) -> list[Any]:
        table = {"puzzle": puzzles, "solution": [EIGHTEEN] * len(puzzles)}
        return list(ask(table).to_arrow().schema)

    one, none = "1234341221434...", "11.............."
    wanted = types([one, EIGHTEEN])
    assert types([none]) == types([]) == wanted
    assert len(ask([])) == len(ask(np.zeros((0, 81), np.uint8))) == 0


def test_rules_of_many_may_be_a_text() -> None:
    assert solve_many(["." * 16], rules="4+diagonals", limit=None).counts.tolist() == [48]


@pytest.mark.parametrize("wrong", [1.5, "2", -1])
def test_arguments_that_are_not_whole_numbers_are_refused_by_their_names(wrong: Any) -> None:
    for name in ("limit", "threads", "chunk"):
        with pytest.raises(OptionError, match=f"{name}={wrong!r}; expected a whole number"):
            list(solve_stream([EIGHTEEN], **{name: wrong}))
    with pytest.raises(OptionError, match=f"jobs={wrong!r}; expected a whole number"):
        explain_many([EIGHTEEN], jobs=wrong)
    endless: Any = "x"
    with pytest.raises(OptionError, match="a limit of 'x' seconds"):
        solve_many([EIGHTEEN], seconds=endless)


def test_bytes_of_any_kind_are_puzzles() -> None:
    one = EIGHTEEN.encode()
    for puzzles in ([one], pd.Series([one]), bytearray(one), memoryview(one)):
        assert solve_many(puzzles, limit=None).counts.tolist() == [18]
