"""Exact cover problems and the encoding of rules as one, without any solver."""

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cpsudoku.encodings.exact_cover import ExactCover, exact_cover, selection
from cpsudoku.errors import OptionError
from cpsudoku.rules import Rules, boxes, classic, jigsaw, latin

SIX = boxes(2, 3)


def is_cover(problem: ExactCover, chosen: list[int]) -> bool:
    counts = [0] * (problem.primary + problem.secondary)
    for option in chosen:
        for item in problem.options[option]:
            counts[item] += 1
    return all(n == 1 for n in counts[: problem.primary]) and max(counts) == 1


def is_grid(rules: Rules, grid: tuple[int, ...]) -> bool:
    return all(len({grid[c] for c in h.cells}) == len(h.cells) for h in rules.groups)


def test_classic_has_729_options_of_four_items_and_324_primary_items() -> None:
    problem = exact_cover(classic())
    assert (problem.primary, problem.secondary, len(problem.options)) == (324, 0, 729)
    assert {len(option) for option in problem.options} == {4}
    occurrences = [item for option in problem.options for item in option]
    assert {occurrences.count(item) for item in range(324)} == {9}


def test_option_number_is_cell_times_size_plus_digit_less_one() -> None:
    problem = exact_cover(classic())
    for cell, digit in product(range(81), range(1, 10)):
        assert problem.options[cell * 9 + digit - 1][0] == cell


@pytest.mark.parametrize(
    ("rules", "items_of_corner"),
    [(latin(4), 3), (boxes(2, 2), 4), (boxes(2, 2).with_diagonals(), 5), (SIX, 4)],
)
def test_every_constraint_of_a_cell_gives_its_options_an_item(
    rules: Rules, items_of_corner: int
) -> None:
    assert len(exact_cover(rules).options[0]) == items_of_corner


def test_constraints_with_fewer_cells_than_digits_become_secondary_items() -> None:
    problem = exact_cover(latin(3).with_groups([(0, 4)]))
    assert (problem.primary, problem.secondary) == (9 + 18, 3)
    assert problem.options[1] == (0, 10, 19, 28)
    assert problem.options[4 * 3 + 2] == (4, 14, 23, 29)
    assert all(len(problem.options[option]) == 3 for option in range(3, 12))


@pytest.mark.parametrize(
    "rules",
    [
        latin(3),
        latin(3).with_groups([(0, 4)]),
        jigsaw("112132332"),
        latin(3).with_diagonals(),
    ],
)
def test_covers_are_just_the_grids_that_keep_the_rules(rules: Rules) -> None:
    problem = exact_cover(rules)
    for grid in product(range(1, rules.size + 1), repeat=rules.cell_count):
        chosen = [cell * rules.size + digit - 1 for cell, digit in enumerate(grid)]
        assert is_cover(problem, chosen) == is_grid(rules, grid)


@given(st.lists(st.integers(0, 15), min_size=16, max_size=16))
def test_selection_chooses_givens_and_removes_what_is_no_candidate(masks: list[int]) -> None:
    chosen, removed = selection(tuple(masks), boxes(2, 2))
    allowed = [[d for d in range(4) if mask >> d & 1] for mask in masks]
    assert chosen == [4 * c + ds[0] for c, ds in enumerate(allowed) if len(ds) == 1]
    struck = set(removed)
    assert len(struck) == len(removed)
    for cell, digits in enumerate(allowed):
        if len(digits) != 1:
            assert struck & set(range(4 * cell, 4 * cell + 4)) == {
                4 * cell + d for d in range(4) if d not in digits
            }


def test_selection_of_an_empty_grid_is_empty() -> None:
    assert selection((511,) * 81, classic()) == ([], [])


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: ExactCover(-1, 0, ()), "-1 primary"),
        (lambda: ExactCover(2, 1, ((0, 3),)), r"option 0 .* expected 0 to 2"),
        (lambda: ExactCover(2, 1, ((0,), (1, -1))), "option 1"),
        (lambda: ExactCover(2, 1, ((0, 0),)), "option 0 has an item twice"),
        (lambda: ExactCover(1, 1, ((0, 1),), ((0, 1), (0,))), "colours for 2 options; expected 1"),
        (lambda: ExactCover(1, 1, ((0, 1),), ((0,),)), "2 items and 1 colours"),
        (lambda: ExactCover(1, 1, ((0, 1),), ((1, 0),)), "gives item 0 colour 1"),
        (lambda: ExactCover(1, 1, ((0, 1),), ((0, -1),)), "gives item 1 colour -1"),
        (lambda: ExactCover.from_names(["a b"], primary="a"), "option 0 has item 'b'"),
        (lambda: ExactCover.from_names(["a a"], primary="a"), "twice"),
        (lambda: ExactCover.from_names(["a:R"], primary="a"), "gives item 0 colour 1"),
        (lambda: ExactCover.from_names([], primary="ab", secondary="a"), "named 'a'"),
    ],
)
def test_a_malformed_problem_is_refused_with_the_place(make: object, message: str) -> None:
    assert callable(make)
    with pytest.raises(OptionError, match=message):
        make()


def test_names_are_numbered_primary_first_and_colours_from_one() -> None:
    problem = ExactCover.from_names(
        ["a x:R y", "b y x:S", "a x:S"], primary=["a", "b"], secondary=["x", "y"]
    )
    assert problem.options == ((0, 2, 3), (1, 3, 2), (0, 2))
    assert problem.colours == ((0, 1, 0), (0, 0, 2), (0, 2))
    assert ExactCover.from_names(["a"], primary="a").colours == ()
