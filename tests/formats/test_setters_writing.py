"""What f-puzzles, lisudoku and Interactive Sudoku Solver can say is written, and nothing else."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cpsudoku import formats
from cpsudoku.errors import FormatError
from cpsudoku.formats.base import Context, Record
from cpsudoku.formats.setters.f_puzzles import fpuzzles_json, imported
from cpsudoku.formats.setters.imported import means_the_same
from cpsudoku.formats.setters.recogniser import record_of
from cpsudoku.puzzle import Puzzle
from cpsudoku.rules import AllDifferent, Rules, boxes, classic
from cpsudoku.variants import Variant, to_text, with_variants


def test_rules_without_rows_are_no_puzzle_there() -> None:
    whole = boxes(2, 2)
    kept = (c for c in whole.constraints if not isinstance(c, AllDifferent) or c.kind != "row")
    with pytest.raises(FormatError, match="no way to say these rules exactly"):
        fpuzzles_json(Record(Puzzle.empty(Rules(whole.board, tuple(kept)))))


@pytest.mark.parametrize(
    "clues",
    [
        ("nonconsecutive",), ("nowhite",), ("noblack",), ("nosum",),
        ("xv:5@r1c1,r1c2", "nosum@r1c1,r1c2"), ("white@r1c1,r2c1", "nowhite@r1c1,r2c1"),
        ("black@r1c1,r2c1", "xv:5@r3c3,r3c4", "noblack@r1c1,r2c1/r3c3,r3c4"),
    ],
    ids=range(7),
)  # fmt: skip
def test_that_all_marks_are_given_is_written(clues: tuple[str, ...]) -> None:
    puzzle = Puzzle.empty(with_variants(boxes(2, 2), *clues))
    again = imported(fpuzzles_json(Record(puzzle))).puzzle()
    assert means_the_same(again, puzzle)


@pytest.mark.parametrize(
    "clues",
    [
        ("nosum:5",),
        ("nowhite:2",),
        ("noblack:3",),
        ("xv:5@r1c1,r1c2", "nosum"),
        ("nosum@r1c1,r1c2",),
    ],
    ids=range(5),
)
def test_that_some_marks_are_given_is_refused(clues: tuple[str, ...]) -> None:
    with pytest.raises(FormatError, match="no way to say these rules exactly"):
        fpuzzles_json(Record(Puzzle.empty(with_variants(boxes(2, 3), *clues))))


@pytest.mark.parametrize(
    "clue",
    [
        "littlekiller:6@r1c1,r2c2,r3c3,r4c4", "littlekiller:6@r4c1,r3c2,r2c3,r1c4",
        "littlekiller:6@r1c4,r2c3,r3c2,r4c1", "littlekiller:6@r4c4,r3c3,r2c2,r1c1",
        "littlekiller:4@r2c1,r3c2,r4c3", "littlekiller:4@r3c4,r2c3,r1c2",
        "littlekiller:4@r1c3,r2c4", "littlekiller:4@r4c2,r3c1",
        "whispers@r1c1,r1c2", "whispers:3@r1c1,r1c2,r2c2", "whispers:1@r2c2,r3c3",
    ],
)  # fmt: skip
def test_directions_and_numbers_of_lines_come_back(clue: str) -> None:
    puzzle = Puzzle.empty(with_variants(boxes(2, 2), clue))
    again = imported(fpuzzles_json(Record(puzzle)))
    assert again.ignored == []
    assert [to_text(one) for one in again.added if isinstance(one, Variant)] == [clue]


INEXACT = {
    "iss": [
        ("nowhite",), ("noblack",), ("nowhite:2",), ("xv:5@r1c1,r1c2", "nosum"),
        ("white@r1c1,r1c2", "nowhite@r1c1,r1c2"),
    ],
    "lisudoku": [
        ("nowhite",), ("noblack",), ("white:2@r1c1,r1c2",), ("black:3@r1c1,r1c2",),
        ("white@r1c1,r1c2", "nowhite@r1c1,r1c2"), ("arrow@r1c2,r1c1/r2c1",),
    ],
}  # fmt: skip
"""Clues for which a notation has words, but whose words mean something else there."""


@pytest.mark.parametrize(
    ("notation", "clues"), [(name, clues) for name, rows in INEXACT.items() for clues in rows]
)
def test_what_would_be_read_back_as_another_puzzle_is_refused(
    notation: str, clues: tuple[str, ...]
) -> None:
    puzzle = Puzzle.empty(with_variants(boxes(2, 2), *clues))
    with pytest.raises(FormatError, match="no way to say these rules exactly"):
        formats.write(puzzle, notation)


def test_what_is_only_drawn_goes_along_from_f_puzzles_to_f_puzzles() -> None:
    drawn = {"circle": [{"cells": ["R1C2"], "baseC": "#FF0000"}], "fogofwar": ["R1C1"]}
    grid: list[list[dict[str, int]]] = [[{} for _ in range(4)] for _ in range(4)]
    text = json.dumps({"size": 4, "grid": grid} | drawn)
    again = json.loads(fpuzzles_json(record_of(imported(text))))
    assert {name: again.get(name) for name in drawn} == drawn
    # What is said to mean something is not drawn once more; fog stays.
    read = record_of(imported(text), Context(meanings=("red circle=odd",)))
    again = json.loads(fpuzzles_json(read))
    assert again.keys() & drawn.keys() == {"fogofwar"} and again["odd"] == [{"cell": "R1C2"}]


@given(st.lists(st.integers(1, 511), min_size=81, max_size=81))
def test_any_cells_of_the_usual_rules_come_back(candidates: list[int]) -> None:
    # They are written without being read again.
    puzzle = Puzzle(classic(), tuple(candidates))
    assert imported(fpuzzles_json(Record(puzzle))).puzzle().candidates == puzzle.candidates


@pytest.mark.parametrize("cell", ["r1c1", "r1c4", "r4c1", "r4c4"])
def test_a_diagonal_of_one_cell_is_seen_past_its_corner(cell: str) -> None:
    puzzle = Puzzle.empty(with_variants(boxes(2, 2), f"littlekiller:3@{cell}"))
    assert means_the_same(imported(fpuzzles_json(Record(puzzle))).puzzle(), puzzle)
