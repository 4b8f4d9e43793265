"""Certificates of variants: two encoders that share nothing, and what forgers may try."""

from __future__ import annotations

import json
from dataclasses import dataclass
from itertools import product
from pathlib import Path

import pytest
from forging import edit, refused, rehash, rewrite, with_more_clauses
from hypothesis import assume, given
from hypothesis import strategies as st
from strategies import SMALL, leaving_out_what_is_too_big, primitives, varied
from well_known import EIGHTEEN

import cpsudoku
from cpsudoku.certificates import (
    alternatives,
    certify,
    derivatives,
    formula,
    verification,
    verify_certificate,
)
from cpsudoku.encodings import cnf, lowering, machines
from cpsudoku.errors import CertificateError, UnsupportedError
from cpsudoku.puzzle import Puzzle
from cpsudoku.result import Verdict
from cpsudoku.rules import (
    AllDifferent,
    And,
    Board,
    Linear,
    Not,
    Or,
    Pair,
    Primitive,
    Rules,
    Table,
    boxes,
    classic,
    latin,
)
from cpsudoku.variants import with_variants
from cpsudoku.variants.base import CellLists, OnCells
from cpsudoku.variants.ranks import FullRank

pytestmark = pytest.mark.compiled

FOUR = boxes(2, 2)
CLUES = (
    "killer:3@r1c1,r1c2", "thermo@r2c1,r2c2", "xv:5@r3c1,r3c2", "renban@r3c3,r3c4,r4c4",
)  # fmt: skip
PUZZLE = Puzzle.empty(with_variants(FOUR, *CLUES))  # two solutions


@pytest.fixture
def original(tmp_path: Path) -> Path:
    certify(PUZZLE, tmp_path / "proof")
    return tmp_path / "proof"


# What is left of constraints ------------------------------------------------------------------


@st.composite
def on_a_board(draw: st.DrawFn) -> tuple[Primitive, Board]:
    board = draw(st.sampled_from(SMALL)).board
    return draw(primitives(board)), board


@given(on_a_board())
def test_layers_accept_the_digits_that_obey_and_no_others(case: tuple[Primitive, Board]) -> None:
    constraint, board = case
    digits = range(board.first, board.last + 1)
    scope = constraint.scope
    assume(len(digits) ** len(scope) <= 5_000)
    layers = derivatives.layers_of(constraint, digits)
    for values in product(digits, repeat=len(scope)):
        grid = [board.first] * board.cell_count
        state: int | None = None if layers == [[]] else 0
        for cell, digit, layer in zip(scope, values, layers, strict=False):
            grid[cell] = digit
            state = None if state is None else layer[state].get(digit)
        assert (state is not None) == constraint.holds(grid)


def test_layers_without_cells_hold_or_hold_not() -> None:
    assert derivatives.layers_of(And(()), range(1, 5)) == []
    assert derivatives.layers_of(Not(And(())), range(1, 5)) == [[]]


def test_a_constraint_with_too_many_steps_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(derivatives, "MOST_STEPS", 5000)
    powers = Linear(tuple(range(16)), tuple(3**i for i in range(16)), "!=", (3**15,), "powers")
    with pytest.raises(CertificateError, match="too big to encode: powers"):
        derivatives.layers_of(powers, range(1, 5))


@given(varied())
@leaving_out_what_is_too_big
def test_both_encoders_write_the_same_clauses(puzzle: Puzzle) -> None:
    made = cnf.encode(puzzle.rules, candidates=puzzle.candidates)
    assert set(formula.each_clause(puzzle)) == set(map(frozenset, made.clauses))
    assert formula.last_variable(puzzle.rules) == made.variables


