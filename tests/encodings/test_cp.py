"""The models' solutions are the grids; checked without any solver."""

from collections.abc import Iterator
from itertools import product
from typing import get_args

import pytest
from brute_force import grids
from hypothesis import given
from hypothesis import strategies as st

from cpsudoku.encodings import cp
from cpsudoku.export.models import write_cp_sat
from cpsudoku.rules import AllDifferent, Grid, Rules, boxes, jigsaw, latin
from cpsudoku.rules.primitives import Count, Relation

SMALL = [
    latin(3),
    latin(3).with_groups([(0, 4)]),
    Rules(3, latin(3).constraints[:3]),
    Rules(3, latin(3).with_groups([(0, 4, 8)]).constraints),
]


def satisfied(model: cp.CpModel, values: tuple[int, ...]) -> bool:
    return (
        not model.impossible
        and all(len({values[v] for v in group}) == len(group) for group in model.all_different)
        and all(sum(values[v] for v in group) == 1 for group in model.exactly_one)
        and all(sum(values[v] for v in group) <= 1 for group in model.at_most_one)
        and all(within(one, values) for one in model.sums)
        and all(tuple(values[v] for v in own) in rows for own, rows in model.tables)
    )


def within(one: cp.IntervalSum, values: tuple[int, ...]) -> bool:
    """Whether a sum lies in one of its intervals."""
    pairs = zip(one.coefficients, one.variables, strict=True)
    total = sum(each * values[v] for each, v in pairs)
    ends = zip(one.domain[::2], one.domain[1::2], strict=True)
    return any(low <= total <= high for low, high in ends)


def solutions(model: cp.CpModel) -> Iterator[tuple[int, ...]]:
    return (values for values in product(*model.domains) if satisfied(model, values))


few_candidates = st.lists(
    st.sampled_from([0b001, 0b010, 0b100, 0b011, 0b110, 0b101]), min_size=9, max_size=9
)


@given(rules=st.sampled_from(SMALL), masks=few_candidates)
def test_solutions_of_the_integer_model_are_the_grids(rules: Rules, masks: list[int]) -> None:
    found = list(solutions(cp.integer_model(rules, tuple(masks))))
    assert sorted(found) == sorted(grids(rules, tuple(masks)))


@given(rules=st.sampled_from(SMALL), masks=few_candidates)
def test_solutions_of_the_boolean_model_are_the_grids(rules: Rules, masks: list[int]) -> None:
    model, meaning = cp.boolean_model(rules, tuple(masks))
    assert len(meaning.candidates) == len(model.domains)
    # Cell by cell, for 2^18 ways to choose would be too many.
    cells = [(candidate - 1) // rules.size for candidate in meaning.candidates]
    choices = [[i for i, c in enumerate(cells) if c == cell] for cell in sorted(set(cells))]
    found: list[Grid] = []
    for chosen in product(*choices):
        values = tuple(int(v in chosen) for v in range(len(model.domains)))
        if satisfied(model, values) and all(
            value in domain for value, domain in zip(values, model.domains, strict=True)
        ):
            found.append(meaning.grid(values))
    assert sorted(found) == sorted(grids(rules, tuple(masks)))


RELATIONS: tuple[Relation, ...] = get_args(Relation)

COUNTED = [
    Rules(3, [AllDifferent((0, 1), "group"), *counts])
    for relation in RELATIONS
    for counts in (
        [Count((0, 1, 4), frozenset({1, 3}), relation, 2)],
        [Count((0, 4, 8), frozenset({2}), relation, number) for number in (1, 3)],
        [Count((0, 4), frozenset({1, 2, 3}), relation, 2), Count((), frozenset({1}), relation, 0)],
        [Count((0,), frozenset({7}), relation, 1)],
        [Count((0, 4), frozenset({1}), relation, -(10**30))],
        [Count((0, 4), frozenset({1}), relation, 10**30)],
        [Count((0, 4), frozenset({digit}), relation, 1) for digit in (1, 2)],
    )
]


@given(rules=st.sampled_from(COUNTED), masks=few_candidates)
def test_counts_are_sums_in_both_models(rules: Rules, masks: list[int]) -> None:
    candidates = (*masks[:5], 1, 1, 1, masks[8])  # else too many values are tried
    expected = sorted(grids(rules, candidates))
    model = cp.integer_model(rules, candidates)
    assert not model.clauses
    assert sorted(values[:9] for values in solutions(model)) == expected
    assert all(abs(end) < 100 for one in model.sums for end in one.domain)
    boolean, meaning = cp.boolean_model(rules, candidates)
    assert not boolean.clauses
    assert sorted(meaning.grid(values) for values in solutions(boolean)) == expected


@pytest.mark.parametrize("number", [-(10**30), -1, 0, 2, 3, 10**30])
def test_a_count_is_compared_with_any_number(number: int) -> None:
    masks = (1, 2, 2, 0b101, 0b101, 1, 1, 1, 1)  # two cells are 1 or 3
    for relation in RELATIONS:
        rules = Rules(3, [Count((3, 4), frozenset({1}), relation, number)])
        expected = sorted(grids(rules, masks))
        model = cp.integer_model(rules, masks)
        assert sorted(values[:9] for values in solutions(model)) == expected
        boolean, meaning = cp.boolean_model(rules, masks)
        assert sorted(meaning.grid(values) for values in solutions(boolean)) == expected


@pytest.mark.parametrize("rules", [boxes(3, 3), jigsaw("1112122233343444"), latin(4)])
def test_cells_have_exactly_one_candidate_in_the_boolean_model(rules: Rules) -> None:
    model, meaning = cp.boolean_model(rules, (rules.all_digits,) * rules.cell_count)
    size = rules.size
    assert len(model.domains) == size**3
    for cell in range(rules.cell_count):
        own = [v for v, name in enumerate(meaning.candidates) if (name - 1) // size == cell]
        assert own in model.exactly_one
    assert len(model.exactly_one) == rules.cell_count + size * len(rules.houses)


def test_a_cell_without_candidates_is_impossible() -> None:
    masks = (0, *([0b1111] * 15))
    assert cp.integer_model(boxes(2, 2), masks).impossible
    text = "".join(write_cp_sat(boxes(2, 2), masks))
    assert text.startswith("variables { domain: [0, 0] }\nvariables { domain: [1, 4] }")
    assert text.endswith("constraints { bool_or { } }\n")


def test_the_text_has_a_line_for_each_variable_and_constraint() -> None:
    lines = "".join(write_cp_sat(latin(2), (3, 1, 2, 3))).splitlines()
    assert len(lines) == 4 + 4
    assert lines[4] == (
        "constraints { all_diff { exprs { vars: 0 coeffs: 1 } exprs { vars: 1 coeffs: 1 } } }"
    )
