"""Clauses over sets of digits say of parts with one total just what their sums say."""

from __future__ import annotations

import random

import pytest
from brute_force import grids

pytest.importorskip("pysat", reason="models are counted by a SAT solver")

from pysat.solvers import Solver

from cpsudoku.encodings import cnf, totals
from cpsudoku.encodings.choices import Auxiliary
from cpsudoku.rules import Rules, boxes, latin

PARTS = [
    ((0,), (4, 8)),
    ((0, 1), (4, 5), (10,)),
    ((0, 1, 5), (10, 11)),
    ((3,), (12,)),
    # No group has both cells of the first part.
    ((0, 10), (1, 2), (15,)),
]


def models(rules: Rules, masks: tuple[int, ...], *parts: totals.Parts) -> list[tuple[int, ...]]:
    """Return the grid of each model of groups and clauses of totals, as often as there are such."""
    formula = cnf.encode(rules, candidates=masks)
    more = Auxiliary(formula.variables)
    clauses = [*formula.clauses, *totals.clauses(parts, rules, masks, more.fresh)]
    used = {abs(literal) for clause in clauses for literal in clause}
    if () in clauses:  # which this solver overlooks
        return []
    with Solver(name="glucose4", bootstrap_with=clauses) as solver:
        found: list[tuple[int, ...]] = []
        while solver.solve():
            model = [literal for literal in solver.get_model() if abs(literal) in used]
            found.append(cnf.decode(model, rules))
            # Whatever its other variables are: a grid with two models would be found twice.
            solver.add_clause([-literal for literal in model])
        return found


def obeys(grid: tuple[int, ...], parts: totals.Parts) -> bool:
    return len({sum(grid[cell] for cell in part) for part in parts}) == 1


@pytest.mark.parametrize("parts", PARTS)
@pytest.mark.parametrize("rules", [boxes(2, 2), latin(4)])
def test_models_are_the_grids_whose_parts_have_one_total_each_once(
    rules: Rules, parts: totals.Parts
) -> None:
    masks = (15,) * 16
    said = [part for part in parts if any({*part} <= {*g.cells} for g in rules.groups)]
    wanted = sorted(g for g in grids(rules, masks) if len(said) < 2 or obeys(g, said))
    assert sorted(models(rules, masks, parts)) == wanted


def test_what_candidates_exclude_is_in_no_set_of_digits() -> None:
    chance, rules = random.Random(5), boxes(2, 2)
    some = list(grids(rules, (15,) * 16))
    for _ in range(40):
        kept = chance.choice(some)
        masks = tuple(1 << digit - 1 | chance.randrange(16) for digit in kept)
        parts = chance.choice(PARTS[:4])
        wanted = sorted(grid for grid in grids(rules, masks) if obeys(grid, parts))
        assert sorted(models(rules, masks, parts)) == wanted


def test_digits_of_a_part_are_barred_from_the_rest_of_its_houses_at_once() -> None:
    rules = boxes(2, 2)
    formula = cnf.encode(rules)
    more = Auxiliary(formula.variables)
    clauses = totals.clauses([((0, 1), (10,))], rules, (15,) * 16, more.fresh)
    with Solver(name="glucose4", bootstrap_with=[*formula.clauses, *clauses]) as solver:
        _, found = solver.propagate([10 * 4 + 3])  # the sum is 3, so that the part has 1 and 2
    barred = {cell for cell in range(16) if {-(cell * 4 + 1), -(cell * 4 + 2)} <= {*found}}
    assert barred >= {2, 3, 4, 5}


def test_parts_that_can_have_no_common_total_have_no_model() -> None:
    masks = (1, 15, 15, 15, 8, 15, 15, 15, *([15] * 8))
    assert models(boxes(2, 2), masks, ((0,), (4,))) == []


def test_a_part_with_very_many_sets_is_left_to_its_sum() -> None:
    rules = latin(16)
    masks = (rules.all_digits,) * rules.cell_count
    more = Auxiliary(cnf.last_choice(rules))
    wide = tuple(range(8))
    assert list(totals.clauses([(wide, (16, 17))], rules, masks, more.fresh)) == []
