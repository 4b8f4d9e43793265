"""Boards, constraints and rules: what they mean, what they derive, and what they refuse."""

import pickle
import subprocess
import sys
from itertools import product

import pytest
from rule_examples import CAGE, CROSS, Descending, primitives

from cpsudoku.errors import RulesError, UnsupportedError
from cpsudoku.rules import (
    VOCABULARY,
    AllDifferent,
    And,
    Board,
    Cell,
    Connected,
    Constraint,
    Count,
    Element,
    Linear,
    Not,
    Or,
    Pair,
    Primitive,
    Regular,
    Rules,
    Table,
    as_one,
    boxes,
    cell_name,
    classic,
    digits_of_mask,
    jigsaw,
    latin,
    rectangle,
    rectangular,
    samurai,
    square,
    usual,
)
from cpsudoku.rules.rules import refusal, require


def holding(constraint: Constraint, cells: int, digits: int = 3) -> set[tuple[int, ...]]:
    """The grids of a few cells in a row that obey a constraint."""
    return {g for g in product(range(1, digits + 1), repeat=cells) if constraint.holds(g)}


def test_all_different_holds_where_no_digit_comes_twice() -> None:
    assert holding(AllDifferent((0, 2)), 3) == {
        g for g in product((1, 2, 3), repeat=3) if g[0] != g[2]
    }


def test_a_pair_holds_for_its_relation_in_its_order() -> None:
    assert holding(Pair(1, 0, frozenset({(3, 1)})), 2) == {(1, 3)}
    above = Pair.where(0, 1, lambda a, b: a > b, range(1, 4), label="above")
    assert (above.label, holding(above, 2)) == ("above", {(2, 1), (3, 1), (3, 2)})


@pytest.mark.parametrize(
    ("relation", "totals", "sums"),
    [
        ("=", (4,), {4}),
        ("=", (3, 6), {3, 6}),
        ("=", (), set()),
        ("!=", (4,), {2, 3, 5, 6}),
        ("!=", (), {2, 3, 4, 5, 6}),
        ("<=", (3,), {2, 3}),
        (">=", (5,), {5, 6}),
    ],
)
def test_a_sum_is_compared_as_its_relation_says(
    relation: str, totals: tuple[int, ...], sums: set[int]
) -> None:
    linear = Linear((0, 1), (1, 1), relation, totals)  # type: ignore[arg-type]
    assert {sum(grid) for grid in holding(linear, 2)} == sums
    assert holding(linear, 2) == {g for g in product((1, 2, 3), repeat=2) if sum(g) in sums}


def test_coefficients_may_be_any_whole_numbers_but_0() -> None:
    arrow = Linear((0, 1, 2), (1, -1, -1), "=", (0,))
    assert holding(arrow, 3) == {(2, 1, 1), (3, 1, 2), (3, 2, 1)}
    assert holding(Linear((0,), (3,), "<=", (6,)), 1) == {(1,), (2,)}


def test_a_table_holds_for_its_tuples_in_the_order_of_its_cells() -> None:
    assert holding(Table((1, 0), frozenset({(1, 2), (3, 3)})), 2) == {(2, 1), (3, 3)}
    assert holding(Table((0,), frozenset()), 1) == set()


def test_an_automaton_reads_its_cells_in_order_and_stops_where_there_is_no_step() -> None:
    # Any number of 1s, then a 2, then no more 1s.
    steps = frozenset({(0, 1, 0), (0, 2, 1), (1, 2, 1), (1, 3, 1)})
    regular = Regular((0, 1, 2), 0, steps, frozenset({1}))
    words = {(1, 1, 2), (1, 2, 2), (1, 2, 3), (2, 2, 2), (2, 2, 3), (2, 3, 2), (2, 3, 3)}
    assert holding(regular, 3) == words
    assert holding(Regular((), 0, frozenset(), frozenset({0})), 1) == {(1,), (2,), (3,)}
    assert holding(Regular((), 0, frozenset(), frozenset({1})), 1) == set()
    again = Regular((0, 1, 0), 0, frozenset({(0, 1, 1), (1, 2, 2), (2, 1, 3)}), frozenset({3}))
    assert (again.scope, holding(again, 2)) == ((0, 1), {(1, 2)})


