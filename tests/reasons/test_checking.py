"""The second engine refuses what does not follow, and what is not needed."""

from dataclasses import replace

import pytest

from cpsudoku.deadline import NEVER
from cpsudoku.errors import BackendError
from cpsudoku.formats import parse
from cpsudoku.puzzle import Puzzle
from cpsudoku.reasons import ReasonStep, smallest_reasons
from cpsudoku.reasons.checking import check
from cpsudoku.reasons.elements import catalogue_of
from cpsudoku.rules import boxes
from cpsudoku.variants import with_variants

pytestmark = pytest.mark.compiled


def pair() -> ReasonStep:
    masks = [0b1111] * 16
    masks[0] = masks[1] = 0b0011
    return next(smallest_reasons(Puzzle(boxes(2, 2), tuple(masks))))


def test_each_element_of_a_pair_is_needed_to_check_it() -> None:
    step = pair()
    assert check(step, NEVER, minimal=True)
    elements = step.reason.elements
    for left_out in elements:
        fewer = tuple(one for one in elements if one is not left_out)
        forged = replace(step, reason=replace(step.reason, elements=fewer))
        with pytest.raises(BackendError, match="does not find"):
            check(forged, NEVER)


def test_an_element_too_many_is_found() -> None:
    step = pair()
    more = (*step.reason.elements, catalogue_of(step.position.rules).elements[-1])
    forged = replace(step, reason=replace(step.reason, elements=more))
    assert check(forged, NEVER)
    with pytest.raises(BackendError, match="does not need r4c4 has only one digit"):
        check(forged, NEVER, minimal=True)


def test_a_wrong_conclusion_is_refused() -> None:
    step = pair()
    forged = replace(step, eliminations=(*step.eliminations, (15, 1)))
    with pytest.raises(BackendError, match="does not find"):
        check(forged, NEVER)


def test_a_clue_is_asked_with_its_own_cells_alone() -> None:
    rules = with_variants(boxes(2, 2), "killer:3@r1c1,r1c2")
    step = next(smallest_reasons(Puzzle.empty(rules)))
    assert [str(one) for one in step.reason.elements] == ["killer 3 r1c1 r1c2"]
    assert check(step, NEVER, minimal=True)
    forged = replace(step, eliminations=((2, 1),))
    with pytest.raises(BackendError):
        check(forged, NEVER)


def test_a_contradiction_is_checked() -> None:
    *_, last = smallest_reasons(parse("....1....3...23."))
    assert check(last, NEVER, minimal=True)
    with pytest.raises(BackendError):
        check(replace(pair(), broken=True), NEVER)