# Alternatives with more parts and cells than are tried as layers, or more steps than they may take.
WIDE = Or(
    (
        *(Linear((i, i + 4, i + 8), (1, 1, 1), "=", (i + 5,), "sum") for i in range(4)),
        *(Pair(i, 15 - i, frozenset({(1, 2), (3, 3)}), "ends") for i in range(8)),
        *(Table((i,), frozenset({(4,)}), "four") for i in range(6)),
        *(And((Pair(i, i + 1, frozenset({(2, 1)})), Not(Pair(i, 5, frozenset({(1, 1)})))))
          for i in (8, 9)),
        Linear((0, 4, 8), (1, 1, 1), "=", (5,), "sum"),  # again
        *(Table((i, 15), frozenset(), "never") for i in range(2)),
        AllDifferent((0, 5, 10, 15), "different"),
        And(()),
    ),
    "wide",
)  # fmt: skip
ALWAYS = Puzzle.empty(FOUR.with_constraints([WIDE]))
FROM_ZERO = Puzzle.empty(
    Rules(Board(FOUR.board.places, 4, first=0), FOUR.constraints).with_constraints([WIDE])
)
RANKED = Puzzle(
    with_variants(FOUR, "connecteddigits:1,2@r1c1,r1c2,r2c1,r2c2", "fullrank:3@r1c1,r1c2,r1c3,r1c4",
                  "connecteddigits:3,4@r4c1,r4c2,r3c2", "fullrank:9@r4c1,r3c1,r2c1,r1c1"),
    (7, 6, 12, *[15] * 13),
)  # fmt: skip


@pytest.mark.parametrize("puzzle", [ALWAYS, FROM_ZERO, RANKED], ids=["wide", "zero", "ranked"])
def test_both_encoders_split_wide_alternatives_into_the_same_parts(puzzle: Puzzle) -> None:
    shapes = alternatives.shapes_of(puzzle.rules)
    assert len(shapes) == (2 if puzzle is RANKED else 1)
    made = cnf.encode(puzzle.rules, candidates=puzzle.candidates)
    assert set(formula.each_clause(puzzle)) == set(map(frozenset, made.clauses))
    assert formula.last_variable(puzzle.rules) == made.variables