@pytest.mark.parametrize(
    ("relation", "numbers"), [("=", {1}), ("!=", {0, 2}), ("<=", {0, 1}), (">=", {1, 2})]
)
def test_a_count_compares_how_many_cells_have_a_digit_out_of_some(
    relation: str, numbers: set[int]
) -> None:
    count = Count((0, 2), frozenset({1, 3}), relation, 1)  # type: ignore[arg-type]
    expected = {g for g in product((1, 2, 3), repeat=3) if (g[0] != 2) + (g[2] != 2) in numbers}
    assert holding(count, 3) == expected


def test_an_element_needs_a_place_among_its_cells() -> None:
    element = Element((0, 1), 2, 3)
    assert not element.holds((5, 6, 0, 6)), "no place is 0"
    assert not element.holds((5, 6, 3, 6)), "nor one after the last"


def test_an_element_finds_the_value_at_the_place_that_the_index_says() -> None:
    element = Element((2, 3), index=0, value=1)
    expected = {g for g in product((1, 2, 3), repeat=4) if g[0] in (1, 2) and g[1 + g[0]] == g[1]}
    assert holding(element, 4) == expected
    assert holding(Element((0, 1), index=0, value=1), 2) == {(1, 1), (2, 1), (2, 2), (2, 3)}


def test_and_or_and_not_mean_what_they_say() -> None:
    one, two = Table((0,), frozenset({(1,)})), Table((1,), frozenset({(2,)}))
    everything = set(product((1, 2, 3), repeat=2))
    assert holding(And((one, two)), 2) == {(1, 2)}
    assert holding(Or((one, two)), 2) == {g for g in everything if g[0] == 1 or g[1] == 2}
    assert holding(Not(one), 2) == {g for g in everything if g[0] != 1}
    assert holding(And(()), 2) == everything
    assert holding(Or(()), 2) == set()
    assert Or((one, two, And((one,)))).scope == (0, 1)
    assert And((two, one)).scope == (1, 0)
    assert Not(two).scope == (1,)


def test_cells_with_certain_digits_are_one_region_that_is_not_empty() -> None:
    row = Connected((0, 1, 2), frozenset({(0, 1), (2, 1)}), frozenset({1}))
    two = Connected(row.cells, row.neighbours, row.values, 2)
    assert {grid for grid in product((1, 2), repeat=3) if row.holds(grid)} == {
        (1, 2, 2), (2, 1, 2), (2, 2, 1), (1, 1, 2), (2, 1, 1), (1, 1, 1)
    }  # fmt: skip
    assert {grid for grid in product((1, 2), repeat=3) if two.holds(grid)} == {
        (1, 1, 2), (2, 1, 1)
    }  # fmt: skip


def test_the_vocabulary_is_closed_and_each_primitive_stands_for_itself() -> None:
    assert {type(one) for one in primitives()} == VOCABULARY
    for one in primitives():
        assert one.primitives == (one,)
        assert as_one(one) is one
        assert hash(one) == hash(pickle.loads(pickle.dumps(one)))
        with pytest.raises((AttributeError, TypeError)):
            one.label = "another"  # type: ignore[misc]


@pytest.mark.parametrize(("relation", "totals"), [("=", ()), ("=", (3, 6)), ("!=", (3, 6))])
def test_a_number_can_be_compared_with_any_number_of_others_unless_it_is_an_inequality(
    relation: str, totals: tuple[int, ...]
) -> None:
    rules = Rules(square(4), [Linear((0, 1), (1, 1), relation, totals)])  # type: ignore[arg-type]
    assert rules.vocabulary == {Linear}


