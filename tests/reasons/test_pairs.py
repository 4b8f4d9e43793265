"""What a clue and a house say together."""

from contextlib import AbstractContextManager
from dataclasses import replace

import pytest
from brute_force import grids

from cpsudoku.diagnosis.oracle import Oracle
from cpsudoku.ground.deadline import NEVER
from cpsudoku.logic import Position
from cpsudoku.puzzle import Puzzle
from cpsudoku.reasons import finding, smallest_reasons
from cpsudoku.reasons.chains import Chains
from cpsudoku.reasons.checking import check, confirmed
from cpsudoku.reasons.elements import catalogue_of
from cpsudoku.reasons.finding import Finder
from cpsudoku.reasons.knowledge import SECOND
from cpsudoku.reasons.looks import Looks
from cpsudoku.reasons.sums import crowds, pairs
from cpsudoku.rules import Linear, boxes
from cpsudoku.variants import with_variants

pytestmark = pytest.mark.compiled

SANDWICH = "sandwich:2@r1c1,r1c2,r1c3,r1c4"


def test_a_clue_is_with_the_houses_that_have_three_of_its_cells_and_half_of_them() -> None:
    rules = with_variants(
        boxes(2, 3), "thermo@r1c1,r1c2,r1c3,r2c4", "thermo@r5c1,r5c2", "sum:9@r3c1,r3c2,r4c3",
        "sum:30@r6c1,r6c2,r6c3,r3c1,r3c4,r1c6,r2c6",
    )  # fmt: skip
    catalogue = catalogue_of(rules)
    said = [
        {catalogue.source_of[number] for number in one.elements} - {-1} for one in pairs(catalogue)
    ]
    named = [{catalogue.sources[source].label for source in sources} for sources in said]
    assert named == [{"thermo", "row 1"}, {"thermo", "box 1"}, {"sum 9", "box 3"}]


def test_what_a_clue_and_a_house_exclude_is_in_no_solution_and_is_confirmed() -> None:
    rules = with_variants(boxes(2, 2), SANDWICH)
    finder = Finder(Position.of(Puzzle.empty(rules)))
    looks = Looks(finder.knowledge, "houses")
    found, complete = looks._said(finder.position, looks._pairs)
    assert complete
    (step,) = (looks.step(finder.position, one) for one in found)
    assert {source.label for source in step.reason.sources} == {"sandwich 2", "row 1"}
    row = list(zip(*grids(rules, finder.position.masks), strict=True))[:4]
    wanted = {(cell, digit) for cell in range(4) for digit in range(1, 5)}
    assert set(step.eliminations) == wanted - {
        (cell, digit) for cell, digits in enumerate(row) for digit in digits
    }
    assert check(step, NEVER)
    position = finder.position
    while alone := looks.every(position, 1):
        position = position.after(looks.step(position, alone[0]))
    (more,) = looks.every(position, 2)
    assert more.elements == found[0].elements
    assert set(more.eliminations) < set(found[0].eliminations)


ALL_OVER = Linear(tuple(range(16)), (2, *(1,) * 15), "=", (41,), "sum all over")
"""The rows are 40 together, so that r1c1 is 1; what it says alone leaves all open."""


def test_a_clue_all_over_the_board_is_with_all_rows_all_columns_all_boxes_and_all_houses() -> None:
    rules = boxes(2, 2).with_constraints([ALL_OVER, Linear((0, 1, 2), (1, 1, 1), "=", (6,))])
    catalogue = catalogue_of(rules)
    named = [
        {
            catalogue.sources[catalogue.source_of[n]].label
            for n in one.elements
            if catalogue.source_of[n] >= 0
        }
        for one in crowds(catalogue)
    ]
    kinds = ("row",), ("column",), ("box",), ("row", "column", "box")
    assert named == [
        {"sum all over", *(f"{kind} {number}" for kind in every for number in range(1, 5))}
        for every in kinds
    ]


def test_a_crowd_is_looked_at_where_suppositions_lead_to_nothing_in_time(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(finding, "_PATIENT", 0)
    puzzle = Puzzle.empty(boxes(2, 2).with_constraints([ALL_OVER]))
    path = smallest_reasons(puzzle, most=3)
    step = next(path)
    assert step.placements == ((0, 1),)
    assert {one.label for one in step.reason.sources} == {
        "sum all over", "row 1", "row 2", "row 3", "row 4",
    }  # fmt: skip
    assert (step.size, step.parts, step.reason.smallest) == (5, (), False)
    assert check(step, NEVER)
    assert confirmed(step, NEVER)


def test_suppositions_before_a_crowd_have_half_of_the_work_after_they_were_in_vain(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked: list[float] = []
    at_most = Oracle.at_most

    def noted(self: Oracle, work: int) -> AbstractContextManager[None]:
        asked.append(work / SECOND)
        return at_most(self, work)

    monkeypatch.setattr(Oracle, "at_most", noted)
    found: list[list[object]] = [[], [], [object()], [], *[[] for _ in range(8)]]
    monkeypatch.setattr(Chains, "refuted", lambda *_: found.pop(0))
    finder = Finder(Position.of(Puzzle.empty(boxes(2, 2).with_constraints([ALL_OVER]))))
    while found:
        finder._before_a_crowd([])
    assert asked == [20, 10, 5, 10, 5, 2.5, 1.25, 0.625, 0.5, 0.5, 0.5, 0.5]


def test_suppositions_come_before_a_crowd_and_after_it_where_it_says_nothing() -> None:
    puzzle = Puzzle.empty(boxes(2, 2).with_constraints([ALL_OVER]))
    assert next(smallest_reasons(puzzle, most=3)).parts
    nothing = replace(ALL_OVER, relation=">=", totals=(20,))
    path = smallest_reasons(Puzzle.empty(boxes(2, 2).with_constraints([nothing])), most=3)
    assert next(path, None) is None
    assert path.end == "stuck"
