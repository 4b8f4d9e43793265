"""A second engine, or a third, refuses what does not follow, and what is not needed."""

from dataclasses import replace
from itertools import permutations

import pytest
from brute_force import grids
from hypothesis import given
from needed_elements import needless
from strategies import varied

from cpsudoku.backends.cpsat import CpSat, CpSatEngine
from cpsudoku.errors import BackendError, BackendUnavailableError, UnsupportedError
from cpsudoku.formats import parse
from cpsudoku.ground.deadline import NEVER
from cpsudoku.logic import Position
from cpsudoku.puzzle import Puzzle
from cpsudoku.reasons import ReasonStep, smallest_reasons
from cpsudoku.reasons.checking import _ElementRules, _without_what_is_known, check, confirmed
from cpsudoku.reasons.elements import catalogue_of
from cpsudoku.reasons.steps import Reason
from cpsudoku.result import Outcome
from cpsudoku.rules import AllDifferent, Board, Linear, Or, Pair, Rules, boxes
from cpsudoku.variants import with_variants

pytestmark = pytest.mark.compiled


def pair() -> ReasonStep:
    masks = [0b1111] * 16
    masks[0] = masks[1] = 0b0011
    return next(smallest_reasons(Puzzle(boxes(2, 2), tuple(masks))))


def test_each_element_of_a_pair_is_needed_to_check_it() -> None:
    step = pair()
    assert check(step, NEVER)
    assert needless(step) == []
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
    assert needless(forged) == ["r4c4 has only one digit"]


def test_a_wrong_conclusion_is_refused() -> None:
    step = pair()
    forged = replace(step, eliminations=(*step.eliminations, (15, 1)))
    with pytest.raises(BackendError, match="does not find"):
        check(forged, NEVER)


def test_a_clue_is_asked_with_its_own_cells_alone() -> None:
    rules = with_variants(boxes(2, 2), "killer:3@r1c1,r1c2")
    step = next(smallest_reasons(Puzzle.empty(rules)))
    assert [str(one) for one in step.reason.elements] == ["killer 3 r1c1 r1c2"]
    assert check(step, NEVER)
    assert needless(step) == []
    forged = replace(step, eliminations=((2, 1),))
    with pytest.raises(BackendError):
        check(forged, NEVER)


def test_a_contradiction_is_checked() -> None:
    *_, last = smallest_reasons(parse("....1....3...23."))
    assert check(last, NEVER)
    assert needless(last) == []
    with pytest.raises(BackendError):
        check(replace(pair(), broken=True), NEVER)


def step_of(spec: str) -> ReasonStep:
    return next(smallest_reasons(Puzzle.empty(with_variants(boxes(2, 2), spec))))


THERMO = "thermo@r1c1,r1c2,r2c2,r2c3"
"""It places all of its digits."""


@pytest.mark.parametrize("spec", [THERMO, "killer:3@r1c1,r1c2", "whispers:3@r1c1,r1c2,r2c2"])
def test_cp_sat_confirms_all_that_a_clue_says_and_refuses_one_candidate_more(spec: str) -> None:
    step = step_of(spec)
    assert confirmed(step, NEVER)
    position = step.position
    placed, concluded = dict(step.placements), {*step.placements, *step.eliminations}
    scope = {cell for element in step.reason.elements for cell in element.scope}
    more = [
        (cell, digit)
        for cell in scope
        for digit in position.left(cell)
        if cell not in placed and (cell, digit) not in concluded
    ]
    for candidate in more:
        with pytest.raises(BackendError, match="CP-SAT does not find"):
            confirmed(replace(step, eliminations=(*step.eliminations, candidate)), NEVER)
    if not placed:
        with pytest.raises(BackendError, match="CP-SAT does not find"):
            confirmed(replace(step, placements=(more[0],)), NEVER)


def test_cp_sat_confirms_a_contradiction_alone() -> None:
    *_, last = smallest_reasons(parse("..4.4.......12..", "4+killer:8@r2c2,r2c3"))
    assert last.broken
    assert confirmed(last, NEVER)
    with pytest.raises(BackendError, match="CP-SAT"):
        confirmed(replace(step_of(THERMO), placements=(), eliminations=(), broken=True), NEVER)


def test_a_placement_and_an_elimination_are_both_asked_of_cp_sat() -> None:
    step = step_of(THERMO)
    assert len(step.placements) == 4
    first = step.placements[0]
    wrong = [(first[0], first[1] % 4 + 1), (first[0], (first[1] + 1) % 4 + 1)]
    for place in range(4):
        placements = list(step.placements)
        placements[place] = (placements[place][0], placements[place][1] % 4 + 1)
        with pytest.raises(BackendError, match="CP-SAT"):
            confirmed(replace(step, placements=tuple(placements)), NEVER)
    assert confirmed(replace(step, eliminations=tuple(wrong)), NEVER)
    with pytest.raises(BackendError, match="CP-SAT"):
        confirmed(replace(step, eliminations=(*wrong, first)), NEVER)


def assert_both_say(step: ReasonStep, *, follows: bool) -> None:
    """Hold what `fd` and CP-SAT say of a step, which end in an error where it does not follow."""
    for ask in (check, confirmed):
        if follows:
            assert ask(step, NEVER)
        else:
            with pytest.raises(BackendError, match="does not find"):
                ask(step, NEVER)


def with_a_house(spec: str, placed: tuple[int, int]) -> ReasonStep:
    """Return that a sum and its row place a digit by all that is only once in the row."""
    rules = with_variants(boxes(2, 2), spec)
    catalogue = catalogue_of(rules)
    named = {str(element): element for element in catalogue.elements}
    (clue,) = (element for element in catalogue.elements if element.kind == "clue")
    of_row = [named[f"{digit} is only once in row 1"] for digit in range(1, 5)]
    start = Position.of(Puzzle.empty(rules))
    return ReasonStep(start, Reason((clue, *of_row)), (placed,), ())