@pytest.mark.parametrize(
    ("constraint", "message"),
    [
        (AllDifferent((0, 16), "box", 2), "box 2 has cell 16; expected 0 to 15"),
        (AllDifferent((0, -1)), "group has cell -1"),
        (AllDifferent((3, 3), "row", 4), "row 4 has a cell twice"),
        (AllDifferent((0, 1, 2, 3, 4)), "group has 5 cells for 4 digits"),
        (Pair(2, 2, frozenset()), "pair has a cell twice"),
        (Pair(2, 99, frozenset()), "pair has cell 99"),
        (Linear((0, 1), (1,), "=", (3,), "killer cage"), "killer cage has 1 coefficients"),
        (Linear((0, 1), (1, 0), "=", (3,)), "sum has a coefficient 0"),
        (Linear((0,), (1,), "<", (3,)), "relation '<'"),  # type: ignore[arg-type]
        (Linear((0,), (1,), "<=", (3, 4)), "<= takes one"),
        (Linear((0,), (1,), ">=", ()), ">= takes one"),
        (Table((0, 1), frozenset({(1,)})), r"table allows \(1,\); expected 2 digits"),
        (
            Regular((0,), 0, frozenset({(0, 1, 0), (0, 1, 1)}), frozenset()),
            "two steps from state 0",
        ),
        (Count((0,), frozenset(), "~", 1), "relation '~'"),  # type: ignore[arg-type]
        (Element((0, 1), 2, 16), "index has cell 16"),
        (Connected((0, 1), frozenset({(0, 2)}), frozenset()), "has neighbours 0 and 2"),
        (Connected((0, 1), frozenset({(1, 1)}), frozenset()), "has neighbours 1 and 1"),
        (Connected((0, 0), frozenset(), frozenset()), "connected has a cell twice"),
        (Connected((0, 1), frozenset(), frozenset(), 0), "connected of 0 cells"),
        (And((AllDifferent((0, 0)),)), "group has a cell twice"),
        (Or((AllDifferent((0, 0)),)), "group has a cell twice"),
        (Not(AllDifferent((0, 0))), "group has a cell twice"),
        (Not("nothing"), "not has 'nothing'; expected primitives"),  # type: ignore[arg-type]
        (Linear((0, 16), (1, 1), "=", (3,)), "sum has cell 16"),
        (Table((0, 0), frozenset()), "table has a cell twice"),
        (Regular((16,), 0, frozenset(), frozenset()), "automaton has cell 16"),
        (Count((0, 0), frozenset(), "=", 1), "count has a cell twice"),
    ],
)
def test_rules_refuse_a_constraint_that_cannot_be(constraint: Constraint, message: str) -> None:
    with pytest.raises(RulesError, match=message):
        Rules(square(4), (constraint,))


def test_a_named_constraint_expands_and_keeps_its_own_word() -> None:
    rules = boxes(2, 2).with_constraints([Descending(0, 1, 2)])
    assert len(rules.others) == 2
    assert rules.vocabulary == {AllDifferent, Pair}
    assert rules.groups == boxes(2, 2).groups
    slide = rules.constraints[-1]
    assert rules.broken((4, 3, 2, 1, 2, 1, 4, 3, 3, 4, 1, 2, 1, 2, 3, 4)) is None
    assert rules.broken((3, 4, 2, 1, 2, 1, 4, 3, 4, 3, 1, 2, 1, 2, 3, 4)) is slide
    assert slide.described(rules.board) == "slide r1c1 r1c2 r1c3"
    assert Descending(*range(9)).described(rules.board) == "slide", "most of the board"
    assert holding(as_one(slide), 3, 4) == holding(slide, 3, 4)


class Groups(Constraint):
    """A named constraint of groups alone."""

    def __init__(self, *groups: tuple[Cell, ...]) -> None:
        self.groups = groups

    @property
    def scope(self) -> tuple[Cell, ...]:
        return tuple(dict.fromkeys(cell for group in self.groups for cell in group))

    @property
    def label(self) -> str:
        return "some groups"

    @property
    def primitives(self) -> tuple[Primitive, ...]:
        return tuple(map(AllDifferent, self.groups))

    def holds(self, grid: tuple[int, ...]) -> bool:  # type: ignore[override]
        return all(len({grid[cell] for cell in group}) == len(group) for group in self.groups)


class HousesNeeded(Groups):
    """One that means something only where every row and column is a house."""

    needs_houses = True


