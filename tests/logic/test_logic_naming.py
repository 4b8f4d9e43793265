"""Steps as the field writes them, and techniques as it counts them."""

import pytest

from cpsudoku import logic
from cpsudoku.formats import parse
from cpsudoku.logic.evidence import Assertion, Evidence
from cpsudoku.logic.naming import eureka, hodoku_line
from cpsudoku.logic.steps import Step
from cpsudoku.rules import Board, Rules, boxes, classic, samurai


@pytest.mark.compiled
def test_every_step_of_a_path_has_a_line() -> None:
    puzzle = parse(
        ".......12..36..........7...41..2.......5..3..7.....6..28.....4....3..5..........."
    )
    for order in logic.ORDERS:
        for step in logic.Path(puzzle, order=order):
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
        line = hodoku_line(Step("x-wing", (), ((2, digit),), 0, wing), rules)
        assert line.startswith(f"X-Wing: {seen} r25 ")
        assert line.endswith(f" => r1c3<>{seen}")
        assumed = Assertion(((0, digit),), True, "assumed", (), -1)
        assert eureka((assumed,), rules) == f"({seen})r1c1"


def test_houses_of_several_grids_are_called_by_their_names() -> None:
    rules = samurai()
    rows = [number for number, group in enumerate(rules.groups) if group.kind == "middle row"][:2]
    wing = Evidence(candidates=((11, 5),), base=tuple(rows), cover=(0,))
    line = hodoku_line(Step("x-wing", (), ((2, 5),), 0, wing), rules)
    assert line.startswith("X-Wing: 5 middle row 1,middle row 2 ")


PUBLISHED = {
    # N. Juillerat's Sudoku Explainer 1.2.1: what `getDifficulty` gives for each of its hints.
    "explainer": """
        1.0 full house; 1.2 hidden single in box; 1.5 hidden single; 1.7 direct pointing;
        1.9 direct claiming; 2.0 direct hidden pair; 2.3 naked single; 2.5 direct hidden triplet;
        2.6 pointing; 2.8 claiming; 3.0 naked pair; 3.2 x-wing; 3.4 hidden pair; 3.6 naked triple;
        3.8 swordfish; 4.0 hidden triple; 4.2 xy-wing; 4.4 xyz-wing;
        4.5 unique loop type 1, unique loop type 2, unique loop type 4; 4.6 unique loop type 3;
        5.0 naked quad; 5.2 jellyfish; 5.4 hidden quad;
        5.6 bug type 1; 5.7 bug type 2, bug type 4; 5.8 bug type 3; 6.2 aligned pair exclusion;
        6.5 bidirectional x-cycle, bidirectional y-cycle; 6.6 forcing x-chain;
        7.0 forcing xy-chain, bidirectional xy-cycle; 7.5 nishio, aligned triplet exclusion;
        8.0 multiple forcing chains; 8.5 dynamic forcing chains; 9.0 dynamic forcing chains plus;
        9.5 nested forcing chains; 10.0 nested multiple forcing chains;
        10.5 nested dynamic forcing chains""",
    # B. Hobiger's HoDoKu 2.2.0: the scores of its default steps (`Options.DEFAULT_SOLVER_STEPS`).
    "hodoku": """
        4 full house, naked single; 14 hidden single in box, hidden single;
        40 locked pair; 60 locked triple; 50 pointing, claiming;
        60 naked pair; 80 naked triple; 120 naked quad;
        70 hidden pair; 100 hidden triple; 150 hidden quad;
        140 x-wing; 150 swordfish; 160 jellyfish; 110 remote pair; 100 bug+1;
        130 skyscraper; 150 2-string kite; 120 turbot fish; 120 empty rectangle;
        150 w-wing; 160 xy-wing; 180 xyz-wing;
        100 uniqueness test 1, uniqueness test 2, uniqueness test 3, uniqueness test 4;
        100 uniqueness test 5, uniqueness test 6, hidden rectangle;
        100 avoidable rectangle 1, avoidable rectangle 2;
        130 finned x-wing; 150 sashimi x-wing; 200 finned swordfish; 240 sashimi swordfish;
        250 finned jellyfish; 260 sashimi jellyfish; 250 sue de coq;
        150 simple colours trap, simple colours wrap; 200 multi-colours 1, multi-colours 2;
        260 x-chain, xy-chain; 280 continuous nice loop, discontinuous nice loop, aic;
        300 grouped continuous nice loop, grouped discontinuous nice loop, grouped aic;
        300 als-xz; 320 als-xy-wing; 340 als-xy-chain; 300 franken x-wing; 350 franken swordfish;
        390 finned franken x-wing; 410 finned franken swordfish;
        500 forcing chain contradiction, forcing chain verity;
        700 forcing net contradiction, forcing net verity; 10000 brute force""",
}


@pytest.mark.parametrize("order", PUBLISHED)
def test_each_technique_counts_what_its_rater_has_published(order: str) -> None:
    unit = {"explainer": 10, "hodoku": 1}[order]
    published: dict[str, int] = {}
    for entry in PUBLISHED[order].split(";"):
        number, _, names = entry.strip().partition(" ")
        published |= dict.fromkeys(names.split(", "), round(float(number) * unit))
    assert dict(logic.ORDERS[order].numbers) == published
