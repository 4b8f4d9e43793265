"""Smallest reasons after all techniques of an order."""

import pytest
from command_line import run

from cpsudoku.asking.many import explain_many
from cpsudoku.errors import OptionError
from cpsudoku.formats import parse
from cpsudoku.logic import Position, Step, explaining
from cpsudoku.logic.explaining.explanations import Walk
from cpsudoku.puzzle import Puzzle
from cpsudoku.reasons import ReasonStep
from cpsudoku.rules import boxes
from cpsudoku.variants import with_variants

pytestmark = pytest.mark.compiled

SPEC = (
    "killer:21@r4c3,r5c1,r5c3,r6c1,r6c2,r6c3",
    "thermo@r6c3,r6c2,r5c2",
    "thermo@r4c3,r3c3,r2c4,r1c5",
    "arrow@r4c5/r4c4,r3c5",
    "arrow@r3c6/r2c5,r3c4,r2c3",
)
"""One solution, which techniques and single clues do not find."""

MIXED = Puzzle.empty(with_variants(boxes(2, 3), *SPEC))


def test_reasons_go_on_where_techniques_and_clues_end() -> None:
    alone = Walk(Position.of(MIXED), "teaching")
    list(alone)
    assert alone.end == "stuck"
    path = explaining.explain(MIXED, order="teaching+reasons")
    positions, steps = [], []
    positions.append(path.position)
    for step in path:
        steps.append(step)
        positions.append(path.position)
    assert path.end == "solved"
    assert MIXED.rules.broken(path.position.digits) is None
    reasons = [n for n, step in enumerate(steps) if step.name == "Reason"]
    assert reasons
    for number in reasons:
        assert next(Walk(positions[number], "teaching"), None) is None
    assert any(isinstance(step, Step) for step in steps[reasons[0] :])


def test_each_order_may_come_first() -> None:
    path = explaining.explain(MIXED, order="explainer+reasons")
    list(path)
    assert path.end == "solved"
    with pytest.raises(OptionError, match="'simple'"):
        explaining.explain(MIXED, order="simple+reasons")


def test_a_contradiction_is_the_last_step() -> None:
    *_, last = path = list(explaining.explain("....1....3...23.", order="teaching+reasons"))
    assert isinstance(last, ReasonStep)
    assert last.broken
    assert not any(isinstance(step, ReasonStep) and step.broken for step in path[:-1])


def test_a_board_that_is_filled_against_a_clue_is_not_solved() -> None:
    rules = "4+xsum:9@r1c1,r1c2,r1c3,r1c4"
    puzzle = parse("12343412214343..", rules)
    techniques = explaining.explain(puzzle, order="teaching")
    assert [step.placements for step in techniques] == [((14, 2),), ((15, 1),)]
    assert techniques.rating.end == "broken"
    (walked,) = explain_many([puzzle])
    assert (len(walked), walked.rating.end) == (2, "broken")
    path = explaining.explain(puzzle, order="teaching+reasons")
    *_, last = path
    assert isinstance(last, ReasonStep)
    assert last.broken
    assert last.sentence == "Xsum 9 r1c1 r1c2 r1c3 r1c4 contradicts the board."
    assert path.end == "broken"
    asked = ("explain", str(puzzle), "-r", rules, "--order")
    assert run(*asked, "teaching+reasons").status == 1


def test_it_ends_where_solutions_differ() -> None:
    path = explaining.explain("12..............", order="teaching+reasons")
    list(path)
    assert path.end == "stuck"


def test_a_hint_goes_on_where_techniques_end() -> None:
    alone = Walk(Position.of(MIXED), "teaching")
    list(alone)
    masks = [
        1 << digit - 1 if digit else mask
        for digit, mask in zip(alone.position.digits, alone.position.candidates, strict=True)
    ]
    now = Puzzle(MIXED.rules, tuple(masks))
    assert "None of the techniques" in str(explaining.hint(now))
    found = explaining.hint(now, order="teaching+reasons")
    assert isinstance(found.clue, ReasonStep)
    first = explaining.hint(MIXED, order="teaching+reasons").clue
    assert first is not None
    assert first.name == "Clue"


def test_the_command_line_takes_the_order_and_the_cost() -> None:
    rules = ("-r", "6+" + "+".join(SPEC))
    asked = ("explain", "." * 36, *rules, "--order", "teaching+reasons")
    ran = run(*asked, "--cost", "elements")
    assert ran.status == 0
    assert any("Reason: " in line for line in ran.lines)
    assert ran.err == ""
    assert run(*asked, "--steps", "all").status == 2
    assert run(*asked, "--cost", "cells").status == 2
    assert run("explain", "." * 36, *rules, "--order", "teaching").status == 3
    ran = run("explain", "....1....3...23.", "--order", "teaching+reasons")
    assert (ran.status, "no solution" in ran.err) == (1, True)
