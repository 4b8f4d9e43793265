"""The formula's models are the grids; checked without any solver."""

from collections.abc import Iterator
from itertools import product

import pytest
from brute_force import grids
from hypothesis import given
from hypothesis import strategies as st

from cpsudoku import verify
from cpsudoku.encodings import cnf
from cpsudoku.errors import OptionError
from cpsudoku.rules import Grid, Rules, boxes, jigsaw, latin

RULES = [
    boxes(1, 1),
    latin(2),
    latin(3),
    boxes(2, 2),
    boxes(2, 2).with_diagonals(),
    latin(3).with_groups([(0, 4)]),
    jigsaw("1112122233343444"),
    Rules(3, latin(3).constraints[:2]),
]


def simplified(clauses: list[cnf.Clause], literal: int) -> list[cnf.Clause]:
    return [tuple(x for x in c if x != -literal) for c in clauses if literal not in c]


def models(clauses: list[cnf.Clause], variables: int) -> Iterator[frozenset[int]]:
    """All ways to make clauses true, as sets of true variables among 1 … variables, once each.

    Variables beyond those are only asked whether they can be chosen at all.
    """

    def extend(clauses: list[cnf.Clause], true: tuple[int, ...]) -> Iterator[frozenset[int]]:
        while unit := next((c[0] for c in clauses if len(c) == 1), 0):
            clauses = simplified(clauses, unit)
            true = (*true, unit)
        if () in clauses:
            return
        known = set(map(abs, true))
        free = next((v for v in range(1, variables + 1) if v not in known), 0)
        if free:
            for literal in (free, -free):
                yield from extend(simplified(clauses, literal), (*true, literal))
        elif clauses:
            branch = clauses[0][0]
            for literal in (branch, -branch):
                for model in extend(simplified(clauses, literal), (*true, literal)):
                    yield model
                    return
        else:
            yield frozenset(x for x in true if 0 < x <= variables)

    return extend(clauses, ())


def all_models(formula: cnf.Formula, rules: Rules) -> list[Grid]:
    return [cnf.decode(m, rules) for m in models(formula.clauses, rules.size**3)]


@pytest.mark.thorough(but=4)
@pytest.mark.parametrize("rules", RULES)
@pytest.mark.parametrize("encoding", cnf.ENCODINGS)
def test_models_are_the_grids(rules: Rules, encoding: str) -> None:
    found = all_models(cnf.encode(rules, encoding), rules)
    expected = set(grids(rules, (rules.all_digits,) * rules.cell_count))
    assert len(found) == len(set(found))
    assert set(found) == expected
    assert all(verify.is_solution(g, rules, (rules.all_digits,) * rules.cell_count) for g in found)


@pytest.mark.parametrize("at_most_one", cnf.AT_MOST_ONE)
@pytest.mark.parametrize("count", [1, 2, 5, 6, 7, 9, 10, 13])
def test_at_most_one_forbids_two_and_allows_none_and_any_one(at_most_one: str, count: int) -> None:
    # One row of many cells and nothing else: the row's digit 1 is what is looked at.
    amo = cnf.AtMostOne(at_most_one, count + 1)
    clauses = list(amo.clauses(list(range(1, count + 1))))
    assert all(abs(x) <= amo.last for c in clauses for x in c)
    found = list(models(clauses, count))
    assert set(found) == {frozenset[int](), *(frozenset({v}) for v in range(1, count + 1))}
    assert len(found) == count + 1


@pytest.mark.thorough(but=3)
@pytest.mark.parametrize("at_most_one", cnf.AT_MOST_ONE)
@pytest.mark.parametrize("encoding", cnf.ENCODINGS)
def test_other_at_most_ones_have_the_same_models(at_most_one: str, encoding: str) -> None:
    rules = boxes(2, 3)
    masks = list((rules.all_digits,) * 36)
    grid = next(grids(rules, tuple(masks)))
    for cell in [*range(18), *range(24, 36)]:
        masks[cell] = 1 << grid[cell] - 1
    formula = cnf.encode(rules, encoding, at_most_one=at_most_one)
    formula.clauses.extend((x,) for x in cnf.assumptions(tuple(masks), rules))
    assert set(all_models(formula, rules)) == set(grids(rules, tuple(masks)))


@given(
    masks=st.lists(st.integers(0, 15), min_size=16, max_size=16),
    encoding=st.sampled_from(cnf.ENCODINGS),
    at_most_one=st.sampled_from(cnf.AT_MOST_ONE),
)
def test_candidates_reduce_the_formula_and_keep_its_models(
    masks: list[int], encoding: str, at_most_one: str
) -> None:
    rules = boxes(2, 2)
    candidates = tuple(masks)
    expected = set(grids(rules, candidates))
    reduced = cnf.encode(rules, encoding, at_most_one=at_most_one, candidates=candidates)
    allowed = {
        cnf.variable(cell, digit, 4)
        for cell, digit in product(range(16), range(1, 5))
        if candidates[cell] >> digit - 1 & 1
    }
    assert {abs(x) for c in reduced.clauses for x in c} <= allowed
    reduced.clauses.extend((-v,) for v in range(1, 65) if v not in allowed)
    assert set(all_models(reduced, rules)) == expected
    whole = cnf.encode(rules, encoding, at_most_one=at_most_one)
    whole.clauses.extend((x,) for x in cnf.assumptions(candidates, rules))
    assert set(all_models(whole, rules)) == expected


def test_variables_are_numbered_cell_by_cell_from_one() -> None:
    assert cnf.variable(0, 1, 9) == 1
    assert cnf.variable(80, 9, 9) == 729
    assert all(cnf.variable(*cnf.meaning(v, 9), 9) == v for v in range(1, 730))


def test_a_classic_formula_has_the_known_number_of_clauses() -> None:
    # 81 cells and, per digit, 810 pairs of peers; extended: 36 pairs in each cell, 27·9 houses.
    rules = boxes(3, 3)
    assert len(cnf.encode(rules, "minimal").clauses) == 81 + 9 * 810
    assert len(cnf.encode(rules, "extended").clauses) == 81 + 9 * 810 + 81 * 36 + 27 * 9


def test_compact_renumbers_without_changing_anything_else() -> None:
    formula = cnf.Formula(9, [(2, -7), (7, 9), (-9,)])
    small, old = cnf.compact(formula)
    assert small == cnf.Formula(3, [(1, -2), (2, 3), (-3,)])
    assert old == [0, 2, 7, 9]


def test_dimacs_has_comments_a_header_and_a_line_a_clause() -> None:
    text = cnf.dimacs(cnf.Formula(3, [(1, -2), (3,), ()]), ["a sudoku", ""])
    assert text == "c a sudoku\nc\np cnf 3 3\n1 -2 0\n3 0\n0\n"


def test_unknown_names_are_refused_with_what_is_known() -> None:
    with pytest.raises(OptionError, match="minimal"):
        cnf.encode(boxes(2, 2), "huge")
    with pytest.raises(OptionError, match="pairwise"):
        cnf.encode(boxes(2, 2), at_most_one="huge")
