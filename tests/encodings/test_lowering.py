"""Lowering and what encodings make of it say what the constraints say, asked without a solver."""

from itertools import product

import pytest
from brute_force import grids
from hypothesis import given
from hypothesis import strategies as st
from strategies import leaving_out_what_is_too_big, primitives, varied

from cpsudoku.backends.exact_cover import covers as covers_of
from cpsudoku.encodings import cnf, lowering
from cpsudoku.encodings.exact_cover import ExactCover, cover, grid_of, selection
from cpsudoku.encodings.lowering import lowered
from cpsudoku.encodings.machines import unrolled
from cpsudoku.errors import UnsupportedError
from cpsudoku.export import zero_one
from cpsudoku.export.models import write_exact_cover
from cpsudoku.puzzle import Puzzle
from cpsudoku.rules import (
    VOCABULARY,
    AllDifferent,
    And,
    Linear,
    Or,
    Pair,
    Primitive,
    Regular,
    Rules,
    Table,
    boxes,
    latin,
    square,
)

WORDS = [
    frozenset({AllDifferent, Regular}),
    frozenset({AllDifferent, Table}),
    frozenset({AllDifferent, Pair, Regular}),
    frozenset({AllDifferent, Pair, Table}),
    frozenset({AllDifferent, Linear, Regular, Table}),
    VOCABULARY,
]


@given(varied(), st.sampled_from(WORDS))
@leaving_out_what_is_too_big
def test_lowered_rules_have_the_same_grids_in_the_words_asked_for(
    puzzle: Puzzle, knows: frozenset[type]
) -> None:
    found = lowered(puzzle.rules, knows)
    assert found.vocabulary <= knows
    everything = (puzzle.rules.all_digits,) * puzzle.rules.cell_count
    assert list(grids(found, everything)) == list(grids(puzzle.rules, everything))


@given(primitives(square(3)))
@leaving_out_what_is_too_big
def test_an_unrolled_machine_is_reduced_and_accepts_what_holds(primitive: Primitive) -> None:
    board = square(3)
    cells = primitive.scope
    regular = unrolled(primitive, board)
    assert regular.cells == cells
    for digits in product((1, 2, 3), repeat=len(cells)):
        grid = [0] * 9
        for cell, digit in zip(cells, digits, strict=True):
            grid[cell] = digit
        assert regular.holds(grid) == primitive.holds(grid)
    entered = {after for _, _, after in regular.steps} | {regular.start}
    left = {before for before, _, _ in regular.steps} | regular.accepting
    assert not regular.accepting or entered == left
    meaning = [
        frozenset((d, b) for a, d, b in regular.steps if a == state) for state in sorted(left)
    ]
    assert len(set(meaning)) == len(meaning)


def test_groups_alone_are_left_as_they_are() -> None:
    assert lowered(boxes(2, 2), frozenset({AllDifferent})) is boxes(2, 2)


def test_what_has_no_word_is_refused_in_the_users_words() -> None:
    rules = latin(3).with_constraints([Linear((0, 1), (1, 1), "=", (3,), "killer cage")])
    with pytest.raises(UnsupportedError, match="cannot say: killer cage r1c1 r1c2"):
        lowered(rules, frozenset({AllDifferent, Pair}))


def test_what_would_be_endless_is_refused() -> None:
    powers = tuple(3**i for i in range(16))
    big = Linear(tuple(range(16)), powers, "=", (3**15,), "powers")
    with pytest.raises(UnsupportedError, match="too big to encode: powers"):
        lowered(Rules(4, (big,)), frozenset({AllDifferent, Regular}))
    loose = Linear(tuple(range(16)), (1,) * 16, ">=", (17,), "loose")
    with pytest.raises(UnsupportedError, match="too big for a table: loose"):
        lowered(Rules(4, (loose,)), frozenset({AllDifferent, Table}))


