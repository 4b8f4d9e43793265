"""Verification knows no solver, and its compiled form says what the plain one says."""

import sys
from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cpsudoku import verify
from cpsudoku.formats import parse_rules
from cpsudoku.puzzle import Puzzle
from cpsudoku.rules import (
    AllDifferent,
    Board,
    Constraint,
    Linear,
    Rules,
    boxes,
    classic,
    jigsaw,
    latin,
    rectangular,
    samurai,
)

# A pattern grid: each row is the one above, shifted.
CLASSIC = tuple((3 * (r % 3) + r // 3 + c) % 9 + 1 for r in range(9) for c in range(9))
RULES = {
    "classic": (classic(), CLASSIC),
    "boxes": (boxes(2, 2), (1, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3, 4, 3, 2, 1)),
    "latin": (latin(3), (1, 2, 3, 2, 3, 1, 3, 1, 2)),
    "rectangle": (rectangular(2, 3), (1, 2, 3, 2, 3, 1)),
    "jigsaw": (jigsaw("aabbaabbccddccdd"), None),
}
KNOWN = [(rules, grid) for rules, grid in RULES.values() if grid is not None]


@pytest.fixture(params=["compiled", "plain"])
def form(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    if request.param == "plain":
        monkeypatch.setattr(verify, "verifier", lambda rules: None)
    else:
        pytest.importorskip("cpsudoku._native")
    return str(request.param)


@pytest.mark.parametrize(("rules", "grid"), KNOWN)
def test_a_solution_is_one_with_any_candidates_that_allow_it(
    form: str, rules: Rules, grid: tuple[int, ...]
) -> None:
    everything = (rules.all_digits,) * rules.cell_count
    assert verify.fault(grid, rules, everything) is None
    assert verify.fault(grid, rules, tuple(1 << (d - 1) for d in grid)) is None


@pytest.mark.parametrize(("rules", "grid"), KNOWN)
def test_every_single_change_of_a_solution_is_a_fault(
    form: str, rules: Rules, grid: tuple[int, ...]
) -> None:
    everything = (rules.all_digits,) * rules.cell_count
    for cell in range(rules.cell_count):
        for digit in range(-1, rules.size + 2):
            if digit != grid[cell]:
                changed = (*grid[:cell], digit, *grid[cell + 1 :])
                assert verify.fault(changed, rules, everything) is not None


def test_faults_say_what_is_wrong(form: str) -> None:
    rules, everything = classic(), (511,) * 81
    assert verify.fault(CLASSIC[:80], rules, everything) == "80 cells; expected 81"
    assert verify.fault((0, *CLASSIC[1:]), rules, everything) == "r1c1 has digit 0"
    assert verify.fault((1 << 70, *CLASSIC[1:]), rules, everything) == f"r1c1 has digit {1 << 70}"
    assert verify.fault((256 + CLASSIC[0], *CLASSIC[1:]), rules, everything) == "r1c1 has digit 257"
    forbidden = (everything[0] & ~(1 << (CLASSIC[0] - 1)), *everything[1:])
    assert verify.fault(CLASSIC, rules, forbidden) == f"r1c1 cannot be {CLASSIC[0]}"
    swapped = (CLASSIC[1], CLASSIC[0], *CLASSIC[2:])
    assert verify.fault(swapped, rules, everything) == "column 1 has a digit twice"


def test_the_compiled_form_is_taken_for_boards_of_up_to_64_digits_with_groups_alone() -> None:
    pytest.importorskip("cpsudoku._native")
    squares = (classic(), latin(64), boxes(2, 2).with_diagonals())
    for rules in (*squares, samurai(), rectangular(4, 4, 5), rectangular(2, 3)):
        assert verify.verifier(rules) is not None
    cage = Linear((0, 1), (1, 1), "=", (5,))
    for rules in (latin(65), boxes(2, 2).with_constraints([cage])):
        assert verify.verifier(rules) is None


def test_rows_columns_and_boxes_on_another_board_are_no_classic_houses(form: str) -> None:
    # One cell more, in no group: what knows 81 cells must not be asked.
    places = (*classic().board.places, (9, 0))
    rules = Rules(Board(places, 9), classic().constraints)
    everything = (511,) * 82
    assert verify.fault((*CLASSIC, 1), rules, everything) is None
    assert verify.fault((*CLASSIC, 10), rules, everything) == "r10c1 has digit 10"
    assert verify.fault(CLASSIC, rules, everything) == "81 cells; expected 82"


def test_without_the_compiled_core_the_plain_form_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "cpsudoku._native", None)
    monkeypatch.delattr("cpsudoku._native", raising=False)
    rules = boxes(2, 2).with_groups([(0, 5)], "pair")  # not asked about before
    assert verify.verifier(rules) is None
    assert verify.is_solution((1, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3, 4, 3, 2, 1), rules, (15,) * 16)


@given(st.data())
def test_compiled_and_plain_verification_agree(data: st.DataObject) -> None:
    rules, grid = data.draw(st.sampled_from(KNOWN))
    drawn = list(grid)
    for cell in data.draw(st.lists(st.integers(0, len(drawn) - 1), max_size=3)):
        drawn[cell] = data.draw(st.integers(1, rules.size))
    masks = data.draw(
        st.lists(
            st.sampled_from([rules.all_digits, rules.all_digits - 1, 3]),
            min_size=len(drawn),
            max_size=len(drawn),
        )
    )
    allowed = all(masks[c] >> (d - 1) & 1 for c, d in enumerate(drawn))
    different = all(len({drawn[c] for c in h.cells}) == len(h.cells) for h in rules.groups)
    assert verify.is_solution(tuple(drawn), rules, tuple(masks)) == (allowed and different)


@given(st.data())
def test_a_clash_is_found_just_where_the_puzzle_finds_it(data: st.DataObject) -> None:
    rules = data.draw(st.sampled_from([classic(), boxes(2, 2), latin(3), RULES["jigsaw"][0]]))
    masks = [rules.all_digits] * rules.cell_count
    for cell in data.draw(st.lists(st.integers(0, rules.cell_count - 1), max_size=6)):
        masks[cell] = data.draw(st.sampled_from([1, 2, 3, 4, rules.all_digits]))
    if data.draw(st.integers(0, 9)) == 0:
        masks[data.draw(st.integers(0, rules.cell_count - 1))] = 0
    puzzle = Puzzle(rules, tuple(masks))
    assert verify.clash(puzzle) == puzzle.clash()


def test_the_first_constraint_that_does_not_hold_is_named_with_its_cells() -> None:
    cage = Linear((0, 1), (1, 1), "=", (5,), label="killer cage")
    rules = boxes(2, 2).with_constraints([cage])
    grid, masks = RULES["boxes"][1], (15,) * 16
    assert grid is not None
    assert verify.verifier(rules) is None
    assert verify.fault(grid, rules, masks) == "killer cage r1c1 r1c2 does not hold"
    other = tuple({2: 4, 4: 2}.get(digit, digit) for digit in grid)
    assert verify.fault(other, rules, masks) is None
    assert not verify.is_solution(grid, rules, masks)


class Liar(Constraint):
    """Says another thing to solvers than it means."""

    scope = (0,)
    label = "liar"
    primitives = (AllDifferent((0,)),)

    def holds(self, grid: Sequence[int]) -> bool:
        return grid[0] == 2


def test_verification_asks_a_named_constraint_and_not_what_it_expands_to() -> None:
    rules = latin(2).with_constraints([Liar()])
    assert rules.others == ()
    assert verify.fault((2, 1, 1, 2), rules, (3,) * 4) is None
    assert verify.fault((1, 2, 2, 1), rules, (3,) * 4) == "liar r1c1 does not hold"


def test_any_board_is_verified() -> None:
    rules = rectangular(2, 3)
    assert verify.fault((1, 2, 3, 2, 3, 1), rules, (7,) * 6) is None
    assert verify.fault((1, 2, 3, 1, 3, 2), rules, (7,) * 6) == "column 1 has a digit twice"
    assert verify.fault((1, 2, 3), rules, (7,) * 6) == "3 cells; expected 6"
    assert verify.fault((1,) * 369, samurai(), (511,) * 369) == "top left row 1 has a digit twice"
    zeros = Rules(Board(((0, 0), (0, 1)), 3, first=0), [AllDifferent((0, 1), "row", 1)])
    assert verify.fault((1, 2), zeros, (7, 7)) is None
    assert verify.fault((1, 4), zeros, (7, 7)) == "r1c2 has digit 3"
    assert verify.fault((1, 2), zeros, (7, 5)) == "r1c2 cannot be 1"
    assert verify.clash(Puzzle.empty(samurai())) is None
    assert verify.clash(Puzzle.empty(samurai()).with_given(0, 1).with_given(8, 1)) is not None


def test_only_rules_with_all_their_cells_filled_can_be_broken() -> None:
    rules = parse_rules("4+killer:5@r1c1,r1c2").rules()
    for digits, expected in (((1, 0), []), ((1, 2), ["killer 5"]), ((1, 4), [])):
        found = verify.broken(Puzzle.from_digits([*digits, *[0] * 14], rules))
        assert [constraint.label for constraint in found] == expected


def test_a_grid_agrees_where_each_digit_is_among_its_candidates() -> None:
    assert verify.agrees((1, 2, 4), (0b0001, 0b0110, 0b1000))
    assert not verify.agrees((1, 3, 4), (0b0001, 0b1010, 0b1000))
    assert not verify.agrees((2, 2, 4), (0b0001, 0b0110, 0b1000))
