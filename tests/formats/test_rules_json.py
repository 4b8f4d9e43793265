"""Rules as JSON: every primitive in and out, one meaning for each form, clear errors."""

import json
from pathlib import Path

import pytest
from rule_examples import CROSS, Descending, primitives

from cpsudoku.asking import solving
from cpsudoku.errors import RulesError
from cpsudoku.formats.rules_json import MOST_LEVELS, rules_from_json, rules_to_json
from cpsudoku.formats.rules_text import parse_rules, rules_text
from cpsudoku.formats.rules_words import MOST_CONSTRAINTS, parse_words
from cpsudoku.puzzle import Puzzle
from cpsudoku.rules import (
    AllDifferent,
    Connected,
    Linear,
    Not,
    Rules,
    boxes,
    classic,
    jigsaw,
    latin,
    rectangle,
    rectangular,
    samurai,
    usual,
)

EVERYTHING = [
    *(usual(size) for size in range(1, 13)),
    *(latin(size) for size in (4, 5, 9)),
    boxes(3, 2).with_diagonals().with_groups([(0, 3)]),
    jigsaw("1122112233443344").with_constraints(primitives()),
    boxes(2, 2).with_constraints([Not(one, "never") for one in primitives()]),
    Rules(4, [*primitives(), *latin(4).constraints]),
    Rules(4, ()),
    Rules(4, [AllDifferent((0, 1, 4, 5), "region")]),
    Rules(4, [Connected((0, 1, 2), frozenset({(0, 1), (1, 2)}), frozenset({1, 2}), size=2)]),
    Rules(4, [Linear((0, 1), (1, 1), "=", (3,), label) for label in ("a sum", "zones")]),
    samurai(),
    samurai().with_constraints(primitives()),
    rectangular(6, 9),
    rectangular(2, 3, 5),
    Rules(CROSS, [AllDifferent((0, 2, 4)), Linear((0, 1), (2, -1), ">=", (0,), "more")]),
]


@pytest.mark.parametrize("rules", EVERYTHING, ids=range(len(EVERYTHING)))
def test_rules_survive_json_and_text(rules: Rules) -> None:
    assert rules_from_json(json.loads(json.dumps(rules_to_json(rules)))) == rules
    assert parse_rules(rules_text(rules)).rules() == rules


def test_size_alone_means_what_the_number_means_as_text() -> None:
    assert rules_from_json({"size": 9}) == classic()
    assert rules_from_json(9) == rules_from_json("9") == classic()
    assert rules_from_json({"size": 6, "diagonals": True}) == boxes(2, 3).with_diagonals()
    assert rules_from_json({"size": 9, "boxes": None}) == latin(9)
    assert rules_to_json(latin(9)) == {"size": 9, "boxes": None}


def test_constraints_beside_houses_are_written_beside_them() -> None:
    cage = Linear((0, 1), (1, 1), "=", (5,), label="killer cage")
    written = rules_to_json(classic().with_constraints([cage]))
    assert written == {
        "size": 9,
        "boxes": [3, 3],
        "also": [
            {
                "type": "linear",
                "cells": ["r1c1", "r1c2"],
                "coefficients": [1, 1],
                "relation": "=",
                "totals": [5],
                "label": "killer cage",
            }
        ],
    }


def test_boards_that_have_a_name_are_written_by_it() -> None:
    assert rules_to_json(samurai()) == rules_text(samurai()) == "samurai"
    assert rules_to_json(rectangular(6, 9)) == "rectangle:6x9"
    assert rules_to_json(Rules(rectangle(1, 2, 3), ())) == {
        "board": ["##"],
        "digits": [1, 3],
        "constraints": [],
    }


def test_what_json_cannot_say_is_an_error_and_not_left_out() -> None:
    with pytest.raises(RulesError, match="JSON cannot say: slide r1c1 r1c2"):
        rules_to_json(latin(4).with_constraints([Descending(0, 1)]))


