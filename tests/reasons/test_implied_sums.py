"""Sums that follow from cages and houses: true of all solutions, and found where people look."""

from __future__ import annotations

import pytest
from brute_force import grids
from hypothesis import given
from hypothesis import strategies as st

from cpsudoku.logic import Position
from cpsudoku.logic.explaining.explanations import Walk
from cpsudoku.puzzle import Puzzle
from cpsudoku.reasons.sums import MOST_CELLS, implied_sums
from cpsudoku.rules import Board, Linear, Relation, Rules, boxes, classic, latin, rectangular
from cpsudoku.variants import with_variants

FOUR = boxes(2, 2)
GRIDS = list(grids(FOUR, Puzzle.empty(FOUR).candidates))


def said(rules: Rules) -> set[str]:
    return {one.described(rules.board) for one in implied_sums(rules)}


@st.composite
def cages(draw: st.DrawFn) -> tuple[Rules, tuple[int, ...]]:
    """Return a grid of 4×4, and rules with cages of any form, overlaps too, that it obeys."""
    grid = draw(st.sampled_from(GRIDS))
    cells = st.lists(st.integers(0, 15), min_size=1, max_size=5, unique=True)
    texts = []
    for cage in draw(st.lists(cells, min_size=1, max_size=6)):
        places = ",".join(f"r{cell // 4 + 1}c{cell % 4 + 1}" for cell in cage)
        texts.append(f"sum:{sum(grid[cell] for cell in cage)}@{places}")
    return with_variants(FOUR, *texts), grid


@given(cages())
def test_every_implied_sum_holds_in_every_solution(made: tuple[Rules, tuple[int, ...]]) -> None:
    rules, grid = made
    for solution in [grid, *(one for one in GRIDS if rules.broken(one) is None)]:
        assert all(one.holds(solution) for one in implied_sums(rules))
    assert all(0 < len(one.cells) <= MOST_CELLS for one in implied_sums(rules))


def test_innies_outies_and_their_differences_are_found() -> None:
    inner = with_variants(FOUR, "killer:3@r1c1,r1c2")
    assert "sum 7 of the innies of box 1 r2c1 r2c2" in said(inner)
    outer = with_variants(FOUR, "killer:3@r1c1,r1c2", "sum:9@r2c1,r2c2,r3c2")
    assert "sum 2 of the outies of box 1 r3c2" in said(outer)
    both = with_variants(FOUR, "killer:3@r1c1,r1c2", "sum:5@r2c1,r3c1")
    assert "difference 2 of the innies and outies of box 1 r2c2 r3c1" in said(both)
    other = with_variants(FOUR, "killer:7@r1c1,r1c2", "sum:5@r2c1,r3c1")
    assert "difference 2 of the outies and innies of box 1 r3c1 r2c2" in said(other)


def test_houses_of_a_kind_are_put_together_where_sums_tie_them() -> None:
    tied = with_variants(latin(4), "sum:15@r1c1,r1c2,r1c3,r2c1,r2c2,r2c3")
    assert "sum 5 of the innies of row 1 and row 2 r1c4 r2c4" in said(tied)
    apart = with_variants(latin(4), "sum:6@r1c1,r1c2,r1c3", "sum:6@r2c1,r2c2,r2c3")
    assert not any("row 1 and row 2" in one for one in said(apart))
    three = with_variants(
        latin(4), "sum:9@r1c1,r1c2,r1c3,r2c1", "sum:16@r2c2,r2c3,r3c1,r3c2,r3c3,r2c4"
    )
    assert "sum 5 of the innies of row 1 and row 2 and row 3 r1c4 r3c4" in said(three)


def test_digits_count_what_they_are_worth() -> None:
    from_zero = Rules(Board(FOUR.board.places, 4, first=0), FOUR.constraints)
    rules = with_variants(from_zero, "sum:1@r1c1,r1c2,r1c3")
    assert "sum 5 of the innies of row 1 r1c4" in said(rules)


@pytest.mark.parametrize(
    "text",
    ["white:1@r1c1,r1c2", "thermo@r1c1,r1c2", "arrow@r1c1/r1c2,r1c3"],
)
def test_only_plain_sums_with_one_total_count(text: str) -> None:
    assert implied_sums(with_variants(FOUR, text)) == ()


@pytest.mark.parametrize(
    ("factors", "relation", "totals"),
    [((1, 1), "=", (3, 4)), ((1, 1), "<=", (3,)), ((1, 2), "=", (4,)), ((-1, -1), "=", (-3,))],
)
def test_other_comparisons_of_sums_do_not_count(
    factors: tuple[int, ...], relation: Relation, totals: tuple[int, ...]
) -> None:
    one = Linear((0, 1), factors, relation, totals)
    assert implied_sums(FOUR.with_constraints([one])) == ()


def test_what_is_given_is_not_implied_again() -> None:
    rules = with_variants(FOUR, "killer:3@r1c1,r1c2", "killer:7@r2c1,r2c2")
    assert not any(one.endswith(" r2c1 r2c2") for one in said(rules))


def test_short_sums_come_first_and_boards_without_houses_have_none() -> None:
    rules = with_variants(classic(), "killer:20@r1c1,r1c2,r1c3,r2c1", "killer:8@r2c2,r2c3,r3c3")
    sizes = [len(one.cells) for one in implied_sums(rules)]
    assert sizes == sorted(sizes)
    assert sizes
    wide = with_variants(rectangular(2, 3, 4), "sum:3@r1c1,r1c2")
    assert implied_sums(wide) == ()


@pytest.mark.compiled
def test_the_rule_of_45_solves_what_no_clue_by_itself_does() -> None:
    rules = with_variants(FOUR, "killer:3@r1c1,r1c2", "sum:9@r2c1,r2c2,r3c2")
    sentences = [step.sentence for step in Walk(Position.of(Puzzle.empty(rules)))]
    assert any(one.startswith("Sum 2 of the outies of box 1 r3c2 means") for one in sentences)
