"""Clues about clues against brute force, and what marks make of digits."""

from __future__ import annotations

import pytest
from brute_force import grids

from cpsudoku.asking import solving
from cpsudoku.errors import RulesError
from cpsudoku.formats import parse_rules, rules_text
from cpsudoku.formats.rules_json import constraint_from_json, constraint_to_json
from cpsudoku.puzzle import Puzzle
from cpsudoku.rules import layered, square
from cpsudoku.variants import from_text

RULES = [
    "4+wrong(killer:3@r1c1,r1c2;killer:7@r2c1,r2c2;thermo@r1c1,r2c2,r3c3)",
    "4+wrong:2(odd@r1c1;even@r2c2;white@r3c3,r3c4;region@r1c1,r2c2,r3c3,r4c4)",
    "latin:3+layer+marks:1:1+valued(sum:5@r1c1,r1c2;arrow@r2c1/r2c2,r2c3)",
    "latin:3+layer+marks:1+valued:1,-1(killer:1@r1c1,r1c2,r2c1;white@r2c2,r2c3)",
    "latin:3+layer+stars:1+valued:0,1(killer:3@r1c1,r1c2,r1c3;palindrome@r2c1,r2c2,r2c3)",
    "latin:3+digits:0-3+layer+schroedinger+bothdigits(killer:4@r1c1,r1c2;greater@r2c1,r2c2)",
]


@pytest.mark.compiled
@pytest.mark.thorough(but=3)
@pytest.mark.parametrize("text", RULES)
def test_backends_count_what_brute_force_does(text: str) -> None:
    rules = parse_rules(text).rules()
    assert parse_rules(rules_text(rules)).rules() == rules
    puzzle = Puzzle.empty(rules)
    if rules.board.layers:  # a corner given, and the layer of no other digits than it can have
        most = 3 if "digits" not in text else 15
        count = rules.board.grid_count
        masks = (1, *[rules.all_digits] * (count - 1), *[most] * count)
        puzzle = Puzzle(rules, masks)
    wanted = sum(1 for _ in grids(rules, puzzle.candidates))
    for backend in ("fd", "sat", "cpsat"):
        found = solving.count(puzzle, backend=backend)
        assert (found.value, found.exact) == (wanted, True), backend


def test_a_doubler_counts_twice_and_its_digit_once_in_its_cage() -> None:
    board = layered(square(4))
    cage = from_text("valued(killer:5@r1c1,r1c2)", board)
    plain, marked = [1] * 16, [1] * 16
    marked[0] = 2
    rest = [1] * 14
    assert cage.holds((2, 3, *rest, *plain))
    assert not cage.holds((2, 3, *rest, *marked))
    assert cage.holds((2, 1, *rest, *marked))
    # Values may be alike, digits may not.
    alike = from_text("valued(killer:4@r1c1,r1c2)", board)
    assert alike.holds((1, 2, *rest, *marked))
    assert not from_text("valued(killer@r1c1,r1c2)", board).holds((2, 2, *rest, *marked))


def test_a_schroedinger_cell_counts_both_digits_and_another_one_once() -> None:
    board = layered(square(4))
    cage = from_text("bothdigits(killer:6@r1c1,r1c2)", board)
    rest = [1] * 14
    assert cage.holds((1, 3, *rest, 2, 3, *rest))
    assert cage.holds((2, 4, *rest, 2, 4, *rest))
    assert not cage.holds((1, 3, *rest, 1, 3, *rest))


def test_what_is_usual_is_so_on_the_board_of_digits() -> None:
    board = layered(square(4))
    plain = [1] * 16
    line = from_text("valued(whispers@r1c1,r1c2)", board)
    assert line.holds((1, 3, *[1] * 14, *plain))
    assert all(part.holds((1, 3, *[1] * 14, *plain)) for part in line.primitives)


def test_clues_about_clues_are_lists_in_json() -> None:
    text = "wrong(wrong:2(odd@r1c1;odd@r1c2);killer:3@r1c1,r1c2)"
    made = from_text(text, square(4))
    assert (
        from_text(text.replace("(killer", " (killer").replace("wrong(", "wrong ("), square(4))
        == made
    )
    said = constraint_to_json(made, square(4))
    assert said["clues"][1] == {"type": "killer", "cells": ["r1c1", "r1c2"], "total": 3}  # type: ignore[index]
    assert constraint_from_json(said, square(4)) == made


def test_values_that_no_board_has_room_for_are_refused() -> None:
    with pytest.raises(RulesError, match="valued has values 1 to 4000000; expected fewer"):
        from_text("valued:1,1000000(whispers@r1c1,r1c2)", layered(square(4)))
