"""Named constraints: what each means to solvers is what its own test of a grid says."""

from __future__ import annotations

import random
from collections.abc import Callable
from itertools import islice, product
from pathlib import Path

import pytest
from brute_force import grids
from variant_examples import CASES, EXAMPLES, FOUR, LATIN, SENSELESS, THREE_CLASSES, board_of

from cpsudoku import classic, formats
from cpsudoku.asking import solving
from cpsudoku.errors import RulesError
from cpsudoku.formats import parse_rules, rules_text
from cpsudoku.formats.rules_json import (
    constraint_from_json,
    constraint_to_json,
    rules_from_json,
    rules_to_json,
)
from cpsudoku.puzzle import Puzzle
from cpsudoku.rules import AllDifferent, Board, Or, Pair, Rules, boxes, latin, square
from cpsudoku.variants import (
    Variant,
    automata,
    cages,
    cells,
    chaos,
    counts,
    from_text,
    indexing,
    outside,
    sum_lines,
    to_text,
    usage,
    variant_named,
    variants,
    with_variants,
)
from cpsudoku.variants.registry import called


def test_every_variant_has_an_example() -> None:
    assert set(EXAMPLES) == set(variants())


@pytest.mark.parametrize(("name", "text"), CASES)
def test_text_and_json_lead_there_and_back(name: str, text: str) -> None:
    board = board_of(name)
    made = from_text(text, board)
    assert made.name == name
    assert to_text(made) == text
    assert constraint_from_json(constraint_to_json(made, board), board) == made
    assert constraint_from_json(constraint_to_json(made, board), board) == made
    assert hash(from_text(to_text(made), board)) == hash(made)


@pytest.mark.parametrize(("name", "text"), CASES)
def test_primitives_hold_just_where_the_variant_does(name: str, text: str) -> None:
    made = from_text(text, board_of(name))
    primitives = made.primitives
    assert {cell for p in primitives for cell in p.scope} <= set(made.scope)
    seen = set()
    for grid in grids_for(made):
        wanted = made.holds(grid)
        seen.add(wanted)
        assert all(p.holds(grid) for p in primitives) == wanted, grid
    # An example that always or never holds shows nothing; these two never hold.
    assert seen == {True, False} or text in {"equality@r1c1,r1c2,r1c3", "lockout@r1c1,r1c2"}


@pytest.mark.parametrize(("name", "text"), CASES)
def test_what_is_without_groups_has_other_primitives_alone(name: str, text: str) -> None:
    made = from_text(text, board_of(name))
    kinds = {type(primitive) for primitive in made.primitives}
    assert not made.without_groups or (kinds and AllDifferent not in kinds)


