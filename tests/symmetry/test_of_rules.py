"""Symmetries of rules against all permutations that could be tried."""

from __future__ import annotations

from itertools import permutations, product

import pytest

from cpsudoku import formats
from cpsudoku.errors import UnsupportedError
from cpsudoku.rules import AllDifferent, Pair, Rules, boxes, classic, latin, rectangle, square
from cpsudoku.symmetry.of_rules import structure, symmetries
from cpsudoku.symmetry.transformations import movements


@pytest.mark.parametrize("rules", [classic(), boxes(2, 3), boxes(2, 4), latin(5)])
def test_movements_of_boxes_are_those_of_the_formula(rules: Rules) -> None:
    found = symmetries(rules)
    assert found.cells.order == movements(rules)
    assert found.any_digits


@pytest.mark.parametrize(
    ("text", "movements", "renamings"),
    [
        ("9+antiknight", 8, 362_880),
        ("9+nonconsecutive", 8, 2),
        ("9+cyclicnonconsecutive", 8, 18),
        ("2x3+nonconsecutive", 4, 2),
        ("4+antiking", 8, 24),
    ],
)
def test_movements_of_variants(text: str, movements: int, renamings: int) -> None:
    found = symmetries(formats.parse_rules(text).rules())
    assert (found.cells.order, found.digits.order) == (movements, renamings)


@pytest.mark.parametrize(
    "groups",
    [
        [(0, 1), (2, 3), (4, 5)],
        [(0, 1, 2), (3, 4, 5), (0, 3), (1, 4)],
        [(0, 1), (1, 2), (2, 3), (3, 4), (4, 5), (5, 0)],
        [(0, 1, 2), (0, 1), (3, 4)],
    ],
)
def test_elements_are_all_permutations_that_keep_the_groups(groups: list[tuple[int, ...]]) -> None:
    rules = Rules(rectangle(2, 3, 4), [AllDifferent(cells) for cells in groups])
    said = set(structure(rules).groups)
    wanted = {
        one for one in permutations(range(6))
        if {frozenset(one[cell] for cell in group) for group in said} == said
    }  # fmt: skip
    found = symmetries(rules).cells
    elements = set(map(tuple, found.elements.tolist()))
    assert elements == wanted
    assert found.order == len(wanted)
    made = {tuple(range(6))}
    while True:  # the generators make all of them
        more = made | {tuple(g[p] for p in one) for one, g in product(made, found.generators)}
        if more == made:
            break
        made = more
    assert made == wanted


def test_other_constraints_are_refused() -> None:
    with pytest.raises(UnsupportedError, match="killer 6"):
        symmetries(formats.parse_rules("4+killer:6@r1c1,r1c2,r1c3").rules())
    greater = Pair.where(0, 1, lambda a, b: a > b, range(1, 5))
    with pytest.raises(UnsupportedError, match="relations"):
        symmetries(Rules(square(4), [greater]))