def test_a_named_constraint_of_groups_alone_adds_nothing_else() -> None:
    assert not boxes(2, 2).has_others
    assert not boxes(2, 2).with_constraints([Groups((0, 5), (0, 10))]).has_others
    assert boxes(2, 2).with_constraints([CAGE]).has_others
    assert boxes(2, 2).with_constraints([Descending(0, 1)]).has_others


def test_a_named_group_of_more_cells_than_digits_leaves_a_cell_no_digit() -> None:
    rules = boxes(2, 2).with_constraints([Groups((0, 1, 2, 3, 4), (0, 5))])
    assert rules.has_others
    assert rules.others == (Table((0,), frozenset(), "group"),)
    assert rules.groups == (*boxes(2, 2).groups, AllDifferent((0, 5)))


def test_a_constraint_that_needs_houses_is_refused_where_a_row_or_column_is_none() -> None:
    needing = HousesNeeded((0, 5))
    assert boxes(2, 2).with_constraints([needing]).constraints[-1] is needing
    rows = [AllDifferent(tuple(range(4 * i, 4 * i + 4))) for i in range(4)]
    columns = [AllDifferent(tuple(range(i, 16, 4))) for i in range(4)]
    assert Rules(4, [*rows, *columns, needing]).constraints[-1] is needing
    for lacking, name in ((columns, "row"), (rows, "column"), ([*rows[:3], *columns], "row")):
        with pytest.raises(RulesError, match=f"some groups needs every {name} to be a house"):
            Rules(4, [*lacking, needing])
        with pytest.raises(RulesError, match=f"some groups needs every {name} to be a house"):
            Rules(4, lacking).with_constraints([needing])
    with pytest.raises(RulesError, match="needs every row"):
        Rules(4, [*rows[1:], *columns, HousesNeeded((0, 1, 2, 3))])


def test_constraints_that_are_added_are_checked() -> None:
    with pytest.raises(RulesError, match="has cell 16"):
        boxes(2, 2).with_constraints([AllDifferent((0, 16))])


def test_rules_derive_groups_houses_and_peers_from_cells_alone() -> None:
    rules = latin(3).with_groups([(0, 4)]).with_constraints([CAGE])
    assert len(rules.groups) == 7
    assert rules.houses == latin(3).groups
    assert rules.others == (CAGE,)
    assert rules.vocabulary == {AllDifferent, Linear}
    assert rules.peers[0] == (1, 2, 3, 4, 6)
    assert rules.peers[8] == (2, 5, 6, 7)
    assert Rules(2, ()).peers == ((),) * 4
    assert [group.label for group in rules.groups_of[4]] == ["row 2", "column 2", "group 1"]


def test_equal_rules_are_equal_with_equal_hashes_in_any_process() -> None:
    one, other = boxes(2, 2), Rules(4, boxes(2, 2).constraints)
    assert one == other
    assert hash(one) == hash(other)
    assert one != boxes(2, 2).with_diagonals()
    assert one != Rules(Board(one.board.places, 4, first=0), one.constraints)
    hash(one)
    code = (
        "import pickle, sys; from cpsudoku.rules import boxes; "
        "found = pickle.loads(sys.stdin.buffer.read()); "
        "assert found == boxes(2, 2) and hash(found) == hash(boxes(2, 2))"
    )
    subprocess.run([sys.executable, "-c", code], input=pickle.dumps(one), check=True)


def test_is_classic_goes_by_the_cells_and_by_nothing_else() -> None:
    assert classic().is_classic
    renamed = Rules(9, [AllDifferent(g.cells[::-1], "line") for g in classic().groups[::-1]])
    assert renamed.is_classic
    assert renamed.means(classic())
    assert not Rules(9, classic().constraints[1:]).is_classic
    assert not classic().with_constraints([CAGE]).is_classic
    assert not classic().with_diagonals().is_classic
    assert not samurai().is_classic
    assert not Rules(Board(square(9).places, 9, first=0), classic().constraints).is_classic


