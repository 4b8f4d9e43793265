"""What all places of a digit exclude, or all candidates of a cell, by houses and clues."""

from itertools import combinations, product

import pytest
from brute_force import grids
from hypothesis import given
from hypothesis import strategies as st
from strategies import leaving_out_what_is_too_big, varied

from cpsudoku.ground.deadline import NEVER
from cpsudoku.logic import Position
from cpsudoku.puzzle import Puzzle
from cpsudoku.reasons import smallest_reasons
from cpsudoku.reasons.checking import check
from cpsudoku.reasons.elements import ReasonElement, catalogue_of
from cpsudoku.reasons.houses import _fewest, exclusions
from cpsudoku.reasons.steps import Consequence, Reason, ReasonStep
from cpsudoku.rules import Cell, Linear, Pair, Rules, boxes, classic
from cpsudoku.rules.primitives import And
from cpsudoku.variants import with_variants

pytestmark = pytest.mark.compiled

ALL = frozenset(product(range(1, 5), range(1, 5)))


def found_on(rules: Rules, left: dict[Cell, int], sources: int = -1) -> dict[str, Consequence]:
    """What is found where some cells have fewer candidates, by the elements."""
    full = (rules.all_digits,) * rules.cell_count
    masks = tuple(left.get(cell, mask) for cell, mask in enumerate(full))
    position = Position.of(Puzzle(rules, masks))
    catalogue = catalogue_of(rules)
    allowed = sources & (1 << len(catalogue.sources)) - 1
    said = exclusions(catalogue).found(position, allowed)
    return {"; ".join(named(catalogue.elements[n]) for n in one.elements): one for one in said}


def named(element: ReasonElement) -> str:
    """A clue's label without its cells, or what the element says."""
    source = element.source
    return str(element) if source is None or element.kind != "clue" else source.label


def test_all_places_of_a_digit_exclude_by_one_clue() -> None:
    rules = with_variants(classic(), "nonconsecutive")
    row = {cell: 0b111111101 for cell in range(36, 45) if cell not in (36, 38)}
    found = found_on(rules, row)["2 has a place in row 5; nonconsecutive"]
    assert found.eliminations == ((37, 1), (37, 3))
    assert found.placements == ()


def test_places_may_exclude_by_a_house_and_by_a_clue() -> None:
    """The 4 of row 1 is in r1c1 or r1c4, and the box or a knight's move takes it from r3c3."""
    rules = with_variants(classic(), "antiknight")
    row = {cell: 0b111110111 for cell in range(9) if cell not in (0, 3)}
    found = found_on(rules, row)
    said = found["4 has a place in row 1; 4 is only once in box 1; antiknight"]
    assert said.eliminations == ((10, 4), (20, 4))


def test_candidates_of_a_cell_exclude_each_by_a_clue_of_its_own() -> None:
    """r1c1 is 1, and then r2c2 not 4 by one clue, or 2, and not 4 by the other."""
    board = boxes(2, 2).board
    one = Pair(0, 5, ALL - {(1, 4)}, "one")
    other = And((Pair(10, 9, ALL), And((Pair(5, 0, ALL - {(4, 2)}),))), "other")
    (said,) = found_on(Rules(board, [one, other]), {0: 0b0011}).items()
    assert (said[0], said[1].eliminations) == ("one; other", ((5, 4),))
    assert not found_on(Rules(board, [one, other]), {0: 0b0111})


def test_a_place_leaves_its_own_cell_no_other_digit() -> None:
    """The 3 of row 1 is in r1c1, which then is no 4, or in r1c2, and then r1c1 is no 4."""
    pair = Pair(1, 0, ALL - {(3, 4)}, "pair")
    rules = Rules(boxes(2, 2).board, [*boxes(2, 2).constraints, pair])
    found = found_on(rules, dict.fromkeys((2, 3), 0b1011))
    assert found["3 has a place in row 1; pair"].eliminations == ((0, 4),)


@given(varied())
@leaving_out_what_is_too_big
def test_what_is_excluded_follows_from_the_elements(puzzle: Puzzle) -> None:
    position, catalogue = Position.of(puzzle), catalogue_of(puzzle.rules)
    grids_left = list(grids(puzzle.rules, puzzle.candidates))
    for found in exclusions(catalogue).found(position, (1 << len(catalogue.sources)) - 1):
        elements = tuple(catalogue.elements[number] for number in found.elements)
        step = ReasonStep(position, Reason(elements), (), found.eliminations)
        assert check(step, NEVER)
        assert all(grid[c] != d for grid in grids_left for c, d in found.eliminations)


def test_only_allowed_sources_are_used() -> None:
    rules = with_variants(classic(), "nonconsecutive", "antiknight")
    row = {cell: 0b111111101 for cell in range(36, 45) if cell not in (36, 38)}
    sources = catalogue_of(rules).sources
    (clue,) = (n for n, one in enumerate(sources) if one.label == "nonconsecutive")
    (fifth,) = (n for n, one in enumerate(sources) if one.label == "row 5")
    text = "2 has a place in row 5; nonconsecutive"
    assert text in found_on(rules, row)
    assert set(found_on(rules, row, 1 << clue | 1 << fifth)) == {text}
    assert text not in found_on(rules, row, ~(1 << clue))
    assert text not in found_on(rules, row, ~(1 << fifth))
    alike = [Pair(0, 5, ALL - {(1, 4), (2, 4)}, label) for label in ("one", "other")]
    twice = Rules(boxes(2, 2).board, alike)
    for allowed, label in ((0b01, "one"), (0b10, "other")):
        assert set(found_on(twice, {0: 0b0011}, allowed)) == {label}
    assert not found_on(twice, {0: 0b0011}, 0)


@given(st.lists(st.integers(1, 255), max_size=7))
def test_the_fewest_members_that_meet_all_sets_are_found(sets: list[int]) -> None:
    every = (sum(1 << n for n in some) for k in range(6) for some in combinations(range(8), k))
    least = next((m for m in every if all(m & one for one in sets)), None)
    found = _fewest(sets)
    assert (found is None) == (least is None)
    if found is not None and least is not None:
        assert all(found & one for one in sets)
        assert found.bit_count() == least.bit_count()


def test_six_sets_of_their_own_are_too_many() -> None:
    assert _fewest([1, 2, 4, 8, 16]) == 31
    assert _fewest([1, 2, 4, 8, 16, 32]) is None
    assert _fewest([]) == 0
    assert _fewest([1, 0]) is None


def test_only_what_clues_say_of_two_cells_counts() -> None:
    assert not exclusions(catalogue_of(classic())).has_clues
    three = boxes(2, 2).with_constraints([Linear((0, 1, 2), (1, 1, 1), "=", (6,))])
    assert not exclusions(catalogue_of(three)).has_clues
    two = boxes(2, 2).with_constraints([Linear((0, 1), (1, 1), "=", (6,))])
    assert exclusions(catalogue_of(two)).has_clues


@pytest.mark.thorough
def test_the_miracle_sudoku_is_solved_in_steps_of_three_houses_and_clues() -> None:
    """By Mitchell Lee (2020): two givens."""
    rules = with_variants(classic(), "antiking", "antiknight", "nonconsecutive")
    digits = [0] * 81
    digits[4 * 9 + 2], digits[5 * 9 + 6] = 1, 2
    path = smallest_reasons(Puzzle.from_digits(digits, rules), effort=1)
    for step in path:
        assert step.reason.smallest == (len(step.reason.elements) <= 2)
        assert not step.parts
        assert step.size <= 3
        assert len(step.reason.elements) <= 3
    assert path.end == "solved"
