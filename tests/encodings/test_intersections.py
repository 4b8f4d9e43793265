"""Intersections of houses as variables: the same grids, and more from unit propagation."""

from itertools import islice, product

import pytest
from brute_force import grids

from cpsudoku.backends.presolving import propagate
from cpsudoku.encodings import cnf, intersections
from cpsudoku.rules import Candidates, Rules, boxes, jigsaw, latin
from cpsudoku.verify import is_solution

RULES = {
    "boxes": boxes(2, 2),
    "wide boxes": boxes(2, 3),
    "jigsaw": jigsaw("1112132233243444"),
    "latin": latin(4),
    "diagonals": boxes(2, 2).with_diagonals(),
    "small groups": latin(4).with_groups([(0, 5, 10), (3, 6)]),
    "rows alone": Rules(4, latin(4).constraints[:4]),
}


@pytest.fixture(params=RULES)
def rules(request: pytest.FixtureRequest) -> Rules:
    return RULES[request.param]


def closure(clauses: list[list[int]], assumed: list[int]) -> set[int] | None:
    """The literals that unit propagation makes true; None at a conflict."""
    true = set(assumed)
    changed = True
    while changed:
        changed = False
        for clause in clauses:
            if any(x in true for x in clause):
                continue
            free = [x for x in clause if -x not in true]
            if not free:
                return None
            if len(free) == 1:
                true.add(free[0])
                changed = True
    return true


def cells_of(true: set[int], rules: Rules) -> Candidates:
    size = rules.size
    masks = [0] * rules.cell_count
    for cell, digit in product(range(rules.cell_count), range(size)):
        masks[cell] |= (-(cell * size + digit + 1) not in true) << digit
    return tuple(masks)


def literals(grid: tuple[int, ...], size: int) -> list[int]:
    return [
        cell * size + digit if grid[cell] == digit else -(cell * size + digit)
        for cell in range(len(grid))
        for digit in range(1, size + 1)
    ]


def test_grids_satisfy_the_clauses_in_one_way_and_others_in_none(rules: Rules) -> None:
    clauses = intersections.clauses(rules)
    last = max(abs(x) for clause in clauses for x in clause)
    anything = (rules.all_digits,) * rules.cell_count
    for number, grid in enumerate(islice(grids(rules, anything), 50)):
        true = closure(clauses, literals(grid, rules.size))
        assert true is not None
        # All variables, those of intersections too, follow from the cells.
        assert len(true) == last
        cell = number % rules.cell_count
        wrong = (*grid[:cell], grid[cell] % rules.size + 1, *grid[cell + 1 :])
        right = is_solution(wrong, rules, anything)
        assert (closure(clauses, literals(wrong, rules.size)) is not None) == right


@pytest.mark.compiled
def test_unit_propagation_finds_singles_and_locked_candidates() -> None:
    rules = boxes(2, 3)
    clauses = intersections.clauses(rules)
    extended = [list(clause) for clause in cnf.encode(rules, "extended").clauses]
    stronger = 0
    for number, grid in enumerate(islice(grids(rules, (rules.all_digits,) * 36), 30)):
        kept = {(number * 7 + step * 5) % 36 for step in range(10)}
        masks = tuple(1 << d - 1 if c in kept else rules.all_digits for c, d in enumerate(grid))
        assumed = cnf.assumptions(masks, rules)
        true = closure(clauses, assumed)
        assert true is not None
        assert cells_of(true, rules) == propagate(rules, masks)
        weaker = closure(extended, assumed)
        assert weaker is not None
        assert weaker <= true
        stronger += cells_of(weaker, rules) != cells_of(true, rules)
    assert stronger > 0
