"""Reasons that have the shape of a technique have its name."""

import pytest

from cpsudoku import parse
from cpsudoku.logic.naming import display_name
from cpsudoku.puzzle import Puzzle
from cpsudoku.reasons import ReasonStep, smallest_reasons
from cpsudoku.rules import boxes

pytestmark = pytest.mark.compiled


def without(digit: int, kept: dict[int, tuple[int, ...]]) -> Puzzle:
    """A 6×6 board on which a digit has only some places left in some rows."""
    masks = [0b111111] * 36
    for row, columns in kept.items():
        for column in range(6):
            if column not in columns:
                masks[6 * row + column] &= ~(1 << digit - 1)
    return Puzzle(boxes(2, 3), tuple(masks))


def first(puzzle: Puzzle) -> ReasonStep:
    return next(smallest_reasons(puzzle))


@pytest.mark.parametrize(
    ("kept", "technique", "cost"),
    [
        ({0: (2,)}, "hidden single", (1, 1)),
        ({0: (0, 1)}, "claiming", (2, 2)),
        ({0: (0, 4), 3: (0, 4)}, "x-wing", (4, 4)),
    ],
)
def test_a_digit_with_few_places(
    kept: dict[int, tuple[int, ...]], technique: str, cost: tuple[int, int]
) -> None:
    step = first(without(1, kept))
    assert (step.technique, step.reason.cost, step.reason.smallest) == (technique, cost, True)
    assert step.name == display_name(technique)


def test_a_hidden_pair_is_distinguished_from_a_naked_one() -> None:
    masks = [0b1111] * 16
    for cell in (2, 3):
        masks[cell] &= ~0b0011
    # 1 and 2 are left for the first two cells of row 1; the naked pair beside it is seen first.
    assert first(Puzzle(boxes(2, 2), tuple(masks))).technique == "naked pair"
    masks = [0b111111] * 36
    for cell in (2, 3, 4, 5):
        masks[cell] &= ~0b000011
    step = first(Puzzle(boxes(2, 3), tuple(masks)))
    assert (step.technique, step.reason.cost) == ("hidden pair", (1, 4))


def test_a_clue_whose_meaning_rests_on_all_rows_and_columns_says_so() -> None:
    puzzle = parse("." * 16, "4+fullrank:1@r1c1,r1c2,r1c3,r1c4")
    among = "Fullrank 1 (of the numbers in all rows and columns) means that r1c1 is 1."
    assert first(puzzle).sentence == among
