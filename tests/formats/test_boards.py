"""Boards that are not square: drawn and in JSON, and in no notation that cannot show them."""

import io
import json
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cpsudoku import formats
from cpsudoku.errors import FormatError
from cpsudoku.formats.cells import cell_mask
from cpsudoku.puzzle import Puzzle
from cpsudoku.rules import (
    AllDifferent,
    Board,
    Linear,
    Rules,
    boxes,
    rectangle,
    rectangular,
    samurai,
    square,
)

CROSS = Board(((0, 1), (1, 0), (1, 1), (1, 2), (2, 1)), 5)
BOARDS = {
    "samurai": samurai(),
    "rectangle": rectangular(6, 9),
    "twelve digits": rectangular(2, 12),
    "forty digits": rectangular(2, 3, 40),
    "cross": Rules(CROSS, (AllDifferent((0, 2, 4)), Linear((1, 3), (1, 1), "=", (4,)))),
    "from zero": Rules(Board(square(4).places, 4, first=0), boxes(2, 2).constraints),
    "from below zero": Rules(Board(square(4).places, 4, first=-2), boxes(2, 2).constraints),
    "gap": Rules(Board(((0, 0), (2, 3)), 2), ()),
    "square with more digits": Rules(rectangle(3, 3, 4), ()),
}
HOLDING = ["drawn", "candidates", "json", "jsonl"]
PARTLY = {
    "iss": {"rectangle", "twelve digits", "from zero", "square with more digits"},
    "sudokumaker": {"rectangle", "from zero", "square with more digits"},
}
"""Which boards those hold that show full rows only."""


@st.composite
def puzzles(draw: st.DrawFn, marks: bool) -> Puzzle:
    rules = BOARDS[draw(st.sampled_from(sorted(BOARDS)))]
    random = Random(draw(st.integers(0, 2**32)))
    full = rules.all_digits
    some = [1 << random.randrange(rules.size) for _ in range(rules.cell_count)]
    masks = [random.choice([one, full]) for one in some]
    if marks:
        masks = [random.choice([mask, random.randint(0, full)]) for mask in masks]
    return Puzzle(rules, tuple(masks))


@given(puzzles(marks=False), st.sampled_from(HOLDING))
def test_givens_survive_what_can_show_the_board(puzzle: Puzzle, notation: str) -> None:
    text = formats.write(puzzle, notation)
    assert formats.parse(text) == puzzle
    assert formats.parse(text, format=notation) == puzzle


@given(puzzles(marks=True), st.sampled_from(HOLDING[1:]))
def test_pencil_marks_survive_where_they_can_be_held(puzzle: Puzzle, notation: str) -> None:
    assert formats.parse(formats.write(puzzle, notation)) == puzzle


@given(st.lists(puzzles(marks=False), min_size=1, max_size=4), st.sampled_from(HOLDING))
def test_files_hold_several_puzzles_of_a_board(found: list[Puzzle], notation: str) -> None:
    found = [Puzzle.empty(found[0].rules), *(p for p in found if p.rules == found[0].rules)]
    stream = io.StringIO()
    with formats.Writer(stream, notation) as writer:
        for puzzle in found:
            writer.write(puzzle)
    read = formats.read(io.StringIO(stream.getvalue()))
    assert [record.puzzle for record in read] == found


@pytest.mark.parametrize("notation", PARTLY)
@pytest.mark.parametrize("kind", BOARDS)
def test_what_shows_some_boards_shows_them_whole_or_says_which_it_can(
    notation: str, kind: str
) -> None:
    puzzle = Puzzle.empty(BOARDS[kind])
    if kind in PARTLY[notation]:
        assert formats.parse(formats.write(puzzle, notation)).rules.board == puzzle.rules.board
    else:
        with pytest.raises(FormatError, match=r"knows ((only )?full rows|(only )?digits 0 to 9)"):
            formats.write(puzzle, notation)


@pytest.mark.parametrize("notation", sorted(set(formats.names()) - {*HOLDING, *PARTLY}))
@pytest.mark.parametrize("kind", BOARDS)
def test_what_cannot_show_a_board_refuses_it(notation: str, kind: str) -> None:
    with pytest.raises(FormatError, match=r"whose form or digits format .* cannot hold; expected"):
        formats.write(Puzzle.empty(BOARDS[kind]), notation)


@pytest.mark.parametrize("length", [81, 369])
def test_a_line_is_no_puzzle_of_such_a_board(length: int) -> None:
    with pytest.raises(FormatError):
        formats.parse("." * length, "samurai", format="line")