def test_what_a_sum_leaves_of_a_house_needs_each_of_its_digits_by_both_engines() -> None:
    step = with_a_house("sum:11@r1c1,r1c2,r1c3,r1c4,r2c1", (4, 1))
    assert check(step, NEVER)
    assert confirmed(step, NEVER)
    for left_out in step.reason.elements[1:4]:  # with two fours the sum is more than 11
        fewer = tuple(one for one in step.reason.elements if one is not left_out)
        forged = replace(step, reason=replace(step.reason, elements=fewer))
        assert_both_say(forged, follows=False)


def test_a_house_beyond_the_cells_of_a_clue_is_no_more_than_its_elements() -> None:
    """Row 1 has each digit once, and its last cell perhaps none: nothing says what it has."""
    forged = with_a_house("sum:7@r1c1,r1c2,r1c3", (3, 3))
    assert_both_say(forged, follows=False)


@pytest.mark.parametrize(
    ("kinds", "confirms"), [(("filled", "single"), True), (("single",), False)]
)
def test_a_cell_of_no_clue_is_part_of_a_whole_house_if_it_has_just_one_digit(
    kinds: tuple[str, ...], confirms: bool
) -> None:
    """Row 1 less a sum of three: r1c4 is 3 only if it has a digit."""
    step = with_a_house("sum:7@r1c1,r1c2,r1c3", (3, 3))
    of_cell = [e for e in catalogue_of(step.position.rules).elements if e.source is None]
    more = tuple(e for e in of_cell if e.scope == (3,) and e.kind in kinds)
    assert len(more) == len(kinds)
    given = replace(step, reason=replace(step.reason, elements=(*step.reason.elements, *more)))
    apart = _ElementRules(given.position, given.reason.elements)
    assert confirms == (Linear((0, 1, 2, 3), (1,) * 4, "=", (10,)) in apart.rules.constraints)
    assert_both_say(given, follows=confirms)


def test_the_sum_of_a_house_is_that_of_the_digits_that_are_left_in_it() -> None:
    """Of five digits for four cells, one is gone from all: the others are ten together."""
    for marks, confirms in (("_1_2_3_4", True), ("", False)):
        text = ".Shape~4x4~0-4.Sum~7~R1C1~R1C2~R1C3" + "".join(
            f".~R1C{column}{marks}" for column in range(1, 5) if marks
        )
        start = Position.of(parse(text))
        elements = catalogue_of(start.rules).elements
        chosen = tuple(
            e
            for e in elements
            if e.kind == "clue"
            or (e.kind == "once" and str(e).endswith("in row 1"))
            or (e.kind in ("filled", "single") and e.scope == (3,))
        )
        step = ReasonStep(start, Reason(chosen), ((3, 4),), ())
        assert_both_say(replace(step, placements=((3, 3),)), follows=False)
        assert_both_say(step, follows=confirms)


def test_a_group_of_few_cells_has_no_sum_of_its_own() -> None:
    rules = boxes(2, 2).with_constraints(
        [AllDifferent((0, 5, 10), "group"), Linear((0, 5, 10), (1, 1, 1), "=", (6,))]
    )
    elements = tuple(e for e in catalogue_of(rules).elements if set(e.scope) == {0, 5, 10})
    assert len(elements) == 5
    step = ReasonStep(Position.of(Puzzle.empty(rules)), Reason(elements), (), ((0, 4), (5, 4)))
    assert check(step, NEVER)
    assert confirmed(step, NEVER)


def test_what_cp_sat_does_not_say_is_not_confirmed(monkeypatch: pytest.MonkeyPatch) -> None:
    step = step_of(THERMO)
    undecided = Outcome((), exhausted=False)
    monkeypatch.setattr(CpSatEngine, "search", lambda *_: undecided)
    assert not confirmed(step, NEVER)
    for error in (BackendUnavailableError, UnsupportedError):

        def refuse(*_: object, error: type[Exception] = error, **__: object) -> None:
            raise error("not here")

        monkeypatch.setattr(CpSat, "compile", refuse)
        assert not confirmed(step, NEVER)


@given(varied())
def test_alternatives_without_a_choice_are_left_out_and_all_grids_stay(puzzle: Puzzle) -> None:
    masks = puzzle.candidates
    less = _without_what_is_known(puzzle.rules, masks)
    assert sorted(grids(less, masks)) == sorted(grids(puzzle.rules, masks))


@pytest.mark.parametrize("first", [0, 1])
def test_of_alternatives_those_are_asked_that_can_be_where_none_has_to_be(first: int) -> None:
    board = Board(boxes(2, 2).board.places, 4, first)
    unequal = frozenset(permutations(range(first, first + 4), 2))
    pairs = [Pair(0, 1, unequal), Pair(4, 5, unequal), Pair(8, 9, unequal)]
    rules = Rules(board, [Or(tuple(pairs)), Or(tuple(pairs[1:]))])
    masks = [0b1111] * 16
    masks[0] = masks[1] = 0b0001
    masks[4], masks[5] = 0b0011, 0b1100
    assert not _without_what_is_known(rules, tuple(masks)).others
    masks[5] = 0b0110
    less = _without_what_is_known(rules, tuple(masks)).others
    assert less == (Or(tuple(pairs[1:])), Or(tuple(pairs[1:])))
    plain = boxes(2, 2)
    assert _without_what_is_known(plain, tuple(masks)) is plain
