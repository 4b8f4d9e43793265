"""What a smallest reason has the fewest of can be chosen."""

from itertools import combinations

import pytest
from needed_elements import needless

from cpsudoku.errors import OptionError
from cpsudoku.ground.deadline import NEVER
from cpsudoku.puzzle import Puzzle
from cpsudoku.reasons import ReasonStep, smallest_reasons
from cpsudoku.reasons.checking import check
from cpsudoku.reasons.elements import catalogue_of
from cpsudoku.reasons.knowledge import Knowledge
from cpsudoku.rules import boxes
from cpsudoku.variants import with_variants

pytestmark = pytest.mark.compiled

SPEC = (
    "killer:10@r3c4,r4c2,r4c3,r4c4+killer:5@r1c4,r2c4+thermo@r1c2,r1c1,r2c1+thermo@r4c4,r4c3,r3c3"
)


def fewer_elements_conclude(step: ReasonStep) -> bool:
    """Whether any set of fewer elements concludes anything: all of these are tried."""
    elements = range(len(catalogue_of(step.position.rules).elements))
    with Knowledge(step.position, NEVER) as knowledge:
        first, oracle = knowledge.switches.element, knowledge.oracle
        literals = [x for c in range(16) if knowledge.open[c] for x in knowledge.literals(c)]
        for count in range(len(step.reason.elements)):
            for chosen in combinations(elements, count):
                on = [first + number for number in chosen]
                for literal in literals:
                    for asked in ([*on, literal], [*on, -literal]):
                        if not oracle.satisfiable(asked):
                            return True
    return False


@pytest.mark.thorough
def test_by_elements_no_fewer_elements_conclude_anything() -> None:
    tried = 0
    path = smallest_reasons(
        Puzzle.empty(with_variants(boxes(2, 2), *SPEC.split("+"))), by="elements"
    )
    for step in path:
        assert (step.reason.by, step.reason.smallest) == ("elements", True)
        assert step.reason.cost == (len(step.reason.elements), step.size)
        assert check(step, NEVER)
        assert needless(step) == []
        if len(step.reason.elements) < 3 and tried < 3:
            tried += len(step.reason.elements) > 1
            assert not fewer_elements_conclude(step), step.sentence
    assert (path.end, tried) == ("solved", 3)


def test_two_houses_come_before_a_pair_where_elements_count() -> None:
    # A naked pair in one house (four elements), and a digit of two houses (two elements).
    masks = [0b111111] * 36
    masks[0] = masks[1] = 0b000011
    for cell in (33, 34, 35):
        masks[cell] &= ~0b100000
    puzzle = Puzzle(boxes(2, 3), tuple(masks))
    by_houses = next(smallest_reasons(puzzle))
    assert (by_houses.technique, by_houses.reason.cost) == ("naked pair", (1, 4))
    by_elements = next(smallest_reasons(puzzle, by="elements"))
    assert (by_elements.technique, by_elements.reason.cost) == ("pointing", (2, 2))
    assert by_elements.bound == "2 elements, 2 houses and clues, proved smallest"


def test_a_pair_has_the_fewest_elements_where_no_digit_is_in_one_line() -> None:
    masks = [0b1111] * 16
    masks[0] = masks[5] = 0b0011
    step = next(smallest_reasons(Puzzle(boxes(2, 2), tuple(masks)), by="elements"))
    assert (step.technique, step.reason.cost, step.reason.smallest) == ("naked pair", (4, 1), True)


def test_there_is_no_other_cost() -> None:
    with pytest.raises(OptionError, match="houses or elements"):
        smallest_reasons("." * 16, by="cells")
