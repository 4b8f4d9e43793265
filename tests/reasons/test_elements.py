"""What rules consist of: clues, and houses and cells divided as finely as people see them."""

import pytest
from brute_force import grids
from needed_elements import needless

from cpsudoku.formats import parse
from cpsudoku.ground.deadline import NEVER
from cpsudoku.logic import Position
from cpsudoku.reasons import smallest_reasons
from cpsudoku.reasons.checking import check, confirmed
from cpsudoku.reasons.elements import catalogue_of
from cpsudoku.reasons.finding import Finder
from cpsudoku.reasons.sums import balances
from cpsudoku.rules import boxes, classic
from cpsudoku.variants import with_variants

pytestmark = pytest.mark.compiled


def test_the_elements_of_a_classic_are_all_there_and_houses_given_twice_come_once() -> None:
    found = catalogue_of(classic())
    assert len(found.sources) == 27
    assert len(found.elements) == 27 * 18 + 81 * 2
    twice = classic().with_groups([range(9)])
    assert len(catalogue_of(twice).sources) == 27


def test_a_group_is_cut_by_digits_and_a_knights_moves_are_one_clue() -> None:
    group = boxes(2, 2).with_groups([(0, 5, 10)])
    last = catalogue_of(group).of_source[-1]
    assert [catalogue_of(group).elements[n].kind for n in last] == ["once"] * 4
    knights = catalogue_of(with_variants(boxes(2, 2), "antiknight"))
    assert [str(knights.elements[n]) for n in knights.of_source[-1]] == ["antiknight"]


FEWER = ".Shape~4x4~0-4.Cage~8~R1C1~R1C2~R2C1.Cage~5~R1C4~R2C4.Cage~3~R3C1~R3C2"
"""One digit more than there are cells in a house."""

WITHOUT_ZERO = FEWER + "".join(f".~R{r}C{c}_1_2_3_4" for r in range(1, 5) for c in range(1, 5))
USED = 0b11110


def test_a_group_has_places_for_the_digits_that_some_cell_may_have() -> None:
    rules = parse(FEWER).rules
    assert not catalogue_of(rules).houses()
    assert not catalogue_of(rules, 0b11111).houses()
    found = catalogue_of(rules, USED)
    assert len(found.houses()) == 12
    for house in found.houses():
        own = [found.elements[number] for number in found.of_source[house]]
        assert [(e.kind, e.digit) for e in own] == [
            *(("place", digit) for digit in range(2, 6)),
            *(("once", digit) for digit in range(1, 6)),
        ]
        assert found.total(house) == 1 + 2 + 3 + 4
    assert catalogue_of(rules, 0b01111).total(0) == 0 + 1 + 2 + 3
    assert not catalogue_of(rules, 0b111).houses()
    exact = catalogue_of(boxes(2, 2), 0b111)  # three digits for four cells: a contradiction
    assert len(exact.houses()) == 12
    assert exact.total(0) == 1 + 2 + 3 + 4


def test_sums_of_houses_count_the_digits_that_some_cell_may_have() -> None:
    puzzle = parse(WITHOUT_ZERO)
    found = balances(catalogue_of(puzzle.rules, USED))
    assert found
    for grid in grids(puzzle.rules, puzzle.candidates):
        values = puzzle.rules.board.values(grid)
        assert all(c.holds(values) for balance in found for c in balance.rules.constraints)


def test_places_are_looked_for_where_a_digit_has_gone_from_all_cells() -> None:
    path = smallest_reasons(WITHOUT_ZERO)
    for step in path:
        assert check(step, NEVER)
        assert not (step.reason.smallest and needless(step))
        assert step.parts or confirmed(step, NEVER)
        kinds = {element.kind for element in step.reason.elements}
        if kinds == {"place"} and len(step.reason.elements) == 1:
            break
    else:
        pytest.fail("no hidden single")
    list(path)
    assert path.end in ("solved", "stuck")
    without = smallest_reasons(FEWER)
    assert all(e.kind != "place" for step in without for e in step.reason.elements)


def test_a_digit_whose_marks_are_gone_is_still_one_that_a_cell_may_have() -> None:
    """What a player takes away, perhaps wrongly, does not make houses of groups."""
    start = Position.of(parse(FEWER))
    taken = start.without((cell, 1) for cell in range(16))
    assert not Finder(taken).catalogue.houses()
    assert len(Finder(Position.of(parse(WITHOUT_ZERO))).catalogue.houses()) == 12
