"""Rules as JSON: every primitive in and out, one meaning for each form, clear errors."""

import json
from pathlib import Path

import pytest
from test_rules import CROSS, Descending, primitives

from cpsudoku.errors import RulesError
from cpsudoku.formats.rules_json import rules_from_json, rules_to_json
from cpsudoku.formats.rules_text import parse_rules, rules_text
from cpsudoku.formats.rules_words import MOST_CONSTRAINTS, parse_words
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


def test_constraints_beside_houses_are_told_beside_them() -> None:
    cage = Linear((0, 1), (1, 1), "=", (5,), label="killer cage")
    told = rules_to_json(classic().with_constraints([cage]))
    assert told == {
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


def test_boards_that_have_a_name_are_told_by_it() -> None:
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


@pytest.mark.parametrize(
    ("value", "message"),
    [
        (with_constraint(type="cagey", cells=[]), "type 'cagey'; expected one of all-different"),
        (with_constraint(type=["pair"]), "type \\['pair'\\]"),
        (with_constraint(type="pair", cells=["r1c1"], allowed=[]), "pair of 1 cells"),
        (with_constraint(type="pair", cells=["r1c1", "r1c2"], allowed=[[1]]), "pairs of digits"),
        (with_constraint(type="pair", cells=["r1c1", "r1c2"]), "allowed None"),
        (with_constraint(type="linear", cells=["r1c1"], coefficients=[1]), "totals None"),
        (
            with_constraint(
                type="linear", cells=["r1c1"], coefficients=[1], totals=[1], relation="is"
            ),
            "relation 'is'",
        ),
        (with_constraint(type="table", cells=["r1c1"], tuples=[["1"]]), "whole numbers"),
        (with_constraint(type="table", cells=["r1c1"], tuples=[], sum=3), "'sum'; expected cells"),
        (with_constraint(type="regular", cells=["r1c1"], steps=[[0, 1]]), "automaton"),
        (with_constraint(type="regular", cells=["r1c1"], steps=[]), "start None"),
        (with_constraint(type="element", cells=["r1c1"], index="r9c9"), "'r9c9' is no cell"),
        (with_constraint(type="element", cells=["r1c1"]), "'' is no cell"),
        (with_constraint(type="or", parts="all"), "parts 'all'"),
        (with_constraint(type="not"), "constraint None"),
        (with_constraint(type="table", cells=["r1c1"], tuples=[], label=3), "label 3"),
        (with_constraint(type="table", cells=["r1c1"], tuples=[], label="a\nb"), "in one line"),
        (with_constraint(cells=["r1c1", "r1c2"], kind="\x1b[31m"), "a 'kind' in words"),
        (with_constraint(kind=3, cells=["r1c1"]), "kind"),
        (with_constraint(cells=["r1c1"], kinds="row"), "'kinds'; expected"),
        ({"size": 4, "also": 3}, "constraints are 3"),
        ({"board": "###", "digits": [1, 3]}, "board '###'; expected rows"),
        ({"board": ["#X#"], "digits": [1, 3]}, "'X' in a board; expected # for a cell"),
        ({"board": ["###"]}, "digits None"),
        ({"board": ["###"], "digits": [3, 1]}, "expected 1 to 256"),
        ({"board": ["..."], "digits": [1, 3], "constraints": []}, "without cells"),
        ({"board": ["#"], "digits": [1, 3], "size": 3}, "have 'size'"),
        ({"board": ["#"], "digits": [3, 2]}, "expected 1 to 256"),
        ({"board": ["#"], "digits": [0, 256]}, "expected 1 to 256"),
        ({"boxes": [20, 20]}, "expected \\[height, width\\]"),
        ({"boxes": [1000, 1]}, "expected \\[height, width\\]"),
        ({"board": ["#"] * 300, "digits": [1, 3]}, "beyond 256"),
        ("+diagonals", "do not tell the size"),
    ],
)
def test_json_that_tells_no_rules_is_refused(value: object, message: str) -> None:
    with pytest.raises(RulesError, match=message):
        rules_from_json(value)


@pytest.mark.parametrize("digits", [(5, 5), (1, 4), (0, 4), (1, 256)])
def test_boards_have_the_digits_that_are_told(digits: tuple[int, int]) -> None:
    board = rules_from_json({"board": ["#"], "digits": [*digits], "constraints": []}).board
    assert (board.first, board.last) == digits


def test_regions_beyond_one_character_a_label_survive_json() -> None:
    rules = jigsaw([str(i // 36 * 7) for i in range(36 * 36)])
    assert rules_from_json(json.loads(json.dumps(rules_to_json(rules)))) == rules


def test_rules_in_json_open_no_file(tmp_path: Path) -> None:
    path = tmp_path / "layout.txt"
    path.write_text("1112132233243444")
    assert parse_rules(f"jigsaw:{path}").size == 4
    with pytest.raises(RulesError, match="jigsaw needs"):
        rules_from_json(f"jigsaw:{path}")


def test_constraints_nested_beyond_reason_are_refused() -> None:
    deep: dict[str, object] = {"cells": ["r1c1"]}
    for _ in range(100_000):
        deep = {"type": "not", "part": deep}
    with pytest.raises(RulesError, match="nested too deeply"):
        rules_from_json({"size": 4, "constraints": [deep]})


def test_constraints_that_would_fill_the_memory_are_refused() -> None:
    groups = [["r1c1", "r2c2"]] * (MOST_CONSTRAINTS + 1)
    with pytest.raises(RulesError, match="more than 100,000 constraints"):
        rules_from_json({"size": 4, "groups": groups})
    with pytest.raises(RulesError, match="more than 100,000 constraints"):
        parse_words("4" + "+diagonals" * (MOST_CONSTRAINTS + 1))
