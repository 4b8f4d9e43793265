"""Sums that houses and clues have together hold in every solution, and say what people see."""

import pytest
from brute_force import grids

from cpsudoku.ground.deadline import NEVER
from cpsudoku.logic import Position
from cpsudoku.puzzle import Puzzle
from cpsudoku.reasons.checking import check
from cpsudoku.reasons.elements import catalogue_of
from cpsudoku.reasons.finding import Finder
from cpsudoku.reasons.looks import Looks
from cpsudoku.reasons.sums import balances, pairs
from cpsudoku.rules import boxes
from cpsudoku.rules.primitives import Linear
from cpsudoku.variants import with_variants

pytestmark = pytest.mark.compiled

CAGES = ("killer:5@r1c1,r1c2", "killer:8@r1c3,r1c4,r2c3", "killer:4@r3c1,r4c1")


def test_a_house_less_its_cages_is_a_sum_of_the_cells_left() -> None:
    catalogue = catalogue_of(with_variants(boxes(2, 2), *CAGES))
    said = {balance.scope: balance.rules.constraints[0] for balance in balances(catalogue)}
    outie, innies = said[6,], said[0, 4]  # r2c3 of row 1: 10 − 5 − 8; column 1: 10 − 4
    assert isinstance(outie, Linear)
    assert isinstance(innies, Linear)
    assert (outie.coefficients, outie.totals) == ((-1,), (-3,))
    assert (innies.coefficients, innies.totals) == ((1, 1), (6,))


def test_each_sum_holds_in_every_solution() -> None:
    rules = with_variants(boxes(2, 2), *CAGES)
    found = balances(catalogue_of(rules))
    assert found
    for grid in grids(rules, Puzzle.empty(rules).candidates):
        values = rules.board.values(grid)
        assert all(c.holds(values) for balance in found for c in balance.rules.constraints)


def test_what_such_a_sum_excludes_is_confirmed_from_the_houses_and_clues_that_it_names() -> None:
    rules = with_variants(boxes(2, 2), *CAGES)
    finder = Finder(Position.of(Puzzle.empty(rules)))
    looks = Looks(finder.knowledge, "houses")
    found, complete = looks._said(finder.position, looks._sums)
    steps = [looks.step(finder.position, one) for one in found]
    assert steps
    assert complete
    for step in steps:
        assert len(step.reason.sources) > 1
        assert check(step, NEVER)


def test_that_the_cells_of_a_house_have_one_digit_each_is_part_of_what_it_says() -> None:
    catalogue = catalogue_of(with_variants(boxes(2, 2), *CAGES))
    for joint in (*balances(catalogue), *pairs(catalogue)):
        said = {catalogue.source_of[number] for number in joint.elements}
        for house in said & set(catalogue.houses()):
            assert set(catalogue.of_cells(catalogue.sources[house].scope)) <= set(joint.elements)
