"""Numbers of any size in rules: every backend takes them at their worth, or says that it cannot."""

import re

import pytest
from brute_force import grids
from hypothesis import given
from hypothesis import strategies as st

from cpsudoku import backends
from cpsudoku.asking import solving
from cpsudoku.encodings.lowering import reduced, within
from cpsudoku.errors import RulesError, UnsupportedError
from cpsudoku.export import export
from cpsudoku.puzzle import Puzzle
from cpsudoku.rules import (
    AllDifferent,
    Board,
    Constraint,
    Count,
    Linear,
    Not,
    Or,
    Regular,
    Relation,
    Rules,
    Table,
    boxes,
    classic,
    rectangle,
)

BACKENDS = [
    "auto", "sat", "cpsat:booleans", "cpsat:integers", "backtrack",
    pytest.param("fd", marks=pytest.mark.compiled),
]  # fmt: skip

SMALL = (
    Rules(rectangle(1, 4, 4), (AllDifferent((0, 1, 2)),)),
    Rules(Board(((0, 0), (0, 1), (1, 0), (1, 1)), 3, first=0), (AllDifferent((0, 1)),)),
    Rules(Board(((0, 0), (0, 1), (0, 2)), 3, first=-1), ()),
)

# On both sides of the bounds of 32 and 64 bits, of thousands of millions, and of multiples of them.
powers = st.sampled_from([0, 1, 9, 10, 20, 31, 32, 52, 57, 58, 59, 60, 61, 62, 63, 64, 65, 100])
factors = st.builds(
    lambda power, small, sign: sign * ((1 << power) + small), powers, st.integers(0, 3),
    st.sampled_from([-1, 1]),
)  # fmt: skip
relations: st.SearchStrategy[Relation] = st.sampled_from(["=", "!=", "<=", ">="])


@st.composite
def great_sums(draw: st.DrawFn, board: Board) -> Linear:
    cells = draw(st.permutations(range(board.cell_count)))[: draw(st.integers(1, 3))]
    common = draw(st.one_of(st.just(1), factors))
    coefficients = tuple(common * draw(factors) for _ in cells)
    relation = draw(relations)
    digits = st.integers(board.first, board.last)
    near = st.builds(
        lambda worth, off: sum(a * b for a, b in zip(coefficients, worth, strict=True)) + off,
        st.tuples(*[digits] * len(cells)),
        st.sampled_from([0, 0, 0, -1, 1, common, 1 << 70]),
    )
    most = 3 if relation in ("=", "!=") else 1
    totals = tuple(draw(st.lists(near, min_size=1, max_size=most)))
    return Linear(tuple(cells), coefficients, relation, totals)


@st.composite
def with_great_sums(draw: st.DrawFn) -> Rules:
    rules = draw(st.sampled_from(SMALL))
    one = draw(great_sums(rules.board))
    wrapped: Constraint = draw(
        st.sampled_from([one, Not(one), Or((one, Count((0,), frozenset({1}), "=", 1)))])
    )
    return rules.with_constraints([wrapped])


@pytest.mark.thorough(but=3)
@pytest.mark.parametrize("backend", BACKENDS)
@given(rules=with_great_sums())
def test_every_backend_finds_the_grids_of_sums_of_any_size(backend: str, rules: Rules) -> None:
    expected = set(grids(rules, (rules.all_digits,) * rules.cell_count))
    found = solving.solve(Puzzle.empty(rules), backend=backend, limit=None)
    assert set(found.solutions) == expected
    assert found.outcome.exhausted


def test_the_model_of_cells_knows_the_candidates_of_sums_too_great_for_cp_sat() -> None:
    board = Board(((0, 0), (0, 1), (0, 2)), 3, -1)
    rules = Rules(board, (Linear((0, 1), (-1, -(1 << 57)), "<=", (0,)),))
    found = solving.solve(Puzzle.empty(rules), backend="cpsat:integers", limit=None)
    assert set(found.solutions) == set(grids(rules, (7,) * 3))


@given(rules=with_great_sums(), most=st.sampled_from([0, 1 << 20, 1 << 60]))
def test_sums_brought_to_less_hold_for_the_same_digits(rules: Rules, most: int) -> None:
    board = rules.board
    sums = [p for p in rules.others if isinstance(p, Linear)]
    for grid in grids(SMALL[0] if board.first == 1 else Rules(board, ()), (7,) * board.cell_count):
        values = board.values(grid)
        for one in sums:
            assert reduced(one, board).holds(values) == one.holds(values)
            assert within(one, board, most).holds(values) == one.holds(values)


@pytest.mark.parametrize("backend", ["cpsat", pytest.param("fd", marks=pytest.mark.compiled)])
def test_other_great_numbers_are_taken_at_their_worth(backend: str) -> None:
    great = 10**30
    rules = boxes(2, 2).with_constraints(
        [
            Count((0, 1), frozenset({1, great}), "<=", great),
            Table((0, 1), frozenset({(1, 2), (great, 3)})),
            Regular((4,), great, frozenset({(great, 3, -great)}), frozenset({-great})),
        ]
    )
    assert solving.count(Puzzle.empty(rules), backend=backend).value == 12


UNSAID = Linear(tuple(range(9)), tuple(3**k * 10**11 + 7**k for k in range(9)), "<=", (10**16,))
"""Too great for fd, and too many sums for an automaton."""
BEYOND = Linear(tuple(range(9)), tuple(3**k * 10**25 + 7**k for k in range(9)), "<=", (10**30,))


@pytest.mark.compiled
@pytest.mark.parametrize(("backend", "one"), [("fd", UNSAID), ("cpsat", BEYOND)])
def test_what_a_backend_cannot_count_it_refuses_by_name(backend: str, one: Linear) -> None:
    rules = classic().with_constraints([one])
    with pytest.raises(UnsupportedError, match="sum r1c1 r1c2"):
        backends.engine(backend, rules)


@pytest.mark.compiled
@pytest.mark.parametrize(("one", "name"), [(UNSAID, "cpsat"), (BEYOND, "backtrack")])
def test_auto_takes_a_backend_that_can_count_so_far(one: Linear, name: str) -> None:
    rules = classic().with_constraints([one])
    found = solving.solve(Puzzle.empty(rules))
    assert found.backend == name
    assert found.solutions


@pytest.mark.parametrize(
    ("language", "most"), [("minizinc", 1 << 31), ("lp", 1 << 18), ("opb", 1 << 63)]
)
def test_exported_sums_stay_within_what_programs_count(language: str, most: int) -> None:
    great = Linear((0, 5), (10**30, 10**30 + 1), "<=", (4 * 10**30,))
    table = Table((0, 1), frozenset({(1, 2), (10**30, 3)}))
    text = "".join(export(Puzzle.empty(boxes(2, 2).with_constraints([great, table])), language))
    assert max(map(int, re.findall(r"\d+", text))) < most


def test_digits_that_no_solver_counts_are_refused() -> None:
    with pytest.raises(RulesError, match="digits from 1000000"):
        Board(((0, 0),), 1, first=10**30)


def test_the_reported_sum_has_every_grid() -> None:
    great = Linear((0, 6), (300_000_000, 300_000_000), ">=", (3,))
    rules = boxes(2, 2).with_constraints([great])
    assert solving.count(Puzzle.empty(rules), backend="cpsat").value == 288