def with_constraint(**fields: object) -> dict[str, object]:
    return {"size": 4, "constraints": [fields]}


def linear(**fields: object) -> dict[str, object]:
    usual = {"cells": ["r1c1", "r1c2"], "coefficients": [1, 1], "relation": "=", "totals": [3]}
    return with_constraint(**{"type": "linear", **usual, **fields})


@pytest.mark.parametrize(
    ("value", "message"),
    [
        (
            with_constraint(type="cagey", cells=[]),
            r"\.type: 'cagey'; expected one of all-different",
        ),
        (with_constraint(type=["pair"]), r"\.type: \['pair'\]"),
        (with_constraint(type="pair", cells=["r1c1"], allowed=[]), r"\.cells: .*two cells"),
        (with_constraint(type="pair", cells=["r1c1", "r1c2"], allowed=[[1]]), r"\.allowed\[0\]"),
        (with_constraint(type="pair", cells=["r1c1", "r1c2"]), "allowed: missing"),
        (with_constraint(type="linear", cells=["r1c1"], coefficients=[1]), "relation: missing"),
        (linear(totals="3"), r"^rules.constraints\[0\].totals: '3'; expected a list of whole"),
        (linear(totals=[True]), r"\.totals\[0\]: True; expected a whole number"),
        (linear(coefficients=[1.0, 1]), r"\.coefficients\[0\]: 1.0; expected a whole"),
        (linear(coefficients=[1]), r"^rules.constraints\[0\]: sum has 1 coefficients"),
        (linear(relation="is"), "relation: 'is'; expected one of"),
        (linear(relation=["="]), r"relation: \['='\]; expected one of"),
        (linear(label=None), "label: None"),
        (linear(cells=["r1c1", 16]), r"\.cells\[1\]: 16; expected a cell"),
        (linear(cells=["r1c1", -1]), r"\.cells\[1\]: -1; expected a cell"),
        (linear(cells=["r1c1", True]), r"\.cells\[1\]: True; expected a cell"),
        (linear(cells=["r1c1", "r1c9"]), r"\.cells\[1\]: 'r1c9' is not a cell"),
        (with_constraint(type="table", cells=["r1c1"], tuples=[["1"]]), r"\.tuples\[0\]\[0\]: '1'"),
        (with_constraint(type="table", cells=["r1c1"], tuples=[[1, 2]]), r"expected 1 whole numb"),
        (
            with_constraint(type="table", cells=["r1c1"], tuples=[], sum=3),
            r"\[0\]\.sum: unknown; expected cells",
        ),
        (with_constraint(type="regular", cells=["r1c1"], steps=[[0, 1]]), r"steps\[0\]: \[0, 1\]"),
        (with_constraint(type="regular", cells=["r1c1"], steps=[]), "start: missing"),
        (
            with_constraint(type="element", cells=["r1c1"], index="r9c9"),
            "index: 'r9c9' is not a cell",
        ),
        (with_constraint(type="element", cells=["r1c1"]), "index: missing; expected a cell"),
        (with_constraint(type="or", parts="all"), "parts: 'all'"),
        (
            with_constraint(type="or", parts=[{"type": "and", "parts": [3]}]),
            r"^rules.constraints\[0\].parts\[0\].parts\[0\]: 3; expected an object",
        ),
        (with_constraint(type="not"), "part: missing"),
        (with_constraint(type="table", cells=["r1c1"], tuples=[], label=3), "label: 3"),
        (with_constraint(type="table", cells=["r1c1"], tuples=[], label="a\nb"), "in one line"),
        (with_constraint(cells=["r1c1", "r1c2"], kind="\x1b[31m"), "kind: .*in one line"),
        (with_constraint(kind=3, cells=["r1c1"]), "kind: 3"),
        (with_constraint(cells=["r1c1"], number=True), "number: True"),
        (with_constraint(cells=["r1c1"], kinds="row"), "kinds: unknown; expected"),
        (
            with_constraint(type="killer", cells=["r1c1"], total="5"),
            r"\[0\].total: '5'; expected a whole number",
        ),
        (
            with_constraint(type="killer", cells=["r1c1"], sum=5),
            r"\[0\].sum: unknown; expected cells",
        ),
        ({"size": 4, "also": 3}, "^rules.also: 3; expected a list"),
        ({"size": 4, "also": None}, "^rules.also: None; expected a list"),
        ({"size": 4, "groups": [["r1c1", "r2c2"], ["r1c1", "x"]]}, r"^rules.groups\[1\]\[1\]: 'x'"),
        ({"size": 4, "groups": [["r1c1", "r1c1"]]}, r"^rules.groups\[0\]: "),
        ({"size": "4"}, "^rules.size: '4'; expected 1 to 256"),
        ({"size": True}, "^rules.size: True"),
        ({"size": None}, "^rules.size: None"),
        ({"size": 257}, "^rules.size: 257"),
        ({"size": 4, "diagonals": "false"}, "^rules.diagonals: 'false'; expected true or false"),
        ({"size": 4, "windows": 1}, "^rules.windows: 1; expected true or false"),
        ({"size": 4, "disjoint": None}, "^rules.disjoint: None; expected true or false"),
        ({"size": 4, "diagonal": True}, "^rules.diagonal: unknown; expected also, boxes"),
        ({"boxes": [2, "x", 2]}, r"^rules.boxes: \[2, 'x', 2\]; expected \[height, width\]"),
        ({"boxes": [2, "2"]}, r"^rules.boxes\[1\]: '2'; expected a whole number"),
        ({"boxes": [True, 4]}, r"^rules.boxes\[0\]: True"),
        ({"size": 4, "boxes": False}, "^rules.boxes: False"),
        ({"size": 4, "boxes": []}, "^rules.boxes: "),
        (
            {"boxes": [2, 2], "regions": "1122112233443344"},
            "^rules.boxes: it stands beside regions",
        ),
        ({"size": 9, "boxes": [2, 2]}, "^rules.size: 9; expected 4"),
        ({"regions": None}, "^rules.regions: None"),
        ({"regions": [[1, 1], [2, None]]}, r"^rules.regions\[1\]\[1\]: None"),
        ({"regions": [1, 1, 2, 2.0]}, r"^rules.regions\[3\]: 2.0"),
        ({"size": 4, "constraints": [], "diagonals": True}, "^rules.diagonals: unknown beside con"),
        ({"constraints": []}, "without a size"),
        ({"board": "###", "digits": [1, 3]}, "^rules.board: '###'; expected a list of rows"),
        ({"board": ["#X#"], "digits": [1, 3]}, r"^rules.board\[0\]: '#X#'; expected .* # for a"),
        ({"board": ["###"]}, "^rules.digits: None"),
        ({"board": ["###"], "digits": [1, 2, 3]}, "^rules.digits: "),
        ({"board": ["###"], "digits": [1, 3.0]}, r"^rules.digits\[1\]: 3.0"),
        ({"board": ["###"], "digits": [3, 1]}, "expected 1 to 256"),
        ({"board": ["..."], "digits": [1, 3], "constraints": []}, "without cells"),
        ({"board": ["#"], "digits": [1, 3], "size": 3}, "^rules.size: unknown beside a board"),
        ({"board": ["#"], "digits": [3, 2]}, "expected 1 to 256"),
        ({"board": ["#"], "digits": [0, 256]}, "expected 1 to 256"),
        ({"board": ["#"], "digits": [0, 2], "auxiliary": "1"}, "^rules.auxiliary: '1'"),
        ({"boxes": [20, 20]}, "expected \\[height, width\\]"),
        ({"boxes": [1000, 1]}, "expected \\[height, width\\]"),
        ({"board": ["#"] * 300, "digits": [1, 3]}, "^rules.board: .*up to 256 rows"),
        ("+diagonals", "do not say the size"),
    ],
)
def test_json_that_states_no_rules_is_refused(value: object, message: str) -> None:
    with pytest.raises(RulesError, match=message):
        rules_from_json(value)