def test_alternatives_that_take_too_many_steps_are_split_by_both(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    either = Or(tuple(Linear((i, i + 5, i + 10), (1, 2, 3), "=", (11,)) for i in range(5)))
    puzzle = Puzzle.empty(FOUR.with_constraints([either]))
    assert alternatives.shapes_of(puzzle.rules) == []
    monkeypatch.setattr(alternatives, "MOST_WORK", 1000)
    alternatives.numbering.cache_clear()
    assert alternatives.shapes_of(puzzle.rules) == [((),) * 5]
    # Now the first encoder does otherwise, and that is said instead of a formula nobody accepts.
    with pytest.raises(UnsupportedError, match="too big for a certificate, or nearly"):
        certify(puzzle, Path("never"))
    monkeypatch.setattr(machines, "MOST_WORK", 1000)
    machines.unrolled.cache_clear()
    lowering._lowered.cache_clear()
    lowering._unrolled_or_in_parts.cache_clear()
    made = cnf.encode(puzzle.rules)
    assert set(formula.each_clause(puzzle)) == set(map(frozenset, made.clauses))
    for cached in (alternatives.numbering, lowering._lowered, machines.unrolled,
                   lowering._unrolled_or_in_parts):  # fmt: skip
        cached.cache_clear()


# Certificates ---------------------------------------------------------------------------------


@pytest.mark.thorough
def test_a_rank_that_is_a_wide_alternative_is_certified(tmp_path: Path) -> None:
    puzzle = Puzzle.from_digits(
        [1, *[0] * 15], with_variants(FOUR, "fullrank:3@r1c1,r1c2,r1c3,r1c4")
    )
    made = certify(puzzle, tmp_path / "proof", limit=100)
    found = verify_certificate(tmp_path / "proof", puzzle=puzzle)
    assert set(found.solutions) == set(cpsudoku.solutions(puzzle, backend="backtrack"))
    assert found.solutions == made.solutions
    # A forger says of a part that it holds: the other encoder knows better.
    path = tmp_path / "proof" / "formula.cnf"
    lines, header = with_more_clauses(path, 1)
    lines.insert(header + 1, f"{formula.last_variable(puzzle.rules)} 0")
    path.write_text("\n".join(lines) + "\n")
    rehash(tmp_path / "proof")
    refused(tmp_path / "proof", "does not follow from the puzzle")


@pytest.mark.thorough(but=2)
@pytest.mark.parametrize(
    ("clues", "digits"),
    [
        (CLUES, "." * 16),
        (("killer:3@r1c1,r1c2", "thermo@r2c1,r2c2,r2c3"), "." * 16),
        (("antiknight",), "1..............."),
        (("arrow@r1c1/r2c1,r3c1", "quad:1,2@r1c1,r1c2,r2c1,r2c2", "even@r4c4"), "...3............"),
        (("between@r1c1,r1c2,r1c3", "sandwich:3@r2c1,r2c2,r2c3,r2c4"), "." * 16),
    ],
)  # fmt: skip
def test_puzzles_with_variants_are_certified_and_verified(
    clues: tuple[str, ...], digits: str, tmp_path: Path
) -> None:
    given_digits = [int(digit) if digit != "." else 0 for digit in digits]
    puzzle = Puzzle.from_digits(given_digits, with_variants(FOUR, *clues))
    grids = tuple(cpsudoku.solutions(puzzle, backend="backtrack"))
    made = certify(puzzle, tmp_path / "proof", limit=100)
    found = verify_certificate(tmp_path / "proof", puzzle=puzzle)
    assert set(found.solutions) == set(made.solutions) == set(grids)
    assert found.verdict is Verdict.of(len(grids), exhausted=True, asked=None)
    assert len(found.checkers) >= 2


def test_the_variables_of_states_are_explained_where_there_are_any(
    original: Path, tmp_path: Path
) -> None:
    certify(EIGHTEEN, tmp_path / "plain")
    about = "c and each state is a variable beyond 64.\n"
    assert about in (original / "formula.cnf").read_text()
    assert "state" not in (tmp_path / "plain" / "formula.cnf").read_text()


def test_a_formula_without_a_clause_of_a_variant_is_refused(original: Path) -> None:
    path = original / "formula.cnf"
    lines, header = with_more_clauses(path, -1)
    beyond = next(i for i, line in enumerate(lines) if i > header and line.split()[0] == "-65")
    path.write_text("\n".join([*lines[:beyond], *lines[beyond + 1 :]]) + "\n")
    rehash(original)
    refused(original, "lacks a clause of the puzzle")


def test_a_formula_with_a_clause_about_states_that_does_not_follow_is_refused(
    original: Path,
) -> None:
    path = original / "formula.cnf"
    lines, _ = with_more_clauses(path, 1)
    path.write_text("\n".join([*lines, "-65 0"]) + "\n")
    rehash(original)
    refused(original, "does not follow from the puzzle: -65 0")


def test_variables_beyond_the_states_are_refused(original: Path) -> None:
    path = original / "formula.cnf"
    last = formula.last_variable(PUZZLE.rules)
    lines, _ = with_more_clauses(path, 1)
    path.write_text("\n".join([*lines, f"{last + 1} 0"]) + "\n")
    rehash(original)
    refused(original, f"a variable beyond {last}")


@pytest.mark.parametrize(("old", "new"), [('"total": 3', '"total": 4'), ('"r2c2"', '"r2c3"')])
def test_a_changed_variant_is_refused(original: Path, old: str, new: str) -> None:
    edit(original / "puzzle.json", old, new)
    rehash(original)
    refused(original, "grid that is not a solution|formula.cnf")


def test_a_solution_left_out_is_refused(original: Path) -> None:
    listed = json.loads((original / "manifest.json").read_text())["solutions"]
    rewrite(original, solutions=listed[:1], verdict="unique")
    path = original / "formula.cnf"
    lines, _ = with_more_clauses(path, -1)
    path.write_text("\n".join(lines[:-1]) + "\n")
    rehash(original)
    refused(original, "formula.cnf lacks|proof.drat")


# What a variant means -------------------------------------------------------------------------


@dataclass(frozen=True)
class TooStrict(OnCells):
    """Says that its cells add up to an even number, but to solvers that they add up to 4."""

    name = "toostrict"

    @property
    def primitives(self) -> tuple[Primitive, ...]:
        return (Linear(self.cells, (1,) * len(self.cells), "=", (4,), self.name),)

    def holds(self, grid: object) -> bool:
        return sum(self.values(grid)) % 2 == 0  # type: ignore[arg-type]


@pytest.mark.parametrize("cells", [(0, 1), tuple(range(8))])
def test_a_variant_that_means_something_else_to_solvers_proves_nothing(
    cells: tuple[int, ...],
) -> None:
    rules = FOUR.with_constraints([TooStrict(FOUR.board, cells)])
    with pytest.raises(CertificateError, match=r"toostrict r1c1 r1c2.* does not mean to solvers"):
        verification.check_meaning(rules, [])
    verification.check_meaning(PUZZLE.rules, [])


@dataclass(frozen=True)
class Anything(OnCells):
    """Says nothing, but to solvers that its cells do not read some words."""

    name = "anything"
    words: CellLists = ()

    @property
    def primitives(self) -> tuple[Primitive, ...]:
        return (Not(Table(self.cells, frozenset(self.words))),)

    def holds(self, grid: object) -> bool:
        return True


def test_of_few_cells_every_word_is_tried() -> None:
    for free in (FOUR, latin(3)):
        for word in product(range(1, free.size + 1), repeat=2):
            rules = free.with_constraints([Anything(free.board, (1, 6), words=(word,))])
            with pytest.raises(CertificateError, match="does not mean to solvers"):
                verification.check_meaning(rules, [])


def test_of_many_cells_the_listed_solutions_are_tried_and_what_is_near_them() -> None:
    grid = (1, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3, 4, 3, 2, 1)
    near = tuple(
        (*grid[:cell], digit, *grid[cell + 1 :])
        for cell in range(16)
        for digit in {1, 2, 3, 4} - {grid[cell]}
    )
    for words in ((grid,), near):
        rules = FOUR.with_constraints([Anything(FOUR.board, tuple(range(16)), words=words)])
        verification.check_meaning(rules, [])
        with pytest.raises(CertificateError, match="does not mean to solvers"):
            verification.check_meaning(rules, [(2,) * 16, grid])


def test_of_many_cells_every_listed_solution_is_tried(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(verification, "_SAMPLES", 0)
    listed = [(digit,) * 16 for digit in (1, 2, 3)]
    for grid in listed:
        rules = FOUR.with_constraints([Anything(FOUR.board, tuple(range(16)), words=(grid,))])
        with pytest.raises(CertificateError, match="does not mean to solvers"):
            verification.check_meaning(rules, listed)


def test_very_many_variants_are_each_tried_a_little(monkeypatch: pytest.MonkeyPatch) -> None:
    tried: list[object] = []

    def holds(self: TooStrict, grid: object) -> bool:
        tried.append(self)
        return False

    monkeypatch.setattr(verification, "_TOGETHER", 40)
    monkeypatch.setattr(TooStrict, "holds", holds)
    monkeypatch.setattr(Linear, "holds", lambda self, grid: False)
    verification.check_meaning(FOUR.with_constraints([TooStrict(FOUR.board, (0, 1, 2))] * 3), [])
    assert len(tried) == 3 * 20  # of 64 sequences


def test_verification_asks_what_variants_mean(
    original: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    killer = type(PUZZLE.rules.constraints[-4])
    monkeypatch.setattr(killer, "holds", lambda self, grid: True)
    refused(original, "killer 3 r1c1 r1c2 does not mean to solvers what its own test says")


def test_of_what_needs_houses_grids_with_houses_are_tried(monkeypatch: pytest.MonkeyPatch) -> None:
    rules = with_variants(FOUR, "fullrank:3@r1c1,r1c2,r1c3,r1c4")
    verification.check_meaning(rules, [])
    monkeypatch.setattr(FullRank, "holds", lambda *_: True)
    with pytest.raises(CertificateError, match="does not mean to solvers"):
        verification.check_meaning(rules, [])


def test_grids_for_variants_that_need_houses_obey_all_groups_and_differ() -> None:
    rules = classic()
    grids = list(verification._obeying_groups(rules))
    assert len(set(grids)) == len(grids) >= 20
    assert all(group.holds(grid) for group in rules.groups for grid in grids)


def test_where_no_grid_obeys_the_groups_none_is_made() -> None:
    # The digits of r1c1 to r1c3 have no place in row 2.
    impossible = classic().with_groups([(0, 1, 2, cell) for cell in range(12, 18)])
    assert list(verification._obeying_groups(impossible)) == []