def test_a_grid_and_its_solution_are_given_beside_the_puzzle() -> None:
    rules = rectangular(2, 3)
    grid = (1, 2, 3, 2, 3, 1)
    text = formats.write(Puzzle.empty(rules), "jsonl", solution=grid, label="small")
    assert json.loads(text) == {
        "puzzle": ["...", "..."],
        "rules": "rectangle:2x3",
        "solution": ["123", "231"],
        "label": "small",
    }
    record = next(formats.read(io.StringIO(text)))
    assert (record.solution, record.label) == (grid, "small")
    drawn = formats.write(grid, "drawn", rules="rectangle:2x3", bare=True)
    assert drawn == "┌───────┐\n│ 1 2 3 │\n│ 2 3 1 │\n└───────┘\n"


def test_holes_are_drawn_as_holes_and_read_however_wide_they_are() -> None:
    puzzle = Puzzle.from_digits((1, 2, 0, 3, 4), BOARDS["cross"])
    drawn = formats.write(puzzle, "drawn", bare=True)
    assert drawn.splitlines() == [
        "    ┌───┐",
        "    │ 1 │",
        "┌───┘   └───┐",
        "│ 2   .   3 │",
        "└───┐   ┌───┘",
        "    │ 4 │",
        "    └───┘",
    ]
    for text in (drawn, "1\n2.3\n4\n", "   1\n\n2 . 3\n4", "Cross\n1\n2 . 3\n 4\n"):
        assert formats.parse(text, BOARDS["cross"]) == puzzle


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("1\n2 . 3 4\n4\n", "4 cells in a row; expected 3"),
        ("1\n2 x 3\n4\n", "'x' is not a cell; expected 1 to 5"),
        ("1\n2 . 3\n", "2 rows; expected 3"),
        ('{"puzzle": ["1", "2.3", "4"]}', "'1' in row 1, where there is no cell"),
        ('{"puzzle": ["", "2.34", "4"]}', "'4' in row 2, where there is no cell"),
        ('{"puzzle": [1, 2, 3]}', "3 cells; expected 5"),
        ('{"puzzle": [1, 2, 3, 4, 6]}', "'6' in r3c2; expected 1 to 5"),
        ('{"puzzle": "12345"}', "list of rows or of cells"),
        ('{"candidates": [[1], [2]]}', "candidates of 2 cells; expected 5"),
        ('{"candidates": [[1], [2], [3], [4], [6]]}', r"candidates \[6\] in r3c2"),
    ],
)
def test_what_does_not_fit_a_board_is_refused_with_its_place(text: str, message: str) -> None:
    with pytest.raises(FormatError, match=message):
        formats.parse(text, BOARDS["cross"])


def test_a_fault_costs_one_puzzle() -> None:
    text = "1\n2 . 3\n4\n\n1\n2 . 3 4\n4\n\n5\n. . .\n.\n"
    bad: list[FormatError] = []
    found = list(formats.read(io.StringIO(text), BOARDS["cross"], on_bad=bad.append))
    assert [record.puzzle.digits[0] for record in found] == [1, 5]
    assert [record.line for record in found] == [1, 9]
    assert [error.line for error in bad] == [6]


def test_boards_may_have_comments_and_sets_of_candidates_in_them() -> None:
    text = "12\n# a comment\n2 . 3,4\n4\n"
    assert formats.parse(text, BOARDS["cross"]).candidates == (0b11, 0b10, 31, 0b1100, 0b1000)
    with pytest.raises(FormatError, match="'11' is not a cell"):
        formats.parse(text.replace("12", "11"), BOARDS["cross"])


def test_digits_from_zero_are_shown_and_read_as_they_are_worth() -> None:
    rules = BOARDS["from zero"]
    puzzle = Puzzle.from_digits([1, 2, 3, 4] + [0] * 12, rules)
    assert json.loads(formats.write(puzzle, "jsonl"))["puzzle"][0] == "0123"
    with pytest.raises(FormatError, match="'4' in r1c1"):
        formats.parse('{"puzzle": ["4...", "....", "....", "...."]}', rules)
    marked = Puzzle(rules, (0b11, *[15] * 15))
    assert json.loads(formats.write(marked, "jsonl"))["candidates"][0] == [0, 1]


def test_a_cell_is_a_digit_or_a_set_of_different_ones_on_every_board() -> None:
    texts = ("1,12", "1,1", "007", "0A", "00")
    full = (1 << 16) - 1
    assert [cell_mask(text, 16) for text in texts] == [1 | 1 << 11, None, 1 << 6, None, full]
    assert [cell_mask(text, 10, 0) for text in ("0", "05", "12", ".")] == [1, 33, 6, 1023]
