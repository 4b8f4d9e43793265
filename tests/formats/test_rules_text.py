"""Rules as a short text, in a comment and as JSON."""

from pathlib import Path

import pytest
import strategies
from hypothesis import example, given
from hypothesis import strategies as st

from cpsudoku.errors import RulesError
from cpsudoku.formats.rules_json import constraint_from_json, rules_from_json, rules_to_json
from cpsudoku.formats.rules_text import parse_rules, rules_text
from cpsudoku.rules import Rules, boxes, classic, jigsaw, latin, samurai, square, usual
from cpsudoku.variants import with_variants

LAYOUT = "1112132233243444"


@given(strategies.rules())
def test_rules_round_trip_as_text(rules: Rules) -> None:
    assert parse_rules(rules_text(rules), files=False)(rules.size) == rules
    assert "\n" not in rules_text(rules)


@given(strategies.rules())
def test_rules_round_trip_as_json(rules: Rules) -> None:
    assert rules_from_json(rules_to_json(rules)) == rules


@pytest.mark.parametrize(
    ("text", "rules"),
    [
        ("9", classic()),
        ("classic", classic()),
        (" 6 ", boxes(2, 3)),
        ("3x2", boxes(3, 2)),
        ("3×2", boxes(3, 2)),
        ("latin:5", latin(5)),
        ("latin5", latin(5)),
        (f"jigsaw:{LAYOUT}", jigsaw(LAYOUT)),
        ("jigsaw:1,1,1,2, 1,3,2,2, 3,3,2,4, 3,4,4,4", jigsaw(LAYOUT)),
        (f"jigsaw:{' '.join('L' + label for label in LAYOUT)}", jigsaw(LAYOUT)),
        ("4+killer:3@r1c1,r1c2", with_variants(boxes(2, 2), "killer:3@r1c1,r1c2")),
        ("9+x", classic().with_diagonals()),
        ("9 + diagonals + windoku", classic().with_diagonals().with_windows()),
        ("9+disjoint", classic().with_disjoint_groups()),
        ("4+group:r1c1,r2c2", boxes(2, 2).with_groups([[0, 5]])),
        ("4+group:r1c1 r2c2+group:R1C4,r4c1", boxes(2, 2).with_groups([[0, 5], [3, 12]])),
        (' {"size": 5}', latin(5)),
    ],
)
def test_a_text_states_the_rules(text: str, rules: Rules) -> None:
    assert parse_rules(text)(rules.size) == rules


@pytest.mark.parametrize(
    "text",
    [
        "6",
        "3x2",
        "latin:4",
        f"jigsaw:{LAYOUT}",
        "jigsaw:" + ",".join(str(i // 36 + 1) for i in range(36 * 36)),
        "9+diagonals+windows+disjoint",
        "4+group:r1c1,r2c2+group:r1c4,r4c1",
        "4+diagonals+killer:3@r1c1,r1c2+thermo@r2c1,r2c2,r2c3",
    ],
)
def test_rules_that_have_names_are_written_with_them(text: str) -> None:
    assert rules_text(parse_rules(text).rules()) == text


@pytest.mark.parametrize("size", [4, 6, 9])
def test_without_a_base_the_size_decides(size: int) -> None:
    spec = parse_rules("+diagonals")
    assert spec.size is None
    assert spec(size) == usual(size).with_diagonals()


def test_rules_know_the_size_and_the_board_that_they_are_for() -> None:
    known = {"9": (9, None), "+x": (None, None), "samurai": (9, samurai().board)}
    for text, (size, board) in known.items():
        spec = parse_rules(text)
        assert (spec.size, spec.board) == (size, board)
    assert parse_rules("+x").rules() == classic().with_diagonals()
    assert parse_rules("+x").rules(4) == boxes(2, 2).with_diagonals()


def test_rules_of_one_size_refuse_another() -> None:
    with pytest.raises(RulesError, match="expected 9, as the rules say"):
        parse_rules("9")(4)


@pytest.mark.parametrize(
    ("text", "near"),
    [
        ("4+kiler:3@r1c1", "killer"),
        ("4+termo@r1c1,r1c2,r2c2,r3c3", "thermo"),
        ("4+diagonls", "diagonals"),
    ],
)
def test_what_is_spelt_wrong_is_answered_with_what_is_near(text: str, near: str) -> None:
    with pytest.raises(RulesError, match=f"did you mean '{near}'"):
        parse_rules(text)


@pytest.mark.parametrize(
    "text",
    [
        "nonsense", "0", "-1", "257", "99999999999999", "100x100", "0x3", "2x", "latin:", "9+",
        "9++x",
        "9+nonsense", "9+group:", "9+group:r1c1,r1c1", "9+group:r1c10", "jigsaw:", "jigsaw:1123",
        "latin:5+windows", "{", "{}", '{"size": "x"}', '{"size": 9, "what": 1}', '{"boxes": [3]}',
        '{"boxes": [1000, 1000]}', '{"size": 4, "boxes": [3, 3]}', '{"constraints": []}',
        '{"size": 2, "constraints": [1]}', '{"size": 2, "constraints": [{"cells": [0, 9]}]}',
        '{"size": 2, "groups": 5}', '{"size": 2, "groups": [[[]]]}', "٣", "{" * 9999,
    ],
)  # fmt: skip
def test_what_are_no_rules_is_refused_in_words(text: str) -> None:
    with pytest.raises(RulesError) as caught:
        parse_rules(text, files=False)
    assert 5 < len(str(caught.value)) < 300


@given(st.text(max_size=60))
@example("+group:" + "r1c1," * 300)
def test_any_text_is_rules_or_a_rules_error(text: str) -> None:
    try:
        spec = parse_rules(text, files=False)
    except RulesError:
        return
    assert spec.size is None or spec(spec.size).size == spec.size


def test_a_jigsaw_layout_may_be_in_a_file(tmp_path: Path) -> None:
    path = tmp_path / "layout.txt"
    path.write_text("# a layout\nAAAB\nACBB\nCCBD\nCDDD\n")
    assert parse_rules(f"jigsaw:{path}")(4) == jigsaw(LAYOUT)


@pytest.mark.parametrize(
    ("value", "rules"),
    [
        ({"size": 6, "boxes": [3, 2]}, boxes(3, 2)),
        ({"regions": LAYOUT}, jigsaw(LAYOUT)),
        ({"regions": list(LAYOUT)}, jigsaw(LAYOUT)),
        ({"regions": ["L" + label for label in LAYOUT]}, jigsaw(LAYOUT)),
        ({"regions": [[1, 1, 1, 2], [1, 3, 2, 2], [3, 3, 2, 4], [3, 4, 4, 4]]}, jigsaw(LAYOUT)),
        ({"boxes": [3, 3], "diagonals": True, "windows": False}, classic().with_diagonals()),
        ({"boxes": [2, 2], "groups": ["r1c1 r2c2"]}, boxes(2, 2).with_groups([[0, 5]])),
        ("9+x", classic().with_diagonals()),
        (9, classic()),
    ],
)
def test_json_states_the_rules(value: object, rules: Rules) -> None:
    assert rules_from_json(value) == rules


def test_ranges_stand_wherever_cells_are_listed() -> None:
    apart = parse_rules("4+thermo@r2c1,r2c2,r2c3+group:r1c1,r1c2,r3c3").rules()
    assert parse_rules("4+thermo@r2c1-r2c3+group:r1c1-r1c2,r3c3").rules() == apart
    thermo = constraint_from_json({"type": "thermo", "cells": ["r2c1-r2c3"]}, square(4))
    assert thermo in apart.constraints