@pytest.mark.parametrize("digits", [(5, 5), (1, 4), (0, 4), (1, 256)])
def test_boards_have_the_digits_that_are_stated(digits: tuple[int, int]) -> None:
    board = rules_from_json({"board": ["#"], "digits": [*digits], "constraints": []}).board
    assert (board.first, board.last) == digits


def test_regions_beyond_one_character_a_label_survive_json() -> None:
    rules = jigsaw([str(i // 36 * 7) for i in range(36 * 36)])
    assert rules_from_json(json.loads(json.dumps(rules_to_json(rules)))) == rules


def test_rules_in_json_open_no_file(tmp_path: Path) -> None:
    path = tmp_path / "layout.txt"
    path.write_text("1112132233243444")
    assert parse_rules(f"jigsaw:{path}").size == 4
    with pytest.raises(RulesError, match="only an argument can name a file"):
        rules_from_json(f"jigsaw:{path}")


def test_constraints_nested_beyond_reason_are_refused() -> None:
    deep: dict[str, object] = {"cells": ["r1c1"]}
    for _ in range(100_000):
        deep = {"type": "not", "part": deep}
    with pytest.raises(RulesError, match="nested too deeply"):
        rules_from_json({"size": 4, "constraints": [deep]})


@pytest.mark.parametrize("kind", ["not", "and", "or"])
def test_constraints_nested_as_deep_as_can_be_are_solved(kind: str) -> None:
    def nested(levels: int) -> dict[str, object]:
        one: dict[str, object] = {"cells": ["r1c1", "r2c3"]}
        for _ in range(levels):
            one = {"type": kind, **({"part": one} if kind == "not" else {"parts": [one]})}
        return {"size": 4, "also": [one]}

    puzzle = Puzzle.empty(rules_from_json(nested(MOST_LEVELS)))
    assert rules_from_json(rules_to_json(puzzle.rules)) == puzzle.rules
    for backend in ("auto", "sat", "cpsat", "backtrack"):
        assert solving.solve(puzzle, backend=backend).solution is not None
    with pytest.raises(RulesError, match="nested too deeply; expected up to 100 levels"):
        rules_from_json(nested(MOST_LEVELS + 1))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('{"size": 4, "boxes": [2, 2], "size": 9}', "the name 'size' occurs twice in an object"),
        (
            '{"size": 4, "also": [{"cells": [], "cells": ["r1c1"]}]}',
            "the name 'cells' occurs twice",
        ),
        ('{"size": NaN}', "NaN, which is not a number in JSON"),
        ('{"size": -Infinity}', "-Infinity, which is not a number in JSON"),
        ('{"size": 1e999}', "1e999, which is too great a number"),
        ('{"size": ' + "9" * 5000 + "}", "a number of thousands of digits"),
        ('{"size": 4.0}', "rules.size: 4.0; expected"),
        ('{"size": ' + "9" * 400 + "}", "rules.size: 999.*…; expected 1 to 256"),
        ('{"size": 4', "line 1, column 11: not JSON: Expecting"),
        ('{"size": 4} 5', "line 1, column 13: not JSON: Extra data"),
        ('{"also": ' + "[" * 100_000, "JSON nested too deeply"),
    ],
)
def test_texts_without_one_meaning_are_refused(text: str, message: str) -> None:
    with pytest.raises(RulesError, match=message):
        parse_rules(text)


def test_constraints_that_would_fill_the_memory_are_refused() -> None:
    groups = [["r1c1", "r2c2"]] * (MOST_CONSTRAINTS + 1)
    with pytest.raises(RulesError, match="more than 100,000 constraints"):
        rules_from_json({"size": 4, "groups": groups})
    with pytest.raises(RulesError, match="more than 100,000 constraints"):
        parse_words("4" + "+diagonals" * (MOST_CONSTRAINTS + 1))
