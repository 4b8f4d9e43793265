"""The models' solutions are the grids; checked without any solver."""

from collections.abc import Iterator
from itertools import product

import pytest
from brute_force import grids
from hypothesis import given
from hypothesis import strategies as st

from cpsudoku.encodings import cp
from cpsudoku.rules import Grid, Rules, boxes, jigsaw, latin

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
    )


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
    text = cp.proto_text(cp.integer_model(boxes(2, 2), masks))
    assert text.startswith("variables { domain: [0, 0] }\nvariables { domain: [1, 4] }")
    assert text.endswith("constraints { bool_or { } }")


def test_the_text_has_a_line_for_each_variable_and_constraint() -> None:
    rules = latin(3).with_groups([(0, 4)])
    model, _ = cp.boolean_model(rules, (0b111,) * 9)
    lines = cp.proto_text(model).splitlines()
    assert len(lines) == 27 + len(model.exactly_one) + len(model.at_most_one)
    assert lines[-1] == "constraints { at_most_one { literals: [2, 14] } }"
    assert cp.proto_text(cp.integer_model(latin(2), (3, 1, 2, 3))).splitlines()[4] == (
        "constraints { all_diff { exprs { vars: 0 coeffs: 1 } exprs { vars: 1 coeffs: 1 } } }"
    )