def test_rules_with_more_than_groups_never_mean_the_same() -> None:
    rules = latin(3).with_constraints([CAGE])
    assert not rules.means(rules)
    assert not rules.means(latin(3))
    assert not latin(3).means(rules)
    assert not rules.means(Rules(rules.board, rules.constraints))
    assert latin(3).means(latin(3))
    assert latin(3).means(Rules(3, latin(3).constraints))
    assert not latin(4).means(boxes(2, 2))
    assert not latin(3).means(Rules(Board(square(3).places, 3, first=0), latin(3).constraints))


def test_cells_have_names_by_row_and_column() -> None:
    assert [cell_name(cell, 4) for cell in (0, 3, 15)] == ["r1c1", "r1c4", "r4c4"]
    assert [CROSS.name(cell) for cell in range(5)] == ["r1c2", "r2c1", "r2c2", "r2c3", "r3c2"]
    for board in (square(4), CROSS, samurai().board):
        assert all(board.cell(board.name(c).upper()) == c for c in range(board.cell_count))
    bad = ("r0c1", "r5c1", "r1c0", "", "rc", "r-1c1", "r1c1c1", "r²c1", "1c1", "r1c" + "9" * 9)
    for name in bad:
        with pytest.raises(RulesError, match="is not a cell: expected r1c1 … r4c4"):
            square(4).cell(name)
    with pytest.raises(RulesError, match="'r1c1' is not a cell: expected r1c2"):
        CROSS.cell("r1c1")


def test_a_range_of_cells_goes_along_a_row_or_a_column_or_is_a_whole_one_in_the_order_given() -> (
    None
):
    board = square(4)
    named = board.cells(["r1c1-r1c3", "R4C2 - R2C2", "r3c3-r3c3", "r4c4"])
    assert board.names(named) == "r1c1 r1c2 r1c3 r4c2 r3c2 r2c2 r3c3 r4c4"
    assert CROSS.names(CROSS.cells(["r2c3-r2c1"])) == "r2c3 r2c2 r2c1"
    assert board.names(board.cells(["r2", "C4"])) == "r2c1 r2c2 r2c3 r2c4 r1c4 r2c4 r3c4 r4c4"
    assert CROSS.names(CROSS.cells(["r2", "c1"])) == "r2c1 r2c2 r2c3 r2c1"
    with pytest.raises(RulesError, match="r1c1-r2c2 is not a range: expected two cells of one row"):
        board.cells(["r1c1-r2c2"])
    for name in ("r1c1-", "-r1c1", "r1c1-r1c2-r1c3", "r1c1-r1c9", "r1c1-3", "r5", "c0", "r"):
        with pytest.raises(RulesError, match="is not a cell: expected r1c1 … r4c4"):
            board.cells([name])


@pytest.mark.parametrize(
    ("places", "size", "message"),
    [
        ((), 3, "without cells"),
        (((0, 0),), 0, "size must be at least 1"),
        (((0, 1), (0, 0)), 3, "r1c1 after r1c2"),
        (((0, 0), (0, 0)), 3, "r1c1 after r1c1"),
        (((0, 0), (1, -1)), 3, "below 0"),
    ],
)
def test_boards_that_cannot_be_are_refused(
    places: tuple[tuple[int, int], ...], size: int, message: str
) -> None:
    with pytest.raises(RulesError, match=message):
        Board(places, size)


def test_some_of_the_last_cells_may_stand_beside_the_grid() -> None:
    places = tuple((row, column) for row in range(2) for column in range(3))
    board = Board(places, 3, auxiliary=3)
    assert (board.cell_count, board.grid_count) == (6, 3)
    assert board.grid_at == {(0, 0): 0, (0, 1): 1, (0, 2): 2}
    assert set(board.cells_at) == set(places)
    assert repr(board).endswith("size=3, first=1, auxiliary=3)")
    assert "auxiliary" not in repr(CROSS)
    for wrong in (-1, 7):
        with pytest.raises(RulesError, match=f"{wrong} auxiliary cells of 6"):
            Board(places, 3, auxiliary=wrong)


def test_digits_of_a_mask_are_listed_in_their_order() -> None:
    assert [digits_of_mask(mask) for mask in (0, 0b1, 0b1010, 1 << 40)] == [(), (1,), (2, 4), (41,)]


