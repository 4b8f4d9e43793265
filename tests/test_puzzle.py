"""Puzzles: givens, pencil marks, clashes, and what is refused."""

import pytest

from cpsudoku.errors import PuzzleError
from cpsudoku.puzzle import Clash, Puzzle
from cpsudoku.rules import Board, Linear, Rules, boxes, latin, samurai

SMALL = boxes(2, 2)
FULL = 0b1111


def test_givens_are_cells_with_one_candidate() -> None:
    puzzle = Puzzle.from_digits([1, 0, 4] + [0] * 13, SMALL)
    assert puzzle.candidates[:3] == (0b1, FULL, 0b1000)
    assert puzzle.digits[:3] == (1, 0, 4)
    assert (puzzle.clues, str(puzzle)) == (2, "1.4" + "." * 13)
    assert not puzzle.has_pencil_marks


def test_pencil_marks_are_candidates_that_no_given_implies() -> None:
    marked = Puzzle(SMALL, (0b11, *[FULL] * 15))
    assert (marked.has_pencil_marks, marked.clues, marked.digits[0]) == (True, 0, 0)
    assert Puzzle(SMALL, (0, *[FULL] * 15)).has_pencil_marks
    assert not Puzzle(SMALL, (0b10, *[FULL] * 15)).has_pencil_marks
    assert not Puzzle.empty(SMALL).has_pencil_marks


def test_wrong_cells_digits_and_masks_are_refused() -> None:
    with pytest.raises(PuzzleError, match="15 cells; expected 16"):
        Puzzle(SMALL, (FULL,) * 15)
    with pytest.raises(PuzzleError, match="15 cells; expected 16"):
        Puzzle.from_digits([0] * 15, SMALL)
    for mask in (-1, FULL + 1):
        with pytest.raises(PuzzleError, match="r1c2 has candidates outside of 1 to 4"):
            Puzzle(SMALL, (0, mask, *[FULL] * 14))
    for digit in (-1, 5):
        with pytest.raises(PuzzleError, match=rf"r1c2 has digit {digit}; expected 1 to 4"):
            Puzzle.from_digits([0, digit] + [0] * 14, SMALL)


def test_with_given_replaces_one_cell_and_refuses_what_there_is_not() -> None:
    puzzle = Puzzle(SMALL, (0b11, *[FULL] * 15))
    assert puzzle.with_given(0, 3).candidates == (0b100, *[FULL] * 15)
    assert puzzle.with_given(15, 4).candidates == (0b11, *[FULL] * 14, 0b1000)
    assert puzzle.with_given(0, 0) == Puzzle.empty(SMALL)
    assert puzzle.candidates[0] == 0b11
    for cell in (-1, 16):
        with pytest.raises(PuzzleError, match=f"there is no cell {cell}; expected 0 to 15"):
            puzzle.with_given(cell, 1)
    for digit in (-1, 5):
        with pytest.raises(PuzzleError, match=f"there is no digit {digit}; expected 0 to 4"):
            puzzle.with_given(0, digit)


def test_puzzles_are_equal_where_rules_and_candidates_are() -> None:
    one, other = Puzzle.empty(SMALL), Puzzle.trusted(SMALL, (FULL,) * 16)
    assert one == other
    assert len({one, other}) == 1
    assert one != Puzzle.empty(latin(4))
    assert one != one.with_given(0, 1)


def test_a_clash_is_an_empty_cell_or_two_equal_givens_in_a_group() -> None:
    assert Puzzle.empty(SMALL).clash() is None
    empty = Puzzle(SMALL, (FULL, 0, *[FULL] * 14)).clash()
    assert empty == Clash((1,))
    assert empty is not None
    assert (empty.digit, empty.house) == (0, None)
    assert empty.describe(4) == "r1c2 has no candidate left"
    twice = Puzzle.from_digits([3, 0, 0, 3] + [0] * 12, SMALL).clash()
    assert twice == Clash((0, 3), 3, SMALL.groups[0])
    assert twice is not None
    for board in (4, SMALL.board):
        assert twice.describe(board) == "r1c1 and r1c4 are both 3 in row 1"
    assert Puzzle.from_digits([3, 0, 0, 0, 0, 0, 3] + [0] * 9, SMALL).clash() is None
    marks = Puzzle(SMALL, (0b11, 0b11, 0b11, *[FULL] * 13))
    assert marks.clash() is None


def test_a_clash_looks_at_groups_alone() -> None:
    rules = SMALL.with_constraints([Linear((0, 1), (1, 1), "=", (7,))])
    assert Puzzle.from_digits([1, 2] + [0] * 14, rules).clash() is None
    assert Puzzle.from_digits([1, 1] + [0] * 14, rules).clash() is not None


def test_other_boards_name_their_own_cells_and_digits() -> None:
    puzzle = Puzzle.empty(samurai()).with_given(9, 5).with_given(10, 5)
    clash = puzzle.clash()
    assert clash is not None
    assert clash.describe(samurai().board) == "r1c13 and r1c14 are both 5 in top right row 1"
    board = Board(((0, 0), (0, 1)), 2, first=0)
    zeros = Puzzle.from_digits([1, 1], Rules(board, latin(2).constraints[:1]))
    clash = zeros.clash()
    assert clash is not None
    assert clash.describe(board) == "r1c1 and r1c2 are both 0 in row 1"
    assert str(zeros) == "00"


def test_a_puzzle_is_shown_without_its_rules() -> None:
    puzzle = Puzzle.empty(SMALL).with_given(0, 3)
    assert repr(puzzle) == "<Puzzle 3...............>"
