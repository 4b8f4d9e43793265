"""Steps as the field writes them."""

import pytest

from cpsudoku import logic
from cpsudoku.formats import parse
from cpsudoku.logic.naming import eureka, hodoku_line
from cpsudoku.logic.steps import Assertion, Evidence, Step
from cpsudoku.rules import classic


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