def test_regions_to_be_found_are_not_expanded_to_find_out_what_they_are(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    board = Board(tuple((i // 3, i % 3) for i in range(12)), 3)
    rules = Rules(board, [chaos.ChaosRegions(board, tuple(range(6)), tuple(range(6, 12)), 3)])
    monkeypatch.delattr(chaos.ChaosRegions, "primitives")
    assert rules.has_others
    assert rules.groups == ()


ROWS = "1234341221434321"
COLUMNS = "1324241331424231"
CHESSBOARD = "1313313113133131"


@pytest.mark.parametrize(
    ("grid", "holds", "breaks"),
    [
        (ROWS, "minimum@r1c1 minimum@r2c3 maximum@r1c4 maximum@r2c2",
               "minimum@r1c2 minimum@r4c3 maximum@r2c1 maximum@r4c2"),
        (COLUMNS, "minimum@r1c1 maximum@r2c2",
                  "minimum@r2c1 minimum@r3c4 maximum@r1c2 columnindexer@r2c1"),
        (ROWS, "whispers:2@r1c1,r1c3 whispers:1@r1c1,r1c2 whispers@r1c1,r1c4",
               "whispers:2@r1c1,r1c2 whispers:3@r1c2,r1c4 whispers:2@r1c1,r1c3,r1c4"),
        (ROWS, "white@r1c1,r1c2 white:2@r2c1,r2c3 black@r1c1,r1c2 black:3@r1c1,r2c1",
               "white@r1c1,r2c1 white:2@r1c1,r1c2 black@r1c2,r1c3 black:3@r1c1,r1c2"),
        (ROWS, "xv:5@r1c2,r1c3 greater@r1c2,r1c1 nabner@r1c1,r1c3",
               "xv:5@r1c1,r1c2 greater@r1c1,r1c2 nabner@r1c1,r1c2"),
        (ROWS, "modular:2@r1c1,r1c2,r1c3 among:1,2@r1c1,r1c2",
               "modular:2@r1c1,r2c1 among:1,2@r1c3"),
        (CHESSBOARD, "nowhite noblack nosum nonconsecutive", "nowhite:2 noblack:3 nosum:4"),
        ("1313" * 4, "cyclicnonconsecutive", "antiking"),
        ("1414" * 4, "nonconsecutive", "cyclicnonconsecutive"),
        (ROWS, "nowhite:4 noblack:5 nosum:2", "nowhite noblack nosum nonconsecutive"),
        (ROWS, "antimove:2:2 antimove:2:3", "antiking antimove:1:1 antimove:3:1 antimove:3:3"),
        ("1234" "3412" "4123" "2341", "antimove:0:2", "antiknight topbottom"),
        ("1423" "3214" "2341" "4132", "topbottom", "antimove:2:2"),
        (ROWS, "thermo@r1c1,r1c2,r2c2 slowthermo@r1c2,r3c1,r2c1 greater@r4c1,r4c2,r4c4",
               "thermo@r1c2,r3c1,r2c1 slowthermo@r1c2,r1c1 greater@r1c2,r3c1"),
        (ROWS, "palindrome@r1c1,r1c2,r3c1,r3c2 clone@r1c1,r1c2,r3c2,r3c1 parity@r1c1,r1c2,r1c3",
               "palindrome@r1c1,r1c2,r1c3 clone@r1c1,r1c2,r3c1,r3c2 parity@r1c1,r1c3"),
        (ROWS, "between@r1c4,r1c2,r1c1 lockout:1@r1c1,r2c1,r1c2 entropic@r1c1,r1c2,r1c4,r3c2",
               "between@r1c1,r2c3,r1c4 lockout:2@r1c1,r2c1,r1c2 lockout:1@r1c1,r2c3,r1c2 "
               "entropic@r1c1,r1c2,r1c3 between@r1c1,r2c2,r1c4"),
        (ROWS, "arithmetic@r1c4,r1c3,r1c2 arrow@r1c4/r1c1,r1c3 arrow@r1c1,r1c2/r1c4,r2c2,r3c3 "
               "doublearrow@r1c1,r1c2,r1c3,r1c4 doublearrow@r1c1,r1c2",
               "arithmetic@r1c1,r1c2,r1c4 arrow@r1c3/r1c1,r1c3 arrow@r1c2,r1c1/r1c4,r2c2,r3c3 "
               "doublearrow@r1c1,r1c2,r1c4"),
        (ROWS, "zipper@r1c1,r1c4,r1c3 zipper@r1c1,r1c2,r1c3,r1c4 average@r1c2,r1c1,r1c3",
               "zipper@r1c1,r1c3,r1c4 zipper@r1c1,r1c2,r1c4,r1c3 average@r1c1,r1c2,r1c3"),
        (ROWS, "equalsums@r1c1,r1c4/r1c2,r1c3/r2c2,r2c3 sum:7,9:2,1@r1c2,r1c3 mean:2@r1c1,r1c3",
               "equalsums@r1c1,r1c4/r1c2,r1c3/r2c2 sum:6,8:2,1@r1c2,r1c3 mean:3@r1c1,r1c4"),
        (ROWS, "primesum@r1c1,r1c2,r1c4 primesum@r1c2 squaresum@r1c2,r1c3,r1c4 squaresum@r1c1 "
               "littlekiller:10@r1c1,r2c2,r3c3,r4c4 odd@r1c1,r1c3 even@r1c2,r1c4",
               "primesum@r1c1,r1c3 primesum@r1c1 squaresum@r1c2 littlekiller:8@r1c1,r2c2,r3c3 "
               "odd@r1c1,r1c2 even@r1c1"),
        (ROWS, "rowindexer@r1c1,r4c4 columnindexer@r2c1 boxindexer@r1c1,r1c2,r2c1,r2c2/r1c2,r2c1 "
               "numberedroom:1@r2c1,r2c2,r2c3,r2c4 numberedroom:1@r1c1,r1c2",
               "rowindexer@r3c2 boxindexer@r1c1,r1c2,r1c3,r1c4,r2c1/r1c1,r2c1 "
               "numberedroom:2@r2c1,r2c2,r2c3,r2c4 numberedroom:4@r2c1,r2c2"),
        ("1234341212343412", "globalentropy globalmod", "antimove:2:0"),
        ("3411441111111111", "bothdigits@r1c1,r1c2/r2c1,r2c2(primesum@r1c1,r1c2)",  # 3 + 4 and 4
                             "bothdigits@r1c1,r1c3/r2c1,r2c3(primesum@r1c1,r1c3)"),
        (ROWS, "noblack:5 antimove:2:2", "globalentropy globalmod"),
    ],
)  # fmt: skip
def test_what_holds_in_a_grid_is_what_people_see(grid: str, holds: str, breaks: str) -> None:
    board = boxes(2, 2).board
    digits = tuple(map(int, grid))
    for text in holds.split():
        assert from_text(text, board).holds(digits), text
    for text in breaks.split():
        assert not from_text(text, board).holds(digits), text


@pytest.mark.parametrize(
    ("text", "label"),
    [
        ("among:1,3@r1c1", "among 1 3"),
        ("killer:3@r1c1,r1c2", "killer 3"),
        ("antimove:1:3", "antimove 1 3"),
        ("whispers:2@r1c1,r1c2", "whispers 2"),
        ("quad:1,2@r1c1,r1c2,r2c1,r2c2", "quad 1 2"),
        ("nowhite:2", "nowhite 2"),
    ],
)
def test_a_label_has_the_numbers_that_people_see(text: str, label: str) -> None:
    assert from_text(text, boxes(2, 2).board).label == label


@pytest.mark.parametrize(
    "text",
    [
        "sandwich:999999@r1c1,r1c2,r1c3,r1c4",
        "sandwich:-2@r1c1,r1c2,r1c3,r1c4",
        "skyscraper:-1@r1c1,r1c2,r1c3,r1c4",
        "lunchbox:-1@r1c1,r1c2,r1c3",
        "skyscraper:999999@r1c1,r1c2,r1c3,r1c4",
        "lunchbox:999999@r1c1,r1c2,r1c3",
        "rellik:999999@r1c1,r1c2,r1c3",
        "sumline:999999@r1c1,r1c2,r2c2",
        "sumloop:999999@r1c1,r1c2,r2c2",
        "modular:999999@r1c1,r1c2,r2c2",
        "distinct:999999@r1c1,r1c2,r2c2",
    ],
)
def test_numbers_that_no_cells_reach_take_no_large_primitives(text: str) -> None:
    made = from_text(text, FOUR)
    assert len(repr(made.primitives)) < 1000
    for grid in grids_for(made)[::9]:
        assert all(p.holds(grid) for p in made.primitives) == made.holds(grid)


@pytest.mark.parametrize("text", ["distinct:12", "rellik:200"])
def test_more_sets_of_digits_than_can_be_distinguished_are_refused(
    text: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cages, "MOST_SETS", 500)
    cells = ",".join(f"r1c{i}" for i in range(1, 26))
    with pytest.raises(RulesError, match=r"expected fewer|more than 500 sets"):
        _ = with_variants(latin(25), f"{text}@{cells}").primitives


@pytest.mark.parametrize(
    ("made", "words"),
    [
        (lambda: indexing.RowIndexer(FOUR, (99,)), "rowindexer has cell 99"),
        (lambda: cells.Minimum(FOUR, (-1,)), "minimum has cell -1"),
        (lambda: sum_lines.Arrow(FOUR, (), (1, 2)), "arrow without bulb"),
        (lambda: sum_lines.Arrow(FOUR, (0,), ()), "arrow without cells"),
        (lambda: sum_lines.EqualSums(FOUR, ()), "equalsums without parts"),
        (lambda: sum_lines.EqualSums(FOUR, ((0,), ())), "equalsums without parts"),
        (lambda: counts.LookAndSay(FOUR, (0,), ()), "lookandsay says nothing"),
        (lambda: outside.Sandwich(Board(FOUR.places, 4, -1), (0, 1, 2, 3), 3), "0 or more"),
    ],
)
def test_what_makes_no_sense_is_refused_before_anything_is_expanded(
    made: Callable[[], Variant], words: str
) -> None:
    variant = made()
    with pytest.raises(RulesError, match=words):
        Rules(variant.board, [variant])


def test_a_number_that_is_no_cell_is_refused_in_json() -> None:
    for number in (16, -1, 10**30):
        with pytest.raises(RulesError, match=r"cells\[0\]: .*expected a cell such as 'r1c1'"):
            constraint_from_json({"type": "minimum", "cells": [number]}, FOUR)


def test_cells_in_the_same_relation_share_its_table_whatever_they_are() -> None:
    one, other = (from_text(f"whispers:2@r{row}c1,r{row}c2", FOUR) for row in (1, 2))
    (first,), (second,) = one.primitives, other.primitives
    assert isinstance(first, Pair)
    assert isinstance(second, Pair)
    assert first.allowed is second.allowed
    (third,) = from_text("whispers:3@r1c1,r1c2", FOUR).primitives
    assert third != first


def grids_for(variant: Variant) -> list[tuple[int, ...]]:
    """All grids that differ in its cells, or many at random where these are more."""
    board, scope = variant.board, variant.scope
    if variant.name in LATIN:
        rules = latin(board.size)
        return list(islice(grids(rules, Puzzle.empty(rules).candidates), 0, None, 3))
    digits = range(board.first, board.last + 1)
    chance = random.Random(1)
    if board.size ** len(scope) <= 5000:
        fillings = list(product(digits, repeat=len(scope)))
    else:
        fillings = [tuple(chance.choice(digits) for _ in scope) for _ in range(300)]
        fillings += [tuple(chance.choice(digits[:2]) for _ in scope) for _ in range(1000)]
        fillings += [tuple(grid[cell] for cell in scope) for grid in legal(board, chance)]
    found = []
    for filling in fillings:
        grid = [board.first] * board.cell_count
        for cell, digit in zip(scope, filling, strict=True):
            grid[cell] = digit
        found.append(tuple(grid))
    return found


def legal(board: Board, chance: random.Random) -> list[tuple[int, ...]]:
    """Patterns of which those that a variant of the whole board asks for are a good part."""
    found = []
    for _ in range(1000):
        step, turn, start = (chance.randrange(board.size) for _ in range(3))
        found.append(
            tuple((start + step * row + turn * column) % board.size + board.first
                  for row, column in board.places)
        )  # fmt: skip
    return found


MARKS = [
    ("white@r1c1,r1c2", "nowhite"),
    ("white:{n}@r1c1,r1c2", "nowhite:{n}"),
    ("white@r1c1,r1c2", "nonconsecutive"),
    ("black@r1c1,r1c2", "noblack"),
    ("black:{n}@r1c1,r1c2", "noblack:{n}"),
    ("xv:{n}@r1c1,r1c2", "nosum:{n}"),
]


@pytest.mark.thorough(but=10)
@pytest.mark.parametrize("first", [-3, -1, 0, 1, 4])
@pytest.mark.parametrize(("mark", "absence"), MARKS)
def test_two_digits_either_have_a_mark_or_obey_its_absence(
    mark: str, absence: str, first: int
) -> None:
    board = Board(((0, 0), (0, 1)), 6, first)
    for number in range(12):
        one, other = (from_text(text.format(n=number), board) for text in (mark, absence))
        for digits in product(one.digits, repeat=2):
            assert one.holds(digits) != other.holds(digits), (one.label, digits)
            for variant in (one, other):
                said = all(primitive.holds(digits) for primitive in variant.primitives)
                assert said == variant.holds(digits), (variant.label, digits)


@pytest.mark.thorough(but=50)
@pytest.mark.parametrize("first", [-1, 0, 2])
@pytest.mark.parametrize(("name", "text"), CASES)
def test_primitives_hold_where_the_variant_does_wherever_digits_begin(
    name: str, text: str, first: int
) -> None:
    board = board_of(name)
    try:
        made = from_text(text, Board(board.places, board.size, first))
    except RulesError:  # which says that it needs digits from 0 on
        assert first < 0
        return
    primitives = made.primitives
    for grid in grids_for(made)[::5]:
        values = tuple(d + first - 1 for d in grid) if name in LATIN else grid
        assert all(p.holds(values) for p in primitives) == made.holds(values), values


@pytest.mark.parametrize(("text", "words"), SENSELESS)
def test_a_text_that_makes_no_sense_is_refused_with_what_was_expected(
    text: str, words: str
) -> None:
    with pytest.raises(RulesError, match=words):
        from_text(text, FOUR)


def test_what_takes_houses_for_granted_is_refused_where_rows_are_none() -> None:
    ranked = from_text("fullrank:4@r1c1,r1c2,r1c3,r1c4", FOUR)
    assert latin(4).with_constraints([ranked]).others
    for houses in ((), latin(4).constraints[:4]):
        with pytest.raises(RulesError, match=r"needs every (row|column) to be a house"):
            Rules(FOUR, [*houses, ranked])
        with pytest.raises(RulesError, match=r"needs every (row|column) to be a house"):
            Rules(FOUR, houses).with_constraints([ranked])


@pytest.mark.parametrize(
    "text",
    [
        "skyscraper:1@r1c1,r1c2,r1c3",
        "skyscraper:0@r1c1,r1c2,r1c3",
        "xsum:0@r1c1,r1c2,r1c3,r1c4",
        "black@r1c1,r1c2",
        "valueindex@r1c1,r1c2,r1c3,r1c4",
        "regioncount@r1c1/r1c2,r1c3,r1c4",
        "regionrun@r1c1/r1c2,r1c3,r1c4",
        "regionrun@r1c1/r1c2,r1c3/r1c2,r1c4",
    ],
)
def test_of_digits_below_0_a_test_and_primitives_say_the_same(text: str) -> None:
    board = Board(tuple((0, column) for column in range(4)), 4, first=-2)
    one = from_text(text, board)
    for grid in product(range(-2, 2), repeat=4):
        assert all(part.holds(grid) for part in one.primitives) == one.holds(grid), grid


@pytest.mark.parametrize("offset", [-(10**8), -1, 1, 2, 10**8])
@pytest.mark.parametrize("name", ["regionrun", "regioncount"])
def test_a_region_is_never_larger_than_what_is_looked_at(name: str, offset: int) -> None:
    one = from_text(f"{name}:{offset}@r1c1/r1c2,r1c3", FOUR)
    for digits in product(range(1, 5), repeat=3):
        grid = (*digits, *[1] * 13)
        assert all(part.holds(grid) for part in one.primitives) == one.holds(grid), digits


@pytest.mark.parametrize("kind", [indexing.RowIndexer, indexing.ColumnIndexer])
@pytest.mark.parametrize("first", [0, 1])
def test_indexers_count_the_rows_and_columns_that_a_board_with_holes_lacks(
    kind: type[indexing.RowIndexer | indexing.ColumnIndexer], first: int
) -> None:
    board = Board(((0, 0), (0, 2), (2, 0), (2, 2)), 4, first)
    for cell in range(4):
        one = kind(board, (cell,))
        for grid in product(range(first, first + 4), repeat=4):
            assert all(part.holds(grid) for part in one.primitives) == one.holds(grid), grid


def test_json_of_another_form_is_refused_with_the_field() -> None:
    with pytest.raises(RulesError, match="total: 'five'; expected a whole number"):
        constraint_from_json({"type": "killer", "cells": ["r1c1"], "total": "five"}, FOUR)
    with pytest.raises(RulesError, match="colour: unknown; expected"):
        constraint_from_json({"type": "killer", "cells": ["r1c1"], "colour": "red"}, FOUR)
    with pytest.raises(RulesError, match="up to nine digits"):  # as in text, where it would go
        constraint_from_json({"type": "killer", "cells": ["r1c1"], "total": 10**9}, FOUR)
    with pytest.raises(RulesError, match="of another board"):
        latin(6).with_constraints([from_text("antiking", FOUR)])


BACKENDS = ("cpsat", "sat", "backtrack")


@pytest.mark.parametrize("backend", BACKENDS)
@pytest.mark.parametrize(
    ("added", "count"),
    # Counted by others, with other engines; see the sources in docs/reference/variants.md.
    [((), 288), (("antiknight",), 24), (("nonconsecutive",), 0)],
)
def test_4x4_grids_are_counted_as_others_count_them(
    backend: str, added: tuple[str, ...], count: int
) -> None:
    rules = with_variants(boxes(2, 2), *added)
    assert solving.count(Puzzle.empty(rules), backend=backend).value == count


@pytest.mark.thorough
def test_the_72_grids_of_king_knight_and_nonconsecutive() -> None:
    rules = with_variants(classic(), "antiking", "antiknight", "nonconsecutive")
    found = solving.count(Puzzle.empty(rules), backend="sat")
    assert (found.value, found.exact) == (72, True)


def random_rules(chance: random.Random) -> Rules:
    """Some variants at random, with cells at random."""
    names = [n for n in EXAMPLES if n not in THREE_CLASSES]
    rules = latin(3) if chance.random() < 0.5 else boxes(2, 2)
    found: list[Variant] = []
    while len(found) < 3:
        text = chance.choice(EXAMPLES[chance.choice(names)])
        head, _, tail = text.partition("@")
        cells = [rules.board.name(c) for c in range(rules.cell_count)]
        for part in {p for p in tail.replace("/", ",").split(",") if p}:
            tail = tail.replace(part, f"<{part}>")
        for part in sorted({p for p in tail.replace("/", ",").split(",") if p}):
            tail = tail.replace(part, cells.pop(chance.randrange(len(cells))))
        try:
            found.append(from_text(f"{head}@{tail}" if tail else head, rules.board))
        except RulesError:
            continue
    return rules.with_constraints(found)


@pytest.mark.parametrize("seed", range(12))
def test_backends_agree_with_brute_force_on_random_variants(seed: int) -> None:
    rules = random_rules(random.Random(seed))
    puzzle = Puzzle.empty(rules)
    wanted = sum(1 for _ in grids(rules, puzzle.candidates))
    for backend in BACKENDS:
        assert solving.count(puzzle, backend=backend).value == wanted, backend


def test_an_expression_says_which_words_there_are() -> None:
    words = {
        "12?3": {(1, 3), (1, 2, 3)},
        "[^1-3]{2}": {(4, 4)},
        "(1|22)+": {(1,), (2, 2), (1, 1), (1, 2, 2), (2, 2, 1), (1, 1, 1)},
        "1{0,2}": {(), (1,), (1, 1)},
    }
    for expression, wanted in words.items():
        found = {
            word
            for length in range(4)
            for word in product((1, 2, 3, 4), repeat=length)
            if automata.from_expression(expression, tuple(range(length)), FOUR).holds(word)
        }
        assert found == wanted, expression


@pytest.mark.parametrize(
    ("expression", "words"),
    [
        ("((((1{99}){99}){99}){99})", "more than 2000 digits"),
        ("1" * 3000, "more than 2000 digits"),
        ("()" + "{100}" * 4, "more than 20000 parts"),
        ("(" * 3000 + "1" + ")" * 3000, "too many brackets"),
        ("1" + "*" * 3000, "no part"),
        ("(1|2)*1(1|2){30}", "more than 20000 states"),
    ],
)
def test_an_expression_that_would_take_for_ever_is_refused(expression: str, words: str) -> None:
    with pytest.raises(RulesError, match=words):
        automata.from_expression(expression, (0, 1), FOUR)


def test_repetitions_of_repetitions_have_few_states() -> None:
    found = automata.from_expression("((1|2)*(3|4)*){100}", (0, 1), FOUR)
    assert len(found.steps) < 2000
    assert found.holds((4, 1))


@pytest.mark.parametrize(
    "expression",
    ["(", "1)", "[1", "9", "1{3", "1{2,1}", "*", "1<0>2", "(1)<0>", "[5-6]", "[3-1]{1}x"],
)
def test_what_is_no_expression_is_refused_where_it_fails(expression: str) -> None:
    with pytest.raises(RulesError, match=r"no part of one|at most 100"):
        automata.from_expression(expression, (0,), FOUR)


def test_rules_with_variants_are_written_and_read_in_words_and_json() -> None:
    rules = with_variants(
        boxes(2, 2).with_diagonals(), "killer:5@r1c1,r1c2", "antiknight", "arrow@r1c1/r1c2,r1c3"
    )
    text = rules_text(rules)
    assert text == "4+diagonals+killer:5@r1c1,r1c2+antiknight+arrow@r1c1/r1c2,r1c3"
    assert parse_rules(text).rules() == rules
    assert rules_from_json(rules_to_json(rules)) == rules
    puzzle = Puzzle.empty(rules).with_given(0, 2)
    for notation in ("line", "drawn", "json", "jsonl"):
        assert formats.parse(formats.write(puzzle, notation)) == puzzle


def test_a_verdict_on_a_variant_is_verified_by_its_own_test() -> None:
    rules = with_variants(classic(), "killer:3@r1c1,r1c2", "thermo@r2c1,r2c2,r2c3")
    found = solving.solve(Puzzle.empty(rules))
    assert found.solution is not None
    assert sorted(found.solution[:2]) == [1, 2]
    assert found.solution[9] < found.solution[10] < found.solution[11]


def test_the_page_of_variants_names_all_of_them_as_they_are_written() -> None:
    page = (Path(__file__).parents[2] / "docs" / "reference" / "variants.md").read_text(
        encoding="utf-8"
    )
    assert [usage(v) for v in variants().values() if f"`{usage(v)}`" not in page] == []


@pytest.mark.compiled
@pytest.mark.parametrize(("side", "ways"), [(2, 2), (3, 10), (4, 117), (5, 4006)])
def test_boards_are_cut_into_regions_in_as_many_ways_as_is_known(side: int, ways: int) -> None:
    # OEIS A172477: dissections of an n×n square into polyominoes of n cells.
    board = square(side)
    names = tuple(range(side * side))
    whole = chaos.ChaosRegions(board, names, names, side)
    regions = [one for one in whole.primitives if not isinstance(one, Or)]
    assert solving.count(Puzzle.empty(Rules(board, regions)), backend="fd").value == ways


def test_regions_to_be_found_have_different_digits_and_their_names_in_order() -> None:
    places = tuple((row, column) for row in (0, 1, 3, 4) for column in range(3))
    board = Board(places, 3, auxiliary=6)
    made = chaos.ChaosRegions(board, tuple(range(6)), tuple(range(6, 12)), 3)
    seen = set()
    for digits in [(1, 2, 3, 2, 3, 1), (1, 2, 3, 1, 2, 3), (1, 2, 3, 1, 3, 2)]:
        for names in product((1, 2, 3), repeat=6):
            grid = (*digits, *names)
            seen.add(made.holds(grid))
            assert all(p.holds(grid) for p in made.primitives) == made.holds(grid), grid
    assert made.holds((1, 2, 3, 1, 2, 3, 1, 1, 1, 2, 2, 2))
    assert not made.holds((1, 2, 3, 1, 2, 3, 2, 2, 2, 1, 1, 1))
    assert made.holds((1, 2, 3, 2, 3, 1, 1, 1, 2, 1, 2, 2)) is False  # digit 2 twice
    assert made.holds((1, 2, 3, 3, 1, 2, 1, 1, 2, 1, 2, 2))
    assert seen == {True, False}


@pytest.mark.parametrize("name", ["sumline", "sumloop"])
def test_pieces_of_a_line_need_a_positive_number_and_no_digits_below_0(name: str) -> None:
    words = f"{name} 0 needs a number of 1 or more"
    with pytest.raises(RulesError, match=words):
        with_variants(latin(4), f"{name}:0@r1c1,r1c2")
    below = Board(square(4).places, 4, first=-1)
    with pytest.raises(RulesError, match="no digits below 0"):
        Rules(below, (from_text(f"{name}:3@r1c1,r1c2", below),))


def test_variants_are_found_by_what_people_call_them() -> None:
    assert called("Killer Cage") == called("sum cage") == ("killer",)
    assert called("奇偶") == ("odd", "even")
    assert called("parity") == ("parity",)  # which is one of them by its own name
    assert called("nothing") == ()
    with pytest.raises(RulesError, match="no variant 'kropki'; did you mean 'white' or 'black'"):
        variant_named("kropki")
    for name in variants():
        assert called(name) == (name,)