def test_a_board_is_square_only_with_as_many_digits_from_1_as_rows() -> None:
    assert square(4).is_square
    assert Board(square(4).places, 4).is_square
    for board in (rectangle(4, 4, 5), rectangle(2, 3, 6), CROSS, Board(square(4).places, 4, 0)):
        assert not board.is_square
    assert (samurai().board.height, samurai().board.width) == (21, 21)
    assert (rectangle(2, 3, 6).height, rectangle(2, 3, 6).width) == (2, 3)
    assert (CROSS.height, CROSS.width) == (3, 3)


def test_boards_and_rules_are_shown_as_what_makes_them() -> None:
    makers = {"Board": Board, "square": square, "Rules": Rules, "AllDifferent": AllDifferent}
    for one in (square(4), CROSS, Board(square(2).places, 2, first=0), boxes(2, 2)):
        assert eval(repr(one), makers) == one
    assert repr(square(4)) == "square(4)"


@pytest.mark.parametrize("first", [0, 2, 5])
def test_a_board_says_what_its_digits_are_worth(first: int) -> None:
    board = Board(((0, 0), (0, 1)), 3, first=first)
    assert board.values((1, 3)) == (first, first + 2)
    assert board.last == first + 2
    assert Rules(board, ()).symbols == tuple(str(first + i) for i in range(3))


def test_a_constraint_has_to_say_four_things() -> None:
    needed = {"scope", "label", "primitives", "holds"}
    assert Constraint.__abstractmethods__ == needed
    for name in needed:
        parts = {part: getattr(Descending, part) for part in needed - {name}}
        with pytest.raises(TypeError, match=name):
            type("Incomplete", (Constraint,), parts)()


def test_digits_may_begin_anywhere_and_constraints_see_what_they_are_worth() -> None:
    board = Board(((0, 0), (0, 1), (0, 2)), 3, first=0)
    rules = Rules(board, (AllDifferent((0, 1, 2)), Linear((0, 1), (1, 1), "=", (1,))))
    assert rules.symbols == ("0", "1", "2")
    assert rules.broken((1, 2, 3)) is None
    assert rules.broken((1, 3, 2)) is rules.constraints[1]


def test_a_samurai_is_five_classic_grids_that_share_four_boxes() -> None:
    rules = samurai()
    assert (rules.cell_count, rules.size) == (369, 9)
    assert len(rules.groups) == len(rules.houses) == 5 * 18 + 5 * 9 - 4
    assert len(rules.cell_sets) == len(rules.groups)
    grids = ("top left", "top right", "middle", "bottom left", "bottom right")
    lines = [f"{g} {kind} {n}" for g in grids for kind in ("row", "column") for n in range(1, 10)]
    assert [group.label for group in rules.groups] == lines + [f"box {n}" for n in range(1, 42)]
    shared = [cell for cell, groups in enumerate(rules.groups_of) if len(groups) == 5]
    assert len(shared) == 4 * 9
    places = rules.board.places
    for top, left in ((0, 0), (0, 12), (6, 6), (12, 0), (12, 12)):
        grid = [c for c, (r, k) in enumerate(places) if top <= r < top + 9 and left <= k < left + 9]
        number = {cell: i for i, cell in enumerate(grid)}
        inside = [g for g in rules.groups if number.keys() >= set(g.cells)]
        moved = Rules(9, [AllDifferent(tuple(number[c] for c in g.cells)) for g in inside])
        assert moved.is_classic


def test_a_rectangle_has_groups_along_its_longer_side_alone_as_houses() -> None:
    rules = rectangular(6, 9)
    assert (rules.cell_count, rules.size, len(rules.groups), len(rules.houses)) == (54, 9, 15, 6)
    assert rectangular(2, 2, 5).houses == ()
    with pytest.raises(RulesError, match="at least 1×1"):
        rectangular(0, 3)
    with pytest.raises(RulesError, match="3 cells for 2 digits"):
        rectangular(2, 3, 2)