def test_too_many_alternatives_are_refused_before_any_is_unrolled(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    parts = tuple(Pair(0, cell, frozenset({(1, 2)})) for cell in (1, 2))
    rules = latin(2).with_constraints([Or(parts), Or(parts[::-1])])
    known = frozenset({AllDifferent, Regular})
    monkeypatch.setattr(lowering, "_MOST_ALTERNATIVES", 1)
    with pytest.raises(UnsupportedError, match="too big to encode: 2 constraints with 'or'"):
        lowered(rules, known)
    monkeypatch.setattr(lowering, "_MOST_ALTERNATIVES", 2)
    assert len(lowered(rules, known).others) == 2


def test_parts_are_lowered_within_what_is_known() -> None:
    pair = Pair(0, 1, frozenset({(1, 2)}))
    rules = Rules(2, (Or((pair, And((pair, pair)))),))
    found = lowered(rules, frozenset({AllDifferent, Or, And, Table})).others
    table = Table((0, 1), frozenset({(1, 2)}), "pair")
    assert found == (Or((table, And((table, table)))),)


def expected(puzzle: Puzzle) -> list[tuple[int, ...]]:
    return sorted(grids(puzzle.rules, puzzle.candidates))


def models(clauses: list[cnf.Clause], variables: int) -> list[list[int]]:
    """All models over all variables."""
    solvers = pytest.importorskip("pysat.solvers")
    if not all(clauses):
        return []
    with solvers.Solver("glucose4", bootstrap_with=clauses) as solver:
        solver.add_clause([variables, -variables])
        return [list(model) for model in solver.enum_models()]


@given(varied(), st.sampled_from(cnf.ENCODINGS), st.sampled_from(cnf.AT_MOST_ONE), st.booleans())
@leaving_out_what_is_too_big
def test_the_models_of_a_formula_are_the_grids_one_for_one(
    puzzle: Puzzle, encoding: str, at_most_one: str, restricted: bool
) -> None:
    rules = puzzle.rules
    masks = puzzle.candidates if restricted else None
    formula = cnf.encode(rules, encoding, at_most_one=at_most_one, candidates=masks)
    fixed = [
        (-cnf.variable(cell, digit, rules.size),)
        for cell, mask in enumerate(puzzle.candidates)
        for digit in range(1, rules.size + 1)
        if not mask >> digit - 1 & 1
    ]
    found = models([*formula.clauses, *fixed], max(1, formula.variables))
    decoded = sorted(cnf.decode(model, rules) for model in found)
    if at_most_one == "pairwise":
        assert [grid for grid in decoded if 0 not in grid] == expected(puzzle)
    assert sorted(set(decoded)) == expected(puzzle)


def covers(problem: ExactCover, chosen: list[int], removed: list[int]) -> list[tuple[int, ...]]:
    return list(covers_of(problem, chosen=chosen, removed=removed, algorithm="python"))


@given(varied())
@leaving_out_what_is_too_big
def test_exact_covers_are_the_grids_one_for_one(puzzle: Puzzle) -> None:
    problem = cover(puzzle.rules).problem
    found = covers(problem, *selection(puzzle.candidates, puzzle.rules))
    assert sorted(grid_of(one, puzzle.rules) for one in found) == expected(puzzle)


@given(varied())
@leaving_out_what_is_too_big
def test_the_text_for_knuths_programs_has_as_many_covers_as_grids(puzzle: Puzzle) -> None:
    head, *options = "".join(write_exact_cover(puzzle.rules, puzzle.candidates)).splitlines()
    primary, _, secondary = head.partition("|")
    problem = ExactCover.from_names(options, primary=primary.split(), secondary=secondary.split())
    assert len(covers(problem, [], [])) == len(expected(puzzle))


@given(varied())
@leaving_out_what_is_too_big
def test_linear_rows_have_as_many_solutions_as_grids(puzzle: Puzzle) -> None:
    cp_model = pytest.importorskip("ortools.sat.python.cp_model")
    rows, last = zero_one.rows(puzzle.rules)
    model = cp_model.CpModel()
    variables = [None, *(model.new_bool_var(f"x{v}") for v in range(1, last + 1))]
    for terms, relation, bound in rows:
        total = sum(factor * variables[v] for factor, v in terms)
        limits = {"=": (bound, bound), "<=": (-9999, bound), ">=": (bound, 9999)}[relation]
        model.add_linear_constraint(total + 0 * variables[1], *limits)
    for literal in cnf.assumptions(puzzle.candidates, puzzle.rules):
        model.add(variables[abs(literal)] == int(literal > 0))
    assert len(all_of(cp_model, model)) == len(expected(puzzle))


def all_of(cp_model: object, model: object) -> list[None]:
    found: list[None] = []

    class Counter(cp_model.CpSolverSolutionCallback):  # type: ignore[name-defined, misc]
        def on_solution_callback(self) -> None:
            found.append(None)

    solver = cp_model.CpSolver()  # type: ignore[attr-defined]
    solver.parameters.enumerate_all_solutions = True
    solver.parameters.num_workers = 1
    solver.parameters.catch_sigint_signal = False  # else Ctrl-C has no handler afterwards
    solver.solve(model, Counter())
    return found


def test_a_sum_that_a_solver_can_count_stays_a_sum() -> None:
    board = boxes(2, 2).board
    small = Linear((0, 1), (1, 1), "=", (5,), "sum")
    assert isinstance(lowering.within(small, board, 10**6), Linear)
    assert not isinstance(lowering.within(small, board, 10), Linear)
