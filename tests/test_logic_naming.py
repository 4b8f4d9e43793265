"""Steps as the field writes them."""

import pytest

from cpsudoku import logic
from cpsudoku.formats import parse
from cpsudoku.logic.naming import eureka, hodoku_line
from cpsudoku.logic.steps import Assertion, Evidence, Step
from cpsudoku.rules import Board, Rules, boxes, classic, samurai


@pytest.mark.compiled
def test_every_step_of_a_path_has_a_line() -> None:
    puzzle = parse(
        ".......12..36..........7...41..2.......5..3..7.....6..28.....4....3..5..........."
    )
    for order in logic.ORDERS:
        for step in logic.explain(puzzle, order=order):
            line = hodoku_line(step, puzzle.rules)
            assert ("=" in line) and line.isascii(), line


def test_lines_are_those_of_hodoku() -> None:
    rules = classic()
    naked = Step("naked single", ((76, 9),), ())
    assert hodoku_line(naked, rules) == "Naked Single: r9c5=9"
    wing = Step(
        "x-wing",
        (),
        ((2, 5),),
        0,
        Evidence(candidates=((11, 5),), base=(1, 4), cover=(11, 15)),
    )
    assert hodoku_line(wing, rules) == "X-Wing: 5 r25 c37 => r1c3<>5"
    pair = Step(
        "naked pair", (), ((4, 1), (5, 2)), 0, Evidence(cells=(0, 1), candidates=((0, 1), (1, 2)))
    )
    assert hodoku_line(pair, rules) == "Naked Pair: 1,2 in r1c12 => r1c5<>1, r1c6<>2"


def test_chains_are_written_in_eureka() -> None:
    def line(cells: tuple[int, ...], digit: int, truth: bool, reason: str) -> Assertion:
        return Assertion(tuple((cell, digit) for cell in cells), truth, reason, (), -1)

    chain = (
        line((39,), 1, False, "assumed"),
        line((39,), 4, True, "cell"),
        line((42, 43, 44), 4, False, "peer"),
        line((8,), 4, True, "house"),
    )
    assert eureka(chain, classic()) == "(1=4)r5c4-(4)r5c789=(4)r1c9"


def test_digits_are_those_that_people_see() -> None:
    nine = classic()
    from_zero = Rules(Board(nine.board.places, 9, first=0), nine.constraints)
    for rules, digit, seen in ((from_zero, 1, "0"), (from_zero, 9, "8"), (boxes(4, 4), 11, "B")):
        wing = Evidence(candidates=((11, digit),), base=(1, 4), cover=(11, 15))
        told = hodoku_line(Step("x-wing", (), ((2, digit),), 0, wing), rules)
        assert told.startswith(f"X-Wing: {seen} r25 ")
        assert told.endswith(f" => r1c3<>{seen}")
        assumed = Assertion(((0, digit),), True, "assumed", (), -1)
        assert eureka((assumed,), rules) == f"({seen})r1c1"


def test_houses_of_several_grids_are_called_by_their_names() -> None:
    rules = samurai()
    rows = [number for number, group in enumerate(rules.groups) if group.kind == "middle row"][:2]
    wing = Evidence(candidates=((11, 5),), base=tuple(rows), cover=(0,))
    told = hodoku_line(Step("x-wing", (), ((2, 5),), 0, wing), rules)
    assert told.startswith("X-Wing: 5 middle row 1,middle row 2 ")