def test_what_needs_a_square_or_boxes_says_so() -> None:
    for rules in (samurai(), rectangular(4, 4, 5)):
        assert rules.box_shape is None
        with pytest.raises(RulesError, match="square board"):
            rules.with_diagonals()
        with pytest.raises(RulesError, match="rectangular boxes"):
            rules.with_windows()
        with pytest.raises(RulesError, match="rectangular boxes"):
            rules.with_disjoint_groups()
    with pytest.raises(RulesError, match="rectangular boxes"):
        jigsaw("1122112233443344").with_windows()


def test_makers_refuse_sizes_that_cannot_be() -> None:
    for make in (latin, usual, square):
        with pytest.raises(RulesError, match="at least 1, not 0"):
            make(0)
    with pytest.raises(RulesError, match="at least 1×1, not 0×3"):
        boxes(0, 3)
    with pytest.raises(RulesError, match="square, not 3"):
        jigsaw("123")
    with pytest.raises(RulesError, match="region '1' has 3 cells; expected 2"):
        jigsaw("1112")


def test_makers_give_what_they_say() -> None:
    assert usual(9) is classic()
    assert usual(6) == boxes(2, 3)
    assert usual(12) == boxes(3, 4)
    assert usual(7) == latin(7) == boxes(1, 7) == boxes(7, 1)
    assert [g.cells for g in boxes(2, 3).of_kind("box")][1] == (3, 4, 5, 9, 10, 11)
    assert [g.label for g in boxes(2, 2).with_diagonals().groups[-2:]] == [
        "diagonal",
        "antidiagonal",
    ]
    assert boxes(2, 2).with_diagonals().groups[-1].cells == (3, 6, 9, 12)
    assert [g.cells[0] for g in classic().with_windows().of_kind("window")] == [10, 14, 46, 50]
    disjoint = classic().with_disjoint_groups().of_kind("disjoint group")
    assert disjoint[0].cells == (0, 3, 6, 27, 30, 33, 54, 57, 60)
    assert boxes(3, 2).box_shape == (3, 2)
    assert boxes(2, 3).with_diagonals().groups[-1].cells == (5, 10, 15, 20, 25, 30)
    assert latin(1) == usual(1) == boxes(1, 1)
    assert jigsaw("1").is_exact(jigsaw("1").groups[0])
    assert jigsaw(["a", "b", "a", "b"]) == jigsaw("abab")
    assert [group.label for group in jigsaw("aabb").of_kind("region")] == ["region 1", "region 2"]
    assert rectangular(3, 1).board == rectangle(3, 1, 3)


def test_symbols_are_one_character_up_to_35_digits() -> None:
    assert "".join(latin(35).symbols) == "123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"
    assert latin(36).symbols[8:10] == ("9", "10")


def test_a_grid_is_a_text_with_spaces_only_where_a_digit_takes_several_characters() -> None:
    assert boxes(1, 2).text((1, 2, 0, 1)) == "12.1"
    nine_and_ten = Rules(Board(((0, 0), (0, 1), (1, 0)), 2, 9), ())
    assert nine_and_ten.text(bytes([1, 2, 0])) == "9 10 ."
    assert latin(40).text([40] + [0] * 1599, "0").split()[:2] == ["40", "0"]


def test_needs_are_refused_in_the_users_words() -> None:
    rules = classic().with_constraints([CAGE])
    assert refusal(classic()) == ""
    assert refusal(rules) == "cannot say: killer cage r1c1 r1c2"
    assert refusal(rules, knows=frozenset({AllDifferent, Linear})) == ""
    refusals = [refusal(classic().with_constraints([CAGE] * n)).partition(" and ") for n in (3, 5)]
    assert [(first.count("cage"), rest) for first, _, rest in refusals] == [(3, ""), (3, "2 more")]
    assert refusal(samurai()).startswith("only square boards with as many digits as rows")
    assert refusal(samurai(), board="any") == ""
    assert "classic" in refusal(boxes(2, 2), board="classic")
    require(samurai(), "hints", board="any")
    with pytest.raises(UnsupportedError, match="hints: cannot say: killer cage r1c1 r1c2"):
        require(rules, "hints")
